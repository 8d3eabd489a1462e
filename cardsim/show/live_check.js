"use strict";
// What Node plays of a page's module: the sha256 of outcomes, or the estimates as the page says them.
const { createHash } = require("crypto"), { readFileSync } = require("fs");
const { code, told, jobs } = JSON.parse(readFileSync(0, "utf8"));
const engine = liveEngine(Uint8Array.from(Buffer.from(code, "base64")), told, 2000);
const found = jobs.map(({ setting, seed, first, hands, counted }) => {
  try {
    engine.sit(liveTable(told, setting));
    const sum = createHash("sha256"), { measures } = liveTold(told, setting);
    const columns = new Map((counted ? measures : []).map(m => [m.at, new Map()]));
    for (let done = 0; done < hands; done += engine.rows) {
      const size = Math.min(engine.rows, hands - done);
      const rows = engine.play(BigInt(seed), BigInt(first) + BigInt(done), size);
      sum.update(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
      for (const [at, counts] of columns) liveCount(counts, rows, engine.wide, at, size);
    }
    const parts = counted ? measures.map(m => [m.name, ...liveParts(liveEstimate(m, columns.get(m.at)))]) : [];
    return { sum: sum.digest("hex"), parts, bytes: engine.bytes() };
  } catch (error) {
    return { wrong: String(error.message ?? error) };
  }
});
process.stdout.write(JSON.stringify(found));
