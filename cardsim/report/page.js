"use strict";
// The page is whole without this: here tables learn to sort, and the slider appears.
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
for (const box of document.querySelectorAll(".slider")) {
  const input = box.querySelector("input"), says = [...box.querySelectorAll("li")];
  const marks = box.closest("section").querySelectorAll(".at");
  const show = () => {
    const chosen = says[input.value];
    box.querySelector("label b").textContent = input.ariaValueText = chosen.dataset.name;
    box.querySelector("output").textContent = chosen.textContent;
    for (const mark of marks) mark.classList.toggle("on", mark.dataset.at === input.value);
  };
  input.addEventListener("input", show);
  box.hidden = false;
  show();
}

addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
});
