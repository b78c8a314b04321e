// The cells of the watched board: a tap on one opens it to be corrected, arrow keys go from one to the next.

import { sheet, openSheet } from "./sheet.js";

/** @param {string} cell */
function load(cell) {
  const answer = window.htmx.ajax("GET", `${sheet?.dataset.panel}?cell=${cell}`, { target: "#correct-body", swap: "innerHTML" });
  answer.catch(() => {});
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.shiftKey || !sheet) return;
  const link = target.closest?.("#table .taps a");
  const seen = document.querySelector("#table .taps") && target.closest?.("#table .seen g.tile");
  const other = target.closest?.("#table [data-open]");
  if (link) {
    event.preventDefault();
    openSheet(link.dataset.cells, link, load);
  } else if (seen) openSheet(`${seen.dataset.q},${seen.dataset.r}`, seen, load);
  else if (other) openSheet(other.dataset.open, other, load);
});

sheet?.addEventListener("htmx:afterRequest", ({ detail }) => {
  const done = detail.successful && detail.requestConfig.verb === "post";
  // Where the game is only begun to be kept, its correction comes next.
  const stays = ["begins", "choices"].some((name) => detail.requestConfig.path === sheet?.dataset[name]);
  if (done && !stays) sheet?.close();
});

// --- Arrow keys: one cell of a board is a stop for the tabulator, from there the nearest in the arrow's direction.

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

/** @param {Element} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/**
 * The nearest link in a direction.
 *
 * @param {Element} from
 * @param {[number, number]} direction to the right and down
 */
function nearest(from, [right, down]) {
  const [x, y] = middle(from);
  /** @type {HTMLAnchorElement | null} */
  let best = null;
  let least = Infinity;
  for (const other of linksBeside(from)) {
    const [dx, dy] = middle(other).map((value, axis) => value - [x, y][axis]);
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = along + 2 * aside;
    if (along > 1 && aside <= along * 1.8 && cost < least) [best, least] = [other, cost];
  }
  return best;
}

/** @param {Element} link */
function linksBeside(link) {
  return [...(link.closest(".taps")?.querySelectorAll("a") ?? [])];
}

/** @param {Element} link */
function makeStop(link) {
  linksBeside(link).forEach((other) => other.setAttribute("tabindex", other === link ? "0" : "-1"));
}

function makeStops() {
  for (const taps of document.querySelectorAll(".taps")) {
    const stop = taps.querySelector("a:focus, a[aria-current]") ?? taps.querySelector("a");
    if (stop) makeStop(stop);
  }
}

document.addEventListener("focusin", ({ target }) => {
  const link = target.closest?.(".taps a");
  if (link) makeStop(link);
});
document.addEventListener("keydown", (event) => {
  const link = ARROWS[event.key] && event.target.closest?.(".taps a");
  const next = link && nearest(link, ARROWS[event.key]);
  if (!next) return;
  event.preventDefault();
  next.focus();
});
document.addEventListener("htmx:afterSettle", makeStops);
makeStops();
