// Tiles are highlighted in the photo and on the board beside it: those of the warning, the hint or the tile under the
// pointer, and those in doubt, which pulse. The tiles of a warning that is tapped are scrolled into view.

/**
 * The part of the page with the drawings that an element is about.
 *
 * @param {Element} element
 */
const scopeOf = (element) => element.closest("#table, .tallied, #builder, #moment, main");

/**
 * @param {Element} target
 * @returns {string[][]} the coordinates, q and r, of the cells that an element is about
 */
function cellsOf(target) {
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
function highlightPointed(event) {
  document.querySelectorAll("g.pointed").forEach((tile) => tile.classList.remove("pointed"));
  if (!(event.target instanceof Element)) return;
  const scope = scopeOf(event.target);
  if (!scope) return;
  for (const [q, r] of cellsOf(event.target)) {
    drawingsOf(scope, q, r).forEach((tile) => tile.classList.add("pointed"));
  }
}

/** @param {Aimed<Event>} event */
function scrollToPointed({ target }) {
  const notice = target.closest?.("button[data-cells]");
  const tile = notice && scopeOf(notice)?.querySelector(".fjords-board g.pointed");
  if (!tile) return;
  const { top, bottom } = tile.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) tile.closest("figure")?.scrollIntoView({ block: "nearest" });
}

for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, highlightPointed);
document.addEventListener("click", scrollToPointed);

function highlightDoubts() {
  document.querySelectorAll("g.tile.asked").forEach((tile) => tile.classList.remove("asked"));
  for (const doubts of document.querySelectorAll("[data-asked]")) {
    for (const [q, r] of doubts.dataset.asked.split(" ").map((pair) => pair.split(","))) {
      const scope = doubts.closest(".tallied, .pair");
      if (scope) drawingsOf(scope, q, r).forEach((tile) => tile.classList.add("asked"));
    }
  }
}

for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) {
  document.addEventListener(kind, highlightDoubts);
}
highlightDoubts();
