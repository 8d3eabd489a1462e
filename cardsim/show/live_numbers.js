"use strict";
// Settings become tables, and counts become estimates, as `cardsim.runs` and `cardsim.statistics`
// make them; `tests/test_live.py` compares every digit.
const LIVE_Z = 1.959963984540054, LIVE_PSEUDO = 1;

// What the page is told of a table: the standard rules', and from each changed rule what it changes.
function liveTold(told, setting) {
  const { usual, others } = told.tables[setting.unit];
  const base = told.texts[usual[setting.players]], found = { ...base };
  for (const [name, value] of Object.entries(setting.rules)) {
    const at = others[name]?.[String(value)]?.[setting.players];
    if (at === undefined) continue;
    for (const [key, worth] of Object.entries(told.texts[at]))
      if (JSON.stringify(worth) !== JSON.stringify(base[key])) found[key] = worth;
  }
  return found;
}
const liveValues = (told, who) => told.strategies[who.strategy].params.map(
  p => who.values[p.name] ?? p.default);
function livePlayer(told, who) {
  const { params, lucky, memory } = told.strategies[who.strategy];
  const packed = who.packed ?? liveValues(told, who).map(
    (v, k) => params[k].kind === "word" ? params[k].choices.indexOf(v) : Number(v));
  const slips = params.some((p, k) => ["lapse", "temperature"].includes(p.name) && packed[k] > 0);
  return { strategy: who.strategy, packed: packed.length ? packed : [0], lucky: lucky || slips, memory };
}
// The table of a setting as the engine takes it.
function liveTable(told, setting) {
  const { players, unit, rules } = setting, { goes_on, sides, seat } = liveTold(told, setting);
  if (!told.decisions.length)
    return { players, goes_on, rules, seated: [], table: [Array(players).fill(0)], heroes: [0], company: null };
  const seated = [], row = who => {
    const player = livePlayer(told, who), text = JSON.stringify(player);
    const at = seated.findIndex(s => JSON.stringify(s) === text);
    return at >= 0 ? at : seated.push(player) - 1;
  };
  const you = row(setting.you), { company } = setting.they;
  const drawn = company && company !== "same" ? told.companies[company] : null;
  const members = drawn ? drawn.members.map(row) : [];
  const they = drawn ? -1 : company === "same" ? you : row(setting.they);
  const heroes = seat === null ? Array.from({ length: players }, (_, k) => k) : [seat];
  const table = heroes.map(own => sides.map((side, k) =>
    k === own ? you : side === sides[own] ? you : they));
  const first = sides.map(side => sides.indexOf(side));
  const draws = table.map(places => places.map((who, k) => who < 0 ? first[k] : -1));
  return { players, goes_on, rules, seated, table, heroes,
    company: drawn ? { members, edges: drawn.edges, draws } : null };
}
// ---------------------------------------------------------------- counts

// Adds the column of a measure to counts of its values.
function liveCount(counts, rows, wide, at, count) {
  for (let i = 0, k = at; i < count; i++, k += wide) counts.set(rows[k], (counts.get(rows[k]) ?? 0) + 1);
}
// Counts of several seats as those of all.
function liveMerged(list) {
  const all = new Map();
  for (const counts of list) for (const [v, c] of counts) all.set(v, (all.get(v) ?? 0) + c);
  return all;
}
function liveCounted(measure, stored) {
  if (!measure.range) return stored;
  const value = measure.scale === 1 ? stored : stored * measure.scale, [low, high] = measure.range;
  return +((low === null || value >= low) && (high === null || value <= high));
}
function liveWilson(hits, n) {
  const z = LIVE_Z, p = hits / n;
  const centre = (p + z * z / (2 * n)) / (1 + z * z / n);
  const half = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  return [Math.min(Math.max(centre - half, 0), p), Math.max(Math.min(centre + half, 1), p)];
}
function liveTied(mean, variance, n) {
  const below = m => {
    if (m <= 0) return 0;
    const b = Math.min(m + variance / m, 1);
    return b * liveWilson(n * Math.min(m / b, 1), n)[0];
  };
  return [Math.min(below(mean), mean), Math.max(1 - below(1 - mean), mean)];
}
const liveShort = x => Number.isInteger(x) ? x : Number(x.toPrecision(3));
const liveIsNumber = m => !m.is_share && !m.as_share && m.quantile === null && !m.range && m.worth > 0;
// The values that a tenth, a half and nine tenths of the units do not exceed.
function liveSpread(measure, counts) {
  const list = [...counts].sort(([a], [b]) => a - b), n = list.reduce((sum, [, c]) => sum + c, 0);
  return [0.1, 0.5, 0.9].map(part => {
    let below = 0;
    for (const [v, c] of list)
      if ((below += c) >= part * n) return liveShort(v * measure.scale * measure.worth - measure.less);
  });
}
// How many units it takes until a result is on the right side of what is even, 19 times in 20: by
// the normal approximation, from how far the mean lies from it and how single results scatter.
function liveLuck(measure, counts, even) {
  const e = liveEstimate(measure, counts);
  if (e.low <= even && e.high >= even) return null;
  const list = [...counts].map(([v, c]) => [liveCounted(measure, v) * (measure.range || measure.scale === 1 ? 1 : measure.scale) * measure.worth - measure.less, c]);
  const mean = list.reduce((sum, [x, c]) => sum + c * x, 0) / e.n;
  const variance = list.reduce((sum, [x, c]) => sum + c * (x - mean) ** 2, 0) / e.n;
  return { units: Math.max(1, 1.6448536 ** 2 * variance / (mean - even) ** 2), ahead: mean > even };
}
// A measure from counts of the stored values of its column: at least 1000 units.
function liveEstimate(measure, counts) {
  const list = [...counts].sort(([a], [b]) => a - b);
  const n = list.reduce((sum, [, c]) => sum + c, 0);
  if (measure.quantile !== null) {
    const reach = LIVE_Z * Math.sqrt(n * measure.quantile * (1 - measure.quantile));
    const at = rank => {
      let below = 0;
      for (const [v, c] of list) if ((below += c) >= Math.min(Math.max(Math.ceil(rank), 1), n)) return v * measure.scale;
    };
    const middle = measure.quantile * n;
    return { value: at(middle), low: at(middle - reach), high: at(middle + reach + 1), n, asItIs: true };
  }
  if (measure.is_share) {
    const hits = list.reduce((sum, [v, c]) => sum + c * liveCounted(measure, v), 0);
    const [low, high] = liveWilson(hits, n);
    return { value: hits / n, low, high, n, share: true };
  }
  const values = list.map(([v, c]) => {
    const x = measure.range ? liveCounted(measure, v) : measure.scale === 1 ? v : v * measure.scale;
    return [x * measure.worth - measure.less, c];
  });
  const mean = values.reduce((sum, [x, c]) => sum + c * x, 0) / n;
  const squares = values.reduce((sum, [x, c]) => sum + c * (x - mean) ** 2, 0);
  const sd = Math.sqrt(squares / (n - 1));
  if (measure.as_share) {
    const share = Math.min(Math.max(mean, 0), 1);
    const [low, high] = liveTied(share, sd ** 2 * (n - 1) / n, n);
    return { value: share, low, high, n, share: true };
  }
  const half = LIVE_Z * sd / Math.sqrt(n);
  return { value: mean, low: mean - half, high: mean + half, n };
}
// Two settings in the same units: sums of what a measure adds up, and of its squares and products.
const livePair = () => ({ n: 0, a: 0, b: 0, aa: 0, bb: 0, ab: 0 });
function liveAdd(pair, measure, ours, theirs) {
  for (let i = 0; i < ours.length; i++) {
    const a = liveCounted(measure, ours[i]), b = liveCounted(measure, theirs[i]);
    pair.a += a; pair.b += b; pair.aa += a * a; pair.bb += b * b; pair.ab += a * b;
  }
  pair.n += ours.length;
}
function liveGap(pair, measure) {
  const { n, a, b, aa, bb, ab } = pair, unit = (measure.range ? 1 : measure.scale) * measure.worth;
  const scatter = aa + bb - 2 * ab - (a - b) ** 2 / n;
  const sd = Math.sqrt((Math.max(scatter, 0) + LIVE_PSEUDO) / (n - 1)) * unit;
  const value = a * unit / n - b * unit / n, half = LIVE_Z * sd / Math.sqrt(n);
  return { value, low: value - half, high: value + half, n, share: measure.is_share || measure.as_share };
}
// ---------------------------------------------------------------- text

// As Python writes a number: to the nearest, and of two as near to the even one.
function liveFixed(value, digits) {
  const text = value.toFixed(digits), exact = Math.abs(value).toFixed(Math.min(digits + 40, 100));
  const point = exact.indexOf("."), rest = exact.slice(point + 1 + digits);
  let fixed = text;
  if (/^50*$/.test(rest)) {
    const cut = exact.slice(0, point + 1 + digits).replace(/\.$/, "");
    if (Number(cut.at(-1)) % 2 === 0) fixed = (value < 0 ? "-" : "") + cut;
  }
  return /^-[0.]*$/.test(fixed) ? fixed.slice(1) : fixed;
}
function liveDigits(half) {
  if (!(half > 0) || !Number.isFinite(half)) return 2;
  return Math.min(Math.max(1 - Math.floor(Math.log10(half)), 0), 9);
}
// The value and its interval: ["36.07 %", "35.77 to 36.36 %"].
function liveParts(e) {
  if (e.asItIs) return [`${e.value}`, `${e.low} to ${e.high}`];
  const scale = e.share ? 100 : 1, unit = e.share ? " %" : "";
  const digits = liveDigits(scale * (e.high - e.low) / 2);
  const [value, low, high] = [e.value, e.low, e.high].map(x => liveFixed(scale * x, digits));
  return [value + unit, `${low} to ${high}${unit}`];
}
// Among the hands so far: is a difference certain?
const liveTiny = gap => gap.low <= 0 && gap.high >= 0;
