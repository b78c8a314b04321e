// A fjord is entered: a tap on a place, or a stroke along a row of islands, which lays a whole island.

import { followStrokes, stepByKeys } from "../../boardgames/static/board_places.js";
import { tap } from "../../boardgames/static/tap_queue.js";
import "./held_amounts.js";
import "./ship_amount.js";
import "./steady_board.js";

const PLACES = ".to-tap .place";
const SHIPS = "0"; // the level of the ships' row, over which no strokes lead

/** @typedef {{ level: string, row: string, first: number, last: number }} Places columns of one level, and its row */

/** @type {Places | null} the places that the stroke has led over so far */
let stroke = null;

/** @param {Found} place */
function touch(place) {
  if (!stroke || place.dataset.level !== stroke.level) return;
  const column = Number(place.dataset.column);
  if (stroke.level !== SHIPS) {
    stroke.first = Math.min(stroke.first, column);
    stroke.last = Math.max(stroke.last, column);
  }
  for (let along = stroke.first; along <= stroke.last; along++) {
    document.getElementById(`place_${stroke.level}_${along}`)?.classList.add("drawn");
  }
}

/** @param {Places} places */
function send({ level, row, first, last }) {
  if (level === SHIPS) tap({ do: "ship", column: first });
  else if (first === last) tap({ do: "tile", row, column: first });
  else tap({ do: "island", row, first, last });
}

/**
 * @param {Found} place
 * @returns {Places}
 */
function placesOf({ dataset: { level, row, column } }) {
  return { level, row, first: Number(column), last: Number(column) };
}

followStrokes(PLACES, {
  begin(place) {
    stroke = placesOf(place);
    touch(place);
  },
  enter: touch,
  end() {
    if (stroke) send(stroke);
    stroke = null;
  },
  cancel() {
    stroke = null;
    for (const place of document.querySelectorAll(".drawn")) place.classList.remove("drawn");
  },
});

stepByKeys(
  PLACES,
  ({ dataset: { level, column } }, right, down) => `place_${Number(level) + down}_${Number(column) + right}`,
  (place) => send(placesOf(place)),
);
