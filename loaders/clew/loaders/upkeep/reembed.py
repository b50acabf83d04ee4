"""Another encoder for a whole store: every vector is made anew, in every space."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from clew import schema, store
from clew.clock import now
from clew.embedding import dimensions, identity
from clew.errors import NotFound
from clew.graph import Graph
from clew.model import Progress
from clew.queries import load
from clew.space import Space, SpaceTransaction

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

PAGE_NODES = 1000


def reembed(graph: Graph, encoder: "Embeddings", on_progress: Callable[[Progress], None] | None = None) -> int:
    """Replace the vectors of a store. Return how many.

    Memory cannot be opened meanwhile, nor after an interruption until this has been run to its end. A memory that is
    open with the old encoder writes nothing from now on; what it was writing when this began gets its vectors anew.

    Args:
        graph: the database.
        encoder: makes the new vectors.
        on_progress: told after each page.

    Raises:
        NotFound: the database holds no memory.
    """
    if store.stored(graph) is None:
        raise NotFound(f"{graph.uri}: database {graph.database!r} holds no memory; there is nothing to re-embed")
    name, size = identity(encoder), dimensions(encoder)
    graph.write(load("maintain/set_encoder"), encoder=name, dimensions=size, pending=True)
    vectors = tuple(index for index in schema.INDEXES if index.form == "vector")
    for query in schema.drop(vectors):
        graph.execute(query)
    done = 0
    for number in _pages(graph, encoder):
        done += number
        if on_progress:
            on_progress(Progress("reembed", done, 0, "memories"))
    store.make_indexes(graph, size)
    graph.write(load("maintain/set_encoder"), encoder=name, dimensions=size, pending=False)
    return done


def _await_writer(transaction: SpaceTransaction) -> None:
    """Wait until who writes into the space has ended; the next one finds that the encoder was changed."""
    transaction.run(load("write/lock_space"), now=now())


def _pages(graph: Graph, encoder: "Embeddings") -> Iterator[int]:
    for name in graph.read(load("maintain/spaces", str)):
        space, after = Space(graph, encoder, name), ""
        space.transaction(_await_writer)
        query = load("maintain/embedded_nodes", dict[str, object])
        while nodes := space.read(query, after=after, limit=PAGE_NODES):
            vectors = space.embed_nodes(nodes)
            rows = [{"id": node["id"], "embedding": vector} for node, vector in zip(nodes, vectors, strict=True)]
            space.write(load("write/embeddings"), rows=rows)
            after = str(nodes[-1]["id"])
            yield len(nodes)
