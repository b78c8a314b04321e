"""The words for things of the game, and sentences that say how each kind of points came about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.language import N_, translate, word_in
from games.nusfjord.board import Board, Harbour
from games.nusfjord.play import places
from games.nusfjord.scoring import harbour_score

HEADINGS: Mapping[str, str] = {
    "buildings": N_("Buildings"),
    "ships": N_("Ships"),
    "shares": N_("Shares"),
    "gold": N_("Gold"),
    "free_spaces": N_("Free spaces"),
    "unissued": N_("Unissued"),
    "total": N_("Total"),
}
ACTIONS: Mapping[str, str] = {
    places.GOLD: N_("Take a gold"),
    places.UNLOAD: N_("Empty the storehouse"),
    places.SERVE: N_("Serve fish"),
    places.BUILD: N_("Build"),
    places.ISSUE: N_("Issue a share"),
    places.BUY: N_("Buy the shares"),
    places.CLEAR: N_("Clear a forest"),
    places.PLANT: N_("Plant forests"),
    places.THIN: N_("Thin the forests"),
    places.SHIP: N_("Build a ship"),
    places.INVITE: N_("Invite an elder"),
}
_WORDS = {
    "sloop": N_("sloop"),
    "cutter": N_("cutter"),
    "schooner": N_("schooner"),
    "harbour": N_("The harbour of {player}"),
    "harbours": N_("Harbours of Nusfjord"),
    "share": N_("shares"),
    "unissued": N_("unissued"),
    "gold": N_("gold"),
    "catch": N_("catch"),
    "free": N_("free"),
}
_PARTS: Mapping[str, str] = {
    "wood": N_("Wood in the supply"),
    "fish": N_("Fish in the supply"),
    "gold": N_("Gold in the supply"),
    "store_wood": N_("Wood in the storehouse"),
    "store_fish": N_("Fish in the storehouse"),
    "store_gold": N_("Gold in the storehouse"),
    "plates": N_("Plates of the banquet table that are filled"),
    "elder_fish": N_("Fish on an elder's card"),
    "forest": N_("Forests on a plot"),
    "sloop": N_("Sloops"),
    "cutter": N_("Cutters"),
    "schooner": N_("Schooners"),
    "building": N_("Buildings (1 builds one without payment)"),
    "issued": N_("Own shares issued onto the action board"),
    "own_shares": N_("Own unissued shares that are kept as issued"),
    "bought": N_("Shares taken from the action board"),
}
_RULES: Mapping[str, str] = {
    "buildings": N_("what the buildings say, or what their conditions came to: {sum}"),
    "ships": N_("what the ships say: {sum}"),
    "shares": N_("a point for each issued share held, of whatever company: {count}"),
    "gold": N_("a point for each gold in the supply: {count}"),
    "free_spaces": N_("a point less for each free building space: {count}"),
    "unissued": N_("a point less for each own share never issued: {count}"),
    "total": N_("all together: {sum}"),
}


def word(name: str, lang: str = "en") -> str:
    """Return the word for a thing in `lang`, ``en`` or ``ru``; a name without a word stands for itself."""
    return word_in(_WORDS, name, lang)


def action_word(action: str, lang: str = "en") -> str:
    """Return the words for an action of the action board in `lang`, ``en`` or ``ru``."""
    return word_in(ACTIONS, action, lang)


def part_word(name: str, lang: str = "en") -> str:
    """Return the words for a part of a card's text in `lang`, ``en`` or ``ru``."""
    return word_in(_PARTS, name, lang)


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
        field: translate(rule, lang).format(sum=parts.get(field, ""), count=_signed(row[field]))
        for field, rule in _RULES.items()
    }


def _sum(terms: Iterable[str]) -> str:
    return ", ".join(terms) or "0"


def _added(parts: Sequence[int]) -> str:
    """Return a sum as text, such as ``7 + 4 − 2``; zeros are left out."""
    counted = [part for part in parts if part]
    signs = " ".join(f"{'−' if part < 0 else '+'} {abs(part)}" for part in counted[1:])
    return f"{_signed(counted[0])} {signs}".strip() if counted else "0"


def _signed(points: int) -> str:
    """Return a number as text, with a real minus sign instead of a hyphen."""
    return str(points).replace("-", "−")
