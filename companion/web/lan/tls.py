"""TLS with a certificate that follows this computer from network to network."""

from __future__ import annotations

import ssl
import threading
import time
from pathlib import Path

from companion.web.lan.addresses import Whereabouts
from companion.web.lan.certificate import certificate_for, tls_context

_LOOK_AGAIN = 3600.0
"""Seconds after which a certificate is looked at again, because it may run out while the page is served."""


class HomeTls:
    """Speaks TLS with whoever asks for it; the certificate is renewed when it no longer fits."""

    def __init__(self, folder: Path, whereabouts: Whereabouts) -> None:
        """Make the certificate, so that what is wrong with the folder is said at the start.

        Raises:
            Problem: the certificate cannot be written.
        """
        self._folder, self._whereabouts = folder, whereabouts
        self._lock = threading.Lock()
        self._hosts: tuple[str, ...] = ()
        self._due = 0.0
        self._context = self._renewed()

    def context(self) -> ssl.SSLContext:
        """Return what speaks TLS with a new visitor."""
        with self._lock:
            if self._whereabouts.now().hosts != self._hosts or time.monotonic() > self._due:
                self._context = self._renewed()
            return self._context

    def _renewed(self) -> ssl.SSLContext:
        self._hosts = self._whereabouts.now().hosts
        self._due = time.monotonic() + _LOOK_AGAIN
        return tls_context(certificate_for(self._folder, self._hosts))
