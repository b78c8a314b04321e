// Visitors who use the keyboard keep the focus when a part of the page is replaced, or the page is loaded anew: the
// element that had it may have been disabled meanwhile, or replaced.

const STORED = "longhouse-focus"; // name in the storage of the tab

/**
 * What had the focus when a request began, and the id of the part of the page around it.
 *
 * @type {WeakMap<XMLHttpRequest, [HTMLElement, string]>}
 */
const places = new WeakMap();

function focusedNow() {
  const { activeElement: focused } = document;
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const focused = focusedNow();
  if (focused) places.set(detail.xhr, [focused, focused.parentElement?.closest("[id]")?.id ?? ""]);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const [focused, name] = places.get(detail.xhr) ?? [];
  if (!focused || focusedNow()) return;
  const same = focused.isConnected ? focused : document.getElementById(focused.id);
  if (same?.checkVisibility()) return same.focus({ preventScroll: true });
  // Where it is gone, the focus goes to the part, not to what stands in its place now: a second press would set that
  // off.
  const part = document.getElementById(name ?? "");
  if (!part) return;
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
});

// A form that is sent may load the same page again, as in another language or in other colours.

addEventListener("pagehide", () => {
  const focused = focusedNow();
  remember(focused?.id && focused.matches(":focus-visible") ? `${location.pathname}#${focused.id}` : "");
});

/** @param {string} place the path of the page, and the id of what has the focus */
function remember(place) {
  try {
    sessionStorage.setItem(STORED, place);
  } catch {
    // A browser may forbid to store anything.
  }
}

function recall() {
  try {
    return sessionStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

const [path, id] = recall().split("#");
if (id && path === location.pathname && !focusedNow()) {
  // The new page is at its top, where the element may be out of sight: it is scrolled to, unless the address names a
  // part.
  document.getElementById(id)?.focus({ preventScroll: location.hash !== "" });
}
