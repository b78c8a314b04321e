// Photos: dropped or pasted anywhere, chosen, or taken with a phone; several of one board are sent together.

import { handOn } from "./kept_photo.js";
import { keepPhotos, shownAt } from "./kept_tally.js";
import { openSheet, sheet } from "./sheet.js";
import { typedNames, typeNames } from "./typed_names.js";

const root = document.documentElement;
const form = document.getElementById("photo-form");
const progress = document.getElementById("progress");
/** @type {File[]} photos on their way, of which there is no tally yet */
let sending = [];
/** @type {XMLHttpRequest | null} the request that they are sent with */
let latest = null;
/** @type {File[]} the photos of the tally that is shown */
let sent = [];
/** @type {string[]} */
let previews = [];
/** @type {Element | null} */
let kept = null;
/** @type {Map<string, string>} names that were typed into the tally that is replaced */
let typed = new Map();
/** @type {string | null} the copy that the photo is to be kept for once an answer about it was read; null for none */
let keptAfter = null;
/** whether the questions about the photo are open */
let asks = true;
let again = 0;
let tries = 0;
const TRIES = 60; // three minutes; whoever is sent away that often is to decide anew
const LOST_SECONDS = 3;
export const SENT_AGAIN = [429, 503]; // the answers of a full line of photos

/** @param {FileList | null} files */
export function send(files) {
  if (!form || !files?.length) return;
  const photos = [...files];
  if (photos.reduce((sum, file) => sum + file.size, 0) > Number(form.dataset.limit) * 1e6) {
    refuse(document.getElementById("tallied"), photos.length > 1 ? form.dataset.tooLargeTogether : form.dataset.tooLarge);
    return;
  }
  keepPhotos(photos);
  sendKept(photos);
}

/** @param {File[]} photos that are kept already */
export function sendKept(photos) {
  tries = 0;
  if (form) post(form, photos);
}

/**
 * @param {ShotForm} form
 * @param {File[]} files
 */
function post(form, files) {
  clearTimeout(again);
  document.querySelectorAll("#tallied .refusal").forEach((refusal) => refusal.remove());
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  form.elements.photo.files = chosen.files;
  sending = [...files];
  latest = null;
  if (!tries) {
    showProgress("sending", 0);
    // At once: a scroll that is still under way would carry on past a refusal that comes meanwhile.
    progress.scrollIntoView({ block: "nearest" });
  }
  form.requestSubmit();
}

/**
 * What is refused leaves a tally as it was, and the reason stands above it.
 *
 * @param {Element | null} result
 * @param {string} [sentence]
 */
function refuse(result, sentence) {
  const note = document.createElement("p");
  note.className = "card refusal";
  note.setAttribute("role", "alert");
  note.textContent = sentence ?? "";
  result?.querySelector(".refusal")?.remove();
  if (sentence) result?.prepend(note);
  // Once the progress is gone, which moves what stands below it. At the lower edge of a phone it would lie behind what
  // is asked there.
  requestAnimationFrame(() => note.scrollIntoView({ block: "start" }));
}

/**
 * @param {string} stage
 * @param {number} [share] percent
 */
function showProgress(stage, share = 0) {
  const bar = document.getElementById("progress-bar");
  const words = document.getElementById("progress-words");
  progress.hidden = false;
  if (stage !== "sending") bar.removeAttribute("value");
  else bar.value = share;
  if (words.textContent !== words.dataset[stage]) words.textContent = words.dataset[stage];
}

// A full line of photos says after how many seconds it is worth trying again; the files are still at hand.

/**
 * @param {ShotForm} form
 * @param {XMLHttpRequest} answer
 * @param {File[]} files
 */
function postLater(form, answer, files) {
  const seconds = Number(answer.getResponseHeader("Retry-After"));
  if (!SENT_AGAIN.includes(answer.status) || !(seconds > 0) || !files.length || tries >= TRIES) return;
  wait(form, files, "waiting", seconds);
  const place = answer.getResponseHeader("X-Queue-Place");
  const words = document.getElementById("progress-words");
  if (place) words.textContent = words.dataset.place.replace("{place}", place);
}

/**
 * @param {ShotForm} form
 * @param {File[]} files
 * @param {string} stage
 * @param {number} seconds
 */
function wait(form, files, stage, seconds) {
  tries += 1;
  showProgress(stage);
  if (tries === 1) progress.scrollIntoView({ block: "nearest" }); // the words may take one more line
  again = setTimeout(() => post(form, files), 1000 * seconds);
}

// --- The photo is shown from the visitor's own file; it does not come back from the server.

/** @returns {Written<HTMLImageElement> | null} where the photo is shown that the tally is drawn on */
function talliedPhoto() {
  return /** @type {Written<HTMLImageElement> | null} */ (document.querySelector("#tallied img[data-preview]"));
}

/** Of several photos that were sent, the first that could be read. */
function firstRead() {
  return Number(talliedPhoto()?.dataset.preview ?? 0);
}

/** @param {Element} result */
function showPhoto(result) {
  const photo = talliedPhoto();
  const url = previews[firstRead()] ?? previews[0];
  if (photo && !photo.src) {
    const figure = photo.closest("figure");
    // Browsers cannot show every kind of picture that can be read; without it the board stands alone.
    photo.addEventListener("error", () => figure?.setAttribute("hidden", ""));
    photo.src = url;
    // Before it is there, so that its place is kept and nothing moves when it comes.
    figure?.removeAttribute("hidden");
  }
  for (const image of result.querySelectorAll("image[data-preview]")) {
    // A place that the photo of the tally does not show is shown in another.
    const other = previews[Number(image.getAttribute("data-preview"))];
    image.setAttribute("href", image.getAttribute("data-preview") ? other : photo?.src ?? url);
  }
}

// A photo is read anew with each answer, and is sent again for that, since the server keeps none. Of several photos only
// the board is answered about.

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const form = /** @type {Written | null} */ (detail.elt.closest("form[data-answers]"));
  const onlyBoard = form?.id === "tally-state" && (!form.dataset.tally || detail.path === form.dataset.choices);
  if (!form || sent.length !== 1 || onlyBoard) return;
  detail.formData.append("photo", sent[0]);
  const answer = detail.formData.get("answer");
  const all = JSON.parse(form.dataset.answers).concat(answer ? JSON.parse(String(answer)) : []);
  detail.formData.set("answers", JSON.stringify(all));
  if (!form.dataset.tally) return;
  detail.formData.delete("answer");
  detail.path = form.dataset.tally;
});

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
  sheet?.close();
  const done = () => {
    setBusy(false);
    // Where the answer was refused, the tally stays as it was, and is not kept as if it held the answer.
    if (!tallied.isConnected) return;
    keptAfter = null;
    setKeeping(tallied, false);
  };
  await window.htmx.ajax("POST", state.action, { source: state, target: tallied, swap: "outerHTML", values }).then(done, done);
}

// What is kept is the photo with the answer that is being read: a tap that comes before that waits for it.

/**
 * @param {Element} tallied
 * @param {boolean} isWaiting
 */
function setKeeping(tallied, isWaiting) {
  tallied.querySelectorAll("#keep-copy fieldset").forEach((part) => part.toggleAttribute("disabled", isWaiting));
}

document.addEventListener("htmx:confirm", (event) => {
  const { elt } = event.detail;
  const copy = elt.matches("#keep-copy form") ? elt.querySelector("[name=copy]") : null;
  const tallied = elt.closest(".tallied");
  if (!copy || tallied?.ariaBusy !== "true") return;
  event.preventDefault();
  keptAfter = copy.value;
  setKeeping(tallied, true);
});

/** @param {Element} result */
function keepAfterAnswer(result) {
  const copy = keptAfter === null ? null : result.querySelector(`#keep-copy [name=copy][value="${keptAfter}"]`);
  keptAfter = null;
  copy?.form?.requestSubmit();
}

/**
 * @param {string} cell
 * @param {string} place of the question to which none of the answers offered is right; empty where there is none
 */
function choices(cell, place) {
  const state = document.getElementById("tally-state");
  const values = { cell, place };
  const answer = window.htmx.ajax("POST", state.dataset.choices, { source: state, target: "#correct-body", swap: "innerHTML", values });
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
    openSheet(open ?? cells ?? `${q},${r}`, opener, (cell) => choices(cell, place ?? ""));
  }
});

document.addEventListener("change", ({ target }) => {
  if (target.matches?.(".tallied .doubts-open")) asks = target.checked === true;
});

// Who goes on by hand has the photo beside the board.

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-with-photo]");
  if (!form || !sent.length) return;
  event.preventDefault();
  const go = () => HTMLFormElement.prototype.submit.call(form);
  handOn(sent[firstRead()], shownAt()).then(go, go);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-tile]");
  if (!form) return;
  event.preventDefault();
  sendAnswer({ ...Object.fromEntries(new FormData(form)), cell: form.dataset.tile });
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr } = detail;
  if (!target.matches?.("#tallied, .tallied")) return;
  if (xhr.status >= 400) {
    detail.shouldSwap = false;
    const refusal = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector(".refusal");
    refuse(target, refusal?.textContent?.trim());
  } else if (target.id === "tallied") {
    sent = sending;
    previews.forEach((url) => URL.revokeObjectURL(url));
    previews = sent.map((file) => URL.createObjectURL(file));
    asks = true;
  } else {
    kept = target.querySelector(".preview");
    typed = typedNames(target);
  }
});

// Before the browser draws again: settling comes later, and the page would be seen to jump in between.
document.addEventListener("htmx:afterSwap", ({ target }) => {
  const result = document.getElementById("tallied");
  if (!result || target !== result) return;
  const isChosen = form?.contains(document.activeElement);
  // The result takes the place of the form, which waits below it for the next photo.
  if (form && result.querySelector(".tallied")) result.after(form);
  showPhoto(result);
  result.scrollIntoView({ block: "start", behavior: "smooth" });
  // Who chose the photo with the keyboard goes on in its result.
  if (isChosen) result.focus({ preventScroll: true });
});

// Likewise: a photo that comes in later than the board below it would push that out of a phone's sight.
document.addEventListener("htmx:afterSwap", ({ target }) => {
  const result = document.getElementById("tallied");
  if (!result || !target.matches?.(".tallied")) return;
  const pair = result.querySelector(".pair.plain");
  if (pair && kept) {
    pair.classList.remove("plain");
    pair.prepend(kept);
    kept = null;
  }
  typeNames(result, typed);
  typed.clear();
  for (const isOpen of result.querySelectorAll(".doubts-open")) isOpen.checked = asks;
  showPhoto(result);
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "correct-body") showPhoto(document.getElementById("correct-body"));
  const result = document.getElementById("tallied");
  if (!result || !target.matches?.(".tallied")) return;
  // Who answers with the keyboard goes on with the next question.
  if (document.activeElement === document.body) {
    (result.querySelector(".question:not([hidden]) .asks") ?? result.querySelector("#save"))?.focus({ preventScroll: true });
  }
  keepAfterAnswer(result);
});

if (form) {
  for (const field of [document.getElementById("photo"), document.getElementById("shot")]) {
    field.addEventListener("change", ({ target }) => send(target.files));
  }
  form.addEventListener("htmx:xhr:progress", ({ detail }) => {
    if (detail.lengthComputable && detail.loaded < detail.total) showProgress("sending", (100 * detail.loaded) / detail.total);
    else showProgress("reading");
  });
  form.addEventListener("htmx:beforeSend", ({ detail }) => {
    latest = detail.xhr;
  });
  form.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.xhr !== latest) return; // ended because another photo was chosen meanwhile, whose files stay
    const files = [...(form.elements.photo.files ?? [])];
    progress.hidden = true;
    form.reset();
    document.getElementById("shot").value = "";
    postLater(form, detail.xhr, files);
  });
  // Without a connection the photo waits, too: one that was taken on this page is kept nowhere else.
  form.addEventListener("htmx:sendError", (event) => {
    if (event.detail.xhr !== latest || tries >= TRIES) return;
    event.stopPropagation();
    wait(form, sending, "lost", LOST_SECONDS);
  });

  let depth = 0;
  /** @param {number} change */
  const veil = (change) => {
    depth = Math.max(0, depth + change);
    root.classList.toggle("dropping", depth > 0);
  };
  /** @param {DragEvent} event */
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => carriesFile(event) && veil(1));
  addEventListener("dragleave", (event) => carriesFile(event) && veil(-1));
  addEventListener("dragover", (event) => carriesFile(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    veil(-depth);
    send(event.dataTransfer?.files ?? null);
  });
  addEventListener("paste", ({ clipboardData }) => send(clipboardData?.files ?? null));
}
