// The phone's own camera: it is opened, chosen among several, and closed, and the screen stays on while it is used.

import { forget, recall, remember } from "../../static/local_storage.js";
import { screenLock } from "../../static/wake_lock.js";

const STORED = "camera"; // name of the chosen camera's id in the local storage
const SIZE = { width: { ideal: 1280 }, height: { ideal: 960 } };
const BACK_CAMERA = { ...SIZE, facingMode: { ideal: "environment" } };

const video = document.getElementById("camera-video");
const list = document.getElementById("camera-list");

/** @type {Record<string, string>} why a camera cannot be opened, by the name of the error */
export const REASONS = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  NotReadableError: "busy",
};

const camera = {
  /** @type {MediaStream | null} what it shows; null while it is closed */
  stream: null,
  /** whether the screen is to stay on */
  keepsScreenOn: false,
};

const tracks = () => camera.stream?.getVideoTracks() ?? [];

/** Whether the camera shows pictures now. */
export const isLive = () => tracks().some((track) => track.readyState === "live" && !track.muted) && video.videoWidth > 0;

/** Whether the camera has to be opened again: a track that has ended never comes back; one that a call has muted does. */
export const hasEnded = () => !tracks().some(({ readyState }) => readyState === "live");

export async function openCamera() {
  const stored = recall(STORED);
  /** @param {MediaTrackConstraints} video */
  const ask = (video) => navigator.mediaDevices.getUserMedia({ video });
  try {
    camera.stream = await ask(stored ? { ...SIZE, deviceId: { exact: stored } } : BACK_CAMERA);
  } catch (error) {
    // A camera that was chosen once may no longer be there.
    if (!stored || REASONS[error.name] === "refused") throw error;
    forget(STORED);
    camera.stream = await ask(BACK_CAMERA);
  }
  video.srcObject = camera.stream;
  await video.play();
  await listCameras();
}

async function listCameras() {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  const current = tracks()[0]?.getSettings().deviceId;
  const option = (/** @type {MediaDeviceInfo} */ { deviceId, label }, /** @type {number} */ number) =>
    new Option(label || String(number + 1), deviceId, false, deviceId === current);
  list.replaceChildren(...cameras.map(option));
  document.getElementById("camera-choice").hidden = cameras.length < 2;
}

export function closeCamera() {
  tracks().forEach((track) => track.stop());
  camera.stream = null;
  video.srcObject = null;
}

/** Let the video go on where the browser has paused it. */
export async function resumeVideo() {
  if (camera.stream && video.paused) await video.play().catch(() => {});
}

// Where the browser refuses, the advice on the page says to plug the phone in.
const updateScreenLock = screenLock(() => camera.keepsScreenOn && !document.hidden);

/** @param {boolean} isOn whether the screen is to stay on */
export function keepScreenOn(isOn) {
  camera.keepsScreenOn = isOn;
  updateScreenLock();
}

// The camera that was chosen is opened by camera.js, which finds that this one has ended.
list.addEventListener("change", () => {
  remember(STORED, list.value);
  closeCamera();
});
