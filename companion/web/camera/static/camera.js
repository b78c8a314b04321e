// The phone as the camera: shows and sends pictures, one after the other, as large and as often as the line allows.

import { REASONS, closeCamera, hasEnded, isLive, mayDoze, openCamera, stayAwake, wakeVideo } from "./device.js";
import { chosen, count, learn } from "./pace.js";

const page = document.getElementById("phone-camera");
const video = document.getElementById("camera-video");
const canvas = document.getElementById("sent");
const button = document.getElementById("camera-switch");
const words = document.getElementById("camera-words");
const state = document.getElementById("camera-state");
const rate = document.getElementById("camera-rate");

const FASTEST = 40;
const PATIENCE = 15000;

let wanted = false;

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * @param {string} kind
 * @param {string} sentence
 */
function say(kind, sentence) {
  state.className = `pill ${kind}`;
  if (words.textContent !== sentence) words.textContent = sentence;
}

// --- Sending.

/** @returns {Promise<Blob | null>} */
function picture() {
  const { side, quality } = chosen();
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
  return fetch(address, { method: "POST", body, headers, signal: AbortSignal.timeout?.(PATIENCE) });
}

/** @param {Response} answer */
async function heed(answer) {
  if (answer.status === 401 || answer.status === 403) return stop("failed", page.dataset.outside);
  if (answer.status === 409) return stop("failed", page.dataset.other);
  if (!answer.ok) throw new Error(answer.statusText);
  const told = await answer.json();
  if (wanted) say(told.state === "resting" ? "resting" : told.seeing === "still" ? "live" : told.seeing, told.words);
  return told.state;
}

async function sendOne() {
  const began = performance.now();
  const answer = await post(page.dataset.frame, await picture(), "image/jpeg");
  // Another picture of this phone is on its way still, from before a call or a reload.
  if (answer.status === 429) return pause(300);
  const told = await heed(answer);
  if (told === "resting") return pause(1500);
  if (told !== "ok") return undefined;
  learn(performance.now() - began);
  showRate(count());
  return pause(Math.max(0, FASTEST - (performance.now() - began)));
}

/** @param {number} number pictures a second */
function showRate(number) {
  /** @type {Record<string, number>} */
  const shown = { width: canvas.width, height: canvas.height, rate: number };
  rate.textContent = page.dataset.rate.replace(/\{(\w+)\}/g, (_, name) => String(shown[name]));
}

async function keepSending() {
  while (wanted) {
    try {
      if (document.hidden) await pause(300);
      else if (isLive()) await sendOne();
      else await reopen();
    } catch (error) {
      if (wanted) await trouble(error);
    }
  }
}

async function reopen() {
  say("stalled", page.dataset.paused);
  await pause(700);
  if (!wanted || document.hidden) return;
  if (hasEnded()) {
    closeCamera();
    await openCamera();
  } else await wakeVideo();
}

/** @param {Error} error */
async function trouble(error) {
  const reason = REASONS[error.name];
  if (reason === "refused") {
    stop("failed", page.dataset.refused);
    return;
  }
  say("stalled", reason ? page.dataset.paused : page.dataset.silent);
  await pause(1500);
}

// --- Starting and stopping.

async function start() {
  if (wanted) return;
  wanted = true;
  button.disabled = true;
  say("starting", page.dataset.starting);
  try {
    await openCamera();
    button.textContent = button.dataset.on;
    stayAwake();
    await post(page.dataset.claim).then(heed, () => say("stalled", page.dataset.silent));
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
  wanted = false;
  closeCamera();
  mayDoze();
  button.textContent = button.dataset.off;
  rate.textContent = "";
  say(kind, sentence);
}

function begin() {
  page.hidden = false;
  button.addEventListener("click", () => (wanted ? stop("resting", page.dataset.stopped) : start()));
  document.addEventListener("visibilitychange", () => {
    if (!wanted || document.hidden) return;
    stayAwake();
    wakeVideo();
  });
  start();
}

// Browsers offer cameras to pages over TLS only.
if ("mediaDevices" in navigator) begin();
else {
  document.getElementById("camera-insecure").hidden = false;
  document.getElementById("shots").open = true;
}

// --- Single photos are sent as soon as they are taken.

const form = document.getElementById("shot-form");

document.getElementById("shot").addEventListener("change", ({ target }) => {
  if (!target.files?.length) return;
  document.getElementById("shot-words").hidden = false;
  form.requestSubmit();
});
