"""What recall asks of a family: search, seeds, expand, score, explain.

A family are kinds that lift each other and are ranked together: turns with the facts, triplets and reflections that
rest on them; passages with their triplets.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clew.graph.space import SpaceTransaction
from clew.retrieval import score
from clew.retrieval.candidates import Candidate, Edge, Steps
from clew.retrieval.context import Context
from clew.retrieval.named_nodes import Named
from clew.retrieval.nearest import Nearest
from clew.retrieval.neighbourhood import NOWHERE, Neighbourhood
from clew.retrieval.paths import Link, Links, way_to
from clew.retrieval.score import Table
from clew.retrieval.seeds import Pool, joined, parts, search
from clew.retrieval.words import Words
from clew.settings import WalkSettings


@dataclass(frozen=True, slots=True)
class Found:
    """What search found of a family, its first scores, and ids of it, best first."""

    pool: Pool
    table: Table
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands right beside what was found.

    Attributes:
        candidates: texts and statements, by id.
        derived: relationships from what rests on something to that.
        following: per turn the one that follows it.
        wishes: how much each turn is a standing wish of the user, 0..1, by id; 0 where there is none.
    """

    candidates: dict[str, Candidate] = field(default_factory=dict[str, Candidate])
    derived: tuple[Edge, ...] = ()
    following: dict[str, str] = field(default_factory=dict[str, str])
    wishes: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def edges(self) -> Iterator[Link]:
        """All of these relationships."""
        yield from self.derived
        for id, next_id in self.following.items():
            yield id, "NEXT", next_id


@dataclass(frozen=True, slots=True)
class View:
    """What a family sees of the graph for one query.

    Attributes:
        pool: what search found.
        found: ids of it, best first.
        seeds: ids that are walked from, of any kind, with their weights, heaviest first.
        beside: what stands right beside what was found.
        around: what the walk can reach.
        worth: factor of the score of each candidate, by id; 1 where there is none.
        said: what each candidate says, by id; of those that say the same one is returned.
    """

    pool: Pool
    found: tuple[str, ...]
    seeds: Mapping[str, float]
    beside: Beside = Beside()
    around: Neighbourhood = NOWHERE
    worth: Mapping[str, float] = field(default_factory=dict[str, float])
    said: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Family:
    """The way of any family through a recall; those with ways of their own override `beside`, `lift` or `paths`."""

    name: str

    def walk(self, context: Context) -> WalkSettings:
        """Return the settings of the walk to its hits."""
        return context.settings.walk(self.name)

    def compared(self, context: Context) -> list[str]:
        """Return the labels of what is searched by vector for it: its kinds and their parts."""
        return [label for kind in context.kinds_of(self.name) for label in (kind, *parts(context, kind))]

    def search(self, transaction: SpaceTransaction, context: Context, near: Nearest, words: Words) -> Found:
        """Put together what was found of each of its kinds by vector and by words."""
        del transaction
        pools = [search(context, kind, self.name, near, words) for kind in context.kinds_of(self.name)]
        return self.found(context, joined(pools))

    def found(self, context: Context, pool: Pool) -> Found:
        """Score what search found by itself, and put it in order."""
        table = score.table(pool.candidates, pool, context.question, context.settings)
        return Found(pool, table, tuple(table.ids[row] for row in table.best(len(table.ids))))

    def starts(self, found: Found) -> Table:
        """Return the hits that any family's walk may start from."""
        return found.table

    def seeds(self, context: Context, starts: Sequence[Table], named: Named) -> dict[str, float]:
        """Weigh where its walk starts: hits of all families, and what the question names."""
        walk = self.walk(context)
        return score.walk_seeds(starts, named.entities, walk) if walk.weight else {}

    def expand(
        self,
        transaction: SpaceTransaction,
        context: Context,
        found: Found,
        seeds: Mapping[str, float],
        beside: Beside,
        around: Neighbourhood,
    ) -> View:
        """Put together what was fetched: what stands beside its hits, and what a walk from the seeds can reach."""
        del transaction, context
        return View(found.pool, found.ids, seeds, beside, around)

    def beside(self, transaction: SpaceTransaction, context: Context, found: Found) -> Callable[[], Beside]:
        """Ask for what stands right beside the hits; what is returned fetches it: nothing, where a family has none."""
        del transaction, context, found
        return Beside

    def score(self, context: Context, view: View, ranks: Mapping[str, float]) -> Table:
        """Score its candidates, all parts included; of the kinds that are returned."""
        everyone = view.pool.candidates | view.beside.candidates | view.around.candidates
        candidates = {id: each for id, each in everyone.items() if each.family == self.name}
        if not context.is_everything:
            candidates = {id: each for id, each in candidates.items() if self._is_wanted(each, context, view)}
        table = self.lift(score.table(candidates, view.pool, context.question, context.settings), context, view)
        table = score.add_pagerank(table, ranks, self.walk(context).weight)
        return score.only(table, [row for row, id in enumerate(table.ids) if candidates[id].kind in context.returned])

    def lift(self, table: Table, context: Context, view: View) -> Table:
        """Let candidates share what was found of their neighbours; nothing, where a family has no such thing."""
        del context, view
        return table

    def explain(self, view: View, ids: Iterable[str]) -> dict[str, Steps]:
        """Return the way to each hit; one whose connections were cut by the cap has none, and is left out."""
        wanted = list(ids)
        before = self.paths(view, wanted)
        return {id: way_to(id, before) for id in wanted if id in before}

    def paths(self, view: View, ids: Sequence[str]) -> Mapping[str, tuple[str, str] | None]:
        """Return how nodes were reached: a hit of search by itself, others from where the walk started."""
        return dict.fromkeys(view.found) | Links(view.around.edges).shortest_paths(view.seeds, ids)

    @staticmethod
    def _is_wanted(candidate: Candidate, context: Context, view: View) -> bool:
        return context.passes(candidate) or (not context.where.is_open and candidate.id in view.pool.candidates)
