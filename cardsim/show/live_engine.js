"use strict";
// A module of a game, made by cardsim, plays here: memory is laid out as numba's loops take it.
function liveEngine(code, told, rows) {
  const STACK = 1 << 18, PAGE = 65536, LINE = 64, CHANCE = 16, ARENA = 1 << 20;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const calls = new WebAssembly.Table({ initial: CHANCE, element: "anyfunc" });
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, STACK);
  const env = {
    __linear_memory: memory, __stack_pointer: stack, __indirect_function_table: calls,
    NRT_MemInfo_alloc_aligned: size => kept(size, 0),
    NRT_MemInfo_new_varsize_dtor: (size, frees) => kept(size, frees),
    NRT_MemInfo_varsize_realloc: (at, size) => {
      const view = new DataView(memory.buffer), to = room(Number(size)), from = view.getUint32(at + 24, true);
      const had = Number(view.getBigInt64(at + 32, true));
      new Uint8Array(memory.buffer).copyWithin(to, from, from + Math.min(had, Number(size)));
      view.setUint32(at + 24, to, true);
      view.setBigInt64(at + 32, size, true);
      return to;
    },
    NRT_MemInfo_call_dtor: at => {
      const view = new DataView(memory.buffer), frees = view.getUint32(at + 16, true);
      if (frees) calls.get(frees)(view.getUint32(at + 24, true));
      if (--arrays === 0) top = arena;
    },
    // A product of 128 bits, by which numba sees whether a list grows too large.
    __multi3: (at, low, high, otherLow, otherHigh) => {
      const whole = (a, b) => (BigInt.asUintN(64, b) << 64n) + BigInt.asUintN(64, a);
      const product = whole(low, high) * whole(otherLow, otherHigh), view = new DataView(memory.buffer);
      view.setBigUint64(at, BigInt.asUintN(64, product), true);
      view.setBigUint64(at + 8, BigInt.asUintN(64, product >> 64n), true);
    },
  };
  let free = told.end, game = null, arena = 0, top = 0, arrays = 0;
  const seats = told.players[1], { state, words, together } = told.sizes;
  // Memory lasts as long as the engine: a table that is laid out again takes the same places.
  const take = size => {
    const at = (free + LINE - 1) & -LINE;
    free = at + size + LINE;
    const lacking = free - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE));
    return at;
  };
  // Room for an array or a list that a kernel makes; all is gone when a decision is taken.
  const room = size => {
    const at = (top + LINE - 1) & -LINE;
    top = at + size;
    if (top > arena + ARENA) throw new Error("a strategy makes arrays or lists that are too large");
    return at;
  };
  // Before it lies what numba keeps of it: how often it is used, two addresses, the second of what
  // frees the entries of a list, where it begins, and its size.
  const kept = (size, frees) => {
    const at = room(LINE + Number(size)), view = new DataView(memory.buffer);
    arrays++;
    view.setBigInt64(at, 1n, true);
    view.setUint32(at + 16, frees, true);
    view.setUint32(at + 24, at + LINE, true);
    view.setBigInt64(at + 32, size, true);
    return at;
  };
  memory.grow(Math.ceil(told.end / PAGE));
  game = new WebAssembly.Instance(new WebAssembly.Module(code), { env }).exports;
  const people = Object.values(told.companies).map(c => c.members.length + 1);
  const most = Math.max(2, ...people) + seats, decisions = told.decisions.length;
  const numbers = Math.max(1, ...Object.values(told.strategies).map(s => s.params.length));
  const remembered = Math.max(0, ...Object.values(told.strategies).map(s => s.memory[2]));
  const p = {
    result: take(16), error: take(16), rules: take(told.rules.size), table: take(8 * seats * seats),
    heroes: take(8 * seats), calls: take(8 * most * decisions), params: take(8 * most),
    values: take(8 * numbers * most), memories: take(8 * seats), notes: take(remembered * seats),
    sizes: take(24 * most), stop: take(8), outcomes: take(rows * told.outcome.size),
    states: take(together * state), words: take(together * words), queue: take(4 * together),
    scratch: take(32 * together), chances: take(seats * words), rows: take(8 * rows * seats),
    draws: take(8 * seats * seats), members: take(8 * most), edges: take(8 * most),
    drawn: take(4 * together * (seats + 4)),
  };
  const end = free;
  top = arena = take(ARENA);
  const place = {};
  for (const [name, one] of Object.entries(told.strategies))
    place[name] = one.functions.map(f => { calls.set(calls.grow(1), game[f]); return calls.length - 1; });
  const big = (at, list) => new BigInt64Array(memory.buffer, at, list.length).set(list.map(BigInt));
  const zeros = (from, to) => new Uint8Array(memory.buffer, from, to - from).fill(0);
  // What numba makes of an array: two addresses it needs not, how many, how large, where, how long
  // in each dimension, and how far apart.
  const one = (at, n, size) => [0, 0, BigInt(n), BigInt(size), at, BigInt(n), BigInt(size)];
  const two = (at, a, b, size) =>
    [0, 0, BigInt(a * b), BigInt(size), at, BigInt(a), BigInt(b), BigInt(b * size), BigInt(size)];

  function packed(rules) {
    const bytes = Uint8Array.from(atob(told.rules.packed), c => c.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    for (const [name, given] of Object.entries(rules)) {
      const rule = told.rules.options.find(r => r.name === name);
      const known = rule.values.find(([v]) => v === given);
      const codes = known ? known[1] : Array(rule.length || 1).fill(Number(given));
      codes.forEach((n, k) => rule.form === "f8"
        ? view.setFloat64(rule.offset + 8 * k, n, true)
        : view.setInt32(rule.offset + 4 * k, n, true));
    }
    return bytes;
  }
  let now = null;
  // A table as `liveTable` makes it of a setting.
  function sit(table) {
    // What another table left there is no part of this one.
    zeros(p.rules, end);
    top = arena;
    arrays = 0;
    const rows = table.seated, lucky = rows.some(r => r.lucky), retentive = rows.some(r => r.memory[2]);
    new Uint8Array(memory.buffer).set(packed(table.rules), p.rules);
    rows.forEach((row, k) =>
      new Float64Array(memory.buffer, p.values + 8 * numbers * k, row.packed.length).set(row.packed));
    big(p.calls, rows.flatMap(row => place[row.strategy]));
    big(p.params, rows.map((_, k) => p.values + 8 * numbers * k));
    big(p.sizes, rows.flatMap(row => row.memory));
    big(p.memories, Array.from({ length: seats }, (_, k) => p.notes + remembered * k));
    big(p.table, table.table.flat());
    big(p.heroes, table.heroes);
    new Uint32Array(memory.buffer, p.queue, together).set(Array.from({ length: together }, (_, k) => k));
    if (table.company) {
      big(p.draws, table.company.draws.flat());
      big(p.members, table.company.members);
      new BigUint64Array(memory.buffer, p.edges, table.company.edges.length)
        .set(table.company.edges.map(BigInt));
    }
    now = { ...table, lucky, retentive };
  }
  // Plays units `first` to `first + count - 1` of a seed; both are BigInt.
  function play(seed, first, count) {
    const { players, seated, heroes, company } = now, turns = now.table.length;
    if (company) {
      const blocks = Math.floor((Math.max(...company.draws.flat()) + 4) / 4);
      const failed = game.draw(p.result, p.error, seed, first, ...two(p.table, turns, players, 8),
        ...two(p.draws, turns, players, 8), ...one(p.members, company.members.length, 8),
        ...one(p.edges, company.edges.length, 8), ...two(p.drawn, 4 * blocks, together, 4),
        ...two(p.rows, count, players, 8));
      if (failed) throw new Error(`drawing who sits where ended with ${failed}`);
    }
    const k = seated.length;
    const raised = game.hands(p.result, p.error, seed, first, BigInt(count), BigInt(players),
      BigInt(now.goes_on), +now.lucky, +now.retentive, +!!company,
      ...one(p.rules, 1, told.rules.size),
      ...(company ? two(p.rows, count, players, 8) : two(p.table, turns, players, 8)),
      ...one(p.heroes, heroes.length, 8), ...one(p.calls, k * decisions, 8), ...one(p.params, k, 8),
      ...one(p.memories, seats, 8), ...two(p.sizes, k, 3, 8), ...one(p.stop, 1, 1),
      ...one(p.outcomes, rows, told.outcome.size), ...one(p.states, together, state),
      ...one(p.words, together, words), ...one(p.queue, together, 4), ...two(p.scratch, 8, together, 4),
      ...one(p.chances, seats, words));
    const [status, hand] = new BigInt64Array(memory.buffer, p.result, 2);
    if (raised) throw new Error(`a strategy stopped with error ${raised}`);
    if (status) throw new Error(["", "it was stopped", "a strategy took an action that is not legal",
      "it did not end"][status] + `, in hand ${hand}`);
    return outcomes(count);
  }
  function outcomes(count) {
    const kind = { 1: Int8Array, 2: Int16Array, 4: Int32Array }[told.outcome.width];
    return new kind(memory.buffer, p.outcomes, count * told.outcome.size / told.outcome.width);
  }
  return { sit, play, rows, turns: () => now.table.length, wide: told.outcome.size / told.outcome.width, bytes: () => memory.buffer.byteLength };
}
