"""What a chunk says, settled with what is known and written in one transaction, which also marks its turns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.clock import now
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel
from clew.loaders.knowledge import facts
from clew.loaders.knowledge.chunks import Chunk
from clew.loaders.knowledge.extraction import Extracted
from clew.loaders.knowledge.facts import Prepared
from clew.loaders.knowledge.judgement import judge
from clew.loaders.knowledge.portions import Settled
from clew.loaders.knowledge.reconcile import Plan, Verdicts
from clew.loaders.knowledge.reflection import Reflection, reflect, write_reflections
from clew.model import Reconciled
from clew.queries import load
from clew.space import Space, SpaceTransaction


@dataclass(frozen=True, slots=True)
class Settler:
    """Settles chunks of a space, one after the other.

    The model is asked outside of any transaction. The transaction that writes looks again at what is known by then;
    where something close has come up meanwhile, everything is judged anew.
    """

    space: Space
    model: LanguageModel | None
    has_reflections: bool
    link_entities: bool

    def settle(self, chunk: Chunk, extracted: Extracted) -> Settled:
        """Write a chunk; nothing where another run has settled it, or some of its turns were forgotten meanwhile.

        Raises:
            ModelFailed: the model could not be asked, or said nothing that can be used; nothing was written.
            BudgetSpent: no more tokens may be used; nothing was written.
        """
        prepared = facts.prepare(self.space, extracted.facts)
        while True:
            verdicts, reflections = self._thoughts(prepared)
            settled = self._write(chunk, prepared, verdicts, reflections)
            if settled is not None:
                return replace(settled, facts=settled.facts + Reconciled(rejected=extracted.rejected))

    def _thoughts(self, prepared: Prepared) -> tuple[Verdicts | None, list[Reflection]]:
        """What the model says of close facts, and over new ones; nothing where there is none."""
        if self.model is None:
            return None, []
        verdicts: Verdicts = {}
        while (plan := self._plan(prepared, verdicts)).open:
            said = judge(self.model, plan.open)
            for pair in plan.open:
                verdicts[pair.ids] = said.get(pair.ids, "coexists")
        return verdicts, self._reflections(self.model, plan) if self.has_reflections else []

    def _reflections(self, model: LanguageModel, plan: Plan) -> list[Reflection]:
        """What facts say together; none where no answer can be used: usage says so, and the facts do not wait."""
        try:
            return reflect(model, self.space, plan.new)
        except UnusableAnswer:
            return []

    def _plan(self, prepared: Prepared, verdicts: Verdicts) -> Plan:
        return self.space.reading(lambda transaction: facts.plan(transaction, prepared, verdicts))

    def _write(
        self, chunk: Chunk, prepared: Prepared, verdicts: Verdicts | None, reflections: Sequence[Reflection]
    ) -> Settled | None:
        """One transaction; None where a pair is close that nobody has judged."""

        def work(transaction: SpaceTransaction) -> Settled | None:
            row = transaction.locking(load("write/lock_pending"), ids=chunk.ids, now=now())
            waiting = len(row["waiting"])
            if waiting < len(chunk.turns):
                return Settled(is_done=not waiting)
            plan = facts.plan(transaction, prepared, verdicts)
            if plan.open:
                return None
            reconciled = facts.write(transaction, prepared, plan, link_entities=self.link_entities)
            new = write_reflections(transaction, reflections, now())
            transaction.run(load("write/consolidated"), session=chunk.session, ids=chunk.ids, now=now())
            return Settled(reconciled, new)

        return self.space.transaction(work)
