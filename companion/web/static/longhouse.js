// The page's own script; htmx does the rest. Each part stands in a file of its own.

import "./remembered.js";
import "./picture.js";
import "./pointing.js";
import "./cells.js";
import "./news.js";
import "./awake.js";
import "./photos.js";
import "./installed.js";
import "./lost.js";
