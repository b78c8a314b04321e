// The scripts of every page on which a board is entered, each in a file of its own.

import "./board_photo.js";
import "./tap_targets.js";
