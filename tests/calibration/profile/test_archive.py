"""A profile travels as one zip file; a zip file from elsewhere can do no harm."""

import io
import json
import random
import zipfile

import pytest

from calibration.problems import CalibrationError
from calibration.profile.archive import LARGEST_ZIP, export_profile, import_profile
from calibration.profile.folder import keep_lens, load_profile
from games.documents import DocumentError
from tests.calibration.profile.test_folder import LENS

HEAD = '{"format": "longhouse-profile", "version": 1, "name": "x"}'

STRANGE = [None, -1, 10**30, 1e300, float("nan"), "\ud800", "x" * 500, [], {}, [[[]]]]


def packed(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for name, content in files.items():
            target.writestr(name, content)
    return out.getvalue()


def test_an_exported_profile_is_imported_completely(tmp_path):
    keep_lens(tmp_path / "mine", LENS)
    (tmp_path / "mine" / "notes.txt").write_text("private", encoding="utf-8")
    data = export_profile(tmp_path / "mine")
    import_profile(data, tmp_path / "yours")
    assert load_profile(tmp_path / "yours").lenses == (LENS,)
    assert load_profile(tmp_path / "yours").name == "mine"
    assert not (tmp_path / "yours" / "notes.txt").exists()
    assert export_profile(tmp_path / "yours") == data


@pytest.mark.parametrize(
    "name",
    [
        "../evil.json",
        "/etc/evil.json",
        "tiles/../../evil.json",
        "tiles\\..\\evil.json",
        "C:evil.json",
        "tiles/a/b.json",
    ],
)
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    data = packed(**{"profile.json": HEAD, name: "{}"})
    with pytest.raises(CalibrationError, match="no part of a profile"):
        import_profile(data, tmp_path / "in" / "side")
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_a_bomb_is_refused_before_it_fills_the_disk(tmp_path):
    data = packed(**{"profile.json": HEAD, "lenses.json": b"0" * 40_000_000})
    assert len(data) < 200_000
    with pytest.raises(CalibrationError, match="too large"):
        import_profile(data, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_damaged_part_leaves_nothing_behind(tmp_path):
    data = packed(**{"profile.json": HEAD, "lenses.json": '{"format": "longhouse-lenses", "version": 1}'})
    with pytest.raises(DocumentError, match=r"lenses.json: lenses"):
        import_profile(data, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "data", [b"", b"no zip", packed(**{"profile.json": HEAD})[:60]], ids=["nothing", "something other", "cut short"]
)
def test_a_file_that_is_no_zip_file_is_refused(tmp_path, data):
    with pytest.raises(CalibrationError, match="not a profile's zip file"):
        import_profile(data, tmp_path / "new")


def test_a_zip_file_without_a_head_is_refused(tmp_path):
    with pytest.raises(CalibrationError, match=r"no profile\.json"):
        import_profile(packed(**{"lenses.json": "{}"}), tmp_path / "new")


def test_a_folder_that_is_there_is_not_overwritten(tmp_path):
    keep_lens(tmp_path / "mine", LENS)
    with pytest.raises(CalibrationError, match="already exists"):
        import_profile(export_profile(tmp_path / "mine"), tmp_path / "mine")


def test_an_entry_without_a_name_is_refused(tmp_path):
    data = packed(**{"profile.json": HEAD, "#": "{}"}).replace(b"#", b"\0")
    with pytest.raises(CalibrationError, match="no part of a profile"):
        import_profile(data, tmp_path / "yours")


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_contents_that_cannot_be_unpacked_are_refused(tmp_path, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as target:
        target.writestr("profile.json", HEAD)
    data = bytearray(out.getvalue())
    start = data.find(b"profile.json") + len("profile.json")
    data[start + 9 : start + 29] = b"\xff" * 20
    with pytest.raises(CalibrationError, match="damaged"):
        import_profile(bytes(data), tmp_path / "yours")


def many_entries(count):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        target.writestr("profile.json", HEAD)
        for number in range(count):
            target.writestr(f"tiles/{number}.json", "")
    return out.getvalue()


def test_a_zip_file_of_more_files_than_a_profile_has_is_refused(tmp_path):
    with pytest.raises(CalibrationError, match="too large"):
        import_profile(many_entries(100), tmp_path / "new")


@pytest.mark.parametrize("end", ["as it is", "said to hold one entry", "with a comment", "after the end of another"])
def test_a_directory_of_thousands_of_entries_is_refused_before_it_is_read(tmp_path, monkeypatch, end):
    data = bytearray(many_entries(3_000))
    if end == "said to hold one entry":
        data[-14:-10] = b"\1\0\1\0"
    elif end == "with a comment":
        data[-2:] = b"\4\0"
        data += b"note"
    elif end == "after the end of another":
        data = data[:-22] + packed(**{"profile.json": HEAD})[-22:] + data[-22:]
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("the directory was read"))
    with pytest.raises(CalibrationError, match="too large"):
        import_profile(bytes(data), tmp_path / "new")


def test_many_files_that_are_small_each_but_not_together_are_refused_by_their_stated_sizes(tmp_path, monkeypatch):
    data = packed(**{"profile.json": HEAD, **{f"tiles/{n}.json": b"0" * 27_000_000 for n in range(5)}})
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("a file was unpacked"))
    with pytest.raises(CalibrationError, match="zip file is too large"):
        import_profile(data, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_part_larger_than_any_of_a_profile_is_refused_while_it_is_unpacked(tmp_path):
    data = packed(**{"profile.json": HEAD, "lenses.json": b"0" * 33_000_000})
    with pytest.raises(CalibrationError, match="zip file is too large"):
        import_profile(data, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_file_that_is_larger_than_it_says_is_refused(tmp_path):
    honest = packed(**{"profile.json": HEAD, "lenses.json": b"0" * 4_000_000})
    lying = honest.replace((4_000_000).to_bytes(4, "little"), (400).to_bytes(4, "little"))
    with pytest.raises(CalibrationError):
        import_profile(lying, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_zip64_file_is_refused_before_its_directory_is_read(tmp_path, monkeypatch):
    data = packed(**{"profile.json": HEAD})
    locator = b"PK\6\7" + bytes(16)
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("the directory was read"))
    with pytest.raises(CalibrationError, match="too large"):
        import_profile(data[:-22] + locator + data[-22:], tmp_path / "new")


def test_a_part_that_comes_twice_is_refused(tmp_path):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target, pytest.warns(UserWarning, match="Duplicate"):
        for name in ("profile.json", "lenses.json", "lenses.json"):
            target.writestr(name, HEAD)
    with pytest.raises(CalibrationError, match="no part of a profile"):
        import_profile(out.getvalue(), tmp_path / "new")


def test_a_file_that_is_too_large_to_send_is_refused_unread(tmp_path, monkeypatch):
    whole = packed(**{"profile.json": HEAD})
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("it was read"))
    with pytest.raises(CalibrationError, match="too large"):
        import_profile(bytes(LARGEST_ZIP) + whole, tmp_path / "new")


def test_damage_anywhere_ends_in_a_sentence(tmp_path):
    keep_lens(tmp_path / "mine", LENS)
    whole = export_profile(tmp_path / "mine")
    chance = random.Random(1)
    for number in range(300):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 5)):
            data[chance.randrange(len(data))] = chance.choice((0, 127, 128, 255, chance.randrange(256)))
        folder = tmp_path / f"new{number}"
        try:
            import_profile(bytes(data), folder)
        except (CalibrationError, DocumentError) as error:
            assert str(error).encode()
            assert "written" not in str(error)
            assert not folder.exists()


@pytest.mark.parametrize(
    "strange", [None, -1, 10**30, 1e300, float("nan"), "\ud800", "x" * 500, [], {}, [[[]]]], ids=repr
)
def test_what_is_strange_in_a_part_is_refused_by_file_and_field(tmp_path, strange):
    keep_lens(tmp_path / "mine", LENS)
    lens = json.loads((tmp_path / "mine" / "lenses.json").read_bytes())["lenses"][0]
    for field in ("focal", "centre", "distortion", "width", "error_px"):
        document = {"format": "longhouse-lenses", "version": 1, "lenses": [{**lens, field: strange}]}
        with pytest.raises(DocumentError) as refused:
            import_profile(packed(**{"profile.json": HEAD, "lenses.json": json.dumps(document)}), tmp_path / "new")
        assert refused.value.field.startswith(f"lenses.json: lenses[0].{field}")
        assert str(refused.value).encode()
