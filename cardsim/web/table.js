"use strict";
// The table as `Sight` describes it: rows, what was done, the question, legal actions in words.
const CARD = /(10|[A2-9TJQK])([♣♦♥♠])/g;
const LONGEST_LIST = 60;
const at = (id) => document.getElementById(id);
let table = null, chosen = null, only = null, known = 0, busy = null, acting = false;

function make(tag, text, put) {
  const one = document.createElement(tag);
  if (text) withCards(one, text, put);
  return one;
}

// A text whose cards look like cards; `put` makes a button of those that can be played.
function withCards(into, text, put) {
  let end = 0;
  for (const found of text.matchAll(CARD)) {
    into.append(text.slice(end, found.index));
    const card = document.createElement(put && put(found[0]) ? "button" : "span");
    card.className = "card" + ("♦♥".includes(found[2]) ? " red" : "");
    card.textContent = found[0];
    if (card.tagName === "BUTTON") card.onclick = () => pick(put(found[0]), found[0]);
    into.append(card);
    end = found.index + found[0].length;
  }
  into.append(text.slice(end));
}

// The places of the actions that have a card.
function having(card) {
  const places = [];
  table.sight.words.forEach((word, n) => {
    if ([...word.matchAll(CARD)].some((found) => found[0] === card)) places.push(n);
  });
  return places.length ? places : null;
}

function pick(places, card) {
  only = places.length > 1 ? places : null;
  choose(places.length === 1 ? places[0] : null);
  if (only) at("chosen").textContent = `Which, with ${card}? Escape shows all again.`;
}

function choose(nth) {
  chosen = nth;
  drawActions();
  at("chosen").replaceChildren();
  if (nth === null) return;
  const sure = make("button", "Do it"), back = make("button", "Take it back");
  sure.onclick = act;
  back.onclick = takeBack;
  at("chosen").append("You: ");
  withCards(at("chosen"), table.sight.words[nth]);
  at("chosen").append(sure, back);
  sure.focus();
}

function takeBack() {
  only = null;
  choose(null);
  const first = at("actions").querySelector("button");
  if (first) first.focus();
}

function drawActions() {
  const words = table.sight.words, shown = only || words.map((_, n) => n);
  at("actions").replaceChildren(...shown.slice(0, LONGEST_LIST).map((n) => {
    const button = make("button", words[n]);
    button.setAttribute("aria-pressed", String(n === chosen));
    button.onclick = () => choose(n);
    return button;
  }));
  if (shown.length > LONGEST_LIST)
    at("actions").append(make("p", `and ${shown.length - LONGEST_LIST} more: click a card to see those with it`));
}

function drawEnded() {
  at("ended").replaceChildren(...table.ended.map((one, n) => {
    const box = document.createElement("details");
    box.open = n === table.ended.length - 1;
    const heading = one.played ? `Hand ${one.number} is over` : `Hand ${one.number}, without you`;
    box.append(make("summary", heading), ...one.lines.map((line) => make("p", line)));
    return box;
  }));
}

function drawNews() {
  const {did, shown} = table.sight;
  const lines = [...did.map((line, n) => [line, n >= known]), ...shown.map((line) => [line, true])];
  at("news").replaceChildren(...lines.map(([[who, what], fresh]) => {
    const line = make("p", who ? `${who}: ${what}` : what);
    if (fresh) line.className = "new";
    return line;
  }));
  known = did.length;
  at("news").scrollTop = at("news").scrollHeight;
}

function draw(fresh) {
  if (!fresh) return;
  if (table && fresh.ended.length !== table.ended.length) known = 0;
  table = fresh;
  chosen = only = null;
  document.title = `${table.title}: your table`;
  at("title").textContent = `${table.title}: one ${table.unit}`;
  at("names").textContent = `At the table: ${table.names.join(", ")}.`;
  at("error").textContent = table.error ? `Not done: ${table.error}.` : "";
  at("coached").textContent = table.coached;
  at("hints").replaceChildren();
  at("chosen").replaceChildren();
  drawEnded();
  for (const id of ["news", "rows"]) at(id).hidden = !table.sight;
  for (const id of ["question", "actions", "keys", "hint"]) at(id).hidden = !table.sight;
  if (!table.sight) {
    lookBack();
    return;
  }
  drawNews();
  const list = document.createElement("dl");
  for (const [name, text] of table.sight.rows)
    list.append(make("dt", name), make("dd", text, having));
  at("rows").replaceChildren(list);
  at("question").textContent = table.sight.asks;
  drawActions();
}

// One question at a time: a second click waits for no second answer.
async function ask(path, method) {
  if (busy) return null;
  let done;
  busy = new Promise((resolve) => { done = resolve; });
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(path, {method: method || "GET"});
    if (!answer.ok) throw new Error(answer.statusText);
    return await answer.json();
  } catch {
    at("error").textContent = "The table does not answer: cardsim was stopped. `cardsim play --resume --web` goes on.";
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
  const path = `act?turn=${table.turn}&nth=${chosen}`;
  acting = true;
  if (busy) at("chosen").append(" It is done as soon as the hints are there.");
  while (busy) await busy;
  draw(await ask(path, "POST"));
  acting = false;
  if (table.sight) at("question").scrollIntoView({block: "nearest"});
}

async function showHints() {
  at("hints").textContent = "Trying each in imagined hands ...";
  const hints = await ask("hints");
  at("hints").replaceChildren();
  if (!hints) return;
  at("hints").append(make("p", hints.about));
  if (!hints.rows.length) return;
  const sheet = document.createElement("table"), head = sheet.createTHead().insertRow();
  for (const name of ["", "worth", "costs", "95 % interval"]) head.append(make("th", name));
  const body = sheet.createTBody();
  for (const row of hints.rows) {
    const line = body.insertRow();
    line.append(...row.map((text) => make("td", text)));
  }
  const scroll = document.createElement("div");
  scroll.className = "scroll";
  scroll.append(sheet);
  at("hints").append(scroll);
  if (hints.more) at("hints").append(make("p", `and ${hints.more} more that cost more`));
}

async function lookBack() {
  at("back").textContent = "Looking back at your decisions ...";
  const back = await ask("look-back");
  at("back").replaceChildren();
  if (!back) return;
  const list = (heading, lines) => {
    if (!lines.length) return;
    const items = document.createElement("ol");
    items.append(...lines.map((line) => make("li", line)));
    at("back").append(make("h2", heading), items);
  };
  at("back").append(make("h2", back.outcome), make("p", back.shares));
  list("What cost most", back.costly);
  list("Your decisions, and what each gave away", back.decisions);
  at("back").append(make("p", "The same cards again:"), make("pre", back.command));
}

async function leave() {
  const said = await ask("leave", "POST");
  if (!said) return;
  document.querySelector("main").replaceChildren(make("h1", "Good bye"), make("p", `${said.said || "The game is over."} You can close this page.`));
}

at("hint").onclick = showHints;
at("leave").onclick = leave;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !table || !table.sight) return;
  if (event.key === "?") showHints();
  else if (event.key === "Escape") takeBack();
});
ask("table").then(draw);
