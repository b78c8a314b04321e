"""Sentences for players that say how each number of a score was counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.language import N_, translate
from games.vikings.board import Board, Player
from games.vikings.figures import GOLDSMITH, JARL, SCOUT, Figure
from games.vikings.scoring.figures_and_ships import scout_points
from games.vikings.scoring.final import Standing, settle_ships, standing
from games.vikings.scoring.sheet import gains
from games.vikings.ships import repelled
from games.vikings.specials import Special, amounts

_SENTENCES: dict[str, str] = {
    "ships": N_("ships repelled: {n}"),
    "jarls": N_("safe jarls: {count} × 2 = {n}"),
    "scouts": N_("safe scouts: {count}, and {below} safe goldsmiths and fishermen below them = {n}"),
    "goldsmiths": N_("safe goldsmiths: {count} × 3 = {n}"),
    "special": N_("special cards: {n}"),
    "nothing": N_("nothing"),
    "threatened": N_("; threatened and silent: {n}"),
    "track": N_("points on the track before the final scoring"),
    "raid": N_("ships that nobody repels cost {points} points and {gold} gold"),
    "short": N_("; {n} gold is missing and costs points"),
    "calm": N_("every ship is repelled, or there is none"),
    "gold": N_("{n} gold after the ships: a point for every 5"),
    "most": N_("{label}: {n}, the most"),
    "fewer": N_("{label}: {n}; most are {most}"),
    "boatswains": N_("boatswains left"),
    "islands": N_("completed islands"),
    "longest": N_("tiles in the longest completed island"),
    "fed": N_("food for {fed}, figures: {figures}; spare food {spare}, 2 points each"),
    "unfed": N_("food for {fed}, figures: {figures}; {spare} go unfed, a point less for each"),
    "total": N_("all of it together"),
}


def explain(board: Board, lang: str = "en") -> list[Mapping[str, str]]:
    """Return for each player a sentence for each field of the score, that says how it was counted."""
    specials = board.specials
    if board.stage == "final":
        counted = {player.name: standing(player, specials) for player in board.players}
        return [_final(player, counted, specials, lang) for player in board.players]
    return [_gained(player, board.stage == "big", specials, lang) for player in board.players]


def _gained(player: Player, big: bool, specials: Sequence[Special], lang: str) -> dict[str, str]:
    gain = gains(player, big, specials)
    scouts = len(player.safe(SCOUT))
    points = [
        _say("ships", lang, n=gain.ships) if gain.ships else "",
        _say("jarls", lang, count=len(player.safe(JARL)), n=gain.jarls) if gain.jarls else "",
        _say("scouts", lang, count=scouts, below=scout_points(player) - scouts, n=gain.scouts) if gain.scouts else "",
        _say("special", lang, n=gain.special) if gain.special else "",
    ]
    gold = [
        _say("ships", lang, n=gain.ship_gold) if gain.ship_gold else "",
        _say("goldsmiths", lang, count=len(player.safe(GOLDSMITH)), n=gain.goldsmiths) if gain.goldsmiths else "",
        _say("special", lang, n=gain.special_gold) if gain.special_gold else "",
    ]
    earners: tuple[Figure, ...] = (JARL, SCOUT) if big else ()
    return {
        "points": _listed(points, lang) + _silent(player, earners, lang),
        "gold": _listed(gold, lang) + _silent(player, (GOLDSMITH,), lang),
    }


def _silent(player: Player, figures: Sequence[Figure], lang: str) -> str:
    """Return a clause with the number of these figures that ships threaten, which earn nothing; empty for none."""
    silent = sum(tile.figure in figures and tile.cell in player.threatened for tile in player.island_tiles)
    return _say("threatened", lang, n=silent) if silent else ""


def _final(player: Player, counted: Mapping[str, Standing], specials: Sequence[Special], lang: str) -> dict[str, str]:
    own, extra = counted[player.name], amounts(specials, player.name)
    spare = own.fed - own.figures
    sentences = {
        "track": _say("track", lang),
        "ships": _ships(player, extra["gold"], lang),
        "gold": _say("gold", lang, n=settle_ships(player, extra["gold"])[1]),
        **{field: _prize(field, player.name, counted, lang) for field in ("boatswains", "islands", "longest")},
        "supply": _say("fed" if spare >= 0 else "unfed", lang, fed=own.fed, figures=own.figures, spare=abs(spare)),
        "total": _say("total", lang),
    }
    return {**sentences, "special": _say("special", lang, n=extra["points"])} if extra["points"] else sentences


def _ships(player: Player, more_gold: int, lang: str) -> str:
    raiding = [ship for ship in player.ships if not repelled(ship, player.island_tiles)]
    if not raiding:
        return _say("calm", lang)
    points, gold = sum(ship.points for ship in raiding), sum(ship.gold for ship in raiding)
    missing = gold - player.gold - more_gold
    short = _say("short", lang, n=missing) if missing > 0 else ""
    return _say("raid", lang, points=points, gold=gold) + short


def _prize(field: str, name: str, counted: Mapping[str, Standing], lang: str) -> str:
    counts = {player: getattr(standing, field) for player, standing in counted.items()}
    own, most = counts[name], max(counts.values())
    return _say("most" if own == most > 0 else "fewer", lang, label=_say(field, lang), n=own, most=most)


def _listed(parts: Sequence[str], lang: str) -> str:
    return "; ".join(filter(None, parts)) or _say("nothing", lang)


def _say(what: str, lang: str, **numbers: object) -> str:
    return translate(_SENTENCES[what], lang).format(**numbers)
