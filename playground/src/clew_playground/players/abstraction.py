"""Learnings for another place or another task: what several sets agree on, without the names of one place.

Source: CLIN, section 3.4, where a language model is told to write what is not tied to one environment. The rule here
counts: several places share an action up to a word, and each ends it in its own way. It is cut before that word.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from clew.agents.clin.matching import is_function_word, tokens, words
from clew.model.learnings import Learning, Modality, Relation
from clew_playground.players.causal import ENDS, PROGRESS, certainty, key, statement

SHARED = 0.75
"""Part of the sets with the beginning of an action that must have its next word too, for the word to be kept."""

MIN_SUPPORT = 0.3
"""Part of the sets which know an effect that must name a cause of it, for the cause to be kept."""

SURE = 0.6
"""The same, for it to be sure."""

AGAINST: Final = "does not contribute"

MIN_TASKS = 2
"""Tasks that must say something of a place, where there are several."""

MIN_WORDS = 2
"""Of an action that was cut; fewer say nothing."""


class Abstraction:
    """Actions without the words that only one place has.

    Args:
        sets: learnings of several places.
    """

    def __init__(self, sets: Sequence[Sequence[Learning]]) -> None:
        self._support: Counter[tuple[str, ...]] = Counter()
        for each in sets:
            actions = {tokens(said) for one in each for said in (one.cause, one.effect) if said and said not in ENDS}
            self._support.update({action[:length] for action in actions for length in range(1, len(action) + 1)})

    def cut(self, action: str) -> str:
        """Return an action without the words of one place; empty where too little remains."""
        spelt, length = tokens(action), 1
        while length < len(spelt) and self._support[spelt[: length + 1]] >= SHARED * self._support[spelt[:length]]:
            length += 1
        if length == len(spelt):
            return action
        kept = list(spelt[:length])
        while kept and is_function_word(kept[-1]):
            kept.pop()
        said = " ".join(kept)
        return said if len(words(said)) >= MIN_WORDS else ""


def for_another_place(sets: Sequence[Sequence[Learning]]) -> tuple[Learning, ...]:
    """Return what the sets of several places agree on, for a place that none of them knows; free texts are left out."""
    cut = Abstraction(sets).cut
    claims: dict[tuple[str, str], _Claim] = defaultdict(_Claim)
    knowing: Counter[str] = Counter()
    for number, each in enumerate(sets):
        spelt = [
            (one.effect if one.effect in ENDS else cut(one.effect), cut(one.cause), one) for one in each if one.relation
        ]
        knowing.update({effect for effect, _, _ in spelt})
        for place, (effect, cause, one) in enumerate(spelt):
            if effect and cause and effect != cause:
                claims[cause, effect].add(number, one, place / len(spelt))
    found = [(claim.place, _agreed(pair, claim, knowing, len(sets))) for pair, claim in claims.items()]
    ordered = sorted((each for each in found if each[1]), key=lambda each: each[0])
    return tuple(each for _, each in ordered if each)


@dataclass(slots=True)
class _Claim:
    """The statements of several sets on one cause and one effect."""

    sets: set[int] = field(default_factory=set[int])
    relations: Counter[tuple[Relation, Modality]] = field(default_factory=Counter[tuple[Relation, Modality]])
    places: list[float] = field(default_factory=list[float])

    @property
    def place(self) -> float:
        return sum(self.places) / len(self.places)

    def add(self, number: int, learning: Learning, place: float) -> None:
        self.sets.add(number)
        self.relations[learning.relation, certainty(learning)] += 1
        self.places.append(place)


def _agreed(pair: tuple[str, str], claim: _Claim, knowing: Counter[str], number: int) -> Learning | None:
    cause, effect = pair
    by_relation: Counter[Relation] = Counter()
    for (relation, _), count in claim.relations.items():
        by_relation[relation] += count
    relation = max(by_relation, key=lambda each: (by_relation[each], each))
    known = number if effect in ENDS else knowing[effect]
    share = len(claim.sets) / known
    if effect not in ENDS and share < MIN_SUPPORT:
        return None
    agreeing = sum(by_relation[each] for each in by_relation if (each == AGAINST) == (relation == AGAINST))
    sure = (
        claim.relations[relation, "should"] >= claim.relations[relation, "may"] and 2 * agreeing > by_relation.total()
    )
    if effect not in ENDS:
        sure = sure and share >= SURE
    return statement(cause, effect, relation, "should" if sure else "may")


def for_another_task(sets: Sequence[Sequence[Learning]]) -> tuple[Learning, ...]:
    """Return what sets of other tasks in the same place say of the place.

    A need of one action for another stays as it is. A need of an action that was a task's own end may contribute here;
    the end itself is left out, as free texts are. Of several tasks only what two of them say is kept: the rest is
    theirs alone.
    """
    found: dict[tuple[str, str], Learning] = {}
    tasks: Counter[tuple[str, str]] = Counter()
    for each in reversed(sets):
        ends = {one.cause for one in each if one.effect in ENDS and one.relation in {"necessary", "contributes"}}
        sure = {one.cause for one in each if one.cause in ends and certainty(one) == "should"}
        said = {key(new): new for one in each for new in _of_place(one, sure)}
        tasks.update(list(said))
        found = said | found
    shared = [one for name, one in found.items() if tasks[name] >= min(MIN_TASKS, len(sets))]
    return tuple(sorted(shared, key=lambda one: one.effect in ENDS))


def _of_place(learning: Learning, ends: set[str]) -> list[Learning]:
    if not learning.relation or learning.cause in ends:
        return []
    if learning.effect in ENDS:
        return [statement(learning.cause, PROGRESS, learning.relation, "may")]
    if learning.effect in ends:
        return [statement(learning.cause, PROGRESS, "contributes", "may")] if learning.relation == "necessary" else []
    return [learning]
