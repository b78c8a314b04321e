// Switches that a visitor has set stay so on this device, also after their part of the page was replaced.

import { recall, remember } from "./local_storage.js";

function restoreSwitches() {
  for (const box of document.querySelectorAll("input[data-remember]")) {
    const stored = recall(box.dataset.remember);
    if (stored !== null) box.checked = stored === "on";
  }
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("input[data-remember]")) return;
  const name = target.dataset.remember;
  remember(name, target.checked ? "on" : "off");
  // The same switch may stand in several places of the page.
  for (const twin of document.querySelectorAll(`input[data-remember="${name}"]`)) twin.checked = target.checked;
});
document.addEventListener("htmx:afterSwap", restoreSwitches);
restoreSwitches();
