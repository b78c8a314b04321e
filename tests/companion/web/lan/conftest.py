"""What tests of the home network share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.reader_service import PhotoReader
from companion.web.config import Config
from companion.web.lan import addresses as lan_addresses
from tests.support.servers.home_network import PLACE, Home, at_home


@pytest.fixture(scope="module")
def home(truth: PhotoReader, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A server on a simulated home network."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lan_addresses, "look_up_network", lambda: PLACE)
        with at_home(Config(viewers=2, upload_megabytes=2), truth, tmp_path_factory.mktemp("data")) as home:
            yield home
