"""The command that measures the speed of reading photos and of following a table."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import RenderableType
from rich.table import Column, Table

from companion.cli.answers import Answer, answer_each, print_for_people, with_output_options
from companion.cli.bench_photos import REPETITIONS, Comparison, measure, summary_of, table_of
from companion.cli.input_files import photo_bytes
from companion.cli.options import option
from companion.cli.photo_readers import print_left_aside, reader_with, using_profile
from companion.cli.read.batch import photos_at
from companion.cli.watch import LeftAsideNotice
from companion.language import N_, translator
from companion.live.cameras.cameras import open_camera
from companion.live.cameras.capture import Capture
from companion.live.cameras.recordings import RATE, Playback, held, pictures_in
from companion.live.snapshots import Pictures
from companion.live.tracker import Tracker
from companion.live.watched_copy import WatchedCopyReader
from companion.memory import limit_reader_arenas
from companion.problems import Problem
from companion.reader_service import NetworkReader
from vision.imaging.photo import decode_photo

_IDLE_FRAMES = 250
"""Frames over which the idle time is measured."""
_WARM_UP_FRAMES = 50
"""Frames before that, in which the table is read."""
_HOLD = 50
"""Frames for which each picture of a recorded game is held."""
_HEADS = {
    "idle_ms": N_("A frame without change, ms"),
    "update_ms": N_("Median of changes, ms"),
    "updates": N_("Changes shown"),
    "p95_ms": N_("95th percentile of changes, ms"),
    "slowest_ms": N_("Longest, ms"),
}


@click.command()
@click.argument("files", nargs=-1, metavar="PHOTO|FOLDER...")
@option("--live", metavar="FOLDER", help="Follow a recorded game instead.")
@option(
    "--repeat",
    metavar="NUMBER",
    type=click.IntRange(1, 1000),
    default=REPETITIONS,
    show_default=True,
    help="How often each stage of a photo is measured; medians are printed.",
)
@using_profile
@with_output_options
def bench(
    files: tuple[str, ...], live: str | None, repeat: int, profile: Path | None, lang: str, as_json: bool
) -> None:
    """Measure how long it takes to read each photo, of folders too, or to follow a recorded game."""
    if bool(files) == (live is not None):
        raise click.UsageError(translator(lang)(N_("Give photos, or a folder with --live.")))
    reader = reader_with(profile, lang)
    if live is not None:
        answer_each([live], lambda folder: _live_answer(_live(folder, reader, lang), lang), lang, as_json)
        return
    limit_reader_arenas(2)  # as for `read`
    refused: list[str] = []
    photos = photos_at(files, refused, lang)
    compared = Comparison()

    def work(file: str) -> Answer:
        times = measure(photo_bytes(file), reader, repeat, lambda profile: print_left_aside(file, profile, lang))
        compared.add(file, times)
        return Answer(times, lambda: table_of(times, lang))

    try:
        answer_each(photos, work, lang, as_json)
    finally:
        if len(compared.measured) > 1:
            _print_summary(compared.summary(), lang, as_json)
    if refused:
        sys.exit(1)


def _print_summary(found: dict[str, Any], lang: str, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        print_for_people(*summary_of(found, lang))


def _live_answer(data: dict[str, Any], lang: str) -> Answer:
    return Answer(data, lambda: _shown(data, lang))


def _shown(data: dict[str, Any], lang: str) -> Iterator[RenderableType]:
    say = translator(lang)
    table = Table(*(Column(say(_HEADS[name]), justify="right") for name in data))
    table.add_row(*("–" if value is None else str(value) for value in data.values()))
    yield table


def _live(name: str, reader: NetworkReader, lang: str) -> dict[str, Any]:
    """Return the times of following the recorded game in a folder; raises `Problem` where there is none."""
    folder = Path(name)
    if not name or not folder.is_dir() or not pictures_in(folder):
        raise Problem(N_("There are no pictures in the folder “{folder}”."), folder=folder.name)
    tell = LeftAsideNotice(name, lang)
    idle = _idle_ms(pictures_in(folder)[0], WatchedCopyReader(reader, tell))
    updates = list(_updates_ms(folder, WatchedCopyReader(reader, tell)))
    return {
        "idle_ms": round(idle, 2),
        "update_ms": round(statistics.median(updates), 1) if updates else None,
        "updates": len(updates),
        "p95_ms": round(float(np.percentile(updates, 95)), 1) if updates else None,
        "slowest_ms": round(max(updates), 1) if updates else None,
    }


def _idle_ms(path: Path, reader: WatchedCopyReader) -> float:
    """Return the CPU time, ms, of a frame in which nothing changes, once the table has been read."""
    tracker, pictures = Tracker(reader), Pictures()
    frames = list(held(decode_photo(photo_bytes(str(path))), 0, _WARM_UP_FRAMES))
    for number, photo in enumerate(frames):
        if tracker.should_read(photo, number / RATE):
            tracker.read(photo, number / RATE)
    begun = time.process_time()
    for number in range(_IDLE_FRAMES):
        photo = frames[number % len(frames)]
        pictures.show(photo)
        tracker.should_read(photo, (number + len(frames)) / RATE)
    return 1000 * (time.process_time() - begun) / _IDLE_FRAMES


def _updates_ms(folder: Path, reader: WatchedCopyReader) -> Iterator[float]:
    """Yield for each picture with an event the time, ms, from its first frame to that event, in real time."""
    tracker = Tracker(reader)
    began: dict[str | None, float] = {}
    playback = Playback(hold=_HOLD, paced=True)
    ended: list[bool] = []

    def play(wait: Callable[[float], bool]) -> Iterator[Any]:
        yield from open_camera(str(folder), playback, wait)
        ended.append(True)
        wait(60)

    capture = Capture(play, lambda _state, _trouble: None, lambda f: began.setdefault(f.name, time.perf_counter()))
    capture.start()
    reported: set[str | None] = set()
    try:
        while not ended:
            frame = capture.next(1)
            if frame is None or not tracker.should_read(frame.photo, frame.at):
                continue
            watched = tracker.board is not None
            if tracker.read(frame.photo, frame.at) and watched and frame.name not in reported:
                reported.add(frame.name)
                yield 1000 * (time.perf_counter() - began[frame.name])
    finally:
        capture.stop()
