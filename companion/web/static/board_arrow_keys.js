// Keyboard navigation on a board: the tab key stops at one of its cells, and arrow keys go on to the nearest cell in
// their direction.

/** @type {Record<string, [number, number]>} direction of each arrow key, to the right and down */
const ARROWS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

/** @param {Element} element */
function centreOf(element) {
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
  const [x, y] = centreOf(from);
  /** @type {HTMLAnchorElement | null} */
  let best = null;
  let least = Infinity;
  for (const other of cellsOfBoard(from)) {
    const [dx, dy] = centreOf(other).map((value, axis) => value - [x, y][axis]);
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = along + 2 * aside;
    if (along > 1 && aside <= along * 1.8 && cost < least) [best, least] = [other, cost];
  }
  return best;
}

/** @param {Element} link a cell of a board */
function cellsOfBoard(link) {
  return [...(link.closest(".taps")?.querySelectorAll("a") ?? [])];
}

/**
 * Make a cell the one of its board at which the tab key stops.
 *
 * @param {Element} link
 */
function setTabStop(link) {
  cellsOfBoard(link).forEach((other) => other.setAttribute("tabindex", other === link ? "0" : "-1"));
}

function setTabStops() {
  for (const taps of document.querySelectorAll(".taps")) {
    const stop = taps.querySelector("a:focus, a[aria-current]") ?? taps.querySelector("a");
    if (stop) setTabStop(stop);
  }
}

document.addEventListener("focusin", ({ target }) => {
  const link = target.closest?.(".taps a");
  if (link) setTabStop(link);
});
document.addEventListener("keydown", (event) => {
  const link = ARROWS[event.key] && event.target.closest?.(".taps a");
  const next = link && nearest(link, ARROWS[event.key]);
  if (!next) return;
  event.preventDefault();
  next.focus();
});
document.addEventListener("htmx:afterSettle", setTabStops);
setTabStops();
