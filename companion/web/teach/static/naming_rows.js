// Things in a photo are named in a row of the form for each. A tap on the photo leads to the row of what stands there,
// or adds one for what was not found.

import { requiredElement } from "../../static/required_element.js";

/** How far from a thing a tap means it, and how large what was tapped is ringed, in widths of the photo. */
const NEAR = 1 / 40;
const FIELD = "select, input:not([type=hidden])"; // the first field of a row that a person fills in

const photo = document.getElementById("photo-to-name");

/** The rows of a form in which things in a photo are named. */
class NamingRows {
  /** @param {SVGSVGElement} photo */
  constructor(photo) {
    this.photo = photo;
    this.list = document.getElementById("naming-rows");
    this.pattern = document.getElementById("naming-row");
    this.near = photo.viewBox.baseVal.width * NEAR;
    photo.addEventListener("click", (event) => this.tap(event));
  }

  /** @param {MouseEvent} event on the photo */
  tap({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.photo.getScreenCTM()?.inverse());
    const row = this.rowAt(at) ?? this.add(at);
    if (row) requiredElement(row, FIELD).focus();
  }

  /**
   * The row of what stands at a place already, so that a tap on it names it instead of adding it twice.
   *
   * @param {DOMPoint} at
   */
  rowAt(at) {
    return [...this.list.children].find((row) => {
      const [x, y] = ["x", "y"].map((axis) => Number(requiredElement(row, `[name^="${axis}-"]`).value));
      return Math.hypot(x - at.x, y - at.y) < this.near;
    });
  }

  /**
   * Add a row; none where the form has as many as it may have.
   *
   * @param {DOMPoint} at
   */
  add(at) {
    const index = this.list.children.length;
    if (index >= Number(this.list.dataset.most)) return null;
    const row = /** @type {HTMLElement} */ (this.pattern.content.firstElementChild?.cloneNode(true));
    number(row, index, this.pattern.dataset.index ?? "");
    requiredElement(row, '[name^="x-"]').value = at.x.toFixed(1);
    requiredElement(row, '[name^="y-"]').value = at.y.toFixed(1);
    showPlace(row, at);
    this.list.append(row);
    this.mark(at, index + 1);
    return row;
  }

  /**
   * Ring a place in the photo, with the number of its row.
   *
   * @param {DOMPoint} at
   * @param {number} number
   */
  mark(at, number) {
    const ring = this.drawn("circle", { cx: at.x, cy: at.y, r: this.near });
    const words = this.drawn("text", { x: at.x, y: at.y - this.near, "font-size": this.near });
    words.textContent = String(number);
    const group = this.drawn("g", {});
    group.append(ring, words);
    this.photo.append(group);
  }

  /**
   * @param {string} name
   * @param {Record<string, number>} attributes
   */
  drawn(name, attributes) {
    const element = document.createElementNS(this.photo.namespaceURI, name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
    return element;
  }
}

/**
 * Give a row its index where the pattern has another one: in the names of its fields, and, counted from 1, in its
 * words.
 *
 * @param {HTMLElement} row
 * @param {number} index
 * @param {string} pattern the pattern's index
 */
function number(row, index, pattern) {
  const [before, now] = [String(Number(pattern) + 1), String(index + 1)];
  for (const field of row.querySelectorAll("[name]")) field.name = field.name.replace(pattern, String(index));
  for (const named of row.querySelectorAll("[aria-label]")) {
    named.setAttribute("aria-label", (named.getAttribute("aria-label") ?? "").replace(before, now));
  }
  const question = requiredElement(row, ".asks");
  question.textContent = (question.textContent ?? "").replace(before, now);
  requiredElement(row, ".number").textContent = now;
}

/**
 * Have the detail beside a row's question show a place; its ring is drawn about the photo's origin.
 *
 * @param {Element} row
 * @param {DOMPoint} at
 */
function showPlace(row, at) {
  const detail = row.querySelector("svg.close-up");
  const [, , width, height] = (detail?.getAttribute("viewBox") ?? "0 0 0 0").split(" ").map(Number);
  detail?.setAttribute("viewBox", `${at.x - width / 2} ${at.y - height / 2} ${width} ${height}`);
  for (const ring of detail?.querySelectorAll(".outline") ?? []) {
    ring.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }
}

if (photo) new NamingRows(photo);
