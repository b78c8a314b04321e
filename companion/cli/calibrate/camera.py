"""The command that learns a camera's lens."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType
from rich.table import Table

from calibration.camera.board_views import find_board_views
from calibration.camera.learn import LearnedLens, TargetViews, find_sheet_views, learn_lens
from calibration.camera.video import VIDEOS, find_video_views
from calibration.camera.views import coverage
from calibration.profile.folder import keep_lens, open_profile
from companion.cli.answers import Answer, answer_each, load_or_exit, load_usable, with_output_options
from companion.cli.calibrate.options import into_profile
from companion.cli.input_files import photo_bytes
from companion.cli.terminal.opencv_log import silence_opencv
from companion.language import N_, translator
from companion.reader_service import NetworkReader
from vision.imaging.photo import Photo, decode_photo


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="PHOTO|VIDEO...")
@into_profile
@with_output_options
def camera(files: tuple[str, ...], profile: Path, lang: str, as_json: bool) -> None:
    """Learn a camera's lens from photos, or a video, of the sheet that “longhouse calibrate sheet” makes.

    Without a sheet, from photos of one board that lies still, seen from all sides. All must be of one camera, at one
    size and zoom.
    """
    silence_opencv()  # a damaged video is reported in one sentence
    load_or_exit(str(profile), lambda _: open_profile(profile), lang)
    refused: list[str] = []

    def work(_: str) -> Answer:
        found = _views(files, refused, lang)
        if len(refused) == len(files):
            sys.exit(1)  # each reason was printed above
        if not found.views:
            photos = _photos([f for f in files if not _is_video(f) and f not in refused], refused, lang)
            board = find_board_views(photos, NetworkReader())
            found = board if board.views else found
        learned = learn_lens(found)
        keep_lens(profile, learned.lens)
        return Answer(_data(learned), lambda: _shown(learned, lang))

    answer_each(files[:1], work, lang, as_json)
    if refused:
        sys.exit(1)


def _views(files: Sequence[str], refused: list[str], lang: str) -> TargetViews:
    """Look for the sheet in photos and videos; those that cannot be read are reported, and added to ``refused``."""
    found = find_sheet_views(_photos([f for f in files if not _is_video(f)], refused, lang))
    for more in load_usable(filter(_is_video, files), lambda file: find_video_views(Path(file)), refused, lang):
        found = TargetViews(found.views + more.views, found.blurred + more.blurred, found.empty + more.empty)
    return found


def _photos(files: Sequence[str], refused: list[str], lang: str) -> Iterator[tuple[str, Photo]]:
    return load_usable(files, lambda file: (Path(file).name, decode_photo(photo_bytes(file))), refused, lang)


def _is_video(file: str) -> bool:
    return Path(file).suffix.lower() in VIDEOS


def _data(learned: LearnedLens) -> dict[str, Any]:
    lens = learned.lens
    return {
        "focal": round(lens.focal, 3),
        "centre": [round(v, 3) for v in lens.centre],
        "distortion": [round(v, 6) for v in lens.distortion],
        "error_px": round(lens.error_px, 4),
        "camera": lens.camera,
        "size": [lens.width, lens.height],
        "views": len(learned.views),
        "left_out": list(learned.left_out),
        "coverage": coverage(learned.views).tolist(),
    }


def _shown(learned: LearnedLens, lang: str) -> Iterator[RenderableType]:
    say = translator(lang)
    table = Table(show_header=False)
    lens = learned.lens
    rows = (
        (N_("Focal length, pixels"), f"{lens.focal:.1f}"),
        (N_("Optical centre, pixels"), f"{lens.centre[0]:.1f}, {lens.centre[1]:.1f}"),
        (N_("Distortion (k1, k2, p1, p2, k3)"), ", ".join(f"{v:.4f}" for v in lens.distortion)),
        (N_("Error, pixels"), f"{lens.error_px:.2f}"),
        (N_("Pictures used"), str(len(learned.views))),
    )
    for name, value in rows:
        table.add_row(say(name), value)
    yield table
    if learned.left_out:
        names = ", ".join(learned.left_out[:5]) + ("…" if len(learned.left_out) > 5 else "")
        yield say(N_("Left out, blurred or without the sheet: {names}")).format(names=names)
