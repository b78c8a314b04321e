// A tally that was not saved is offered by a page that is opened anew, as after a phone's browser discarded the first.
// In another language or in other colours, for which the page is loaded anew, it is shown at once.

import { forget, recall, remember } from "../local_storage.js";
import { sendAnswer } from "./photo_answers.js";
import { isQueueFull, sendStoredPhotos } from "./photo_upload.js";
import { answersToSend, forgetTalliesUpTo, forgetTally, isSavedBy, markRefused, markShown } from "./stored_tally.js";
import { resumeTally, shownTally, storeAnswers, unsavedTally } from "./stored_tally.js";
import { typeNames } from "./typed_names.js";
import { forgetEarlierTallies } from "./undo_answers.js";

const REFUSED_FOR_GOOD = [400, 413, 415, 422]; // statuses of answers that would be the same another time

const SHOWN_AT_ONCE = "tally-shown-at-once"; // under this name: when the photos of that tally were sent

const form = document.getElementById("photo-form");
const card = document.getElementById("unsaved-tally");
/** @type {Awaited<ReturnType<typeof unsavedTally>>} the tally that is offered */
let offered = null;

async function offer() {
  offered = await unsavedTally();
  card?.toggleAttribute("hidden", !offered);
}

/** @param {NonNullable<typeof offered>} unsaved */
function showAgain({ tally, photos }) {
  resumeTally(tally);
  sendStoredPhotos(photos);
}

async function showAtOnceOrOffer() {
  const sentAt = Number(recall(SHOWN_AT_ONCE));
  forget(SHOWN_AT_ONCE);
  offered = await unsavedTally();
  if (offered && offered.tally.at === sentAt) showAgain(offered);
  else card?.toggleAttribute("hidden", !offered);
}

document.addEventListener("submit", ({ target }) => {
  if (shownTally() && target.matches?.(".languages form, .themes form")) remember(SHOWN_AT_ONCE, String(shownTally()));
});

card?.addEventListener("click", ({ target }) => {
  if (!offered || !target.matches?.("button")) return;
  if (target.id === "show-unsaved") showAgain(offered);
  else forgetTalliesUpTo(offered.tally);
  card.hidden = true;
  document.getElementById("photo").focus({ preventScroll: true });
});

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt !== form) return;
  card?.setAttribute("hidden", "");
  // Several photos are read without answers.
  if (answersToSend() !== "[]") detail.formData.set("answers", answersToSend());
});

document.addEventListener("htmx:beforeSwap", ({ detail: { target, xhr } }) => {
  if (target.id !== "tallied" || xhr.status < 400 || isQueueFull(xhr.status)) return;
  markRefused(REFUSED_FOR_GOOD.includes(xhr.status));
  offer();
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.matches?.(".tallied")) storeAnswers();
  const result = document.getElementById("tallied");
  const tally = target === result && markShown();
  if (!result || !tally) return;
  typeNames(result, new Map(tally.names));
  if (tally.board) sendAnswer({ document: tally.board, answer: "[]" }).then(forgetEarlierTallies);
});

document.addEventListener("input", ({ target }) => {
  if (target.matches?.(".tallied input")) storeAnswers();
});

document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  const at = shownTally();
  if (isSavedBy(detail) && at) forgetTally(at);
});

if (card) showAtOnceOrOffer();
