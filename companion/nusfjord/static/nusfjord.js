// Nusfjord's page: forms that are taps, and finding a card by its name.

import { tap } from "../../boardgames/static/boardgames.js";

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-tap-form]");
  if (!form) return;
  event.preventDefault();
  tap(Object.fromEntries(new FormData(form, event.submitter)));
  if (form.id === "new-card") form.reset();
});

const find = document.getElementById("find");

/** @param {HTMLInputElement} field */
function sift(field) {
  const wanted = field.value.trim().toLowerCase();
  /** @type {HTMLElement} */ (field.parentElement).hidden = !wanted && document.querySelectorAll("#cards .chip").length < 12;
  for (const chip of document.querySelectorAll("#cards .chip")) chip.hidden = !chip.dataset.name.includes(wanted);
  for (const heading of document.querySelectorAll("#cards h3")) heading.hidden = !heading.nextElementSibling?.querySelector(".chip:not([hidden])");
}

if (find) {
  find.addEventListener("input", () => sift(find));
  document.getElementById("entry").addEventListener("counted", () => sift(find));
  sift(find); // It may have been typed into before this script came.
}
