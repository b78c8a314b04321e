// A question that somebody cannot answer waits behind the others, also when answers bring new ones. All questions about
// a photo, and all about the watched table, are on the page, and all but one of each hidden.

const TALLIED = "tallied";
const TABLE = "table";
/** @type {Map<string, Set<string>>} by the part of the page, the places of questions that waited, the last one last */
const waited = new Map([
  [TALLIED, new Set()],
  [TABLE, new Set()],
]);

/**
 * Shows the first question of a part that has not waited yet, or else the one that has waited longest.
 * @param {string} part
 */
function ask(part) {
  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll(`#${part} .question[data-place]`);
  const questions = [...all];
  const places = [...(waited.get(part) ?? [])];
  /** @param {HTMLElement} question */
  const since = (question) => places.indexOf(question.dataset.place ?? "");
  const shown = questions.reduce((first, other) => (since(other) < since(first) ? other : first), questions[0]);
  for (const question of questions) question.hidden = question !== shown;
  return shown;
}

document.addEventListener("click", ({ target }) => {
  /** @type {HTMLElement | null} */
  const question = target.closest?.("[data-pass-on]")?.closest(".question[data-place]") ?? null;
  const part = [...waited.keys()].find((id) => document.getElementById(id)?.contains(question));
  if (!question || !part || question.closest(".tallied")?.ariaBusy === "true") return;
  const place = question.dataset.place ?? "";
  waited.get(part)?.delete(place);
  waited.get(part)?.add(place);
  ask(part)?.querySelector(".asks")?.focus({ preventScroll: true });
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  // Another photo has questions of its own.
  if (target.id === TALLIED) waited.get(TALLIED)?.clear();
});
document.addEventListener("htmx:afterSettle", () => {
  for (const part of waited.keys()) ask(part);
});
