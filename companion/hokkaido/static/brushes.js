// The brushes of the palette.

/** The code of the brush that is chosen; empty without one. */
export function chosenBrush() {
  return document.querySelector("[form=tools][name=brush]:checked, #tools input[name=brush]:checked")?.value ?? "";
}

/**
 * What a brush paints, as SVG; empty for one that paints no squares.
 *
 * @param {string} code
 */
export function glyphOf(code) {
  const brush = document.querySelector(`#tools input[name=brush][value="${code}"]`);
  return brush?.parentElement?.querySelector("svg")?.innerHTML ?? "";
}

/**
 * A group of drawings that lies on a place of the city.
 *
 * @param {Element} place
 * @param {string} name its class
 * @param {string} drawings as SVG
 */
export function groupOn(place, name, drawings) {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", name);
  group.setAttribute("transform", `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`);
  group.innerHTML = drawings;
  return group;
}
