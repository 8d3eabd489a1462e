"use strict";
// The page is whole without this: here tables learn to sort, and what can be chosen appears.
for (const table of document.querySelectorAll("table[data-sort]")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  if (body.rows.length < 3) continue;
  heads.forEach((head, k) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.ariaSort = "none";
    button.addEventListener("click", () => {
      const down = head.ariaSort === "ascending";
      for (const other of heads) other.ariaSort = "none";
      head.ariaSort = down ? "descending" : "ascending";
      const key = row => row.cells[k].dataset.v ?? row.cells[k].textContent;
      const order = (a, b) => a - b || String(a).localeCompare(b, "en", { numeric: true });
      const rows = [...body.rows].sort((a, b) => order(key(a), key(b)));
      body.append(...(down ? rows.reverse() : rows));
    });
  });
}
for (const box of document.querySelectorAll(".control")) {
  const knobs = [...box.querySelectorAll("select, input")], says = [...box.querySelectorAll("li")];
  const { begin, end } = box.querySelector("ol").dataset;
  const marks = box.closest("section").querySelectorAll("[data-at]");
  const [big, text] = box.querySelector("output").children;
  const show = () => {
    let at = 0;
    for (const knob of knobs) {
      const names = knob.dataset.names?.split("|");
      at = at * (names ?? knob.options).length + +knob.value;
      if (names) knob.parentNode.querySelector("b").textContent = knob.ariaValueText = names[knob.value];
    }
    big.textContent = says[at].dataset.big;
    text.textContent = begin + says[at].textContent + end;
    for (const mark of marks) mark.setAttribute("d", mark.dataset.at.split("|")[at] ?? "");
  };
  box.addEventListener("input", show);
  box.hidden = false;
  show();
}
const folds = document.querySelectorAll("details.text");
for (const [event, open] of [["beforeprint", true], ["afterprint", false]])
  addEventListener(event, () => { for (const fold of folds) fold.open = open; });
