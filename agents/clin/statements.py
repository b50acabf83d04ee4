"""Causal statements in one spelling, and what they say when they are asked.

Effects are actions, or one of the two that every task has: `PROGRESS` and `COMPLETION`.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from clew.loaders.learnings.grammar import stated
from clew.model.learnings import Learning, LearningSet, Modality, Relation
from clew.text.names.phrases import MARKS, SIGNS

PROGRESS = "make progress in the task"
"""The effect of an action that raises the score."""

COMPLETION = "complete the task"
"""The effect of the action that ends a trial well."""

ENDS = (PROGRESS, COMPLETION)

_DIRECTIONS = {
    **{each: each for each in ("to", "in", "on", "from", "off", "out", "up", "down", "over", "under")},
    "into": "in",
    "onto": "on",
}
"""Words that make another action of one; those that say the same are one."""

_FUNCTION_WORDS = frozenset(
    {
        *_DIRECTIONS,
        *("a", "an", "the", "of", "at", "by", "with", "for", "and", "or", "round", "around", "again"),
    }
)
_WORD = rf"[^\W_](?:[^\W_]|[{MARKS}])*"
_TOKEN = re.compile(rf"\d+(?:[./:]\d+)+(?!\w)|{_WORD}(?:'{_WORD})*(?:[+#]+(?!\w))?|[{SIGNS}]|(?<!\S)[+=<>](?!\S)")


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


def learned(one: LearningSet | None) -> tuple[Learning, ...]:
    """Return what a set says, in its order; nothing where there is none."""
    return tuple(each.learning for each in one.learnings) if one else ()


def certainty(learning: Learning) -> Modality:
    """Return ``may``, or ``should`` for all that is said without doubt."""
    return "may" if learning.modality == "may" else "should"


@lru_cache(maxsize=65536)
def words(text: str) -> tuple[str, ...]:
    """Return the words of an action, lower case, those that only join others left out, unless there are no others."""
    found = tokens(text)
    return tuple(each for place, each in enumerate(found) if not _joins(found, place)) or found


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """Return all words of an action, lower case."""
    return tuple(_TOKEN.findall(unicodedata.normalize("NFC", text).lower()))


def is_function_word(token: str) -> bool:
    """True if a word only joins others."""
    return token in _FUNCTION_WORDS


def _joins(found: Sequence[str], place: int) -> bool:
    """True if a word only joins others; an `a` that no other kind of word follows is a name."""
    following = found[place + 1 : place + 2]
    is_name = found[place] == "a" and all(map(is_function_word, following))
    return is_function_word(found[place]) and not is_name


@lru_cache(maxsize=65536)
def means(said: str, action: str) -> bool:
    """True if an action is what a cause or effect says: it has all of its words and directions, in their order."""
    wanted = words(said)
    if not wanted or not set(wanted) <= set(words(action)):
        return False
    rest = iter(_directed(action))
    return all(each in rest for each in _directed(said))


def mentions(text: str, action: str) -> bool:
    """True if a free text has all words and directions of an action, in their order."""
    return means(action, text)


@lru_cache(maxsize=65536)
def _directed(text: str) -> tuple[str, ...]:
    found = tokens(text)
    directed = (_DIRECTIONS.get(each, "" if _joins(found, place) else each) for place, each in enumerate(found))
    return tuple(filter(None, directed))


@lru_cache(maxsize=65536)
def phrases(action: str) -> frozenset[str]:
    """Return the things that an action names: its words in runs, without the first word and without joining ones.

    `take the brass key from the blue box` names `brass key` and `blue box`.
    """
    runs: list[list[str]] = [[]]
    found = tokens(action)
    for place, token in list(enumerate(found))[1:]:
        if _joins(found, place):
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
