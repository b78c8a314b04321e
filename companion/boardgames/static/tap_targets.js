// What is tapped on a page, by pointer or by keyboard: anything with data-tap, which holds the tap's fields as JSON,
// and forms with data-tap-form, whose fields are the tap's.

import { tap } from "./tap_queue.js";

document.addEventListener("click", ({ target }) => {
  const tapped = target.closest?.("#tap-page [data-tap]");
  if (tapped) tap(JSON.parse(tapped.dataset.tap));
});
document.addEventListener("keydown", (event) => {
  const tapped = event.target.closest?.("#tap-page [data-tap]");
  if (!tapped || tapped.matches("button, a, input") || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  tap(JSON.parse(tapped.dataset.tap));
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-tap-form], form#tools");
  if (!form) return;
  event.preventDefault();
  if (form.id === "tools") return; // Its fields go along with each tap.
  tap(Object.fromEntries(new FormData(form, event.submitter)));
  if (form.hasAttribute("data-emptied")) form.reset();
});
