// What the page remembers on this device, in the browser's local storage. A browser may forbid to store anything.

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`longhouse-${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`longhouse-${name}`, value);
  } catch {
    // Then it is known only until the page is left.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`longhouse-${name}`);
  } catch {
    // Nothing was stored.
  }
}
