// The phone as the camera: shows and sends pictures, one after the other, as large and as often as the line allows.

const page = document.getElementById("phone-camera");
const video = document.getElementById("camera-video");
const canvas = document.getElementById("sent");
const button = document.getElementById("camera-switch");
const words = document.getElementById("camera-words");
const state = document.getElementById("camera-state");
const rate = document.getElementById("camera-rate");
const list = document.getElementById("camera-list");

const KEPT = "longhouse-camera";
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function say(kind, sentence) {
  state.className = `pill ${kind}`;
  if (words.textContent !== sentence) words.textContent = sentence;
}

// --- How large and how good: smaller when answers are slow, larger again when they have been quick for a while.
// A table stands still; a large picture now and then shows more of it than small ones often.

const STEPS = [
  { side: 1920, quality: 0.85, slow: 300 },
  { side: 1600, quality: 0.82, slow: 450 },
  { side: 1280, quality: 0.8, slow: 900 },
  { side: 1280, quality: 0.6, slow: 1800 },
  { side: 960, quality: 0.6, slow: Infinity },
];
const QUICK = 150;
const PATIENT = 40;
const FASTEST = 40;

const line = { step: 2, quick: 0, sent: [] };

function learn(milliseconds) {
  line.quick = milliseconds < QUICK ? line.quick + 1 : 0;
  if (milliseconds > STEPS[line.step].slow) line.step += 1;
  else if (line.quick >= PATIENT && line.step > 0) [line.step, line.quick] = [line.step - 1, 0];
}

function showRate() {
  const now = performance.now();
  line.sent = [...line.sent.filter((at) => now - at < 2000), now];
  const shown = { width: canvas.width, height: canvas.height, rate: Math.round(line.sent.length / 2) };
  rate.textContent = page.dataset.rate.replace(/\{(\w+)\}/g, (_, name) => shown[name]);
}

// --- The camera itself.

let stream = null;
let wanted = false;
let lock = null;

const REASONS = { NotAllowedError: "refused", SecurityError: "refused", NotFoundError: "missing", NotReadableError: "busy" };

async function openCamera() {
  const chosen = localStorage.getItem(KEPT);
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  const back = { ...size, facingMode: { ideal: "environment" } };
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: chosen ? { ...size, deviceId: { exact: chosen } } : back });
  } catch (error) {
    // A camera that was chosen once may no longer be there.
    if (!chosen || REASONS[error.name] === "refused") throw error;
    localStorage.removeItem(KEPT);
    stream = await navigator.mediaDevices.getUserMedia({ video: back });
  }
  video.srcObject = stream;
  await video.play();
  await offerCameras();
}

async function offerCameras() {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  const current = stream.getVideoTracks()[0].getSettings().deviceId;
  list.replaceChildren(
    ...cameras.map(({ deviceId, label }, number) => new Option(label || String(number + 1), deviceId, false, deviceId === current)),
  );
  document.getElementById("camera-choice").hidden = cameras.length < 2;
}

function closeCamera() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  video.srcObject = null;
}

const isLive = () => stream?.getVideoTracks().some((track) => track.readyState === "live" && !track.muted) ?? false;

async function stayAwake() {
  if (!wanted || document.hidden || (lock && !lock.released)) return;
  // Not every browser can, and one that saves its battery refuses; the advice on the page says to plug the phone in.
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}

// --- Sending.

async function picture() {
  const { side, quality } = STEPS[line.step];
  const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight));
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d").drawImage(video, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

function post(address, body, type) {
  const headers = { "X-CSRFToken": page.dataset.token, ...(type ? { "Content-Type": type } : {}) };
  return fetch(address, { method: "POST", body, headers, signal: AbortSignal.timeout?.(15000) });
}

const claim = async () => heed(await post(page.dataset.claim));

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
  showRate();
  return pause(Math.max(0, FASTEST - (performance.now() - began)));
}

async function keepSending() {
  while (wanted) {
    try {
      if (document.hidden) await pause(300);
      else if (isLive() && video.videoWidth) await sendOne();
      else await reopen();
    } catch (error) {
      if (wanted) await trouble(error);
    }
  }
}

async function reopen() {
  say("stalled", page.dataset.paused);
  await pause(700);
  // A track that has ended never comes back; one that a call has muted does.
  if (wanted && !document.hidden && !stream?.getVideoTracks().some(({ readyState }) => readyState === "live")) {
    closeCamera();
    await openCamera();
  } else if (video.paused) await video.play();
}

async function trouble(error) {
  const reason = REASONS[error.name];
  if (reason === "refused") stop("failed", page.dataset.refused);
  else {
    say("stalled", reason ? page.dataset.paused : page.dataset.silent);
    await pause(1500);
  }
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
    await claim().catch(() => say("stalled", page.dataset.silent));
    keepSending();
  } catch (error) {
    stop("failed", page.dataset[REASONS[error.name] ?? "broken"]);
  } finally {
    button.disabled = false;
  }
}

function stop(kind, sentence) {
  wanted = false;
  closeCamera();
  lock?.release().catch(() => {});
  lock = null;
  button.textContent = button.dataset.off;
  rate.textContent = "";
  say(kind, sentence);
}

function begin() {
  page.hidden = false;
  button.addEventListener("click", () => (wanted ? stop("resting", page.dataset.stopped) : start()));
  list.addEventListener("change", async () => {
    localStorage.setItem(KEPT, list.value);
    closeCamera();
  });
  document.addEventListener("visibilitychange", () => {
    stayAwake();
    if (wanted && !document.hidden && video.paused) video.play().catch(() => {});
  });
  start();
}

if (navigator.mediaDevices?.getUserMedia) begin();
else {
  document.getElementById("camera-insecure").hidden = false;
  document.getElementById("shots").open = true;
}

// --- Single photos are sent as soon as they are taken.

const form = document.getElementById("shot-form");

document.getElementById("shot").addEventListener("change", ({ target }) => {
  if (!target.files.length) return;
  document.getElementById("shot-words").hidden = false;
  form.requestSubmit();
});
