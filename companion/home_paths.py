"""Paths that people give, which may begin with ``~`` for a home folder; not every shell replaces it in an option."""

from __future__ import annotations

import os
from pathlib import Path


def path_given(given: str) -> Path:
    """Return the path that a text gives, with the home folder in place of ``~`` or ``~user`` at its beginning.

    The name of an unknown user is left as it is, so that the path is simply not found. `Path.expanduser` would raise
    `RuntimeError`, which no caller expects of a name that somebody mistyped.
    """
    return Path(os.path.expanduser(given))


def names_unknown_user(given: str) -> bool:
    """Return whether a text begins with ``~user``, or ``~``, but there is no such user or home folder."""
    return os.path.expanduser(given).startswith("~")
