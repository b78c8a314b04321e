// Parts of a page that its templates always write.

/**
 * The first element in a part of the page that a selector finds; a template writes it wherever the part is.
 *
 * @param {ParentNode} part
 * @param {string} selector
 */
export function within(part, selector) {
  return /** @type {Found} */ (part.querySelector(selector));
}
