"""Harbours and villages for the tests of Nusfjord."""

from hypothesis import strategies as st

from games.nusfjord.cards import Card
from games.nusfjord.effect import effect_of
from games.nusfjord.play.company import new_company
from games.nusfjord.play.places import ACTIONS
from games.nusfjord.play.texts import after_text
from games.nusfjord.play.village import Printed, new_village
from games.nusfjord.plots import Plot
from games.nusfjord.stock import Stock

FREE = (Plot(), Plot(), Plot(spaces=1))
PRINTED = Printed(
    plates=(1, 2, 3, 3, 4, 4, 5),
    prices={
        "sloop": (Stock(wood=2),),
        "cutter": (Stock(wood=4, fish=1),),
        "schooner": (Stock(wood=8, fish=8), Stock(gold=4)),
    },
    columns={space: 1 + number % 3 for number, space in enumerate((*ACTIONS, "build-2"))},
)
ELDERS = (("Forester",), ("Merchant", "Builder"), ("Cook",), ("Smith",), ("Priest",), ("Fisher", "Pilot"))
CARDS = tuple(
    Card(f"{deck}{number}", deck, Stock(wood=number, gold=number % 2), number) for deck in "AB" for number in range(4)
)


def player(name="Lars", **changes):
    whole = {"buildings": [], "ships": [], "shares_owned": 0, "unissued": 0, "gold": 0, "free_spaces": 0}
    return {"name": name, **whole, **changes}


def document(*players, **more):
    return {"format": "longhouse-board", "version": 1, "game": "nusfjord", **more, "players": list(players)}


def village(*names, **more):
    names = names or ("Lars", "Kari")
    return new_village(tuple(new_company(name, FREE) for name in names), PRINTED, ELDERS, CARDS, **more)


def richer(table, name, gain):
    """The village after a company received these amounts by a card."""
    return after_text(table, name, effect_of({"wood": gain.wood, "fish": gain.fish, "gold": gain.gold}))


_points = st.integers(-3, 15)
_extras = st.dictionaries(st.sampled_from(["note", "px", "seen"]), st.integers() | st.text(max_size=3), max_size=2)


def _with_extras(fields):
    return st.builds(lambda extras, known: {**extras, **known}, _extras, st.fixed_dictionaries(fields))


def players(names):
    return st.tuples(
        *(
            _with_extras(
                {
                    "name": st.just(name),
                    "buildings": st.lists(_with_extras({"name": st.text(max_size=9), "points": _points}), max_size=4),
                    "ships": st.lists(
                        _with_extras({"kind": st.sampled_from(["sloop", "cutter", "schooner"]), "points": _points}),
                        max_size=4,
                    ),
                    **dict.fromkeys(("shares_owned", "unissued", "gold", "free_spaces"), st.integers(0, 40)),
                }
            )
            for name in names
        )
    )


documents = (
    st.lists(st.text(max_size=6), unique=True, min_size=1, max_size=6)
    .flatmap(players)
    .map(lambda found: document(*found))
)
