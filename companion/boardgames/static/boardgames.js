// Boards that are entered by tapping. Each tap is posted with what the tools say; taps wait for one another, none is
// lost while the server does not answer, and the page's live parts are replaced once the last of them is answered.

import { keepSentPhoto, photoOfBoard } from "./board_photos.js";
import { showable } from "../../static/showable_photo.js";

const RETRY = 1500;
const entry = document.getElementById("entry");
/** @type {URLSearchParams[]} */
const taps = [];
let sending = false;
/** whether the tap that is being sent has found no server so far */
let isUnanswered = false;
let released = Promise.resolve();

// What is pressed is not replaced: a click is lost whose button went between pressing and letting go.
document.addEventListener("pointerdown", () => {
  released = new Promise((done) => {
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(done), { once: true });
    setTimeout(done, RETRY); // Letting go outside the window is never heard of.
  });
});

/**
 * Send a tap: its fields go along with those of the tools.
 *
 * @param {Record<string, any>} values
 */
export function tap(values) {
  const form = new FormData(document.getElementById("tools"));
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  form.set("player", entry.dataset.player);
  form.set("csrf_token", entry.dataset.token);
  taps.push(new URLSearchParams(/** @type {any} */ (form)));
  entry.toggleAttribute("data-waiting", true);
  if (!sending) send();
}

async function send() {
  sending = true;
  while (taps.length) {
    const answer = await post(taps[0]);
    if (!answer) continue;
    taps.shift();
    await show(answer);
  }
  sending = false;
  entry.toggleAttribute("data-waiting", false);
}

/** @param {URLSearchParams} body */
async function post(body) {
  try {
    const answer = await fetch(entry.dataset.address, { method: "POST", body, headers: { "HX-Request": "true" } });
    isUnanswered = false;
    return answer;
  } catch {
    isUnanswered = true;
    complain(entry.dataset.noAnswer);
    await new Promise((done) => setTimeout(done, RETRY));
    return null;
  }
}

// Taps that wait for the server are lost with the page.
addEventListener("beforeunload", (event) => isUnanswered && event.preventDefault());

/** @param {Response} answer */
async function show(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  await released;
  if (answer.ok) {
    complain("");
    if (!taps.length) replaceLive(page);
    return;
  }
  complain(page.body.textContent.trim());
  // What was painted ahead of the answer did not come about: show how things stand.
  const now = await fetch(location.href);
  if (now.ok && !taps.length) replaceLive(new DOMParser().parseFromString(await now.text(), "text/html"));
}

/** @param {Document} page */
function replaceLive(page) {
  const focused = document.activeElement?.id;
  for (const old of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(document.importNode(fresh, true));
  }
  showPhoto();
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  entry.dispatchEvent(new CustomEvent("counted", { bubbles: true }));
}

/** @param {string} sentence */
function complain(sentence) {
  const trouble = document.getElementById("trouble");
  trouble.textContent = sentence;
  trouble.hidden = !sentence;
}

// --- The photo that filled in a board stays in this browser: it is shown beside the board, and shows the place that is
// asked about.

/** @type {ReturnType<typeof showable>} */
let shownPhoto;

function boardKey() {
  return `${entry.dataset.game}/${entry.dataset.player}`;
}

/** @returns {import("./board_photos.js").Place[]} where the things of the board were seen in its photo, in pixels */
function seenPlaces() {
  return [...document.querySelectorAll("#seen-things .read-as")].map((thing) => {
    const { e, f } = /** @type {SVGGElement} */ (/** @type {unknown} */ (thing)).transform.baseVal.getItem(0).matrix;
    return [e, f];
  });
}

async function loadPhoto() {
  const photo = await photoOfBoard(boardKey(), seenPlaces());
  return photo ? showable(photo, URL.createObjectURL(photo), entry.dataset.picture) : null;
}

async function showPhoto() {
  const shown = document.querySelector("#doubts .close-up");
  const beside = document.getElementById("board-seen");
  const things = /** @type {SVGSVGElement | null | undefined} */ (beside?.querySelector("svg"));
  if (!shown && !things?.childElementCount) return;
  shownPhoto ??= loadPhoto();
  const photo = await shownPhoto.catch(() => null); // A browser may forbid to keep anything.
  if (shown && photo) showCloseUp(shown, photo);
  else shown?.remove();
  if (photo && beside && things?.childElementCount) await showBeside(beside, things, photo);
}

/**
 * @param {Element} closeUp
 * @param {import("../../static/showable_photo.js").Showable} photo
 */
function showCloseUp(closeUp, { url, width, height }) {
  const image = closeUp.querySelector("image");
  for (const [name, value] of Object.entries({ href: url, width, height })) image?.setAttribute(name, String(value));
}

/**
 * @param {HTMLElement} figure
 * @param {SVGSVGElement} things
 * @param {import("../../static/showable_photo.js").Showable} photo
 */
async function showBeside(figure, things, { url, width, height }) {
  const picture = /** @type {HTMLImageElement} */ (figure.querySelector("img"));
  if (picture.getAttribute("src") !== url) picture.src = url;
  await picture.decode().catch(() => {}); // So that nothing is drawn over an empty frame.
  things.setAttribute("viewBox", `0 0 ${width} ${height}`);
  figure.hidden = false;
}

// What is pointed at in the photo lights up on the board, and the other way round; tapped, it is brought into view.

/** @param {Event} event */
function pointAtSeen({ target, type }) {
  for (const lit of document.querySelectorAll(".entry .pointed")) lit.classList.remove("pointed");
  if (!(target instanceof Element)) return; // The document itself takes no part.
  const thing = /** @type {SVGElement | null} */ (target.closest("#seen-things [data-of]"));
  const place = thing ? document.getElementById(thing.dataset.of ?? "") : target.closest("#board [id]");
  if (!place) return;
  const seen = thing ?? document.querySelector(`#seen-things [data-of="${CSS.escape(place.id)}"]`);
  if (!seen) return;
  for (const lit of [place, seen]) lit.classList.add("pointed");
  if (thing && type === "click") place.scrollIntoView({ block: "nearest" });
}
for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, pointAtSeen);

showPhoto();
for (const form of document.querySelectorAll("form[data-keeps-photo]"))
  form.addEventListener("submit", (event) => {
    const [photo] = form.querySelector("input[type=file]")?.files ?? [];
    if (!photo || form.hasAttribute("data-kept")) return;
    event.preventDefault();
    form.setAttribute("data-kept", "");
    keepSentPhoto(boardKey(), photo, seenPlaces()).catch(() => {}).then(() => form.submit());
  });
document.addEventListener("click", ({ target }) => {
  const goesTo = target.closest?.("[data-goes-to]")?.dataset.goesTo;
  const place = goesTo && document.querySelector(`#${CSS.escape(goesTo)}`);
  if (!place) return;
  place.scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
});

// --- Anything with data-tap, which holds the tap's fields as JSON, is tapped by pointer or by keyboard.

document.addEventListener("click", ({ target }) => {
  const thing = target.closest?.("#entry [data-tap]");
  if (thing) tap(JSON.parse(thing.dataset.tap));
});
document.addEventListener("keydown", (event) => {
  const thing = event.target.closest?.("#entry [data-tap]");
  if (!thing || thing.matches("button, a, input") || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  tap(JSON.parse(thing.dataset.tap));
});

document.getElementById("tools")?.addEventListener("submit", (event) => event.preventDefault());

// --- Files that are sent as soon as they are chosen.

for (const input of document.querySelectorAll("input[type=file][data-send]")) {
  const send = () => input.files?.length && input.form?.requestSubmit();
  input.addEventListener("change", send);
  send(); // It may have been chosen before this script came; browsers restore none, autocomplete being off.
}
