"""The colours of the players' own pieces, as they were taught, and what they say of pieces in another picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.imaging.assignment import pair_up
from vision.networks.activations import softmax
from vision.vocabulary import COLOURS, PIECES

_SPREAD = 0.13
"""Standard deviation of the looks of one colour in one picture, in the coordinates of ``shades.chroma``."""
_FAR = 3.2
"""From so many deviations a taught colour is no better than one that was not taught."""
_LIGHT = np.array([0.22, 0.22, 0.4])
"""Standard deviations of how far another lamp moves all looks: cameras balance its colour, not where shadows fall."""
_OTHER_TABLE = 1.0
"""Log odds against the light that the table tells of being wrong, as it is where the table is another."""
_WORDS = 2.0
"""How much it counts beside the looks whether the network says of a piece what it said of the one that was shown."""
_STRANGER = 4.4
"""Log odds against a colour that was not taught."""
_UNTOLD = 1.5
"""Log odds against a lamp for each group of pieces that it makes like none that was taught."""
_LEAST_WORD = np.log(2e-3)
_ROUNDS = 6
_FORM = np.array([0.16, 0.05, 0.18])
"""Standard deviations of the form of pieces of one kind, as they lean and lie."""
_NETWORK = 0.3
"""How much the network's word counts for the kind of a piece where it was mistaken in those that were shown."""
_UNLIKE = -6.0


@dataclass(frozen=True, eq=False)
class TaughtPiece:
    """One piece that was shown.

    Attributes:
        name: its player's or its colour's name.
        kind: ``viking`` or ``longhouse``.
        look: (3,) ``shades.chroma`` of its lit faces.
        words: (11,) mean log probabilities of ``vocabulary.COLOURS`` by the network.
        kinds: (3,) what the network takes it for, of ``vocabulary.PIECES``.
        form: (3,) ``forms.form_of`` its outline; the last is not a number where no tile was near to tell its size.
    """

    name: str
    kind: str
    look: np.ndarray
    words: np.ndarray
    kinds: np.ndarray
    form: np.ndarray


@dataclass(frozen=True, eq=False)
class Palette:
    """All that was taught of the pieces.

    Attributes:
        pieces: those that were shown.
        table: (3,) ``shades.chroma`` of the table on which they stood, if it was seen.
    """

    pieces: tuple[TaughtPiece, ...]
    table: np.ndarray | None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each of ``vocabulary.COLOURS`` is called at this table: a taught colour takes the place of one like it.

        A taught name that is one of them keeps its place. With more taught colours than places the last have none.
        """
        taught = list(self._looks)
        places: dict[str, int] = {name: COLOURS.index(name) for name in taught if name in COLOURS}
        others = [name for name in taught if name not in places]
        worth = np.array([self._words[name] - 2 * _LEAST_WORD for name in others]).reshape(len(others), len(COLOURS))
        worth[:, list(places.values())] = 0
        places |= {n: p for n, p in zip(others, pair_up(worth), strict=True) if p is not None}
        free = [k for k in range(len(COLOURS)) if k not in places.values()]
        places |= dict(zip([n for n in others if n not in places], free, strict=False))
        called = {place: name for name, place in places.items()}
        return tuple(called.get(k, name) for k, name in enumerate(COLOURS))

    @cached_property
    def _looks(self) -> Mapping[str, np.ndarray]:
        return {n: np.mean([p.look for p in self.pieces if p.name == n], axis=0) for n in self._order}

    @cached_property
    def _words(self) -> Mapping[str, np.ndarray]:
        return {n: np.mean([p.words for p in self.pieces if p.name == n], axis=0) for n in self._order}

    @property
    def _order(self) -> Sequence[str]:
        return list(dict.fromkeys(p.name for p in self.pieces))

    def likelihoods(self, looks: np.ndarray, words: np.ndarray, table: np.ndarray | None) -> np.ndarray:
        """Return (g, 11) log likelihoods of the places in ``names`` for groups of like pieces of one picture.

        All taught looks are first moved alike, to where they explain the picture best: its lamp is another one.

        Args:
            looks: (g, 3) the groups' ``shades.chroma``.
            words: (g, 11) their mean log probabilities by the network.
            table: (3,) ``shades.chroma`` of the picture's table, if it is seen.
        """
        taught = [k for k, name in enumerate(self.names) if name in self._looks]
        known = np.array([self._looks[self.names[k]] for k in taught])
        meant = np.array([self._words[self.names[k]] for k in taught])
        said = _WORDS * _agreement(words, meant)
        shift = self._light(looks, said, known, table)
        near = _nearness(looks, known + shift)
        result: np.ndarray = np.maximum(words, _LEAST_WORD) - _FAR**2 / 2
        strange = [k for k in range(len(self.names)) if k not in taught]
        result[:, strange] -= _STRANGER
        # Where nothing is near, what the network says counts for taught colours, too.
        result[:, taught] = np.maximum(result[:, taught], near + said)
        return result

    def kinds(self, kinds: np.ndarray, form: np.ndarray) -> np.ndarray:
        """Return (3,) probabilities of a piece's kind, by the network's and by the pieces that were shown.

        Where the network knew what all shown pieces are it needs no example; where it took discs for something else
        or small houses for vikings, the shown piece that this one is most like decides.

        Args:
            kinds: (3,) the network's probabilities of ``vocabulary.PIECES``.
            form: (3,) ``forms.form_of`` the piece.
        """
        if not self._surprising:
            return kinds
        score = np.log(kinds[:2] + 1e-3) * _NETWORK
        for k, kind in enumerate(PIECES[:2]):
            like = [_likeness(p, kinds, form) for p in self.pieces if p.kind == kind]
            score[k] += max(like, default=_UNLIKE)
        # Whether it is a rune stone is not for these examples to say.
        weighed: np.ndarray = np.append(softmax(score) * (1 - kinds[2]), kinds[2])
        return weighed

    @cached_property
    def _surprising(self) -> bool:
        """Whether the network was mistaken in most of the shown pieces of one kind."""
        wrong = [[p.kind != PIECES[int(p.kinds.argmax())] for p in self.pieces if p.kind == k] for k in PIECES[:2]]
        return any(w and 2 * sum(w) > len(w) for w in wrong)

    def _light(self, looks: np.ndarray, said: np.ndarray, known: np.ndarray, table: np.ndarray | None) -> np.ndarray:
        """Return the (3,) move of all looks by which the pieces are likeliest to be of taught colours."""
        centres = [(np.zeros(3), 0.0)]
        if table is not None and self.table is not None:
            moved = table - self.table
            centres = [(np.zeros(3), _OTHER_TABLE), (moved, float(((moved / (2 * _LIGHT)) ** 2).sum()) / 2)]
        starts = [centre for centre, _ in centres] + [look - k for look in looks for k in known]
        settled = [_settled(start, looks, said, known) for start in starts]
        return max(settled, key=lambda s: _worth(s, looks, said, known, centres))


def _likeness(shown: TaughtPiece, kinds: np.ndarray, form: np.ndarray) -> float:
    """Return a log likelihood: how like a shown piece another one is in form, and in what the network takes it for."""
    away = (form - shown.form) / _FORM
    away = away[np.isfinite(away)]
    words = np.log(np.sqrt((kinds + 1e-3) * (shown.kinds + 1e-3)).sum())
    return float(max(-(away**2).sum() / 2, _UNLIKE) + words)


def _settled(shift: np.ndarray, looks: np.ndarray, said: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Move a shift to where the pieces, each taken for its likeliest colour, say it lies (held towards the start)."""
    start = shift
    for _ in range(_ROUNDS):
        score = _nearness(looks, known + shift) + said
        best = score.argmax(axis=1)
        away = looks - known[best] - start
        weight = (np.linalg.norm(looks - known[best] - shift, axis=1) < _FAR * _SPREAD)[:, None]
        shift = start + (weight * away).sum(axis=0) / (weight.sum() + (_SPREAD / _LIGHT) ** 2)
    return shift


def _worth(
    shift: np.ndarray,
    looks: np.ndarray,
    said: np.ndarray,
    known: np.ndarray,
    centres: Sequence[tuple[np.ndarray, float]],
) -> float:
    # A group that is near nothing is of a colour that was not taught, or not seen so before; it tells no lamp.
    likely = np.maximum((_nearness(looks, known + shift) + said).max(axis=1), -(_FAR**2) / 2 - _UNTOLD).sum()
    held = min(float((((shift - centre) / _LIGHT) ** 2).sum()) / 2 + cost for centre, cost in centres)
    return float(likely) - held


def _nearness(looks: np.ndarray, known: np.ndarray) -> np.ndarray:
    """(g, k) log likelihood of each look under each known one; what is far away is simply far away."""
    apart = np.linalg.norm(looks[:, None] - known[None], axis=2) / _SPREAD
    near: np.ndarray = -(np.minimum(apart, 2 * _FAR) ** 2) / 2
    return near


def _agreement(words: np.ndarray, meant: np.ndarray) -> np.ndarray:
    """(g, k) how well the network's words for each group are those it had for each taught colour (negative, 0 best)."""
    one, other = (softmax(np.maximum(w, _LEAST_WORD)) for w in (words, meant))
    agreement: np.ndarray = np.log(np.sqrt(one[:, None] * other[None]).sum(axis=2))
    return agreement
