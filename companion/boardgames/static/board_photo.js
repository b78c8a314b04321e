// The photo that filled in a board stays in this browser: it is shown beside the board with what was read drawn on it,
// and the place that is asked about is shown beside the question.

import { showable } from "../../static/showable_photo.js";
import { keepSentPhoto, photoOfBoard } from "./board_photos.js";
import { REPLACED } from "./live_parts.js";

/** @typedef {import("../../static/showable_photo.js").Showable} Showable */

const page = document.getElementById("tap-page");
const photo = {
  /** @type {Promise<Showable | null> | null} what it is shown by, nothing where there is none; null until needed */
  shown: null,
};

function boardKey() {
  return `${page.dataset.game}/${page.dataset.player}`;
}

/** @returns {import("./board_photos.js").Place[]} where the things of the board were seen in its photo, in pixels */
function seenPlaces() {
  return [...document.querySelectorAll("#seen-things .read-as")].map((thing) => {
    const { e, f } = /** @type {SVGGElement} */ (/** @type {unknown} */ (thing)).transform.baseVal.getItem(0).matrix;
    return [e, f];
  });
}

async function loadPhoto() {
  const file = await photoOfBoard(boardKey(), seenPlaces());
  return file ? showable(file, URL.createObjectURL(file), page.dataset.picture) : null;
}

async function showPhoto() {
  const closeUp = document.querySelector("#doubts .close-up");
  const figure = document.getElementById("board-seen");
  const drawing = /** @type {SVGSVGElement | null | undefined} */ (figure?.querySelector("svg"));
  const hasDrawing = Boolean(drawing?.childElementCount);
  if (!closeUp && !hasDrawing) return;
  photo.shown ??= loadPhoto().catch(() => null); // A browser may forbid to store anything.
  const shown = await photo.shown;
  if (closeUp && shown) showCloseUp(closeUp, shown);
  else closeUp?.remove();
  if (shown && figure && drawing && hasDrawing) await showBeside(figure, drawing, shown);
}

/**
 * @param {Element} closeUp
 * @param {Showable} photo
 */
function showCloseUp(closeUp, { url, width, height }) {
  const image = closeUp.querySelector("image");
  for (const [name, value] of Object.entries({ href: url, width, height })) image?.setAttribute(name, String(value));
}

/**
 * @param {HTMLElement} figure
 * @param {SVGSVGElement} drawing what was read, in pixels of the photo
 * @param {Showable} photo
 */
async function showBeside(figure, drawing, { url, width, height }) {
  const picture = /** @type {HTMLImageElement} */ (figure.querySelector("img"));
  if (picture.getAttribute("src") !== url) picture.src = url;
  await picture.decode().catch(() => {}); // So that nothing is drawn over an empty frame.
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  figure.hidden = false;
}

// --- What is pointed at in the photo lights up on the board, and the other way round; tapped, it is brought into view.

/** @param {Event} event */
function highlightPointed({ target, type }) {
  for (const lit of document.querySelectorAll("#tap-page .pointed")) lit.classList.remove("pointed");
  if (!(target instanceof Element)) return; // The document itself takes no part.
  const thing = /** @type {SVGElement | null} */ (target.closest("#seen-things [data-of]"));
  const place = thing ? document.getElementById(thing.dataset.of ?? "") : target.closest("#board [id]");
  if (!place) return;
  const seen = thing ?? document.querySelector(`#seen-things [data-of="${CSS.escape(place.id)}"]`);
  if (!seen) return;
  for (const lit of [place, seen]) lit.classList.add("pointed");
  if (thing && type === "click") place.scrollIntoView({ block: "nearest" });
}
for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, highlightPointed);

// --- A visitor who answers "Something else" is led to the place on the board.

document.addEventListener("click", ({ target }) => {
  const id = target.closest?.("[data-goes-to]")?.dataset.goesTo;
  const place = id && document.querySelector(`#${CSS.escape(id)}`);
  if (!place) return;
  place.scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
});

// --- A photo that is sent is kept for the page that shows what was read of it.

for (const form of document.querySelectorAll("form[data-keeps-photo]"))
  form.addEventListener("submit", (event) => {
    const [file] = form.querySelector("input[type=file]")?.files ?? [];
    if (!file || form.hasAttribute("data-kept")) return;
    event.preventDefault();
    form.setAttribute("data-kept", "");
    keepSentPhoto(boardKey(), file, seenPlaces()).catch(() => {}).then(() => form.submit());
  });

page.addEventListener(REPLACED, showPhoto);
showPhoto();
