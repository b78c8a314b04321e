// A tap on a cell of the watched board, or on its tile in the photo, opens the sheet in which the cell is corrected.

import { openSheet, sheet } from "./correction_sheet.js";

/**
 * Load the choices for a cell into the sheet.
 *
 * @param {string} cell its coordinates, as `q,r`
 */
function loadChoices(cell) {
  const how = { target: "#correction-choices", swap: "innerHTML" };
  const answer = window.htmx.ajax("GET", `${sheet?.dataset.panel}?cell=${cell}`, how);
  answer.catch(() => {});
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.shiftKey || !sheet) return;
  const link = target.closest?.("#table .taps a");
  const tile = document.querySelector("#table .taps") && target.closest?.("#table .seen g.tile");
  const opener = target.closest?.("#table [data-open]");
  if (link) {
    event.preventDefault();
    openSheet(link.dataset.cells, link, loadChoices);
  } else if (tile) openSheet(`${tile.dataset.q},${tile.dataset.r}`, tile, loadChoices);
  else if (opener) openSheet(opener.dataset.open, opener, loadChoices);
});

sheet?.addEventListener("htmx:afterRequest", ({ detail }) => {
  const isPosted = detail.successful && detail.requestConfig.verb === "post";
  // Two requests load what is corrected next into the sheet: that which begins to record the game, and that for the
  // choices of a cell of a photo.
  const staysOpen = ["begins", "choices"].some((name) => detail.requestConfig.path === sheet?.dataset[name]);
  if (isPosted && !staysOpen) sheet?.close();
});
