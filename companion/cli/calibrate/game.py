"""The part of `calibrate tiles` that all games but Fjords share."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from calibration.profile.folder import keep_game, open_profile
from companion.cli.answers import Answer, answer_each, load_or_exit, load_usable
from companion.cli.input_files import load_json, photo_bytes
from companion.language import N_, translator
from vision.imaging.photo import decode_photo
from vision.plugins import Calibrator


def learn_game(
    files: Sequence[str],
    game: tuple[str, Calibrator],
    profile: Path,
    answers: str | None,
    add: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Calibrate a game from photos and print the result; ``game`` is its name and its calibration module."""
    name, calibrator = game
    taught = load_or_exit(str(profile), lambda _: open_profile(profile), lang)
    parsed = (
        load_or_exit(answers, lambda file: calibrator.parse_answers(load_json(file)), lang)
        if answers is not None
        else None
    )
    refused: list[str] = []

    def detect(file: str) -> Any:
        return calibrator.detect(decode_photo(photo_bytes(file)), Path(file).name, parsed, taught)

    def work(_: str) -> Answer:
        seen = list(load_usable(files, detect, refused, lang))
        if not seen:
            sys.exit(1)  # each reason was printed above
        result = calibrator.learn(seen, taught.games.get(name) if add else None)
        keep_game(profile, name, result.document)
        return Answer(result.shown, lambda: _shown(result.shown, lang))

    answer_each(files[:1], work, lang, as_json)
    if refused:
        sys.exit(1)


def _shown(shown: Mapping[str, Any], lang: str) -> Iterator[RenderableType]:
    say = translator(lang)
    table = Table(*(say(head) for head in (N_("Tile"), N_("Place in the picture"))))
    for tile in shown["tiles"]:
        words = ", ".join(_words({key: value for key, value in tile.items() if key not in ("px", "file")}))
        table.add_row(words, ", ".join(f"{value:.0f}" for value in tile["px"]))
    yield table
    if shown.get("ask"):
        yield say(N_("Doubtful: {count}; --json lists them.")).format(count=len(shown["ask"]))


def _words(value: object) -> Iterator[str]:
    """Yield what a tile shows, in the words of its document; words of one part stay together."""
    if isinstance(value, str | int):
        yield str(value)
        return
    parts: Sequence[object] = (
        list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    )
    if parts and all(isinstance(part, str) for part in parts):
        yield " ".join(map(str, parts))
        return
    for part in parts:
        yield from _words(part)
