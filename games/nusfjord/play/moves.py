"""The moves of a turn in the work phase; each takes a worker, except the pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.nusfjord.play import places


@dataclass(frozen=True)
class TakeGold:
    """Take 1 gold."""

    action: ClassVar[str] = places.GOLD


@dataclass(frozen=True)
class Unload:
    """Move everything from the storehouse to the personal supply."""

    action: ClassVar[str] = places.UNLOAD


@dataclass(frozen=True)
class Serve:
    """Fill `plates` empty plates of the banquet table, the smallest first, for 1 gold each."""

    plates: int
    action: ClassVar[str] = places.SERVE


@dataclass(frozen=True)
class Build:
    """Build the card of this name on a plot, counted from 0."""

    card: str
    plot: int
    action: ClassVar[str] = places.BUILD


@dataclass(frozen=True)
class Issue:
    """Issue a share for 2 gold."""

    action: ClassVar[str] = places.ISSUE


@dataclass(frozen=True)
class BuyShares:
    """Buy all the shares on the action board."""

    action: ClassVar[str] = places.BUY


@dataclass(frozen=True)
class Clear:
    """Take a forest off a plot, for 5 wood."""

    plot: int
    action: ClassVar[str] = places.CLEAR


@dataclass(frozen=True)
class Plant:
    """Plant two forests on a free double space."""

    plot: int
    action: ClassVar[str] = places.PLANT


@dataclass(frozen=True)
class Thin:
    """Take 1 wood for each forest."""

    action: ClassVar[str] = places.THIN


@dataclass(frozen=True)
class BuildShip:
    """Build a ship; `way` is the index of the price that is paid, of those on its token."""

    kind: str
    way: int = 0
    action: ClassVar[str] = places.SHIP


@dataclass(frozen=True)
class Invite:
    """Invite an open elder, who acts at once if `act` is set."""

    elder: str
    act: bool = False
    action: ClassVar[str] = places.INVITE


OnBoard = TakeGold | Unload | Serve | Build | Issue | BuyShares | Clear | Plant | Thin | BuildShip | Invite


@dataclass(frozen=True)
class Consult:
    """Send a worker to an own elder, who acts; the effect depends on the card's text and is entered separately."""

    elder: str


@dataclass(frozen=True)
class Copy:
    """Do the action of an occupied space of the action board from a space of the copying board."""

    move: OnBoard
    space: str = "copy-1"


@dataclass(frozen=True)
class Pass:
    """Send no worker."""


Move = OnBoard | Consult | Copy | Pass
