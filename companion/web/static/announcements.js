// What is new at the watched table is announced. A score that changed is marked and read out by screen readers; so is a
// breach of the rules, for which a bell rings, too, if it is switched on; a camera that fails is only read out.

import { recall, remember } from "./local_storage.js";

const PITCHES = [523.25, 392]; // of the bell's two tones, in Hz: C5 and G4

/** @type {Map<string, string>} each player's total that was seen last */
const totals = new Map();
const bell = document.getElementById("warning-bell");
/** @type {Set<string>} the warnings that were seen last */
let lastWarnings = new Set();
/** @type {AudioContext | null} */
let audio = null;

/**
 * Mark the players whose totals have changed since the last call.
 *
 * @param {ParentNode} table
 * @returns {string[]} their names and totals
 */
function markChangedScores(table) {
  const changed = [];
  for (const card of table.querySelectorAll("[data-player]")) {
    const { player, total } = card.dataset;
    if (totals.has(player) && totals.get(player) !== total) {
      card.classList.add("changed");
      changed.push(`${textOf(card.querySelector("h3")?.firstChild)}: ${textOf(card.querySelector(".total"))}`);
    }
    totals.set(player, total);
  }
  return changed;
}

/** @param {Node | null | undefined} node */
function textOf(node) {
  return node?.textContent?.trim() ?? "";
}

/**
 * @param {ParentNode} table
 * @returns {string[]} the warnings that were not there at the last call
 */
function newWarnings(table) {
  const warnings = new Set([...table.querySelectorAll(".notices [data-code] > :first-child")].map(textOf));
  const added = [...warnings].filter((sentence) => !lastWarnings.has(sentence));
  lastWarnings = warnings;
  return added;
}

/** @param {string[]} sentences for screen readers, which read out an element with the role "status" when it changes */
function readOut(sentences) {
  const status = document.getElementById("announcement");
  if (status && sentences.length) status.textContent = sentences.join(" ");
}

function ring() {
  if (bell?.getAttribute("aria-pressed") !== "true" || !audio) return;
  for (const [index, pitch] of PITCHES.entries()) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const begin = audio.currentTime + 0.22 * index;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(0.16, begin + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.7);
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.75);
  }
}

// Browsers let a page make sounds only after the visitor has tapped it or pressed a key.
function enableAudio() {
  if (bell?.getAttribute("aria-pressed") !== "true") return;
  audio ??= new AudioContext();
  audio.resume();
}

if (bell) {
  bell.setAttribute("aria-pressed", String(recall("sounds") === "on"));
  bell.addEventListener("click", () => {
    const on = bell.getAttribute("aria-pressed") !== "true";
    bell.setAttribute("aria-pressed", String(on));
    remember("sounds", on ? "on" : "off");
    enableAudio();
    ring();
  });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, enableAudio, { passive: true });
}

/** @param {ParentNode} table */
function announceChanges(table) {
  const scores = markChangedScores(table);
  const warnings = newWarnings(table);
  readOut([...scores, ...(warnings.length ? [document.getElementById("table").dataset.warned, ...warnings] : [])]);
  if (warnings.length) ring();
}

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "table") announceChanges(target);
  const trouble = target.id === "camera-status" && target.querySelector("[data-news=camera]");
  if (trouble) readOut([textOf(trouble)]);
});

// What the page comes with is not new.
markChangedScores(document);
newWarnings(document);
