// What is too large for `remembered.js`: photos that stay in this browser, and are sent nowhere.

const STORE = "photos";

/**
 * @param {string} database
 * @returns {Promise<IDBDatabase>}
 */
function opened(database) {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(database, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/**
 * What a request gives, once all that was asked of the store is done; fails where a browser forbids to keep anything.
 *
 * @template Result
 * @param {string} database
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} ask
 * @returns {Promise<Result>}
 */
export async function stored(database, mode, ask) {
  const base = await opened(database);
  return new Promise((done, fail) => {
    const all = base.transaction(STORE, mode);
    const asked = ask(all.objectStore(STORE));
    all.oncomplete = () => done(asked.result);
    all.onabort = () => fail(all.error);
  }).finally(() => base.close());
}
