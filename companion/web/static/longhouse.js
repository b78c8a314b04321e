// The page's own script; htmx does the rest. Each part stands in a file of its own.

import "./remembered.js";
import "./picture.js";
import "./pointing.js";
import "./cells.js";
import "./news.js";
import "./awake.js";
import "./passed_on.js";
import "./photos.js";
import "./answers_back.js";
import "./unsaved_tally.js";
import "./held_place.js";
import "./installed.js";
import "./lost.js";
import "./unanswered.js";
import "./focus.js";

// Of a menu that is wider than its place the present page is in sight.
const rooms = document.querySelector(".rooms");
const here = rooms?.querySelector("[aria-current]");
if (rooms && here) {
  const [menu, page] = [rooms, here].map((element) => element.getBoundingClientRect());
  rooms.scrollLeft += page.left + page.width / 2 - (menu.left + menu.width / 2);
}

// Of a part that comes anew, what shows the same as before is passed over whole, not looked through node by node.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (/** @type {Node} */ before, /** @type {Node} */ now) => !before.isEqualNode(now);
