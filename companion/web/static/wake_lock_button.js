// The button that switches off that the screen stays on while the table is watched. The choice is remembered.

import { recall, remember } from "./local_storage.js";
import { screenLock } from "./wake_lock.js";

const button = document.getElementById("keep-screen-on");

if (button && "wakeLock" in navigator) {
  const updateLock = screenLock(() => button.getAttribute("aria-pressed") === "true" && !document.hidden);
  button.hidden = false;
  button.setAttribute("aria-pressed", String(recall("awake") !== "off"));
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    remember("awake", on ? "on" : "off");
    updateLock();
  });
  document.addEventListener("visibilitychange", updateLock);
  updateLock();
}
