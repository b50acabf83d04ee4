"""The difference between the answers of both PageRank engines."""

from dataclasses import dataclass

from clew.api.memory import Memory
from clew.model import Hit
from clew.settings import RecallSettings


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two answers to one question, held against each other.

    Attributes:
        same_hits: whether both found the same turns.
        same_order: whether in the same order as well.
        furthest: the greatest difference between the scores of a turn.
    """

    same_hits: bool
    same_order: bool
    furthest: float


def agreement(memory: Memory, query: str) -> Agreement:
    """Ask both engines."""
    gds, local = (
        memory.recall(query, settings=RecallSettings.model_validate({"engine": engine})).hits
        for engine in ("gds", "local")
    )
    mine, other = _scores(gds), _scores(local)
    furthest = max((abs(mine[id] - other[id]) for id in mine.keys() & other.keys()), default=0.0)
    return Agreement(mine.keys() == other.keys(), list(mine) == list(other), furthest)


def _scores(hits: tuple[Hit, ...]) -> dict[str, float]:
    return {hit.id: hit.score for hit in hits}
