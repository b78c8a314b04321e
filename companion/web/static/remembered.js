// What a visitor has switched on or off stays so, on this device: after a part of the page was drawn anew, and tomorrow.

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`longhouse-${name}`);
  } catch {
    return null; // A browser may forbid to keep anything.
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`longhouse-${name}`, value);
  } catch {
    // Then it is kept only as long as the page.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`longhouse-${name}`);
  } catch {
    // Nothing was kept.
  }
}

function restore() {
  for (const box of document.querySelectorAll("input[data-remember]")) {
    const kept = recall(box.dataset.remember);
    if (kept !== null) box.checked = kept === "on";
  }
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("input[data-remember]")) return;
  keep(target.dataset.remember, target.checked ? "on" : "off");
  for (const twin of document.querySelectorAll(`input[data-remember="${target.dataset.remember}"]`)) twin.checked = target.checked;
});
document.addEventListener("htmx:afterSwap", restore);
restore();
