"""What a reading shows of a copy of the game is kept in a profile and comes back as it was."""

import json

import numpy as np
import pytest

from calibration.from_reading import keep_copy
from calibration.problems import CalibrationError
from calibration.profile.folder import keep, load_profile
from calibration.profile.schema import ground_document, parse_pieces, pieces_document
from games.documents import DocumentError
from tests.calibration.taught import networks, photo
from vision.imaging.photo import photo_of
from vision.pieces.evidence.candidate_network import INPUT_COUNT
from vision.pieces.evidence.examples import PieceExamples
from vision.reading.reader import read_photo
from vision.reading.reading import Reading
from vision.terrain.ground.taught_ground import TaughtGround, learn_ground
from vision.vocabulary import COLOURS

_LOOKS = np.array([[0.1, 0.2, 0.3, -1.0, -2.0], [0.5, -0.2, 0.0, -0.5, -1.5], [np.nan] * 5])


def test_a_reading_in_which_nothing_is_sure_is_not_kept(tmp_path):
    nothing = Reading(width=640, height=480, tiles=(), pieces=(), ask=(), unseen=())
    with pytest.raises(CalibrationError, match="answer its questions first"):
        keep_copy(tmp_path / "copy", nothing, photo_of(np.zeros((480, 640, 3), np.uint8)))
    assert not (tmp_path / "copy").exists()


def test_nothing_of_a_photo_is_kept_in_a_profile_of_which_a_file_is_damaged(tmp_path):
    keep(tmp_path / "copy", "seen-tiles.json", {"format": "something else"})
    before = sorted(path.name for path in (tmp_path / "copy").iterdir())
    table = photo("tiles_table")
    with pytest.raises(DocumentError, match="seen-tiles"):
        keep_copy(tmp_path / "copy", read_photo(table, networks()), table)
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == before


def test_the_looks_of_grounds_come_back_from_the_profile(tmp_path):
    keep(tmp_path / "copy", "ground.json", ground_document(TaughtGround(_LOOKS, np.full(5, 0.25))))
    ground = load_profile(tmp_path / "copy").ground
    assert ground is not None
    np.testing.assert_allclose(ground.looks, _LOOKS, atol=1e-4)
    np.testing.assert_allclose(ground.deviations, 0.25, atol=1e-4)


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("grounds", {"P": [0.1] * 4}, "grounds"),
        ("grounds", {"X": [0.1] * 5}, "grounds"),
        ("deviations", [0.0] * 5, "dev"),
    ],
)
def test_a_damaged_file_of_grounds_is_named_with_its_field(tmp_path, field, value, named):
    keep(tmp_path / "copy", "ground.json", ground_document(TaughtGround(_LOOKS, np.full(5, 0.25))))
    file = tmp_path / "copy" / "ground.json"
    file.write_text(json.dumps({**json.loads(file.read_bytes()), field: value}), encoding="utf-8")
    with pytest.raises(DocumentError) as refused:
        load_profile(tmp_path / "copy")
    assert refused.value.field.startswith(f"ground.json: {named}")


def _kept_pieces(folder):
    inputs = np.random.default_rng(4).normal(size=(3, INPUT_COUNT)).astype(np.float32)
    names = np.arange(len(COLOURS))
    names[COLOURS.index("white")] = COLOURS.index("grey")
    colours = np.array([COLOURS.index("white"), COLOURS.index("red"), -1])
    examples = PieceExamples(inputs, np.array([1, 2, 3]), colours, names)
    keep(folder, "pieces.json", pieces_document(examples))
    return examples


def test_the_pieces_of_a_copy_come_back_from_the_profile(tmp_path):
    kept = _kept_pieces(tmp_path / "copy")
    pieces = load_profile(tmp_path / "copy").pieces
    assert pieces is not None
    np.testing.assert_allclose(pieces.inputs, kept.inputs, atol=2e-3)
    for field in ("kinds", "colours", "names"):
        np.testing.assert_array_equal(getattr(pieces, field), getattr(kept, field))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"kind": "king"}, "pieces[0].kind"),
        ({"colour": "mauve"}, "pieces[0].colour"),
        ({"colour": None}, "pieces[0].colour"),
        ({"inputs": "AAAA"}, "pieces[0].inputs"),
        ({"inputs": "no base64"}, "pieces[0].inputs"),
    ],
)
def test_a_damaged_file_of_pieces_is_named_with_its_field(tmp_path, change, named):
    _kept_pieces(tmp_path / "copy")
    file = tmp_path / "copy" / "pieces.json"
    document = json.loads(file.read_bytes())
    document["pieces"][0] |= change
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DocumentError) as refused:
        load_profile(tmp_path / "copy")
    assert refused.value.field == f"pieces.json: {named}"


def test_pieces_that_other_networks_saw_are_left_aside_and_the_rest_of_the_profile_is_used(tmp_path):
    _kept_pieces(tmp_path / "copy")
    keep(tmp_path / "copy", "ground.json", ground_document(TaughtGround(_LOOKS, np.full(5, 0.25))))
    assert not load_profile(tmp_path / "copy").has_outdated_piece_examples
    file = tmp_path / "copy" / "pieces.json"
    document = json.loads(file.read_bytes())
    file.write_text(json.dumps({**document, "networks": "0" * len(document["networks"])}), encoding="utf-8")
    profile = load_profile(tmp_path / "copy")
    assert profile.pieces is None
    assert profile.has_outdated_piece_examples
    assert profile.ground is not None


def test_a_profile_whose_pieces_name_no_networks_is_loaded_and_compared_with_the_first_ones_that_are_named(tmp_path):
    _kept_pieces(tmp_path / "copy")
    file = tmp_path / "copy" / "pieces.json"
    document = json.loads(file.read_bytes())
    del document["networks"]
    file.write_text(json.dumps(document), encoding="utf-8")
    pieces = parse_pieces(document)
    assert pieces.networks
    assert load_profile(tmp_path / "copy").has_outdated_piece_examples == (not pieces.are_comparable)


def test_a_shift_of_all_looks_by_the_light_and_other_shares_change_no_name():
    rng = np.random.default_rng(2)
    means = rng.normal(size=(3, 5))
    taught = learn_ground(means, np.array([0.5, 0.3, 0.2]), np.arange(3))
    labels = np.array([np.eye(3)[[a, b, c]] for a in range(3) for b in range(3) for c in range(3)])
    for _ in range(20):
        shown = means + rng.normal(size=5)
        likely = labels[taught.log_likelihoods(shown, rng.dirichlet([4, 4, 4]), labels).argmax()]
        np.testing.assert_array_equal(likely.argmax(axis=1), [0, 1, 2])
