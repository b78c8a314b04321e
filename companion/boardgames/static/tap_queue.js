// Taps are sent one after the other, each with what the tools say. None is lost while the server does not answer, and
// the page is brought up to date once the last of them is answered.

import { replaceLiveParts } from "./live_parts.js";

const RETRY_MS = 1500;
const LONGEST_PRESS_MS = 1500; // the page is not told when a pointer is released outside the window

const page = document.getElementById("tap-page");
const queue = {
  /** @type {URLSearchParams[]} taps that were not answered yet, the oldest first */
  taps: [],
  /** whether they are being sent */
  isSending: false,
  /** whether the tap that is being sent has found no server so far */
  isUnanswered: false,
  /** resolves once what was pressed last is released: a click is lost if its button is replaced in between */
  released: Promise.resolve(),
};

document.addEventListener("pointerdown", () => {
  queue.released = new Promise((done) => {
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(done), { once: true });
    setTimeout(done, LONGEST_PRESS_MS);
  });
});

/**
 * Send a tap: its fields go along with those of the tools.
 *
 * @param {Record<string, any>} values
 */
export function tap(values) {
  const form = new FormData(document.getElementById("tools"));
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  form.set("player", page.dataset.player);
  form.set("csrf_token", page.dataset.token);
  queue.taps.push(new URLSearchParams(/** @type {any} */ (form)));
  page.toggleAttribute("data-waiting", true);
  if (!queue.isSending) sendAll();
}

async function sendAll() {
  queue.isSending = true;
  while (queue.taps.length) {
    const answer = await post(queue.taps[0]);
    if (!answer) continue;
    queue.taps.shift();
    await showAnswer(answer);
  }
  queue.isSending = false;
  page.toggleAttribute("data-waiting", false);
}

/**
 * @param {URLSearchParams} body
 * @returns {Promise<Response | null>} nothing, after a while, where the server did not answer
 */
async function post(body) {
  try {
    const answer = await fetch(page.dataset.address, { method: "POST", body, headers: { "HX-Request": "true" } });
    queue.isUnanswered = false;
    return answer;
  } catch {
    queue.isUnanswered = true;
    showTrouble(page.dataset.noAnswer);
    await new Promise((done) => setTimeout(done, RETRY_MS));
    return null;
  }
}

// Taps that wait for the server are lost with the page.
addEventListener("beforeunload", (event) => queue.isUnanswered && event.preventDefault());

/** @param {Response} answer */
async function showAnswer(answer) {
  const answered = await parsed(answer);
  await queue.released;
  if (answer.ok) {
    showTrouble("");
    if (!queue.taps.length) replaceLiveParts(answered);
    return;
  }
  showTrouble(answered.body.textContent.trim());
  // What was drawn ahead of the answer did not come about: show how things stand.
  const now = await fetch(location.href).catch(() => null);
  if (now?.ok && !queue.taps.length) replaceLiveParts(await parsed(now));
}

/** @param {Response} answer */
async function parsed(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** @param {string} sentence what keeps the taps from being done; empty where nothing does */
function showTrouble(sentence) {
  const trouble = document.getElementById("tap-trouble");
  trouble.textContent = sentence;
  trouble.hidden = !sentence;
}
