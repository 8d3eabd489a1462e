"use strict";
// What is special to a drill: the verdict on a choice, the next decision, and the score.
const SEEKS = "Looking for a decision that matters ...";

// Rows of choices with what each is worth; yours is marked.
function drawWorth(rows, own) {
  const sheet = document.createElement("table"), head = sheet.createTHead().insertRow();
  for (const text of ["action", "worth", "costs", "95 % interval"]) {
    const cell = make("th", text);
    cell.scope = "col";
    head.append(cell);
  }
  const body = sheet.createTBody();
  rows.forEach((row, n) => {
    const line = body.insertRow();
    line.append(...row.map((text) => make("td", text)));
    if (n !== own) return;
    line.className = "yours";
    line.cells[0].append(" (you)");
  });
  return scrolling(sheet, "What each choice is worth");
}

function drawHeading() {
  const {drill} = table;
  at("title").textContent = `${table.title}: a drill`;
  at("company").replaceChildren(...[...drill.told, drill.heading].filter(Boolean).map((text) => make("span", text)));
}

function drawJudged() {
  const {judged} = table.drill;
  at("verdict").hidden = false;
  at("verdict").replaceChildren(drawWorth(judged.rows, judged.own));
  if (judged.more > 0) at("verdict").append(make("p", `and ${judged.more} more that cost more`, "label"));
  if (judged.why) at("verdict").append(make("p", `Why: ${judged.why}`));
  const next = make("button", "Next", "sure");
  next.onclick = goOn;
  at("chosen").replaceChildren(next);
}

async function goOn() {
  if (acting) return;
  acting = true;
  const button = document.querySelector(".sure");
  if (button) button.replaceWith(make("span", SEEKS));
  const fresh = await ask(`next?turn=${table.turn}`, "POST");
  acting = false;
  if (fresh) draw(fresh);
  else drawJudged();
  focusFirst();
}

function drawScore() {
  const close = make("button", "Close the table");
  close.onclick = leave;
  const {score} = table.drill, again = make("div", "", "again");
  again.append(close);
  at("back").replaceChildren(make("h2", score[0] || (table.error ? "Not kept" : "No decision was found")), ...score.slice(1).map((line) => make("p", line)), again);
  close.focus();
}
