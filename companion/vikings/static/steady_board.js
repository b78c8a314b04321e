// A board grows with its last column. Whoever taps one place several times must not hit another when it does: it keeps
// its size until nobody has tapped for a while.

import { REPLACED } from "../../boardgames/static/live_parts.js";

const QUIET_MS = 800;
const VIEW = "viewBox";

const shown = {
  /** the view box that the board keeps */
  view: drawing()?.getAttribute(VIEW) ?? "",
  /** the one that it has grown to */
  grown: "",
  /** the timer after which it is shown grown; 0 while it need not grow */
  timer: 0,
};

function drawing() {
  return document.querySelector("#board svg");
}

function growSoon() {
  clearTimeout(shown.timer);
  shown.timer = setTimeout(() => {
    shown.timer = 0;
    shown.view = shown.grown;
    drawing()?.setAttribute(VIEW, shown.view);
  }, QUIET_MS);
}

document.addEventListener("pointerdown", () => {
  if (shown.timer) growSoon();
});
document.addEventListener(REPLACED, () => {
  const board = drawing();
  if (!board) return;
  shown.grown = board.getAttribute(VIEW) ?? "";
  if (shown.grown === shown.view) {
    clearTimeout(shown.timer);
    shown.timer = 0;
    return;
  }
  board.setAttribute(VIEW, shown.view);
  growSoon();
});
