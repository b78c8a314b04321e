"""A home network simulated on one machine: a server that devices may join, and clients that use its host name."""

from __future__ import annotations

import http.client
import re
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.cookies import SimpleCookie
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from companion.web import Config, create_app
from companion.web.access.roles import codes_of
from companion.web.access_codes import CodeSet
from companion.web.lan.addresses import LocalNetwork
from companion.web.lan.server import HomeServer
from companion.web.server import ready_server

NAME = "longhouse-test.local"
LOCAL_NETWORK = LocalNetwork(
    (IPv4Address("192.168.77.5"),), (IPv4Network("192.168.77.0/24"),), ("longhouse-test", NAME)
)
"""The network that the server believes to be on; visitors who use its host name count as other computers."""

_PATIENCE_S = 60.0
"""Seconds within which the server must end a stream that it has to end."""


@dataclass
class Home:
    """A running server."""

    app: Flask
    server: HomeServer
    folder: Path

    @property
    def port(self) -> int:
        return int(self.server.bind_addr[1])

    @property
    def services(self) -> Any:
        return self.app.extensions["longhouse"]

    @property
    def codes(self) -> CodeSet:
        return codes_of(self.app).now()

    def visitor(self, name: str = NAME, secure: bool = True, address: str = "127.0.0.1") -> Visitor:
        return Visitor(self, name, secure, address)

    def host(self) -> Visitor:
        """Return a visitor on the server's own computer."""
        return Visitor(self, "localhost", False)


@dataclass
class Visitor:
    """An HTTP client that keeps cookies and sends the tokens of forms."""

    home: Home
    name: str
    secure: bool
    address: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    line: Any = None

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> http.client.HTTPResponse:
        """Send a request, and return the response, whose body is read into `text`."""
        line = self._line()
        sent = {"Host": f"{self.name}:{self.home.port}", "Accept-Language": "en"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secure:
            sent["Referer"] = f"https://{self.name}:{self.home.port}/"
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line.request(method, path, body, sent)
        answer: Any = line.getresponse()
        for kept in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(kept).items()}
        answer.data = answer.read()
        answer.text = answer.data.decode(errors="replace")
        return answer

    def stream(self, path: str) -> Any:
        """Request a stream on a connection of its own, and return the unread response."""
        line = self._new_line()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line.request("GET", path, headers={"Host": f"{self.name}:{self.home.port}", "Cookie": cookies})
        return line.getresponse()

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, **fields: str) -> Any:
        """Send a form as the page would."""
        body = urlencode({"csrf_token": self.token(), **fields}).encode()
        return self.ask("POST", path, body, Content_Type="application/x-www-form-urlencoded")

    def token(self) -> str:
        found = re.search('name="csrf_token" value="([^"]+)"', self.get("/join/").text)
        assert found
        return found.group(1)

    def join(self, code: str) -> Any:
        return self.post("/join/", code=code)

    def send_frame(self, jpeg: bytes, token: str) -> Any:
        return self.ask("POST", "/camera/frame", jpeg, Content_Type="image/jpeg", X_CSRFToken=token)

    def _line(self) -> Any:
        if self.line is None:
            self.line = self._new_line()
        return self.line

    def _new_line(self) -> Any:
        if self.secure:
            return TlsConnection(self)
        return http.client.HTTPConnection("127.0.0.1", self.home.port, timeout=120, source_address=(self.address, 0))


class TlsConnection(http.client.HTTPConnection):
    """A TLS connection to the server under the name by which the visitor knows it."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__("127.0.0.1", visitor.home.port, timeout=120, source_address=(visitor.address, 0))
        self._visitor = visitor

    def connect(self) -> None:
        super().connect()
        self.sock = trusting(self._visitor.home).wrap_socket(self.sock, server_hostname=self._visitor.name)


def trusting(home: Home) -> ssl.SSLContext:
    """Return a TLS context that trusts the server's own certificate, and checks it like any other."""
    return ssl.create_default_context(cafile=str(home.folder / "lan.pem"))


def ends_by_itself(stream: Any) -> bool:
    """Return whether the server ends a stream in time; one that it keeps alive would go on for ever."""
    until = time.monotonic() + _PATIENCE_S
    return all(time.monotonic() < until for _ in stream)


@contextmanager
def serve_home_network(config: Config, read: Any, folder: Path) -> Iterator[Home]:
    """Serve an app to a home network, on a free port."""
    config = replace(config, port=0, lan=True, data=str(folder))
    app = create_app(config, read)
    with ready_server(app, config) as server:
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        here = app.extensions["longhouse"]
        if here.watches:
            here.live.start()
        try:
            yield Home(app, server, folder)
        finally:
            here.close()
            server.stop()
            thread.join(10)


def listening_addresses(port):
    """Return the addresses on which something listens on a port, in the hexadecimal form of ``/proc/net/tcp``."""
    with open("/proc/net/tcp", encoding="utf-8") as table:
        lines = [line.split() for line in table][1:]
    return {line[1].split(":")[0] for line in lines if line[3] == "0A" and int(line[1].split(":")[1], 16) == port}
