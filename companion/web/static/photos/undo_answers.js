// The button that takes back answers about a photo, one by one: the tally as it stood before the last answer is shown
// again, without reading the photo anew.

import { sheet } from "../correction_sheet.js";
import { isSavedBy, isShownTallyStored, storeAnswers } from "./stored_tally.js";
import { typedNames, typeNames } from "./typed_names.js";

/** @type {Element[]} copies of the tally, one from before each answer, the oldest first */
let earlierTallies = [];

/** @param {Element} tallied */
function copyOf(tallied) {
  const copy = /** @type {Element} */ (tallied.cloneNode(true));
  // The tally is copied while the answer is under way, and what must not be pressed meanwhile is disabled.
  copy.removeAttribute("aria-busy");
  copy.querySelectorAll("#save, #keep-copy fieldset").forEach((part) => part.removeAttribute("disabled"));
  return copy;
}

function updateButton() {
  document.querySelector("#tallied [data-take-back]")?.toggleAttribute("hidden", !earlierTallies.length);
}

/** Call it when several answers were restored at once: they are not taken back one by one. */
export function forgetEarlierTallies() {
  earlierTallies = [];
  updateButton();
}

/** @param {Element} tallied */
function undoLastAnswer(tallied) {
  const last = earlierTallies.pop();
  if (!last) return;
  sheet?.close();
  typeNames(last, typedNames(tallied));
  tallied.replaceWith(last);
  window.htmx.process(last);
  updateButton();
  storeAnswers();
  last.querySelector(".question:not([hidden]) .asks")?.focus({ preventScroll: true });
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr } = detail;
  if (xhr.status < 400 && target.matches?.(".tallied")) earlierTallies.push(copyOf(target));
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  // Another photo has answers of its own.
  if (target.id === "tallied") earlierTallies = [];
  updateButton();
});
document.addEventListener("click", ({ target }) => {
  const tallied = target.closest?.("[data-take-back]")?.closest(".tallied");
  if (tallied && tallied.ariaBusy !== "true") undoLastAnswer(tallied);
});

// --- In a browser that stores nothing, answers are lost with the page: the visitor is asked before leaving it, unless
// --- the tally was saved or is continued by hand.

addEventListener("beforeunload", (event) => {
  if (earlierTallies.length && !isShownTallyStored()) event.preventDefault();
});
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (isSavedBy(detail)) earlierTallies = [];
});
document.addEventListener("submit", ({ target }) => {
  if (target.matches?.("form[data-with-photo]")) earlierTallies = [];
});
