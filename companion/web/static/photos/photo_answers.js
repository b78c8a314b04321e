// The questions about a photo are answered, and its board is corrected: each answer brings the tally anew.

import { forgetWaiting } from "./keep_copy.js";
import { openSheet, sheet } from "../correction_sheet.js";
import { onlyPhoto } from "./tallied_photos.js";

/** @param {Record<string, any>} values what is answered */
export async function sendAnswer(values) {
  const state = document.getElementById("tally-state");
  const tallied = state.closest(".tallied");
  if (!tallied || tallied.ariaBusy === "true") return;
  const save = /** @type {HTMLButtonElement | null} */ (document.getElementById("save"));
  const setBusy = (/** @type {boolean} */ isBusy) => {
    if (isBusy) tallied.ariaBusy = "true";
    else tallied.removeAttribute("aria-busy");
    // What is saved is the board with this answer, not the one before it.
    save?.toggleAttribute("disabled", isBusy);
  };
  setBusy(true);
  const wasOpen = sheet?.open;
  sheet?.close();
  const done = () => {
    setBusy(false);
    const isRefused = tallied.isConnected; // else another tally has taken its place
    if (!isRefused) return;
    forgetWaiting(tallied);
    // What was entered there is still in it, to be sent again.
    if (wasOpen) sheet?.show();
  };
  const how = { source: state, target: tallied, swap: "outerHTML", values };
  await window.htmx.ajax("POST", state.action, how).then(done, done);
}

// A photo is read anew with all answers to its questions. It is sent again for that, since the server keeps none.
// Answers about several photos, and choices for a cell, need only the board that the form holds.

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = /** @type {Written | null} */ (detail.elt.closest("form[data-answers]"));
  const photo = onlyPhoto();
  const needsBoardOnly = form?.id === "tally-state" && (!form.dataset.tally || detail.path === form.dataset.choices);
  if (!form || !photo || needsBoardOnly) return;
  detail.formData.append("photo", photo);
  const answer = detail.formData.get("answer");
  const all = JSON.parse(form.dataset.answers).concat(answer ? JSON.parse(String(answer)) : []);
  detail.formData.set("answers", JSON.stringify(all));
  if (!form.dataset.tally) return;
  detail.formData.delete("answer");
  detail.path = form.dataset.tally;
});

/**
 * Load the possible corrections of a cell into the sheet.
 *
 * @param {string} cell
 * @param {string} place of the question to which none of the answers offered is right; empty where there is none
 */
function loadChoices(cell, place) {
  const state = document.getElementById("tally-state");
  const how = { source: state, target: "#correction-choices", swap: "innerHTML", values: { cell, place } };
  const answer = window.htmx.ajax("POST", state.dataset.choices, how);
  answer.catch(() => {});
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const answer = target.closest?.("button[data-answer]");
  const opener = target.closest?.(".tallied .taps a, .tallied .seen g.tile, .tallied [data-open]");
  if (answer) {
    event.preventDefault();
    sendAnswer({ answer: answer.value });
  } else if (opener && sheet && (opener.matches("[data-open]") || document.getElementById("save"))) {
    event.preventDefault();
    const { open, cells, q, r } = opener.dataset;
    const { place } = opener.closest(".question")?.dataset ?? {};
    openSheet(open ?? cells ?? `${q},${r}`, opener, (cell) => loadChoices(cell, place ?? ""));
  }
});

// A tile is changed by the form for its edges.

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-tile]");
  if (!form) return;
  event.preventDefault();
  sendAnswer({ ...Object.fromEntries(new FormData(form)), cell: form.dataset.tile });
});
