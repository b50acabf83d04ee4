"""Short-term memory: what was seen of late, in a bounded number of units."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from clew.api.memory import Memory
from clew.api.operations import operations, writes
from clew.errors import InvalidInput
from clew.graph.space import SpaceTransaction, check_name
from clew.loaders.scene.replacement import DEFAULT_POLICY, CountedPolicy, Counts, PolicyName
from clew.loaders.scene.replacement import policy as choose_policy
from clew.loaders.scene.short_term import ShortTerm
from clew.model.scene import Point, Thing
from clew.model.short_term import TaskMemory, Unit
from clew.retrieval.scene.objects import units
from clew.retrieval.scene.task import task_memory
from clew.text.arguments import check_arguments, check_list
from clew.text.instants import as_utc_if_any, now

MAX_MEANINGS = 10_000  # vectors of words that are kept


@operations("ShortTermMemory")
class ShortTermMemory:
    """Units keyed by object, at most `capacity` of them; the graph is their durable mirror.

    Each change is one transaction, so another process and the next one find what this one holds. A unit that leaves
    stays in the scene with its time. Thread-safe.

    Source: KARMA, sections 3.4 to 3.6.

    Example:
        lately = ShortTermMemory(memory, capacity=10)
    """

    @check_arguments
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
            capacity: most units, 1 or more.
            policy: says which unit leaves: `fifo`, `fifo-merge`, `lru`, `lfu`, `w-tinylfu` or `w-tinylfu-karma`.
            window: share of the capacity that is the window of W-TinyLFU, 0 to 1; None: the policy's own.
            name: a space can have several, each by its name of at most 200 characters.

        Raises:
            InvalidInput: a parameter is out of range, or the name cannot be used.
        """
        if name:
            check_name("short-term memory", name)
        self.memory = memory
        self._vectors: dict[str, Sequence[float]] = {}  # of words: types of a space are asked about again and again
        self._term = ShortTerm(
            memory.space, name, lambda: CountedPolicy(choose_policy(policy, capacity=capacity, window=window))
        )
        self._term.build()

    @property
    def counts(self) -> Counts:
        """Queries, hits, evictions and units since the session began.

        Raises:
            Conflict: the session was begun with other parameters.
        """
        return self._term.state(self.memory.space.read).policy.counts

    @writes
    def start_session(self) -> None:
        """Begin anew, with no unit and all counts 0 (KARMA, section 3.4); the scene keeps what it has.

        Example:
            lately.start_session()
        """
        self._term.start()

    @writes
    def see(
        self, things: Iterable[Thing], *, images: Mapping[str, str] | None = None, at: datetime | None = None
    ) -> tuple[str, ...]:
        """Take in what is seen.

        Args:
            things: that are in sight; those that do not move are passed over, for the scene has them. The scene
                gets those that it has not, and those that others lie in.
            images: references of images by a thing's id; without one, a unit keeps the one that it has.
            at: when, with a zone; None: now.

        Returns:
            The ids of the objects that left for it.

        Raises:
            InvalidInput: an id is there twice; a thing lies in one that is unknown or, over others, in itself.
            NotFound: memory has no area near a thing.
            Conflict: memory saw one of them later, or the session was begun with other parameters.

        Example:
            lately.see([Thing("mug|1", "Mug", Point(0.2, 0.9, 0.1), movable=True)])
        """
        return self._term.see(check_list("things", things, Thing), images or {}, as_utc_if_any(at))

    @writes
    def miss(
        self, ids: Iterable[str], *, places: Mapping[str, Point] | None = None, at: datetime | None = None
    ) -> tuple[str, ...]:
        """Note that objects are not where they were.

        Their units go, and the scene has them nowhere until they are seen again.

        Args:
            ids: of objects.
            places: where they were looked for, by id: an object that memory has elsewhere by now stays there. An object
                without one is not where memory has it, wherever that is.
            at: when they were looked for, with a zone; None: now.

        Returns:
            The ids of those that memory had there.

        Raises:
            Conflict: memory saw one of them later, or the session was begun with other parameters.

        Example:
            lately.miss(["mug|1"])
        """
        return self._term.miss(check_list("ids", ids, str), places or {}, as_utc_if_any(at))

    def units(self) -> tuple[Unit, ...]:
        """Return all units.

        Returns:
            The units; once memory is full, the first is the next to leave.

        Raises:
            Conflict: the session was begun with other parameters.

        Example:
            [unit.object.id for unit in lately.units()]
        """

        def read(transaction: SpaceTransaction) -> tuple[Unit, ...]:
            found = {unit.object.id: unit for unit in units(transaction.run, self._term.name)}
            held = self._term.state(transaction.run).objects  # another process may have changed them in between
            return tuple(found[id] for id in held if id in found)

        return self.memory.space.reading(read)

    def recall(self, task: str, *, k: int = 1, at: datetime | None = None) -> TaskMemory:
        """Return what of both memories matters for a task, and count a query for each thing that it mentions.

        Where memory is only read, nothing is counted.

        Args:
            task: the instruction.
            k: units of each thing at most, 1 or more.
            at: when, with a zone; None: now.

        Returns:
            The units, the places that do not move, and the areas of both.

        Raises:
            InvalidInput: `k` is below 1.
            Conflict: the session was begun with other parameters.

        Example:
            lately.recall("bring me the mug").text()
        """
        if k < 1:
            raise InvalidInput(f"k is {k}; give 1 unit or more")
        found, asked = task_memory(
            self.memory.space, self.units(), task, k=k, at=as_utc_if_any(at) or now(), embed=self._embed
        )
        if not self.memory.space.graph.only_reads:
            self._term.touch(asked.found, asked.missed)
        return found

    def _embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        known = self._vectors if len(self._vectors) < MAX_MEANINGS else {}
        new = sorted(set(texts) - known.keys())
        self._vectors = known = known | dict(zip(new, self.memory.space.embed(new), strict=True)) if new else known
        return [known[text] for text in texts]
