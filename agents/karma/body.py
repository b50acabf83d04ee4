"""The body of KARMA's agent: it takes skills, tells what became of them, and sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, cast

from clew.agents.environment import WrongWorld
from clew.agents.karma.ways import Ways
from clew.model.scene import Point, Thing

SIGHT_M: Final = 1.5
"""Things are in sight and in reach within so many metres on the plane, iTHOR's `visibilityDistance`."""

SkillName = Literal[
    "go to", "look", "explore", "pick", "put", "open", "close", "slice",
    "switch on", "switch off", "clean", "heat", "cool",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill with what it is applied to."""

    name: SkillName  # of the skill
    target: str | Point = ""  # id of a thing, or a point to go to; for `explore` an id or a type; empty for `look`
    places: tuple[str | Point, ...] = ()  # for `explore`, where to look, in this order: ids or points
    besides: tuple[str, ...] = ()  # for `explore`, ids that are not wanted


@dataclass(frozen=True, slots=True)
class SkillResult:
    """The outcome of a skill."""

    # whether it succeeded. One that fails changes no thing; only `explore` has walked and looked nevertheless.
    ok: bool
    observation: str  # what happened and what is seen, or why it failed, in words
    distance_m: float = 0.0  # walked, in metres
    seconds: float = 0.0  # that it took
    seen: tuple[Thing, ...] = ()  # the things in sight afterwards, as they are then
    attempts: int = 0  # for `explore`, the places that were gone to
    path: tuple[Point, ...] = ()  # the points that were walked over, both ends included; empty where none was


class Body(Protocol):
    """The body that acts; the agent sees no more of it than this."""

    @property
    def ways(self) -> Ways:
        """Where it can stand, and the ways between."""
        ...

    @property
    def place(self) -> int:
        """Number of the point where it stands, see `ways`."""
        ...

    @property
    def position(self) -> Point:
        """Where it stands."""
        ...

    @property
    def held(self) -> str:
        """Id of what is in its hand; empty for nothing."""
        ...

    def do(self, skill: Skill) -> SkillResult:
        """Do a skill."""
        ...

    def visible(self) -> tuple[Thing, ...]:
        """Return the things in sight."""
        ...


class _CheckedBody:
    """A body whose answers are results of skills, or one clear error."""

    def __init__(self, body: Body) -> None:
        self._body = body

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what it stands for has
        return getattr(self._body, name)

    def do(self, skill: Skill) -> SkillResult:
        """Do a skill."""
        result = cast("object", self._body.do(skill))
        if not isinstance(result, SkillResult):
            raise WrongWorld(f"do() of the body gave a {type(result).__name__} and no SkillResult; {_REMEDY}")
        _check_things(result.seen, "do()")
        return result


_REMEDY = "docs/own_body.md shows a body"


def checked_body(body: Body) -> Body:
    """Return a body whose answers are checked.

    Raises:
        WrongWorld: it lacks a part of the protocol, or what it sees is no thing.
    """
    parts = ("ways", "place", "position", "held", "do", "visible")
    if lacking := [each for each in parts if not hasattr(body, each)]:
        raise WrongWorld(f"the body {type(body).__name__} has no {', '.join(lacking)}; {_REMEDY}")
    ways: object = getattr(body, "ways")  # noqa: B009 - whatever it gives
    if not isinstance(ways, Ways):
        raise WrongWorld(f"ways of the body are {type(ways).__name__}; give Ways(building); {_REMEDY}")
    _check_things(body.visible(), "visible()")
    return cast("Body", _CheckedBody(body))


def _check_things(seen: object, method: str) -> None:
    things = cast("Sequence[object]", seen) if isinstance(seen, list | tuple) else (seen,)
    for each in things:
        if not isinstance(each, Thing):
            raise WrongWorld(f"{method} of the body sees a {type(each).__name__} and no Thing; {_REMEDY}")
