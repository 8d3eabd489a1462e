"use strict";
// Plays a setting, and the other points of a chart, a few thousand units at a time.
const ROWS = 2000, counters = new Map(), pairs = new Map();
let engine = null, told = null, job = null, playing = false;

function counterOf(key) {
  if (!counters.has(key)) counters.set(key, { n: 0, columns: new Map() });
  return counters.get(key);
}
function play(setting, seed, first, count) {
  engine.sit(liveTable(told, setting));
  return engine.play(BigInt(seed), BigInt(first), count);
}
function count(counter, rows, measures, size) {
  for (const at of new Set(measures.map(m => m.at))) {
    if (!counter.columns.has(at)) counter.columns.set(at, new Map());
    liveCount(counter.columns.get(at), rows, engine.wide, at, size);
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
    const size = Math.min(ROWS, counter.n - pair.n), by = measures.find(m => m.name === measure);
    const theirs = column(play(base.setting, seed, pair.n, size), by.at, size);
    liveAdd(pair, by, column(play(mine.setting, seed, pair.n, size), by.at, size), theirs);
    tell(mine.key, 2 * size, began, pair);
    return true;
  }
  // First enough of the setting to say something, then the chart, then all the rest of it.
  const waits = others.filter(o => counterOf(o.key).n < Math.min(least, most));
  const next = counter.n < Math.min(least, most) ? mine : waits[0] ?? (counter.n < most ? mine : null);
  if (!next) return false;
  const into = counterOf(next.key), size = Math.min(ROWS, most - into.n);
  count(into, play(next.setting, seed, into.n, size), liveTold(told, next.setting).measures, size);
  tell(next.key, size, began, next === mine ? pair : null);
  return true;
}
function pairOf(key) {
  if (!pairs.has(key)) pairs.set(key, livePair());
  return pairs.get(key);
}
function tell(key, played, began, pair) {
  const { n, columns } = counterOf(key);
  postMessage({ job: job.id, key, n, columns, played, took: performance.now() - began, pair });
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
function differs(checks) {
  for (const { setting, seed, first, hands, sum } of checks) {
    let found = 2166136261;
    const rows = play(setting, seed, first, hands);
    for (const byte of new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength))
      found = Math.imul(found ^ byte, 16777619) >>> 0;
    if (found !== sum) return true;
  }
  return false;
}
onmessage = ({ data }) => {
  if (data.code) {
    try {
      told = data.told;
      engine = liveEngine(data.code, told, ROWS);
      postMessage(differs(data.checks)
        ? { wrong: "this browser plays other hands than cardsim did" }
        : { ready: true, bytes: engine.bytes() });
    } catch (error) {
      postMessage({ wrong: String(error.message ?? error) });
    }
    return;
  }
  job = data.job;
  if (job) work();
};
