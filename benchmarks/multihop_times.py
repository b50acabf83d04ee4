"""How long one more document takes, how long one fewer, and how long recall takes."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from multihop_data import Paragraph
from multihop_worlds import Worlds
from recall_times import REST, Times
from rich.progress import track

from clew.graph.space import Contents, Space
from clew.loaders.documents import documents
from clew.loaders.upkeep.forget import forget_documents
from clew.model import Filter, Recall
from clew.retrieval.recall import recall
from clew.settings import RecallSettings

SEED = 20_250_101


@dataclass(frozen=True, slots=True)
class Single:
    """Single documents added to and forgotten from a space that holds so many passages; seconds of each."""

    stored: int
    added: Sequence[float]
    forgotten: Sequence[float]

    @property
    def add(self) -> float:
        """Median in milliseconds."""
        return 1000 * statistics.median(self.added)

    @property
    def forget(self) -> float:
        """Median in milliseconds."""
        return 1000 * statistics.median(self.forgotten)


def one_at_a_time(space: Space, held: Sequence[Paragraph]) -> Single:
    """Add documents that the space does not have, each in a call of its own; then forget them likewise."""
    stored = (space.contents() or Contents()).texts
    added = [_seconds(lambda each=each: documents.remember(space, [each.written])) for each in held]
    forgotten = [_seconds(lambda each=each: forget_documents(space, each.id)) for each in held]
    return Single(stored, added, forgotten)


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def questions(worlds: Worlds, count: int, number: int) -> list[str]:
    """So many questions about the first copies; where those have fewer, they begin anew."""
    asked = [text for world in range(count) for text in worlds.questions(world)]
    Random(SEED).shuffle(asked)
    return (asked * -(-number // len(asked)))[:number]


def recalling(space: Space, size: int, settings: RecallSettings, asked: Sequence[str], warm_up: int) -> Times:
    """Ask for passages; the first questions are not counted."""

    def ask(query: str) -> Recall:
        return recall(space, query, settings, where=Filter(kinds=("Passage",)))

    for query in asked[:warm_up]:
        ask(query)
    told = track(asked[warm_up:], description=f"{size:,} passages, {settings.engine}", transient=True)
    return Times(size, settings.engine, [_whole(ask(query)) for query in told])


def _whole(recalled: Recall) -> dict[str, float]:
    """Seconds per stage, with what is in none; `total` last."""
    stages = {stage: took for stage, took in recalled.seconds.items() if stage != "total"}
    total = recalled.seconds["total"]
    return {**stages, REST: total - sum(stages.values()), "total": total}
