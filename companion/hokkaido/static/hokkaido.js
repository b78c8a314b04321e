// A city is painted: a tap on one square, or a stroke over several, with the brush that is chosen. What is painted shows
// at once, and is drawn anew when the answer comes. A card that is laid follows the pointer until it is let go.

import { tap } from "../../boardgames/static/boardgames.js";
import { chosenBrush, glyphOf, remember, shadow } from "./cards.js";

const PLAYED = /^(card|terraform-|free-)/;
/** @type {Set<string> | null} the squares that the stroke has painted so far */
let stroke = null;
/** @type {Found | null} where the card would lie that is being laid */
let laying = null;

/**
 * @param {Found} place
 * @param {Set<string>} before
 */
function paint(place, before) {
  const key = cellOf(place);
  if (before.has(key)) return;
  before.add(key);
  const painted = document.createElementNS("http://www.w3.org/2000/svg", "g");
  painted.setAttribute("class", "painted");
  painted.setAttribute("transform", `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`);
  painted.innerHTML = glyphOf(chosenBrush());
  place.before(painted);
}

/** @param {Found} place */
function cellOf(place) {
  return `${place.dataset.x},${place.dataset.y}`;
}

/** @param {MouseEvent} event */
function placeAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest(".place");
}

/** @param {Found} place */
function begin(place) {
  if (chosenBrush() === "card") {
    laying = place;
    shadow(place);
  } else if (PLAYED.test(chosenBrush())) {
    tap({ cells: cellOf(place) });
  } else {
    stroke = new Set();
    paint(place, stroke);
  }
}

function end() {
  if (laying) {
    shadow(null);
    tap({ cells: cellOf(laying) });
    remember();
  }
  if (stroke) tap({ cells: [...stroke].join(" ") });
  stroke = laying = null;
}

document.addEventListener("pointerdown", (event) => {
  const place = event.target.closest?.(".city .place");
  if (!place || event.button !== 0) return;
  // A finger keeps hold of what it touched first; the stroke asks what lies under it instead.
  if (place.hasPointerCapture(event.pointerId)) place.releasePointerCapture(event.pointerId);
  begin(place);
});
document.addEventListener("pointermove", (event) => {
  const place = (stroke || laying) && placeAt(event);
  if (place && stroke) paint(place, stroke);
  if (place && laying && place !== laying) shadow((laying = place));
});
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", end);

// --- On a phone the city is wider than the screen: fingers paint, and buttons move it.

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-pan]");
  const shown = button && document.querySelector(".city-window");
  if (shown) shown.scrollBy({ left: 0.6 * shown.clientWidth * Number(button.dataset.pan) });
});

// --- By keyboard: arrows go from square to square, Enter or Space paints.

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const place = event.target.closest?.(".city .place");
  if (!place) return;
  const x = Number(place.dataset.x);
  const y = Number(place.dataset.y);
  if (event.key in STEPS) {
    const [dx, dy] = STEPS[event.key];
    document.getElementById(`place_${x + dx}_${y + dy}`)?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    tap({ cells: cellOf(place) });
    if (chosenBrush() === "card") remember();
  } else {
    return;
  }
  event.preventDefault();
});
