"""The door to short-term memory: what was seen of late, in a bounded number of units.

with Memory.local(space="home") as memory:
    seen = ShortTermMemory(memory, capacity=10)
    seen.see(result.seen)
    print(seen.recall("bring me the mug").text())
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from clew.arguments import door
from clew.loaders.scene.replacement import DEFAULT_POLICY, Counts, PolicyName
from clew.memory import Memory
from clew.scene_model import Thing
from clew.short_term_model import TaskMemory, Unit


class ShortTermMemory:
    """Units keyed by object, at most `capacity` of them; the graph is their durable mirror.

    Each change is one transaction, so another process and the next one find what this one holds. What leaves stays in
    the scene with its time.
    """

    @door
    def __init__(
        self,
        memory: Memory,
        *,
        capacity: int = 10,
        policy: PolicyName = DEFAULT_POLICY,
        window: float | None = None,
        name: str = "",
    ) -> None:
        """Open the short-term memory of a memory's space; see `clew.loaders.scene.replacement.policy`.

        Args:
            memory: whose space holds a building.
            capacity: most units.
            policy: says which unit leaves.
            window: share of the capacity that is the window of W-TinyLFU.
            name: a space can have several.
        """
        raise NotImplementedError

    @property
    def counts(self) -> Counts:
        """Queries, hits, evictions and units since the session began."""
        raise NotImplementedError

    @door
    def start_session(self) -> None:
        """Begin anew: no unit, all counts 0 (KARMA, section 3.4). The scene keeps what it has."""
        raise NotImplementedError

    @door
    def see(
        self, things: Iterable[Thing], *, images: Mapping[str, str] | None = None, at: datetime | None = None
    ) -> tuple[str, ...]:
        """Take in what is seen; return the ids of the objects that left for it.

        Args:
            things: that are in sight; those that do not move are passed over, for the scene has them.
            images: references of images by a thing's id.
            at: when; None: now.
        """
        raise NotImplementedError

    @door
    def miss(self, ids: Iterable[str], *, at: datetime | None = None) -> tuple[str, ...]:
        """Note that objects are not where they were; return the ids of those that had a unit.

        The unit goes, and the scene has the object nowhere until it is seen again.
        """
        raise NotImplementedError

    @door
    def units(self) -> tuple[Unit, ...]:
        """Return all units; once memory is full, the first is the next to leave."""
        raise NotImplementedError

    @door
    def recall(self, task: str, *, k: int = 1, at: datetime | None = None) -> TaskMemory:
        """Return what of both memories matters for a task: the best `k` units of each thing that it mentions."""
        raise NotImplementedError
