// A tile is entered edge by edge: a tap on an edge of its drawing turns it into the next terrain.

/** @type {Record<string, string>} the terrain after each, by their letters: plains, ocean, mountains */
const NEXT_TERRAIN = { P: "O", O: "M", M: "P" };

document.addEventListener("click", ({ target }) => {
  const wedge = target.closest?.("[data-edge]");
  const field = wedge && document.getElementById(`edge-${wedge.dataset.edge}`);
  if (!field) return;
  field.value = NEXT_TERRAIN[field.value] ?? "P";
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
