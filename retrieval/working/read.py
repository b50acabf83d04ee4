"""A run from the graph, as its writer left it."""

from typing import NamedTuple

from clew.errors import NotFound
from clew.graph.queries import load
from clew.graph.space import Space, spellings
from clew.model.working import Run, Step, Subgoal, Summary, observation_of


class _Subgoal(NamedTuple):
    number: int
    text: str
    retrieved: tuple[int, ...]
    summary: str | None
    met: bool | None
    author: str | None
    steps: tuple[tuple[int, str, str, int], ...]


class _Run(NamedTuple):
    goal: str
    observation: str
    length: int
    outcome: str | None
    met: bool | None
    revision: str
    subgoals: tuple[_Subgoal, ...]


def read(space: Space, name: str) -> Run:
    """Read a run, by its name in any spelling of Unicode.

    Raises:
        NotFound: the space has none of that name.
    """
    for written in dict.fromkeys((name, *spellings(name))):
        for found in space.read(load("working/run", _Run), run=written):
            subgoals: list[Subgoal] = []
            for each in found.subgoals:
                steps = tuple(
                    Step(number, action, observation_of(action, text), tokens)
                    for number, action, text, tokens in each.steps
                )
                summary = None if each.summary is None else Summary(each.summary, each.met, each.author or "")
                subgoals.append(Subgoal(each.number, each.text, steps, summary, each.retrieved))
            about = found.length, found.outcome, found.met, found.revision
            return Run(written, found.goal, found.observation, tuple(subgoals), *about)
    raise NotFound(f"space {space.name!r} has no run {name!r}; begin it, or name another")
