"""The rim of a tile is divided into stretches of one terrain."""

from hypothesis import given
from hypothesis import strategies as some

from games.fjords.rim import rim_stretches

EDGE = some.sampled_from(["P", "M", "O", "PO", "OM", "MP", "POP"])


@given(some.lists(EDGE, min_size=6, max_size=6))
def test_stretches_cover_the_rim_once_and_no_two_neighbours_are_of_one_terrain(edges):
    stretches = rim_stretches(edges)
    carried = [port for stretch in stretches for port in stretch.ports]
    assert sorted(carried) == [(i, part) for i, edge in enumerate(edges) for part in range(len(edge))]
    for one, other in zip(stretches, stretches[1:] + stretches[:1], strict=True):
        assert one.terrain != other.terrain or len(stretches) == 1
