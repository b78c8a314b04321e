// The cells of a board: a tap on one opens it to be corrected, arrow keys go from one to the next.

const dialog = document.getElementById("correct");

/** The link or the tile that was tapped. @type {Element | null} */
let opener = null;

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} cell
 */
function open(dialog, cell) {
  dialog.dataset.cell = cell;
  document.getElementById("correct-body").replaceChildren();
  window.htmx.ajax("GET", `/table/cell?cell=${cell}`, { target: "#correct-body", swap: "innerHTML" });
  // Beside the tile, and never over it: the page stays as it is, to be looked at and tapped.
  const { left, width } = opener?.getBoundingClientRect() ?? { left: 0, width: 0 };
  dialog.classList.toggle("at-left", left + width / 2 > innerWidth / 2);
  if (!dialog.open) dialog.show();
  markChosen();
  bringAbove(dialog);
}

/** @param {HTMLDialogElement} dialog */
function bringAbove(dialog) {
  const sheet = dialog.getBoundingClientRect();
  const tile = opener?.getBoundingClientRect();
  if (!tile || sheet.width < innerWidth) return;
  scrollBy({ top: tile.top + tile.height / 2 - (innerHeight - sheet.height) / 2 });
}

function markChosen() {
  document.querySelectorAll("#table g.tile.chosen").forEach((tile) => tile.classList.remove("chosen"));
  if (!dialog?.open) return;
  const [q, r] = (dialog.dataset.cell ?? "").split(",");
  document.querySelectorAll(`#table g.tile[data-q="${q}"][data-r="${r}"]`).forEach((tile) => tile.classList.add("chosen"));
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.shiftKey || !dialog) return;
  const link = target.closest?.("#table .taps a");
  const seen = document.querySelector("#table .taps") && target.closest?.("#table .seen g.tile");
  opener = link ?? seen ?? opener;
  if (link) {
    event.preventDefault();
    open(dialog, link.dataset.cells);
  } else if (seen) open(dialog, `${seen.dataset.q},${seen.dataset.r}`);
});

dialog?.addEventListener("htmx:afterRequest", ({ detail }) => {
  const done = detail.successful && detail.requestConfig.verb === "post";
  // Where the game is only begun to be kept, its correction comes next.
  if (done && detail.requestConfig.path !== dialog.dataset.begins) dialog.close();
});
dialog?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") dialog.close();
});
dialog?.addEventListener("close", () => {
  markChosen();
  const link = document.querySelector(`#table .taps a[data-cells="${dialog.dataset.cell}"]`);
  if (link && dialog.contains(document.activeElement)) link.focus();
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "table") markChosen();
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
