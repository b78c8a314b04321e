"""Outputs of the close-up network; training and reading share this layout.

It returns a vector of ``LOGIT_COUNT`` logits for the cell, ``MAP_COUNT`` maps of logits for its pixels, and the
``FEATURE_COUNT`` features from which it computes the cell's logits.
"""

from __future__ import annotations

from vision.vocabulary import COLOURS, PIECES

COUNTS = slice(0, 9)
"""For viking, longhouse and stone in turn: logits of none, one, and several of them standing on the cell."""
VIKING_COLOUR = slice(9, 20)
LONGHOUSE_COLOUR = slice(20, 31)
"""Logits of the colour of the cell's viking and of its longhouse; undefined where there is none."""
TILE = 31
"""Logit of a tile lying in the cell."""
COVERED = 32
"""Logit of the cell being hidden by something other than a piece."""
LOGIT_COUNT = 33
FEATURE_COUNT = 160
"""Features of the last hidden layer before the cell's logits, all but ``COVERED``."""

MASK = slice(0, 4)
"""Logits of no piece, viking, longhouse and stone, for the pixels of pieces that stand on this very cell."""
FOOT = 4
"""Logit of one of these pieces touching the table here."""
MAP_COUNT = 5

STRIDE = 4
"""Close-up pixels to one pixel of the maps."""

assert 3 * len(PIECES) + 2 * len(COLOURS) + 2 == LOGIT_COUNT
