"""Files that commands are asked to write."""

from tests.support.processes.small_disk import run_on_small_disk

_WRITTEN = """
from pathlib import Path
from companion.cli.output_files import write_output
from companion.problems import Problem
write_output(Path("board.json"), b"old")
try:
    write_output(Path("board.json"), bytes(100_000))
except Problem as problem:
    print(problem.sentence("en"))
print(*(f"{path}: {path.read_text()}" for path in Path().iterdir()))
"""


def test_a_file_that_finds_no_room_says_so_and_leaves_the_older_one(tmp_path):
    said = "There is no room for more in the folder “.”; make room on its disk, then try again."
    assert run_on_small_disk(tmp_path, _WRITTEN) == f"{said}\nboard.json: old\n"
