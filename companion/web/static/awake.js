// The screen stays on while the table is watched, unless somebody switches that off.

import { keep, recall } from "./remembered.js";

const button = document.getElementById("awake");
let lock = null;

async function hold() {
  const wanted = button.getAttribute("aria-pressed") === "true" && !document.hidden;
  if (wanted && !lock) {
    // A phone that saves its battery may refuse; it is asked again when the page is next looked at.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null));
  } else if (!wanted && lock) await lock.release();
}

if (button && "wakeLock" in navigator) {
  button.hidden = false;
  button.setAttribute("aria-pressed", String(recall("awake") !== "off"));
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    keep("awake", on ? "on" : "off");
    hold();
  });
  document.addEventListener("visibilitychange", hold);
  hold();
}
