// The photo of a board that is continued by hand is shown beside it. It is kept in this browser alone: the page of the
// tally hands it over to the page of the game, which is opened next.

import { runTransaction } from "./photo_database.js";
import { forgetTally } from "./photos/stored_tally.js";
import { showable } from "./showable_photo.js";

const DATABASE = "longhouse";
const HANDED_OVER = "handed on"; // the key of the photo whose game is not known yet; else the key is the game
const HANDOVER_MS = 60_000; // later it belongs to no page that is opened

/**
 * @param {File} photo
 * @param {number} [tally] the stored tally that is continued
 */
export function handOverPhoto(photo, tally) {
  return runTransaction(DATABASE, "readwrite", (store) => store.put({ photo, at: Date.now(), tally }, HANDED_OVER));
}

/**
 * Return what the photo of a game can be shown by; nothing where there is none, or none that can be shown.
 *
 * @param {string} game
 * @param {string} address where the server makes a JPEG of a photo
 */
async function shownPhotoOf(game, address) {
  const photo = await photoOf(game);
  return photo ? showable(photo, URL.createObjectURL(photo), address) : null;
}

/** @param {string} game */
async function photoOf(game) {
  const handedOver = await runTransaction(DATABASE, "readonly", (store) => store.get(HANDED_OVER));
  if (handedOver && Date.now() - handedOver.at < HANDOVER_MS) {
    // Of earlier games none is needed any more.
    await runTransaction(DATABASE, "readwrite", (store) => store.clear());
    await runTransaction(DATABASE, "readwrite", (store) => store.put(handedOver.photo, game));
    if (handedOver.tally) forgetTally(handedOver.tally);
  }
  return runTransaction(DATABASE, "readonly", (store) => store.get(game));
}

const figure = document.getElementById("kept-photo");
if (figure) {
  shownPhotoOf(figure.dataset.game, figure.dataset.picture)
    .then((photo) => {
      if (!photo) return;
      figure.querySelector("img")?.setAttribute("src", photo.url);
      figure.hidden = false;
    })
    .catch(() => {}); // A browser may forbid to store anything.
}
