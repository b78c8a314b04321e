// The parts of a page with data-live are replaced by those of a newer page that have the same ids.

/** The event that follows on the page that taps are sent from. */
export const REPLACED = "livepartsreplaced";

/** @param {Document} newer */
export function replaceLiveParts(newer) {
  const focused = document.activeElement?.id;
  for (const old of document.querySelectorAll("[data-live]")) {
    const fresh = newer.getElementById(old.id);
    if (fresh) old.replaceWith(document.importNode(fresh, true));
  }
  if (focused && document.activeElement?.id !== focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
  document.getElementById("tap-page").dispatchEvent(new CustomEvent(REPLACED, { bubbles: true }));
}
