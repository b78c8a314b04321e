// The places of a board that is drawn as a grid: a tap on one, a stroke over several, and steps from one to the next.

/** @type {Record<string, [number, number]>} the step of each arrow key, to the right and down */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * What happens to a stroke over places, which begins where a finger, a pen or the mouse is pressed.
 *
 * @typedef {object} Stroke
 * @property {(place: Found) => void} begin
 * @property {(place: Found) => void} enter the pointer has moved onto a place, perhaps the same one again
 * @property {() => void} end the pointer was released
 * @property {() => void} cancel the browser needs the pointer for something else: nothing was meant
 */

/**
 * Follow strokes.
 *
 * @param {string} selector of the places
 * @param {Stroke} stroke
 */
export function followStrokes(selector, stroke) {
  let isDrawing = false;
  document.addEventListener("pointerdown", (event) => {
    const place = event.target.closest?.(selector);
    if (!place || event.button !== 0) return;
    // A finger keeps hold of what it touched first; the stroke asks what lies under it instead.
    if (place.hasPointerCapture(event.pointerId)) place.releasePointerCapture(event.pointerId);
    isDrawing = true;
    stroke.begin(place);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    const place = isDrawing && document.elementFromPoint(clientX, clientY)?.closest(selector);
    if (place) stroke.enter(place);
  });
  document.addEventListener("pointerup", () => {
    if (isDrawing) stroke.end();
    isDrawing = false;
  });
  document.addEventListener("pointercancel", () => {
    if (isDrawing) stroke.cancel();
    isDrawing = false;
  });
}

/**
 * Let arrow keys go from place to place. Enter and the space bar press one, and so do programs that use the page for
 * somebody, such as screen readers: their clicks come without a pointer.
 *
 * @param {string} selector of the places
 * @param {(place: Found, right: number, down: number) => string} idBeside the id of the place so many steps away
 * @param {(place: Found) => void} press
 */
export function stepByKeys(selector, idBeside, press) {
  document.addEventListener("keydown", (event) => {
    const place = event.target.closest?.(selector);
    if (!place) return;
    if (event.key in ARROWS) document.getElementById(idBeside(place, ...ARROWS[event.key]))?.focus();
    else if (event.key === "Enter" || event.key === " ") press(place);
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const place = event.detail === 0 && event.target.closest?.(selector);
    if (place) press(place);
  });
}
