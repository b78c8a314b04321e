"""Art that training never draws from: other coasts, textures, palettes, tables and pieces, for validation."""

from __future__ import annotations

from vision.training.art import Art
from vision.training.meshes import stone
from vision.training.other_art.coasts import fields
from vision.training.other_art.pieces import house, piece_set, warrior
from vision.training.other_art.prints import printing, sheets
from vision.training.other_art.tables import table_top

HELD_OUT = Art(printing, fields, sheets, table_top, piece_set, warrior, house, stone)
