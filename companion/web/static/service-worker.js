// The service worker: the server is asked first, and where it does not answer, what was kept of it is shown. Kept are
// the shell, the pages of games, and photos that another app shares until the page has taken them. Pages with codes are
// never kept, and nothing is once the visitor is no longer admitted.

const worker = /** @type {any} */ (self);
const [SHELL, BOARDS, SHARED] = ["longhouse-shell", "longhouse-boards", "longhouse-shared"];
const BOARD = /^\/(games|hokkaido|vikings|nusfjord)\/(\d+\/.*|statistics\/)?$/;
const PRIVATE = /\/(best-play|hint|files\/.*|pictures\/.*|delete|set-up)$/;
const VERSION = /\/v\/\w+\/(?=(.*\/)?static\/)/;
const MOST_BOARDS = 80;

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(keepShell());
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== worker.location.origin) return;
  if (request.method === "POST" && address.pathname === "/share") event.respondWith(takeShared(request));
  else if (request.method === "POST" && address.pathname.endsWith("/join/leave")) event.waitUntil(caches.delete(BOARDS));
  if (request.method !== "GET") return;
  const kept = /\/static\//.test(address.pathname) ? SHELL : isBoard(address) ? BOARDS : "";
  if (kept || request.mode === "navigate") event.respondWith(serverFirst(request, kept));
});

/** @param {URL} address */
function isBoard({ pathname }) {
  return BOARD.test(pathname) && !PRIVATE.test(pathname);
}

async function keepShell() {
  const addresses = await (await fetch("/installed/shell")).json();
  const cache = await caches.open(SHELL);
  await Promise.all(addresses.map((/** @type {string} */ address) => keepFile(cache, address)));
}

/**
 * @param {Cache} cache
 * @param {string} address
 */
async function keepFile(cache, address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be kept: ${answer.status}`);
  await cache.put(withoutVersion(address), answer);
}

/**
 * Only the newest version of a file is kept; boards that were kept with an earlier one are shown with it.
 * @param {string} address
 */
function withoutVersion(address) {
  return address.replace(VERSION, "/");
}

/**
 * @param {Request} request
 * @param {string} kept the cache in which the answer is kept; empty for an answer that is not
 */
async function serverFirst(request, kept) {
  try {
    const answer = await fetch(request);
    if (answer.status === 401 || answer.status === 403 || new URL(answer.url || request.url).pathname.endsWith("/join/")) {
      await caches.delete(BOARDS);
    } else if (kept && answer.ok && !answer.redirected) {
      const cache = await caches.open(kept);
      await cache.put(withoutVersion(request.url), answer.clone());
      if (kept === BOARDS) await forgetOldest(cache);
    }
    return answer;
  } catch (fault) {
    const known = await caches.match(withoutVersion(request.url), { ignoreVary: true });
    if (known) return known;
    const offline = request.mode === "navigate" && (await caches.match("/installed/offline", { ignoreVary: true }));
    if (offline) return offline;
    throw fault;
  }
}

/** @param {Cache} cache */
async function forgetOldest(cache) {
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_BOARDS)).map((request) => cache.delete(request)));
}

/** @param {Request} request */
async function takeShared(request) {
  const photos = (await request.formData()).getAll("photo").filter((photo) => photo instanceof File);
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  await Promise.all(photos.map((photo, number) => cache.put(`/share/${number}`, named(photo))));
  return Response.redirect("/?shared", 303);
}

/** @param {File} photo */
function named(photo) {
  return new Response(photo, { headers: { "Content-Type": photo.type, "X-Name": encodeURIComponent(photo.name) } });
}
