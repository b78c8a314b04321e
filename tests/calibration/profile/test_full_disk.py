"""What becomes of a profile on a disk that is full, with a disk of 64 kB."""

from tests.support.processes.small_disk import run_on_small_disk

_BEGUN = """
from pathlib import Path
from calibration.problems import CalibrationError
from calibration.profile.folder import rename
full = open("other", "wb", buffering=0)
try:
    while full.write(bytes(4096)):
        pass
except OSError:
    pass
try:
    rename(Path("kitchen"), "Kitchen")
except CalibrationError as error:
    print(error)
print(Path("kitchen").exists())
"""
_IMPORTED = """
import random, string
from pathlib import Path
from calibration.profile.archive import export_profile, import_profile
from calibration.profile.folder import load_profile, rename
rename(Path("kitchen"), "".join(random.Random(1).choices(string.ascii_letters, k=40_000)))
data = export_profile(Path("kitchen"))
Path("kitchen/profile.json").unlink()
import_profile(data, Path("imported"))
print(len(load_profile(Path("imported")).name))
"""


def test_a_profile_that_finds_no_room_says_so_and_leaves_no_folder_without_a_profile(tmp_path):
    said = "There is no room for more in the folder “kitchen”; make room on its disk, then try again."
    assert run_on_small_disk(tmp_path, _BEGUN) == f"{said}\nFalse\n"


def test_a_profile_is_imported_where_there_is_room_for_it_once(tmp_path):
    assert run_on_small_disk(tmp_path, _IMPORTED.replace("40_000", "40_000")) == "40000\n"
