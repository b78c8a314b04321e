// The slider of a replay: buttons move it step by step, and play the game from where it stands. The page follows it.

const STEP_MS = 650; // of a game that is played

const playback = {
  /** the timer of the next step; 0 while nothing is played */
  timer: 0,
};

/** @returns {HTMLInputElement | null} */
export function scrubber() {
  return document.getElementById("scrub");
}

/** @param {number} step that the page is to show */
export function goToStep(step) {
  const slider = scrubber();
  if (!slider) return;
  slider.value = String(step);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

function stop() {
  clearInterval(playback.timer);
  playback.timer = 0;
  document.querySelector("[data-move=play]")?.setAttribute("aria-pressed", "false");
}

/**
 * Play the game from where the slider stands, from the beginning if that is the end; stop if it is being played.
 *
 * @param {HTMLInputElement} slider
 * @param {Element} button
 */
function togglePlayback(slider, button) {
  if (playback.timer) return stop();
  button.setAttribute("aria-pressed", "true");
  if (slider.value === slider.max) goToStep(0);
  playback.timer = setInterval(() => {
    if (!slider.isConnected || slider.value === slider.max) stop();
    else goToStep(Number(slider.value) + 1);
  }, STEP_MS);
}

/** @type {Record<string, (step: number, lastStep: number) => number>} the step that a button leads to */
const MOVES = {
  first: () => 0,
  back: (step) => step - 1,
  on: (step) => step + 1,
  last: (_, lastStep) => lastStep,
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[data-move]");
  const slider = button && scrubber();
  if (!slider) return;
  if (button.dataset.move === "play") togglePlayback(slider, button);
  else goToStep(MOVES[button.dataset.move](Number(slider.value), Number(slider.max)));
});
