// A tally that was not saved is offered by a page that is opened anew, as after a phone's browser discarded the first.

import { forgetEarlierTallies } from "./undo_answers.js";
import { answersOnWay, keepAnswers, refused, takeUp, tallied } from "./kept_tally.js";
import { discard, forgetTally, shownAt, unsavedTally } from "./kept_tally.js";
import { sendAnswer } from "./photo_answers.js";
import { isQueueFull, sendKeptPhotos } from "./photo_upload.js";
import { typeNames } from "./typed_names.js";

const FOR_GOOD = [400, 413, 415, 422];

const form = document.getElementById("photo-form");
const card = document.getElementById("unsaved");
/** @type {Awaited<ReturnType<typeof unsavedTally>>} */
let offered = null;

async function offer() {
  offered = await unsavedTally();
  card?.toggleAttribute("hidden", !offered);
}

card?.addEventListener("click", ({ target }) => {
  if (!offered || !target.matches?.("button")) return;
  const { tally, photos } = offered;
  if (target.id === "show-unsaved") {
    takeUp(tally);
    sendKeptPhotos(photos);
  } else {
    discard(tally);
  }
  card.hidden = true;
  document.getElementById("photo").focus({ preventScroll: true });
});

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt !== form) return;
  card?.setAttribute("hidden", "");
  // Several photos are read without answers.
  if (answersOnWay() !== "[]") detail.formData.set("answers", answersOnWay());
});

document.addEventListener("htmx:beforeSwap", ({ detail: { target, xhr } }) => {
  if (target.id !== "tallied" || xhr.status < 400 || isQueueFull(xhr.status)) return;
  refused(FOR_GOOD.includes(xhr.status));
  offer();
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.matches?.(".tallied")) keepAnswers();
  const result = document.getElementById("tallied");
  const tally = target === result && tallied();
  if (!result || !tally) return;
  typeNames(result, new Map(tally.names));
  if (tally.board) sendAnswer({ document: tally.board, answer: "[]" }).then(forgetEarlierTallies);
});

document.addEventListener("input", ({ target }) => {
  if (target.matches?.(".tallied input")) keepAnswers();
});

document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  const at = shownAt();
  if (detail.elt.id === "save-form" && detail.xhr.status < 400 && at) forgetTally(at);
});

if (card) offer();
