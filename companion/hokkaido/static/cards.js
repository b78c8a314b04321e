// Cards that are laid whole: their squares are painted with the same brushes, or known by their number; a shadow shows
// where the card would lie, and the places that the rules allow are marked.

import { requiredElement } from "../../static/required_element.js";

const SIDE = 40;
const COLUMNS = 2;
const entry = document.getElementById("entry");
const play = document.getElementById("play");
/** @type {Record<string, string[]>} the brushes of each card whose number is known */
const known = JSON.parse(play.dataset.cards);
const turn = document.getElementById("card-turn");
const number = document.getElementById("card-number");
const under = document.getElementById("card-under");

/** The brush that is chosen: its code. */
export function chosenBrush() {
  return document.querySelector("[form=tools][name=brush]:checked, #tools input[name=brush]:checked")?.value ?? "";
}

/**
 * What a brush paints, as SVG.
 *
 * @param {string} code
 */
export function glyphOf(code) {
  const brush = document.querySelector(`#tools input[name=brush][value="${code}"]`);
  return brush?.parentElement?.querySelector("svg")?.innerHTML ?? "";
}

function slots() {
  return [...play.querySelectorAll(".slot")];
}

/** @param {Found} slot */
function inputOf(slot) {
  return /** @type {HTMLInputElement} */ (document.getElementById(`slot-${slot.dataset.slot}`));
}

/**
 * @param {Found} slot
 * @param {string} code
 */
function fill(slot, code) {
  inputOf(slot).value = code;
  requiredElement(slot, ".shown").innerHTML = glyphOf(code);
}

/** @param {Found} slot */
function paintSlot(slot) {
  if (!glyphOf(chosenBrush())) return;
  fill(slot, chosenBrush());
  mark();
}

play.addEventListener("click", ({ target }) => {
  const slot = target.closest?.(".slot");
  if (slot) paintSlot(slot);
});
play.addEventListener("keydown", (event) => {
  const slot = event.target.closest?.(".slot");
  if (!slot || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  paintSlot(slot);
});
number.addEventListener("input", () => {
  const codes = known[number.value];
  if (codes) slots().forEach((slot, index) => fill(slot, codes[index]));
  mark();
});
document.getElementById("turn-card").addEventListener("click", () => {
  turn.value = String((Number(turn.value) + 1) % 4);
  requiredElement(play, ".card-squares").setAttribute("data-turn", turn.value);
  mark();
});
under.addEventListener("change", mark);
document.addEventListener("change", ({ target }) => target.name === "brush" && mark());
entry.addEventListener("counted", mark);

function fields() {
  const form = new FormData(document.getElementById("tools"));
  form.set("player", entry.dataset.player);
  return new URLSearchParams(/** @type {any} */ (form));
}

async function mark() {
  document.querySelectorAll(".city .place.may").forEach((place) => place.classList.remove("may"));
  if (chosenBrush() !== "card" || slots().some((slot) => !inputOf(slot).value)) return;
  const answer = await fetch(`${play.dataset.places}?${fields()}`).catch(() => null);
  if (!answer?.ok) return;
  for (const [x, y] of (await answer.json()).places) document.getElementById(`place_${x}_${y}`)?.classList.add("may");
}

/** The card's squares as it is turned: where each lies from the top left one, and its brush. */
function turned() {
  let squares = slots().map((slot, index) => ({
    x: index % COLUMNS,
    y: Math.floor(index / COLUMNS),
    code: inputOf(slot).value,
  }));
  for (let quarter = 0; quarter < Number(turn.value); quarter += 1) {
    const height = Math.max(...squares.map(({ y }) => y)) + 1;
    squares = squares.map(({ x, y, code }) => ({ x: height - 1 - y, y: x, code }));
  }
  return squares;
}

/**
 * Show the card as it would lie with its top left square in this place; without a place, take the shadow away.
 *
 * @param {Element | null} place
 */
export function shadow(place) {
  document.querySelector(".city .shadow")?.remove();
  if (!place) return;
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "shadow");
  group.setAttribute("transform", `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`);
  /** @param {{ x: number, y: number, code: string }} square */
  const square = ({ x, y, code }) =>
    `<g transform="translate(${x * SIDE} ${y * SIDE})">${glyphOf(code)}<rect width="${SIDE}" height="${SIDE}"/></g>`;
  group.innerHTML = turned().map(square).join("");
  place.parentElement?.append(group);
}

/** Remember a card that was laid and has a number. */
export function remember() {
  if (!number.value) return;
  const form = fields();
  form.set("csrf_token", entry.dataset.token);
  fetch(play.dataset.keep, { method: "POST", body: form }).catch(() => null);
  known[number.value] = slots().map((slot) => inputOf(slot).value);
}
