"""The one thing in which players differ: what they are shown of their past beside the last steps.

Source: AriGraph, section 4.1: planning and decision stay, the memory module changes. Every player sees the inventory,
as every one does there; of the rest of the graph `GraphMemory` shows what matters now.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from clew.agents.ariadne.chains import EXPLORE, RELEVANT, ActionPlan
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel
from clew.model.triplet import Triplet
from clew.model.world import GO_TO, RunStep
from clew.text.names import in_full, normalise
from clew.text.quotation import indented

MAX_WORDS = 4  # of a name
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def plurals(texts: Iterable[str]) -> dict[str, str]:
    """Return the names that texts say in the plural alone, by the name in memory: ``{"match": "matches"}``."""
    found, alone = dict[str, str](), set[str]()
    for text in texts:
        words = _WORD.findall(text.lower())
        for first in range(len(words)):
            for end in range(first + 1, min(first + MAX_WORDS, len(words)) + 1):
                phrase = " ".join(words[first:end])
                name, said = normalise(phrase), in_full(phrase)
                if name != said:
                    found.setdefault(name, said)
                else:
                    alone.add(name)
    return {name: said for name, said in found.items() if name not in alone}


def in_words(triplet: Triplet, said: Mapping[str, str]) -> str:
    """Return a triplet as a sentence, in the names that a game says."""
    subject, other = (said.get(each, each) for each in (triplet.subject, triplet.object))
    return Triplet(subject, triplet.predicate, other).text


@dataclass(frozen=True, slots=True)
class Now:
    """The present, as every player sees it."""

    task: str  # what is to be done
    plan: ActionPlan  # as it stood after the last decision
    inventory: str  # what is carried
    observation: str  # what the game said last
    shown: tuple[RunStep, ...]  # the last steps and the present one, oldest first; whoever recalls leaves them out
    # how the game calls things that memory has another name for
    said: Mapping[str, str] = field(default_factory=dict[str, str])

    def earlier(self, world: World, most: int, like: str = "") -> tuple[RunStep, ...]:
        """Return at most so many steps before those that are shown, newest first; see `World.history`."""
        shown = {each.id for each in self.shown}
        return tuple(each for each in world.history(most=most + len(shown), like=like) if each.id not in shown)


@dataclass(frozen=True, slots=True)
class RecalledText:
    """The part of a prompt that a memory module adds to the present."""

    text: str  # what planning and decision are shown, under headings of its own
    ways: tuple[str, ...] = ()  # choices beside the valid actions


class MemoryModule(Protocol):
    """The memory of a player. One that keeps a state serves one player in one game."""

    def recall(self, world: World, now: Now) -> RecalledText:
        """Return the memories that bear on the present.

        Raises:
            ModelFailed: a model could not be asked. Where it says what cannot be used, the module does without.
        """
        ...


def told(seen: RunStep) -> str:
    """Return a step as text: what was done, and what was seen then."""
    did = f"Did: {line(seen.action)}\n" if seen.action else ""
    return f"{did}Saw (step {seen.step}): {line(seen.text)}"


def line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


DEEPEST, MOST_THINGS = 3, 8
"""Of what the model looks up, as it is told in `prompts/relevant.md`; each thing is a search of its own."""


@dataclass(frozen=True, slots=True)
class GraphMemory:
    """Ariadne's memory: what the graph believes of what matters now, the observations behind that, and its map.

    The paper's figures are the defaults. Source: AriGraph, section 3. Two things differ: the memory shown is that of
    the present observation, and observations that the last steps show are not recalled beside them.
    """

    model: LanguageModel  # says what matters, and whether to explore
    episodes: int = 2  # earlier observations that are recalled; 0: none
    width: int = 6  # triplets per step of a search
    explores: bool = True  # whether the ways that nobody has gone are shown

    def recall(self, world: World, now: Now) -> RecalledText:
        """Recall facts, observations, ways that nobody has gone; a place that can be reached is a choice."""
        found = world.recall(
            self._relevant(now), width=self.width, most=self.episodes, without=[each.id for each in now.shown]
        )
        facts = "\n".join(in_words(each.triplet, now.said) for each in found.triplets) or "none"
        episodes = "\n".join(f"(step {each.step}) {line(each.text)}" for each in found.episodes) or "none"
        unexplored = "not needed"
        if self.explores and self._wants_more(now, facts):
            ways = (
                f"{now.said.get(place, place)}: {', '.join(now.said.get(each, each) for each in ways)}"
                for place, ways in world.unexplored().items()
            )
            unexplored = "\n".join(ways) or "none is known"
        text = (
            f"Facts from memory:\n{facts}\n\nEarlier observations that may matter:\n{episodes}\n\n"
            f"Ways that nobody has gone:\n{unexplored}"
        )
        return RecalledText(text, tuple(f"{GO_TO}{place}" for place in sorted(world.nearest())))

    def _relevant(self, now: Now) -> dict[str, int]:
        """Return the things to look up, with how far; where the model names none, the observation itself."""
        try:
            answer = self.model.ask(
                RELEVANT,
                task=now.task,
                plan=now.plan.text,
                inventory=now.inventory,
                observation=f"  {indented(now.observation)}",
            )
        except UnusableAnswer:
            return {now.observation: 1}
        things = {
            each.name: min(max(each.depth, 1), DEEPEST) for each in answer.things[:MOST_THINGS] if each.name.strip()
        }
        return things or {now.observation: 1}

    def _wants_more(self, now: Now, facts: str) -> bool:
        if not now.plan.steps:
            return True
        try:
            return self.model.ask(EXPLORE, task=now.task, plan=now.plan.text, memory=facts).explore
        except UnusableAnswer:
            return True
