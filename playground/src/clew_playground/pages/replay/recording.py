"""A game as it goes: what each step changed in the memory, read from the memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clew.agents.environment import Observation
from clew.api.world import World
from clew.model.triplet import Triplet
from clew.model.world import Observed
from clew_playground.pages.replay.recording_proxy import Decision


@dataclass(frozen=True, slots=True)
class Frame:
    """One step.

    Attributes:
        number: of the step; 0 is the first observation.
        action: after which it was made.
        text: what was observed.
        place: where the player is believed to be.
        score: points by then.
        decisions: that were made by then; the last of them led here.
        new: triplets that are believed now and were not before.
        gone: those that were and are not now.
        carried: by the player.
        unexplored: exits by place.
    """

    number: int
    action: str
    text: str
    place: str
    score: float
    decisions: int
    new: tuple[Triplet, ...]
    gone: tuple[Triplet, ...]
    carried: tuple[str, ...]
    unexplored: Mapping[str, tuple[str, ...]]


@dataclass
class Recording:
    """A game and its steps so far.

    Attributes:
        task: of the player, in words.
        max_score: what can be reached.
        decisions: of the player, who goes on adding to them.
        frames: the steps.
        believed: triplets, in the order in which they came to be.
        moment: how the game stands; None before it begins.
        stopped: why it was given up; empty where it was not.
    """

    task: str
    max_score: float
    decisions: Sequence[Decision]
    frames: list[Frame] = field(default_factory=list[Frame])
    believed: dict[Triplet, None] = field(default_factory=dict[Triplet, None])
    moment: Observation | None = None
    stopped: str = ""

    @property
    def outcome(self) -> str:
        """How the game stands, as a sentence."""
        if self.moment is None:
            return "not begun"
        left = f"given up, for {self.stopped}" if self.stopped else "not finished"
        how = "won" if self.moment.won else "lost" if self.moment.done else left
        return (
            f"{how}: {self.points(self.moment.score)} in {len(self.frames) - 1} steps, {len(self.decisions)} decisions"
        )

    def points(self, score: float) -> str:
        """Return a score and what can be reached, in words."""
        return f"{score:g} of {self.max_score:g}"

    def keep(self, world: World, _: Observed, moment: Observation) -> None:
        """Add the step that the world's memory holds last, in the memory's own names."""
        believed = {each.triplet: None for each in world.triplets()}
        (seen,) = world.history(most=1)
        frame = Frame(
            len(self.frames),
            seen.action,
            seen.text,
            world.place(),
            moment.score,
            len(self.decisions),
            tuple(each for each in believed if each not in self.believed),
            tuple(each for each in self.believed if each not in believed),
            world.inventory(),
            world.unexplored(),
        )
        self.frames.append(frame)
        self.believed, self.moment = believed, moment
