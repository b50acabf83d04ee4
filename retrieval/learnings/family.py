"""Learnings as a family of recall: a walk over causes, effects, tasks and places, weighed by what came of their use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.schema import LEARNINGS
from clew.graph.space import QueryRunner, SpaceTransaction
from clew.retrieval import score
from clew.retrieval.context import Candidate, Context
from clew.retrieval.families import Family, Found, View, ranked
from clew.retrieval.score import Table
from clew.retrieval.search import Named, Nearest, Pool, Words, spread


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
    uses_index: bool = True
    places: tuple[str, ...] = ()
    within: frozenset[str] | None = None
    is_walked: bool = True

    def __post_init__(self) -> None:
        if self.within is not None:  # each of these is compared with the situation
            object.__setattr__(self, "uses_index", False)

    def search(self, transaction: SpaceTransaction, context: Context, near: Nearest, words: Words) -> Found:
        """Take what was found of all learnings, or compare some with the situation, every one."""
        if self.within is None:
            return Family.search(self, transaction, context, near, words)
        query = load("learnings/similar", _Similar)
        rows = transaction.run(query, ids=sorted(self.within), vector=list(context.vector))
        pool = Pool(
            {row.id: Candidate(row.id, None, None, None, "Learning") for row in rows},
            spread({row.id: row.similarity for row in rows}),
            {},
            {},
            max((row.similarity for row in rows), default=0.0),
        )
        return ranked(context, pool)

    def seeds(self, context: Context, starts: Sequence[Table], named: Named) -> dict[str, float]:
        """Start from the present task and place; where neither is named, from the hits and the situation's words."""
        walk = self.walk(context)
        if not (walk.weight and self.is_walked):
            return {}
        if self.places:
            return dict.fromkeys(self.places, 1 / len(self.places))
        return score.walk_seeds(starts, named.words, walk)

    def score(self, run: QueryRunner, context: Context, view: View, ranks: Mapping[str, float]) -> Table:
        """Score the statements that may be returned, and weigh each by what came of its use.

        The walk ranks statements: where several sets hold one, its ranks add up, and it is returned once.
        """
        reached = [id for id, each in view.around.candidates.items() if each.family == self.name]
        uses = used(run, [*view.found.pool.candidates, *reached], context.as_of)
        said = {each.id: each.said for each in uses}
        table = Family.score(self, run, context, view, score.pooled(ranks, said))
        if self.within is not None:
            table = score.only(table, [row for row, id in enumerate(table.ids) if id in self.within])
        if self.is_walked:
            table = score.weigh(table, {each.id: worth(each.scores) for each in uses})
        return score.unrepeated(table, said, ranks)


def used(run: QueryRunner, ids: Sequence[str], as_of: datetime) -> list[Use]:
    """Return what some learnings say, with the scores of the trials that used each and had ended by then."""
    (found,) = run(load("learnings/uses", _Uses), ids=list(dict.fromkeys(ids)), as_of=as_of)
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
