// A question that somebody cannot answer waits behind the others, also when answers bring new ones: about a photo, where
// the others wait in templates, and about the watched table, whose questions are all there and all but one hidden.

import { showPhoto } from "./photos.js";

/** @type {Set<string>} the places of questions that waited once */
const passed = new Set();
/** @type {Set<string>} the places of the watched table's questions that waited, the last one last */
const passedAtTable = new Set();

function shownNow() {
  return /** @type {HTMLElement | null} */ (document.querySelector("#tallied .question[data-place]"));
}

/** @param {HTMLElement} shown the question that is to wait behind those in templates beside it */
function goOn(shown) {
  const waiting = /** @type {HTMLTemplateElement | null} */ (shown.parentElement?.querySelector(":scope > template"));
  if (!waiting) return;
  waiting.before(waiting.content);
  waiting.content.append(shown);
  waiting.parentElement?.append(waiting);
}

function goToOpen() {
  const questions = 1 + document.querySelectorAll("#tallied .question ~ template").length;
  for (let n = 0; n < questions; n += 1) {
    const shown = shownNow();
    if (!shown || !passed.has(shown.dataset.place ?? "")) return;
    goOn(shown);
  }
}

document.addEventListener("click", ({ target }) => {
  const shown = /** @type {HTMLElement | null} */ (target.closest?.("[data-pass-on]")?.closest(".question"));
  const tallied = document.getElementById("tallied");
  if (!shown || !tallied || shown.closest(".tallied")?.ariaBusy === "true") return;
  passed.add(shown.dataset.place ?? "");
  goOn(shown);
  showPhoto(tallied);
  shownNow()?.querySelector(".asks")?.focus({ preventScroll: true });
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  // Another photo has questions of its own.
  if (target.id === "tallied") passed.clear();
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  const tallied = document.getElementById("tallied");
  if (!tallied || !(target.matches?.(".tallied") || tallied.contains(target))) return;
  goToOpen();
  showPhoto(tallied);
});

function askAtTable() {
  const questions = [...document.querySelectorAll("#table .doubts .question[data-place]")];
  const waited = [...passedAtTable];
  /** @param {HTMLElement} question */
  const since = (question) => waited.indexOf(question.dataset.place ?? "");
  const shown = questions.reduce((first, other) => (since(other) < since(first) ? other : first), questions[0]);
  for (const question of questions) question.hidden = question !== shown;
  return shown;
}

document.addEventListener("click", ({ target }) => {
  const place = target.closest?.("#table [data-pass-on]")?.closest(".question")?.dataset.place;
  if (!place) return;
  passedAtTable.delete(place);
  passedAtTable.add(place);
  askAtTable()?.querySelector(".asks")?.focus({ preventScroll: true });
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "table") askAtTable();
});
