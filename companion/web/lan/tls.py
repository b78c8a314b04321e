"""TLS with a certificate that follows this computer from network to network."""

from __future__ import annotations

import ssl
import threading
import time
from pathlib import Path

from companion.web.lan.addresses import LocalNetworkLookup
from companion.web.lan.certificate import certificate_for, tls_context

_CHECK_INTERVAL_S = 3600.0
"""Seconds between two checks of the certificate, which may expire while the server runs."""


class HomeTls:
    """The TLS context, whose certificate is renewed when it expires or when the addresses change."""

    def __init__(self, folder: Path, networks: LocalNetworkLookup) -> None:
        """Make the certificate now, so that an unusable folder is reported at the start.

        Raises:
            Problem: the certificate cannot be written.
        """
        self._folder, self._networks = folder, networks
        self._lock = threading.Lock()
        self._hosts: tuple[str, ...] = ()
        self._due = 0.0
        self._context = self._renewed()

    def context(self) -> ssl.SSLContext:
        """Return the TLS context for a new connection."""
        with self._lock:
            if self._networks.now().hosts != self._hosts or time.monotonic() > self._due:
                self._context = self._renewed()
            return self._context

    def _renewed(self) -> ssl.SSLContext:
        self._hosts = self._networks.now().hosts
        self._due = time.monotonic() + _CHECK_INTERVAL_S
        return tls_context(certificate_for(self._folder, self._hosts))
