// The photo of a board that is gone on with by hand: it stays in this browser, beside the board, and is sent nowhere.

import { stored } from "./browser_store.js";
import { forgetTally } from "./kept_tally.js";

const DATABASE = "longhouse";
const HANDED = "handed on";
const SHORT_MS = 60_000; // a photo is handed to the page that is opened next

/**
 * @param {File} photo
 * @param {number} [tally] the kept tally that is gone on with
 */
export function handOn(photo, tally) {
  return stored(DATABASE, "readwrite", (store) => store.put({ photo, at: Date.now(), tally }, HANDED));
}

/** @param {string} game */
export async function photoOf(game) {
  const handed = await stored(DATABASE, "readonly", (store) => store.get(HANDED));
  if (handed && Date.now() - handed.at < SHORT_MS) {
    // Of earlier games none is needed any more.
    await stored(DATABASE, "readwrite", (store) => store.clear());
    await stored(DATABASE, "readwrite", (store) => store.put(handed.photo, game));
    if (handed.tally) forgetTally(handed.tally);
  }
  return stored(DATABASE, "readonly", (store) => store.get(game));
}

const figure = document.getElementById("kept-photo");
if (figure) {
  photoOf(figure.dataset.game)
    .then((photo) => {
      if (!photo) return;
      figure.querySelector("img")?.setAttribute("src", URL.createObjectURL(photo));
      figure.hidden = false;
    })
    .catch(() => {}); // A browser may forbid to keep anything.
}
