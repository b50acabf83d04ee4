"""Reflections: insights that follow from several facts, found by a language model and deduplicated like facts."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from pydantic import BaseModel, Field

from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.knowledge.reconcile import Claim
from clew.loaders.knowledge.statement_keys import digest, statement_key
from clew.text.instants import FOREVER
from clew.text.quotation import quotation

MAX_REFLECTIONS = 3  # reflections of one chunk
MIN_FACTS = 3  # fewer facts than these have nothing to say together
RELATED = 3  # known facts that are shown beside each new one, of any age
MAX_SHOWN_FACTS = 30  # facts in one call
MAX_SHOWN_REFLECTIONS = 30  # known reflections that are shown beside them, the newest
SAME = 0.9  # cosine from which two reflections are one


class FoundReflection(BaseModel):
    """One insight."""

    text: str = Field(description="one full sentence")
    facts: list[int] = Field(description="numbers of the facts that it rests on, at least two")


class FoundReflections(BaseModel):
    """The insights that follow."""

    insights: list[FoundReflection]


@dataclass(frozen=True, slots=True)
class Reflection:
    """An insight, with its vector and the ids of the facts that it rests on together."""

    text: str
    facts: tuple[str, ...]
    vector: Sequence[float]


Insights = Mapping[str, tuple[str, ...]]  # texts of insights, with the ids of the facts that each rests on


class ShownFact(NamedTuple):
    """A fact as a model is shown it."""

    id: str
    text: str


class Related(NamedTuple):
    """Facts that a model may find insights over, and the reflections that are known of them."""

    facts: list[ShownFact]
    reflections: list[str]

    def inputs(self) -> Inputs:
        """Return the inputs of the prompt."""
        return {
            "most": str(MAX_REFLECTIONS),
            "facts": "\n".join(f"[{number}] {quotation(fact.text)}" for number, fact in enumerate(self.facts, 1)),
            "known": "\n".join(f"- {quotation(text)}" for text in self.reflections) or "none",
        }

    def read(self, answer: FoundReflections) -> Insights:
        """Return the insights of an answer that rest on several facts."""
        insights: dict[str, tuple[str, ...]] = {}
        for each in answer.insights[:MAX_REFLECTIONS]:
            cited = {self.facts[number - 1].id for number in each.facts if 0 < number <= len(self.facts)}
            insights[" ".join(each.text.split())] = tuple(sorted(cited))
        return {text: ids for text, ids in insights.items() if len(ids) > 1 and any(map(str.isalnum, text))}


def reflect(
    model: LanguageModel, space: Space, new: Sequence[Claim], leaving: Collection[str] = ()
) -> list[Reflection]:
    """Ask for insights over facts that are about to be written and close known ones; return none if they are too few.

    On known facts that are `leaving`, by id, nothing can rest. Raises `ModelFailed` or `BudgetSpent`.
    """
    if not new:
        return []
    vectors = [list(claim.vector) for claim in new]
    known = space.read(
        load("write/related_facts", Related),
        vectors=vectors,
        related=RELATED + len(leaving),
        leaving=sorted(leaving),
        most=MAX_SHOWN_FACTS,
        insights=MAX_SHOWN_REFLECTIONS,
        forever=FOREVER,
    )[0]
    related = Related([*known.facts, *(ShownFact(claim.id, claim.fact.text) for claim in new)], known.reflections)
    kept = REFLECTIONS.on(model).invoke(related)
    vectors = space.embed_nodes([{"kind": "Reflection", "text": text} for text in kept])
    of_texts = zip(kept.items(), vectors, strict=True)
    return [Reflection(text, ids, vector) for (text, ids), vector in of_texts]


class _Near(NamedTuple):
    id: str
    text: str


def name_the_same(one: str, other: str) -> bool:
    """Return whether each word with a capital or a digit of two statements is in both, however it is written there.

    Else they tell of different people, things or amounts, however close they are in meaning.
    """
    said = [re.findall(r"\w+", text) for text in (one, other)]
    folded = [{word.casefold() for word in found} for found in said]
    return all(
        word.casefold() in others
        for found, others in zip(said, reversed(folded), strict=True)
        for word in found
        if word[0].isupper() or not word.isalpha()
    )


def write_reflections(transaction: SpaceTransaction, found: Sequence[Reflection], instant: datetime) -> int:
    """Write reflections, or join their facts to the known ones that say the same; return how many are new."""
    if not found:
        return 0
    keys = [statement_key(each.text, None) for each in found]
    rows = [{"key": key, "vector": list(each.vector)} for key, each in zip(keys, found, strict=True)]
    known = transaction.run(load("write/near_reflections", _Near), rows=rows, least=(1 + SAME) / 2, forever=FOREVER)
    ids = [
        near.id if near.id and name_the_same(near.text, each.text) else f"reflection:{digest((key,))[:20]}"
        for key, near, each in zip(keys, known, found, strict=True)
    ]
    written = [
        {
            "id": id,
            "facts": list(each.facts),
            "claim": digest(each.facts)[:16],
            "properties": {
                "text": each.text,
                "search_text": each.text,
                "statement_key": key,
                "embedding": list(each.vector),
            },
        }
        for id, key, each in zip(ids, keys, found, strict=True)
    ]
    key = transaction.space.key
    instants = {"now": instant, "forever": FOREVER}
    count = transaction.run(load("write/reflections", int), space_key=key, rows=written, **instants)[0]
    refresh_reflections(transaction, ids, instant)
    return count


def refresh_reflections(transaction: SpaceTransaction, ids: Sequence[str], instant: datetime) -> None:
    """Update validity and belief of reflections by the facts that they rest on.

    The ids are of reflections, and of facts that were supported, replaced, weakened or revived.
    """
    transaction.run(load("write/refresh_reflections"), ids=list(ids), now=instant, forever=FOREVER)


REFLECTIONS = Chain("reflections", Prompt.load("clew.loaders", "reflections"), FoundReflections).between(
    Related, Insights, Related.inputs, Related.read, lambda related: None if len(related.facts) >= MIN_FACTS else {}
)
