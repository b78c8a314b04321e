"""The common interface of all rulebooks, and looking them up by name.

A game is a folder of its name in `games` with a module `rulebook` that holds a `RULEBOOK`; nothing else lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from games.answers import Answers
from games.documents import FORMAT, DocumentError, shown
from games.language import N_, translate, word_in
from games.notice import Notice, RuleNotice
from games.plugins import game_module, games_with_module

__all__ = ["Notice", "RecordedFacts", "RuleNotice", "Rulebook", "UnknownGame", "find", "known", "rulebook_of"]

B = TypeVar("B")


RecordedFacts = Sequence[tuple[str, Mapping[str, Any]]]
"""The facts in a game's record beside its boards: pairs of a kind, named by the game, and data as JSON."""


def _no_colours(_board: Any, _player: str) -> tuple[str, ...]:
    return ()


def _unknown(_board: Any) -> bool:
    return False


def _as_it_is(board: Any, _facts: RecordedFacts) -> Any:
    return board


@dataclass(frozen=True)
class Rulebook(Generic[B]):
    """Everything about a game that code for all games uses; what is made for one game may import its folder besides.

    Attributes:
        name: the folder's name, which is also the documents' ``game``.
        english_title: what people call the game, in English; this and all words below are marked for the catalogue.
        read: document (a mapping as JSON gives it) to board; raises `DocumentError`, which names the field.
        write: board to document; ``write(read(document)) == document``, unknown fields and all.
        status: every notice on a board; never raises.
        score: the score document, ``{"scores": [{"player", …points by field…, "total"}…], "winner": name or None}``.
        svg: a drawing of the board in a language (``en`` or ``ru``); only the board of the named player, where one is
            named and each player has a board. It scales with its frame and has no inline styles, which a strict
            Content-Security-Policy forbids.
        headings: the English heading of each field of a player's score, in the order of columns.
        explain: for each player, in the order of the score, a sentence for each field that says how it is counted.
        tie_rule: the English sentence that says what breaks a tie.
        always: the fields that a table shows even where they are zero for every player.
        colours: the names of a player's colours, where players have some.
        answers: what the game answers beside the score: moves, places, what happened between two boards.
        over: whether the board alone shows that the game is over, so that whoever is ahead has won; false where it does
            not show that.
        recorded: the board together with what the game's record holds beside it, such as special cards, so that the
            score counts it; unknown kinds of data are ignored, and malformed data may raise `DocumentError`.
    """

    name: str
    english_title: str
    read: Callable[[Any], B]
    write: Callable[[B], dict[str, Any]]
    status: Callable[[B], Sequence[Notice]]
    score: Callable[[B], Mapping[str, Any]]
    svg: Callable[[B, str, str | None], str]
    headings: Mapping[str, str]
    explain: Callable[[B, str], Sequence[Mapping[str, str]]]
    tie_rule: str
    always: tuple[str, ...] = ("total",)
    colours: Callable[[B, str], Sequence[str]] = _no_colours
    answers: Answers[B] = field(default_factory=Answers)
    over: Callable[[B], bool] = _unknown
    recorded: Callable[[B, RecordedFacts], B] = _as_it_is

    def title(self, lang: str = "en") -> str:
        """Return the game's title in this language."""
        return translate(self.english_title, lang)

    def heading(self, field: str, lang: str = "en") -> str:
        """Return the heading of a field of the score in this language; a field without one stands for itself."""
        return word_in(self.headings, field, lang)

    def ties(self, lang: str = "en") -> str:
        """Return in this language what breaks a tie."""
        return translate(self.tie_rule, lang)

    def fields(self, rows: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the fields that get a column: those in `always`, and those that are not zero in every row."""
        return [f for f in self.headings if any(f in row and (row[f] or f in self.always) for row in rows)]


class UnknownGame(DocumentError):
    """A document that names a game without a rulebook."""

    SENTENCES: ClassVar[Mapping[str, str]] = {
        "game": N_("The field “{field}” names a game that is not known, {given}; known are {known}.")
    }

    def __init__(self, given: object) -> None:
        """Keep the name that was given."""
        super().__init__("game", "game", given)

    def message(self, lang: str = "en") -> str:
        """Return one sentence that lists the games that are known."""
        sentence = translate(self.SENTENCES[self.code], lang)
        return sentence.format(field=self.field, given=shown(self.given), known=", ".join(known()))


def known() -> tuple[str, ...]:
    """Return the names of all games that have a rulebook, in alphabetical order."""
    return games_with_module("games", "rulebook")


def find(name: str) -> Rulebook[Any]:
    """Return the rulebook of a game.

    Examples:
        >>> find("fjords").title("ru")
        'Фьорды'

    Raises:
        UnknownGame: No game has this name.
    """
    module = game_module("games", name, "rulebook")
    if module is None:
        raise UnknownGame(name)
    rulebook: Rulebook[Any] = module.RULEBOOK
    return rulebook


def rulebook_of(document: object) -> Rulebook[Any]:
    """Return the rulebook that a document's field ``game`` asks for.

    Raises:
        DocumentError: The document is no mapping or has another format, or has no such field or one of the wrong type;
            `UnknownGame` where no rulebook has this name.
    """
    if not isinstance(document, Mapping):
        raise DocumentError("document", "type", document)
    if document.get("format", FORMAT) != FORMAT:  # an exported game or a tile set may lack the field ``game``
        raise DocumentError("format", "unknown", document["format"])
    if "game" not in document:
        raise DocumentError("game", "missing")
    if not isinstance(document["game"], str):
        raise DocumentError("game", "type", document["game"])
    return find(document["game"])
