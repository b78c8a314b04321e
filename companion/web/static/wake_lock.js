// The screen is kept on by a lock of the browser's; there is one at most, however often it is asked for.

/**
 * Return a function that takes or gives back the lock, as wanted now; call it whenever that may have changed.
 *
 * @param {() => boolean} wanted
 */
export function screenLock(wanted) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    // What is wanted may change while the browser answers; a hidden page's lock is released by the browser.
    while (wanted() !== (lock !== null && !lock.released)) {
      if (lock && !lock.released) {
        const held = lock;
        lock = null;
        await held.release();
      } else {
        // Not every browser can, and a phone that saves its battery may refuse; it is asked again at the next call.
        lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
        if (!lock) break;
      }
    }
    busy = false;
  };
}
