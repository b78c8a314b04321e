// The cards of the catalogue that can be built are found by their names.

import { REPLACED } from "../../boardgames/static/live_parts.js";

const FEW = 12; // cards that are found without looking for them

const field = document.getElementById("card-search");

function showMatches() {
  const wanted = field.value.trim().toLowerCase();
  const cards = document.querySelectorAll("#cards .chip");
  /** @type {HTMLElement} */ (field.parentElement).hidden = !wanted && cards.length < FEW;
  for (const card of cards) card.hidden = !card.dataset.name.includes(wanted);
  for (const heading of document.querySelectorAll("#cards h3")) {
    heading.hidden = !heading.nextElementSibling?.querySelector(".chip:not([hidden])");
  }
}

field.addEventListener("input", showMatches);
document.addEventListener(REPLACED, showMatches);
showMatches(); // Something may have been typed before this script came.
