"""The ways that LoCoMo's questions are asked of Clew, and what each answer is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidence_recall import figures, packed, told
from locomo_data import Question
from locomo_report import BUDGETS, FACTS, FACTS_OFF, JOINT, OFF, OURS

from clew.model import Hit, Recall
from clew.settings import RecallSettings

TURNS = ("Episode",)
FACT_WORDS = 0.37
"""GAAMA's budget: about 370 of 1,000 words for facts."""


@dataclass(frozen=True, slots=True)
class Method:
    """Recall with these settings, of these kinds."""

    name: str
    settings: RecallSettings
    kinds: Sequence[str] | None = TURNS


def without_facts(engine: str) -> list[Method]:
    """Turns alone; the product's defaults come last."""
    on = RecallSettings.model_validate({"engine": engine})
    return [Method(OFF, on.without_pagerank()), Method(OURS, on)]


def with_facts(engine: str) -> list[Method]:
    """Facts that lift turns; and facts that are packed beside them, in one ranking or with a budget of their own."""
    on = RecallSettings.model_validate({"engine": engine})
    return [
        Method(FACTS_OFF, on.without_pagerank()),
        Method(FACTS, on),
        Method(JOINT, on.changed(fact_words=None), None),
        Method(BUDGETS, on.changed(fact_words=FACT_WORDS), None),
    ]


def figures_of(recalled: Recall, question: Question, costs: Mapping[str, int]) -> dict[str, float]:
    """Shares of the evidence, by turns; and what the packed text tells, facts included."""
    ids = [_dialog(hit.id) for hit in recalled.hits if hit.kind == "Episode"]
    in_text = [_dialog(hit.id) for hit in recalled.packed if hit.kind == "Episode"]
    covered = [_dialog(id) for hit in recalled.packed for id in _told_by(hit)]
    found = figures(ids, question.evidence, costs) | packed(in_text, question.evidence)
    return found | told(covered, recalled.text, question.evidence, question.answer)


def _told_by(hit: Hit) -> tuple[str, ...]:
    return hit.sources if hit.kind == "Fact" else (hit.id,)


def _dialog(id: str) -> str:
    """``D3:7`` for ``episode:conv-26/session_3/6``."""
    session, _, position = id.rpartition("_")[2].partition("/")
    return f"D{session}:{int(position) + 1}" if position else id
