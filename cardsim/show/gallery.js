"use strict";
// The list is whole without this: here it can be searched.
const box = document.querySelector(".search"), input = box.querySelector("input");
const questions = [...document.querySelectorAll(".question")];
const show = () => {
  const words = input.value.toLowerCase().split(/\s+/);
  for (const question of questions) {
    const text = question.dataset.text.toLowerCase();
    question.hidden = !words.every(word => text.includes(word));
  }
  for (const game of document.querySelectorAll(".game"))
    game.hidden = !game.querySelector(".question:not([hidden])");
  const left = questions.filter(question => !question.hidden).length;
  box.querySelector("output").textContent = input.value && `${left} of ${questions.length} questions`;
};
input.addEventListener("input", show);
box.hidden = false;
show();
