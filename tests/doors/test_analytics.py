"""What Graph Data Science says of a space is what networkx and numpy say of the same space."""

import math
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.graph.driver import Graph
from clew.graph.schema import declared
from clew.interfaces.analytics import SpaceGraph, space_graph
from clew.model import Turn

MISSING = [name for name in ("graphdatascience", "networkx", "nbclient", "matplotlib") if find_spec(name) is None]

pytestmark = [
    pytest.mark.doors,
    pytest.mark.filterwarnings("default"),  # the client's and pandas' own
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

NOTEBOOK = Path(__file__).parents[2] / "examples" / "analytics.ipynb"


@pytest.fixture(scope="module")
def projected(story: Memory) -> Iterator[SpaceGraph]:
    with space_graph(story, progress=False) as projected:
        yield projected


@pytest.fixture(scope="module")
def oracle(projected: SpaceGraph) -> Any:
    """The same space in networkx, made of what is stored."""
    import networkx

    drawn: Any = networkx.MultiDiGraph()
    kinds = dict(zip(projected.nodes["id"], projected.nodes["kind"], strict=True))
    drawn.add_nodes_from(kinds)
    weights = declared().walk_weights
    for source, type_, target in projected.relationships.itertuples(index=False):
        if weight := weights.get((kinds[source], type_, kinds[target])):
            drawn.add_edge(source, target, weight=weight)
            drawn.add_edge(target, source, weight=weight)
    return drawn


def projections(graph: Graph) -> list[str]:
    from clew.graph.queries import generated

    listed = graph.read(generated("test", "CALL gds.graph.list() YIELD graphName RETURN graphName AS name"))
    return [row["name"] for row in listed if row["name"].startswith("clew-analytics-")]


def by_id(table: Any, column: str) -> dict[str, Any]:
    return dict(zip(table["id"], table[column], strict=True))


def test_it_holds_all_of_the_space_and_nothing_else(projected: SpaceGraph, story: Memory) -> None:
    stats = story.stats()
    assert projected.nodes["kind"].value_counts().to_dict() == stats.nodes
    assert projected.relationships["type"].value_counts().to_dict() == stats.relationships
    assert list(projected.nodes.columns) == ["id", "kind", "text"]


def test_components_are_those_of_networkx(projected: SpaceGraph, oracle: Any) -> None:
    import networkx

    found: dict[int, set[str]] = {}
    for id_, component in by_id(projected.components(), "component").items():
        found.setdefault(component, set()).add(id_)
    assert sorted(map(sorted, found.values())) == sorted(map(sorted, networkx.weakly_connected_components(oracle)))


@pytest.mark.parametrize("damping", [0.0, 0.85, 0.99])
@pytest.mark.parametrize("seeds", [[], ["episode:monday/0"], ["episode:monday/0", "entity:lisbon"]])
def test_pagerank_is_that_of_networkx(seeds: list[str], damping: float, projected: SpaceGraph, oracle: Any) -> None:
    """Without seeds networkx spreads what sinks hold over all, and so does a share of the whole."""
    import networkx

    dangling = None if not seeds else dict.fromkeys(seeds, 1.0)
    wanted = networkx.pagerank(
        oracle, damping, personalization=dangling, dangling=dangling, max_iter=5000, tol=1e-13, weight="weight"
    )
    found = by_id(projected.pagerank(seeds, damping=damping), "score")
    assert math.isclose(sum(found.values()), 1.0)
    assert max(abs(found[id_] - wanted[id_]) for id_ in wanted) < 1e-6


def test_a_community_is_never_wider_than_a_component(projected: SpaceGraph) -> None:
    component = by_id(projected.components(), "component")
    community = by_id(projected.communities(), "community")
    joined = {(community[id_], component[id_]) for id_ in component}
    assert len(joined) == len(set(community.values()))
    assert by_id(projected.communities(), "community") == community


def test_an_embedding_is_the_same_each_time_and_as_wide_as_asked(projected: SpaceGraph) -> None:
    first, second = (by_id(projected.embeddings(16), "embedding") for _ in range(2))
    assert {len(vector) for vector in first.values()} == {16}
    assert first == second


def test_similar_memories_are_the_nearest_by_their_vectors(projected: SpaceGraph, story: Memory) -> None:
    import numpy as np

    stored = rows(story, "MATCH (n:Clew {space: $space}) WHERE n.kind = 'Episode' RETURN n.id AS id, n.embedding AS v")
    vectors = {row["id"]: np.array(row["v"]) / np.linalg.norm(row["v"]) for row in stored if row["v"]}
    exact = {
        (one, other): (1 + float(vectors[one] @ vectors[other])) / 2
        for one in vectors
        for other in vectors
        if one < other
    }
    table = projected.similar("Episode", top=len(vectors), cutoff=0.7)
    found = {
        tuple(sorted((one, other))): score
        for one, other, score in zip(table["id"], table["other_id"], table["score"], strict=True)
    }
    assert set(found) == {pair for pair, score in exact.items() if score >= 0.7}
    assert all(abs(found[pair] - exact[pair]) < 1e-5 for pair in found)
    assert list(table["score"]) == sorted(table["score"], reverse=True)


def test_duplicates_are_of_one_kind_and_each_pair_stands_once(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember([Turn("The ferry leaves at nine.", "Ann"), Turn("Nothing of note.", "Ben")], session="one")
    memory.remember([Turn("The ferry leaves at nine.", "Ann")], session="two")
    with space_graph(memory, progress=False) as graph:
        table = graph.duplicates()
    assert [tuple(sorted(pair)) for pair in zip(table["id"], table["other_id"], strict=True)] == [
        ("episode:one/0", "episode:two/0")
    ]


def test_spaces_do_not_meet(projected: SpaceGraph, open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember([Turn("The ferry leaves at nine.", "Ann")], session="one")
    with space_graph(memory, progress=False) as graph:
        own = set(graph.nodes["id"])
        assert "episode:one/0" in own
        assert graph.graph.node_count() == len(own) == sum(memory.stats().nodes.values())
        assert "episode:one/0" not in set(projected.nodes["id"])


def test_a_space_of_one_turn_has_no_pairs(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.add("Hello there, ferryman.", session="s")
    with space_graph(memory, progress=False) as graph:
        assert len(graph.duplicates()) == 0
        assert len(graph.similar("Fact")) == 0


def test_memories_that_nothing_joins_are_communities_of_one(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.add("Hm.", session="s")
    with space_graph(memory, progress=False) as graph:
        assert len(set(graph.communities()["community"])) == len(graph.nodes) == sum(memory.stats().nodes.values())


def test_an_empty_space_is_one_error(open_memory: Callable[..., Memory]) -> None:
    with pytest.raises(NotFound, match="holds nothing to analyse"), space_graph(open_memory(), progress=False):
        pass


def test_projections_are_dropped_also_after_a_failure(story: Memory, graph: Graph, projected: SpaceGraph) -> None:
    before = projections(graph)

    def fail() -> None:
        with space_graph(story, progress=False) as inner:
            assert inner.graph.name() in projections(graph)
            inner.similar()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert projections(graph) == before == [projected.graph.name()]


def test_the_memory_is_usable_afterwards(story: Memory) -> None:
    with space_graph(story, progress=False):
        pass
    assert story.recall("Where does Ann work?").hits


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda graph: graph.pagerank(["episode:nobody/0"]), "seed 'episode:nobody/0' is not in space"),
        (lambda graph: graph.pagerank(damping=1.0), "damping 1.0 is no probability below 1"),
        (lambda graph: graph.similar("Session"), "kind 'Session' has no vectors"),
        (lambda graph: graph.similar(cutoff=2.0), "cutoff 2.0 is no similarity of 0 to 1"),
        (lambda graph: graph.duplicates(cutoff=-0.5), "cutoff -0.5 is no similarity"),
        (lambda graph: graph.similar(top=0), "top is 0"),
        (lambda graph: graph.embeddings(0), "dimensions is 0"),
    ],
)
def test_bad_input_is_one_sentence(ask: Callable[[SpaceGraph], Any], complaint: str, projected: SpaceGraph) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        ask(projected)
