"""Commands about boards: scores, warnings and legal moves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.answers import Answer, answer_each, load_or_exit, many_files, with_output_options
from companion.cli.input_files import load_json, tally_in
from companion.cli.options import option
from companion.cli.photo_readers import files_read_with, using_profile
from companion.cli.players import player_called
from companion.cli.rulebook_answers import judged_of, moves_of, places_of, refuse_hint
from companion.cli.terminal.tables import (
    cell_table,
    hint_table,
    reservations,
    score_table,
    warning_list,
)
from companion.language import N_, translator
from companion.scoring.fjords_tally import FjordsTally
from games.fjords.analysis import hint as think
from games.fjords.runes import RIDES, legal_rides, wisdom_spaces
from games.fjords.settlement import legal_settlements
from games.hexgrid import Cell

if TYPE_CHECKING:
    from rich.console import RenderableType

    from companion.scoring.tally import Tally

_player = option(
    "--player", required=True, metavar="NAME", help="The player's name, or colour where no names are given."
)


@click.command()
@many_files
@using_profile
@with_output_options
def score(files: tuple[str, ...], profile: Path | None, lang: str, as_json: bool) -> None:
    """Count the score of each board document, exported game (its last board) or photo."""
    reader = files_read_with(profile, lang)

    def work(file: str) -> Answer:
        found = tally_in(file, reader)
        return Answer(found.score, lambda: chain(score_table(found, lang), _reservations(found, lang)))

    answer_each(files, work, lang, as_json)


@click.command()
@many_files
@using_profile
@with_output_options
def check(files: tuple[str, ...], profile: Path | None, lang: str, as_json: bool) -> None:
    """Say what the rules forbid on each board document, exported game (its last board) or photo."""
    reader = files_read_with(profile, lang)

    def work(file: str) -> Answer:
        tally = tally_in(file, reader)
        found = tally.notices
        return Answer(
            {"warnings": [w.to_dict(lang) for w in found]},
            lambda: chain(warning_list(found, lang), _reservations(tally, lang)),
        )

    answer_each(files, work, lang, as_json)


@click.command()
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
@using_profile
@with_output_options
def judge(before: str, after: str, profile: Path | None, lang: str, as_json: bool) -> None:
    """Say what happened between two documents, and what of it the rules forbid.

    Each is a board document, a game exported as JSON, of which the last board is taken, or a photo.
    """
    reader = files_read_with(profile, lang)
    earlier, later = (load_or_exit(file, lambda name: tally_in(name, reader), lang) for file in (before, after))

    answer_each([before], lambda _: judged_of(earlier, later, lang), lang, as_json)


@click.command()
@many_files
@_player
@option("--rune", type=click.Choice([*RIDES, "wisdom"]), help="Where the rune leads, taken as still unspent.")
@using_profile
@with_output_options
def moves(
    files: tuple[str, ...], player: str, rune: str | None, profile: Path | None, lang: str, as_json: bool
) -> None:
    """Show where a player may settle now; in another game, what a player may do.

    Each FILE is a board document, a game exported as JSON, of which the last board is taken, or a photo.
    """
    reader = files_read_with(profile, lang)

    def work(file: str) -> Answer:
        tally = tally_in(file, reader)
        if not isinstance(tally, FjordsTally):
            return moves_of(tally, player, rune, lang)
        board, who = tally.board, _player_of(tally, player, lang)
        if rune == "wisdom":
            spaces = wisdom_spaces(board, who)
            rows = [{"q": q, "r": r, "tiles": _pairs(tiles)} for (q, r), tiles in sorted(spaces.items())]
            cells = [(q, r, " ".join(map(str, sorted(tiles)))) for (q, r), tiles in sorted(spaces.items())]
            return Answer({"spaces": rows}, lambda: cell_table(cells, ("q", "r", N_("Tiles")), lang))
        tiles = legal_settlements(board, who) if rune is None else legal_rides(board, who, rune)
        return Answer({"tiles": _pairs(tiles)}, lambda: cell_table(_pairs(tiles), ("q", "r"), lang))

    answer_each(files, work, lang, as_json)


@click.command()
@many_files
@option("--tile", "tile_file", required=True, metavar="TILE.json", help="The tile, as in a board document.")
@using_profile
@with_output_options
def place(files: tuple[str, ...], tile_file: str, profile: Path | None, lang: str, as_json: bool) -> None:
    """Show where a tile may be laid, and in which turns (clockwise sixths); in another game, a tile or a card of it.

    Each FILE is a board document, a game exported as JSON, of which the last board is taken, or a photo.
    """
    given = load_or_exit(tile_file, load_json, lang)
    reader = files_read_with(profile, lang)

    answer_each(files, lambda file: places_of(tally_in(file, reader), tile_file, given, lang), lang, as_json)


@click.command()
@click.argument("file", metavar="FILE")
@_player
@option(
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(0, 3600),
    default=5.0,
    show_default=True,
    help="Seconds to think at most.",
)
@using_profile
@with_output_options
def hint(file: str, player: str, time_limit: float, profile: Path | None, lang: str, as_json: bool) -> None:
    """Suggest where a player should settle, best first.

    FILE is a board document, a game exported as JSON, of which the last board is taken, or a photo.
    """
    if math.isnan(time_limit):  # neither below nor above the range
        raise click.UsageError(translator(lang)(N_("--time-limit: give a number of seconds, such as 5.")))

    def work(name: str) -> Answer:
        tally = tally_in(name, files_read_with(profile, lang))
        if not isinstance(tally, FjordsTally):
            raise refuse_hint(tally.rulebook)
        found = think(tally.board, _player_of(tally, player, lang), time_limit)
        return Answer(found.to_dict(), lambda: hint_table(found, lang))

    answer_each([file], work, lang, as_json)


def _reservations(tally: Tally, lang: str) -> Iterator[RenderableType]:
    """Render what is doubtful about the board, where it was read from a photo."""
    return reservations(tally.document, lang) if isinstance(tally, FjordsTally) else iter(())


def _player_of(tally: FjordsTally, given: str, lang: str) -> str:
    return player_called(given, [player.name for player in tally.board.players], lang)


def _pairs(cells: frozenset[Cell]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]
