"""The catalogue of cards that people fill and share."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.documents import DocumentError
from games.nusfjord.cards import Card
from games.nusfjord.catalogue import Catalogue, key_of
from games.nusfjord.stock import Stock

names = st.text(min_size=1, max_size=20).map(lambda name: " ".join(name.split())).filter(key_of)
cards = st.builds(
    Card,
    names,
    st.sampled_from(["", "A", "B", "C"]),
    st.builds(Stock, *[st.integers(0, 20)] * 3),
    st.none() | st.integers(-5, 20),
    fish_deck=st.sampled_from(["", "mackerel", "cod", "herring"]),
)
catalogues = st.builds(
    lambda found, ships: Catalogue(ships=ships).merged_with(
        Catalogue(cards=tuple({key_of(card.name): card for card in found}.values()))
    ),
    st.lists(cards, max_size=5),
    st.dictionaries(st.sampled_from(["sloop", "cutter", "schooner"]), st.integers(0, 9)),
)


def whole(**changes):
    return {"format": "longhouse-catalogue", "version": 1, "game": "nusfjord", "buildings": [], **changes}


@given(catalogues)
@settings(deadline=None, max_examples=40)
def test_a_catalogue_comes_back_from_its_file(catalogue):
    assert Catalogue.from_document(json.loads(json.dumps(catalogue.to_document()))) == catalogue


@given(catalogues, catalogues)
@settings(deadline=None, max_examples=40)
def test_a_catalogue_taken_in_loses_nothing_and_is_believed(mine, theirs):
    both = mine.merged_with(theirs)
    assert {key_of(card.name) for card in both.cards} == {key_of(c.name) for c in (*mine.cards, *theirs.cards)}
    assert all(both.card(card.name) == card for card in theirs.cards)
    assert both.merged_with(theirs) == both


@given(catalogues, cards)
@settings(deadline=None, max_examples=40)
def test_a_card_is_kept_once_and_can_be_taken_out(catalogue, card):
    kept = catalogue.with_card(card)
    assert kept.card(f"  {card.name} ") == card
    assert len(kept.cards) - len(catalogue.cards) == (catalogue.card(card.name) is None)
    assert kept.without(card.name).card(card.name) is None


def test_a_name_is_found_however_it_is_written():
    catalogue = Catalogue().with_card(Card("Рыбный прилавок", "A", Stock(wood=1), 1))
    assert catalogue.card("рыбный  ПРИЛАВОК").points == 1
    assert catalogue.with_ship("sloop", 1).with_ship("sloop", 2).ships == {"sloop": 2}


@pytest.mark.parametrize(
    ("document", "field", "code"),
    [
        (whole(format="longhouse-board"), "format", "unknown"),
        (whole(version=2), "version", "version"),
        (whole(game="fjords"), "game", "unknown"),
        (whole(buildings=[{"name": "Pier"}]), "buildings[0].points", "missing"),
        (whole(buildings=[{"name": "Pier", "points": "*"}]), "buildings[0].points", "type"),
        (whole(buildings=[{"name": " ", "points": 1}]), "buildings[0].name", "value"),
        (whole(buildings=[{"name": "x" * 61, "points": 1}]), "buildings[0].name", "long"),
        (whole(buildings=[{"name": "Pier", "points": 1, "cost": {"gold": -1}}]), "buildings[0].cost.gold", "value"),
        (whole(buildings=[{"name": "Pier", "points": 1, "deck": "D"}]), "buildings[0].deck", "unknown"),
        (whole(buildings=[{"name": n, "points": 1} for n in ("Pier", "PIER")]), "buildings[1].name", "twice"),
        (whole(ships=[{"kind": "sloop", "points": 1}] * 2), "ships[1].kind", "twice"),
        (whole(ships=[{"kind": "raft", "points": 1}]), "ships[0].kind", "unknown"),
        ([], "document", "type"),
    ],
)
def test_a_bad_file_is_refused_by_field(document, field, code):
    with pytest.raises(DocumentError) as refused:
        Catalogue.from_document(document)
    assert (refused.value.field, refused.value.code) == (field, code)
