"""Held-out art for validation, never used in training: coasts, textures, palettes, tables and pieces."""

from __future__ import annotations

from training.scenes.art import Art
from training.scenes.held_out.coasts import fields
from training.scenes.held_out.pieces import house, piece_set, warrior
from training.scenes.held_out.prints import printing, sheets
from training.scenes.held_out.tables import table_top
from training.scenes.pieces.meshes import stone

HELD_OUT = Art(printing, fields, sheets, table_top, piece_set, warrior, house, stone)
