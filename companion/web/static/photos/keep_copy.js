// "Keep for this copy of the game": what is kept is the photo with all answers. A tap on it while an answer is being
// read waits for that.

const waiting = {
  /** @type {string | null} the value of the field "copy" in the form that was tapped; null where none was */
  copy: null,
};

/**
 * @param {Element} tallied
 * @param {boolean} isDisabled
 */
function disableForms(tallied, isDisabled) {
  tallied.querySelectorAll("#keep-copy fieldset").forEach((part) => part.toggleAttribute("disabled", isDisabled));
}

/**
 * Forget a tap that waits, since the answer was refused: the photo is not kept as if it were answered so.
 *
 * @param {Element} tallied
 */
export function forgetWaiting(tallied) {
  waiting.copy = null;
  disableForms(tallied, false);
}

document.addEventListener("htmx:confirm", (event) => {
  const { elt } = event.detail;
  const copy = elt.matches("#keep-copy form") ? elt.querySelector("[name=copy]") : null;
  const tallied = elt.closest(".tallied");
  if (!copy || tallied?.ariaBusy !== "true") return;
  event.preventDefault();
  waiting.copy = copy.value;
  disableForms(tallied, true);
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  const result = document.getElementById("tallied");
  if (!result || !target.matches?.(".tallied")) return;
  const copy = waiting.copy === null ? null : result.querySelector(`#keep-copy [name=copy][value="${waiting.copy}"]`);
  waiting.copy = null;
  copy?.form?.requestSubmit();
});
