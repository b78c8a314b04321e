// A fjord is entered: a tap on a place, or a stroke along a row of islands, which lays a whole island.

import { tap } from "../../boardgames/static/boardgames.js";

/** @typedef {{ level: string, row: string, first: number, last: number }} Stroke columns of one level, which tells the row */

/** @type {Stroke | null} */
let stroke = null;

/**
 * @param {Found} place
 * @param {Stroke} stroke
 */
function touch(place, stroke) {
  if (place.dataset.level !== stroke.level) return;
  const column = Number(place.dataset.column);
  stroke.first = Math.min(stroke.first, column);
  stroke.last = Math.max(stroke.last, column);
  for (let along = stroke.first; along <= stroke.last; along++) {
    document.getElementById(`place_${stroke.level}_${along}`)?.classList.add("drawn");
  }
}

/** @param {Stroke} stroke */
function send({ level, row, first, last }) {
  if (level === "0") tap({ do: "ship", column: first });
  else if (first === last) tap({ do: "tile", row, column: first });
  else tap({ do: "island", row, first, last });
}

/** @param {PointerEvent} event */
function end(event) {
  if (!stroke) return;
  const done = stroke;
  stroke = null;
  if (event.type === "pointerup") send(done);
  else for (const place of document.querySelectorAll(".drawn")) place.classList.remove("drawn");
}

/** @param {PointerEvent} event */
function placeAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest(".to-tap .place");
}

document.addEventListener("pointerdown", (event) => {
  const place = event.target.closest?.(".to-tap .place");
  if (!place || event.button !== 0) return;
  const column = Number(place.dataset.column);
  stroke = { level: place.dataset.level, row: place.dataset.row, first: column, last: column };
  // A finger keeps hold of what it touched first; the stroke asks what lies under it instead.
  if (place.hasPointerCapture(event.pointerId)) place.releasePointerCapture(event.pointerId);
  touch(place, stroke);
});
document.addEventListener("pointermove", (event) => {
  const place = stroke && stroke.level !== "0" && placeAt(event);
  if (place && stroke) touch(place, stroke);
});
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", end);

// --- By keyboard: arrows go from place to place, Enter or Space taps.

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

document.addEventListener("keydown", (event) => {
  const place = event.target.closest?.(".to-tap .place");
  if (!place) return;
  const { level, row } = place.dataset;
  const column = Number(place.dataset.column);
  if (event.key in STEPS) {
    const [down, right] = STEPS[event.key];
    document.getElementById(`place_${Number(level) + down}_${column + right}`)?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    send({ level, row, first: column, last: column });
  } else {
    return;
  }
  event.preventDefault();
});

// --- What a ship pays: a button for the usual numbers, a field for any other.

const amount = document.getElementById("amount");

function showAmount() {
  for (const button of document.querySelectorAll("[data-amount]")) {
    button.setAttribute("aria-pressed", String(button.dataset.amount === amount.value));
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-amount]");
  if (!button) return;
  amount.value = button.dataset.amount;
  showAmount();
});
amount.addEventListener("input", showAmount);

// --- Points and gold: typed, or stepped. What is being typed is never replaced by an answer.

document.addEventListener("focusin", ({ target }) => {
  if (target.dataset.hold) target.select?.();
});
document.addEventListener("change", ({ target }) => {
  if (target.dataset.hold) tap({ do: "hold", [target.dataset.hold]: target.value });
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-step]");
  if (!button) return;
  const input = /** @type {Written<HTMLInputElement>} */ (document.getElementById(button.dataset.of));
  input.value = String(Math.max(0, Number(input.value) + Number(button.dataset.step)));
  tap({ do: "hold", [input.dataset.hold]: input.value });
});
document.addEventListener("counted", () => {
  const known = document.getElementById("carrying").dataset;
  for (const input of document.querySelectorAll("[data-hold]")) {
    if (input !== document.activeElement) input.value = known[input.dataset.hold];
  }
});

// --- A board grows with its last column. Whoever taps one place several times must not hit another when it does: it
// keeps its measure until nobody has tapped for a while.

const CALM = 800;
const MEASURE = "viewBox";
let measure = measureOf(drawn());
let growing = 0;

function drawn() {
  return document.querySelector("#board svg");
}

/** @param {Element | null} board */
function measureOf(board) {
  return board?.getAttribute(MEASURE) ?? "";
}

function growSoon() {
  clearTimeout(growing);
  growing = setTimeout(() => {
    growing = 0;
    const board = drawn();
    measure = board?.dataset.grown ?? "";
    board?.setAttribute(MEASURE, measure);
  }, CALM);
}

document.addEventListener("pointerdown", () => {
  if (growing) growSoon();
});
document.addEventListener("counted", () => {
  const board = drawn();
  if (!board) return;
  board.dataset.grown = measureOf(board);
  if (board.dataset.grown === measure) {
    clearTimeout(growing);
    growing = 0;
    return;
  }
  board.setAttribute(MEASURE, measure);
  growSoon();
});
