"""Asks a language model what a new fact does to a known one: all pairs of a chunk in one call."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.batches import batches
from clew.loaders.knowledge.reconcile import Pair, Verdict, Verdicts
from clew.text.instants import BEGINNING, day
from clew.text.quotation import quotation

MAX_PAIRS = 30
"""Pairs in one call."""


def _word(value: object) -> object:
    """Read "Replaces." as the word that was meant."""
    return value.strip(" .").lower() if isinstance(value, str) else value


class Ruling(BaseModel):
    """What the new note of a pair does to the known one."""

    pair: int = Field(description="its number")
    verdict: Annotated[Verdict, BeforeValidator(_word)]


class Rulings(BaseModel):
    """A ruling for each pair."""

    rulings: list[Ruling]


def judge(model: LanguageModel, pairs: Sequence[Pair]) -> Verdicts:
    """Return the verdicts of the model; ignore numbers that it was not shown.

    Raises:
        ModelFailed: the model could not be asked, or said nothing that can be used.
        BudgetSpent: no more tokens may be used.
    """
    verdicts: Verdicts = {}
    for some in batches(pairs, MAX_PAIRS):
        verdicts |= VERDICTS.on(model).invoke(some)
    return verdicts


def _show(pairs: Sequence[Pair]) -> Inputs:
    return {"pairs": "\n\n".join(_shown(number, pair) for number, pair in enumerate(pairs, 1))}


def _read(pairs: Sequence[Pair], answer: Rulings) -> Verdicts:
    return {pairs[each.pair - 1].ids: each.verdict for each in answer.rulings if 0 < each.pair <= len(pairs)}


def _known(pairs: Sequence[Pair]) -> Verdicts | None:
    return None if pairs else {}


def _shown(number: int, pair: Pair) -> str:
    known, claim = pair.known, pair.claim
    return (
        f"Pair {number}\nknown{_since(known.since)}: {quotation(known.text)}\n"
        f"new{_since(claim.since)}: {quotation(claim.fact.text)}"
    )


def _since(instant: datetime) -> str:
    return "" if instant == BEGINNING else f" (since {day(instant)})"


VERDICTS = Chain("verdicts", Prompt.load("clew.loaders", "verdicts"), Rulings).between(
    Sequence[Pair],
    Verdicts,
    _show,
    _read,
    _known,
)
