"""The command that learns the players' pieces and their colours."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType
from rich.table import Table

from calibration.colours.detect import PiecesPhoto, detect_pieces
from calibration.colours.learn import LearnedColours, ShownPiece, keep_colours, learn_colours, shown_pieces
from calibration.colours.taps import ColourTap, parse_colour_taps
from calibration.profile.folder import open_profile
from companion.cli.answers import Answer, answer_each, load_or_exit, print_problem, with_output_options
from companion.cli.calibrate.options import into_profile
from companion.cli.input_files import load_json, photo_bytes
from companion.cli.options import option
from companion.language import N_, player_name, translator
from companion.problems import KNOWN
from games.fjords.sentences import word
from vision.imaging.file_pixels import rounded_px
from vision.imaging.photo import decode_photo
from vision.networks.models import load_networks


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="PHOTO...")
@into_profile
@option("--answers", metavar="FILE", help="A person's taps: px, name and kind of each piece to learn.")
@with_output_options
def colours(files: tuple[str, ...], profile: Path, answers: str | None, lang: str, as_json: bool) -> None:
    """Learn the players' pieces from photos: one viking and one longhouse of each colour, apart from each other.

    Without --answers all pieces that are found are learned under the names that they are given; with it, those
    that were tapped, under names of your choice. What was learned before is replaced.
    """
    load_or_exit(str(profile), lambda _: open_profile(profile), lang)
    taps = load_or_exit(answers, lambda file: parse_colour_taps(load_json(file)), lang) if answers is not None else ()
    refused: list[str] = []

    def work(_: str) -> Answer:
        photos = _look(files, taps, refused, lang)
        if refused and not photos:
            sys.exit(1)  # each reason was printed above
        learned = learn_colours(photos)
        keep_colours(profile, learned.palette)
        return Answer(_data(learned), lambda: _shown(learned, lang))

    answer_each(files[:1], work, lang, as_json)
    if refused:
        sys.exit(1)


def _look(
    files: Sequence[str], taps: Sequence[ColourTap], refused: list[str], lang: str
) -> list[tuple[PiecesPhoto, list[ShownPiece]]]:
    """Find the pieces in each photo; one that cannot be used is reported, and added to ``refused``."""
    networks, photos = load_networks(), []
    for number, file in enumerate(files):
        # A tap that names no photo was made on the first.
        own = [t for t in taps if t.file == Path(file).name or (t.file is None and number == 0)]
        if taps and not own:
            continue
        try:
            table = detect_pieces(decode_photo(photo_bytes(file)), networks)
            photos.append((table, shown_pieces(table, Path(file).name, own)))
        except KNOWN as error:
            print_problem(file, error, lang)
            refused.append(file)
    return photos


def _data(learned: LearnedColours) -> dict[str, Any]:
    several = len({piece.file for piece in learned.shown}) > 1
    rows = [
        {
            "name": shown.piece.name,
            "kind": shown.piece.kind,
            "px": rounded_px(shown.px),
            **({"photo": shown.file} if several else {}),
        }
        for shown in learned.shown
    ]
    return {"colours": rows, "alike": [list(pair) for pair in learned.alike]}


def _shown(learned: LearnedColours, lang: str) -> Iterator[RenderableType]:
    say = translator(lang)
    table = Table()
    for head in (N_("Name"), N_("Vikings"), N_("Longhouses")):
        table.add_column(say(head))
    for name in dict.fromkeys(shown.piece.name for shown in learned.shown):
        kinds = [shown.piece.kind for shown in learned.shown if shown.piece.name == name]
        table.add_row(player_name(name, lang), str(kinds.count("viking")), str(kinds.count("longhouse")))
    yield table
    for one, other in learned.alike:
        yield say(N_("{one} and {other} look so alike in this light that they may be confused.")).format(
            one=word(one, lang), other=word(other, lang)
        )
