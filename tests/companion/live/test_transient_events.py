"""While more may follow of what came at once, no viewer is told of what the rest of it puts right."""

from dataclasses import replace
from itertools import chain, repeat

import cv2
import numpy as np
import pytest

from companion.live.cameras.cameras import Frame
from companion.live.cameras.recordings import RATE, held
from companion.live.loop import LiveTable
from companion.live.table_change import SettlingWindow
from companion.record.events.games import SetUp
from companion.record.events.log import HAND
from companion.web import Config, create_app
from companion.web.base.store import library, recorder
from games.fjords.sentences import sentence
from tests.companion.cli.test_watch import warned
from tests.support.games.simulated_table import scene
from vision.imaging.photo import photo_of

TWO_LANDMASSES = sentence("second-landmass", "en")


@pytest.fixture(params=["looked at", "kept"])
def app(request, truth):
    app = create_app(Config(camera="in the test's hands"), truth)
    if request.param == "kept":
        with app.app_context():
            recorder().follow(library().begin(HAND, SetUp(watched=True)))
    return app


def second_landmass_shown(app, before, after, at_first):
    """Yield after each frame whether the page tells of a second landmass, ``at_first`` being read of it first."""
    here = app.extensions["longhouse"]
    frames = [Frame(photo, n, n / RATE) for n, photo in enumerate([*shown(before, 0), *shown(after, 8)])]
    now: list[int] = []
    readings = chain([at_first], repeat(after.reading))
    with app.app_context():
        on_change = recorder().record_change
    loop = LiveTable(
        None, lambda _: before.reading if now[-1] < 8 else next(readings), here.table, here.pictures,
        on_change=on_change,
    )  # fmt: skip
    page = app.test_client()
    for frame in frames:
        now.append(frame.number)
        loop.see(frame)
        yield TWO_LANDMASSES in page.get("/table").get_data(as_text=True)


def shown(one, first):
    return held(photo_of(one.pixels), first, 8)


def later_tile(before, after):
    """Return a tile without which what was laid with it would lie apart."""
    known = {tile.cell for tile in before.reading.tiles}
    new = (tile.cell for tile in after.reading.tiles if tile.cell not in known)
    return next(cell for cell in new if "second-landmass" in warned(after.without_tiles(cell), before))


def doubted(cell, one):
    """Return what is read of a table where one tile is hard to make out."""
    unlike = {"edges": ("P", "M", "O", "P", "M", "O"), "confidence": 0.3, "edge_confidence": (0.4,) * 6}
    return replace(one.reading, tiles=tuple(replace(t, **unlike) if t.cell == cell else t for t in one.reading.tiles))


def never_laid(cell, before, after):
    """Return the table after, without one of the tiles that were laid, in the picture either."""
    (outline,) = (tile.outline for tile in after.reading.tiles if tile.cell == cell)
    there = cv2.fillPoly(np.zeros(after.pixels.shape[:2], np.uint8), [np.round(outline).astype(np.int32)], 1)
    there = cv2.dilate(there, np.ones((9, 9), np.uint8))[..., None]
    return replace(after.without_tiles(cell), pixels=np.where(there, before.pixels, after.pixels))


def test_a_tile_that_is_made_out_a_frame_later_never_lets_the_page_warn(app):
    before, after = scene(1), scene(2)
    assert not any(second_landmass_shown(app, before, after, doubted(later_tile(before, after), after)))


def test_a_breach_that_lasts_is_reported_as_soon_as_all_is_known(app):
    before, after = scene(1), scene(2)
    wrong = never_laid(later_tile(before, after), before, after)
    warnings = list(second_landmass_shown(app, before, wrong, wrong.reading))
    assert not any(warnings[:8]) and warnings[-1]


def test_more_is_waited_for_at_most_four_frames():
    window = SettlingWindow()
    window.update(news=True, settled=False)
    waited = 0
    while window.is_open:
        window.update(news=False, settled=False)
        waited += 1
    assert waited == 4
