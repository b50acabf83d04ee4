"""A run from the graph, as its writer left it."""

from typing import NamedTuple

from clew.errors import NotFound
from clew.graph.queries import load
from clew.graph.space import Space, spellings
from clew.model.working import Run, Step, Subgoal, Summary, observation_of


class _Step(NamedTuple):
    number: int
    action: str
    text: str
    prompt_tokens: int


class _Subgoal(NamedTuple):
    number: int
    text: str
    retrieved: tuple[int, ...]
    summary: str | None
    met: bool | None
    author: str | None
    steps: tuple[_Step, ...]


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
            subgoals = tuple(map(_subgoal, found.subgoals))
            return Run(
                written, found.goal, found.observation, subgoals, found.length, found.outcome, found.met, found.revision
            )
    raise NotFound(f"space {space.name!r} has no run {name!r}; begin it, or name another")


def _subgoal(found: _Subgoal) -> Subgoal:
    steps = tuple(
        Step(each.number, each.action, observation_of(each.action, each.text), each.prompt_tokens)
        for each in found.steps
    )
    summary = Summary(found.summary, found.met, found.author or "") if found.summary is not None else None
    return Subgoal(found.number, found.text, steps, summary, found.retrieved)
