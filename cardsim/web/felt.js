"use strict";
// Draws a table as `cardsim.felt` describes it: seats around a felt, cards, piles and tricks.
const CARD = /(10|[A2-9TJQK])([♣♦♥♠])/g;
const RANKS = {A: "ace", J: "jack", Q: "queen", K: "king"};
const SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"};
const BACK = "?";
const MOST_BACKS = 5;
const WIDE_SPREAD = 8;
const PLACES = ["bottom", "left", "top", "right"];

function make(tag, text, kind) {
  const one = document.createElement(tag);
  if (kind) one.className = kind;
  if (text) withCards(one, text);
  return one;
}

// A text whose cards look like cards.
function withCards(into, text) {
  let end = 0;
  for (const found of text.matchAll(CARD)) {
    into.append(text.slice(end, found.index));
    const card = document.createElement("span");
    card.className = "word" + ("♦♥".includes(found[2]) ? " red" : "");
    card.textContent = found[0];
    into.append(card);
    end = found.index + found[0].length;
  }
  into.append(text.slice(end));
}

function spoken(card) {
  if (card === BACK) return "face down";
  const suit = SUITS[card.slice(-1)], rank = suit ? card.slice(0, -1) : card;
  return (RANKS[rank] || rank) + (suit ? ` of ${suit}` : "");
}

// A text as it is read out: cards in words, apart from one another.
const aloud = (text) => text.replace(/([♣♦♥♠]) (?=(10|[A2-9TJQK])[♣♦♥♠])/g, "$1, ").replace(CARD, (card) => spoken(card));

// One card; a button if an action is tapped with it.
function drawCard(card, tap, small) {
  const one = document.createElement(tap ? "button" : "span");
  const suit = SUITS[card.slice(-1)] ? card.slice(-1) : "";
  one.className = `card${small ? " small" : ""}${card === BACK ? " down" : ""}${"♦♥".includes(suit) && suit ? " red" : ""}`;
  if (card !== BACK) {
    one.append(make("span", suit ? card.slice(0, -1) : card, "rank"));
    if (suit) {
      const sign = make("span", "", "suit");
      sign.textContent = suit;
      one.append(sign);
    }
  }
  if (!suit && card.length > 2) one.classList.add("long");
  name(one, spoken(card));
  return tap ? tappable(one, tap, spoken(card)) : one;
}

// What a screen reader says of a thing that is drawn.
function name(one, text) {
  if (one.tagName !== "BUTTON") one.setAttribute("role", "img");
  one.setAttribute("aria-label", text);
}

function tappable(one, tap, text) {
  one.dataset.tap = tap;
  one.setAttribute("aria-pressed", "false");
  one.setAttribute("aria-label", /^(cell|stock|pile|build)/.test(tap) && tap !== text ? `${tap}: ${text}` : text);
  one.onclick = () => lift(one);
  return one;
}

// Whether some action is tapped with this; cards that are counted are tapped, too.
function taps(tap, own) {
  const {sight} = table;
  return Boolean(tap) && (sight.taps.some((of) => of.includes(tap)) || Boolean(own && sight.lifts));
}

function drawSpread(spread, {small = false, own = false} = {}) {
  const box = make("div", "", `spread${spread.wide ? " grid" : ""}${own ? " own" : ""}`);
  if (!own && spread.label) box.append(make("span", spread.label, "label"));
  const cards = make("div", "", "cards");
  const whole = spread.taps.length > 1 && spread.taps[0] && spread.taps.every((tap) => tap === spread.taps[0]) && taps(spread.taps[0]);
  let gap = false;
  spread.cards.forEach((card, n) => {
    if (!card) { gap = true; return; }
    const tap = spread.taps.length ? spread.taps[n] : card;
    const one = drawCard(card, !whole && taps(tap, own) ? tap : "", small);
    if (gap) one.classList.add("group");
    gap = false;
    cards.append(one);
  });
  if (spread.under || spread.taps[0] === "stock") {
    const tap = spread.taps[0], open = taps(tap), pile = make(open ? "button" : "span", "", `card down pile${small ? " small" : ""}`);
    const text = spread.under === 1 ? "1 card face down" : `${spread.under} cards face down`;
    const number = make("span", String(spread.under), "rank");
    pile.append(number);
    name(pile, text);
    if (!spread.under) pile.classList.add("empty");
    cards.append(open ? tappable(pile, tap, text) : pile);
  }
  if (whole) {
    const button = make("button", "", "whole");
    button.append(...cards.childNodes);
    cards.append(tappable(button, spread.taps[0], spread.cards.map(spoken).join(", ")));
  }
  if (!cards.childNodes.length && !spread.note) cards.append(make("span", "empty", "label"));
  box.append(cards);
  if (spread.note) box.append(make("span", spread.note, "label"));
  return box;
}

function drawChair(felt, seat, said) {
  const chair = felt.chairs[seat], you = seat === felt.you;
  const box = make("div", "", `chair${seat === felt.turn ? " turn" : ""}`);
  const head = make("p", "", "who");
  head.append(make("b", chair.name));
  for (const mark of chair.marks) head.append(make("span", mark, "mark"));
  if (seat === felt.turn) head.append(make("span", "to play", "mark now"));
  box.append(head);
  if (chair.facts.length) box.append(make("p", chair.facts.map(([label, value]) => `${label}\u00a0${value}`).join(" · "), "count"));
  if (!you && chair.held) {
    const backs = make("p", "", "backs");
    for (let n = 0; n < Math.min(chair.held, MOST_BACKS); n++) backs.append(make("span", "", "back"));
    const told = make("span", String(chair.held));
    name(backs, `holds ${chair.held === 1 ? "1 card" : `${chair.held} cards`}`);
    backs.append(told);
    box.append(backs);
  }
  const lies = make("div", "", "lies");
  for (const spread of chair.spreads.filter((one) => liesBefore(felt, seat, one))) lies.append(drawSpread(spread, {small: true}));
  if (lies.childNodes.length) box.append(lies);
  if (said) {
    const bubble = make("p", said, "said");
    bubble.dataset.who = chair.name;
    box.append(bubble);
  }
  return box;
}

// Whether open cards lie at their seat; a long row has room opposite you alone.
function liesBefore(felt, seat, spread) {
  if (spread.wide) return seat !== felt.you;
  return spread.cards.length <= WIDE_SPREAD || (seat !== felt.you && ["top", "row"].includes(place(felt, seat)));
}

// Where a seat of a trick's cards lie, seen from yours.
const place = (felt, seat) => felt.chairs.length === 4
  ? PLACES[(seat - felt.you + 4) % 4] : "row";

function drawTrick(felt, trick, label) {
  const box = make("div", "", "trick");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label);
  for (const [seat, card] of trick.laid) {
    const spot = make("div", "", `spot ${place(felt, seat)}`);
    spot.append(make("span", felt.chairs[seat].name, "label"), drawCard(card, ""));
    if (seat === trick.taker) spot.classList.add("took");
    box.append(spot);
  }
  return box;
}

// A table that scrolls sideways where there is no room, by the keyboard, too.
function scrolling(sheet, label) {
  const scroll = make("div", "", "scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", label);
  scroll.append(sheet);
  return scroll;
}

function drawSheet(felt) {
  const sheet = document.createElement("table");
  for (const [label, texts] of felt.sheet) {
    const row = sheet.insertRow(), head = make("th", label);
    head.scope = "row";
    row.append(head, ...texts.map((text) => make("td", text)));
  }
  return scrolling(sheet, "Numbers of the table");
}

// The seats, and what lies in the middle.
function drawFelt(felt, said) {
  const count = felt.chairs.length, parts = [];
  const grids = felt.chairs.some((chair) => chair.spreads.some((one) => one.wide));
  const around = make("div", "", `seats${count === 4 ? " four" : ""}${grids ? " grids" : ""}`), others = make("div", "", "others");
  for (let k = 1; k < count; k++) {
    const seat = (felt.you + k) % count, chair = drawChair(felt, seat, said[felt.chairs[seat].name]);
    if (count === 4) chair.classList.add(PLACES[k]);
    others.append(chair);
  }
  const middle = make("div", "", "middle");
  for (const spread of felt.middle) middle.append(drawSpread(spread));
  if (felt.trick) {
    const lead = `${felt.turn === felt.you ? "You lead" : `${felt.chairs[felt.turn].name} leads`}`;
    middle.append(felt.trick.laid.length ? drawTrick(felt, felt.trick, "The trick") : make("p", lead, "label"));
    middle.lastChild.classList.add("laid");
  }
  if (felt.sheet.length) middle.append(drawSheet(felt));
  around.append(others, middle);
  parts.push(around);
  felt.chairs.forEach((chair, seat) => {
    for (const spread of chair.spreads) {
      if (liesBefore(felt, seat, spread)) continue;
      parts.push(drawSpread({...spread, label: seat === felt.you ? "" : `${spread.label} (${chair.name})`}, {small: !spread.wide}));
    }
  });
  const you = drawChair(felt, felt.you, said[felt.chairs[felt.you].name]);
  you.classList.add("you");
  parts.push(you);
  return parts;
}
