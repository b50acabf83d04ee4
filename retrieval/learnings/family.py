"""Learnings as a family of recall: a walk over causes, effects, tasks and places, weighed by what came of their use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from clew.graph.queries import load
from clew.graph.schema import LEARNINGS
from clew.graph.space import QueryRunner, SpaceTransaction
from clew.retrieval import score
from clew.retrieval.context import Candidate, Context
from clew.retrieval.families import KindFamily, View, ranked
from clew.retrieval.score import Table
from clew.retrieval.search import Hits, Named, Pool, Words, spread

_Uses = tuple[list[tuple[str, str]], list[tuple[str, tuple[float, ...]]]]
"""Of each learning what it says, and of those that were used the scores."""


@dataclass(frozen=True, slots=True)
class LearningsFamily(KindFamily):
    """Learnings, of the whole space or of some sets."""

    name: str = LEARNINGS  # of the family
    uses_index: bool = True
    places: tuple[str, ...] = ()  # ids of the present task and environment, which the walk starts from
    within: frozenset[str] | None = None  # ids of the learnings that may be returned; None: all that hold
    is_walked: bool = True  # whether the graph and what came of their use count, and not their meaning alone

    def __post_init__(self) -> None:
        if self.within is not None:  # each of these is compared with the situation
            object.__setattr__(self, "uses_index", False)

    def search(self, transaction: SpaceTransaction, context: Context, near: Hits, words: Words) -> View:
        """Take what was found of all learnings, or compare some with the situation, every one."""
        if self.within is None:
            return KindFamily.search(self, transaction, context, near, words)
        query = load("learnings/similar", tuple[str, float])
        similar = dict(transaction.run(query, ids=sorted(self.within), vector=list(context.vector)))
        candidates = {id: Candidate(id, None, None, None, "Learning") for id in similar}
        return ranked(context, Pool(candidates, spread(similar), {}, {}, max(similar.values(), default=0.0)))

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
        said, scores = used(run, [*view.pool.candidates, *reached], context.as_of)
        table = KindFamily.score(self, run, context, view, score.pooled(ranks, said))
        if self.within is not None:
            table = score.only(table, [row for row, id in enumerate(table.ids) if id in self.within])
        if self.is_walked:
            table = score.weigh(table, {id: worth(scores.get(id, ())) for id in said})
        return score.unrepeated(table, said, ranks)


def used(
    run: QueryRunner, ids: Sequence[str], as_of: datetime
) -> tuple[Mapping[str, str], Mapping[str, tuple[float, ...]]]:
    """Return what learnings say, and the scores of the trials that used each and had ended by then, both by id.

    Learnings of the same cause, effect and relation say the same. The use of what a learning continues counts as its
    own.
    """
    ((said, scores),) = run(load("learnings/uses", _Uses), ids=list(dict.fromkeys(ids)), as_of=as_of)
    return dict(said), dict(scores)


def worth(scores: Sequence[float]) -> float:
    """Return the factor by which a learning counts, by the scores, -100 to 100, of the trials that used it.

    The factor is twice the share of success that the uses let expect: 1 without a use, and between 0 and 2. Success is
    a score over 100, and 0 where the score is negative. The estimate is Laplace's, which begins with one success and
    one failure.
    """
    return 2 * (1 + sum(max(each, 0.0) / 100 for each in scores)) / (2 + len(scores))
