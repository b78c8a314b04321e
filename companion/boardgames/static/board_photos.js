// The photos that boards were filled in from stay in this browser. With each is kept where things were seen in it: by
// that a board finds its own photo, also after "Undo" has brought an earlier reading back, and a photo that could not be
// read takes no other's place.

import { runTransaction } from "../../static/photo_database.js";

const DATABASE = "longhouse-boards";
const SENT = "sent"; // the key of the photo that was sent last; else the key is the game and the player
const SENT_MS = 600_000; // later it belongs to no page that is opened
const KEPT = 3; // photos for each board, at a few megabytes each
const NEAR = 5; // pixels between two places that are one; readings of one photo agree in them, but for rounding

/** @typedef {[number, number]} Place in the photo, pixels */
/** @typedef {{ photo: File, places: Place[] }} BoardPhoto */

/**
 * Keep a photo that is sent now, until the page shows whether it was read.
 *
 * @param {string} board
 * @param {File} photo
 * @param {Place[]} places where things were seen in the photo that the board was filled in from before
 */
export function keepSentPhoto(board, photo, places) {
  const sent = { board, photo, places, at: Date.now() };
  return runTransaction(DATABASE, "readwrite", (store) => store.put(sent, SENT));
}

/**
 * Return the photo in which the things of a board were seen.
 *
 * @param {string} board
 * @param {Place[]} places where they were seen
 * @returns {Promise<File | undefined>}
 */
export async function photoOfBoard(board, places) {
  const kept = await keptPhotos(board, places);
  return kept.find((one) => shows(one.places, places))?.photo;
}

/**
 * @param {string} board
 * @param {Place[]} places
 * @returns {Promise<BoardPhoto[]>} the newest first
 */
async function keptPhotos(board, places) {
  const sent = await runTransaction(DATABASE, "readonly", (store) => store.get(SENT));
  /** @type {BoardPhoto[]} */
  const before = (await runTransaction(DATABASE, "readonly", (store) => store.get(board))) ?? [];
  if (!sent || sent.board !== board) return before;
  await runTransaction(DATABASE, "readwrite", (store) => store.delete(SENT));
  const isRead = Date.now() - sent.at < SENT_MS && JSON.stringify(places) !== JSON.stringify(sent.places);
  if (!isRead) return before;
  const kept = [{ photo: sent.photo, places }, ...before].slice(0, KEPT);
  await forgetOtherGames(board);
  await runTransaction(DATABASE, "readwrite", (store) => store.put(kept, board));
  return kept;
}

/** @param {string} board */
async function forgetOtherGames(board) {
  const game = `${board.split("/")[0]}/`;
  const keys = await runTransaction(DATABASE, "readonly", (store) => store.getAllKeys());
  const others = keys.filter((key) => !String(key).startsWith(game));
  for (const key of others) await runTransaction(DATABASE, "readwrite", (store) => store.delete(key));
}

/**
 * Whether most things that are seen now were seen in a photo; of a board without such things, the newest is taken.
 *
 * @param {Place[]} known
 * @param {Place[]} places
 */
function shows(known, places) {
  const found = places.filter(([x, y]) => known.some(([u, v]) => Math.hypot(x - u, y - v) < NEAR));
  return 2 * found.length >= places.length;
}
