// Elements that a template always writes.

/**
 * The first element that matches a selector, which must be there wherever its parent is: it is not checked.
 *
 * @param {ParentNode} parent
 * @param {string} selector
 */
export function requiredElement(parent, selector) {
  return /** @type {Found} */ (parent.querySelector(selector));
}
