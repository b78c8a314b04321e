// Games that are kept: the scrubber and its replay, tiles edge by edge, the result card, files.

import "./building.js";
import "./photo_beside_board.js";
import "./replay.js";

const PACE = 650;

// --- The scrubber: buttons move it, the page follows it.

let replay = 0;

/**
 * @param {HTMLInputElement} scrubber
 * @param {number} step
 */
function show(scrubber, step) {
  scrubber.value = String(step);
  scrubber.dispatchEvent(new Event("input", { bubbles: true }));
}

function stop() {
  clearInterval(replay);
  replay = 0;
  document.querySelector("[data-move=play]")?.setAttribute("aria-pressed", "false");
}

/**
 * @param {HTMLInputElement} scrubber
 * @param {Element} button
 */
function play(scrubber, button) {
  if (replay) return stop();
  button.setAttribute("aria-pressed", "true");
  if (scrubber.value === scrubber.max) show(scrubber, 0);
  replay = setInterval(() => {
    if (!scrubber.isConnected || scrubber.value === scrubber.max) stop();
    else show(scrubber, Number(scrubber.value) + 1);
  }, PACE);
}

/** @type {Record<string, (now: number, last: number) => number>} */
const MOVES = { first: () => 0, back: (now) => now - 1, on: (now) => now + 1, last: (_, max) => max };

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[data-move]");
  const scrubber = button && document.getElementById("scrub");
  if (!scrubber) return;
  if (button.dataset.move === "play") play(scrubber, button);
  else show(scrubber, MOVES[button.dataset.move](Number(scrubber.value), Number(scrubber.max)));
});

// --- A tile's edges: a tap on one turns it into the next terrain.

/** @type {Record<string, string>} */
const NEXT = { P: "O", O: "M", M: "P" };

document.addEventListener("click", ({ target }) => {
  const wedge = target.closest?.("[data-edge]");
  const chosen = wedge && document.getElementById(`edge-${wedge.dataset.edge}`);
  if (!chosen) return;
  chosen.value = NEXT[chosen.value] ?? "P";
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
});

// A tile that lies on the board already is changed at once, without another tap.

document.addEventListener("change", ({ target }) => target.closest?.("form[data-at-once]")?.requestSubmit());

// --- A seat that is named gets a colour that nobody has, one on the table first; without a colour it has no name.

/** @param {HTMLElement} seat @param {EventTarget} changed */
function completeSeat(seat, changed) {
  const colour = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (seat.querySelector("select.colour")));
  const name = /** @type {HTMLInputElement} */ (seat.querySelector("input"));
  if (changed === colour && !colour.value) name.value = "";
  if (changed !== name || colour.value || !name.value.trim()) return;
  const choices = seat.closest("form")?.querySelectorAll(".seat select") ?? [];
  const taken = new Set([...choices].map((choice) => choice.value));
  colour.value = [...colour.options].find((option) => !taken.has(option.value))?.value ?? "";
}

// --- Who begins is chosen by name: a seat is called by what was typed, or else by its colour.

/** @param {HTMLFormElement} form */
function nameSeats(form) {
  for (const option of form.querySelectorAll("option[data-seat]")) {
    const colour = /** @type {HTMLSelectElement} */ (form.elements.namedItem(`colour-${option.dataset.seat}`));
    const name = /** @type {HTMLInputElement} */ (form.elements.namedItem(`name-${option.dataset.seat}`));
    option.hidden = option.disabled = !colour.value;
    option.textContent = name.value.trim() || (colour.selectedOptions[0]?.textContent ?? "");
  }
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("form.setup:has([data-seat])");
  if (!form) return;
  const seat = target.closest?.(".seat");
  if (seat) completeSeat(seat, target);
  nameSeats(form);
});

// --- The result card goes out through the device's own way to share, where it has one for pictures.

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  const answer = await fetch(link.href).catch(() => null);
  // Without a picture the link is followed after all: what is wrong is then said by the server, or by the browser.
  if (!answer?.ok) return location.assign(link.href);
  const file = new File([await answer.blob()], link.dataset.share, { type: "image/png" });
  if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file] }).catch(() => {});
  else location.assign(link.href);
});

// --- What is printed, and files that are sent as soon as they are chosen.

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#print")) window.print();
});
document.getElementById("game-file")?.addEventListener("change", ({ target }) => {
  if (target.files?.length) target.form.requestSubmit();
});
