"""Another encoder for a whole store: every vector is made anew, in every space."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from clew.embedding import dimensions, embed, identity
from clew.errors import Conflict, NotFound
from clew.graph import schema, store
from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.graph.space import QueryRunner, Space, SpaceTransaction
from clew.model import Progress
from clew.text.instants import now

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

PAGE_NODES = 1000
_Place = tuple[str, str]  # a space, and the last of its nodes that has its vector; empty where none has


def reembed(graph: Graph, encoder: "Embeddings", on_progress: Callable[[Progress], None] | None = None) -> int:
    """Replace the vectors of a store. Return how many were made.

    Nothing is changed where the encoder gives no first vector. From then on memory cannot be opened, nor after
    an interruption until this has been run to its end. Run with the same encoder again, it goes on where it was. A
    memory that is open with the old encoder writes nothing from now on, and its `recall` is refused. Whatever it was
    writing when this began gets its vectors anew.

    Raises:
        NotFound: the database holds no memory.
        Conflict: another process has ended this change, or begun another; it wrote nothing from then on.
        Unsupported: the store was made by a newer Clew; nothing was changed.
    """
    if (stored := store.stored(graph)) is None:
        raise NotFound(f"{graph.uri}: database {graph.database!r} holds no memory; there is nothing to re-embed")
    store.check_known(graph, stored)
    name, size = identity(encoder), dimensions(encoder)
    embed(encoder, ["word"], size)  # one that fails now, such as one that cannot be fetched, changes nothing
    if (begun := _begun(graph.read, name, size)) is None:
        graph.write(load("maintain/set_encoder"), encoder=name, dimensions=size, pending=True)
    vectors = tuple(index for index in schema.INDEXES if index.form == "vector")
    for query in schema.drop(vectors):
        graph.execute(query)
    names, (reached, last) = _spaces(graph), begun or ("", "")
    rest = names[names.index(reached) :] if reached in names else names
    places = [(space, last if space == reached else "") for space in rest]
    total = sum(graph.read(load("maintain/count_embedded", int), space=space, after=last)[0] for space, last in places)
    done = 0
    for number in _pages(graph, encoder, names, places):
        done += number
        if on_progress:
            on_progress(Progress("reembed", done, max(done, total), "memories"))
    _check_begun(graph, graph.read, name, size)
    store.make_indexes(graph, size)
    _check_begun(graph, graph.read, name, size)
    graph.write(load("maintain/set_encoder"), encoder=name, dimensions=size, pending=False)
    return done


def _spaces(graph: Graph) -> list[str]:
    return graph.read(load("maintain/spaces", str))


def _pages(graph: Graph, encoder: "Embeddings", known: Sequence[str], places: Sequence[_Place]) -> Iterator[int]:
    """Give the nodes that come after these places their vectors, page by page; yield how many each time.

    Spaces that were not known follow: their first writers ended meanwhile.
    """
    query = load("maintain/embedded_nodes", dict[str, object])

    def write(transaction: SpaceTransaction, rows: list[dict[str, object]], last: str) -> None:
        """Write a page, and how far that is; nothing where another process has ended this, or begun another."""
        transaction.run(load("write/embeddings"), rows=rows)
        transaction.run(load("maintain/note_reembedded"), last=last)  # takes the lock of the store
        _check_begun(graph, transaction.inner.run, identity(encoder), transaction.space.dimensions)

    while places:
        for name, last in places:
            space = Space(graph, encoder, name)
            # It waits until a writer has ended; the next writer finds that the encoder was changed.
            space.transaction(lambda transaction: transaction.run(load("write/lock_space"), now=now(), zone=""))
            while nodes := space.read(query, after=last, limit=PAGE_NODES):
                last = str(nodes[-1]["id"])
                vectors = space.embed_nodes(nodes)
                rows = [{"id": node["id"], "embedding": vector} for node, vector in zip(nodes, vectors, strict=True)]
                space.transaction(partial(write, rows=rows, last=last))
                yield len(nodes)
        names = _spaces(graph)
        places = [(name, "") for name in sorted({*names}.difference(known))]
        known = names


def _begun(run: QueryRunner, encoder: str, size: int) -> _Place | None:
    """Return how far the change to an encoder is; None where it is not under way."""
    return next(iter(run(load("maintain/reembedded", _Place), encoder=encoder, dimensions=size)), None)


def _check_begun(graph: Graph, run: QueryRunner, encoder: str, size: int) -> None:
    if _begun(run, encoder, size) is None:
        raise Conflict(
            f"{graph.uri}: another process has ended the change to encoder {encoder}, or begun another one; "
            "`clew doctor` says what the store has now"
        )
