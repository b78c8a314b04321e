"""What the rulebook of any game answers to the commands about boards, or why it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cli.answers import Answer, load_or_exit
from companion.cli.game import FJORDS
from companion.cli.players import player_called
from companion.cli.terminal.tables import cell_table, described_table, judged_list
from companion.language import N_
from companion.problems import Problem
from companion.scoring.tally import Tally
from games.answers import Answers, Described, NoAnswer
from games.rulebook import Rulebook

_NONE = {"moves": N_("The rules allow no move now."), "placements": N_("Nowhere.")}
_TWO_GAMES = N_("The two documents are of different games; name two of the same game.")


def moves_of(tally: Tally, player: str, rune: str | None, lang: str) -> Answer:
    """Return the legal moves of a player in another game than Fjords.

    Raises:
        Problem: Nobody is called so.
        NoAnswer: The game has no such moves.
    """
    who = player_called(player, [row["player"] for row in tally.score["scores"]], lang)
    found = _answers(tally).moves
    if found is None or rune is not None:
        raise _answers(tally).refuse("moves" if rune is None else "moves --rune", tally.rulebook.english_title)
    return _listed("moves", found(tally.board, who), _answers(tally), lang)


def places_of(tally: Tally, tile_file: str, tile: object, lang: str) -> Answer:
    """Return where the tile or card of a file may be laid; if it is none, print the problem and exit.

    Raises:
        NoAnswer: The game has no such places.
    """
    found = _answers(tally).place
    if found is None:
        raise _answers(tally).refuse("place", tally.rulebook.english_title)
    places = load_or_exit(tile_file, lambda _: found(tally.board, tile), lang)
    if tally.rulebook.name == FJORDS:
        rows = [(place["q"], place["r"], place["turn"]) for place in places]
        return Answer({"placements": places}, lambda: cell_table(rows, ("q", "r", N_("Turn")), lang))
    return _listed("placements", places, _answers(tally), lang)


def judged_of(before: Tally, after: Tally, lang: str) -> Answer:
    """Return the events between two boards; raises `Problem` where they are of different games."""
    if before.rulebook.name != after.rulebook.name:
        raise Problem(_TWO_GAMES)
    found = _answers(before).judge
    if found is None:
        raise _answers(before).refuse("judge", before.rulebook.english_title)
    judged = found(before.board, after.board)
    return Answer(judged.to_dict(lang), lambda: judged_list(judged, before.rulebook, lang))


def refuse_hint(book: Rulebook[Any]) -> NoAnswer:
    """Return the error that says why there is no advice for a game."""
    return book.answers.refuse("hint", book.english_title)


def _answers(tally: Tally) -> Answers[Any]:
    return tally.rulebook.answers


def _listed(name: str, found: Sequence[Described], answers: Answers[Any], lang: str) -> Answer:
    return Answer({name: [dict(one) for one in found]}, lambda: described_table(found, answers, _NONE[name], lang))
