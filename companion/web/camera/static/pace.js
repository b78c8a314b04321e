// How large and how good pictures are sent: less of it when answers are slow, more again when they were quick for a while.
// A table stands still; a large picture now and then shows more of it than small ones often.

const STEPS = [
  { side: 1280, quality: 0.88, slow: 300 },
  { side: 1280, quality: 0.8, slow: 600 },
  { side: 1280, quality: 0.65, slow: 1200 },
  { side: 1280, quality: 0.5, slow: 2000 },
  { side: 960, quality: 0.6, slow: Infinity },
];
const QUICK = 150;
const PATIENT = 40;
const SECONDS = 2;

let step = 1;
let quick = 0;
/** @type {number[]} when the last pictures were taken, milliseconds */
let sent = [];

export const chosen = () => STEPS[step];

/** @param {number} milliseconds from a picture to its answer */
export function learn(milliseconds) {
  quick = milliseconds < QUICK ? quick + 1 : 0;
  if (milliseconds > STEPS[step].slow) step += 1;
  else if (quick >= PATIENT && step > 0) [step, quick] = [step - 1, 0];
}

// Notes that a picture was taken, and returns how many are a second.
export function count() {
  const now = performance.now();
  sent = [...sent.filter((at) => now - at < SECONDS * 1000), now];
  return Math.round(sent.length / SECONDS);
}
