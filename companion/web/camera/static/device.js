// The phone's own camera: opened, chosen, closed, and the screen kept awake while it is watched through.

import { forget, recall, remember } from "../../static/local_storage.js";
import { screenLock } from "../../static/wake_lock.js";

const KEPT = "camera";
const SIZE = { width: { ideal: 1280 }, height: { ideal: 960 } };
const BACK = { ...SIZE, facingMode: { ideal: "environment" } };

const video = document.getElementById("camera-video");
const list = document.getElementById("camera-list");

/** @type {Record<string, string>} why a camera cannot be opened, by the name of the error */
export const REASONS = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  NotReadableError: "busy",
};

/** @type {MediaStream | null} */
let stream = null;
let watched = false;

const tracks = () => stream?.getVideoTracks() ?? [];

export const isLive = () => tracks().some((track) => track.readyState === "live" && !track.muted) && video.videoWidth > 0;

// A track that has ended never comes back; one that a call has muted does.
export const hasEnded = () => !tracks().some(({ readyState }) => readyState === "live");

export async function openCamera() {
  const kept = recall(KEPT);
  /** @param {MediaTrackConstraints} wish */
  const ask = (wish) => navigator.mediaDevices.getUserMedia({ video: wish });
  try {
    stream = await ask(kept ? { ...SIZE, deviceId: { exact: kept } } : BACK);
  } catch (error) {
    // A camera that was chosen once may no longer be there.
    if (!kept || REASONS[error.name] === "refused") throw error;
    forget(KEPT);
    stream = await ask(BACK);
  }
  video.srcObject = stream;
  await video.play();
  await offerCameras();
}

async function offerCameras() {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  const current = tracks()[0]?.getSettings().deviceId;
  const option = (/** @type {MediaDeviceInfo} */ { deviceId, label }, /** @type {number} */ number) =>
    new Option(label || String(number + 1), deviceId, false, deviceId === current);
  list.replaceChildren(...cameras.map(option));
  document.getElementById("camera-choice").hidden = cameras.length < 2;
}

export function closeCamera() {
  tracks().forEach((track) => track.stop());
  stream = null;
  video.srcObject = null;
}

export async function wakeVideo() {
  if (stream && video.paused) await video.play().catch(() => {});
}

// Where the browser refuses, the advice on the page says to plug the phone in.
const holdScreen = screenLock(() => watched && !document.hidden);

export function stayAwake() {
  watched = true;
  holdScreen();
}

export function mayDoze() {
  watched = false;
  holdScreen();
}

// Another camera is opened by whoever finds that this one has ended.
list.addEventListener("change", () => {
  remember(KEPT, list.value);
  closeCamera();
});
