"""The commands that carry a profile as one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from calibration.profile.archive import LARGEST_ZIP, export_profile, import_profile
from calibration.profile.folder import load_profile
from companion.cli.answers import Answer, answer_each, load_or_exit, with_output_options
from companion.cli.options import option
from companion.cli.output_files import write_output
from companion.language import N_, translator
from companion.taught_copy import PIECES_LEFT_ASIDE
from games.incoming import read_bounded
from games.rulebook import find
from vision.profile import Profile

_CONTENTS = {
    "lenses": N_("cameras: {count}"),
    "colours": N_("colours: {count}"),
    "tile_sets": N_("sets of tiles: {count}"),
    "stones": N_("rune stones"),
    "pieces": N_("pieces of one photo: {count}"),
    "ground": N_("looks of terrain"),
    "seen_tiles": N_("tiles of photos: {count}"),
}
_NOTHING = N_("nothing yet")


@click.command()
@option("--profile", required=True, metavar="DIR", type=click.Path(path_type=Path), help="The profile.")
@option("--out", required=True, metavar="FILE", type=click.Path(dir_okay=False), help="The zip file to write.")
@with_output_options
def export(profile: Path, out: str, lang: str, as_json: bool) -> None:
    """Write a profile into one zip file."""
    data = load_or_exit(str(profile), lambda name: export_profile(Path(name)), lang)

    def work(file: str) -> Answer:
        write_output(Path(file), data)
        return facts_of(load_profile(profile), lang)

    answer_each([out], work, lang, as_json)


@click.command("import")
@click.argument("file", metavar="ZIP")
@option(
    "--profile",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder for the profile, new or empty.",
)
@with_output_options
def import_(file: str, profile: Path, lang: str, as_json: bool) -> None:
    """Make a new profile of a zip file."""

    def work(name: str) -> Answer:
        import_profile(read_bounded(name, LARGEST_ZIP), profile)
        return facts_of(load_profile(profile), lang)

    answer_each([file], work, lang, as_json)


def facts_of(profile: Profile, lang: str) -> Answer:
    """Return the answer that tells what is in a profile."""
    palette = profile.palette
    data: dict[str, Any] = {
        "name": profile.name,
        "lenses": len(profile.lenses),
        "colours": 0 if palette is None else len({piece.name for piece in palette.pieces}),
        "tile_sets": len(profile.tiles),
        "stones": profile.stones is not None,
        "pieces": 0 if profile.pieces is None else len(profile.pieces.kinds),
        "ground": profile.ground is not None,
        "seen_tiles": 0 if profile.seen_tiles is None else len(profile.seen_tiles.tiles),
        "games": sorted(profile.games),
    }
    say = translator(lang)
    lines = [f"{profile.name}: {', '.join(_contents(data, lang)) or say(_NOTHING)}"]
    if profile.has_outdated_piece_examples:
        lines.append(say(PIECES_LEFT_ASIDE).format(name=profile.name))
    return Answer(data, lambda: lines)


def _contents(data: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Yield in words what is in a profile."""
    say = translator(lang)
    for field, words in _CONTENTS.items():
        if data[field]:
            yield say(words).format(count=data[field])
    for game in data["games"]:
        yield find(game).title(lang)
