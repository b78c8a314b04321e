// The photo that filled in a board stays in this browser: it is shown beside the board with what was read drawn on it,
// and the place that is asked about is shown beside the question.

import { handOverPhoto, photoOf } from "../../static/photo_beside_board.js";
import { REPLACED } from "./live_parts.js";

const page = document.getElementById("tap-page");
const photo = {
  /** @type {Promise<string> | null} the address that it is shown by, empty where there is none; null until needed */
  address: null,
};

function addressOfPhoto() {
  const { game, player } = page.dataset;
  photo.address ??= photoOf(`${game}/${player}`)
    .then((file) => (file ? URL.createObjectURL(file) : ""))
    .catch(() => ""); // A browser may forbid to store anything.
  return photo.address;
}

async function showPhoto() {
  const closeUp = document.querySelector("#doubts .close-up");
  const figure = document.getElementById("board-seen");
  const drawing = /** @type {SVGSVGElement | null | undefined} */ (figure?.querySelector("svg"));
  const hasDrawing = Boolean(drawing?.childElementCount);
  if (!closeUp && !hasDrawing) return;
  const address = await addressOfPhoto();
  if (closeUp && address) closeUp.querySelector("image")?.setAttribute("href", address);
  else closeUp?.remove();
  if (address && figure && drawing && hasDrawing) await showBeside(figure, drawing, address);
}

/**
 * @param {HTMLElement} figure
 * @param {SVGSVGElement} drawing what was read, in pixels of the photo
 * @param {string} address
 */
async function showBeside(figure, drawing, address) {
  const picture = /** @type {HTMLImageElement} */ (figure.querySelector("img"));
  if (picture.getAttribute("src") !== address) picture.src = address;
  await picture.decode().catch(() => {}); // One that cannot be shown has no size.
  drawing.setAttribute("viewBox", `0 0 ${picture.naturalWidth} ${picture.naturalHeight}`);
  figure.hidden = !picture.naturalWidth;
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

// --- Who answers "Something else" is led to the place on the board.

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
    handOverPhoto(file).catch(() => {}).then(() => form.submit());
  });

page.addEventListener(REPLACED, showPhoto);
showPhoto();
