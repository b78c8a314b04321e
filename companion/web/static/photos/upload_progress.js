// The bar and the words in the form for photos that say what happens to them until their tally is shown.

const progress = document.getElementById("progress");

/**
 * @param {"sending" | "reading" | "waiting" | "lost"} stage the words for it stand in the template
 * @param {number} [share] percent that are sent
 */
export function showProgress(stage, share = 0) {
  const bar = document.getElementById("progress-bar");
  const words = document.getElementById("progress-words");
  progress.hidden = false;
  if (stage !== "sending") bar.removeAttribute("value");
  else bar.value = share;
  if (words.textContent !== words.dataset[stage]) words.textContent = words.dataset[stage];
}

/** @param {string} place the photo's number in the queue */
export function showQueuePlace(place) {
  const words = document.getElementById("progress-words");
  words.textContent = words.dataset.place.replace("{place}", place);
}

export function scrollToProgress() {
  progress.scrollIntoView({ block: "nearest" });
}

export function hideProgress() {
  progress.hidden = true;
}
