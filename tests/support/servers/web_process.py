"""A web process of a hosted club: ``python -m tests.support.servers.web_process PORT DATA [NAME=CAMERA …]``.

It serves what ``longhouse serve`` serves with the settings in the environment, but knows the recorded game's pictures
instead of reading them, as its camera processes do.
"""

from __future__ import annotations

import os
import sys

from companion.hosted.settings import settings_from
from companion.web import create_app
from companion.web.club.club import club_of
from companion.web.config import Config
from companion.web.server import ready_server
from tests.support.readers.club_reader import make_truth_reader


def main(port: int, data: str, tables: list[str]) -> None:
    config = Config(
        port=port,
        data=data,
        db=os.environ.get("DB"),
        club=True,
        tables=tuple((name, camera) for name, _, camera in (table.partition("=") for table in tables)),
        pace=float(os.environ.get("PACE", "0.4")),
        viewers=int(os.environ.get("VIEWERS", "40")),
        hosted=settings_from(os.environ),
    )
    app = create_app(config, make_truth_reader(), make_truth_reader)
    club = club_of(app)
    assert club is not None
    with ready_server(app, config) as server:
        club.start()
        try:
            server.serve()
        finally:
            club.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
