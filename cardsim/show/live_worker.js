"use strict";
// Plays a setting, and the other points of a chart, a few thousand units at a time.
const ROWS = 2000, AHEAD = 4, LONG = 250, FEWEST = 250, counters = new Map(), pairs = new Map();
let engine = null, told = null, job = null, playing = false, pace = FEWEST;

function counterOf(key) {
  if (!counters.has(key)) counters.set(key, { n: 0, columns: new Map() });
  return counters.get(key);
}
function play(setting, seed, first, count) {
  engine.sit(liveTable(told, setting));
  return engine.play(BigInt(seed), BigInt(first), count);
}
// Counts each column by the seat that is yours: you move on by one from unit to unit.
function count(counter, rows, measures, size) {
  const turns = engine.turns();
  for (const at of new Set(measures.map(m => m.at))) {
    if (!counter.columns.has(at)) counter.columns.set(at, Array.from({ length: turns }, () => new Map()));
    const list = counter.columns.get(at);
    for (let i = 0, k = at; i < size; i++, k += engine.wide) {
      const counts = list[(counter.n + i) % turns];
      counts.set(rows[k], (counts.get(rows[k]) ?? 0) + 1);
    }
  }
  counter.n += size;
}
const column = (rows, at, size) => Array.from({ length: size }, (_, i) => rows[i * engine.wide + at]);

// One step of the job; false where nothing is left to do.
function step() {
  const { mine, base, others, seed, most, least, measure } = job, began = performance.now();
  const measures = liveTold(told, mine.setting).measures;
  const counter = counterOf(mine.key), pair = base && pairOf(`${mine.key} - ${base.key} ${measure}`);
  if (pair && pair.n < counter.n) {
    const size = Math.min(pace, counter.n - pair.n), by = measures.find(m => m.name === measure);
    const theirs = column(play(base.setting, seed, pair.n, size), by.at, size);
    liveAdd(pair, by, column(play(mine.setting, seed, pair.n, size), by.at, size), theirs);
    tell(mine.key, 2 * size, began, pair);
    return true;
  }
  // The chart fills evenly, the setting itself faster, until each point says something; then the
  // setting goes on alone.
  const n = o => counterOf(o.key).n, waits = others.filter(o => n(o) < Math.min(least, most));
  const behind = waits.reduce((a, b) => n(b) < n(a) ? b : a, waits[0]);
  const next = behind && counter.n > AHEAD * n(behind) ? behind : counter.n < most ? mine : behind;
  if (!next) return false;
  const into = counterOf(next.key), size = Math.min(pace, most - into.n);
  count(into, play(next.setting, seed, into.n, size), liveTold(told, next.setting).measures, size);
  tell(next.key, size, began, next === mine ? pair : null);
  return true;
}
function pairOf(key) {
  if (!pairs.has(key)) pairs.set(key, livePair());
  return pairs.get(key);
}
function tell(key, played, began, pair) {
  const { n, columns } = counterOf(key), took = performance.now() - began;
  // A slow game is heard of as often as a fast one.
  pace = took > LONG ? Math.max(FEWEST, pace / 2) : took < LONG / 4 ? Math.min(ROWS, 2 * pace) : pace;
  postMessage({ job: job.id, key, n, columns, played, took, pair });
}
async function work() {
  if (playing) return;
  playing = true;
  try {
    while (job && step()) await new Promise(next => setTimeout(next));
    if (job) postMessage({ job: job.id, done: true });
  } catch (error) {
    postMessage({ job: job?.id, wrong: String(error.message ?? error) });
    job = null;
  }
  playing = false;
}
// The module plays here what it played where the page was made, or it plays nothing.
const differs = checks => checks.some(({ setting, seed, first, hands, sum }) => {
  let found = 2166136261;
  const rows = play(setting, seed, first, hands);
  for (const byte of new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength))
    found = Math.imul(found ^ byte, 16777619) >>> 0;
  return found !== sum;
});
onmessage = ({ data }) => {
  if (data.code) {
    try {
      told = data.told;
      engine = liveEngine(data.code, told, ROWS);
      postMessage(differs(data.checks)
        ? { wrong: "this browser plays other hands than cardsim did" }
        : { ready: true, bytes: engine.bytes(), shown: !differs(data.shown) });
    } catch (error) {
      postMessage({ wrong: String(error.message ?? error) });
    }
    return;
  }
  job = data.job;
  if (job) work();
};
