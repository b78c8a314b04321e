"""The command that learns the rune stones of a copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType
from rich.table import Table

from calibration.profile.folder import STONES, keep, open_profile
from calibration.stones.learn import LearnedStones, learn_stones, parse_stone_taps
from companion.cli.answers import Answer, answer_each, load_or_exit, with_output_options
from companion.cli.calibrate.options import into_profile
from companion.cli.input_files import load_json, photo_bytes
from companion.cli.options import option
from companion.language import N_, translator
from vision.imaging.photo import decode_photo
from vision.networks.models import load_networks
from vision.stones.stone_set import KnownStones


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="PHOTO...")
@into_profile
@option("--answers", metavar="FILE", help="A person's taps: which stone is which.")
@with_output_options
def stones(files: tuple[str, ...], profile: Path, answers: str | None, lang: str, as_json: bool) -> None:
    """Learn the rune stones from a photo of them, face up beside two or three tiles.

    Several photos are put together; answers then name their “file”.
    """
    taught = load_or_exit(str(profile), lambda _: open_profile(profile), lang)
    taps = load_or_exit(answers, lambda file: parse_stone_taps(load_json(file)), lang) if answers is not None else ()
    networks = load_networks()
    learned: list[KnownStones] = []

    def work(file: str) -> Answer:
        photo = decode_photo(photo_bytes(file))
        own = [tap for tap in taps if tap.file in (None, Path(file).name)]
        seen = learn_stones(photo, networks, taught.lens_of(photo), own)
        learned.append(seen.known(taught.name))
        if any(known.stones for known in learned):
            keep(profile, STONES, _merged(learned).to_document())
        data = {"stones": [stone.to_document() for stone in seen.stones], "radius": round(seen.radius, 4)}
        return Answer(data, lambda: _shown(seen, lang))

    answer_each(files, work, lang, as_json)


def _merged(learned: list[KnownStones]) -> KnownStones:
    """Put the stones of several photos together; they are of one size."""
    radius = sum(known.radius for known in learned) / len(learned)
    return KnownStones(learned[0].name, radius, tuple(stone for known in learned for stone in known.stones))


def _shown(seen: LearnedStones, lang: str) -> Iterator[RenderableType]:
    say = translator(lang)
    table = Table(*(say(head) for head in (N_("Stone"), N_("Colour"), N_("Place in the picture"))))
    for stone in seen.stones:
        table.add_row(stone.kind, stone.colour or "", f"{stone.px[0]:.0f}, {stone.px[1]:.0f}")
    yield table
    unnamed = sum(stone.kind == "stone" for stone in seen.stones)
    if unnamed:
        yield say(N_("Not named yet: {count}.")).format(count=unnamed)
