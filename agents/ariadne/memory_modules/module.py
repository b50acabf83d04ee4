"""The one thing in which players differ: what they are shown of their past beside the last steps.

Source: AriGraph, section 4.1: planning and decision stay, the memory module changes. Every player sees the inventory,
as every one does there; of the rest of the graph only `GraphMemory` shows anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from clew.agents.ariadne.chains import ActionPlan
from clew.api.world import World
from clew.llm.usage import CHARACTERS
from clew.model.world import RunStep


@dataclass(frozen=True, slots=True)
class Now:
    """The present, as every player sees it.

    Attributes:
        task: what is to be done.
        plan: as it stood after the last decision.
        inventory: what is carried.
        observation: what the game said last.
        shown: the last steps and the present one, oldest first; whoever recalls leaves them out.
    """

    task: str
    plan: ActionPlan
    inventory: str
    observation: str
    shown: tuple[RunStep, ...]

    def earlier(self, world: World, most: int, like: str = "") -> tuple[RunStep, ...]:
        """Return at most so many steps before those that are shown, newest first; see `World.history`."""
        shown = {each.id for each in self.shown}
        return tuple(each for each in world.history(most=most + len(shown), like=like) if each.id not in shown)


@dataclass(frozen=True, slots=True)
class RecalledText:
    """What a memory module adds to the present.

    Attributes:
        text: what planning and decision are shown, under headings of its own.
        ways: choices beside the valid actions.
    """

    text: str
    ways: tuple[str, ...] = ()


class MemoryModule(Protocol):
    """What a player remembers. One that keeps a state serves one player in one game."""

    def recall(self, world: World, now: Now) -> RecalledText:
        """Return the memories that bear on the present.

        Raises:
            ModelFailed: a model could not be asked. Where it says what cannot be used, the module does without.
        """
        ...


def told(seen: RunStep) -> str:
    """Return a step as text: what was done, and what was seen then."""
    did = f"Did: {seen.action}\n" if seen.action else ""
    return f"{did}Saw (step {seen.step}): {line(seen.text)}"


def newest(seen: Iterable[RunStep], tokens: int) -> str:
    """Return the newest steps that fit, oldest first, and where there are more, that they are left out.

    Args:
        seen: newest first; the first one is cut where it does not fit by itself.
        tokens: at most, of four characters each.
    """
    left = most = tokens * CHARACTERS
    kept: list[str] = []
    for each in seen:
        text = told(each)[: most - 1]
        left -= len(text) + 1
        if left < 0:
            kept.append(f"(step {each.step} and what came before it are left out)")
            break
        kept.append(text)
    return "\n".join(reversed(kept))


def line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
