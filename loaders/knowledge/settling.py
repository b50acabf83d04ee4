"""Settles the facts of a chunk with the known ones, and writes them in one transaction, which also marks its turns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.errors import UnusableAnswer
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.llm import LanguageModel
from clew.loaders.knowledge import facts
from clew.loaders.knowledge.aliases import Alias, learn
from clew.loaders.knowledge.chunks import Chunk
from clew.loaders.knowledge.extraction import Extracted
from clew.loaders.knowledge.facts import Prepared
from clew.loaders.knowledge.judgement import judge
from clew.loaders.knowledge.pending import Settled, lock_pending
from clew.loaders.knowledge.reconcile import Plan, Verdicts
from clew.loaders.knowledge.reflection import Reflection, reflect, write_reflections
from clew.loaders.upkeep.removal import remove
from clew.model import Reconciled
from clew.text.instants import now

RULES = "rules"
"""Name of the extractor that needs no language model."""


@dataclass(frozen=True, slots=True)
class _Thoughts:
    """The facts of a chunk, and the answers of a model about them.

    Attributes:
        prepared: the facts.
        verdicts: of the model on close pairs, from all rounds; None where there is no model.
        aliases: other names of speakers.
        reflections: insights that follow from several facts.
    """

    prepared: Prepared
    verdicts: Verdicts | None
    aliases: Sequence[Alias] = ()
    reflections: Sequence[Reflection] = ()


@dataclass(frozen=True, slots=True)
class Settler:
    """Settles chunks of a space, one after the other.

    The model is asked outside of any transaction. The transaction that writes reads the known facts again; if a close
    one has come up meanwhile, it is judged first.
    """

    space: Space
    model: LanguageModel | None
    has_reflections: bool
    link_entities: bool
    again: bool = False

    @property
    def extractor(self) -> str:
        """Name of what makes the facts."""
        return self.model.name if self.model else RULES

    def settle(self, chunk: Chunk, extracted: Extracted) -> Settled:
        """Write a chunk; nothing if another run has settled it, or some of its turns were forgotten meanwhile.

        Raises:
            ModelFailed: the model could not be asked, or said nothing that can be used; nothing was written.
            BudgetSpent: no more tokens may be used; nothing was written.
        """
        prepared = facts.prepare(self.space, extracted.facts, self.extractor)
        thoughts = _Thoughts(prepared, {} if self.model else None, extracted.aliases)
        settled = self.space.settle(
            lambda: self._think(chunk, thoughts),
            lambda transaction, thoughts: self._write(transaction, chunk, thoughts),
        )
        return replace(settled, facts=settled.facts + Reconciled(rejected=extracted.rejected))

    def _think(self, chunk: Chunk, thoughts: _Thoughts) -> _Thoughts:
        """Ask the model to judge the close facts that it has not judged yet, and to reflect on the new ones."""
        if self.model is None or thoughts.verdicts is None:
            return thoughts
        while (plan := self._plan(chunk, thoughts)).open:
            said = judge(self.model, plan.open)
            for pair in plan.open:
                thoughts.verdicts[pair.ids] = said.get(pair.ids, "coexists")
        return replace(thoughts, reflections=self._reflections(self.model, chunk, plan) if self.has_reflections else ())

    def _reflections(self, model: LanguageModel, chunk: Chunk, plan: Plan) -> Sequence[Reflection]:
        """Reflect; return nothing if no answer can be used: usage counts the failure, and the facts do not wait."""
        try:
            leaving = self.space.reading(lambda transaction: self._stale(transaction, chunk))
            return reflect(model, self.space, plan.new, leaving)
        except UnusableAnswer:
            return ()

    def _plan(self, chunk: Chunk, thoughts: _Thoughts) -> Plan:
        return self.space.reading(
            lambda transaction: facts.plan(
                transaction, thoughts.prepared, thoughts.verdicts, self._stale(transaction, chunk)
            )
        )

    def _write(self, transaction: SpaceTransaction, chunk: Chunk, thoughts: _Thoughts) -> Settled:
        waiting = len(lock_pending(transaction, chunk.ids, self.extractor if self.again else None))
        if waiting < len(chunk.turns):
            return Settled(is_done=not waiting)
        stale = self._stale(transaction, chunk)
        plan = facts.plan(transaction, thoughts.prepared, thoughts.verdicts, stale)
        if plan.open:
            raise Changed  # a pair is close that nobody has judged
        said_again = {id for id, _ in plan.support}
        superseded = [id for id in stale if id not in said_again]
        if superseded:  # first, for what these had replaced holds again until the plan ends it
            remove(transaction, dict.fromkeys(superseded, f"its turns were read again by {self.extractor}"))
        reconciled = facts.write(transaction, thoughts.prepared, plan, link_entities=self.link_entities)
        new = write_reflections(transaction, thoughts.reflections, now())
        learn(transaction, chunk, thoughts.aliases, replace_all=self.again)
        transaction.run(
            load("write/consolidated"), session=chunk.session, ids=chunk.ids, extractor=self.extractor, now=now()
        )
        return Settled(reconciled, new, superseded=len(superseded))

    def _stale(self, transaction: SpaceTransaction, chunk: Chunk) -> list[str]:
        """Return the facts that others made of a chunk that is read again, and of nothing else."""
        if not self.again:
            return []
        return transaction.run(load("write/stale_facts", str), ids=chunk.ids, extractor=self.extractor)
