"""A profile's folder is checked when it is read, and a fault is named by file and field."""

import json
import os
import sys

import pytest

from calibration.problems import CalibrationError
from calibration.profile.folder import keep, keep_lens, load_profile, open_profile, rename
from games.documents import DocumentError
from vision.geometry.lens import Lens

LENS = Lens("Phone 26 mm", 4000, 3000, 3100.0, (2000.0, 1490.0), (0.1, -0.2, 0.0, 0.001, 0.0), 0.4)


def test_what_is_kept_is_read_back(tmp_path):
    folder = tmp_path / "kitchen"
    keep_lens(folder, LENS)
    profile = load_profile(folder)
    assert profile.name == "kitchen"
    assert profile.lenses == (LENS,)


def test_a_lens_replaces_the_older_one_of_its_camera_and_size_only(tmp_path):
    other = Lens("", 1280, 720, 900.0, (640.0, 360.0), (0.0,) * 5, 0.1)
    again = Lens("Phone 26 mm", 4000, 3000, 3120.0, (2000.0, 1500.0), (0.1, -0.2, 0.0, 0.0, 0.0), 0.3)
    for lens in (LENS, other, again):
        keep_lens(tmp_path, lens)
    assert set(load_profile(tmp_path).lenses) == {other, again}


def test_a_new_folder_is_an_empty_profile_that_is_not_written_yet(tmp_path):
    assert open_profile(tmp_path / "new").lenses == ()
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["", " \n "])
def test_a_profile_with_a_blank_name_is_called_as_its_folder(tmp_path, name):
    rename(tmp_path / "kitchen", name)
    assert load_profile(tmp_path / "kitchen").name == "kitchen"


def test_a_profile_can_be_renamed(tmp_path):
    keep_lens(tmp_path, LENS)
    rename(tmp_path, "Кухня")
    assert load_profile(tmp_path).name == "Кухня"
    assert load_profile(tmp_path).lenses == (LENS,)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"focal": "long"}, "lenses.json: lenses[0].focal"),
        ({"focal": -3.0}, "lenses.json: lenses[0].focal"),
        ({"centre": [1.0]}, "lenses.json: lenses[0].centre"),
        ({"distortion": [0.1, 0.2, 0.0, 0.0]}, "lenses.json: lenses[0].distortion"),
        ({"error_px": 1.5}, "lenses.json: lenses[0].error_px"),
        ({"width": None}, "lenses.json: lenses[0].width"),
    ],
)
def test_a_wrong_field_is_named(tmp_path, change, field):
    keep_lens(tmp_path, LENS)
    path = tmp_path / "lenses.json"
    document = json.loads(path.read_bytes())
    document["lenses"][0] |= change
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DocumentError) as error:
        load_profile(tmp_path)
    assert error.value.field == field
    assert field in str(error.value)


def test_a_profile_of_a_later_version_is_refused(tmp_path):
    keep(tmp_path, "profile.json", {"format": "longhouse-profile", "version": 2, "name": "x"})
    with pytest.raises(DocumentError, match=r"profile.json: version"):
        load_profile(tmp_path)


def test_a_file_that_is_no_json_is_named(tmp_path):
    keep_lens(tmp_path, LENS)
    (tmp_path / "lenses.json").write_text("{", encoding="utf-8")
    with pytest.raises(CalibrationError, match=r"lenses.json"):
        load_profile(tmp_path)


def test_folders_that_are_no_profile_are_refused(tmp_path):
    with pytest.raises(CalibrationError, match="no profile folder"):
        load_profile(tmp_path / "nowhere")
    with pytest.raises(CalibrationError, match="not a profile"):
        load_profile(tmp_path)
    (tmp_path / "kitchen.zip").write_bytes(b"x")
    with pytest.raises(CalibrationError, match="is a file, and a profile is a folder; import"):
        load_profile(tmp_path / "kitchen.zip")
    (tmp_path / "kitchen.zip").unlink()
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(CalibrationError, match="something other"):
        open_profile(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such name")
def test_a_folder_whose_name_is_no_text_can_be_a_profile(tmp_path):
    folder = tmp_path / os.fsdecode(b"kitchen \xff")
    assert open_profile(folder).name == "kitchen \ufffd"
    keep_lens(folder, LENS)
    assert load_profile(folder).name == "kitchen \ufffd"
