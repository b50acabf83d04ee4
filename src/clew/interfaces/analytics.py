"""A space as a graph of Graph Data Science and as DataFrames, see docs/analytics.md; it needs the extra `analytics`."""

import itertools
import math
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from clew.errors import InvalidInput, MissingDependency, NotFound, ReadOnly, Unsupported, install_hint
from clew.graph.drafts import mark
from clew.graph.driver import translated
from clew.graph.queries import load
from clew.graph.read_only import REMEDY
from clew.graph.schema import declared
from clew.retrieval.pagerank import sweep
from clew.text.arguments import check_methods

if TYPE_CHECKING:
    from pandas import DataFrame

    from clew.api.memory import Memory

PREFIX = "clew-analytics-"
STALE_SECONDS = 86_400  # seconds. A projection that is older than this was left behind by a process that died.
MAX_NODES = 100_000  # nodes read in one go, to put names to numbers
PRECISION = 1e-9  # share of a walker's time that may be missing from a score, however far a walker goes

_numbers = itertools.count()


@contextmanager
def space_graph(memory: "Memory", *, progress: bool = True) -> "Generator[SpaceGraph]":
    """Project a space into Graph Data Science while the block runs; the projection is dropped at its end.

    Args:
        memory: of the space.
        progress: whether long computations show a bar.

    Raises:
        MissingDependency: the extra `analytics` is not installed.
        Unsupported: the server has no Graph Data Science.
        NotFound: the space holds nothing.
    """
    try:
        package = import_module("graphdatascience")
    except ModuleNotFoundError as error:
        message = f"analytics needs the package {error.name!r}; {install_hint('analytics')}"
        raise MissingDependency(message) from error
    server = memory.space.graph
    if server.only_reads:
        raise ReadOnly(f"{server.uri}: a projection is written, and memory was opened to be read only; {REMEDY}")
    if not memory.has_gds:
        raise Unsupported(
            f"{server.uri} has no Graph Data Science 2.26 or newer; install it, or use the managed server"
        )
    with translated(server.uri):
        # Over Bolt alone: OpenGDS has no Arrow server. The driver stays the memory's to close.
        client = package.GraphDataScience(server.driver, database=server.database, arrow=False, show_progress=progress)
    sweep(server, PREFIX, STALE_SECONDS)
    weights = {" ".join(ends): weight for ends, weight in declared().walk_weights.items()}
    with _projection(client, memory, "analytics/project", weights=weights) as graph:
        yield SpaceGraph(memory, client, graph)


@check_methods
class SpaceGraph:
    """A projected space: all of its memories, and the relationships that recall walks, both ways and weighted.

    It stands still: what is remembered later is not in it. Numbers that memories have in it are no ids; every
    DataFrame has ids.

    Attributes:
        client: a `graphdatascience.GraphDataScience`, for what is not offered here.
        graph: the projection, a `graphdatascience.Graph`; its relationships have the property `weight`.
    """

    def __init__(self, memory: "Memory", client: Any, graph: Any) -> None:  # noqa: ANN401
        self._memory = memory
        self.client = client
        self.graph = graph
        from pandas import DataFrame

        with translated(memory.space.graph.uri):
            numbers = [int(number) for number in client.degree.stream(graph)["nodeId"]]
        rows: list[tuple[int, str, str, str]] = []
        for start in range(0, len(numbers), MAX_NODES):
            part = numbers[start : start + MAX_NODES]
            rows += memory.space.read(load("analytics/nodes", tuple[int, str, str, str]), numbers=part)
        self._named = DataFrame(rows, columns=["number", "id", "kind", "text"]).set_index("number").sort_values("id")

    @property
    def nodes(self) -> "DataFrame":
        """Every memory: `id`, `kind`, `text`."""
        return self._named.reset_index(drop=True)

    @property
    def relationships(self) -> "DataFrame":
        """Every relationship as it is stored: `source` and `target`, which are ids, and `type`."""
        from pandas import DataFrame

        rows = self._memory.space.read(load("analytics/relationships", tuple[str, str, str]))
        return DataFrame(rows, columns=["source", "type", "target"])

    def components(self) -> "DataFrame":
        """Return the number of the connected component of each memory: what shares none hangs together by nothing."""
        return self._per_node("wcc", "componentId", "component")

    def communities(self) -> "DataFrame":
        """Return the number of the community of each memory, by Leiden's method; the same each time."""
        if not self.graph.relationship_count():  # each alone; Leiden's method fails on it
            return self.components().rename(columns={"component": "community"})
        options = {"relationship_weight_property": "weight", "random_seed": 1, "concurrency": 1}
        return self._per_node("leiden", "communityId", "community", **options)

    def pagerank(self, seeds: Iterable[str] = (), *, damping: float = 0.85) -> "DataFrame":
        """Return the `score` of each memory: its share of a walker's time, summing to 1.

        Args:
            seeds: ids of memories that the walker returns to; none: any memory.
            damping: probability of following a relationship, below 1.

        Raises:
            InvalidInput: a seed is not in the space, or the damping factor is not below 1.
        """
        if not 0 <= damping < 1:
            raise InvalidInput(f"damping {damping} is no probability below 1; give one such as 0.85")
        numbers = {id_: int(number) for number, id_ in self._named["id"].items()}  # pyright: ignore[reportArgumentType]
        wanted = list[int]()
        for each in [seeds] if isinstance(seeds, str) else seeds:
            if each not in numbers:
                raise InvalidInput(f"seed {each!r} is not in space {self._memory.space.name!r}; give ids of `nodes`")
            wanted.append(numbers[each])
        ranked = self._per_node(
            "page_rank",
            "score",
            "score",
            damping_factor=damping,
            max_iterations=math.ceil(math.log(PRECISION) / math.log(damping)) if damping else 1,
            tolerance=PRECISION * (1 - damping),
            relationship_weight_property="weight",
            source_nodes=wanted or None,
        )
        return ranked.assign(score=ranked["score"] / ranked["score"].sum())

    def embeddings(self, dimensions: int = 64) -> "DataFrame":
        """Return a vector per memory of where it stands in the graph, `embedding`, by FastRP; the same each time.

        Raises:
            InvalidInput: there is no dimension.
        """
        if dimensions < 1:
            raise InvalidInput(f"dimensions is {dimensions}; give 1 or more")
        options = {"embedding_dimension": dimensions, "random_seed": 1, "concurrency": 1}
        return self._per_node("fast_rp", "embedding", "embedding", relationship_weight_property="weight", **options)

    def similar(self, kinds: Iterable[str] = (), *, top: int = 5, cutoff: float = 0.8) -> "DataFrame":
        """Return pairs of memories that are close in meaning, by their texts' vectors, the closest first.

        Args:
            kinds: labels of the kinds that are compared; none: all that have vectors.
            top: pairs that one memory may have.
            cutoff: least similarity, 0 to 1, where 0.5 is unrelated: half of one more than the cosine.

        Returns:
            `id`, `kind`, `text`, the same of the other memory with the prefix `other_`, and `score`; each pair once.

        Raises:
            InvalidInput: a kind has no vectors, or a number is beyond its bounds.
        """
        from pandas import DataFrame

        if not 0 <= cutoff <= 1:
            raise InvalidInput(f"cutoff {cutoff} is no similarity of 0 to 1; give one such as 0.8")
        if top < 1:
            raise InvalidInput(f"top is {top}; give 1 pair or more")
        embedded = [kind.label for kind in declared().kinds if kind.embedded]
        wanted = [kinds] if isinstance(kinds, str) else list(kinds)
        for each in wanted:
            if each not in embedded:
                raise InvalidInput(f"kind {each!r} has no vectors; give some of {', '.join(embedded)}")
        try:
            with _projection(self.client, self._memory, "analytics/project_vectors", kinds=wanted or embedded) as graph:
                with translated(self._memory.space.graph.uri):
                    found = self.client.knn.stream(
                        graph,
                        node_properties={"embedding": "COSINE"},
                        top_k=top,
                        similarity_cutoff=cutoff,
                        sample_rate=1.0,
                        delta_threshold=0.0,
                        random_seed=1,
                        concurrency=1,
                    )
                found = zip(found["node1"], found["node2"], found["similarity"], strict=True)
        except NotFound:
            found = ()
        best = {(min(one, other), max(one, other)): float(score) for one, other, score in found}
        table = DataFrame([(*pair, score) for pair, score in best.items()], columns=["number", "other_number", "score"])
        table = table.merge(self._named, left_on="number", right_index=True)
        table = table.merge(self._named.add_prefix("other_"), left_on="other_number", right_index=True)
        ordered = table.sort_values(["score", "id", "other_id"], ascending=[False, True, True])
        columns = ["id", "kind", "text", "other_id", "other_kind", "other_text", "score"]
        return ordered[columns].reset_index(drop=True)

    def duplicates(self, *, cutoff: float = 0.97) -> "DataFrame":
        """Return pairs of memories of one kind that say the same or almost; columns as of `similar`."""
        pairs = self.similar(cutoff=cutoff, top=20)
        return pairs[pairs["kind"] == pairs["other_kind"]].reset_index(drop=True)

    def _per_node(self, method: str, column: str, name: str, **options: object) -> "DataFrame":
        """Run an algorithm that streams a value per node; return it beside the memories, under a name."""
        with translated(self._memory.space.graph.uri):
            found = getattr(self.client, method).stream(self.graph, **options)
        values = found.set_index("nodeId")[column].rename(name)
        return self._named.join(values).reset_index(drop=True)


@contextmanager
def _projection(client: Any, memory: "Memory", statement: str, **parameters: object) -> Generator[Any]:  # noqa: ANN401
    """Project by a statement of the space, under a name of its own; dropped when the block ends."""
    name = f"{PREFIX}{mark()}-{next(_numbers)}"
    space = memory.space
    try:
        with translated(space.graph.uri):
            try:
                graph, _ = client.graph.project.cypher(load(statement).text, space=space.name, name=name, **parameters)
            except ValueError:  # what the client says where no row was projected
                raise NotFound(f"space {space.name!r} holds nothing to analyse") from None
        yield graph
    finally:
        space.graph.write(load("recall/drop_projection"), name=name)
