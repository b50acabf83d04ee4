"""Turns, and what rests on them: they lift each other, and a turn lifts the turns beside it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clew.clock import FOREVER
from clew.queries import load
from clew.retrieval import score
from clew.retrieval.candidates import Candidate, Edge
from clew.retrieval.context import Context
from clew.retrieval.families.family import Beside, Family, View
from clew.retrieval.named_nodes import Named
from clew.retrieval.paths import shortest_paths
from clew.retrieval.score import Table
from clew.retrieval.seeds import Pool
from clew.space import SpaceTransaction


@dataclass(frozen=True, slots=True)
class Conversation(Family):
    """Turns with the facts, triplets and reflections that rest on them."""

    def seeds(self, context: Context, starts: Sequence[Table], named: Named) -> dict[str, float]:
        """Start from the concepts that the question names, too."""
        everything = Named(named.entities | named.concepts)
        return Family.seeds(self, context, starts, everything)

    def beside(self, transaction: SpaceTransaction, context: Context, pool: Pool, ids: Sequence[str]) -> Beside:
        """Fetch the facts of the hits and the turns of those facts, then the turns beside all these."""
        derived = Beside()
        if len(context.kinds_of(self.name)) > 1:
            derived = _derived(transaction, context, ids)
        turns = [id for id, each in (pool.candidates | derived.candidates).items() if each.kind == "Episode"]
        near = _chain(transaction, turns)
        return Beside(derived.candidates | near.candidates, derived.derived, near.following)

    def lift(self, table: Table, context: Context, view: View) -> Table:
        """Give turns a share of their facts, facts of their turns, and turns of the turns beside them."""
        lifted = score.derive(table, view.beside.derived, context.settings)
        return score.spread(lifted, view.beside.following, context.settings)

    def paths(self, view: View, ids: Sequence[str]) -> Mapping[str, tuple[str, str] | None]:
        """Reach hits from what search found; from where the walk started only where nothing else leads to one."""
        before = shortest_paths(view.found, view.beside.edges)
        if any(id not in before for id in ids):
            before = shortest_paths([*view.found, *view.seeds], [*view.beside.edges, *view.around.edges])
        return before


def _derived(transaction: SpaceTransaction, context: Context, ids: Sequence[str]) -> Beside:
    """Fetch the facts that rest on the hits, and the turns that the hits rest on, as far as they hold."""
    row = transaction.run(load("recall/derived"), ids=list(ids), as_of=context.as_of, forever=FOREVER)[0]
    edges: tuple[Edge, ...] = tuple(map(tuple, row["edges"]))
    return Beside({node[0]: Candidate(*node) for node in row["nodes"]}, edges)


def _chain(transaction: SpaceTransaction, turns: Iterable[str]) -> Beside:
    """Fetch the turns within two steps along NEXT."""
    rows = transaction.run(load("recall/chain"), pool=list(turns))[0]["turns"]
    candidates = {row[0]: Candidate(*row[:4]) for row in rows}
    return Beside(candidates, (), {row[0]: row[4] for row in rows if row[4] in candidates})
