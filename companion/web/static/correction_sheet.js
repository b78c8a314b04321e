// The sheet in which a cell is corrected: beside the board on a wide screen, below it on a phone, never over the cell.

export const sheet = /** @type {HTMLDialogElement | null} */ (document.getElementById("correction-sheet"));
const opened = {
  /** the part of the page whose cell is corrected: the watched table, or the tally of a photo on the same page */
  part: "#table",
};

/**
 * Open the sheet for a cell.
 *
 * @param {string} cell its coordinates, as `q,r`
 * @param {Element} opener what was tapped
 * @param {(cell: string) => void} load loads the cell's choices into the sheet
 */
export function openSheet(cell, opener, load) {
  if (!sheet) return;
  sheet.dataset.cell = cell;
  opened.part = opener.closest(".tallied") ? ".tallied" : "#table";
  document.getElementById("correction-choices")?.replaceChildren();
  load(cell);
  const { left, width } = opener.getBoundingClientRect();
  sheet.classList.toggle("at-left", left + width / 2 > innerWidth / 2);
  if (!sheet.open) sheet.show();
  markChosen();
  scrollAbove(sheet, opener);
}

/**
 * Scroll what was tapped into the part of the page above a sheet that is as wide as the page.
 *
 * @param {HTMLDialogElement} sheet
 * @param {Element} opener
 */
function scrollAbove(sheet, opener) {
  const { width, height } = sheet.getBoundingClientRect();
  const tile = opener.getBoundingClientRect();
  if (width < innerWidth) return;
  scrollBy({ top: tile.top + tile.height / 2 - (innerHeight - height) / 2 });
}

/** Mark the tile that is corrected, while the sheet is open. */
function markChosen() {
  document.querySelectorAll("g.tile.chosen").forEach((tile) => tile.classList.remove("chosen"));
  if (!sheet?.open) return;
  const [q, r] = (sheet.dataset.cell ?? "").split(",");
  const tiles = document.querySelectorAll(`${opened.part} g.tile[data-q="${q}"][data-r="${r}"]`);
  tiles.forEach((tile) => tile.classList.add("chosen"));
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && sheet?.open) sheet.close();
});
sheet?.addEventListener("close", () => {
  markChosen();
  const link = document.querySelector(`${opened.part} .taps a[data-cells="${sheet.dataset.cell}"]`);
  const { activeElement: focused } = document;
  if (link && (focused === document.body || sheet.contains(focused))) link.focus();
});
document.addEventListener("htmx:afterSettle", markChosen);
