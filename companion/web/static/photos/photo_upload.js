// Photos are sent with the form for them, for their tally. They are sent again while the server's queue is full, or
// while there is no connection.

import { removeRefusals, showRefusal } from "./refusal.js";
import { storePhotos } from "./stored_tally.js";
import { hideProgress, scrollToProgress, showProgress, showQueuePlace } from "./upload_progress.js";

const MAX_RETRIES = 60; // three minutes; after that the visitor decides whether to send them again
const RETRY_S = 3; // seconds until the next try where there is no connection
const QUEUE_FULL = [429, 503]; // statuses of an answer that says when to send the photos again

const form = document.getElementById("photo-form");

/** The photos that were sent last: of them there is no tally yet, or the one that is shown. */
const upload = {
  /** @type {File[]} */
  photos: [],
  /** @type {XMLHttpRequest | null} the request that they are sent with; none before it is sent */
  request: null,
  /** how often they were sent again */
  retries: 0,
  /** the timer after which they are sent again */
  timer: 0,
};

/** @param {number} status an answer's, whose photos are sent again by themselves */
export function isQueueFull(status) {
  return QUEUE_FULL.includes(status);
}

export function uploadedPhotos() {
  return upload.photos;
}

/**
 * Store photos in this browser, and send them; several show one board.
 *
 * @param {File[]} photos
 */
export function sendPhotos(photos) {
  if (!form || !photos.length) return;
  if (photos.reduce((sum, file) => sum + file.size, 0) > Number(form.dataset.limit) * 1e6) {
    const reason = photos.length > 1 ? form.dataset.tooLargeTogether : form.dataset.tooLarge;
    showRefusal(document.getElementById("tallied"), reason);
    return;
  }
  storePhotos(photos);
  sendStoredPhotos(photos);
}

/** @param {File[]} photos that are stored already */
export function sendStoredPhotos(photos) {
  upload.retries = 0;
  if (form) submit(form, photos);
}

/**
 * @param {ShotForm} form
 * @param {File[]} photos
 */
function submit(form, photos) {
  clearTimeout(upload.timer);
  removeRefusals();
  const chosen = new DataTransfer();
  for (const file of photos) chosen.items.add(file);
  form.elements.photo.files = chosen.files;
  upload.photos = [...photos];
  upload.request = null;
  if (!upload.retries) {
    showProgress("sending", 0);
    // At once: a scroll that is still under way would carry on past a refusal that comes meanwhile.
    scrollToProgress();
  }
  form.requestSubmit();
}

/**
 * Send photos again after a while.
 *
 * @param {ShotForm} form
 * @param {File[]} photos
 * @param {"waiting" | "lost"} stage why they are
 * @param {number} seconds
 */
function retry(form, photos, stage, seconds) {
  upload.retries += 1;
  showProgress(stage);
  if (upload.retries === 1) scrollToProgress(); // the words may take one more line
  upload.timer = setTimeout(() => submit(form, photos), 1000 * seconds);
}

/**
 * Send photos again for which the server's queue was full, when its answer says to.
 *
 * @param {ShotForm} form
 * @param {XMLHttpRequest} answer
 * @param {File[]} photos
 */
function retryIfQueueFull(form, answer, photos) {
  const seconds = Number(answer.getResponseHeader("Retry-After"));
  if (!isQueueFull(answer.status) || !(seconds > 0) || !photos.length || upload.retries >= MAX_RETRIES) return;
  retry(form, photos, "waiting", seconds);
  const place = answer.getResponseHeader("X-Queue-Place");
  if (place) showQueuePlace(place);
}

if (form) {
  form.addEventListener("htmx:xhr:progress", ({ detail }) => {
    const { lengthComputable, loaded, total } = detail;
    if (lengthComputable && loaded < total) showProgress("sending", (100 * loaded) / total);
    else showProgress("reading");
  });
  form.addEventListener("htmx:beforeSend", ({ detail }) => {
    upload.request = detail.xhr;
  });
  form.addEventListener("htmx:afterRequest", ({ detail }) => {
    // Other photos were chosen meanwhile, which ended this request; they stay in the form.
    if (detail.xhr !== upload.request) return;
    const photos = [...(form.elements.photo.files ?? [])];
    hideProgress();
    form.reset();
    document.getElementById("taken-photo").value = "";
    retryIfQueueFull(form, detail.xhr, photos);
  });
  // Without a connection the photo waits, too: one that was taken on this page is stored nowhere else.
  form.addEventListener("htmx:sendError", (event) => {
    if (event.detail.xhr !== upload.request || upload.retries >= MAX_RETRIES) return;
    event.stopPropagation();
    retry(form, upload.photos, "lost", RETRY_S);
  });
}
