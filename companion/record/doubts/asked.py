"""Questions of a reading, as they stand in the field ``ask`` of a board document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.documents import DocumentError
from vision.reading.answers.parse import parse_answers

Asked = Mapping[str, Any]
"""A question of a reading, in the form of ``ask`` in the board document."""


def is_asked(doubt: object) -> bool:
    """Return whether something is a well-formed question; the document comes from the browser."""
    if not isinstance(doubt, Mapping) or not isinstance(candidates := doubt.get("candidates"), list):
        return False
    colours = tuple(c for c in candidates if isinstance(c, str))
    try:
        parse_answers([{**doubt, "answer": candidate} for candidate in candidates], colours)
    except DocumentError:
        return False
    return bool(candidates) and "q" in doubt and "r" in doubt and isinstance(doubt.get("covers", 1), int)
