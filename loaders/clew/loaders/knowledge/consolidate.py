"""Turns into knowledge, chunk by chunk: facts are extracted many at once, and settled one chunk after the other.

Extraction sees the chunk and stored turns only, so its order does not matter. Settling compares with what is known,
in the order of time. A chunk that fails stays pending, with the reason.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

from clew.clock import now
from clew.errors import BudgetSpent, ModelFailed, ModelUnavailable
from clew.llm import LanguageModel
from clew.loaders.knowledge import runs
from clew.loaders.knowledge.chunks import Chunk
from clew.loaders.knowledge.extraction import Extracted, by_model, by_rules
from clew.loaders.knowledge.pending import earlier_turns, pending_chunks
from clew.loaders.knowledge.settling import Settled, Settler
from clew.model import Consolidated, Progress, Reconciled
from clew.queries import load
from clew.settings import ConsolidateSettings
from clew.space import Space

AHEAD = 2
"""Chunks whose extraction is begun, per call that may run at once."""

Report = Callable[[Progress], None]


def consolidate(
    space: Space,
    model: LanguageModel | None,
    settings: ConsolidateSettings,
    *,
    link_entities: bool = True,
    on_progress: Report | None = None,
) -> Consolidated:
    """Consolidate what is pending; after an interruption, doing it again resumes.

    Args:
        space: where.
        model: extracts, judges and reflects; None: rules extract, and close facts coexist.
        settings: the size of chunks, and whether to reflect.
        link_entities: whether facts are joined to the entities that they name.
        on_progress: told after each chunk.

    Returns:
        What was done, and per chunk that failed the reason; those stay pending.

    Raises:
        ModelUnavailable: the model would answer nothing; what was settled before is written.
    """
    started = now()
    run = _Run(Settler(space, model, settings.reflect, link_entities), pending_chunks(space, settings.chunk_tokens))
    try:
        for chunk, extracted in run.extracted():
            run.settle(chunk, extracted)
            if on_progress:
                on_progress(run.progress())
    finally:
        if run.settled or run.failed:
            runs.record(space, run.result(), started, model)
    return run.result()


@dataclass
class _Run:
    """One call of consolidate, and how far it has come."""

    settler: Settler
    waiting: Sequence[Chunk]
    settled: int = 0
    facts: Reconciled = field(default_factory=Reconciled)
    reflections: int = 0
    changed: int = 0
    """Chunks of which a turn was forgotten or settled elsewhere meanwhile; what is left of them waits."""
    failed: dict[str, str] = field(default_factory=dict[str, str])
    stopped: str = ""

    def extracted(self) -> Iterator[tuple[Chunk, Future[Extracted]]]:
        """Each chunk with its facts to be, in the order of time, until the run is stopped.

        The first goes alone: a budget of tokens that is enough for one chunk is not used up by reading others ahead.
        """
        calls = self.settler.model.calls if self.settler.model else 1
        begun: deque[tuple[Chunk, Future[Extracted]]] = deque()
        with _pool(calls) as pool:
            for chunk in self.waiting:
                begun.append((chunk, pool.submit(self._extract, chunk)))
                if len(begun) >= (AHEAD * calls if self.seen else 1):
                    yield begun.popleft()
                if self.stopped:
                    return
            while begun and not self.stopped:
                yield begun.popleft()

    def settle(self, chunk: Chunk, extracted: Future[Extracted]) -> None:
        """Write what a chunk says, or note why that failed."""
        try:
            found = extracted.result()
            self._count(self.settler.settle(chunk, found), found.rejected)
        except BudgetSpent as spent:
            self.stopped = str(spent)
        except ModelUnavailable:
            raise
        except ModelFailed as failure:
            self.failed[chunk.name] = str(failure)
            self.settler.space.write(load("write/chunk_failed"), id=chunk.turns[0].id, reason=str(failure))

    def _count(self, settled: Settled, rejected: int) -> None:
        if not settled.is_done:
            self.changed += 1
            return
        self.settled += 1
        self.facts += settled.facts + Reconciled(rejected=rejected)
        self.reflections += settled.reflections

    @property
    def seen(self) -> int:
        """Chunks that it has come to."""
        return self.settled + self.changed + len(self.failed)

    def progress(self) -> Progress:
        """How far it has come."""
        model = self.settler.model
        tokens = f", {model.usage.total.tokens:,} tokens" if model else ""
        return Progress("consolidate", self.seen, len(self.waiting), "chunks", f"{self.facts.new:,} facts{tokens}")

    def result(self) -> Consolidated:
        """What was done."""
        model = self.settler.model
        usage = model.usage.as_dict() if model else {}
        left = len(self.waiting) - self.settled
        return Consolidated(self.settled, left, self.facts, self.reflections, dict(self.failed), self.stopped, usage)

    def _extract(self, chunk: Chunk) -> Extracted:
        model = self.settler.model
        return by_model(model, chunk, earlier_turns(self.settler.space, chunk)) if model else by_rules(chunk)


@contextmanager
def _pool(calls: int) -> Generator[ThreadPoolExecutor]:
    """Threads; where the work ends early, what is not begun is left."""
    pool = ThreadPoolExecutor(calls, thread_name_prefix="clew-extract")
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
