// What a visitor looks at stays where it is in the window while a tally is replaced by one with an answer more. The
// browser's own scroll anchoring would hold on to what stands below the tally.

/** @type {{ selector: string, top: number } | null} what is looked at, and where it was in the window */
let anchor = null;

/** @param {string} selector */
function topOf(selector) {
  return document.querySelector(selector)?.getBoundingClientRect().top;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.target.matches?.(".tallied")) return;
  const pair = ".tallied > .pair"; // the photo and the board beside it
  const selector = (topOf(pair) ?? innerHeight) < innerHeight / 2 ? pair : ".tallied";
  anchor = { selector, top: topOf(selector) ?? 0 };
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  const top = anchor && target.matches?.(".tallied") ? topOf(anchor.selector) : undefined;
  if (anchor && top !== undefined) scrollBy({ top: top - anchor.top, behavior: "instant" });
});
