"use strict";
// "Try your table": the controls, the sentence, the chart and the link. The worker plays.
(async () => {
  const { box, say, unpacked } = live;
  const SVG = "http://www.w3.org/2000/svg", LEAST = 20000, WIDE = 40, STEPS = 20;
  const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
  const words = name => name.replaceAll("_", " "), flag = name => "--" + name.replaceAll("_", "-");
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  let told, checks, shown, code, worker;
  try {
    ({ told, checks, shown } = JSON.parse(new TextDecoder().decode(await unpacked("live-told"))));
    code = await unpacked("live-code");
    const text = new TextDecoder().decode(await unpacked("live-worker"));
    worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  } catch {
    say("What plays here is damaged, or may not run in this browser. All the rest of the page is as it was.");
    return;
  }

  // -------------------------------------------------------------- settings
  const [fewest, most, usual] = told.players, plays = told.decisions.length > 0;
  const names = Object.keys(told.strategies), counts = new Map(), pairs = new Map();
  const s = {
    players: usual, unit: told.units[0], rules: {}, seed: "1", n: 1e6, measure: 0, chart: "",
    ...(plays ? {
      you: { strategy: told.usual, values: {} },
      they: told.field ? { company: "field" } : { strategy: told.usual, values: {} },
    } : {}),
    ...told.start,
  };
  const start = JSON.stringify(s), { seed: firstSeed } = s;
  let pinned = null;
  const rule = name => told.rules.options.find(r => r.name === name);
  const met = r => r.needs.every(([name, allowed]) => name === "unit" ? allowed.includes(s.unit)
    : !rule(name) || allowed.some(v => same(v, s.rules[name] ?? rule(name).default)));
  const changed = (values, params) => Object.fromEntries(params.filter(
    p => p.name in values && !same(values[p.name], p.default)).map(p => [p.name, values[p.name]]));
  const player = who => "company" in who ? { company: who.company }
    : { strategy: who.strategy, values: changed(who.values, told.strategies[who.strategy].params) };
  // Settings that mean the same are the same text: so counts are found again.
  function setting() {
    const rules = changed(s.rules, told.rules.options.filter(met));
    return { players: s.players, unit: s.unit, rules, ...(plays ? { you: player(s.you), they: player(s.they) } : {}) };
  }
  const keyOf = one => JSON.stringify([one, s.seed]);
  function objection(one) {
    const found = liveTold(told, one);
    if (found.objection) return found.objection;
    const groups = [[told.rules.options, one.rules]];
    for (const who of [one.you, one.they])
      if (who?.strategy) groups.push([told.strategies[who.strategy].params, who.values]);
    for (const [options, values] of groups) {
      const value = o => values[o.name] ?? o.default;
      for (const o of options) {
        const other = o.at_most && options.find(x => x.name === o.at_most);
        if (other && Number(value(o)) > Number(value(other)))
          return `${words(o.name)} must be at most ${words(other.name)}, ${value(other)}`;
      }
    }
    return "";
  }

  // -------------------------------------------------------------- controls
  const el = (tag, given = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), given);
    made.append(...children);
    return made;
  };
  const companies = () => [
    ...Object.keys(told.companies).map(c => [c, c === "field" ? "all kinds of people (field)" : c === "field-0" ? "beginners (field-0)" : c.startsWith("field-") ? `people up to level ${c.slice(6)} (${c})` : c]),
    ["same", "everybody plays like you"], ...names.map(n => [n, n]),
  ];
  const theyAre = () => s.they.company ?? s.they.strategy;
  function seatThem(name) {
    s.they = name === "same" || name in told.companies ? { company: name } : { strategy: name, values: {} };
  }
  // A control: `values` are its values in order, or none where it is a number of any size.
  function ranged(p, get, set, id, label, help) {
    if (p.kind === "word") return { id, label, help, get, set, values: p.choices };
    if (p.kind === "bool") return { id, label, help, get, set, values: [false, true] };
    const { low, high } = p, top = p.name === "lapse" ? 0.2 : high;
    if (low === null || high === null) return { id, label, help, get, set, low, high, whole: p.kind === "int" };
    if (p.kind === "int" && high - low <= 200)
      return { id, label, help, get, set, slides: true, values: Array.from({ length: high - low + 1 }, (_, k) => low + k) };
    if (p.kind === "int") return { id, label, help, get, set, low, high, whole: true };
    const steps = Array.from({ length: STEPS + 1 }, (_, k) => Number((low + (top - low) * k / STEPS).toPrecision(6)));
    const values = [...new Set([...steps, p.default, get()])].sort((a, b) => a - b);
    return { id, label, help, get, set, slides: true, values };
  }
  function ofPlayer(who, side) {
    if (!who?.strategy) return [];
    const whose = side === "you" ? "your" : "their";
    // A name with a letter in place of a word, such as `card_w`, says less than what it means.
    const named = p => p.help && /(^|_)[a-z](_|$)/.test(p.name) ? `${side}: ${p.help}` : `${whose} ${words(p.name)}`;
    // Only members of a field have a temperature.
    return told.strategies[who.strategy].params.filter(p => p.name !== "temperature").map(p => ranged(p, () => who.values[p.name] ?? p.default,
      v => { who.values[p.name] = v; }, `${side}.${p.name}`, p.name === "lapse" ? (side === "you" ? "you slip in" : "they slip in") : named(p), named(p).endsWith(p.help) ? "" : p.help))
      .map(c => /lapse$/.test(c.id) ? { ...c, says: v => `${Number((100 * v).toPrecision(6))} % of decisions` } : c);
  }
  function ofTable() {
    const list = [];
    if (most > fewest) list.push({ id: "players", label: "players", slides: true, get: () => s.players, set: v => { s.players = v; },
      values: Array.from({ length: most - fewest + 1 }, (_, k) => fewest + k) });
    if (told.units.length > 1) list.push({ id: "unit", label: "what is played", get: () => s.unit, set: v => { s.unit = v; s.measure = 0; pinned = null; }, values: told.units });
    if (!plays) return list;
    if (names.length > 1) list.push({ id: "strategy", label: "you play", help: told.strategies[s.you.strategy].about, get: () => s.you.strategy, set: v => { s.you = { strategy: v, values: {} }; }, values: names });
    list.push(...ofPlayer(s.you, "you"));
    list.push({ id: "vs", label: "the others", help: s.they.strategy ? told.strategies[s.they.strategy].about : "", get: theyAre, set: seatThem, values: companies().map(([v]) => v), shown: companies().map(([, t]) => t) });
    list.push(...ofPlayer(s.they, "they"));
    return list;
  }
  const ofRules = () => told.rules.options.filter(r => r.values.length > 1 || r.kind).map(r => {
    const get = () => s.rules[r.name] ?? r.default, set = v => { s.rules[r.name] = v; };
    const id = `rule.${r.name}`, label = words(r.name), off = !met(r);
    if (r.values.length) return { id, label, help: r.help, get, set, off, values: r.values.map(([v]) => v) };
    return { ...ranged(r, get, set, id, label, r.help), off };
  });
  const controls = () => [...ofTable(), ...ofRules()];
  const text = v => v === true ? "yes" : v === false ? "no" : String(v);
  function knob(c) {
    const id = `live-${c.id}`, label = el("label", { htmlFor: id }, c.label), value = c.get(), said = c.says ?? text;
    let input;
    if (c.slides) {
      const says = el("b", {}, ` ${said(value)}`);
      label.append(says);
      input = el("input", { type: "range", min: 0, max: c.values.length - 1, step: 1, value: Math.max(c.values.findIndex(v => v >= value), 0) });
      input.ariaValueText = said(value);
      input.addEventListener("input", () => { c.set(c.values[+input.value]); says.textContent = ` ${said(c.get())}`; input.ariaValueText = said(c.get()); moved(c); });
    } else if (c.values) {
      input = el("select", {}, ...c.values.map((v, k) => el("option", { value: k, selected: same(v, value) }, c.shown?.[k] ?? text(v))));
      input.addEventListener("change", () => { c.set(c.values[+input.value]); moved(c); });
    } else {
      input = el("input", { type: "number", value, step: c.whole ? 1 : "any" });
      if (c.low !== null) input.min = c.low;
      if (c.high !== null) input.max = c.high;
      input.addEventListener("change", () => {
        if (input.checkValidity() && input.value !== "") { c.set(+input.value); moved(c); } else { input.value = c.get(); }
      });
    }
    input.id = id;
    if (!c.help) return el("div", { className: "knob" }, label, input);
    input.setAttribute("aria-describedby", `${id}-means`);
    return el("div", { className: "knob" }, label, input, el("small", { id: `${id}-means` }, c.help));
  }
  const parts = {
    table: el("div", { className: "control" }), rules: el("div", { className: "control" }),
    changed: el("span"), chart: el("div", { className: "live-chart" }), says: box.querySelector(".live-says"),
    small: el("p", { className: "live-small" }), gap: el("p", { className: "live-gap" }), speed: el("p", { className: "live-small" }),
    command: el("code"), status: el("p", { className: "unseen", role: "status" }), asked: el("div", { className: "control" }),
    about: el("p", { className: "live-small" }), lacking: el("p", { className: "live-small" }),
    luck: el("p", { className: "live-small" }), counted: el("table", { className: "live-counted" }), replay: el("details", { className: "live-replay" }),
  };
  const button = (label, act) => { const b = el("button", { type: "button" }, label); b.addEventListener("click", act); return b; };
  const pin = button("I play this now", () => { pinned = pinned ? null : { setting: setting(), text: sentence(setting()) }; ask(); });
  const copy = button("Copy a link to this table", async () => {
    const link = location.href.split("#")[0] + hash();
    try { await navigator.clipboard.writeText(link); } catch {
      const field = el("textarea", { value: link });
      box.append(field); field.select(); document.execCommand("copy"); field.remove();
    }
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy a link to this table"; }, 1500);
  });
  const again = button("Back to the start", () => { Object.assign(s, JSON.parse(start)); pinned = null; build(); ask(); });
  function build(focus) {
    parts.table.replaceChildren(...ofTable().map(knob));
    // A rule that means nothing beside the others is not shown until it does.
    parts.rules.replaceChildren(...ofRules().filter(c => !c.off).map(knob));
    const measures = measuresNow(), axes = axesNow();
    const pick = (id, label, values, shown, get, set) => knob({ id, label, values, shown, get, set });
    parts.asked.replaceChildren(
      ...(measures.length > 1 ? [pick("measure", "counted", measures.map((_, k) => k), measures.map(m => m.text), () => s.measure, v => { s.measure = v; })] : []),
      ...(axes.length ? [pick("chart", "the chart is over", axes.map(c => c.id), axes.map(c => c.label), () => axisNow()?.id, v => { s.chart = v; })] : []),
      pick("n", "stop after", [1e5, 1e6, 1e7], ["100,000", "1,000,000", "10,000,000"].map(t => `${t} ${toldNow().plural ?? ""}`), () => s.n, v => { s.n = v; }),
      knob({ id: "seed", label: "seed", help: "another number is other luck", low: 0, high: 2 ** 53 - 1, whole: true, get: () => s.seed, set: v => { s.seed = String(v); } }));
    if (focus) document.getElementById(focus)?.focus();
  }
  const toldNow = () => liveTold(told, setting());
  const measuresNow = () => toldNow().measures ?? [];
  const measureNow = () => measuresNow()[Math.min(s.measure, measuresNow().length - 1)];
  const axesNow = () => controls().filter(c => !c.off && c.values?.length > 1 && !["strategy", "vs", "unit"].includes(c.id) && !/lapse$/.test(c.id));
  const axisNow = () => axesNow().find(c => c.id === s.chart) ?? axesNow().find(c => plays && c.id === `you.${told.strategies[s.you.strategy].named[0]}`) ?? axesNow().find(c => c.id.startsWith("you.")) ?? axesNow()[0];
  // What changes other controls lays them out anew, and the focus stays.
  function moved(c) {
    if (!c.slides || c.id === "players") build(`live-${c.id}`);
    ask();
  }
  // -------------------------------------------------------------- the link
  const ofDefault = c => c.id.startsWith("rule.") ? rule(c.id.slice(5)).default
    : c.id.includes(".") ? told.strategies[s[c.id.split(".")[0]].strategy].params.find(p => p.name === c.id.split(".")[1]).default : undefined;
  // What the page begins with is not what is usual, so that a link must say it in any case.
  const told0 = new Set(controls().filter(c => !same(c.get(), ofDefault(c))).map(c => c.id));
  function hash() {
    const given = new URLSearchParams();
    for (const c of controls()) if (!c.off) {
      if (told0.has(c.id) || !same(c.get(), ofDefault(c))) given.set(c.id, String(c.get()));
    }
    if (s.chart) given.set("chart", s.chart);
    if (s.measure) given.set("measure", measureNow().name);
    if (s.seed !== firstSeed) given.set("seed", s.seed);
    if (s.n !== 1e6) given.set("n", String(s.n));
    return `#${given}`;
  }
  // Takes what it can of a link, and returns what it cannot.
  function taken(link) {
    const given = new URLSearchParams(link.replace(/^#/, "")), left = [];
    const order = id => ["unit", "players", "strategy", "vs"].indexOf(id) + 1 || 9;
    for (const [id, value] of [...given].sort(([a], [b]) => order(a) - order(b))) {
      const c = controls().find(k => k.id === id);
      if (id === "seed" && /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n) s.seed = value;
      else if (id === "n" && ["100000", "1000000", "10000000"].includes(value)) s.n = +value;
      else if (id === "chart") s.chart = value;
      else if (id === "measure" && measuresNow().some(m => m.name === value)) s.measure = measuresNow().findIndex(m => m.name === value);
      else if (c?.values?.some(v => String(v) === value)) c.set(c.values.find(v => String(v) === value));
      else if (c && !c.values && value.trim() !== "" && Number.isFinite(+value) && (!c.whole || Number.isInteger(+value))
        && (c.low === null || +value >= c.low) && (c.high === null || +value <= c.high)) c.set(+value);
      else left.push(`${id}=${value}`);
    }
    return left;
  }
  // -------------------------------------------------------------- words
  function way(who, one = false) {
    const { params, plays: template, named: names, ways } = told.strategies[who.strategy];
    const value = p => who.values[p.name] ?? p.default, of = n => text(value(params.find(p => p.name === n)));
    const way = ways[names.map(of).join("|")], named = new Set(template || way ? names : []);
    let how = way ?? (template ? template.replace(/{(\w+)}/g, (_, n) => of(n)) : `play~ ${who.strategy}`);
    const more = params.filter(p => !named.has(p.name) && p.name !== "lapse" && !same(value(p), p.default));
    if (more.length) how += ` (${more.map(p => `${p.name.replaceAll("_", "-")} ${text(value(p))}`).join(", ")})`;
    const lapse = params.find(p => p.name === "lapse");
    if (lapse && value(lapse)) how += `, but lapse~ in ${Number((100 * value(lapse)).toPrecision(6))} % of decisions`;
    return how.replace(/(\w*)~/g, (_, verb) => one ? verb + (/(s|x|z|o|ch|sh)$/.test(verb) ? "es" : "s") : verb);
  }
  function sentence(one) {
    if (!plays) return "";
    const found = liveTold(told, one), others = found.sides.filter(side => side !== found.sides[0]).length;
    const partner = found.sides.filter(side => side === found.sides[0]).length > 1 ? ", with a partner who plays like you," : "";
    if (!others) return `If you ${way(one.you)}, `;
    const { company } = one.they, how = company === "same" ? null : company ? told.companies[company].plays : way(one.they, others === 1);
    const people = company && company !== "same" ? (others === 1 ? "person" : "people") : others === 1 ? "player" : "players";
    const who = how === null ? (others === 1 ? "one player who plays like you" : `${COUNTS[others]} players who play like you`)
      : `${COUNTS[others]} ${people} who ${company && others === 1 ? `may ${how}` : how}`;
    return `If you ${way(one.you)}${partner} ${told.alone} ${who}, `;
  }
  function outcome(measure, e, mark = v => v) {
    const scaled = e.asItIs ? e : { ...e, value: e.value * measure.times, low: e.low * measure.times, high: e.high * measure.times };
    const put = (template, x) => template.replace("{}", mark(liveParts(x)[0]));
    if (measure.you.length === 1) return put(measure.you[0] || `${measure.text}: {}`, scaled);
    if (scaled.low <= 0 && scaled.high >= 0) {
      const [value, interval] = liveParts(scaled);
      return measure.level.replace("{}", `${measure.cost.replace("{}", mark(value))}, 95 %: ${interval}`);
    }
    const away = { ...scaled, value: -scaled.value, low: -scaled.high, high: -scaled.low };
    return scaled.value >= 0 ? put(measure.you[0], scaled) : put(measure.you[1], away);
  }
  const quoted = word => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  const option = who => {
    const values = Object.entries(who.values).map(([n, v]) => `${n}=${v}`).join(",");
    return values ? `${who.strategy}:${values}` : who.strategy;
  };
  function command(one, n) {
    const list = ["cardsim", "run", told.game];
    if (one.players !== usual) list.push("--players", one.players);
    if (one.unit !== told.units[0]) list.push("--unit", one.unit);
    for (const [name, value] of Object.entries(one.rules))
      list.push(...(typeof value === "boolean" ? [value ? flag(name) : flag(`no_${name}`)] : [flag(name), value]));
    if (plays) list.push("--strategy", option(one.you), ...(liveTold(told, one).sides.length > 1 ? ["--vs", one.they.company ?? option(one.they)] : []));
    if (s.measure) list.push("--measure", measureNow().name);
    return [...list, "-n", n, "--seed", s.seed].map(w => quoted(String(w))).join(" ");
  }
  // -------------------------------------------------------------- what is seen
  let queued = false, speed = 0, wrong = "", ended = false, left = [], points = [];
  const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
  const estimate = (key, measure) => {
    const found = counts.get(key)?.columns.get(measure.at);
    return found && counts.get(key).n >= 1000 ? liveEstimate(measure, liveMerged(found)) : null;
  };
  // How long it takes, what your seat is worth, and how much is luck.
  function dial(key, measure, plural) {
    const column = m => liveMerged(counts.get(key).columns.get(m.at)), said = [], { seats, measures } = toldNow();
    const length = measures.find(m => m.lower === null && liveIsNumber(m));
    const long = length ?? (liveIsNumber(measure) ? measure : null);
    if (long) {
      const [low, middle, high] = liveSpread(long, column(long));
      said.push(`${long.text}: ${low === high ? low : `half up to ${middle}, 8 in 10 from ${low} to ${high}`}.`);
    }
    const own = counts.get(key).columns.get(measure.at), fewest = Math.min(...own.map(c => [...c.values()].reduce((a, b) => a + b, 0)));
    if (plays && own.length > 1 && fewest >= 1000) said.push(`By your seat: ${own.map((c, k) => `${seats[k]} ${liveParts(liveEstimate(measure, c))[0]}`).join(", ")}.`);
    const even = measure.even ?? (measure.you.length === 2 ? 0 : null);
    if (plays && even !== null && measure.lower !== null) {
      const luck = liveLuck(measure, column(measure), even), less = luck && luck.ahead === measure.lower;
      const rival = measure.even === null ? "the others" : "an even share";
      said.push(luck ? `Luck: after about ${grouped(Number(Math.ceil(luck.units).toPrecision(2)))} ${plural} it shows that you do ${less ? "worse" : "better"} than ${rival}, 19 times in 20.`
        : `Luck: so far nothing shows that you do better or worse than ${rival}.`);
    }
    const texts = said.map(t => t[0].toUpperCase() + t.slice(1));
    parts.luck.replaceChildren(...texts.flatMap((t, k) => k ? [el("br"), t] : [t]));
    const rows = measures.map(m => {
      const [value, interval] = liveParts(liveEstimate(m, column(m))), spread = liveIsNumber(m) ? liveSpread(m, column(m)) : null;
      return el("tr", {}, el("th", { scope: "row" }, m.text), el("td", {}, value, el("small", {}, interval)),
        el("td", {}, spread ? String(spread[1]) : ""), el("td", {}, spread ? `${spread[0]} to ${spread[2]}` : ""));
    });
    parts.counted.replaceChildren(el("caption", { className: "unseen" }, `All that is counted, of ${plural}`),
      el("thead", {}, el("tr", {}, ...["", "estimate", "middle", `8 in 10 ${plural}`].map(t => t ? el("th", { scope: "col" }, t) : el("td")))),
      el("tbody", {}, ...rows));
  }
  function draw() {
    queued = false;
    const one = setting(), key = keyOf(one), why = wrong || objection(one), rules = Object.keys(one.rules).length;
    parts.changed.textContent = rules ? `${rules} changed` : "as usual";
    parts.about.textContent = left.length ? `The link also asks for ${left.join(", ")}, which this page does not have.` : "";
    pin.textContent = pinned ? "Forget what I play now" : "I play this now";
    if (why) {
      parts.says.textContent = `${why[0].toUpperCase()}${why.slice(1)}.`;
      for (const part of [parts.small, parts.luck, parts.counted, parts.gap, parts.speed, parts.chart, parts.command]) part.replaceChildren();
      return;
    }
    const measure = measureNow(), e = estimate(key, measure), plural = toldNow().plural;
    if (!e) { parts.says.textContent = "Playing …"; parts.small.textContent = ""; return; }
    const said = sentence(one), main = said + outcome(measure, e, v => `\u0001${v}\u0001`);
    parts.says.replaceChildren(...(main[0].toUpperCase() + main.slice(1)).split("\u0001").map((t, k) => k % 2 ? el("b", {}, t) : t), ".");
    const [value, interval] = liveParts(e);
    parts.small.textContent = `${measure.text[0].toUpperCase()}${measure.text.slice(1)}: ${value}, 95 % interval ${interval}; ${grouped(e.n)} ${plural} played${measure.even && plays ? `; an even share is ${Number((100 * measure.even).toPrecision(3))} %` : ""}.`;
    parts.command.replaceChildren(...command(one, e.n).split(" ").flatMap(w => [el("span", {}, w), " "]));
    parts.speed.textContent = speed ? `This browser plays ${grouped(Math.round(speed / 100) * 100)} ${plural} a second.${ended ? " Done." : ""}` : "";
    gap(key, measure, plural);
    dial(key, measure, plural);
    chart(key, measure);
    if (ended && parts.status.textContent !== parts.says.textContent) parts.status.textContent = parts.says.textContent;
  }
  function gap(key, measure, plural) {
    const pair = pinned && pairs.get(`${key} - ${keyOf(pinned.setting)} ${measure.name}`);
    if (!pinned) { parts.gap.textContent = ""; return; }
    if (keyOf(pinned.setting) === key) { parts.gap.textContent = `This is what you play now. Change something, and both play the same ${plural}.`; return; }
    if (!pair || pair.n < 1000) { parts.gap.textContent = `Playing both in the same ${plural} …`; return; }
    const g = liveGap(pair, measure), times = g.share ? 100 : measure.times, less = g.value < 0;
    const ends = [g.low, g.high].map(x => x * times * (less ? -1 : 1)).sort((a, b) => a - b);
    const [value, interval] = liveParts({ value: Math.abs(g.value) * times, low: ends[0], high: ends[1] });
    const much = g.share ? `${value} ${plural} in 100` : measure.cost.replace("{}", value);
    const better = measure.lower === null ? "" : less === measure.lower ? ", which is better" : ", which is worse";
    const played = `in the same ${grouped(g.n)} ${plural}`;
    const tiny = g.value ? `no certain difference (${much} ${less ? "fewer" : "more"}, 95 %: ${interval})` : `no difference so far (95 %: ${interval})`;
    parts.gap.textContent = liveTiny(g) ? `Compared with what you play now: ${tiny}, ${played}.`
      : `Compared with what you play now: ${much} ${less ? "fewer" : "more"}${better} (95 %: ${interval}), ${played}.`;
  }
  const shape = (tag, given, label) => {
    const made = document.createElementNS(SVG, tag);
    for (const [k, v] of Object.entries(given)) made.setAttribute(k, v);
    if (label !== undefined) made.textContent = label;
    return made;
  };
  function chart(key, measure) {
    const known = points.map(p => ({ ...p, e: estimate(p.key, measure) })).filter(p => p.e);
    if (known.length < 2) { parts.chart.replaceChildren(); return; }
    const W = Math.max(280, Math.min(parts.chart.clientWidth || 640, 720)), H = Math.min(300, W * 0.7), L = 46, R = 12, T = 22, B = 42;
    const scale = known[0].e.share ? 100 : 1, ends = known.flatMap(p => [p.e.low * scale, p.e.high * scale]);
    const even = measure.even && known[0].e.share && known.every(p => p.players === s.players) ? 100 * measure.even : null;
    let low = Math.min(...ends, ...(even === null ? [] : [even])), high = Math.max(...ends, ...(even === null ? [] : [even]));
    const room = (high - low || Math.abs(high) || 1) * 0.08;
    low -= room; high += room;
    const x = k => L + (W - L - R) * (k + 0.5) / points.length, y = v => T + (H - T - B) * (high - v) / (high - low);
    const made = shape("svg", { viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: "img" });
    // With fewer players everybody wins more: that is no choice that one does best to make.
    const best = measure.lower === null || known.some(p => p.players !== s.players) ? null : known.reduce((a, b) => (b.e.value < a.e.value) === measure.lower && b.e.value !== a.e.value ? b : a);
    const sure = best && known.length === points.length && known.every(p => p === best || p.e.low > best.e.high || p.e.high < best.e.low);
    const raw = (high - low) / 6, ten = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map(m => m * ten).find(v => v >= raw);
    for (let v = Math.ceil(low / step) * step; v <= high; v += step) made.append(
      shape("line", { x1: L, x2: W - R, y1: y(v), y2: y(v), class: "live-grid" }),
      shape("text", { x: L - 6, y: y(v) + 4, class: "live-tick live-side" }, Number(v.toPrecision(6)) + (known[0].e.share ? " %" : "")));
    if (even !== null) {
      // Its name stands where the points are further from the line.
      const away = some => Math.min(...some.map(p => Math.abs(p.e.value * scale - even))), half = Math.ceil(known.length / 3);
      const right = away(known.slice(-half)) >= away(known.slice(0, half));
      made.append(shape("line", { x1: L, x2: W - R, y1: y(even), y2: y(even), class: "live-even" }),
        shape("text", { x: right ? W - R : L + 2, y: y(even) - 5, class: `live-tick ${right ? "live-side" : "live-start"}` }, "even share"));
    }
    const every = Math.ceil(points.length / Math.floor((W - L - R) / 34));
    const here = points.findIndex(p => p.key === key), apart = k => here < 0 || Math.abs(k - here) >= every;
    points.forEach((p, k) => { if ((k % every === 0 && apart(k)) || k === here) made.append(shape("text", { x: x(k), y: H - B + 18, class: `live-tick${p.key === key ? " live-now" : ""}` }, text(p.value))); });
    made.append(shape("text", { x: (L + W - R) / 2, y: H - 6, class: "live-tick" }, axisNow().label));
    for (const p of known) {
      const k = points.findIndex(q => q.key === p.key), now = p.key === key ? " live-now" : "", at = x(k);
      made.append(shape("line", { x1: at, x2: at, y1: y(p.e.low * scale), y2: y(p.e.high * scale), class: `live-bar${now}` }),
        shape("circle", { cx: at, cy: y(p.e.value * scale), r: now ? 6 : 4, class: `live-dot${now}` }));
      if (p === best) made.append(shape("text", { x: at, y: y(p.e.high * scale) - 7, class: "live-tick live-best" }, sure ? "best" : "best so far"));
    }
    const mine = known.find(p => p.key === key);
    made.setAttribute("aria-label", `${measure.text}, by ${axisNow().label}.${best ? ` Best${sure ? "" : " so far"}: ${text(best.value)}, ${liveParts(best.e)[0]}.` : ""}${mine ? ` Yours: ${text(mine.value)}, ${liveParts(mine.e)[0]}.` : ""}`);
    parts.chart.replaceChildren(made);
  }
  // -------------------------------------------------------------- a hand, move by move
  let dealt = false, hand = 0, move = 0;
  function replay() {
    const first = shown.hands[0].setting, at = shown.told[hand], unit = liveTold(told, first).unit, whole = move >= at.lines.length;
    const now = { ...setting(), unit: first.unit }, own = same([now, s.seed], [{ ...first, rules: changed(first.rules, told.rules.options), ...(plays ? { you: player(first.you), they: player(first.they) } : {}) }, firstSeed]);
    const way = plays ? `: ${sentence(first).replace(/^If /, "").replace(/, $/, "")}` : "";
    const go = (id, label, act, off) => { const b = button(label, () => { act(); replay(); const again = document.getElementById(id); (again.disabled ? document.getElementById("live-move-back") : again).focus(); }); b.id = id; b.disabled = off; return b; };
    const pick = el("select", { id: "live-hand" }, ...shown.told.map((h, k) => el("option", { value: k, selected: k === hand }, `${unit} ${shown.hands[k].first}: ${h.lines.at(-1).replace(/\.$/, "")}`)));
    pick.addEventListener("change", () => { hand = +pick.value; move = 1; replay(); document.getElementById("live-hand").focus(); });
    parts.replay.replaceChildren(el("summary", {}, `One ${unit}, move by move`),
      el("p", { className: "live-small" }, `${plays ? "These players" : `${first.players} players`} sit at the table that this page began with${way}.${own ? "" : " Your own table, as it is set now, is only counted, and not told."} This browser dealt the same ${shown.hands.length === 1 ? unit : liveTold(told, first).plural} again, with the same outcomes.`),
      el("div", { className: "knob" }, el("label", { htmlFor: "live-hand" }, `which ${unit}`), pick),
      el("ul", { className: "live-small" }, ...at.seats.map(line => el("li", {}, line))),
      el("p", { className: "live-buttons" },
        go("live-move-back", "Back", () => { move--; }, move <= 1), go("live-move-next", "Next move", () => { move++; }, whole),
        go("live-move-end", "To the end", () => { move = at.lines.length; }, whole),
        go("live-hand-next", `Next ${unit}`, () => { hand = (hand + 1) % shown.told.length; move = 1; }, shown.told.length < 2)),
      el("ol", { className: "live-moves", role: "log" }, ...at.lines.slice(0, move).map((line, k) => el("li", k === move - 1 ? { ariaCurrent: "step" } : {}, line))),
      ...(whole ? [el("table", { className: "live-counted" }, el("caption", {}, "What is counted of it"), el("tbody", {}, ...at.results.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value)))))] : []));
    const last = parts.replay.querySelector(".live-moves");
    last.scrollTop = last.scrollHeight;
  }
  const redraw = () => { if (!queued) { queued = true; requestAnimationFrame(draw); } };
  // -------------------------------------------------------------- the worker
  let job = 0;
  function pointsNow() {
    const axis = axisNow();
    if (!axis) return [];
    const before = axis.get(), skip = Math.ceil(axis.values.length / WIDE);
    const values = axis.values.filter((v, k) => k % skip === 0 || same(v, before));
    const list = values.map(value => { axis.set(value); const one = setting(); return { value, setting: one, key: keyOf(one), players: one.players }; });
    axis.set(before);
    return list.filter(p => !objection(p.setting));
  }
  function ask() {
    const one = setting(), key = keyOf(one);
    if (dealt) replay();
    ended = false;
    try { history.replaceState(null, "", hash()); } catch { /* a page that may not say where it is */ }
    points = objection(one) ? [] : pointsNow();
    redraw();
    if (document.hidden || objection(one)) { worker.postMessage({ job: null }); return; }
    const at = points.findIndex(p => p.key === key);
    const near = points.map((p, k) => [Math.abs(k - at), p]).sort(([a], [b]) => a - b).map(([, p]) => p).filter(p => p.key !== key);
    const base = pinned && keyOf(pinned.setting) !== key ? { setting: pinned.setting, key: keyOf(pinned.setting) } : null;
    worker.postMessage({ job: { id: ++job, mine: { setting: one, key }, others: near, base, seed: s.seed, most: s.n, least: LEAST, measure: measureNow().name } });
  }
  worker.onmessage = ({ data: m }) => {
    if (m.ready) {
      left = taken(location.hash);
      [dealt, move] = [m.shown && shown.told.length > 0, 1];
      parts.lacking.textContent = told.leftOut.length ? `Not here: ${told.leftOut.join("; ")}.` : "";
      box.append(parts.small, parts.luck, parts.chart, parts.gap, parts.table,
        ...(ofRules().length ? [el("details", {}, el("summary", {}, "House rules ", parts.changed), parts.rules)] : []), parts.lacking,
        el("details", {}, el("summary", {}, "All that is counted"), el("div", { className: "scroll" }, parts.counted)), parts.asked,
        ...(dealt ? [parts.replay] : []),
        el("p", { className: "live-buttons" }, pin, copy, again), parts.about, parts.speed,
        el("p", { className: "live-small" }, "The same digits on a computer with cardsim:"), el("pre", {}, parts.command), parts.status);
      box.hidden = false;
      build();
      // Not before: what a link says would be overwritten by what the page begins with.
      document.addEventListener("visibilitychange", ask);
      addEventListener("resize", redraw);
      addEventListener("hashchange", () => { if (location.hash !== hash()) { Object.assign(s, JSON.parse(start)); left = taken(location.hash); build(); ask(); } });
      ask();
      return;
    }
    if (m.wrong) { wrong = m.wrong; say(`Your own table cannot be played here: ${m.wrong}. All the rest of the page is as it was.`); return; }
    if (m.done) { if (m.job === job) { ended = true; redraw(); } return; }
    counts.set(m.key, m);
    if (m.pair) { const name = measureNow()?.name; pairs.set(`${m.key} - ${pinned ? keyOf(pinned.setting) : ""} ${name}`, m.pair); }
    if (m.took > 0) speed = speed ? 0.95 * speed + 0.05 * 1000 * m.played / m.took : 1000 * m.played / m.took;
    redraw();
  };
  worker.onerror = event => { event.preventDefault(); say("Your own table cannot be played in this browser. All the rest of the page is as it was."); };
  worker.postMessage({ code, told, checks, shown: shown.hands }, [code]);
})();
