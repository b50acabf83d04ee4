"""Learnings: a walk from a situation over causes, effects, tasks and places, weighed by what came of their use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from clew.queries import load
from clew.retrieval import named_nodes, score
from clew.retrieval.candidates import Candidate
from clew.retrieval.context import Context
from clew.retrieval.families.family import Family, Found, View
from clew.retrieval.score import Table
from clew.retrieval.seeds import Pool
from clew.schema import LEARNINGS
from clew.space import SpaceTransaction


class Use(NamedTuple):
    """What came of the use of a learning, or of what it continues.

    Attributes:
        id: of the learning.
        scores: of the trials that used it and have ended.
    """

    id: str
    scores: tuple[float, ...]


class _Similar(NamedTuple):
    id: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Learnings(Family):
    """Learnings, of the whole space or of some sets.

    Attributes:
        name: of the family.
        places: ids of tasks and environments that the walk starts from as well.
        within: ids of the learnings that may be returned; None: all that hold.
        is_walked: whether the graph and what came of their use count, and not their meaning alone.
    """

    name: str = LEARNINGS
    places: tuple[str, ...] = ()
    within: frozenset[str] | None = None
    is_walked: bool = True

    def search(self, transaction: SpaceTransaction, context: Context) -> Found:
        """Search all learnings by vector and by words, or compare some with the situation, every one."""
        if self.within is None:
            return Family.search(self, transaction, context)
        query = load("learnings/similar", _Similar)
        rows = transaction.run(query, ids=sorted(self.within), vector=list(context.vector))
        pool = Pool(
            {row.id: Candidate(row.id, None, None, None, "Learning") for row in rows},
            _spread({row.id: row.similarity for row in rows}),
            {},
            {},
            max((row.similarity for row in rows), default=0.0),
        )
        return Found(pool, score.table(pool.candidates, pool, context.question, context.settings))

    def expand(self, transaction: SpaceTransaction, context: Context, found: Found, seeds: Mapping[str, float]) -> View:
        """Walk from the words of the situation too, in any capitals, and from its task and place."""
        walk = self.walk(context)
        if walk.weight and self.is_walked:
            named = named_nodes.words(transaction, context) | dict.fromkeys(self.places, 1.0)
            seeds = _shared(seeds, named, walk.named)
        view = Family.expand(self, transaction, context, found, seeds)
        reached = [id for id, each in view.around.candidates.items() if each.family == self.name]
        uses = used(transaction, [*view.pool.candidates, *reached], context.as_of)
        return replace(view, worth={id: worth(scores) for id, scores in uses.items()})

    def score(self, context: Context, view: View, ranks: Mapping[str, float]) -> Table:
        """Score the candidates that may be returned, and weigh each by what came of its use."""
        table = Family.score(self, context, view, ranks)
        if self.within is not None:
            table = score.only(table, [row for row, id in enumerate(table.ids) if id in self.within])
        return score.weigh(table, view.worth) if self.is_walked else table


def used(transaction: SpaceTransaction, ids: Sequence[str], as_of: datetime) -> dict[str, tuple[float, ...]]:
    """Return the scores of the trials that used each of some learnings, or what it continues, and had ended by then."""
    return {row.id: row.scores for row in transaction.run(load("learnings/uses", Use), ids=list(ids), as_of=as_of)}


def worth(scores: Sequence[float]) -> float:
    """Return the factor by which a learning counts: twice the share of success that its uses let expect.

    It is 1 for one that was never used, and lies between 0 and 2. Success is a trial's score over 100, 0 where it is
    negative; the estimate is Laplace's, which begins with one success and one failure.

    Args:
        scores: of the trials that used it, each -100 to 100.
    """
    return 2 * (1 + sum(max(each, 0.0) / 100 for each in scores)) / (2 + len(scores))


def _spread(scores: Mapping[str, float]) -> dict[str, float]:
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (each - low) / (high - low) if high > low else 1.0 for id, each in scores.items()}


def _shared(seeds: Mapping[str, float], named: Mapping[str, float], share: float) -> dict[str, float]:
    """Give what a situation names a share of where a walk starts; all of it where nothing else is there."""
    total = sum(named.values())
    if not total:
        return dict(seeds)
    share = share if seeds else 1.0
    both = {id: (1 - share) * weight for id, weight in seeds.items()}
    for id, weight in named.items():
        both[id] = both.get(id, 0.0) + share * weight / total
    return dict(sorted(((id, each) for id, each in both.items() if each > 0), key=lambda each: -each[1]))
