"""A question answered by a language model from what was recalled, with citations, or not at all.

What is remembered reaches the model as numbered quotations, each on one line; see `pack.numbered`.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain

from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.llm.answer import AnswerFault
from clew.llm.thoughts import spoken
from clew.model import Answer, Recall
from clew.retrieval.citations import Citations
from clew.retrieval.pack import numbered
from clew.text.dates import counts_from_today
from clew.text.instants import day, now

NOT_IN_MEMORY = "not in memory"

MAX_ANSWER_CHARACTERS = 4000
"""Characters of an answer; what goes on for longer has lost its way, and is cut."""

MAX_THOUGHT_CHARACTERS = 40_000
"""Characters behind the cut in which a tag is looked for that makes a thought of all before it."""

PROMPT = Prompt.load("clew.retrieval", "answer")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what was recalled for it, and the day on which it is asked; None: today."""

    recalled: Recall
    question: str
    asked_on: date | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A piece of an answer; pieces add up to the whole.

    Attributes:
        text: in which ``[2]`` cites the second memory that was packed.
        citations: ids of the memories that are cited, in the order of their first citation; with the last piece.
        unknown: citations of numbers that the model was not shown; with the last piece.
        is_anew: whether the answer begins here: what came before was a thought.
    """

    text: str = ""
    citations: tuple[str, ...] = ()
    unknown: int = 0
    is_anew: bool = False

    def __add__(self, other: "Reply") -> "Reply":
        if other.is_anew:
            return other
        citations, unknown = self.citations + other.citations, self.unknown + other.unknown
        return Reply(self.text + other.text, citations, unknown, self.is_anew)


_OPENING = 80
"""Characters by which an answer can be told from none."""
_NOT_IN_MEMORY = r"not\s+in\s+(?:(?:the|my|your)\s+)?memory\b"
_OPENS_SO = re.compile(rf"[\W\d_]*{_NOT_IN_MEMORY}", re.IGNORECASE)
_ENDS_SO = re.compile(rf"[^.!?\n]*\b{_NOT_IN_MEMORY}[\W\d_]*", re.IGNORECASE)


def answer(
    recalled: Recall,
    question: str,
    model: LanguageModel,
    on_text: Callable[[str], None] | None = None,
    asked_on: date | None = None,
) -> Answer:
    """Ask a language model what the packed memories say; where there are none, it is not asked.

    Args:
        recalled: what it is shown.
        question: in any language.
        model: answers.
        on_text: is given the answer piece by piece while it comes; together they are its text, behind that of a thought
            which only shows at its end that it was one.
        asked_on: the day from which "yesterday" counts; None: today.

    Raises:
        ModelUnavailable: nothing answers, or not to this key or model's name.
        ModelFailed: the model failed, or said nothing.
        BudgetSpent: no more tokens may be used.
    """
    said = Reply()
    for piece in ANSWER.on(model).stream(Asked(recalled, question, asked_on)):
        said += piece
        if on_text and piece.text:
            on_text(piece.text)
    found = said.text != NOT_IN_MEMORY
    return Answer(question, said.text, said.citations, said.unknown, found, recalled, model.usage.as_dict())


def _show(asked: Asked) -> Inputs:
    question, asked_on = " ".join(asked.question.split()), asked.asked_on or now().date()
    told = f" (asked on {day(asked_on)})" if counts_from_today(question) else ""
    return {"memory": numbered(asked.recalled), "question": f"{question}{told}"}


def _read(asked: Asked, pieces: Iterator[str]) -> Iterator[Reply]:
    packed, is_empty, citations = asked.recalled.packed, True, Citations(0)
    for number, draft in enumerate(_drafts(spoken(pieces))):
        is_empty, citations = True, Citations(len(packed))
        for piece in citations.kept(_settled(draft)):
            yield Reply(piece, is_anew=is_empty and number > 0)
            is_empty = False
        left = MAX_THOUGHT_CHARACTERS
        for piece in draft:  # what was cut: where a tag follows, all of it was a thought
            if (left := left - len(piece)) < 0:
                break
        if left < 0:
            break
    if is_empty:
        raise AnswerFault("an empty answer; ask again, or use another model")
    yield Reply(citations=tuple(packed[place - 1].id for place in citations.places), unknown=citations.unknown)


ANSWER = Chain.text(PROMPT).text_between(
    Asked, Reply, _show, _read, lambda asked: None if asked.recalled.packed else Reply(NOT_IN_MEMORY)
)


def _drafts(parts: Iterator[str | None]) -> Iterator[Iterator[str]]:
    """Yield the drafts of an answer, each in pieces; all but the last turn out to be thoughts.

    One is to be read to its end before the next.
    """
    is_last = False

    def draft() -> Iterator[str]:
        nonlocal is_last
        for part in parts:
            if part is None:
                return
            yield part
        is_last = True

    while not is_last:
        yield draft()


def _settled(pieces: Iterator[str]) -> Iterator[str]:
    """Cut the pieces at the limit. Yield `NOT_IN_MEMORY` where they open with that, or are one sentence ending so."""
    held, whole = "", True
    for piece in pieces:
        held += piece
        if len(held.lstrip()) >= _OPENING:
            whole = False
            break
    if _OPENS_SO.match(held) or (whole and _ENDS_SO.fullmatch(held)):  # such as: Her job is not in memory [2].
        deque(_bounded(pieces), maxlen=0)  # to its end, where the model says what it used
        yield NOT_IN_MEMORY
    else:
        yield from _bounded(chain([held], pieces))


def _bounded(pieces: Iterable[str]) -> Iterator[str]:
    left = MAX_ANSWER_CHARACTERS
    for piece in pieces:
        if len(piece) > left:
            yield f"{piece[:left]}…"
            return
        left -= len(piece)
        yield piece
