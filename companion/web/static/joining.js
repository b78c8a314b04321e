// The invitation to a phone stands before all else until the phone's picture is here; then it makes room.

const block = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details#joining.first"));

/** @param {HTMLDetailsElement} block */
function makeRoom(block) {
  if (!block.classList.contains("first") || !document.querySelector("#live .pill.live")) return;
  block.classList.remove("first");
  block.open = false;
}

if (block) document.addEventListener("htmx:afterSettle", () => makeRoom(block));
