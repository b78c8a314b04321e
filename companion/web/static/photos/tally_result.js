// The server's answers to photos, and to answers about them, are shown: a new tally takes the place of the last one,
// and a tally with one answer more takes over what the visitor has typed and opened.

import { uploadedPhotos } from "./photo_upload.js";
import { showRefusal } from "./refusal.js";
import { setTalliedPhotos, showPhotos } from "./tallied_photos.js";
import { typedNames, typeNames } from "./typed_names.js";

const form = document.getElementById("photo-form");

/** What a tally takes over from the one that it replaces. */
const takenOver = {
  /** @type {Element | null} the photo with the drawing over it, where the answer comes without one */
  preview: null,
  /** @type {Map<string, string>} */
  names: new Map(),
  /** whether the questions are open */
  areQuestionsOpen: true,
};

document.addEventListener("change", ({ target }) => {
  if (target.matches?.(".tallied .doubts-open")) takenOver.areQuestionsOpen = target.checked === true;
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr } = detail;
  if (!target.matches?.("#tallied, .tallied")) return;
  if (xhr.status >= 400) {
    detail.shouldSwap = false;
    const refusal = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector(".refusal");
    showRefusal(target, refusal?.textContent?.trim());
  } else if (target.id === "tallied") {
    setTalliedPhotos(uploadedPhotos());
    takenOver.areQuestionsOpen = true;
  } else {
    takenOver.preview = target.querySelector(".preview");
    takenOver.names = typedNames(target);
  }
});

// Both in `afterSwap`, before the browser draws again: settling comes later, and the page would be seen to jump in
// between.

document.addEventListener("htmx:afterSwap", ({ target }) => {
  const result = document.getElementById("tallied");
  if (result && target === result) showNewTally(result);
});

document.addEventListener("htmx:afterSwap", ({ target }) => {
  const result = document.getElementById("tallied");
  if (result && target.matches?.(".tallied")) showAnsweredTally(result);
});

/** @param {HTMLElement} result */
function showNewTally(result) {
  const isFormFocused = form?.contains(document.activeElement);
  // The result takes the place of the form, which waits below it for the next photo.
  if (form && result.querySelector(".tallied")) result.after(form);
  showPhotos(result);
  result.scrollIntoView({ block: "start", behavior: "smooth" });
  // A visitor who chose the photo with the keyboard continues in its result.
  if (isFormFocused) result.focus({ preventScroll: true });
}

/** @param {HTMLElement} result */
function showAnsweredTally(result) {
  const pair = result.querySelector(".pair.plain");
  if (pair && takenOver.preview) {
    pair.classList.remove("plain");
    pair.prepend(takenOver.preview);
    takenOver.preview = null;
  }
  typeNames(result, takenOver.names);
  takenOver.names.clear();
  for (const isOpen of result.querySelectorAll(".doubts-open")) isOpen.checked = takenOver.areQuestionsOpen;
  showPhotos(result);
}

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "correction-choices") showPhotos(document.getElementById("correction-choices"));
  const result = document.getElementById("tallied");
  if (!result || !target.matches?.(".tallied")) return;
  // A visitor who answers with the keyboard continues with the next question.
  if (document.activeElement === document.body) {
    const next = result.querySelector(".question:not([hidden]) .asks") ?? result.querySelector("#save");
    next?.focus({ preventScroll: true });
  }
});
