"""The names that documents and boards have for runes, pieces and variants."""

from __future__ import annotations

from typing import Literal

RuneSet = Literal["strength", "water", "friendship", "journey", "horse", "wisdom", "home", "secret"]
RuneKind = Literal[RuneSet, "stone"]
PieceKind = Literal["viking", "longhouse"]
Variant = Literal["base", "epic", "classic"]
