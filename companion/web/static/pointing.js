// Pointing: a warning, a hint or a tile under the pointer is shown in the photo and on the board next to it. One that is
// tapped is brought into view. What is in doubt pulses in both.

/** @param {Element} element */
const scopeOf = (element) => element.closest("#table, .tallied, #builder, #moment, main");

/**
 * The cells, as pairs of coordinates, that are pointed at.
 *
 * @param {Element} target
 */
function tilesOf(target) {
  const notice = target.closest("[data-cells]");
  if (notice) return notice.dataset.cells.split(" ").map((pair) => pair.split(","));
  const tile = target.closest("g[data-q]");
  return tile ? [[tile.dataset.q, tile.dataset.r]] : [];
}

/**
 * The drawings of a cell on the board and in the photo. The drawings of answers are boards of one tile, which lies in
 * cell 0,0 of each, and are left alone.
 *
 * @param {ParentNode} scope
 * @param {string} q
 * @param {string} r
 */
const drawingsOf = (scope, q, r) =>
  [...scope.querySelectorAll(`g.tile[data-q="${q}"][data-r="${r}"]`)].filter((tile) => !tile.closest(".answers"));

/** @param {Event} event */
function point(event) {
  document.querySelectorAll("g.pointed").forEach((tile) => tile.classList.remove("pointed"));
  if (!(event.target instanceof Element)) return;
  const scope = scopeOf(event.target);
  if (!scope) return;
  for (const [q, r] of tilesOf(event.target)) {
    drawingsOf(scope, q, r).forEach((tile) => tile.classList.add("pointed"));
  }
}

/** @param {Aimed<Event>} event */
function bringIntoView({ target }) {
  const notice = target.closest?.("button[data-cells]");
  const tile = notice && scopeOf(notice)?.querySelector(".fjords-board g.pointed");
  if (!tile) return;
  const { top, bottom } = tile.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) tile.closest("figure")?.scrollIntoView({ block: "nearest" });
}

for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, point);
document.addEventListener("click", bringIntoView);

function pulse() {
  document.querySelectorAll("g.tile.asked").forEach((tile) => tile.classList.remove("asked"));
  for (const doubts of document.querySelectorAll("[data-asked]")) {
    for (const [q, r] of doubts.dataset.asked.split(" ").map((pair) => pair.split(","))) {
      const scope = doubts.closest(".tallied, .pair");
      if (scope) drawingsOf(scope, q, r).forEach((tile) => tile.classList.add("asked"));
    }
  }
}

// A hint's layer lies over the board that it was asked for, whatever part of the plane that shows.
function fitHints() {
  for (const layer of document.querySelectorAll("svg.hints")) {
    const board = layer.closest(".frame")?.querySelector(".fjords-board");
    if (board) layer.setAttribute("viewBox", board.getAttribute("viewBox") ?? "");
  }
}

for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) {
  document.addEventListener(kind, () => {
    pulse();
    fitHints();
  });
}
pulse();
