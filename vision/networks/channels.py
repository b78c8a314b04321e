"""Output channels of the scene network; training and reading share this layout."""

from __future__ import annotations

TERRAIN = slice(0, 4)
"""Logits of table, plains, mountain and ocean, also under a standing piece."""
PIECE = slice(4, 8)
"""Logits of no piece, viking, longhouse and rune stone, for visible pixels."""
CENTRE = 8
"""Logit of a tile's centre being here."""
RIM = 9
"""Logit of a tile's printed outline being here."""
FOOT = 10
"""Logit of a piece standing on the table here."""
COLOUR = slice(11, 22)
"""Logits of the colour of the visible piece, in the order of ``vocabulary.COLOURS``; undefined where there is none."""
COUNT = 22
"""Number of channels."""
BOARD_COUNT = 10
"""Number of channels, the first, that reading a board needs. The shipped network returns the others apart."""

STRIDE = 2
"""Input pixels to one output pixel."""
MULTIPLE = 32
"""Width and height of the input must be multiples of this."""
