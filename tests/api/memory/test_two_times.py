"""Two times: what held then, and what was believed then, held against a replay of what memory was told by then."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.world import World
from clew.errors import ClewError, InvalidInput
from clew.model import Fact, Filter, ListedMemory, Turn
from clew.model.scene import Layout, Point, Thing
from clew.text.instants import now

MAY = datetime(2023, 5, 8, 9, tzinfo=UTC)
DAY = timedelta(days=1)
BELIEFS = ("fact", "episode")


def told(memory: Memory, where: Filter) -> set[str]:
    return {each.text for each in memory.search(where)}


def test_what_was_believed_then_is_told_whatever_was_learned_since(memory: Memory) -> None:
    before = now()
    memory.remember([Turn("I moved to Oslo.", "Ann", MAY)], session="s")
    memory.remember_facts([Fact("Ann lives in Oslo.", ("episode:s/0",), 0.8, MAY)])
    (oslo,) = memory.facts()
    first = now()
    memory.remember_facts([Fact("Ann lives in Rome.", (), 1.0, MAY + 30 * DAY, replaces=oslo.id)])
    second = now()
    bergen = memory.correct(oslo.id, "Ann lives in Bergen.").id
    third = now()
    memory.retract("episode:s/0")
    fourth = now()
    memory.reinstate("episode:s/0")
    fact = Filter(kinds=["fact"])
    assert told(memory, replace(fact, known_at=before)) == set()
    assert memory.facts(replace(fact, known_at=first)).items == (replace(oslo, valid_to=None),)
    assert told(memory, replace(fact, known_at=second)) == {"Ann lives in Rome."}
    april = MAY + DAY
    ends = [(first, "Oslo", None), (second, "Oslo", 30), (third, "Bergen", 30), (now(), "Bergen", 30)]
    for known_at, town, days in ends:
        (found,) = memory.facts(replace(fact, known_at=known_at, as_of=april))
        assert (found.text, found.valid_to) == (f"Ann lives in {town}.", days and MAY + days * DAY)
    assert told(memory, replace(fact, known_at=fourth, as_of=april)) == set()
    assert memory.get(bergen).text == "Ann lives in Bergen."


def test_recall_answers_as_it_would_have_then(memory: Memory) -> None:
    memory.remember([Turn("I moved to Oslo.", "Ann", MAY), Turn("I like rain.", "Ann", MAY)], session="s")
    memory.remember_facts([Fact("Ann lives in Oslo.", ("episode:s/0",), 0.8, MAY)])
    (oslo,) = memory.facts()
    first = now()
    memory.remember([Turn("I live in Rome now.", "Ann", MAY + 30 * DAY)], session="t")
    memory.remember_facts([Fact("Ann lives in Rome.", ("episode:t/0",), 1.0, MAY + 30 * DAY, replaces=oslo.id)])
    memory.retract("episode:s/0")
    found = memory.recall("Where does Ann live?", Filter(known_at=first)).hits
    assert {hit.text for hit in found} >= {"I moved to Oslo.", "Ann lives in Oslo."}
    assert all("Rome" not in str(hit) for hit in found)
    (hit,) = [hit for hit in found if hit.kind == "Fact"]
    assert (hit.belief, hit.valid_to, hit.sources, hit.replaced_by) == (
        pytest.approx(0.8),
        None,
        ("episode:s/0",),
        None,
    )
    assert "Oslo" not in memory.recall("Where does Ann live?", Filter(known_at=now())).text
    assert told(memory, Filter(kinds=["episode"], session="s", known_at=first)) == {"I moved to Oslo.", "I like rain."}


def test_a_scene_tells_where_things_were_believed_to_be(memory: Memory) -> None:
    scene, cup = Scene(memory), Thing("Cup|1", "Cup", Point(0.25, 0.8, 0.0))
    scene.load(Layout("den", tuple((0.25 * x, 0.0) for x in range(20)), (cup,)), at=MAY)
    first = now()
    scene.update([replace(cup, location=Point(1.0, 0.8, 0.0))], at=MAY + DAY)

    def seen(known_at: datetime, as_of: datetime | None = None) -> list[tuple[float, datetime | None]]:
        return [(each.location.x, each.until) for each in scene.objects(as_of=as_of, known_at=known_at)]

    assert seen(MAY) == []
    assert seen(first) == seen(first, MAY + 2 * DAY) == [(0.25, None)]
    assert seen(now()) == [(1.0, None)]
    assert seen(now(), MAY) == [(0.25, MAY + DAY)]
    assert seen(first, MAY - DAY) == []


def test_triplets_are_told_as_they_were_believed(memory: Memory) -> None:
    world = World(memory, "walk")
    world.observe("-= Hall =-\nYou see a table. On the table you see a key 1. There is an exit to the north.")
    first = now()
    world.observe("You take the key 1 from the table.", action="take key 1 from table")
    second = now()
    (taken,) = world.triplets("key 1")
    memory.retract(taken.id)
    third = now()
    memory.reinstate(taken.id)

    def where(known_at: datetime) -> set[str]:
        return {text for text in told(memory, Filter(kinds=["triplet"], known_at=known_at)) if text.startswith("key 1")}

    assert where(second) == where(now()) == {taken.text} != where(first)
    assert where(first) == where(third)


def test_what_cannot_be_asked_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="is no instant"):
        Filter(known_at="May")  # pyright: ignore[reportArgumentType]
    with pytest.raises(InvalidInput, match="leave known_at out"):
        memory.forget(where=Filter(known_at=MAY))


@dataclass(frozen=True)
class Step:
    """Something that memory is told: of a place among turns or facts, by the number of what was told before."""

    does: str
    one: int
    other: int


STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(["say", "state", "state", "replace", "correct", "retract", "reinstate", "forget"]),
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    min_size=2,
    max_size=9,
)


class Log:
    """A memory, and the ids of what it was told, in order."""

    def __init__(self, memory: Memory) -> None:
        self.memory, self.turns, self.facts = memory, list[str](), list[str]()

    def do(self, step: Step, number: int) -> None:
        """Tell a memory something; what cannot be is refused and changes nothing."""
        memory, ids = self.memory, [*self.turns, *self.facts]
        chosen = ids[step.one % len(ids)] if ids else ""
        with suppress(ClewError):
            if step.does == "say" or not ids:
                memory.remember([Turn(f"Word {number}.", "Ann", MAY + number * DAY)], session=f"s{number}")
                self.turns.append(f"episode:s{number}/0")
            elif step.does in {"state", "replace"}:
                source = (self.turns[step.other % len(self.turns)],) if self.turns and step.other % 4 else ()
                old = self.facts[step.one % len(self.facts)] if self.facts and step.does == "replace" else ""
                text = f"Thing {number if old else step.one % 3} is there."
                since = MAY - (90 - number if old else 99 - step.one % 3) * DAY
                before = self._all()
                memory.remember_facts([Fact(text, source, 0.5, since, replaces=old)])
                self.facts += sorted(self._all() - before)
            elif step.does == "correct":
                self._corrected(chosen, memory.correct(chosen, f"In truth {step.other % 2}.").id)
            elif step.does == "retract":
                memory.retract(chosen)
            elif step.does == "reinstate":
                memory.reinstate(chosen)
            else:
                memory.forget(ids=chosen)

    def _all(self) -> set[str]:
        return {each.id for each in self.memory.facts(Filter(kinds=["fact"], known_at=now()), limit=1000)}

    def _corrected(self, old: str, new: str) -> None:
        (self.turns if old in self.turns else self.facts).append(new)


def believed(memory: Memory, known_at: datetime | None = None) -> dict[str, tuple[object, ...]]:
    """Return the beliefs of now or of an instant."""

    def shown(each: ListedMemory) -> tuple[object, ...]:
        return each.text, round(each.belief, 9), each.valid_from, each.valid_to, each.sources, each.told

    return {each.id: shown(each) for each in memory.search(Filter(kinds=BELIEFS, known_at=known_at), limit=1000)}


def listed(memory: Memory, known_at: datetime | None = None) -> list[object]:
    """The sessions with their turns, and the names, now or at an instant."""
    sessions = memory.sessions(limit=1000, known_at=known_at).items
    names = [(each.name, each.mentions) for each in memory.entities(limit=1000, known_at=known_at)]
    return [*sessions, *(memory.turns(each.name, known_at=known_at) for each in sessions), *names]


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, data=st.data())
def test_what_was_believed_is_what_a_replay_of_the_log_believes(
    open_memory: Callable[..., Memory], steps: Sequence[Step], data: st.DataObject
) -> None:
    log, moments = Log(open_memory()), list[datetime]()
    forgotten = list[tuple[int, str]]()
    for number, step in enumerate(steps):
        before = set(believed(log.memory)) | {*log.turns, *log.facts}
        log.do(step, number)
        moments.append(now())
        if step.does == "forget":
            forgotten += [(number, id) for id in before if not _is_there(log.memory, id)]
    place = data.draw(st.integers(0, len(steps) - 1))
    replay = Log(open_memory())
    for number, step in enumerate(steps[: place + 1]):
        replay.do(step, number)
    for number, id in forgotten:
        if number > place:
            with suppress(ClewError):
                replay.memory.forget(ids=id)
    assert believed(log.memory, moments[place]) == believed(replay.memory)
    assert listed(log.memory, moments[place]) == listed(replay.memory)


def _is_there(memory: Memory, id: str) -> bool:
    try:
        return bool(memory.get(id, links=0))
    except ClewError:
        return False
