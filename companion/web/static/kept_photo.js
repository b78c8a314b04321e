// The photo of a board that is gone on with by hand: it stays in this browser, beside the board, and is sent nowhere.

const STORE = "photos";
const HANDED = "handed on";
const SHORT_MS = 60_000; // a photo is handed to the page that is opened next

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("longhouse", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/**
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} ask
 * @returns {Promise<Result>}
 */
async function stored(mode, ask) {
  const base = await opened();
  return new Promise((done, fail) => {
    const asked = ask(base.transaction(STORE, mode).objectStore(STORE));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/** @param {File} photo */
export function handOn(photo) {
  return stored("readwrite", (store) => store.put({ photo, at: Date.now() }, HANDED));
}

/** @param {string} game */
export async function photoOf(game) {
  const handed = await stored("readonly", (store) => store.get(HANDED));
  if (handed && Date.now() - handed.at < SHORT_MS) {
    // Of earlier games none is needed any more.
    await stored("readwrite", (store) => store.clear());
    await stored("readwrite", (store) => store.put(handed.photo, game));
  }
  return stored("readonly", (store) => store.get(game));
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
