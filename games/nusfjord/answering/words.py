"""The words for moves and events, and for what their fields hold."""

from __future__ import annotations

from games.language import N_
from games.nusfjord.words import ACTIONS

FIELDS = {
    "player": N_("player"),
    "plates": N_("plates"),
    "card": N_("building"),
    "building": N_("building"),
    "plot": N_("plot"),
    "kind": N_("ship"),
    "way": N_("price, from 0"),
    "elder": N_("elder"),
    "act": N_("acts at once"),
    "copied_from": N_("copied from"),
}
DESCRIBED = {
    **ACTIONS,
    "consult": N_("Ask an own elder"),
    "pass": N_("Pass"),
    "copy-1": N_("the first space of the copying board"),
    "copy-2": N_("the second space of the copying board"),
    "copy-3": N_("the third space of the copying board"),
    "sloop": N_("sloop"),
    "cutter": N_("cutter"),
    "schooner": N_("schooner"),
    "building-built": N_("Built: a building"),
    "ship-built": N_("Built: a ship"),
    "fish-landed": N_("The catch was landed"),
    "workers-home": N_("The workers went home"),
    "worker-sent": N_("A worker was sent"),
}
