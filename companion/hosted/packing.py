"""Readings, answers and messages as MessagePack: unpacking runs no code, and checks every field against its type."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
import numpy as np

from companion.problems import Problem

Kind = TypeVar("Kind")
FORM = 8
"""Number of the form of readings and answers: to be raised when their fields change."""
_BUILDING = threading.Lock()
"""Held while a decoder is built: msgspec ends the process where one thread uses a type that another one is adding."""


def packed(thing: object) -> bytes:
    """Return a dataclass, or a tuple of them, as bytes; arrays keep type and shape."""
    return msgspec.msgpack.encode(thing, enc_hook=_as_plain)


def unpacked(data: bytes, kind: type[Kind]) -> Kind:
    """Return the object of this type in some bytes; raises `ValueError` where they hold none."""
    with _BUILDING:
        decoder = _decoder(cast(Any, kind))
    return cast(Kind, decoder.decode(data))


@cache
def _decoder(kind: type) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_from_plain)


def _as_plain(thing: object) -> object:
    if isinstance(thing, np.ndarray):
        return [thing.dtype.str, list(thing.shape), thing.tobytes()]
    if isinstance(thing, np.generic):
        return thing.item()
    if isinstance(thing, Problem):
        return [thing.message, {name: str(value) for name, value in thing.details.items()}]
    raise NotImplementedError(type(thing))


def _from_plain(kind: type, plain: Any) -> object:
    if kind is np.ndarray:
        dtype, shape, content = plain
        return np.frombuffer(content, dtype).reshape(shape).copy()
    if kind is Problem:
        message, details = plain
        return Problem(cast(str, message), **details)
    raise NotImplementedError(kind)
