// The screen stays on while the table is watched, unless somebody switches that off.

import { keep, recall } from "./remembered.js";
import { screenLock } from "./wake_lock.js";

const button = document.getElementById("awake");

if (button && "wakeLock" in navigator) {
  const hold = screenLock(() => button.getAttribute("aria-pressed") === "true" && !document.hidden);
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
