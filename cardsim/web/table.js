"use strict";
// What a person does at the table that `felt.js` draws. `taps` are the cards and piles tapped for
// each action; an action without any has a button.
const LONGEST_LIST = 60;
const at = (id) => document.getElementById(id);
let table = null, picked = [], chosen = null, busy = null, acting = false;
// What the others had done when you last looked, and the trick that you saw taken.
let known = [], taken = null;
// Milliseconds for which a trick that was taken is seen, and between what two others did.
const REST = 1500, STEP = 250;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// ---------------------------------------------------------------- your decision

const live = () => table.sight.taps.map((of, n) => n)
  .filter((n) => picked.every((one) => table.sight.taps[n].includes(one.dataset.tap)));

// The actions that are tapped with just what is lifted, or the only one with it.
function ready() {
  if (!picked.length || table.sight.lifts) return [];
  const all = live(), exact = all.filter((n) => new Set(table.sight.taps[n]).size === picked.length);
  return exact.length || all.length !== 1 ? exact : all;
}

const shown = () => new Set([...document.querySelectorAll("[data-tap]")].map((one) => one.dataset.tap));

// The actions that have a button while nothing is lifted.
function bare() {
  const {sight} = table, visible = shown();
  const buttons = sight.words.map((_, n) => n)
    .filter((n) => !sight.taps[n].length || !sight.taps[n].every((tap) => visible.has(tap)));
  // Two ways to the same sums have one button.
  return buttons.filter((n, k) => buttons.findIndex((m) => worded(m) === worded(n)) === k);
}

function lift(one) {
  const {sight} = table, tap = one.dataset.tap, there = picked.indexOf(one);
  if (sight.lifts) {
    if (there >= 0) picked.splice(there, 1);
    else if (picked.length < sight.felt.ahead) picked.push(one);
    const word = String(picked.length);
    choose(sight.lifts === "count" && sight.words.includes(word) ? sight.words.indexOf(word) : null);
    return;
  }
  if (there >= 0) {
    // A second tap plays it, where it is clear how.
    if (chosen !== null && sight.taps[chosen][0] === tap) { act(); return; }
    picked.splice(there, 1);
  } else if (live().some((n) => sight.taps[n].includes(tap)) && picked.every((other) => other.dataset.tap !== tap)) {
    picked.push(one);
  } else {
    picked = [one];
  }
  const ways = ready();
  choose(ways.length === 1 ? ways[0] : null);
}

const worded = (nth) => {
  const note = table.sight.notes[nth];
  return table.sight.words[nth] + (note ? ` (${note})` : "");
};

function choose(nth) {
  chosen = nth;
  const {sight} = table, goes = new Set(live().flatMap((n) => sight.taps[n]));
  for (const one of document.querySelectorAll("[data-tap]")) {
    const lifted = picked.includes(one);
    one.setAttribute("aria-pressed", String(lifted));
    one.classList.toggle("goes", picked.length > 0 && !lifted && !sight.lifts && goes.has(one.dataset.tap));
  }
  drawActions();
  drawChosen();
}

function drawChosen() {
  const {sight} = table, said = at("chosen");
  const cards = picked.map((one) => one.getAttribute("aria-label")), ways = ready();
  let text = document.querySelector("[data-tap]") ? "Tap to lift, tap again to play." : "Choose.";
  if (chosen !== null)
    text = `You: ${sight.lifts && cards.length ? `${sight.words[chosen]} (${cards.join(", ")})` : worded(chosen)}`;
  else if (sight.lifts && cards.length)
    text = `Lifted: ${cards.join(", ")}.${sight.lifts === "before" ? " Now choose." : ""}`;
  else if (sight.lifts) text = "Tap the cards that you lay, or choose here.";
  else if (ways.length > 1) text = "Which of these?";
  else if (picked.length) text = `With ${cards.join(", ")}: tap what goes with it.`;
  said.replaceChildren(make("span", text));
  if (chosen !== null) {
    const sure = make("button", "Do it", "sure");
    sure.onclick = act;
    said.append(sure);
  }
  if (chosen !== null || picked.length) {
    const back = make("button", "Take it back");
    back.onclick = takeBack;
    said.append(back);
  }
}

function takeBack() {
  // After a verdict nothing is taken back, and "Next" stays.
  if (table.drill && table.drill.judged.said) return;
  const first = picked[0] || null;
  picked = [];
  choose(null);
  const to = first || at("actions").querySelector("button") || document.querySelector("[data-tap]");
  if (to) to.focus();
}

function drawActions() {
  const {sight} = table, ways = ready();
  let places = picked.length && !sight.lifts ? (ways.length > 1 ? ways : []) : bare();
  // Cards that are lifted say their number.
  if (sight.lifts === "count" && picked.length) places = [];
  const more = places.length - LONGEST_LIST, list = places.slice(0, LONGEST_LIST);
  const before = [...at("actions").querySelectorAll("button")].map((one) => one.dataset.nth).join();
  if (before !== list.join() || !list.length) {
    at("actions").replaceChildren(...list.map((n) => {
      const button = make("button", worded(n));
      button.dataset.nth = n;
      button.onclick = () => { if (chosen === n) act(); else choose(n); };
      return button;
    }));
    at("actions").classList.toggle("many", list.length > 12);
    at("ask").classList.toggle("crowded", list.length > 20);
    if (more > 0) at("actions").append(make("p", `and ${more} more`));
  }
  for (const button of at("actions").querySelectorAll("button"))
    button.setAttribute("aria-pressed", String(Number(button.dataset.nth) === chosen));
}

// ---------------------------------------------------------------- the whole page

function lately() {
  const {did, shown: seen} = table.sight;
  // A pile that was taken leaves another list.
  const on = JSON.stringify(did.slice(0, known.length)) === JSON.stringify(known);
  return [...seen, ...did.slice(on ? known.length : 0).filter(([who]) => who !== "you")];
}

function draw(fresh) {
  if (!fresh) return;
  const over = table ? fresh.ended.length - table.ended.length : 0;
  // Each decision of a drill is from another hand.
  if (over || fresh.drill || (table && table.turn > fresh.turn)) known = [];
  table = fresh;
  picked = [];
  chosen = null;
  document.body.dataset.turn = table.turn;
  document.title = `${table.title}: your table`;
  at("title").textContent = `${table.title}: one ${table.unit}`;
  at("verdict").hidden = true;
  at("error").textContent = table.error ? `Not done: ${table.error}.` : "";
  at("coached").textContent = table.coached;
  at("back").replaceChildren();
  closePanel();
  const {sight, drill} = table;
  if (drill) drawHeading();
  else drawCompany();
  for (const id of ["felt", "ask", "facts", "leave"]) at(id).hidden = !sight;
  at("log").hidden = sight ? !(sight.shown.length + sight.did.length + table.ended.length) : Boolean(drill);
  at("score").hidden = !sight || !table.sheet.rows.length;
  at("hint").hidden = !sight || Boolean(drill);
  document.body.classList.toggle("over", !sight);
  at("last").hidden = !(sight && sight.felt.last);
  if (!sight) {
    at("news").textContent = "";
    if (drill) drawScore();
    else lookBack();
    return;
  }
  const {felt} = sight, said = {}, news = lately();
  // Of what the log keeps the last is shown, and no calls once a trick was taken; of the rest, all.
  const own = news.slice(sight.shown.length), names = felt.chairs.map((chair) => chair.name);
  const kept = Object.fromEntries(own.slice(own.findLastIndex(([who]) => !names.includes(who)) + 1));
  for (const [who, what] of [...sight.shown, ...Object.entries(kept)]) said[who] = said[who] ? `${said[who]}; ${what}` : what;
  const told = news.map(([who, what]) => (who ? `${who}: ${what}` : what));
  if (felt.trick && felt.trick.laid.length)
    told.push(`On the table: ${felt.trick.laid.map(([seat, card]) => `${felt.chairs[seat].name} ${card}`).join(", ")}`);
  const ended = table.ended[table.ended.length - 1];
  if (over > 0) told.unshift(`Hand ${ended.number} is over. ${ended.lines[ended.lines.length - 1]}`);
  at("news").textContent = aloud(told.join(". "));
  at("news").classList.toggle("ended", over > 0);
  known = sight.did;
  const dealer = felt.chairs.find((chair) => chair.marks.includes("dealer"));
  const facts = dealer ? [["dealer", dealer.name], ...felt.facts] : felt.facts;
  at("facts").replaceChildren(...facts.map(([label, text]) => {
    const pair = document.createElement("div");
    pair.append(make("dt", label), make("dd", text));
    return pair;
  }));
  at("felt").replaceChildren(...drawFelt(felt, said));
  showInTurn(felt, [...new Set(news.map(([who]) => who))]);
  at("question").textContent = sight.asks;
  at("hand").replaceChildren();
  if (felt.hand.cards.length || felt.hand.note) at("hand").append(drawSpread(felt.hand, {own: true}));
  if (felt.own.length) at("hand").append(make("p", felt.own.map(([label, text]) => `${label}${text.includes(" ") ? ":" : ""} ${text}`).join(" · "), "count"));
  at("actions").replaceChildren();
  choose(null);
  if (drill && drill.judged.said) drawJudged();
}

// What the others did comes one by one; before it, the trick that was taken stays a moment.
function showInTurn(felt, order) {
  at("felt").querySelectorAll(".said, .spot").forEach((one, n) => {
    const place = one.dataset.who === undefined ? n : order.indexOf(one.dataset.who);
    one.style.animationDelay = `${STEP * Math.max(place, 0)}ms`;
  });
  const last = felt.last ? JSON.stringify(felt.last) : "", fresh = last && taken !== null && last !== taken;
  taken = last;
  const now = at("felt").querySelector(".laid");
  if (!fresh || !now || still.matches || table.drill) return;
  const over = drawTrick(felt, felt.last, "The trick that was taken");
  over.append(make("p", `${felt.chairs[felt.last.taker].name} took it`, "label taker"));
  now.replaceWith(over);
  setTimeout(() => over.replaceWith(now), REST);
}

// Who sits there can be changed while nothing was decided.
function drawCompany() {
  const box = at("company");
  box.replaceChildren();
  if (!table.companies.length || !table.sight || table.turn) return;
  const label = make("label", "The others play as: "), list = document.createElement("select");
  list.id = "companies";
  if (!table.companies.some(([, vs]) => vs === table.company)) list.append(new Option(table.company, "0"));
  table.companies.forEach(([text, vs], n) => list.append(new Option(text, String(n + 1), false, vs === table.company)));
  list.onchange = () => again(1, Number(list.value));
  label.append(list);
  box.append(label);
}

async function again(same, company) {
  if (acting) return;
  acting = true;
  at("news").textContent = "The cards are dealt ...";
  while (busy) await busy;
  const fresh = await ask(`again?game=${table.game}&same=${same}&company=${company}`, "POST");
  acting = false;
  at("news").textContent = "";
  if (!fresh) return;
  known = [];
  table = null;
  draw(fresh);
}

// One question at a time: a second click waits for no second answer.
async function ask(path, method) {
  if (busy) return null;
  let done;
  busy = new Promise((resolve) => { done = resolve; });
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(path, {method: method || "GET"});
    if (answer.ok) return await answer.json();
    at("error").textContent = "That ended in an error; the terminal of cardsim says which.";
    return null;
  } catch {
    at("error").textContent = `The table does not answer: cardsim was stopped. \`cardsim ${table && table.drill ? "drill" : "play"} --resume --web\` goes on.`;
    return null;
  } finally {
    busy = null;
    document.body.removeAttribute("aria-busy");
    done();
  }
}

// It waits for hints that are worked out; a second click does nothing more.
async function act() {
  if (chosen === null || acting) return;
  acting = true;
  try {
    if (busy) at("chosen").append(" It is done as soon as the hints are there.");
    while (busy) await busy;
    // Meanwhile it may have been taken back.
    if (chosen !== null && table.sight) draw(await done());
  } finally {
    acting = false;
  }
  focusFirst();
}

async function done() {
  const {lifts} = table.sight;
  // The cards that were lifted are laid one by one, from the first of the hand.
  const order = [...at("hand").querySelectorAll("[data-tap]")];
  const cards = lifts ? order.filter((one) => picked.includes(one)).map((one) => one.dataset.tap) : [];
  const take = (seen, nth) => ask(`act?game=${seen.game}&turn=${seen.turn}&nth=${nth}`, "POST");
  let fresh = await take(table, chosen);
  const goesOn = () => fresh && !fresh.error && fresh.sight && fresh.ended.length === table.ended.length;
  if (lifts === "before" && cards.length && goesOn() && fresh.sight.lifts === "count") {
    const nth = fresh.sight.words.indexOf(String(cards.length));
    if (nth >= 0) fresh = await take(fresh, nth);
  }
  while (cards.length && goesOn()) {
    // Cards that cannot be others were laid without a question.
    const laid = fresh.sight.felt.middle.find((one) => one.label === "laid so far");
    const card = cards[laid ? laid.cards.length : 0];
    const nth = fresh.sight.taps.findIndex((of) => of.length === 1 && of[0] === card);
    if (nth < 0) break;
    fresh = await take(fresh, nth);
  }
  return fresh;
}

// The keyboard goes on at what can be done.
function focusFirst() {
  if (!table || !table.sight) return;
  const to = document.querySelector("#hand [data-tap], #felt [data-tap], #actions button, .sure");
  if (to) to.focus({preventScroll: true});
}

// ---------------------------------------------------------------- panels over the felt

let opener = null;

function openPanel(heading, parts, from) {
  const close = make("button", "Back to the table");
  close.onclick = closePanel;
  opener = from || opener;
  const top = make("div", "", "top");
  top.append(make("h2", heading), close);
  at("panel").replaceChildren(top, ...parts);
  at("panel").hidden = false;
  at("felt").hidden = true;
  close.focus();
}

function closePanel() {
  if (at("panel").hidden) return;
  at("panel").hidden = true;
  at("panel").replaceChildren();
  at("felt").hidden = !table.sight;
  if (opener) opener.focus();
  opener = null;
}

function showLog() {
  const parts = table.sight ? [...table.sight.shown, ...table.sight.did].map(([who, what]) => make("p", `${who}: ${what}`)) : [];
  if (!parts.length) parts.push(make("p", "Nothing yet in this hand."));
  for (const one of [...table.ended].reverse()) parts.push(story(one));
  openPanel("What happened in this hand", parts, at("log"));
}

function story(one) {
  const box = document.createElement("details");
  box.append(make("summary", one.played ? `Hand ${one.number} is over` : `Hand ${one.number}, without you`), ...one.lines.map((line) => make("p", line)));
  return box;
}

function showLast() {
  const {felt} = table.sight, {last} = felt;
  openPanel("The last trick", [drawTrick(felt, last, "The last trick"), make("p", `${felt.chairs[last.taker].name} took it.`)], at("last"));
}

// The hands so far: what each has since, and in brackets what the hand brought.
function drawScores() {
  const {sheet} = table, grid = document.createElement("table"), head = grid.createTHead().insertRow();
  for (const text of ["hand", ...sheet.heads]) {
    const cell = make("th", text);
    cell.scope = "col";
    head.append(cell);
  }
  const body = grid.createTBody();
  for (const [number, ...texts] of sheet.rows) {
    const row = body.insertRow(), first = make("th", number);
    first.scope = "row";
    row.append(first, ...texts.map((text) => make("td", text)));
  }
  return scrolling(grid, "The score sheet");
}

function showScore() {
  const stories = [...table.ended].reverse().map(story);
  openPanel(`Score in ${table.sheet.counts}`, [drawScores(), ...stories], at("score"));
}

async function showRules() {
  const told = await ask("rules");
  if (!told) return;
  const list = make("dl", "", "rules");
  for (const [rule, value, about, changed] of told.rules) {
    const pair = document.createElement("div");
    if (changed) pair.className = "changed";
    pair.append(make("dt", `${rule}: ${value}${changed ? " (changed at this table)" : ""}`), make("dd", about));
    list.append(pair);
  }
  openPanel(`Rules of this table: ${told.preset}`, [make("p", `At the table: ${table.names.join(", ")}. The others play as ${table.company}.`), list], at("rules"));
}

async function showHints() {
  openPanel("Hints", [make("p", "Trying each in imagined hands ...")], at("hint"));
  const hints = await ask("hints");
  if (!hints || at("panel").hidden) return;
  const parts = [make("p", hints.about)];
  parts[0].id = "hints";
  if (hints.rows.length) {
    parts.push(drawWorth(hints.rows, -1));
    if (hints.more) parts.push(make("p", `and ${hints.more} more that cost more`));
  }
  if (hints.why) parts.push(make("p", `Why: ${hints.why}`));
  openPanel("Hints", parts);
}

// ---------------------------------------------------------------- the end

async function lookBack() {
  const list = table.ended, last = list[list.length - 1];
  const again_ = make("div", "", "again");
  const who = drawWho(), more = make("button", "Play again"), same = make("button", "Same cards again");
  const company = () => Number(who ? who.value : 0);
  more.onclick = () => again(0, company());
  same.onclick = () => again(1, company());
  const close = make("button", "Close the table");
  close.onclick = leave;
  again_.append(more, same, ...(who ? [who.parentNode] : []), close);
  const wait = make("p", "Looking back at your decisions ...");
  at("back").replaceChildren(wait, again_);
  const back = await ask("look-back");
  if (!back || !back.outcome || table.sight) return;
  wait.remove();
  const told = make("div", "");
  told.append(make("h2", back.outcome), make("p", back.shares));
  if (last) for (const line of last.lines.slice(-2)) told.append(make("p", line));
  again_.before(told);
  const parts = (heading, lines, places, folded) => {
    if (!lines.length) return;
    const box = document.createElement("details"), items = document.createElement("ol");
    box.open = !folded;
    items.append(...lines.map((line, n) => {
      const item = document.createElement("li"), see = make("button", "See it", "see");
      withCards(item, line);
      see.setAttribute("aria-label", `See the table: ${line}`);
      see.onclick = () => showStood(item, places(n));
      item.append(" ", see);
      return item;
    }));
    box.append(make("summary", heading), items);
    at("back").append(box);
  };
  parts("What cost most", back.costly, (n) => back.costly_at[n], false);
  parts("Your decisions, and what each gave away", back.decisions, (n) => n, true);
  const hands = document.createElement("details");
  hands.append(make("summary", list.length > 1 ? "The hands" : "The hand"), ...(list.length > 1 ? list.map(story) : list.flatMap((one) => one.lines.map((line) => make("p", line)))));
  if (table.sheet.rows.length) at("back").append(make("h3", `Score in ${table.sheet.counts}`), drawScores());
  at("back").append(hands, make("p", "The same cards in a terminal:"), make("pre", back.command));
}

function drawWho() {
  if (!table.companies.length) return null;
  const label = make("label", "Against: "), list = document.createElement("select");
  list.append(new Option("the same company", "0"));
  table.companies.forEach(([text], n) => list.append(new Option(text, String(n + 1))));
  label.append(list);
  return list;
}

// The table as it stood at one of your decisions.
async function showStood(item, nth) {
  const open = item.querySelector(".stood");
  if (open) { open.remove(); return; }
  const sight = await ask(`stood?nth=${nth}`);
  if (!sight || !sight.felt) return;
  const box = make("div", "", "stood"), live_ = table.sight;
  // Nothing is tapped in it.
  table.sight = {...sight, taps: [], lifts: ""};
  const facts = sight.felt.facts.map(([label, text]) => `${label} ${text}`).join(" · ");
  if (facts) box.append(make("p", facts, "count"));
  box.append(...drawFelt(sight.felt, {}), drawSpread(sight.felt.hand, {own: true}), make("p", `${sight.asks} You: ${sight.did}.`));
  table.sight = live_;
  item.append(box);
}

async function leave() {
  while (busy) await busy;
  const said = await ask("leave", "POST");
  if (!said) return;
  document.querySelector("main").replaceChildren(make("h1", "Good bye"), make("p", `${said.said} You can close this page.`));
}

// ---------------------------------------------------------------- keys

// Arrows go from one thing that can be tapped to the next.
function step(by) {
  const all = [...document.querySelectorAll("#hand [data-tap], #actions button, #felt [data-tap]")];
  if (!all.length) return;
  const now = all.indexOf(document.activeElement);
  all[now < 0 && by < 0 ? all.length - 1 : (now + by + all.length) % all.length].focus();
}

at("hint").onclick = showHints;
at("leave").onclick = leave;
at("log").onclick = showLog;
at("last").onclick = showLast;
at("rules").onclick = showRules;
at("score").onclick = showScore;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !table || event.target.tagName === "SELECT") return;
  if (event.key === "Escape" && !at("panel").hidden) closePanel();
  else if (!table.sight) return;
  else if (event.key === "?") { if (!table.drill) showHints(); }
  else if (event.key === "Escape") takeBack();
  else if (at("panel").hidden && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    step(event.key === "ArrowRight" ? 1 : -1);
    event.preventDefault();
  }
});
ask("table").then(draw);
