"""Causal statements in one spelling, and what they say when they are asked.

Effects are actions, or one of the two that every task has: `PROGRESS` and `COMPLETION`.
"""

from collections.abc import Iterable
from functools import lru_cache

from clew.agents.clin.matching import joins, means, tokens
from clew.loaders.learnings.grammar import stated
from clew.model.learnings import Learning, Modality, Relation

PROGRESS = "make progress in the task"
"""The effect of an action that raises the score."""

COMPLETION = "complete the task"
"""The effect of the action that ends a trial well."""

ENDS = (PROGRESS, COMPLETION)


def statement(cause: str, effect: str, relation: Relation, modality: Modality) -> Learning:
    """Return a learning with its sentence, as the grammar of stored learnings writes and reads it.

    Args:
        cause: an action, or the words that actions of one kind share.
        effect: an action, or one of `ENDS`.
        relation: not empty.
        modality: not empty; what surely does not contribute is said without one, as in CLIN.
    """
    said: Modality = "" if relation == "does not contribute" and modality == "should" else modality
    return Learning(stated(cause, effect, relation, said), cause, effect, relation, said)


def certainty(learning: Learning) -> Modality:
    """Return ``may``, or ``should`` for all that is said without doubt."""
    return "may" if learning.modality == "may" else "should"


def mentions(text: str, action: str) -> bool:
    """True if a free text has all words and directions of an action, in their order."""
    return means(action, text)


@lru_cache(maxsize=65536)
def phrases(action: str) -> frozenset[str]:
    """Return the things that an action names: its words in runs, without the first word and without joining ones.

    `take the brass key from the blue box` names `brass key` and `blue box`.
    """
    runs: list[list[str]] = [[]]
    found = tokens(action)
    for place, token in list(enumerate(found))[1:]:
        if joins(found, place):
            runs.append([])
        else:
            runs[-1].append(token)
    return frozenset(" ".join(run) for run in runs if run)


def verb(action: str) -> str:
    """Return the first word of an action, which says of what kind it is."""
    return tokens(action)[0] if tokens(action) else ""


def key(learning: Learning) -> tuple[str, str]:
    """Return what makes two learnings statements on the same: cause and effect, or the text of a free one."""
    return (learning.cause, learning.effect) if learning.relation else (learning.text, "")


def consistent(learnings: Iterable[Learning]) -> list[Learning]:
    """Return learnings without those which call a cause of no use that another one surely calls useful for the task."""
    found = list(learnings)
    useful = {
        each.cause
        for each in found
        if each.effect in ENDS and each.relation in {"necessary", "contributes"} and certainty(each) == "should"
    }
    return [each for each in found if each.relation != "does not contribute" or each.cause not in useful]
