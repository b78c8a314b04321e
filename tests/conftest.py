"""Fixtures and settings for the tests of all packages."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

# Each worker of a test run has a core of its own: a second thread would only compete with the first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Commands speak the terminal's language and open a browser on a screen; tests must not depend on either.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["LONGHOUSE_BROWSER"] = "0"

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from tests.support.pictures.stored_pictures import PictureStore
from tests.support.readers.cached_networks import CachedNetwork, OutputCache
from vision.geometry.lens import Lens
from vision.loose_tiles.spread import SpreadTiles, find_spread
from vision.networks import models
from vision.networks.models import Networks

# A shell lets programs in the background ignore Ctrl+C, and so would the commands that tests start and stop.
signal.signal(signal.SIGINT, signal.default_int_handler)
# With the default thresholds, garbage collection took a fortieth of the processor time of a run.
gc.set_threshold(50_000, 20, 20)
# No deadlines: how long an example takes depends on what else the machine is doing.
_UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", _UNTIMED, derandomize=True)
settings.register_profile("new", _UNTIMED, print_blob=True)
settings.load_profile(os.environ.get("EXAMPLES", "same"))
"""Each run uses the same examples, so that changes are comparable; ``EXAMPLES=new`` tries new ones."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let files whose tests wait (for browsers, disks, timers) take turns with those that calculate.

    Files are handed to the workers of a run in this order: in that of the folders all workers would wait at once.
    """
    files = list(dict.fromkeys(item.path for item in items))
    companion = Path(__file__).parent / "companion"
    waiting = [file for file in files if file.is_relative_to(companion)]
    calculating = [file for file in files if not file.is_relative_to(companion)]
    place = {file: index / len(group) for group in (waiting, calculating) for index, file in enumerate(group)}
    items.sort(key=lambda item: place[item.path])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without searching for garbage, which took a tenth of the time, and never search what was collected.

    What is imported and collected lives as long as the run.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def network_outputs() -> Iterator[OutputCache]:
    """Cache the networks' outputs, so that each picture is put into them once, however many tests read it."""
    known, load = OutputCache(), cache(models.load_network)  # Loading all of them takes half a second.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            models,
            "load_network",
            lambda file, form, loader=None: CachedNetwork(load(file, form), f"{file.name} {form}", known),
        )
        yield known


@pytest.fixture(scope="session")
def stored(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> PictureStore:
    """Return results of slow functions from pytest's cache, where they are kept from one run to the next."""
    kept = getattr(request.config, "cache", None)
    return PictureStore(kept.mkdir("made") if kept is not None else tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def cached_tile_search() -> Iterator[None]:
    """Search each picture for loose tiles once, however many tests learn tiles from it."""
    known: dict[tuple[bytes, object], SpreadTiles | None] = {}

    def remembered(pixels: np.ndarray, networks: Networks, lens: Lens | None = None) -> SpreadTiles | None:
        key = (pixels.tobytes(), lens)
        if key not in known:
            known[key] = find_spread(pixels, networks, lens)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("calibration.tiles.detect.find_spread", remembered)
        yield
