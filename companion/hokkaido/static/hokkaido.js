// A city is painted: a tap on one square, or a stroke over several, with the brush that is chosen. What is painted
// shows at once, and is drawn anew when the answer comes. A card that is laid follows the pointer until it is released.

import { followStrokes, stepByKeys } from "../../boardgames/static/board_places.js";
import { tap } from "../../boardgames/static/tap_queue.js";
import { chosenBrush, glyphOf, groupOn } from "./brushes.js";
import { CardMaker } from "./card_maker.js";

const PLACES = ".city .place";
const ONE_SQUARE = /^(terraform-|free-)/; // brushes that change a single square, at once

const cardMaker = new CardMaker(document.getElementById("card-play"));
const stroke = {
  /** @type {Set<string>} the squares that it has painted so far */
  painted: new Set(),
  /** @type {Found | null} where the card would lie that is being laid */
  cardAt: null,
};

/** @param {Found} place */
function cellOf(place) {
  return `${place.dataset.x},${place.dataset.y}`;
}

/** @param {Found} place */
function press(place) {
  tap({ cells: cellOf(place) });
  if (cardMaker.isChosen) cardMaker.remember();
}

/** @param {Found} place */
function paint(place) {
  if (stroke.painted.has(cellOf(place))) return;
  stroke.painted.add(cellOf(place));
  place.before(groupOn(place, "painted", glyphOf(chosenBrush())));
}

/** @param {Found} place */
function moveCard(place) {
  if (place === stroke.cardAt) return;
  stroke.cardAt = place;
  cardMaker.showShadow(place);
}

function forgetStroke() {
  cardMaker.hideShadow();
  stroke.cardAt = null;
  stroke.painted = new Set();
}

followStrokes(PLACES, {
  begin(place) {
    if (cardMaker.isChosen) moveCard(place);
    else if (ONE_SQUARE.test(chosenBrush())) press(place);
    else paint(place);
  },
  enter(place) {
    if (stroke.cardAt) moveCard(place);
    else if (stroke.painted.size) paint(place);
  },
  end() {
    const { cardAt, painted } = stroke;
    forgetStroke();
    if (cardAt) press(cardAt);
    else if (painted.size) tap({ cells: [...painted].join(" ") });
  },
  cancel() {
    document.querySelectorAll(".city .painted").forEach((square) => square.remove());
    forgetStroke();
  },
});

stepByKeys(PLACES, ({ dataset: { x, y } }, right, down) => `place_${Number(x) + right}_${Number(y) + down}`, press);

// --- On a phone the city is wider than the screen: fingers paint, and buttons move it.

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-pan]");
  const shown = button && document.querySelector(".city-window");
  if (shown) shown.scrollBy({ left: 0.6 * shown.clientWidth * Number(button.dataset.pan) });
});
