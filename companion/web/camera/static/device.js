// The phone's own camera: opened, chosen, closed, and the screen kept awake while it is watched through.

import { forget, keep, recall } from "../../static/remembered.js";

const KEPT = "camera";
const SIZE = { width: { ideal: 1280 }, height: { ideal: 960 } };
const BACK = { ...SIZE, facingMode: { ideal: "environment" } };

const video = document.getElementById("camera-video");
const list = document.getElementById("camera-list");

export const REASONS = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  NotReadableError: "busy",
};

let stream = null;
let lock = null;

const tracks = () => stream?.getVideoTracks() ?? [];

export const isLive = () => tracks().some((track) => track.readyState === "live" && !track.muted) && video.videoWidth > 0;

// A track that has ended never comes back; one that a call has muted does.
export const hasEnded = () => !tracks().some(({ readyState }) => readyState === "live");

export async function openCamera() {
  const kept = recall(KEPT);
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
  const option = ({ deviceId, label }, number) => new Option(label || String(number + 1), deviceId, false, deviceId === current);
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

export async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  // Not every browser can, and one that saves its battery refuses; the advice on the page says to plug the phone in.
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}

export function mayDoze() {
  lock?.release().catch(() => {});
  lock = null;
}

// Another camera is opened by whoever finds that this one has ended.
list.addEventListener("change", () => {
  keep(KEPT, list.value);
  closeCamera();
});
