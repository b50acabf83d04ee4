"""Short-term memory into the graph: each change is one transaction, so that units, policy and scene fit each other.

Source: KARMA, sections 3.4 and 3.6.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from clew.errors import Conflict, InvalidInput
from clew.graph.queries import load
from clew.graph.space import QueryRunner, Space, SpaceTransaction
from clew.loaders.scene.replacement import CountedPolicy
from clew.loaders.scene.write import miss, update
from clew.model.scene import Point, Thing
from clew.text.instants import FOREVER, now


class _Held(NamedTuple):
    policy: str
    objects: tuple[str, ...]
    images: tuple[str, ...]
    seen_at: tuple[datetime, ...]
    current: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A short-term memory as the graph has it."""

    policy: CountedPolicy  # knows the units by their `key`
    images: Mapping[str, str]  # by id of each object that has a unit, where an image of it is kept; empty for none
    seen_at: Mapping[str, datetime]  # likewise, when it was seen last
    current: Sequence[str]  # ids of those that the scene has where their unit has them

    @property
    def objects(self) -> tuple[str, ...]:
        """Ids of the objects; once memory is full, the first is the next to leave."""
        ids = {key(id): id for id in self.images}
        return tuple(ids[each] for each in self.policy.keys())  # noqa: SIM118 - a policy's keys have an order


@dataclass(frozen=True, slots=True)
class ShortTerm:
    """A short-term memory of a space."""

    space: Space  # where
    name: str  # of the short-term memory
    build: Callable[[], CountedPolicy]  # builds its policy, as at the beginning of a session

    def start(self) -> None:
        """Begin a session: no unit, and all counts 0."""
        self.space.locked(lambda transaction: self._write(transaction, self.build(), None))

    def see(self, things: Sequence[Thing], images: Mapping[str, str], at: datetime | None) -> tuple[str, ...]:
        """Take in what moves of what is seen, with what holds it. Return the ids of the objects that left for it.

        See `write.update` for errors.
        """
        moving, left = [thing for thing in things if thing.movable], list[str]()

        def hold(transaction: SpaceTransaction, at: datetime) -> None:
            state = self.state(transaction.run)
            ids = {key(id): id for id in (*state.images, *(thing.id for thing in moving))}
            victims = [ids[each] for thing in moving for each in state.policy.put(key(thing.id))]
            staying = [thing.id for thing in moving if key(thing.id) in state.policy]
            left[:] = [id for id in dict.fromkeys(victims) if key(id) not in state.policy]
            rows = [
                {
                    "object": id,
                    "image": images.get(id) or state.images.get(id, ""),
                    "at": max(at, state.seen_at.get(id, at)),
                }
                for id in staying
            ]
            self._write(transaction, state.policy, left, rows)

        update(self.space, moving, at, hold, [thing for thing in things if not thing.movable])
        return tuple(left)

    def miss(self, ids: Sequence[str], places: Mapping[str, Point], at: datetime | None) -> tuple[str, ...]:
        """Note that objects are not where they were looked for; see `write.miss`. Units go that are true no more."""

        def release(transaction: SpaceTransaction, _at: datetime) -> None:
            state = self.state(transaction.run)
            gone = [id for id in ids if id not in state.current and state.policy.remove(key(id))]
            if gone:
                self._write(transaction, state.policy, gone)

        return miss(self.space, ids, places, at, release)

    def touch(self, found: Iterable[Sequence[str]], missed: Iterable[str]) -> None:
        """Count queries: a hit for objects that have units, per thing asked for, and a miss by any name of it.

        The best object of each thing comes first.
        """

        def count(transaction: SpaceTransaction) -> None:
            policy = self.state(transaction.run).policy
            for first, *others in found:
                for each in others:
                    policy.refresh(key(each))
                policy.touch(key(first))
            for name in missed:
                policy.touch(key(f"no unit of {name}"))
            self._write(transaction, policy, [])

        self.space.locked(count)

    def state(self, run: QueryRunner) -> State:
        """Return it as it stands; what was forgotten or removed since its last change is out of it.

        Raises:
            Conflict: its session was begun with another policy or other parameters.
        """
        policy = self.build()
        held = run(load("scene/short_term", _Held), name=self.name, forever=FOREVER)
        if not held:
            return State(policy, {}, {}, ())
        try:
            policy.restore(json.loads(held[0].policy))
        except (InvalidInput, ValueError) as error:
            raise Conflict(
                f"short-term memory {self.name!r} of space {self.space.name!r} was begun otherwise: {error}; "
                "or begin a new session with start_session()"
            ) from None
        images = dict(zip(held[0].objects, held[0].images, strict=True))
        for each in set(policy.keys()) - set(map(key, images)):
            policy.remove(each)
        return State(policy, images, dict(zip(held[0].objects, held[0].seen_at, strict=True)), held[0].current)

    def _write(
        self,
        transaction: SpaceTransaction,
        policy: CountedPolicy,
        left: Sequence[str] | None,
        seen: Sequence[Mapping[str, object]] = (),
    ) -> None:
        state = json.dumps(policy.state(), separators=(",", ":"))
        rows = {"left": left, "seen": list(seen)}
        transaction.run(load("scene/hold"), name=self.name, policy=state, now=now(), forever=FOREVER, **rows)


def key(id: str) -> str:
    """Return what a policy knows an object by: a digest, so that its state keeps no id of what was forgotten."""
    return hashlib.blake2b(id.encode(), digest_size=8).hexdigest()
