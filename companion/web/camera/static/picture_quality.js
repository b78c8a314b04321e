// How large and how well pictures are sent: less so when answers come slowly, and more again after they came quickly
// for a while. A table stands still: a large picture now and then shows more of it than small ones often.

/** From the best to the smallest; after an answer that took longer than `slowMs` the next one is chosen. */
const LEVELS = [
  { side: 1280, quality: 0.88, slowMs: 300 },
  { side: 1280, quality: 0.8, slowMs: 600 },
  { side: 1280, quality: 0.65, slowMs: 1200 },
  { side: 1280, quality: 0.5, slowMs: 2000 },
  { side: 960, quality: 0.6, slowMs: Infinity },
];
const QUICK_MS = 150; // longest time of a quick answer
const QUICK_ANSWERS = 40; // so many in a row lead to the level before
const RATE_WINDOW_S = 2; // seconds in which pictures are counted

const pace = {
  /** the index of the level that is chosen */
  level: 1,
  /** how many quick answers have come in a row */
  quickAnswers: 0,
  /** @type {number[]} when the last pictures were taken, milliseconds */
  takenAt: [],
};

/** The longest side of a picture in pixels, and the quality of its JPEG. */
export const chosenQuality = () => LEVELS[pace.level];

/** @param {number} milliseconds from a picture to its answer */
export function adaptQuality(milliseconds) {
  pace.quickAnswers = milliseconds < QUICK_MS ? pace.quickAnswers + 1 : 0;
  if (milliseconds > LEVELS[pace.level].slowMs) pace.level += 1;
  else if (pace.quickAnswers >= QUICK_ANSWERS && pace.level > 0) {
    pace.level -= 1;
    pace.quickAnswers = 0;
  }
}

/** Count a picture that was taken, and return how many are taken in a second. */
export function countPicture() {
  const now = performance.now();
  pace.takenAt = [...pace.takenAt.filter((at) => now - at < RATE_WINDOW_S * 1000), now];
  return Math.round(pace.takenAt.length / RATE_WINDOW_S);
}
