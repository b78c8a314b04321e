"""What one web process has for itself at home, and shares with the others behind one address where it is hosted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask

from companion.record.storage.places import data_folder
from companion.web.access.access_control import AccessControl, access_control_in
from companion.web.club.links import Links
from companion.web.config import Config
from companion.web.games.live_record import VIEWERS_ELSEWHERE
from companion.web.services import Services
from companion.web.table_context import SERVICES

if TYPE_CHECKING:
    from companion.hosted.settings import HostedSettings

_ENTERED = "EnteredAtHome"


@dataclass(frozen=True)
class Sharing:
    """What is shared.

    Attributes:
        access: what decides who may join.
        links: how camera processes are reached.
        share_entries: lets viewers in all web processes know of entries in games.
    """

    access: AccessControl
    links: Links
    share_entries: Callable[[Flask], None]


def sharing_of(config: Config) -> Sharing:
    """Return what a web process with these settings shares.

    Raises:
        Problem: nothing can be written into the data folder.
    """
    if config.hosted is not None and config.hosted.queue:
        return _shared(config.hosted)
    folder = data_folder(config.data) if config.data is not None and config.joinable else None
    return Sharing(access_control_in(folder), Links(), lambda _: None)


def _shared(settings: HostedSettings) -> Sharing:
    """Return what several web processes share by Redis."""
    from companion.hosted.shared import SharedState  # only a hosted page needs them, and their libraries
    from companion.web.hosted.shared_access import shared_access_control
    from companion.web.hosted.shared_tables import SharedLinks

    shared = SharedState(settings.queue)

    def share_entries(app: Flask) -> None:
        here: Services = app.extensions[SERVICES]

        def notify_viewers() -> None:
            here.table.publish(entered=here.table.snapshot.entered + 1)

        shared.subscribe(_ENTERED, lambda *_: notify_viewers())
        shared.when_connected(notify_viewers)
        app.extensions[VIEWERS_ELSEWHERE] = lambda: shared.publish(_ENTERED)
        shared.start()

    return Sharing(shared_access_control(settings, shared), SharedLinks(shared, settings.cameras), share_entries)
