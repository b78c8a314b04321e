// The scripts of every page that teaches, each in a file of its own.

import "./camera_preview.js";
import "./chosen_files.js";
import "./naming_rows.js";
import "./photo_taken_now.js";
