"""Slow results are computed once, stored whole, and computed again when the code behind them changes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.support.pictures import stored_pictures
from tests.support.pictures.stored_pictures import PictureStore, code_of
from training.scenes.scene import make_picture

_MADE: list[int] = []


def _counted(number: int) -> np.ndarray:
    _MADE.append(number)
    return np.full(3, number)


def test_what_was_made_is_read_again_and_for_other_arguments_made(tmp_path: Path) -> None:
    _MADE.clear()
    for _ in range(2):
        assert PictureStore(tmp_path)(_counted, 4).tolist() == [4, 4, 4]
    assert PictureStore(tmp_path)(_counted, 5).tolist() == [5, 5, 5]
    assert _MADE == [4, 5]
    assert len(list(tmp_path.iterdir())) == 2


def test_it_is_made_anew_when_the_code_changes_and_the_old_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _MADE.clear()
    PictureStore(tmp_path)(_counted, 4)
    (before,) = tmp_path.iterdir()
    monkeypatch.setattr(stored_pictures, "code_of", lambda _: "changed")
    PictureStore(tmp_path)(_counted, 4)
    (after,) = tmp_path.iterdir()
    assert _MADE == [4, 4]
    assert after != before


def test_the_code_of_a_picture_is_all_that_draws_it_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("vision/networks/weights", "games", "unrelated"):
        (tmp_path / folder).mkdir(parents=True)
    files = {
        "vision/maker.py": "def make():\n    from vision.shapes import disc\n",
        "vision/shapes.py": "import games.hexes\n",
        "games/hexes.py": "SIDES = 6\n",
        "vision/networks/weights/scene.onnx": "weights",
        "unrelated/other.py": "",
    }
    digests = {}
    monkeypatch.setattr(stored_pictures, "_ROOT", tmp_path)
    for changed in (None, *files):
        for name, text in files.items():
            (tmp_path / name).write_text(text + ("# changed\n" if name == changed else ""), encoding="utf-8")
        digests[changed] = code_of.__wrapped__("vision.maker")
    assert digests["unrelated/other.py"] == digests[None]
    assert len(set(digests.values())) == len(files)


@pytest.mark.long
def test_workers_that_make_the_same_at_once_all_read_it_whole(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; import numpy as np;"
        "from tests.support.pictures.stored_pictures import PictureStore;"
        "from training.scenes.scene import make_picture;"
        "print(PictureStore(Path(sys.argv[1]))(make_picture, np.random.default_rng(1), 128, 128).image.sum())"
    )
    words = [sys.executable, "-c", program, str(tmp_path)]
    workers = [subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    sums = {worker.communicate()[0].strip() for worker in workers}
    assert sums == {str(make_picture(np.random.default_rng(1), 128, 128).image.sum())}
    assert len(list(tmp_path.iterdir())) == 1
