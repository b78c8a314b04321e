"""Connected components are those that networkx finds, in the order of their first nodes."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from games.connected import components

_NODES = st.integers(0, 12)
_LINKS = st.sets(st.tuples(_NODES, _NODES), max_size=16)


@given(st.lists(_NODES, unique=True), _LINKS)
def test_components_are_those_of_the_graph_without_the_nodes_that_are_no_keys(nodes, links):
    graph = nx.Graph(list(links)).subgraph(nodes).copy()
    graph.add_nodes_from(nodes)
    beside = {node: [*graph.adj[node], 99] for node in nodes}
    assert sorted(map(sorted, components(beside))) == sorted(map(sorted, nx.connected_components(graph)))


@given(st.lists(_NODES, unique=True))
def test_nodes_without_neighbours_are_components_of_their_own_in_their_order(nodes):
    assert components({node: [] for node in nodes}) == [frozenset([node]) for node in nodes]


def test_the_order_of_components_is_that_of_their_first_nodes():
    assert components({3: [1], 2: [], 1: [3]}) == [{3, 1}, {2}]
