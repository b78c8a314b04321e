"""A game that comes by itself: found while its folders are there, with every command and a page, and gone with them."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import companion
import games
from companion.cli import longhouse
from companion.web import Config, create_app
from games.rulebook import find, known

EXAMPLE = Path(__file__).parents[2] / "examples" / "hex"
PLAYERS = [{"name": "Ann"}, {"name": "Bo"}]


def board(*stones, size=3):
    told = [{"q": q, "r": r, "player": number % 2} for number, (q, r) in enumerate(stones)]
    return {"format": "longhouse-board", "version": 1, "game": "hex", "size": size, "players": PLAYERS, "stones": told}


WON = board((1, 0), (0, 0), (1, 1), (0, 2), (1, 2))


@pytest.fixture
def added(monkeypatch):
    """The example's folders as part of the packages that they belong to."""
    for package in (games, companion):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(EXAMPLE / package.__name__)])
    yield
    for name in [name for name in sys.modules if re.match(r"(games|companion)\.hex(\.|$)", name)]:
        del sys.modules[name]


@pytest.fixture
def say(tmp_path):
    def run(command, *documents, lang="en", **options):
        files = [tmp_path / f"{number}.json" for number in range(len(documents))]
        for file, document in zip(files, documents, strict=True):
            file.write_text(json.dumps(document), encoding="utf-8")
        words = [command, *map(str, files), "--json", "--lang", lang]
        words += [text for name, value in options.items() for text in (f"--{name}", value)]
        result = CliRunner().invoke(longhouse, words)
        return json.loads(result.stdout) if result.exit_code == 0 else result.stderr

    return run


def test_a_game_is_an_afternoon():
    texts = [path for path in EXAMPLE.rglob("*") if path.is_file() and path.suffix not in (".mo", ".pyc")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in texts) <= 250


def test_the_commands_know_the_game_while_it_is_there(added, say):
    scores = say("score", WON)
    assert [(row["chain"], row["total"]) for row in scores["scores"]] == [(3, 1), (1, 0)]
    assert scores["winner"] == "Ann"
    assert say("check", WON)["warnings"] == []
    (uneven,) = say("check", {**WON, "stones": [s for s in WON["stones"] if s["player"] == 0]}, lang="ru")["warnings"]
    assert "3 / 0" in uneven["message"]
    assert "У игроков" in uneven["message"]
    assert say("moves", WON, player="Bo")["moves"] == []
    two = board((1, 1), (0, 0))
    assert len(say("moves", two, player="Ann")["moves"]) == 7
    judged = say("judge", two, board((1, 1), (0, 0), (2, 0)))
    assert judged["events"] == [{"event": "stone-laid", "player": "Ann", "q": 2, "r": 0}]
    assert judged["warnings"] == []
    assert [w["code"] for w in say("judge", WON, two)["warnings"]] == ["several-moves"]
    assert "Подсказок" in say("hint", two, player="Ann", lang="ru")
    assert "no answer to “place”" in say("place", two, tile=str(EXAMPLE / "../../sample_images/table11.json"))
    for wrong, field in (
        (board((3, 0)), "stones[0]"),
        (board((0, 0), (0, 0)), "stones[1]"),
        ({**WON, "size": 2}, "size"),
    ):
        assert field in say("score", wrong)
    assert find("hex").title("ru") == "Гекс"


def test_the_page_is_linked_tapped_and_counted_while_the_game_is_there(added, tmp_path, truth):
    app = create_app(Config(data=str(tmp_path)), truth)
    client = app.test_client()
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/hex/").text).group(1)
    assert 'href="/hex/"' in client.get("/").text
    address = client.post("/hex/new", data={"csrf_token": token, "name-0": "Ann", "name-1": "Bo"}).headers["Location"]
    for r in range(11):
        answer = client.post(address + "tap", data={"csrf_token": token, "player": 0, "cell": f"4,{r}"})
        assert answer.status_code == 200
    assert 'data-field="total" data-points="1"' in answer.text
    wrong = {"csrf_token": token, "player": 0, "cell": "x"}
    refused = client.post(address + "tap", data=wrong, headers={"Accept-Language": "ru"})
    assert (refused.status_code, refused.get_json()["error"]["message"]) == (422, "Нажмите клетку поля.")
    shown = client.get(address, headers={"Accept-Language": "ru"}).text
    assert "Самая длинная цепь" in shown
    assert shown.count('fill="#2f2d31"') == 11
    assert client.get(address + "result.png").status_code == 200
    app.extensions["longhouse-games"].library.close()


@pytest.mark.skipif((Path(games.__file__).parent / "hex").is_dir(), reason="Hex was added")
def test_without_its_folders_nobody_knows_the_game(say, tmp_path, truth):
    assert "hex" not in known()
    assert "names a game that is not known" in say("score", WON)
    app = create_app(Config(data=str(tmp_path)), truth)
    assert app.test_client().get("/hex/").status_code == 404
    app.extensions["longhouse-games"].library.close()
