"""The command that makes the sheet for the camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from calibration.camera.target import PAPERS, PIXELS_PER_MM, SQUARE_MM, draw_sheet, encode_sheet
from companion.cli.answers import Answer, answer_each, with_output_options
from companion.cli.options import option
from companion.cli.output_files import write_output
from companion.language import N_, translator
from companion.problems import Problem
from companion.sheet_words import sheet_words

_FORMS = {".pdf": "PDF", ".png": "PNG"}


@click.command()
@option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The paper's size.")
@option("--out", required=True, metavar="FILE", help="Where to write it: a .pdf to print, or a .png to show.")
@with_output_options
def sheet(paper: str, out: str, lang: str, as_json: bool) -> None:
    """Make the sheet that a camera is taught with: print it at 100 %, or show it on a tablet's screen."""

    def work(file: str) -> Answer:
        data = _write(Path(file), paper, lang)
        return Answer(data, lambda: _shown(lang))

    answer_each([out], work, lang, as_json)


def _write(file: Path, paper: str, lang: str) -> dict[str, Any]:
    form = _FORMS.get(file.suffix.lower())
    if form is None:
        raise Problem(N_("The sheet is written as PDF or PNG; give a name that ends in .pdf or .png."))
    write_output(file, encode_sheet(draw_sheet(paper, sheet_words(paper, lang)), form))
    width, height = PAPERS[paper]
    return {"paper": paper, "mm": [width, height], "square_mm": SQUARE_MM, "dpi": PIXELS_PER_MM * 25.4}


def _shown(lang: str) -> Iterator[str]:
    yield translator(lang)(N_("Print it at 100 % and lay it flat, or show it on a tablet's screen."))
