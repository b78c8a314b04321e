"""Files and documents from elsewhere are read within bounds, and refused in a sentence beyond them."""

import json
import os
import random
import threading
from pathlib import Path

import pytest

from games.documents import DocumentError
from games.incoming import FileTooLarge, NotAFile, NothingComes, parse_json, read_bounded
from games.rulebook import find, rulebook_of

FJORDS = json.loads((Path(__file__).parents[2] / "sample_images" / "table11.json").read_bytes())
SMALL = {
    "hokkaido": {"players": [{"name": "Ann", "squares": [{"x": 0, "y": 0, "terrain": "forest"}]}]},
    "nusfjord": {
        "players": [
            {"name": "Ann", "buildings": [], "ships": []}
            | dict.fromkeys(("shares_owned", "unissued", "gold", "free_spaces"), 1)
        ]
    },
    "vikings": {
        "stage": "final",
        "players": [{"name": "Ann", "points": 1, "gold": 2, "island_tiles": [], "ships": [], "home": {}}],
    },
}


def _document(game, **fields):
    if game == "fjords":
        return {**FJORDS, **fields}
    return {"format": "longhouse-board", "version": 1, "game": game, **SMALL[game], **fields}


def test_a_regular_file_and_a_pipe_are_read_to_their_ends(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * 100_000)
    assert read_bounded(tmp_path / "file", 100_000) == b"x" * 100_000
    reading, writing = os.pipe()
    threading.Thread(target=lambda: (os.write(writing, b"{}"), os.close(writing))).start()
    assert read_bounded(f"/dev/fd/{reading}", 100) == b"{}"
    os.close(reading)


def test_no_more_than_the_bound_is_read(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * 101)
    with pytest.raises(FileTooLarge):
        read_bounded(tmp_path / "file", 100)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/null", "/dev/random"])
def test_devices_are_no_files(device):
    with pytest.raises(NotAFile):
        read_bounded(device, 100)


def test_a_pipe_that_nobody_writes_into_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr("games.incoming._PATIENCE", 0.1)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NothingComes):
        read_bounded(tmp_path / "pipe", 100)


def test_a_folder_is_said_to_be_one(tmp_path):
    with pytest.raises(IsADirectoryError):
        read_bounded(tmp_path, 100)


@pytest.mark.parametrize(
    ("text", "field", "code"),
    [
        (r'{"players": [{"name": "\ud800"}]}', "players[0].name", "value"),
        (r'{"\udfff": 1}', "document", "value"),
        (r'{"name": "a\u0000b"}', "name", "value"),
        ('{"q": 1e999}', "q", "value"),
        ('{"q": NaN}', "q", "value"),
        ('{"q": 1' + 30 * "0" + "}", "q", "value"),
        ('{"a": [' + "[" * 40 + "]" * 41 + "}", "a[0]" + "[0]" * 28, "deep"),
        (json.dumps({"name": "x" * 20_001}), "name", "value"),
        (json.dumps({"tiles": [0] * 5_001}), "tiles", "many"),
    ],
    ids=["surrogate", "surrogate as a name", "NUL", "infinite", "NaN", "10**30", "deep", "long", "many"],
)
def test_values_that_the_program_cannot_handle_are_refused_naming_the_field(text, field, code):
    with pytest.raises(DocumentError) as refused:
        parse_json(text)
    assert (refused.value.field, refused.value.code) == (field, code)
    for lang in ("en", "ru"):
        assert refused.value.message(lang).encode().endswith(b".")


@pytest.mark.parametrize(
    "text", ["", "{", "1" * 5_000, "[" * 100_000, b'{"a": "\xed\xa0\x80"}', b"\xff\xfe\xfd"], ids=range(6)
)
def test_text_that_is_no_json_is_an_ordinary_error(text):
    with pytest.raises((ValueError, RecursionError)):
        parse_json(text)


@pytest.mark.parametrize(
    ("game", "fields", "field", "code"),
    [
        ("fjords", {"tiles": FJORDS["tiles"] * 1000}, "tiles", "many"),
        ("fjords", {"pieces": FJORDS["pieces"] * 4000}, "pieces", "many"),
        ("fjords", {"runes": [{"kind": "stone", "q": 0, "r": 0}] * 5000}, "runes", "many"),
        ("fjords", {"pieces": [{**FJORDS["pieces"][0], "q": 10**30}]}, "pieces[0].q", "value"),
        ("fjords", {"tiles": [{**FJORDS["tiles"][0], "r": -201}]}, "tiles[0].r", "value"),
        ("fjords", {"tiles": [{**FJORDS["tiles"][0], "edges": ["PM" * 20] * 6}]}, "tiles[0].edges[0]", "long"),
        ("fjords", {"settlement_order": ["x"] * 5000}, "settlement_order", "many"),
        *(
            (game, {"players": [{**_document(game)["players"][0], "name": "x" * 61}]}, "players[0].name", "long")
            for game in ("fjords", *SMALL)
        ),
        *((game, {"players": _document(game)["players"][:1] * 13}, "players", "many") for game in ("fjords", *SMALL)),
        *(
            (game, {"players": [{**SMALL[game]["players"][0], part: [{}] * 2000}]}, f"players[0].{part}", "many")
            for game, part in (
                ("hokkaido", "squares"),
                ("hokkaido", "cubes"),
                ("hokkaido", "goals"),
                ("nusfjord", "buildings"),
                ("nusfjord", "ships"),
                ("vikings", "island_tiles"),
                ("vikings", "ships"),
            )
        ),
    ],
)
def test_a_document_larger_than_any_game_is_refused_by_field(game, fields, field, code):
    with pytest.raises(DocumentError) as refused:
        find(game).read(_document(game, **fields))
    assert (refused.value.field, refused.value.code) == (field, code)


@pytest.mark.parametrize("game", ["fjords", *SMALL])
def test_documents_with_anything_anywhere_are_read_or_refused_in_a_sentence(game):
    chance = random.Random(game)
    strange = [None, True, -1, 10**12, 1e300, "", "\u202e", "x" * 500, [], {}, [[[]]], {"q": 1}, ["P"] * 400]
    for _ in range(150):
        document = json.loads(json.dumps(_document(game)))
        for _ in range(chance.randrange(1, 4)):
            _spoil(document, chance, strange)
        try:
            found = parse_json(json.dumps(document))
            book = rulebook_of(found)
            board = book.read(found)
        except DocumentError as error:
            assert error.message("ru").encode().endswith(b".")
            continue
        book.score(board)
        book.status(board)


def _spoil(value, chance, strange):
    """Put something strange in the place of anything in a document."""
    while True:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = chance.choice(keys)
        if not isinstance(value[key], dict | list) or not value[key] or chance.random() < 0.2:
            value[key] = chance.choice(strange)
            return
        value = value[key]


@pytest.mark.parametrize("number", ["1" + "0" * 400, "-1" + "0" * 400, "NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_no_float_can_hold_is_refused_by_its_field(number):
    with pytest.raises(DocumentError, match="answer"):
        parse_json(f'{{"answer": {number}}}'.encode())
