"""Reconciles the facts of a chunk with the known ones, and writes them in one transaction, which marks its turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from clew.errors import UnusableAnswer
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.llm import LanguageModel
from clew.loaders.knowledge import facts
from clew.loaders.knowledge.extraction import ExtractedFacts, by_model, by_rules
from clew.loaders.knowledge.learnt_aliases import Alias, learn
from clew.loaders.knowledge.pending import Chunk, Portion, Settled, earlier_turns, lock_pending
from clew.loaders.knowledge.reconcile import FactPlan, Verdicts, judge
from clew.loaders.knowledge.reflection import Reflection, reflect, write_reflections
from clew.loaders.upkeep.forget_cascade import remove
from clew.model import Reconciled
from clew.text.instants import now

RULES = "rules"  # name of the extractor that needs no language model


@dataclass(frozen=True, slots=True)
class _Read:
    """A chunk with its facts and names, and the answers of a model about them."""

    chunk: Chunk  # turns
    prepared: facts.Prepared  # the facts
    aliases: Sequence[Alias]  # other names of speakers
    verdicts: Verdicts | None  # of the model on close pairs, from all rounds; None where there is no model
    reflections: Sequence[Reflection] = ()  # insights that follow from several facts


@dataclass(frozen=True, slots=True)
class ChunkReconciler:
    """Reconciles and writes the chunks of a space, one after the other.

    The model is asked outside of any transaction. The transaction that writes reads the known facts again; if a close
    one has come up meanwhile, it is judged first.
    """

    space: Space
    model: LanguageModel | None
    has_reflections: bool
    link_entities: bool

    @property
    def extractor(self) -> str:
        """Name of what makes the facts."""
        return self.model.name if self.model else RULES

    def portion(self, chunk: Chunk, budget: int) -> Portion:
        """Return a chunk as a portion of a consolidation; a model is shown as much again of earlier turns."""

        def read() -> Callable[[], Settled]:
            model = self.model
            found = by_model(model, chunk, earlier_turns(self.space, chunk, budget)) if model else by_rules(chunk)
            return lambda: self.settle(chunk, found)

        return Portion(chunk.name, chunk.ids, read)

    def settle(self, chunk: Chunk, extracted: ExtractedFacts) -> Settled:
        """Write a chunk; nothing if another run has settled it, or some of its turns were forgotten meanwhile.

        Raises `ModelFailed` or `BudgetSpent` where the model has no answer; nothing was written then.
        """
        prepared = facts.prepare(self.space, extracted.facts, self.extractor)
        read = _Read(chunk, prepared, extracted.aliases, {} if self.model else None)
        settled = self.space.settle(lambda: self._judged(read), self._write)
        return replace(settled, facts=settled.facts + Reconciled(rejected=extracted.rejected))

    def _judged(self, read: _Read) -> _Read:
        """Ask the model to judge the close facts that it has not judged yet, and to reflect on the new ones."""
        if self.model is None or read.verdicts is None:
            return read
        while (planned := self.space.reading(lambda transaction: self._plan(transaction, read)))[0].open:
            pairs = planned[0].open
            said = judge(self.model, pairs)
            read.verdicts.update((pair.ids, said.get(pair.ids, "coexists")) for pair in pairs)
        plan, leaving = planned
        try:
            reflections = reflect(self.model, self.space, plan.new, leaving) if self.has_reflections else ()
        except UnusableAnswer:  # usage counts the failure, and the facts do not wait
            reflections = ()
        return replace(read, reflections=reflections)

    def _plan(self, transaction: SpaceTransaction, read: _Read) -> tuple[FactPlan, list[str]]:
        """Return the plan, and the facts that others made of a chunk that is read again, and of nothing else."""
        stale: list[str] = []
        if read.chunk.is_read:
            stale = transaction.run(load("write/stale_facts", str), ids=read.chunk.ids, extractor=self.extractor)
        return facts.plan(transaction, read.prepared, read.verdicts, stale), stale

    def _write(self, transaction: SpaceTransaction, read: _Read) -> Settled:
        chunk, extractor = read.chunk, self.extractor
        waiting = len(lock_pending(transaction, chunk.ids, extractor if chunk.is_read else None))
        if waiting < len(chunk.turns):
            return Settled(is_done=not waiting)
        plan, stale = self._plan(transaction, read)
        if plan.open:
            raise Changed  # a pair is close that nobody has judged
        said_again = {id for id, _ in plan.support}
        superseded = [id for id in stale if id not in said_again]
        if superseded:  # first, for what these had replaced holds again until the plan ends it
            remove(transaction, dict.fromkeys(superseded, f"its turns were read again by {extractor}"))
        reconciled = facts.write(transaction, read.prepared, plan, link_entities=self.link_entities)
        new = write_reflections(transaction, read.reflections, now())
        learn(transaction, chunk, read.aliases, replace_all=chunk.is_read)
        transaction.run(
            load("write/consolidated"), session=chunk.session, ids=chunk.ids, extractor=extractor, now=now()
        )
        return Settled(reconciled, new, superseded=len(superseded))
