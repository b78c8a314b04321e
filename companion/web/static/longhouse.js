// The scripts of every page, each in a file of its own; htmx does the rest.

import "./remembered_switches.js";
import "./camera_picture.js";
import "./tile_highlights.js";
import "./hint_layer.js";
import "./cell_correction.js";
import "./board_arrow_keys.js";
import "./announcements.js";
import "./wake_lock_button.js";
import "./skipped_questions.js";
import "./photos/choose_photos.js";
import "./photos/tally_result.js";
import "./photos/photo_answers.js";
import "./photos/continue_by_hand.js";
import "./photos/undo_answers.js";
import "./photos/unsaved_tally.js";
import "./photos/scroll_anchoring.js";
import "./installed_app.js";
import "./connection_status.js";
import "./failed_requests.js";
import "./keep_focus.js";

// Where the menu is wider than the window, it is scrolled to the present page.
const menu = document.querySelector(".rooms");
const current = menu?.querySelector("[aria-current]");
if (menu && current) {
  const [outer, inner] = [menu, current].map((element) => element.getBoundingClientRect());
  menu.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

// Where a part of the page is morphed into a new one, elements that are equal are skipped with all that is in them.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (/** @type {Node} */ before, /** @type {Node} */ now) => !before.isEqualNode(now);
