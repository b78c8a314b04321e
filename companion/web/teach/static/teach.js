// The pages that teach: the camera's picture kept fresh, and pieces named by tapping on the photo.

import { requiredElement } from "../../static/required_element.js";

const camera = document.getElementById("teach-camera");
if (camera) {
  const address = camera.getAttribute("src");
  const fresh = () => { camera.src = `${address}?now=${Date.now()}`; };
  const settle = () => {
    const isThere = camera.naturalWidth > 0;
    camera.closest(".frame")?.toggleAttribute("hidden", !isThere);
    setTimeout(fresh, isThere ? 350 : 2000);
  };
  // The first picture may have come, or failed, before this script did.
  if (camera.complete) settle();
  camera.addEventListener("load", settle);
  camera.addEventListener("error", settle);
}

const photo = document.getElementById("photo-to-name");
const rows = document.getElementById("naming-rows");
const pattern = document.getElementById("naming-row");

const FIELD = "select, input:not([type=hidden])";

/**
 * The row of what lies there already, so that a tap on it names it instead of adding it twice.
 *
 * @param {SVGSVGElement} photo
 * @param {DOMPoint} at
 */
function rowAt(photo, at) {
  const near = photo.viewBox.baseVal.width / 40;
  return [...rows.children].find((row) => {
    const [x, y] = ["x", "y"].map((axis) => Number(requiredElement(row, `[name^="${axis}-"]`).value));
    return Math.hypot(x - at.x, y - at.y) < near;
  });
}

/**
 * @param {SVGSVGElement} photo
 * @param {MouseEvent} event
 */
function tap(photo, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(photo.getScreenCTM()?.inverse());
  const row = rowAt(photo, at) ?? add(photo, at);
  if (row) requiredElement(row, FIELD).focus();
}

/**
 * @param {SVGSVGElement} photo
 * @param {DOMPoint} at
 */
function add(photo, at) {
  const number = rows.children.length;
  if (number >= Number(rows.dataset.most)) return null;
  const row = /** @type {HTMLElement} */ (pattern.content.firstElementChild?.cloneNode(true));
  for (const field of row.querySelectorAll("[name]")) field.name = field.name.replace("999", String(number));
  for (const field of row.querySelectorAll("[aria-label]")) {
    field.setAttribute("aria-label", (field.getAttribute("aria-label") ?? "").replace("1000", String(number + 1)));
  }
  const asks = requiredElement(row, ".asks");
  asks.textContent = (asks.textContent ?? "").replace("1000", String(number + 1));
  requiredElement(row, ".number").textContent = String(number + 1);
  look(row, at);
  requiredElement(row, '[name^="x-"]').value = at.x.toFixed(1);
  requiredElement(row, '[name^="y-"]').value = at.y.toFixed(1);
  rows.append(row);
  mark(photo, at, number + 1);
  return row;
}

/**
 * The detail beside the question shows the place that was tapped; it is ringed about the photo's origin.
 *
 * @param {Element} row
 * @param {DOMPoint} at
 */
function look(row, at) {
  const detail = row.querySelector("svg.close-up");
  const [, , wide, high] = (detail?.getAttribute("viewBox") ?? "0 0 0 0").split(" ").map(Number);
  detail?.setAttribute("viewBox", `${at.x - wide / 2} ${at.y - high / 2} ${wide} ${high}`);
  for (const ring of detail?.querySelectorAll(".outline") ?? []) ring.setAttribute("transform", `translate(${at.x} ${at.y})`);
}

/**
 * @param {SVGSVGElement} photo
 * @param {DOMPoint} at
 * @param {number} number
 */
function mark(photo, at, number) {
  const size = photo.viewBox.baseVal.width / 40;
  const group = document.createElementNS(photo.namespaceURI, "g");
  const ring = document.createElementNS(photo.namespaceURI, "circle");
  const word = document.createElementNS(photo.namespaceURI, "text");
  for (const [name, value] of Object.entries({ cx: at.x, cy: at.y, r: size })) ring.setAttribute(name, String(value));
  for (const [name, value] of Object.entries({ x: at.x, y: at.y - size, "font-size": size })) word.setAttribute(name, String(value));
  word.textContent = String(number);
  group.append(ring, word);
  photo.append(group);
}

photo?.addEventListener("click", (event) => tap(photo, event));

// --- Which files were chosen stands beside the button that chooses them.

document.addEventListener("change", ({ target }) => {
  const words = target.closest?.(".file-field")?.querySelector("[data-chosen]");
  if (words) words.textContent = [...(target.files ?? [])].map((file) => file.name).join(", ");
});

// --- A photo taken just now is sent at once.

const shots = /** @type {HTMLInputElement | null} */ (document.querySelector("form[data-shots] input#taken-photo"));

shots?.addEventListener("change", ({ target }) => {
  if (!target.files?.length) return;
  /** @type {ShotForm} */ (target.form).elements.photo.files = target.files;
  target.form.requestSubmit(target.form.querySelector("#find-things"));
});
