// Who works with the keyboard goes on where they were when a part of the page, or the page, comes anew: what was pressed
// may have been disabled meanwhile, or replaced.

const KEPT = "longhouse-focus";

/** What had the focus when a request began, and the name of the part that it stood in. @type {WeakMap<XMLHttpRequest, [HTMLElement, string]>} */
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
  // Where it has gone, the part has the focus, not whatever stands there now: a second press would set that off.
  const part = document.getElementById(name ?? "");
  if (!part) return;
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
});

// A form that is sent brings the same page again, in another language or other colours perhaps.

addEventListener("pagehide", () => {
  const focused = focusedNow();
  keep(focused?.id && focused.matches(":focus-visible") ? `${location.pathname}#${focused.id}` : "");
});

/** @param {string} place */
function keep(place) {
  try {
    sessionStorage.setItem(KEPT, place);
  } catch {
    // A browser may forbid to keep anything.
  }
}

function recall() {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

const [path, id] = recall().split("#");
if (id && path === location.pathname && !focusedNow()) {
  // The new page begins at its top, where what has the focus may be out of sight; an address may name another part.
  document.getElementById(id)?.focus({ preventScroll: location.hash !== "" });
}
