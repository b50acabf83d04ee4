"""Finds the believed triplets that an observation contradicts, by a language model where no rule decides.

Source: AriGraph, section 2.1. There the model rewrites triplets as text, and one that it rephrases is silently kept.
Here it names numbers, of what it was shown and of nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, Field

from clew.llm import Chain, LanguageModel, Prompt
from clew.llm.answer import Number
from clew.model.triplet import CONNECTS_TO, HAS_EXIT, IS_A, LEADS_TO, OPPOSITE, REACHED_FROM, Triplet, action_of, slot

MAX_CANDIDATES = 40  # believed triplets that are shown, those that were seen last


class Replaced(BaseModel):
    """A believed triplet that no longer holds."""

    old: Number = Field(description="its number")
    new: Number = Field(description="number of the new triplet in its place")


def _complete(given: object) -> object:
    """Read a pair such as [1, 2] too, and null as no number: what nothing takes the place of stays."""
    if not isinstance(given, list):
        return [] if given is None else given
    pairs = list[object]()
    for written in cast("list[object]", given):
        pair: object = written
        if isinstance(written, list):
            pair = dict(zip(Replaced.model_fields, cast("list[object]", written), strict=False))
        if isinstance(pair, Mapping):
            numbers = cast("Mapping[str, object]", pair)
            if any(numbers.get(name) is None for name in Replaced.model_fields):
                continue
        pairs.append(cast("object", pair))
    return pairs


class Outdated(BaseModel):
    """What no longer holds."""

    replaced: Annotated[list[Replaced], BeforeValidator(_complete)]


@dataclass(frozen=True, slots=True)
class Believed:
    """The triplets that are believed, and those just seen; see `outdated`."""

    known: Mapping[str, Triplet]
    new: Sequence[Triplet]

    @property
    def asked(self) -> list[tuple[str, Triplet]]:
        """The believed triplets that a model may replace, with their ids, in the order in which they are numbered."""
        return [(id, each) for id, each in self.known.items() if is_judged(each)][:MAX_CANDIDATES]


def is_judged(triplet: Triplet) -> bool:
    """Return whether a model may replace it: the map and types stand, and rules decide what a thing has one of.

    Every predicate with a direction among its words is of the map, for a model has many for "is north of".
    """
    return (
        triplet.predicate not in {IS_A, HAS_EXIT, LEADS_TO, REACHED_FROM, CONNECTS_TO}
        and not action_of(triplet.predicate)
        and OPPOSITE.keys().isdisjoint(triplet.predicate.replace("-", " ").split())
        and not slot(triplet.predicate, triplet.object)
    )


def outdated(model: LanguageModel, known: Mapping[str, Triplet], new: Sequence[Triplet]) -> dict[str, Triplet]:
    """Return each outdated triplet id with its replacement. Believed triplets of the same things come last seen first.

    A number that was not shown is left out, and so is a pair that has no thing in common: small models pair at random.

    Raises:
        ModelFailed: the model could not be asked, or said nothing that can be used.
    """
    return OUTDATED.on(model).invoke(Believed(known, new))


def _read(believed: Believed, answer: Outdated) -> dict[str, Triplet]:
    asked, new = believed.asked, believed.new
    named = ((each.old - 1, each.new - 1) for each in answer.replaced)
    pairs = ((*asked[old], new[by]) for old, by in named if 0 <= old < len(asked) and 0 <= by < len(new))
    return {id: by for id, old, by in pairs if old != by and {old.subject, old.object} & {by.subject, by.object}}


def _numbered(triplets: Sequence[Triplet]) -> str:
    return "\n".join(
        f"{number}. {each.subject}, {each.predicate}, {each.object}" for number, each in enumerate(triplets, 1)
    )


OUTDATED = Chain("outdated", Prompt.load("clew.loaders", "outdated"), Outdated).between(
    Believed,
    dict[str, Triplet],
    lambda believed: {"known": _numbered([each for _, each in believed.asked]), "new": _numbered(believed.new)},
    _read,
    lambda believed: None if believed.asked and believed.new else {},
)
