"use strict";
// The list is read without this: here it has its pictures, and can be searched.
(async () => {
  const packed = Uint8Array.from(atob(document.getElementById("more").textContent), c => c.charCodeAt(0));
  const text = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { pictures, rests } = await new Response(text).json();
  const questions = [...document.querySelectorAll(".question")].map((article, k) => {
    const parts = [article.closest(".game").querySelector("h2"), article.firstElementChild];
    const words = parts.map(part => part.textContent).join(" ").replaceAll("\u2212", "-");
    article.querySelector("figure").innerHTML = pictures[k];
    return { article, text: `${words} ${rests[k]}`.toLowerCase() };
  });
  // The pictures have moved what the address names.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  const box = document.querySelector(".search"), input = box.querySelector("input");
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const { article, text } of questions) article.hidden = !words.every(word => text.includes(word));
    for (const game of document.querySelectorAll(".game"))
      game.hidden = !game.querySelector(".question:not([hidden])");
    const left = questions.filter(({ article }) => !article.hidden).length;
    box.querySelector("output").textContent = input.value && `${left} of ${questions.length} questions`;
  };
  input.addEventListener("input", show);
  box.hidden = false;
  show();
})();
