// Photos to teach with: sent one after the other, so that each is answered as soon as it was looked at.

import { requiredElement } from "../../static/required_element.js";

/**
 * @param {ShotForm} form
 * @param {string} html
 */
function replaceWork(form, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("taught-tiles");
  const work = document.getElementById("taught-tiles");
  // A refusal is a page of its own, without any work on it.
  const problems = [...work.querySelectorAll("[role=alert]")];
  if (!fresh) return false;
  work.replaceWith(fresh);
  fresh.prepend(...problems);
  window.htmx?.process(fresh);
  if (fresh.querySelector("[data-begun]")) form.querySelector(".set-name")?.remove();
  return true;
}

/**
 * @param {ShotForm} form
 * @param {string} words
 */
function say(form, words) {
  requiredElement(form, ".shots-state").textContent = words;
}

/** @param {string} words */
function refuse(words) {
  const note = document.createElement("p");
  note.className = "card refusal";
  note.setAttribute("role", "alert");
  note.textContent = words;
  document.getElementById("taught-tiles").prepend(note);
}

/**
 * @param {ShotForm} form
 * @param {File | null} file none for the camera's picture
 */
async function sendOne(form, file) {
  const fields = new FormData(form);
  fields.delete("photo");
  if (file) fields.append("photo", file);
  const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
  const html = await answer.text();
  if (replaceWork(form, html)) return;
  refuse(new DOMParser().parseFromString(html, "text/html").querySelector(".refusal")?.textContent.trim() ?? answer.statusText);
}

/**
 * @param {ShotForm} form
 * @param {(File | null)[]} files
 */
async function send(form, files) {
  const buttons = form.querySelectorAll("button, input[type=file]");
  buttons.forEach((button) => { button.disabled = true; });
  document.querySelectorAll("#taught-tiles > [role=alert]").forEach((note) => note.remove());
  for (const [number, file] of files.entries()) {
    say(form, form.dataset.of.replace("{number}", String(number + 1)).replace("{all}", String(files.length)));
    try {
      await sendOne(form, file);
    } catch {
      refuse(form.dataset.noAnswer);
      break;
    }
  }
  buttons.forEach((button) => { button.disabled = false; });
  form.querySelectorAll("input[type=file]").forEach((input) => {
    input.value = "";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  say(form, document.querySelector("#sheet-title")?.textContent ?? "");
}

const form = /** @type {ShotForm | null} */ (/** @type {unknown} */ (document.querySelector("form[data-one-by-one]")));

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = event.submitter?.getAttribute("name") === "camera" ? [] : [...(form.elements.photo.files ?? [])];
    send(form, chosen.length ? chosen : [null]);
  });
  document.getElementById("taken-photo").addEventListener("change", ({ target }) => {
    if (target.files?.length) send(form, [...target.files]);
  });
}
