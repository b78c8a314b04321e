// Who plays: the form with a name and a colour for each seat.

/**
 * Give a seat that is named a colour that nobody has, and a seat without a colour no name.
 *
 * @param {HTMLElement} seat
 * @param {EventTarget} changed the field that was changed
 */
function completeSeat(seat, changed) {
  const colour = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (seat.querySelector("select.colour")));
  const name = /** @type {HTMLInputElement} */ (seat.querySelector("input"));
  if (changed === colour && !colour.value) name.value = "";
  if (changed !== name || colour.value || !name.value.trim()) return;
  const choices = seat.closest("form")?.querySelectorAll(".seat select") ?? [];
  const taken = new Set([...choices].map((choice) => choice.value));
  // Colours that are on the table come first.
  colour.value = [...colour.options].find((option) => !taken.has(option.value))?.value ?? "";
}

/**
 * Show the seats' names where it is chosen who begins: what was typed, or else the colour.
 *
 * @param {HTMLFormElement} form
 */
function nameSeats(form) {
  for (const option of form.querySelectorAll("option[data-seat]")) {
    const colour = /** @type {HTMLSelectElement} */ (form.elements.namedItem(`colour-${option.dataset.seat}`));
    const name = /** @type {HTMLInputElement} */ (form.elements.namedItem(`name-${option.dataset.seat}`));
    option.hidden = option.disabled = !colour.value;
    option.textContent = name.value.trim() || (colour.selectedOptions[0]?.textContent ?? "");
  }
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("form.setup:has([data-seat])");
  if (!form) return;
  const seat = target.closest?.(".seat");
  if (seat) completeSeat(seat, target);
  nameSeats(form);
});
