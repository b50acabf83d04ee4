"""Learnings: a walk from a situation over causes, effects, tasks and places, weighed by what came of their use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.schema import LEARNINGS
from clew.graph.space import SpaceTransaction
from clew.retrieval import score
from clew.retrieval.candidates import Candidate
from clew.retrieval.context import Context
from clew.retrieval.families.family import Beside, Family, Found, View
from clew.retrieval.named_nodes import Named
from clew.retrieval.nearest import Nearest
from clew.retrieval.neighbourhood import Neighbourhood
from clew.retrieval.score import Table
from clew.retrieval.seeds import Pool
from clew.retrieval.words import Words


class Use(NamedTuple):
    """What a learning says, and what came of its use, or of the use of what it continues.

    Attributes:
        id: of the learning.
        said: equal for learnings of the same cause, effect and relation.
        scores: of the trials that used it and have ended.
    """

    id: str
    said: str
    scores: tuple[float, ...]


class _Said(NamedTuple):
    id: str
    said: str


class _Scored(NamedTuple):
    id: str
    scores: tuple[float, ...]


class _Uses(NamedTuple):
    said: list[_Said]
    scores: list[_Scored]


class _Similar(NamedTuple):
    id: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Learnings(Family):
    """Learnings, of the whole space or of some sets.

    Attributes:
        name: of the family.
        places: ids of the present task and environment, which the walk starts from.
        within: ids of the learnings that may be returned; None: all that hold.
        is_walked: whether the graph and what came of their use count, and not their meaning alone.
    """

    name: str = LEARNINGS
    places: tuple[str, ...] = ()
    within: frozenset[str] | None = None
    is_walked: bool = True

    def compared(self, context: Context) -> list[str]:
        """Search all by vector; where some are given, each of these is compared."""
        return Family.compared(self, context) if self.within is None else []

    def search(self, transaction: SpaceTransaction, context: Context, near: Nearest, words: Words) -> Found:
        """Take what was found of all learnings, or compare some with the situation, every one."""
        if self.within is None:
            return Family.search(self, transaction, context, near, words)
        query = load("learnings/similar", _Similar)
        rows = transaction.run(query, ids=sorted(self.within), vector=list(context.vector))
        pool = Pool(
            {row.id: Candidate(row.id, None, None, None, "Learning") for row in rows},
            _spread({row.id: row.similarity for row in rows}),
            {},
            {},
            max((row.similarity for row in rows), default=0.0),
        )
        return self.found(context, pool)

    def seeds(self, context: Context, starts: Sequence[Table], named: Named) -> dict[str, float]:
        """Start from the present task and place; where neither is named, from the hits and the situation's words."""
        walk = self.walk(context)
        if not (walk.weight and self.is_walked):
            return {}
        if self.places:
            return dict.fromkeys(self.places, 1 / len(self.places))
        return score.walk_seeds(starts, named.words, walk)

    def expand(
        self,
        transaction: SpaceTransaction,
        context: Context,
        found: Found,
        seeds: Mapping[str, float],
        beside: Beside,
        around: Neighbourhood,
    ) -> View:
        """Fetch what each candidate says, and what came of its use."""
        view = Family.expand(self, transaction, context, found, seeds, beside, around)
        reached = [id for id, each in around.candidates.items() if each.family == self.name]
        uses = used(transaction, [*view.pool.candidates, *reached], context.as_of)
        said = {each.id: each.said for each in uses}
        return replace(view, said=said, worth={each.id: worth(each.scores) for each in uses})

    def score(self, context: Context, view: View, ranks: Mapping[str, float]) -> Table:
        """Score the statements that may be returned, and weigh each by what came of its use.

        The walk ranks statements: where several sets hold one, its ranks add up, and it is returned once.
        """
        table = Family.score(self, context, view, score.pooled(ranks, view.said))
        if self.within is not None:
            table = score.only(table, [row for row, id in enumerate(table.ids) if id in self.within])
        table = score.weigh(table, view.worth) if self.is_walked else table
        return score.unrepeated(table, view.said, ranks)


def used(transaction: SpaceTransaction, ids: Sequence[str], as_of: datetime) -> list[Use]:
    """Return what some learnings say, with the scores of the trials that used each and had ended by then."""
    (found,) = transaction.run(load("learnings/uses", _Uses), ids=list(dict.fromkeys(ids)), as_of=as_of)
    scores = dict(found.scores)
    return [Use(id, said, scores.get(id, ())) for id, said in found.said]


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
