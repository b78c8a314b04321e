// How a game went: the list of its moves and the charts of its points mark the step that the slider of the replay
// shows, and a tap on them moves the slider.

import { goToStep, scrubber } from "./scrubber.js";

/** @param {number} step */
function markStep(step) {
  for (const chart of document.querySelectorAll("svg.points[data-first]")) {
    const [first, last, left, right] = ["first", "last", "left", "right"].map((name) => Number(chart.dataset[name] ?? 0));
    const share = Math.min(1, Math.max(0, (step - first) / (last - first || 1)));
    for (const end of ["x1", "x2"]) chart.querySelector(".now")?.setAttribute(end, String(left + share * (right - left)));
  }
  const list = document.querySelector(".moves");
  list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = list?.querySelector(`[data-step="${step}"]`);
  row?.setAttribute("aria-current", "step");
  // Only the list is scrolled, and not the page.
  if (list && row) list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

document.addEventListener("input", ({ target }) => {
  if (target.id === "scrub") markStep(Number(target.value));
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  const slider = scrubber();
  if (target.id === "moves" && slider) markStep(Number(slider.value));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-step]");
  if (link && scrubber()) {
    event.preventDefault();
    goToStep(Number(link.dataset.step));
    if (!link.closest(".moves")) document.getElementById("moment")?.scrollIntoView({ block: "start" });
    return;
  }
  const chart = /** @type {SVGSVGElement | null} */ (event.target.closest?.("svg.points[data-first]"));
  if (!chart) return;
  const { left, width } = chart.getBoundingClientRect();
  const [first, last, from, to] = ["first", "last", "left", "right"].map((name) => Number(chart.dataset[name] ?? 0));
  const across = ((event.clientX - left) / width) * chart.viewBox.baseVal.width;
  goToStep(Math.round(first + Math.min(1, Math.max(0, (across - from) / (to - from))) * (last - first)));
});
