// A card that is laid whole: its squares are painted with the brushes, or known by its number. A shadow shows where it
// would lie, and the places that the rules allow are marked.

import { requiredElement } from "../../static/required_element.js";
import { REPLACED } from "../../boardgames/static/live_parts.js";
import { chosenBrush, glyphOf, groupOn } from "./brushes.js";

const SIDE = 40; // of a square, in units of the drawings
const COLUMNS = 2;
const BRUSH = "card"; // the brush that lays the card

const page = document.getElementById("tap-page");

export class CardMaker {
  /** @type {Record<string, string[]>} the brushes of each card whose number is known */
  #known;
  /** @type {AbortController | null} ends the request for the allowed places that is under way */
  #request = null;

  /** @param {Written} part the part of the page in which the card is made */
  constructor(part) {
    this.part = part;
    this.number = document.getElementById("card-number");
    this.turn = document.getElementById("card-turn");
    this.#known = JSON.parse(part.dataset.cards);
    part.addEventListener("click", ({ target }) => this.#paint(target.closest?.(".slot")));
    part.addEventListener("keydown", (event) => {
      const slot = event.target.closest?.(".slot");
      if (!slot || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.#paint(slot);
    });
    this.number.addEventListener("input", () => this.#recall());
    document.getElementById("turn-card").addEventListener("click", () => this.#turn());
    document.getElementById("card-under").addEventListener("change", () => this.markPlaces());
    document.addEventListener("change", ({ target }) => target.name === "brush" && this.markPlaces());
    page.addEventListener(REPLACED, () => this.markPlaces());
  }

  /** Whether a tap on the city lays the card. */
  get isChosen() {
    return chosenBrush() === BRUSH;
  }

  /** Its squares, row by row. */
  get #slots() {
    return [...this.part.querySelectorAll(".slot")];
  }

  /** The brushes of its squares, row by row; empty for a square that shows nothing yet. */
  get #codes() {
    return this.#slots.map((slot) => inputOf(slot).value);
  }

  /** @param {Found | null | undefined} slot */
  #paint(slot) {
    if (!slot || !glyphOf(chosenBrush())) return;
    fill(slot, chosenBrush());
    this.markPlaces();
  }

  /** Fill in the squares of the card whose number was entered. */
  #recall() {
    const codes = this.#known[this.number.value];
    if (codes) this.#slots.forEach((slot, index) => fill(slot, codes[index]));
    this.markPlaces();
  }

  #turn() {
    this.turn.value = String((Number(this.turn.value) + 1) % 4);
    requiredElement(this.part, ".card-squares").setAttribute("data-turn", this.turn.value);
    this.markPlaces();
  }

  /** Mark the places where the rules allow to lay the card, as it is now. */
  async markPlaces() {
    this.#request?.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    const places = this.isChosen && this.#codes.every(Boolean) ? await this.#allowedPlaces(signal) : [];
    if (signal.aborted) return;
    document.querySelectorAll(".city .place.may").forEach((place) => place.classList.remove("may"));
    for (const [x, y] of places) document.getElementById(`place_${x}_${y}`)?.classList.add("may");
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<[number, number][]>}
   */
  async #allowedPlaces(signal) {
    const answer = await fetch(`${this.part.dataset.places}?${fields()}`, { signal }).catch(() => null);
    return answer?.ok ? (await answer.json()).places : [];
  }

  /** Its squares as it is turned: where each lies from the top left one, and its brush. */
  #turned() {
    let squares = this.#codes.map((code, index) => ({ x: index % COLUMNS, y: Math.floor(index / COLUMNS), code }));
    for (let quarter = 0; quarter < Number(this.turn.value); quarter += 1) {
      const height = Math.max(...squares.map(({ y }) => y)) + 1;
      squares = squares.map(({ x, y, code }) => ({ x: height - 1 - y, y: x, code }));
    }
    return squares;
  }

  /**
   * Show the card as it would lie with its top left square in a place.
   *
   * @param {Element} place
   */
  showShadow(place) {
    this.hideShadow();
    /** @param {{ x: number, y: number, code: string }} square */
    const drawn = ({ x, y, code }) =>
      `<g transform="translate(${x * SIDE} ${y * SIDE})">${glyphOf(code)}<rect width="${SIDE}" height="${SIDE}"/></g>`;
    place.parentElement?.append(groupOn(place, "shadow", this.#turned().map(drawn).join("")));
  }

  hideShadow() {
    document.querySelector(".city .shadow")?.remove();
  }

  /** Have the card that is laid remembered by its number, for this game and later ones. */
  async remember() {
    const number = this.number.value;
    if (!number) return;
    const form = fields();
    form.set("csrf_token", page.dataset.token);
    const answer = await fetch(this.part.dataset.keep, { method: "POST", body: form }).catch(() => null);
    if (answer?.ok) this.#known[number] = (await answer.json()).squares;
  }
}

/** What the tools say. */
function fields() {
  const form = new FormData(document.getElementById("tools"));
  form.set("player", page.dataset.player);
  return new URLSearchParams(/** @type {any} */ (form));
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
