// What is new is shown, said to who hears the page, and rung for, if wanted: a score that changed, a breach of the rules.

import { keep, recall } from "./remembered.js";

const totals = new Map();
const bell = document.getElementById("sounds");
/** @type {Set<string>} */
let warned = new Set();
/** @type {AudioContext | null} */
let audio = null;

/** @param {ParentNode} table */
function changedScores(table) {
  const changed = [];
  for (const card of table.querySelectorAll("[data-player]")) {
    const { player, total } = card.dataset;
    if (totals.has(player) && totals.get(player) !== total) {
      card.classList.add("changed");
      changed.push(`${wordsOf(card.querySelector("h3")?.firstChild)}: ${wordsOf(card.querySelector(".total"))}`);
    }
    totals.set(player, total);
  }
  return changed;
}

/** @param {Node | null | undefined} node */
function wordsOf(node) {
  return node?.textContent?.trim() ?? "";
}

/** @param {ParentNode} table */
function newWarnings(table) {
  const now = new Set([...table.querySelectorAll(".notices [data-code] > :first-child")].map(wordsOf));
  const fresh = [...now].filter((words) => !warned.has(words));
  warned = now;
  return fresh;
}

/** @param {string[]} words */
function say(words) {
  const line = document.getElementById("news");
  if (line && words.length) line.textContent = words.join(" ");
}

function ring() {
  if (bell?.getAttribute("aria-pressed") !== "true" || !audio) return;
  for (const [turn, pitch] of [523.25, 392].entries()) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const begin = audio.currentTime + 0.22 * turn;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(0.16, begin + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.7);
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.75);
  }
}

// Browsers let a page ring only after somebody has touched it.
function wakeBell() {
  if (bell?.getAttribute("aria-pressed") !== "true") return;
  audio ??= new AudioContext();
  audio.resume();
}

if (bell) {
  bell.setAttribute("aria-pressed", String(recall("sounds") === "on"));
  bell.addEventListener("click", () => {
    const on = bell.getAttribute("aria-pressed") !== "true";
    bell.setAttribute("aria-pressed", String(on));
    keep("sounds", on ? "on" : "off");
    wakeBell();
    ring();
  });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wakeBell, { passive: true });
}

/** @param {ParentNode} table */
function look(table) {
  const scores = changedScores(table);
  const warnings = newWarnings(table);
  say([...scores, ...(warnings.length ? [document.getElementById("table").dataset.warned, ...warnings] : [])]);
  if (warnings.length) ring();
}

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "table") look(target);
  const trouble = target.id === "live" && target.querySelector("[data-news=camera]");
  if (trouble) say([wordsOf(trouble)]);
});
changedScores(document);
newWarnings(document);
