"""What the close-up network's outputs mean: shared by training, which makes them, and reading, which uses them."""

from __future__ import annotations

from vision.vocabulary import COLOURS, PIECES

COUNTS = slice(0, 9)
"""For viking, longhouse and stone in turn: logits of none, one, and several of them standing on the cell."""
VIKING_COLOUR = slice(9, 20)
LONGHOUSE_COLOUR = slice(20, 31)
"""Logits of the colour of the cell's viking and of its longhouse; they mean nothing where there is none."""
TILE = 31
"""Logit of a tile lying in the cell at all."""
COVERED = 32
"""Logit of the cell being hidden by something that is no piece."""
LOGIT_COUNT = 33
FEATURE_COUNT = 160
"""What the words but the last are concluded from: how the cell looks to the network, without a meaning one by one."""

MASK = slice(0, 4)
"""Logits of no piece, viking, longhouse and stone, for the pixels of what stands on this very cell."""
FOOT = 4
"""Logit of one of them standing here."""
MAP_COUNT = 5

STRIDE = 4
"""Close-up pixels to one pixel of the maps."""

assert 3 * len(PIECES) + 2 * len(COLOURS) + 2 == LOGIT_COUNT
