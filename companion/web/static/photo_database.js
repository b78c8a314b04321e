// Photos that stay in this browser and are sent nowhere, in databases of its own: they are too large for its local
// storage.

const STORE = "photos"; // the one object store of each database

/**
 * @param {string} database
 * @returns {Promise<IDBDatabase>}
 */
function openDatabase(database) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Run a transaction, and return the result of its last request; fails where a browser forbids to store anything.
 *
 * @template Result
 * @param {string} database
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} ask makes the requests, and returns the last one
 * @returns {Promise<Result>}
 */
export async function runTransaction(database, mode, ask) {
  const opened = await openDatabase(database);
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  }).finally(() => opened.close());
}
