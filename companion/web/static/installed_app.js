// The page as an installed app: its service worker, and photos that another app has shared to it.

import { sendPhotos } from "./photos/photo_upload.js";

const SHARED = "longhouse-shared";

// Browsers allow it over TLS and on the computer itself; elsewhere the page works without it.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {});

if (new URLSearchParams(location.search).has("shared") && "caches" in window) tallyShared();

async function tallyShared() {
  history.replaceState(null, "", location.pathname);
  const cache = await caches.open(SHARED);
  const photos = await Promise.all((await cache.keys()).map(async (key) => fileOf(await cache.match(key))));
  await caches.delete(SHARED);
  sendPhotos(photos.filter((photo) => photo !== null));
}

/** @param {Response | undefined} kept */
async function fileOf(kept) {
  if (!kept) return null;
  const name = decodeURIComponent(kept.headers.get("X-Name") ?? "photo");
  return new File([await kept.blob()], name, { type: kept.headers.get("Content-Type") ?? "image/jpeg" });
}
