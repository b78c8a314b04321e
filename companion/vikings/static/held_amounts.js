// The points and the gold that a player holds: typed, or changed step by step. What is being typed is never replaced by
// an answer.

import { REPLACED } from "../../boardgames/static/live_parts.js";
import { tap } from "../../boardgames/static/tap_queue.js";

document.addEventListener("focusin", ({ target }) => {
  if (target.dataset.hold) target.select?.();
});
document.addEventListener("change", ({ target }) => {
  if (target.dataset.hold) tap({ do: "hold", [target.dataset.hold]: target.value });
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-step]");
  if (!button) return;
  const input = /** @type {Written<HTMLInputElement>} */ (document.getElementById(button.dataset.of));
  input.value = String(Math.max(0, Number(input.value) + Number(button.dataset.step)));
  tap({ do: "hold", [input.dataset.hold]: input.value });
});
document.addEventListener(REPLACED, () => {
  const kept = document.getElementById("held-amounts").dataset;
  for (const input of document.querySelectorAll("[data-hold]")) {
    if (input !== document.activeElement) input.value = kept[input.dataset.hold];
  }
});
