// Photos of tiles are sent one after the other, so that each is answered as soon as it was looked at.

import { requiredElement } from "../../static/required_element.js";

const TILES = "taught-tiles"; // the id of the part of the page that shows what was found so far
const form = /** @type {ShotForm | null} */ (/** @type {unknown} */ (document.querySelector("form[data-one-by-one]")));

/**
 * Send photos.
 *
 * @param {ShotForm} form
 * @param {(File | null)[]} files null for the camera's picture
 */
async function sendAll(form, files) {
  const controls = form.querySelectorAll("button, input[type=file]");
  controls.forEach((control) => { control.disabled = true; });
  document.querySelectorAll(`#${TILES} > [role=alert]`).forEach((note) => note.remove());
  for (const [index, file] of files.entries()) {
    say(form, form.dataset.of.replace("{number}", String(index + 1)).replace("{all}", String(files.length)));
    try {
      await sendOne(form, file);
    } catch {
      showRefusal(form.dataset.noAnswer);
      break;
    }
  }
  controls.forEach((control) => { control.disabled = false; });
  forgetChosen(form);
  say(form, document.getElementById("sheet-title")?.textContent ?? "");
}

/**
 * @param {ShotForm} form
 * @param {File | null} file
 */
async function sendOne(form, file) {
  const fields = new FormData(form);
  fields.delete("photo");
  if (file) fields.append("photo", file);
  const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const tiles = page.getElementById(TILES);
  if (tiles) replaceTiles(form, tiles);
  // A refusal is a page of its own, without any tiles on it.
  else showRefusal(page.querySelector(".refusal")?.textContent.trim() ?? answer.statusText);
}

/**
 * Show the tiles that were found so far; what was refused before stays above them.
 *
 * @param {ShotForm} form
 * @param {HTMLElement} tiles
 */
function replaceTiles(form, tiles) {
  const shown = document.getElementById(TILES);
  const refusals = [...shown.querySelectorAll("[role=alert]")];
  shown.replaceWith(tiles);
  tiles.prepend(...refusals);
  window.htmx?.process(tiles);
  if (tiles.querySelector("[data-begun]")) form.querySelector(".set-name")?.remove();
}

/** @param {string} sentence */
function showRefusal(sentence) {
  const note = document.createElement("p");
  note.className = "card refusal";
  note.setAttribute("role", "alert");
  note.textContent = sentence;
  document.getElementById(TILES).prepend(note);
}

/** @param {ShotForm} form */
function forgetChosen(form) {
  for (const field of form.querySelectorAll("input[type=file]")) {
    field.value = "";
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/**
 * @param {ShotForm} form
 * @param {string} words how far the photos are
 */
function say(form, words) {
  requiredElement(form, ".shots-state").textContent = words;
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const isCameras = event.submitter?.getAttribute("name") === "camera";
    const chosen = isCameras ? [] : [...(form.elements.photo.files ?? [])];
    sendAll(form, chosen.length ? chosen : [null]);
  });
  document.getElementById("taken-photo").addEventListener("change", ({ target }) => {
    if (target.files?.length) sendAll(form, [...target.files]);
  });
}
