"""Fixtures of the tests of the home network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.reader_service import PhotoReader
from companion.web.config import Config
from companion.web.lan import addresses as lan_addresses
from tests.support.servers.home_network import LOCAL_NETWORK, Home, serve_home_network


@pytest.fixture(scope="module")
def home(truth: PhotoReader, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A server on a simulated home network."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
        with serve_home_network(Config(viewers=2, upload_megabytes=2), truth, tmp_path_factory.mktemp("data")) as home:
            yield home
