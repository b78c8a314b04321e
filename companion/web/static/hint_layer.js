// A hint is a drawing of its own that lies over the board; it shows the same part of the plane as the board does now.

function alignHints() {
  for (const layer of document.querySelectorAll("svg.hints")) {
    const board = layer.closest(".frame")?.querySelector(".fjords-board");
    if (board) layer.setAttribute("viewBox", board.getAttribute("viewBox") ?? "");
  }
}

for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) {
  document.addEventListener(kind, alignHints);
}
