"""Ports for servers that are restarted at the same address."""

from __future__ import annotations

import random
import socket
from contextlib import suppress


def free_port() -> int:
    """Return a port that nothing listens on, below the ephemeral ports.

    An outgoing connection might take an ephemeral port while the server is down.
    """
    while True:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
