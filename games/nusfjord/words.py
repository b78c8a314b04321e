"""How the things of the game are called in English and Russian, and how each kind of points came about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.envelope import LANGUAGES
from games.nusfjord.board import Board, Harbour
from games.nusfjord.scoring import harbour_score

HEADINGS: Mapping[str, tuple[str, str]] = {
    "buildings": ("Buildings", "Здания"),
    "ships": ("Ships", "Корабли"),
    "shares": ("Shares", "Акции"),
    "gold": ("Gold", "Золото"),
    "free_spaces": ("Free spaces", "Свободные клетки"),
    "unissued": ("Unissued", "Невыпущенные"),
    "total": ("Total", "Всего"),
}
_WORDS = {
    "sloop": ("sloop", "шлюп"),
    "cutter": ("cutter", "катер"),
    "schooner": ("schooner", "шхуна"),
    "harbour": ("The harbour of {player}", "Гавань игрока {player}"),
    "harbours": ("Harbours of Nusfjord", "Гавани «Нусфьорда»"),
    "share": ("shares", "акции"),
    "unissued": ("unissued", "не выпущено"),
    "gold": ("gold", "золото"),
    "catch": ("catch", "улов"),
    "free": ("free", "свободно"),
}
_RULES: Mapping[str, tuple[str, str]] = {
    "buildings": (
        "what the buildings say, or what their conditions came to: {sum}",
        "очки на зданиях или то, что дали их условия: {sum}",
    ),
    "ships": ("what the ships say: {sum}", "очки на кораблях: {sum}"),
    "shares": (
        "a point for each issued share held, of whatever company: {count}",
        "по очку за каждую выпущенную акцию любой компании: {count}",
    ),
    "gold": ("a point for each gold in the supply: {count}", "по очку за каждое золото в личном запасе: {count}"),
    "free_spaces": (
        "a point less for each free building space: {count}",
        "минус очко за каждую свободную строительную клетку: {count}",
    ),
    "unissued": (
        "a point less for each own share never issued: {count}",
        "минус очко за каждую свою невыпущенную акцию: {count}",
    ),
    "total": ("all together: {sum}", "всё вместе: {sum}"),
}


def word(name: str, lang: str = "en") -> str:
    """Return what a thing is called in `lang`, ``en`` or ``ru``; a name with no word stands for itself."""
    return _WORDS.get(name, (name, name))[LANGUAGES.index(lang)]


def explain(board: Board, lang: str = "en") -> Sequence[Mapping[str, str]]:
    """Return for each player, in order, a sentence for each field of the score."""
    return [_explained(harbour, lang) for harbour in board.harbours]


def _explained(harbour: Harbour, lang: str) -> Mapping[str, str]:
    row = harbour_score(harbour).to_dict()
    parts = {
        "buildings": _sum(f"{building.name} {_signed(building.points)}" for building in harbour.buildings),
        "ships": _sum(f"{word(ship.kind, lang)} {_signed(ship.points)}" for ship in harbour.ships),
        "total": _added([row[field] for field in _RULES if field != "total"]),
    }
    return {
        field: rule[LANGUAGES.index(lang)].format(sum=parts.get(field, ""), count=_signed(row[field]))
        for field, rule in _RULES.items()
    }


def _sum(terms: Iterable[str]) -> str:
    return ", ".join(terms) or "0"


def _added(parts: Sequence[int]) -> str:
    """Return an addition, such as ``7 + 4 − 2``; what is nought is left out."""
    counted = [part for part in parts if part]
    signs = " ".join(f"{'−' if part < 0 else '+'} {abs(part)}" for part in counted[1:])
    return f"{_signed(counted[0])} {signs}".strip() if counted else "0"


def _signed(points: int) -> str:
    """Return a number with a minus that is one."""
    return str(points).replace("-", "−")
