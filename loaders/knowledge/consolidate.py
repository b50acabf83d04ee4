"""Turns, and passages if asked for, into knowledge, portion by portion.

Many portions are read at once: a reader sees its portion and stored texts only, so their order does not matter. Their
results are compared with what is known and written one after the other, turns in the order of time. A portion that
fails stays pending, with the reason.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import asdict, dataclass, field
from datetime import datetime

from clew.errors import BudgetSpent, ModelFailed, ModelUnavailable
from clew.graph.queries import load
from clew.graph.space import Space
from clew.llm import LanguageModel, required
from clew.loaders.knowledge import triplets
from clew.loaders.knowledge.extraction import FACTS
from clew.loaders.knowledge.pending import Portion, Settled, pending_chunks, pending_turns
from clew.loaders.knowledge.reconcile_chunk import RULES, ChunkReconciler
from clew.model import Consolidated, Pending, Progress, Reconciled
from clew.settings import ConsolidateSettings
from clew.text.instants import now

AHEAD = 2  # portions whose reading is begun, per call that may run at once


def consolidate(
    space: Space,
    model: LanguageModel | None,
    settings: ConsolidateSettings,
    *,
    documents: bool = False,
    again: bool = False,
    link_entities: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
) -> Consolidated:
    """Consolidate what is pending; after an interruption, doing it again resumes.

    A model extracts, judges and reflects; without one, rules extract, and close facts coexist. With `documents`,
    passages are read for triplets as well, after the turns. With `again`, turns that another extractor has
    consolidated, rules or a model, are read again. Its facts of these turns alone go when the new facts are written,
    chunk by chunk. A chunk that could not be read again waits like any other, for a model.

    Returns:
        The work that was done, and why each failed chunk failed; failed chunks stay pending.

    Raises:
        NoModel: there is none, and passages cannot be read by rules, nor anything again.
        ModelUnavailable: the model would answer nothing; what was settled before is written.
    """
    started = now()
    reader = required(model, "consolidating documents") if documents else None
    if again:
        required(model, "consolidating again")
    reconciler = ChunkReconciler(space, model, settings.reflect, link_entities)
    budget, extractor = settings.chunk_tokens, model.name if model else None  # rules read nothing again
    waiting = [reconciler.portion(chunk, budget) for chunk in pending_chunks(space, budget, extractor, again=again)]
    if reader:
        passages = triplets.pending_passages(space)
        waiting += [triplets.portion(space, reader, id, each.name) for id, each in passages.items()]
    run = _Run(space, model, waiting)

    def work() -> None:
        for portion, found in run.extracted():
            run.settle(portion, found)
            if on_progress:
                on_progress(run.progress())

    try:
        if model and waiting:
            model.one_run("consolidate", work, chunks=len(waiting))
        else:
            work()
    finally:
        if run.settled or run.failed:
            run.record(started)
    return run.result()


def status(space: Space, settings: ConsolidateSettings, *, documents: bool = False) -> tuple[Pending, ...]:
    """Return the chunks of turns that wait, and the passages if asked for."""
    waiting = triplets.pending_passages(space).values() if documents else ()
    return *pending_turns(space, settings.chunk_tokens), *waiting


@dataclass
class _Run:
    """One call of consolidate, and how far it has come."""

    space: Space
    model: LanguageModel | None
    waiting: Sequence[Portion]
    settled: int = 0
    facts: Reconciled = field(default_factory=Reconciled)
    triplets: Reconciled = field(default_factory=Reconciled)
    reflections: int = 0
    superseded: int = 0
    changed: int = 0
    """Chunks with a turn that was forgotten or settled elsewhere meanwhile; the other turns of them wait."""
    failed: dict[str, str] = field(default_factory=dict[str, str])
    reasons: set[str] = field(default_factory=set[str])
    """Why chunks failed, without words of the provider, which may quote turns that are forgotten one day."""
    stopped: str = ""

    def extracted(self) -> Iterator[tuple[Portion, Future[Callable[[], Settled]]]]:
        """Yield each portion with the future that writes it, in their order, until the run is stopped.

        The first is read alone, so that a token budget for one portion is not used up by reading others ahead.
        """
        calls = self.model.calls if self.model else 1
        begun: deque[tuple[Portion, Future[Callable[[], Settled]]]] = deque()
        pool = ThreadPoolExecutor(calls, thread_name_prefix="clew-extract")
        try:
            for portion in self.waiting:
                begun.append((portion, pool.submit(copy_context().run, portion.read)))  # traces belong to this run
                if len(begun) >= (AHEAD * calls if self.seen else 1):
                    yield begun.popleft()
                if self.stopped:
                    return
            while begun and not self.stopped:
                yield begun.popleft()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)  # what has not begun, if the run ends early

    def settle(self, portion: Portion, found: Future[Callable[[], Settled]]) -> None:
        """Write the results of a portion, or note why it failed."""
        try:
            settled = found.result()()
        except BudgetSpent as spent:
            self.stopped = str(spent)
        except ModelUnavailable:
            raise
        except ModelFailed as failure:
            self.failed[portion.name] = str(failure)
            self.reasons.add(failure.kept)
            extractor = self.model.name if self.model else RULES
            self.space.write(
                load("write/chunk_failed"), ids=list(portion.ids), extractor=extractor, reason=failure.kept
            )
        else:
            if not settled.is_done:
                self.changed += 1
                return
            self.settled += 1
            self.facts += settled.facts
            self.triplets += settled.triplets
            self.reflections += settled.reflections
            self.superseded += settled.superseded

    @property
    def seen(self) -> int:
        """How many portions were handled so far."""
        return self.settled + self.changed + len(self.failed)

    def progress(self) -> Progress:
        """Return how far the run has come."""
        triplets = f", {self.triplets.new:,} triplets" if self.triplets.new else ""
        tokens = f", {self.model.usage.total.tokens:,} tokens" if self.model else ""
        note = f"{self.facts.new:,} facts{triplets}{tokens}"
        return Progress("consolidate", self.seen, len(self.waiting), "chunks", note)

    def result(self) -> Consolidated:
        """Return what the run has done so far."""
        return Consolidated(
            self.settled,
            len(self.waiting) - self.settled,
            self.facts,
            self.reflections,
            dict(self.failed),
            self.stopped,
            self.model.usage.as_dict() if self.model else {},
            self.triplets,
            self.superseded,
        )

    def record(self, started: datetime) -> None:
        """Keep the result as a node; without the names of chunks, because sessions may be forgotten."""
        result, model = self.result(), self.model
        self.space.write(
            load("write/consolidation"),
            id=f"consolidation:{started.isoformat()}",
            properties={
                "text": f"{result.chunks} chunks, {result.facts.new} new facts",
                "at": started,
                "ended_at": now(),
                "extractor": model.name if model else RULES,
                "prompt": model.prompt(FACTS.prompt).digest if model else "",
                "triplets_prompt": model.prompt(triplets.TRIPLETS.prompt).digest if model else "",
                "result": json.dumps(asdict(result) | {"failed": sorted(self.reasons)}, sort_keys=True),
            },
            now=now(),
        )
