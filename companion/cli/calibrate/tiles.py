"""The command that learns the tiles of a copy."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType
from rich.table import Table

from calibration.profile.folder import open_profile
from calibration.tiles.contact_sheet import tile_sheet
from calibration.tiles.detected_photo import DetectedPhoto, detect_tiles
from calibration.tiles.learn import LearnedSet, build_set
from calibration.tiles.stored_sets import keep_tiles
from calibration.tiles.taps import Tap, no_tile, parse_taps
from companion.cli.answers import Answer, answer_each, load_or_exit, load_usable, print_problem, with_output_options
from companion.cli.calibrate.game import learn_game
from companion.cli.calibrate.options import into_profile
from companion.cli.game import FJORDS, of_game
from companion.cli.input_files import load_json, photo_bytes
from companion.cli.options import option
from companion.cli.output_files import write_output
from companion.language import N_, translator
from games.envelope import LONGEST_WORD
from vision.imaging.file_pixels import rounded_px
from vision.imaging.photo import decode_photo
from vision.networks.models import load_networks
from vision.plugins import calibrator_of, games_calibrated

_SET = "tiles"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="PHOTO...")
@into_profile
@of_game(games_calibrated)
@option("--answers", metavar="FILE", help="A person's taps: what was read wrong.")
@option(
    "--set", "name", metavar="NAME", default=_SET, show_default=True, help="The set's name, another for each printing."
)
@option("--add", is_flag=True, help="Add to the set of that name instead of beginning it anew.")
@option(
    "--sheet",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the tiles into this SVG file.",
)
@with_output_options
def tiles(
    files: tuple[str, ...],
    profile: Path,
    game: str,
    answers: str | None,
    name: str,
    add: bool,
    sheet: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Learn a copy's tiles from photos of them, face up and apart, all in one photo or some in each."""
    calibrator = None if game == FJORDS else calibrator_of(game)
    if calibrator is not None:
        _refuse_options_of_fjords(name, sheet, lang)
        learn_game(files, (game, calibrator), profile, answers, add, lang, as_json)
        return
    _check_name(name, lang)
    taught = load_or_exit(str(profile), lambda _: open_profile(profile), lang)
    taps = load_or_exit(answers, lambda file: parse_taps(load_json(file)), lang) if answers is not None else ()
    before = next((known for known in taught.tiles if add and known.name == name), None)
    networks, refused = load_networks(), list[str]()

    def detect(file: str) -> DetectedPhoto:
        photo = decode_photo(photo_bytes(file))
        return detect_tiles(photo, Path(file).name, networks, taught.lens_of(photo), taps)

    def work(_: str) -> Answer:
        photos = list(load_usable(files, detect, refused, lang))
        if not photos:
            sys.exit(1)  # each reason was printed above
        if answers is not None and not refused:
            refused.extend(_refused_taps(answers, taps, photos, lang))
        learned = build_set(name, [photo.tiles for photo in photos], before)
        keep_tiles(profile, learned.known)
        if sheet is not None:
            _draw(sheet, learned)
        return Answer(_data(learned, photos), lambda: _shown(learned, photos, lang))

    answer_each(files[:1], work, lang, as_json)
    if refused:
        sys.exit(1)


def _refused_taps(answers: str, taps: Sequence[Tap], photos: Sequence[DetectedPhoto], lang: str) -> list[str]:
    """Report each tap that is on no tile of any photo, and return the name of the answers file once for each."""
    lost = [tap for tap in taps if all(tap in photo.unplaced for photo in photos)]
    for tap in lost:
        print_problem(answers, no_tile(tap), lang)
    return [answers] * len(lost)


def _check_name(name: str, lang: str) -> None:
    """Raise `click.UsageError` for a name with which the profile could not be loaded, or which cannot be shown."""
    if not name.strip() or len(name) > LONGEST_WORD or not name.isprintable():
        message = N_("--set needs a name of at most {count} letters.")
        raise click.UsageError(translator(lang)(message).format(count=LONGEST_WORD))


def _refuse_options_of_fjords(name: str, sheet: Path | None, lang: str) -> None:
    """Raise `click.UsageError` where another game's tiles are to be learned with options of those of Fjords."""
    if name != _SET or sheet is not None:
        message = N_("--set and --sheet are for the tiles of Fjords; other games keep one set a profile.")
        raise click.UsageError(translator(lang)(message))


def _draw(sheet: Path, learned: LearnedSet) -> None:
    doubts: dict[str, list[int]] = {}
    for question in _edges_asked(learned):
        doubts.setdefault(question["id"], []).append(question["edge"])
    write_output(sheet, tile_sheet(learned.known, doubts).encode())


def _edges_asked(learned: LearnedSet) -> list[dict[str, Any]]:
    return [question for question in learned.ask if question["about"] == "edge"]


def _data(learned: LearnedSet, photos: Sequence[DetectedPhoto]) -> dict[str, Any]:
    backs = [{"file": p.name, "px": rounded_px(px)} for p in photos for px in p.face_down]
    return {
        "set": learned.known.name,
        "tiles": [tile.to_document() for tile in learned.tiles],
        "in_set": len(learned.known.tiles),
        "ask": learned.ask,
        "face_down": backs,
    }


def _shown(learned: LearnedSet, photos: Sequence[DetectedPhoto], lang: str) -> Iterator[RenderableType]:
    say = translator(lang)
    table = Table(*(say(head) for head in (N_("Tile"), N_("Edges"), N_("Marks"), N_("To be checked"))))
    doubts = {(question["id"], question["edge"]) for question in _edges_asked(learned)}
    for tile in learned.tiles:
        edges = tile.known.tile.edges
        unsure = [f"{edge} ({i})" for i, edge in enumerate(edges) if (tile.name, i) in doubts]
        unsure += [f"{mark}?" for mark in tile.seen.doubtful_marks]
        table.add_row(tile.name, " ".join(edges), ", ".join(tile.known.tile.marks), ", ".join(unsure))
    yield table
    yield say(N_("{seen} tiles seen, {all} in the set “{name}”.")).format(
        seen=len(learned.tiles), all=len(learned.known.tiles), name=learned.known.name
    )
    backs = sum(len(photo.face_down) for photo in photos)
    if backs:
        yield say(N_("Face down, so not learned: {count}. Turn them over and take another photo.")).format(count=backs)
