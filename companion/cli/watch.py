"""The command that follows a table without a page."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from companion.cli.answers import load_or_exit, print_for_people, print_problem, with_output_options
from companion.cli.input_files import load_json
from companion.cli.options import option
from companion.cli.photo_readers import print_left_aside, reader_with, using_profile
from companion.cli.terminal.interrupts import release_interrupts
from companion.cli.terminal.opencv_log import silence_opencv
from companion.cli.terminal.tables import event_line, score_table
from companion.language import N_, translator
from companion.live.cameras.cameras import CameraProblem, Frame
from companion.live.cameras.recordings import Playback, names_a_recording
from companion.live.change_stream import changes_in, frames_of
from companion.live.events import TILE_LAID
from companion.live.rule_check import Referee
from companion.live.table_change import TableChange
from companion.live.votes.played_colours import PlayedColoursReader
from companion.live.watched_copy import WatchedCopyReader
from companion.scoring.fjords_tally import tally_document
from vision.reading.reading import Reading

_NOTHING = Reading(0, 0, (), ())


@click.command()
@click.argument("source", metavar="SOURCE")
@option("--setup", metavar="FILE", help="Who plays: JSON with players, rules and settlement_order.")
@option(
    "--hold",
    metavar="NUMBER",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    help="Frames for which each picture of a folder is held.",
)
@option("--clean", is_flag=True, help="Play a folder without noise, flicker and shake.")
@using_profile
@partial(with_output_options, json_help=N_("Print one JSON line an event."))
def watch(
    source: str, setup: str | None, hold: int, clean: bool, profile: Path | None, lang: str, as_json: bool
) -> None:
    """Follow a table and say what happens, one JSON line or one line for people each.

    SOURCE: a camera's number, a stream's URL, a video file, or a folder of pictures that plays as a camera.
    """
    silence_opencv()
    referee = Referee()
    output = _JsonOutput(lang) if as_json else _TextOutput(lang)
    failures: list[CameraProblem] = []

    def report(problem: CameraProblem) -> None:
        print_problem(source, problem, lang)
        if names_a_recording(source):  # a camera is only tried again
            failures.append(problem)

    frames = _KeepingLast(frames_of(source, Playback(hold, clean), report))
    board = _NOTHING
    # A camera has no end: Ctrl+C stops the command, and the board is still printed, even if nothing was seen yet.
    with suppress(KeyboardInterrupt):
        release_interrupts()
        if setup is not None:
            referee = load_or_exit(setup, lambda file: Referee(load_json(file)), lang)
        reader = WatchedCopyReader(reader_with(profile, lang), LeftAsideNotice(source, lang))
        try:
            for change in changes_in(frames, PlayedColoursReader(reader, lambda: referee.colours)):
                board = change.after
                output.print_change(change, referee)
        except CameraProblem as problem:
            print_problem(source, problem, lang)
            failures.append(problem)
    if frames.last is not None or not failures:
        output.print_end(frames.last, referee.document(board))
    if failures:
        sys.exit(1)


class _KeepingLast:
    """An iterator that keeps the last frame it has yielded."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames
        self.last: Frame | None = None

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        self.last = next(self._frames)
        return self.last


class LeftAsideNotice:
    """Prints once which profile is not used because another copy of the game lies on the table."""

    def __init__(self, source: str, lang: str) -> None:
        """Prepare for this source of pictures."""
        self._source, self._lang = source, lang
        self._last = ""

    def __call__(self, left_aside: str) -> None:
        """Take the name of the profile that is not used now; empty where there is none."""
        if left_aside != self._last:
            print_left_aside(self._source, left_aside, self._lang)
        self._last = left_aside


class _JsonOutput:
    """Prints events as JSON lines."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def print_change(self, change: TableChange, referee: Referee) -> None:
        for event in change.events:
            # A corrected tile is not reported as an event; the board at the end has the right one.
            better = event.correction and event.name == TILE_LAID and _had_tile(change, event.cell)
            if not better and not referee.is_nobodys(event):
                self._line(event.to_dict(), change.frame)
        for warning in referee.judged(change):
            self._line({"event": "warning", **warning.to_dict(self._lang)}, change.frame)

    def print_end(self, frame: Frame | None, document: dict[str, Any]) -> None:
        self._line({"event": "end", "board": document}, frame)

    def _line(self, line: dict[str, Any], frame: Frame | None) -> None:
        # A board may be printed before the first frame; a line has a number all the same.
        number, name = (0, None) if frame is None else (frame.number, frame.name)
        file = {} if name is None else {"file": name}
        click.echo(json.dumps({**line, "frame": number, **file}, ensure_ascii=False))


def _had_tile(change: TableChange, cell: tuple[int, int]) -> bool:
    return change.before is not None and any(tile.cell == cell for tile in change.before.tiles)


class _TextOutput:
    """Prints events as lines for people."""

    def __init__(self, lang: str) -> None:
        self._lang = lang

    def print_change(self, change: TableChange, referee: Referee) -> None:
        for event in change.events:
            if not event.correction and not referee.is_nobodys(event):
                print_for_people(event_line(event.to_dict(), self._lang))
        for warning in referee.judged(change):
            where = " ".join(f"({q}, {r})" for q, r in warning.tiles)
            words = warning.message(self._lang)
            print_for_people(Text.assemble(("! ", "bold yellow"), words, (f"  {where}", "dim")))

    def print_end(self, _frame: Frame | None, document: dict[str, Any]) -> None:
        if not document["tiles"]:
            print_for_people(translator(self._lang)(N_("No board has been seen.")))
            return
        print_for_people(*score_table(tally_document(document), self._lang))
