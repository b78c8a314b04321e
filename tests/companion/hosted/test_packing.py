"""What goes through Redis comes out as it went in, and bytes of another kind are refused without running anything."""

import pickle
import subprocess
import sys

import msgspec
import numpy as np
import pytest

from companion.hosted.packing import FORM, packed, unpacked
from companion.reader_service import CopyReading, CopyUsed
from tests.support.readers.truth_reader import GAME
from vision.detections import PieceProbabilities
from vision.facts import RegionsFact
from vision.imaging.photo import decode_photo
from vision.reading.answers.answer import Answer
from vision.reading.reading import Reading

REGIONS = RegionsFact(("P",) * 6, ({"terrain": "P", "ports": [[0, 0]]},), ((0, 1),))


def test_a_reading_comes_out_as_it_went_in(truth):
    read = CopyReading(truth(decode_photo((GAME / "game_04.jpg").read_bytes())), CopyUsed("kitchen", True))
    found = unpacked(packed(read), CopyReading)
    assert repr(found) == repr(read)
    assert found.reading.to_document() == read.reading.to_document()


def test_readings_of_another_form_have_another_number_so_that_older_workers_and_newer_pages_do_not_mix(truth):
    read = CopyReading(truth(decode_photo((GAME / "game_04.jpg").read_bytes())), CopyUsed("kitchen", True))
    plain = msgspec.msgpack.decode(packed(read))
    reading = plain["reading"]
    probabilities = msgspec.msgpack.decode(packed(PieceProbabilities(1.0, np.ones(3), np.ones(11))))
    parts = (plain, plain["used"], reading, reading["tiles"][0], reading["pieces"][0], probabilities)
    fields = [" ".join(sorted(part)) for part in parts]
    assert {FORM: fields} == {
        8: [
            "reading used",
            "has_outdated_piece_examples name other_copy",
            "alternatives ask caveats draft exchanges facts height names observation pieces possible tiles unseen "
            "width",
            "cell confidence edge_confidence edge_logs edges marks name outline px recognised region_confidence "
            "regions set_name touching",
            "cell colour confidence hull kind probabilities px rune signs",
            "certainty clear colours kinds states",
        ]
    }


def test_answers_come_out_as_they_went_in():
    answers = (Answer("region", REGIONS, px=(3.5, 4.0)), Answer("edge", "PMP", cell=(1, -2), edge=3))
    assert unpacked(packed(answers), tuple[Answer, ...]) == answers


@pytest.mark.parametrize("data", [b"", b"{}", pickle.dumps((1, 2)), packed((1, 2)), packed(Answer("edge", "P"))])
def test_other_bytes_are_refused(data):
    with pytest.raises(ValueError):
        unpacked(data, Reading)


# The modules are loaded once, and forked while they have unpacked nothing: each fork is as fresh as a new process.
_AT_ONCE = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from companion.hosted.packing import unpacked
from vision.reading.reading import Reading

for _ in range(3):
    if (fork := os.fork()) == 0:
        break
    assert os.waitpid(fork, 0)[1] == 0
else:
    sys.exit()
data, begin = open(sys.argv[1], "rb").read(), Barrier(16)
sys.setswitchinterval(1e-6)

def unpack(_):
    begin.wait()
    return len(unpacked(data, Reading).tiles)

with ThreadPoolExecutor(16) as pool:
    print(*set(pool.map(unpack, range(16))))
"""


def test_sixteen_threads_of_a_fresh_process_unpack_their_first_readings_at_once(truth, tmp_path):
    """Two threads that prepared msgspec for one type at once ended the process with a segmentation fault."""
    reading = truth(decode_photo((GAME / "game_04.jpg").read_bytes()))
    file = tmp_path / "reading"
    file.write_bytes(packed(reading))
    done = subprocess.run([sys.executable, "-c", _AT_ONCE, str(file)], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout.split()) == (0, 3 * [str(len(reading.tiles))]), done.stderr
