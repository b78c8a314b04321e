// What a person looks at stays where it is while a tally is replaced by that with an answer: the browser would hold on to
// what stands below it.

/** @type {{ part: string, top: number } | null} what is looked at, and where it was in the window */
let held = null;

/** @param {string} part */
function topOf(part) {
  return document.querySelector(part)?.getBoundingClientRect().top;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.target.matches?.(".tallied")) return;
  const pair = ".tallied > .pair";
  const part = (topOf(pair) ?? innerHeight) < innerHeight / 2 ? pair : ".tallied";
  held = { part, top: topOf(part) ?? 0 };
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  const top = held && target.matches?.(".tallied") ? topOf(held.part) : undefined;
  if (held && top !== undefined) scrollBy({ top: top - held.top, behavior: "instant" });
});
