// A city is painted: a tap on one square, or a stroke over several, with the brush that is chosen. What is painted shows
// at once, and is drawn anew when the answer comes.

import { tap } from "../../boardgames/static/boardgames.js";

let stroke = null;

function brush() {
  return document.querySelector("#tools input[name=brush]:checked");
}

function paint(place) {
  const key = `${place.dataset.x},${place.dataset.y}`;
  if (stroke.has(key)) return;
  stroke.add(key);
  const painted = document.createElementNS("http://www.w3.org/2000/svg", "g");
  painted.setAttribute("class", "painted");
  painted.setAttribute("transform", `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`);
  painted.innerHTML = brush().parentElement.querySelector("svg").innerHTML;
  place.before(painted);
}

function end() {
  if (!stroke) return;
  const cells = [...stroke].join(" ");
  stroke = null;
  tap({ cells });
}

function placeAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest(".place");
}

document.addEventListener("pointerdown", (event) => {
  const place = event.target.closest?.(".city .place");
  if (!place || event.button !== 0) return;
  stroke = new Set();
  // A finger keeps hold of what it touched first; the stroke asks what lies under it instead.
  if (place.hasPointerCapture(event.pointerId)) place.releasePointerCapture(event.pointerId);
  paint(place);
});
document.addEventListener("pointermove", (event) => {
  const place = stroke && placeAt(event);
  if (place) paint(place);
});
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", end);

// --- By keyboard: arrows go from square to square, Enter or Space paints.

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
    tap({ cells: `${x},${y}` });
  } else {
    return;
  }
  event.preventDefault();
});
