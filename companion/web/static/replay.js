// How a game went, beside its replay: the list of moves and the charts follow the slider, and lead it.

/** @returns {HTMLInputElement | null} */
const slider = () => /** @type {HTMLInputElement | null} */ (document.getElementById("scrub"));

/** @param {number} step */
function go(step) {
  const scrubber = slider();
  if (!scrubber) return;
  scrubber.value = String(step);
  scrubber.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {number} step */
function follow(step) {
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
  if (target.id === "scrub") follow(Number(target.value));
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  const scrubber = slider();
  if (target.id === "moves" && scrubber) follow(Number(scrubber.value));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-step]");
  if (link && slider()) {
    event.preventDefault();
    go(Number(link.dataset.step));
    if (!link.closest(".moves")) document.getElementById("moment")?.scrollIntoView({ block: "start" });
    return;
  }
  const chart = /** @type {SVGSVGElement | null} */ (event.target.closest?.("svg.points[data-first]"));
  if (!chart) return;
  const { left, width } = chart.getBoundingClientRect();
  const [first, last, from, to] = ["first", "last", "left", "right"].map((name) => Number(chart.dataset[name] ?? 0));
  const across = ((event.clientX - left) / width) * chart.viewBox.baseVal.width;
  go(Math.round(first + Math.min(1, Math.max(0, (across - from) / (to - from))) * (last - first)));
});
