// The scripts of pages of games, each in a file of its own.

import "./board_editor.js";
import "./photo_beside_board.js";
import "./replay.js";
import "./scrubber.js";
import "./tile_edges.js";
import "./seats.js";
import "./send_chosen_files.js";
import "./share_result.js";

// Forms that are sent as soon as something in them was changed.
document.addEventListener("change", ({ target }) => target.closest?.("form[data-at-once]")?.requestSubmit());

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#print")) window.print();
});
