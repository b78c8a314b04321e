// The phone as the camera: its pictures are shown here and sent one after the other, as large and as often as the
// connection allows.

import { REASONS, closeCamera, hasEnded, isLive, keepScreenOn, openCamera, resumeVideo } from "./device_camera.js";
import { adaptQuality, chosenQuality, countPicture } from "./picture_quality.js";

const page = document.getElementById("phone-camera");
const video = document.getElementById("camera-video");
const canvas = document.getElementById("sent-picture");
const button = document.getElementById("camera-switch");
const words = document.getElementById("camera-words");
const state = document.getElementById("camera-state");
const rate = document.getElementById("camera-rate");

const MIN_INTERVAL_MS = 40; // from one picture to the next
const TIMEOUT_MS = 15_000; // of a request
const BUSY_PAUSE_MS = 300; // while an earlier picture is still on its way, or the page is hidden
const RESTING_PAUSE_MS = 1500; // while nobody watches the table

const sending = {
  /** whether the visitor wants pictures to be sent */
  isOn: false,
};

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * @param {string} kind the class of the pill with the camera's state
 * @param {string} sentence
 */
function showState(kind, sentence) {
  state.className = `pill ${kind}`;
  if (words.textContent !== sentence) words.textContent = sentence;
}

// --- Sending.

/** @returns {Promise<Blob | null>} */
function takePicture() {
  const { side, quality } = chosenQuality();
  const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight));
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.drawImage(video, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

/**
 * @param {string} address
 * @param {Blob | null} [body]
 * @param {string} [type]
 */
function post(address, body, type) {
  const headers = new Headers({ "X-CSRFToken": page.dataset.token });
  if (type) headers.set("Content-Type", type);
  return fetch(address, { method: "POST", body, headers, signal: AbortSignal.timeout?.(TIMEOUT_MS) });
}

/**
 * Show what the server answers to a picture, and stop where it refuses this phone.
 *
 * @param {Response} answer
 */
async function handleAnswer(answer) {
  if (answer.status === 401 || answer.status === 403) return stop("failed", page.dataset.outside);
  if (answer.status === 409) return stop("failed", page.dataset.other);
  if (!answer.ok) throw new Error(answer.statusText);
  const table = await answer.json();
  const kind = table.state === "resting" ? "resting" : table.seeing === "still" ? "live" : table.seeing;
  if (sending.isOn) showState(kind, table.words);
  return table.state;
}

async function sendOne() {
  const began = performance.now();
  const answer = await post(page.dataset.frame, await takePicture(), "image/jpeg");
  // Another picture of this phone is still on its way, from before a call or a reload.
  if (answer.status === 429) return sleep(BUSY_PAUSE_MS);
  const tableState = await handleAnswer(answer);
  if (tableState === "resting") return sleep(RESTING_PAUSE_MS);
  if (tableState !== "ok") return undefined;
  adaptQuality(performance.now() - began);
  showRate(countPicture());
  return sleep(Math.max(0, MIN_INTERVAL_MS - (performance.now() - began)));
}

/** @param {number} perSecond pictures */
function showRate(perSecond) {
  /** @type {Record<string, number>} */
  const shown = { width: canvas.width, height: canvas.height, rate: perSecond };
  rate.textContent = page.dataset.rate.replace(/\{(\w+)\}/g, (_, name) => String(shown[name]));
}

async function keepSending() {
  while (sending.isOn) {
    try {
      if (document.hidden) await sleep(BUSY_PAUSE_MS);
      else if (isLive()) await sendOne();
      else await reopen();
    } catch (error) {
      if (sending.isOn) await handleError(error);
    }
  }
}

/** Restart a camera that shows nothing: open it again, or let its video go on. */
async function reopen() {
  showState("stalled", page.dataset.paused);
  await sleep(700);
  if (!sending.isOn || document.hidden) return;
  if (hasEnded()) {
    closeCamera();
    await openCamera();
  } else await resumeVideo();
}

/** @param {Error} error */
async function handleError(error) {
  const reason = REASONS[error.name];
  if (reason === "refused") {
    stop("failed", page.dataset.refused);
    return;
  }
  showState("stalled", reason ? page.dataset.paused : page.dataset.silent);
  await sleep(1500);
}

// --- Starting and stopping.

async function start() {
  if (sending.isOn) return;
  sending.isOn = true;
  button.disabled = true;
  showState("starting", page.dataset.starting);
  try {
    await openCamera();
    button.textContent = button.dataset.on;
    keepScreenOn(true);
    await post(page.dataset.claim).then(handleAnswer, () => showState("stalled", page.dataset.silent));
    keepSending();
  } catch (error) {
    stop("failed", page.dataset[REASONS[error.name] ?? "broken"]);
  } finally {
    button.disabled = false;
  }
}

/**
 * @param {string} kind
 * @param {string} sentence
 */
function stop(kind, sentence) {
  sending.isOn = false;
  closeCamera();
  keepScreenOn(false);
  button.textContent = button.dataset.off;
  rate.textContent = "";
  showState(kind, sentence);
}

function setUp() {
  page.hidden = false;
  button.addEventListener("click", () => (sending.isOn ? stop("resting", page.dataset.stopped) : start()));
  document.addEventListener("visibilitychange", () => {
    if (!sending.isOn || document.hidden) return;
    keepScreenOn(true);
    resumeVideo();
  });
  start();
}

// Browsers offer cameras to pages over TLS only.
if ("mediaDevices" in navigator) setUp();
else {
  document.getElementById("camera-insecure").hidden = false;
  document.getElementById("single-photos").open = true;
}

// --- Single photos are sent as soon as they are taken.

const form = document.getElementById("single-photo-form");

document.getElementById("taken-photo").addEventListener("change", ({ target }) => {
  if (!target.files?.length) return;
  document.getElementById("single-photo-status").hidden = false;
  form.requestSubmit();
});
