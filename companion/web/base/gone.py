"""What was asked for is no longer kept: the refusal says so, and leads to the page that lists what is."""

from __future__ import annotations

from typing import ClassVar

from werkzeug.exceptions import NotFound

from companion.language import N_


class Gone(NotFound):
    """Something that was deleted, or never was.

    Attributes:
        sentence: what is wrong and what to do, marked for the catalogues.
        endpoint: that of the page that lists what there is.
        link: the words of the link to it, marked for the catalogues.
    """

    sentence: ClassVar[str]
    endpoint: ClassVar[str]
    link: ClassVar[str]


class GameGone(Gone):
    """There is no game of this number."""

    sentence = N_("This game is not here; perhaps it was deleted. Look for it among all games.")
    endpoint, link = "games.history", N_("All games")


class EveningGone(Gone):
    """There is no tournament of this number."""

    sentence = N_("This tournament is not here; perhaps it was removed. Its games are still there.")
    endpoint, link = "evenings.start", N_("Tournaments")
