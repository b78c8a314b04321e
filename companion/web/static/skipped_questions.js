// All questions about a photo, and all about the watched table, are on the page, and one of each is shown. "Not sure"
// puts the question shown behind all others, also behind those that come with later answers.

const TALLY = "tallied";
const TABLE = "table";
/** @type {Map<string, Set<string>>} places of skipped questions, the latest last, by the id of a part of the page */
const skipped = new Map([
  [TALLY, new Set()],
  [TABLE, new Set()],
]);

/**
 * Show the first question of a part that was not skipped; if all were, the one that was skipped first.
 *
 * @param {string} part
 */
function showNext(part) {
  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll(`#${part} .question[data-place]`);
  const questions = [...all];
  const places = [...(skipped.get(part) ?? [])];
  /** @param {HTMLElement} question */
  const rank = (question) => places.indexOf(question.dataset.place ?? ""); // -1 for one that was not skipped
  const next = questions.reduce((first, other) => (rank(other) < rank(first) ? other : first), questions[0]);
  for (const question of questions) question.hidden = question !== next;
  return next;
}

document.addEventListener("click", ({ target }) => {
  /** @type {HTMLElement | null} */
  const question = target.closest?.("[data-skip]")?.closest(".question[data-place]") ?? null;
  const part = [...skipped.keys()].find((id) => document.getElementById(id)?.contains(question));
  if (!question || !part || question.closest(".tallied")?.ariaBusy === "true") return;
  const place = question.dataset.place ?? "";
  skipped.get(part)?.delete(place);
  skipped.get(part)?.add(place);
  showNext(part)?.querySelector(".asks")?.focus({ preventScroll: true });
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  // Another photo has questions of its own.
  if (target.id === TALLY) skipped.get(TALLY)?.clear();
});
document.addEventListener("htmx:afterSettle", () => {
  for (const part of skipped.keys()) showNext(part);
});
