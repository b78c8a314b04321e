// The invitation to a phone comes first on the page until the phone's picture has come; then it is closed.

const invitation = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details#joining.first"));

/** @param {HTMLDetailsElement} invitation */
function closeOnceLive(invitation) {
  if (!invitation.classList.contains("first") || !document.querySelector("#camera-status .pill.live")) return;
  invitation.classList.remove("first");
  invitation.open = false;
}

if (invitation) document.addEventListener("htmx:afterSettle", () => closeOnceLive(invitation));
