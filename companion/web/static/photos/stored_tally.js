// A tally stays in this browser until it is saved, for the server keeps nothing: its photos in a database, and what was
// answered and typed in the local storage. Each table of a club has its own. It goes through three states: its photos
// are being sent, it is shown, or it is unsaved, when the page was left meanwhile. A photo that is sent later replaces
// it once it is read.

import { recall, remember } from "../local_storage.js";
import { runTransaction } from "../photo_database.js";
import { requiredElement } from "../required_element.js";
import { typedNames } from "./typed_names.js";

const DATABASE = "longhouse-tallies";
const TALLIES = "tallies"; // their name in the local storage
const DAY_MS = 24 * 60 * 60 * 1000;
const NO_ANSWERS = "[]";

/**
 * @typedef {object} Tally
 * @property {number} at when its photos were sent, which tells it from others
 * @property {string} path of the page that they were sent from
 * @property {string} answers with which the photo is to be read, as JSON
 * @property {string} board with its answers, as JSON, where these change only the board; else empty
 * @property {[string, string][]} names that were typed, with those of their fields
 */

const current = {
  /** @type {Tally | null} the one whose photos are being sent */
  sending: null,
  /** @type {Tally | null} the one that is shown */
  shown: null,
  /** the board of the one that is shown, before any answers */
  boardAsRead: "",
  /** @type {Set<number>} those whose photos are known to be in the database, by `at` */
  withStoredPhotos: new Set(),
};

/** @returns {Tally[]} the newest first */
function storedTallies() {
  return JSON.parse(recall(TALLIES) ?? "[]");
}

/** @param {(tally: Tally) => boolean} isForgotten */
function forgetTallies(isForgotten) {
  const forgotten = storedTallies().filter(isForgotten);
  if (!forgotten.length) return;
  remember(TALLIES, JSON.stringify(storedTallies().filter((tally) => !isForgotten(tally))));
  for (const { at } of forgotten) runTransaction(DATABASE, "readwrite", (store) => store.delete(at)).catch(() => {});
}

/** @param {Tally} tally that is stored already */
function update(tally) {
  remember(TALLIES, JSON.stringify(storedTallies().map((each) => (each.at === tally.at ? tally : each))));
}

/** @param {number} at */
export function forgetTally(at) {
  forgetTallies((tally) => tally.at === at);
}

/** @param {Tally} tally that nobody wants, nor any before it */
export function forgetTalliesUpTo(tally) {
  forgetTallies(({ at, path }) => path === tally.path && at <= tally.at);
}

// --- Photos are sent.

/** @param {File[]} photos that are sent now */
export function storePhotos(photos) {
  const { pathname: path } = location;
  const tally = { at: Date.now(), path, answers: NO_ANSWERS, board: "", names: [] };
  current.sending = tally;
  remember(TALLIES, JSON.stringify([tally, ...storedTallies()]));
  const stored = runTransaction(DATABASE, "readwrite", (store) => {
    store.delete(IDBKeyRange.upperBound(tally.at - DAY_MS)); // A page may have been left before it had deleted one.
    return store.put(photos, tally.at);
  });
  // A browser may forbid to store anything, or have no room.
  stored.then(() => current.withStoredPhotos.add(tally.at), () => forgetTally(tally.at));
}

/** @param {Tally} tally whose photos are sent again */
export function resumeTally(tally) {
  current.sending = tally;
  current.withStoredPhotos.add(tally.at);
}

/** The answers with which the photos that are being sent are to be read, as JSON. */
export function answersToSend() {
  return current.sending?.answers ?? NO_ANSWERS;
}

/**
 * The photos that were being sent are refused.
 *
 * @param {boolean} isForGood whether they would be refused another time, too
 */
export function markRefused(isForGood) {
  const tally = current.sending;
  current.sending = null;
  if (!tally || !isForGood) return;
  if (tally.answers === NO_ANSWERS && !tally.board) forgetTally(tally.at);
  else update({ ...tally, answers: NO_ANSWERS, board: "" }); // It may be the answers that are of no use any more.
}

/** The tally of the photos that were being sent is shown now: earlier ones are not needed any more. Return it. */
export function markShown() {
  const tally = current.sending;
  if (!tally) return null;
  [current.sending, current.shown] = [null, tally];
  current.boardAsRead = boardShown();
  forgetTallies(({ at, path }) => path === tally.path && at < tally.at);
  return tally;
}

// --- A tally is shown.

function boardShown() {
  return requiredElement(document.getElementById("tally-state"), "[name=document]").value;
}

/** Store what was answered and typed, as it is shown now. */
export function storeAnswers() {
  if (!current.shown) return;
  const { answers } = document.getElementById("tally-state").dataset;
  const isBoardAnswered = answers === NO_ANSWERS && boardShown() !== current.boardAsRead;
  const names = [...typedNames(document.getElementById("tallied") ?? document.body)];
  current.shown = { ...current.shown, answers, board: isBoardAnswered ? boardShown() : "", names };
  update(current.shown);
}

/** When the photos of the tally that is shown were sent, by which others call it. */
export function shownTally() {
  return current.shown?.at;
}

/** Whether the tally that is shown would be offered again: no other photo was sent from a second page meanwhile. */
export function isShownTallyStored() {
  return storedTallies().some(({ at }) => at === current.shown?.at && current.withStoredPhotos.has(at));
}

/**
 * Whether an answer of the server says that the tally is saved, now or before, by another page.
 *
 * @param {{ elt: Element, xhr: XMLHttpRequest }} answer
 */
export function isSavedBy({ elt, xhr }) {
  return elt.id === "save-form" && (xhr.status < 400 || xhr.status === 409);
}

// --- The page was opened anew.

/** Return the newest tally of this page that is neither shown nor being sent, with its photos. */
export async function unsavedTally() {
  for (const tally of storedTallies().filter(({ path }) => path === location.pathname)) {
    /** @type {File[] | undefined} */
    const photos = await runTransaction(DATABASE, "readonly", (store) => store.get(tally.at)).catch(() => undefined);
    if (current.sending || current.shown) return null;
    if (photos) return { tally, photos };
  }
  return null;
}

forgetTallies(({ at }) => at < Date.now() - DAY_MS);
