"""A camera process that hangs from the start: it obeys no command and reports nothing."""

from __future__ import annotations

import time


def run(_job: object, _line: object) -> None:
    while True:
        time.sleep(60.0)
