"""What the program logs while it runs, at the terminal and in the language of its command."""

from __future__ import annotations

import copy
import logging

from companion.language import translator


class _Translated(logging.Formatter):
    """Writes only the message, translated where the catalogues have it; what is filled in stays as it is."""

    def __init__(self, lang: str) -> None:
        super().__init__("%(message)s")
        self._say = translator(lang)

    def format(self, record: logging.LogRecord) -> str:
        said = copy.copy(record)
        said.msg = self._say(str(record.msg))
        return super().format(said)


def log_to_terminal(lang: str) -> None:
    """Write warnings and errors to standard error from now on, in this language; call this once in a process.

    Args:
        lang: ``en`` or ``ru``.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_Translated(lang))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
