// A tally stays in this browser until it is saved, for the server keeps nothing: the photos, and what was answered.
// Each table of a club has its own; a photo that is sent later takes its place once it is read.

import { stored } from "./browser_store.js";
import { requiredElement } from "./required_element.js";
import { keep, recall } from "./remembered.js";
import { typedNames } from "./typed_names.js";

const DATABASE = "longhouse-tallies";
const NAME = "tallies";
const DAY_MS = 24 * 60 * 60 * 1000;
const NONE = "[]";

/**
 * @typedef {object} Tally
 * @property {number} at when its photos were sent, which tells it from others
 * @property {string} path of the page that they were sent from
 * @property {string} answers with which the photo is to be read, as JSON
 * @property {string} board with its answers, as JSON, where these change only the board; else empty
 * @property {[string, string][]} names that were typed, with those of their fields
 */

/** @type {Tally | null} the one whose photos are on their way */
let onWay = null;
/** @type {Tally | null} the one that is shown */
let shown = null;
/** the board shown, before any answers */
let boardAsRead = "";
/** @type {Set<number>} those whose photos are known to be kept */
const safe = new Set();

/** @returns {Tally[]} the newest first */
function kept() {
  return JSON.parse(recall(NAME) ?? "[]");
}

/** @param {(tally: Tally) => boolean} isGone */
function drop(isGone) {
  const gone = kept().filter(isGone);
  if (!gone.length) return;
  keep(NAME, JSON.stringify(kept().filter((tally) => !isGone(tally))));
  for (const { at } of gone) stored(DATABASE, "readwrite", (store) => store.delete(at)).catch(() => {});
}

/** @param {Tally} tally */
function write(tally) {
  keep(NAME, JSON.stringify(kept().map((each) => (each.at === tally.at ? tally : each))));
}

/** @param {number} at */
export function forgetTally(at) {
  drop((tally) => tally.at === at);
}

/** @param {File[]} photos that are sent now */
export function keepPhotos(photos) {
  const { pathname: path } = location;
  const tally = { at: Date.now(), path, answers: NONE, board: "", names: [] };
  onWay = tally;
  keep(NAME, JSON.stringify([tally, ...kept()]));
  const put = stored(DATABASE, "readwrite", (store) => {
    store.delete(IDBKeyRange.upperBound(tally.at - DAY_MS)); // A page may have gone before it had deleted one.
    return store.put(photos, tally.at);
  });
  // A browser may forbid to keep anything, or have no room.
  put.then(() => safe.add(tally.at), () => forgetTally(tally.at));
}

/** The newest tally of this page that is neither shown nor on its way, with its photos. */
export async function unsavedTally() {
  for (const tally of kept().filter(({ path }) => path === location.pathname)) {
    /** @type {File[] | undefined} */
    const photos = await stored(DATABASE, "readonly", (store) => store.get(tally.at)).catch(() => undefined);
    if (onWay || shown) return null;
    if (photos) return { tally, photos };
  }
  return null;
}

/** @param {Tally} tally whose photos are sent again */
export function takeUp(tally) {
  onWay = tally;
  safe.add(tally.at);
}

/** @param {Tally} tally that nobody wants, nor any before it */
export function discard(tally) {
  drop(({ at, path }) => path === tally.path && at <= tally.at);
}

/** What the photos on their way are to be read with. */
export function answersOnWay() {
  return onWay?.answers ?? NONE;
}

/**
 * The photos on their way are not tallied now.
 * @param {boolean} isForGood whether they would not be another time, either
 */
export function refused(isForGood) {
  const tally = onWay;
  onWay = null;
  if (!tally || !isForGood) return;
  if (tally.answers === NONE && !tally.board) forgetTally(tally.at);
  else write({ ...tally, answers: NONE, board: "" }); // It may be the answers that are of no use any more.
}

/** The photos on their way are tallied, and shown: no earlier tally is needed any more. */
export function tallied() {
  const tally = onWay;
  if (!tally) return null;
  [onWay, shown] = [null, tally];
  boardAsRead = boardShown();
  drop(({ at, path }) => path === tally.path && at < tally.at);
  return tally;
}

function boardShown() {
  return requiredElement(document.getElementById("tally-state"), "[name=document]").value;
}

/** What was answered and typed is kept as it is shown now. */
export function keepAnswers() {
  if (!shown) return;
  const { answers } = document.getElementById("tally-state").dataset;
  const isBoardAnswered = answers === NONE && boardShown() !== boardAsRead;
  const names = [...typedNames(document.getElementById("tallied") ?? document.body)];
  shown = { ...shown, answers, board: isBoardAnswered ? boardShown() : "", names };
  write(shown);
}

/** When the photos of the tally that is shown were sent. */
export function shownAt() {
  return shown?.at;
}

/** Whether the tally that is shown would come again: no other photo was sent from a second page meanwhile. */
export function isKept() {
  return kept().some(({ at }) => at === shown?.at && safe.has(at));
}

drop(({ at }) => at < Date.now() - DAY_MS);
