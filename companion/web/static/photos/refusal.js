// The reason for which a photo or an answer was refused: it stands above the tally that is shown, which stays as it
// was.

/**
 * @param {Element | null} result where the tally is shown
 * @param {string} [sentence] the reason; without one, an earlier refusal is removed
 */
export function showRefusal(result, sentence) {
  const note = document.createElement("p");
  note.className = "card refusal";
  note.setAttribute("role", "alert");
  note.textContent = sentence ?? "";
  result?.querySelector(".refusal")?.remove();
  if (sentence) result?.prepend(note);
  // Scrolled to only once the progress is hidden, which moves what stands below it. At the lower edge of a phone's
  // window the note would be behind the question asked there.
  requestAnimationFrame(() => note.scrollIntoView({ block: "start" }));
}

export function removeRefusals() {
  document.querySelectorAll("#tallied .refusal").forEach((refusal) => refusal.remove());
}
