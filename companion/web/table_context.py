"""The table that a request is about, in an app that holds several: whatever lies below ``/tables/3/`` is of table 3."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, cast

from flask import current_app, has_request_context, request

from companion.record.followed_game import FollowedGame
from companion.web.access_codes import Codes
from companion.web.services import Services

ALL_TABLES = "longhouse-all-tables"
"""Key of a club's function that returns the contexts of all its tables."""
SERVICES = "longhouse"
"""Key of the services of an app's one table."""
_CONTEXT = "longhouse.table-context"
_LOOKUP_FAULT = "longhouse.lookup-fault"
_PATH = re.compile(r"/tables/([0-9]{1,9})(/.*)?")

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


@dataclass(frozen=True)
class TableContext:
    """A table of a club, with its own services.

    Attributes:
        number: its number, by which its addresses begin.
        services: the table, its pictures and its camera.
        recorder: the game that its camera follows.
        codes: the codes by which others join this table alone.
        begin: makes a game the one that is played here.
        owns: returns whether a game was begun here.
    """

    number: int
    services: Services
    recorder: FollowedGame
    codes: Codes
    begin: Callable[[int], None]
    owns: Callable[[int], bool]


def table_context() -> TableContext | None:
    """Return the table that the current request is about; ``None`` where the app holds one only, or for the club's."""
    return request.environ.get(_CONTEXT) if has_request_context() else None


def services() -> Services:
    """Return the services of the table that the request is about, or of the app where it holds one table."""
    here = table_context()
    return cast(Services, current_app.extensions[SERVICES]) if here is None else here.services


def raise_lookup_fault() -> None:
    """Raise the fault because of which the table of the request was not found, for the app's error handlers."""
    fault: Exception | None = request.environ.get(_LOOKUP_FAULT)
    if fault is not None:
        raise fault


def root_of(number: int) -> str:
    """Return the beginning of a table's addresses."""
    return f"/tables/{number}"


class TablePathMiddleware:
    """WSGI middleware that finds the table of a request by its path, and hands the rest of the path on.

    The app then builds all its addresses below that of the table, and its pages know nothing of it.
    """

    def __init__(self, app: Wsgi, find: Callable[[int], TableContext | None]) -> None:
        """Hand requests on to ``app``; ``find`` returns the table of a number, if there is one."""
        self._app, self._find = app, find

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        found = _PATH.fullmatch(environ.get("PATH_INFO", ""))
        try:
            here = self._find(int(found[1])) if found is not None else None
        except Exception as fault:  # such as a busy database: the app answers it, as it does any fault of its own
            return self._app({**environ, _LOOKUP_FAULT: fault}, start_response)
        if found is not None and here is not None:
            environ = {
                **environ,
                _CONTEXT: here,
                "SCRIPT_NAME": environ.get("SCRIPT_NAME", "") + root_of(here.number),
                "PATH_INFO": found[2] or "/",
            }
        return self._app(environ, start_response)
