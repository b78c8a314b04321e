// Answers about a photo are taken back one by one: the tally comes back as it stood, without reading the photo anew.

import { isKept, keepAnswers } from "./kept_tally.js";
import { sheet } from "./sheet.js";
import { typedNames, typeNames } from "./typed_names.js";

/** @type {Element[]} the tallies before each answer, the oldest first */
let earlier = [];

/** @param {Element} tallied */
function copyOf(tallied) {
  const copy = /** @type {Element} */ (tallied.cloneNode(true));
  // The answer was under way when this was copied.
  copy.removeAttribute("aria-busy");
  copy.querySelectorAll("#save, #keep-copy fieldset").forEach((part) => part.removeAttribute("disabled"));
  return copy;
}

function offer() {
  document.querySelector("#tallied [data-take-back]")?.toggleAttribute("hidden", !earlier.length);
}

/** A tally comes back as a whole, with answers that are not taken back one by one. */
export function forgetEarlier() {
  earlier = [];
  offer();
}

/** @param {Element} tallied */
function takeBack(tallied) {
  const last = earlier.pop();
  if (!last) return;
  sheet?.close();
  typeNames(last, typedNames(tallied));
  tallied.replaceWith(last);
  window.htmx.process(last);
  offer();
  keepAnswers();
  last.querySelector(".question:not([hidden]) .asks")?.focus({ preventScroll: true });
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr } = detail;
  if (xhr.status < 400 && target.matches?.(".tallied")) earlier.push(copyOf(target));
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  // Another photo has answers of its own.
  if (target.id === "tallied") earlier = [];
  offer();
});
document.addEventListener("click", ({ target }) => {
  const tallied = target.closest?.("[data-take-back]")?.closest(".tallied");
  if (tallied && tallied.ariaBusy !== "true") takeBack(tallied);
});

// --- Where a browser keeps nothing, who leaves the page before the tally is saved is asked.

addEventListener("beforeunload", (event) => {
  if (earlier.length && !isKept()) event.preventDefault();
});
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.elt.id === "save-form" && detail.xhr.status < 400) earlier = [];
});
document.addEventListener("submit", ({ target }) => {
  if (target.matches?.("form[data-with-photo]")) earlier = [];
});
