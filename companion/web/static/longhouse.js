// The page's own script; htmx does the rest. Each part stands in a file of its own.

import "./remembered_switches.js";
import "./picture.js";
import "./tile_highlights.js";
import "./hint_layer.js";
import "./cells.js";
import "./announcements.js";
import "./wake_lock_button.js";
import "./skipped_questions.js";
import "./choose_photos.js";
import "./tally_result.js";
import "./photo_answers.js";
import "./continue_by_hand.js";
import "./undo_answers.js";
import "./unsaved_tally.js";
import "./scroll_anchoring.js";
import "./installed.js";
import "./connection_status.js";
import "./failed_requests.js";
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
