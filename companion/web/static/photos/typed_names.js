// Names that were typed into a tally, of its players and of the copy, are carried over when it comes anew.

/** @param {Element} tally */
function fieldsOf(tally) {
  return [...tally.querySelectorAll("input.who, #copy-name")];
}

/**
 * @param {Element} tally
 * @returns {Map<string, string>} what stands in the fields, by their names
 */
export function typedNames(tally) {
  return new Map(fieldsOf(tally).map(({ name, value }) => [name, value]));
}

/**
 * @param {Element} tally
 * @param {Map<string, string>} names by the names of their fields; other fields stay as they are
 */
export function typeNames(tally, names) {
  for (const field of fieldsOf(tally)) field.value = names.get(field.name) ?? field.value;
}
