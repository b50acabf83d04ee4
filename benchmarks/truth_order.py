"""Does it matter for `truth.py` in which order the values of one thing are heard? And which day a model is shown."""

import itertools
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field
from truth_wordings import Half, wordings

from clew.api.memory import Memory
from clew.loaders.conversation.sessions import remember_together
from clew.model import Fact, Filter, Transcript, Turn
from clew.settings import RecallSettings

Slot = tuple[str, ...]
"""The sentences of one thing, by the time from which each holds."""

Opener = Callable[[str, BaseChatModel], AbstractContextManager[Memory]]
"""Opens an empty memory by its name and model."""

FACTS = Filter(kinds=("fact",))
GIVEN, JUDGED, REPLACING = "facts given", "judged by an ideal model", "facts given, replacing"
LENGTHS = (3, 4)
MOST_SLOTS = 6
"""Each is heard in 30 orders, with a store for each: the longest part of a run."""
FIRST_YEAR = 2018
ALL_FACTS = RecallSettings(fact_pool=500, limit=500)


class IdealModel(BaseChatModel):
    """Takes every turn as a fact word for word, and rules that sentences of one slot replace each other."""

    slots: tuple[Slot, ...] = ()
    shown: list[str] = Field(default_factory=list)
    """The turns of all prompts."""

    @property
    def _llm_type(self) -> str:
        return "ideal"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **_: Any,  # noqa: ANN401
    ) -> ChatResult:
        answer = self._answer(str(messages[-1].content))
        return ChatResult(generations=[ChatGeneration(message=AIMessage(json.dumps(answer)))])

    def _answer(self, text: str) -> Mapping[str, object]:
        if "Turns to read:" in text:
            turns = re.findall(r"^\[(\d+)\] \w+: (.*)$", text.partition("Turns to read:")[2], re.MULTILINE)
            self.shown.extend(said for _, said in turns)
            return {"facts": [{"text": said, "turns": [int(number)]} for number, said in turns]}
        pairs = re.findall(r"^Pair (\d+)\nknown[^:]*: (.*)\nnew[^:]*: (.*)$", text, re.MULTILINE)
        return {"rulings": [{"pair": int(n), "verdict": self._verdict(*both)} for n, *both in pairs]}

    def _verdict(self, known: str, new: str) -> str:
        return "replaces" if any(known in slot and new in slot for slot in self.slots) else "coexists"


@dataclass(frozen=True, slots=True)
class Heard:
    """The memory of a slot: the sentences that hold in each year, and those that hold now."""

    years: tuple[tuple[str, ...], ...]
    now: tuple[str, ...]


def slots(half: Half, length: int) -> list[Slot]:
    """Return slots of a half with so many values each."""
    chosen = wordings("slots", half)[:MOST_SLOTS]
    return [tuple(map(text.format, values.split(" > ")[:length])) for text, values in chosen]


def orders(
    half: Half,
    open_memory: Callable[[str, BaseChatModel], AbstractContextManager[Memory]],
    rng: random.Random,
    most: int,
) -> Iterator[tuple[str, list[dict[str, bool]]]]:
    """Yield for each way and order of hearing what is right of each slot.

    Args:
        half: of the wordings.
        open_memory: for each order.
        rng: draws the orders, where not all are heard.
        most: orders that are heard of each length.
    """
    ways = {GIVEN: _give, JUDGED: _tell} | ({REPLACING: _give_replacing} if offers_replacing() else {})
    for length, (way, hear) in itertools.product(LENGTHS, ways.items()):
        told = slots(half, length)
        in_time, *others = itertools.permutations(range(length))
        heard = [in_time, *rng.sample(others, min(most - 1, len(others)))]
        expected: list[Heard] = []
        for order in heard:
            with open_memory("order", IdealModel(slots=tuple(told))) as memory:
                hear(memory, told, order)
                found = _heard(memory, told)
            expected = expected or found
            yield way, [_right(*each) for each in zip(told, found, expected, strict=True)]


def offers_replacing() -> bool:
    """Say whether a caller can name the fact that a fact replaces."""
    return "replaces" in {each.name for each in fields(Fact)}


def _year(place: int) -> datetime:
    return datetime(FIRST_YEAR + place, 1, 1, tzinfo=UTC)


def _told(told: Sequence[Slot], place: int) -> Transcript:
    return Transcript(f"year{place}", tuple(Turn(slot[place], "user", _year(place)) for slot in told))


def _give(memory: Memory, told: Sequence[Slot], order: Sequence[int]) -> None:
    """Remember all turns, and then give the facts in this order."""
    remember_together(memory.space, [_told(told, place) for place in range(len(order))])
    for place in order:
        memory.remember_facts([_fact(slot[place], number, place) for number, slot in enumerate(told)])


def _give_replacing(memory: Memory, told: Sequence[Slot], order: Sequence[int]) -> None:
    """Give each fact with the id of the one of its slot that was heard before it."""
    remember_together(memory.space, [_told(told, place) for place in range(len(order))])
    before: dict[int, str] = {}
    for place in order:
        for number, slot in enumerate(told):
            more: dict[str, Any] = {"replaces": before[number]} if number in before else {}
            memory.remember_facts([_fact(slot[place], number, place, **more)])
            hits = memory.recall(slot[place], Filter(kinds=("fact",), as_of=_year(place).replace(month=7))).hits
            before[number] = next(hit.id for hit in hits if hit.text == slot[place])


def _fact(text: str, number: int, place: int, **more: Any) -> Fact:  # noqa: ANN401
    return Fact(text, (f"episode:year{place}/{number}",), valid_from=_year(place), **more)


def _tell(memory: Memory, told: Sequence[Slot], order: Sequence[int]) -> None:
    """Remember the turns of one time after the other in this order, and consolidate after each."""
    for place in order:
        remember_together(memory.space, [_told(told, place)])
        memory.consolidate()


def _heard(memory: Memory, told: Sequence[Slot]) -> list[Heard]:
    """Return what memory tells of each slot."""
    instants = [_year(place).replace(month=7) for place in range(len(told[0]))]
    years = [_texts(memory, Filter(kinds=("fact",), as_of=each)) for each in instants]
    now = _texts(memory, FACTS)
    return [Heard(tuple(_held(slot, each) for each in years), _held(slot, now)) for slot in told]


def _texts(memory: Memory, where: Filter) -> set[str]:
    """Return all facts."""
    return {hit.text for hit in memory.recall("What is known?", where, settings=ALL_FACTS).hits}


def _held(slot: Slot, texts: set[str]) -> tuple[str, ...]:
    return tuple(text for text in slot if text in texts)


def _right(slot: Slot, heard: Heard, expected: Heard) -> dict[str, bool]:
    ideal = Heard(tuple((text,) for text in slot), slot[-1:])
    return {"as in order of time": heard == expected, "one value at a time": heard == ideal}
