"""Several photos of one table as command and pages use them: one answer, and a sentence for each that is not in it."""

import json
import shutil
from dataclasses import replace

import cv2
import pytest
from click.testing import CliRunner

from companion.cli import longhouse
from companion.merge_photos import NothingRead, read_merged
from companion.problems import sentence
from tests.support.readers.truth_reader import SAMPLES
from vision.imaging.photo import decode_photo


@pytest.fixture
def photos(tmp_path, truth, monkeypatch):
    """A table photographed twice, a copy of the first photo, another table, and a file that is no photo."""
    monkeypatch.setattr("companion.cli.photo_readers.NetworkReader", lambda *_: truth)
    for name, source in (("a.jpg", "table11"), ("b.jpg", "table11"), ("other.jpg", "table12")):
        shutil.copy(SAMPLES / f"{source}.jpg", tmp_path / name)
    with (tmp_path / "b.jpg").open("ab") as file:
        file.write(b"another file with the same picture")
    shutil.copy(tmp_path / "a.jpg", tmp_path / "copy of a.jpg")
    (tmp_path / "words.jpg").write_text("no photo", encoding="utf-8")
    return tmp_path


def read(folder, *words):
    names = [str(folder / w) if w.endswith(".jpg") else w for w in words]
    result = CliRunner().invoke(longhouse, ["read", "--merge", *names])
    return result, [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]


def test_photos_of_one_table_are_one_line_named_by_the_first(photos):
    result, (line,) = read(photos, "a.jpg", "b.jpg", "--json")
    assert result.exit_code == 0
    assert line["file"] == str(photos / "a.jpg")
    true = json.loads((SAMPLES / "table11.json").read_bytes())
    assert (len(line["tiles"]), len(line["pieces"])) == (len(true["tiles"]), len(true["pieces"]))
    assert {"ask", "unseen"} <= line.keys()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_each_photo_that_cannot_be_used_is_named_and_the_others_are_still_read(photos, lang):
    result, lines = read(photos, "words.jpg", "a.jpg", "other.jpg", "b.jpg", "no.jpg", "--json", "--lang", lang)
    assert result.exit_code == 1
    assert [line["file"] for line in lines] == [str(photos / "a.jpg")]
    complaints = result.stderr.splitlines()
    assert sorted(c.split(": ")[0].rsplit("/", 1)[1] for c in complaints) == ["no.jpg", "other.jpg", "words.jpg"]
    (strange,) = [c for c in complaints if "other.jpg" in c]
    assert {"en": "another table", "ru": "другой стол"}[lang] in strange


def test_where_nothing_can_be_read_every_file_is_named(photos):
    result, lines = read(photos, "words.jpg", "no.jpg", "--json")
    assert (result.exit_code, lines) == (1, [])
    assert len(result.stderr.splitlines()) == 2


def test_the_picture_and_the_document_bear_the_first_photos_name(photos, tmp_path):
    result, _ = read(photos, "a.jpg", "b.jpg", "--picture", str(tmp_path / "drawn"), "--out", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert [p.name for p in (tmp_path / "drawn").iterdir()] == ["a.jpg"]
    assert json.loads((tmp_path / "out" / "a.json").read_bytes())["format"] == "longhouse-board"


def decoded_by(read):
    return lambda _, data: read(decode_photo(data))


def test_photos_together_are_counted_as_one_board(photos, truth):
    names = ("a.jpg", "other.jpg", "b.jpg")
    merged = read_merged([(name, (photos / name).read_bytes) for name in names], decoded_by(truth))
    assert (merged.used, merged.numbers) == (("a.jpg", "b.jpg"), (0, 2))
    ((name, why),) = merged.refused
    assert name == "other.jpg"
    assert "другой стол" in sentence(why, "ru")
    assert max(score.total for score in merged.tally().scores.scores) == 13
    with pytest.raises(NothingRead) as nothing:
        read_merged([("words.jpg", (photos / "words.jpg").read_bytes)], decoded_by(truth))
    assert nothing.value.refused[0][0] == "words.jpg"


def test_a_photo_that_was_chosen_twice_counts_once_since_it_would_confirm_its_own_errors(photos, truth):
    names = ("a.jpg", "copy of a.jpg")
    merged = read_merged([(name, (photos / name).read_bytes) for name in names], decoded_by(truth))
    assert (merged.used, merged.refused) == (("a.jpg",), ())
    one = truth(decode_photo((photos / "a.jpg").read_bytes()))
    assert [tile.confidence for tile in merged.reading.tiles] == [tile.confidence for tile in one.tiles]


def test_two_formats_of_one_shot_count_once_and_that_is_said(photos, truth):
    cv2.imwrite(str(photos / "A.png"), cv2.imread(str(photos / "a.jpg")))
    result, (line,) = read(photos, str(photos / "A.png"), "a.jpg", "copy of a.jpg", "--json", "--lang", "en")
    assert result.exit_code == 0
    assert [tile["confidence"] for tile in line["tiles"]] == [0.97] * len(line["tiles"])
    assert result.stderr.splitlines() == [
        f"{photos}/a.jpg: This is the same picture as “A.png”; the two count as one.",
        f"{photos}/copy of a.jpg: This is the same picture as “a.jpg”; the two count as one.",
    ]


def test_photos_of_two_phones_that_call_them_alike_both_count(photos, truth):
    reading = truth(decode_photo((photos / "a.jpg").read_bytes()))
    moved = replace(reading, tiles=tuple(replace(t, px=(t.px[0] + 9, t.px[1])) for t in reading.tiles))
    seen = {"one.heic": reading, "one.jpg": moved}
    merged = read_merged([(name, name.encode) for name in seen], lambda name, _: seen[name])
    assert (merged.used, merged.repeated) == (("one.heic", "one.jpg"), ())
