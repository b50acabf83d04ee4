"""Any sequence of observations against a dictionary: what is believed now, and what was believed at every step."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.graph.driver import Graph
from clew.model.triplet import HERE, Triplet
from clew.settings import Settings

PLACES = ("hall", "kitchen", "cellar", "attic")
THINGS = ("lamp", "rope", "key 1", "key 2", "chest")
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}

Line = tuple[str, Triplet, str]
"""A sentence, what it says, and what of its subject it replaces."""

LINES: tuple[Line, ...] = (
    *((f"There is a {each} on the floor.", Triplet(each, "is in", HERE), "place") for each in THINGS),
    *((f"You drop the {each}.", Triplet(each, "is in", HERE), "place") for each in THINGS),
    *((f"You take the {each}.", Triplet(each, "is in", "inventory"), "place") for each in THINGS),
    *((f"On the table you see a {each}.", Triplet(each, "is on", "table"), "place") for each in THINGS),
    *((f"The chest contains a {each}.", Triplet(each, "is in", "chest"), "place") for each in THINGS[:4]),
    *((f"The chest is {each}.", Triplet("chest", "is", each), "lock") for each in ("open", "closed", "locked")),
    *((f"The lamp is {each}.", Triplet("lamp", "is", each), "lock") for each in ("open", "closed")),
    ("You eat the rope.", Triplet("rope", "is", "eaten"), "place"),
    ("The key 1 unlocks the chest.", Triplet("key 1", "unlocks", "chest"), ""),
    *((f"There is an exit to the {each}.", Triplet(HERE, "has exit", each), "") for each in BACK),
)


@dataclass(frozen=True)
class Sight:
    """One observation; without a place it names none."""

    place: str
    action: str
    lines: Sequence[Line]

    @property
    def text(self) -> str:
        header = [f"-= {self.place.title()} =-"] if self.place else []
        return "\n".join([*header, *(line[0] for line in self.lines)]) or "Nothing happens."


SIGHTS = st.builds(
    Sight,
    st.sampled_from(("", *PLACES)),
    st.sampled_from(("look", *(f"go {way}" for way in BACK))),
    st.lists(st.sampled_from(LINES), max_size=4),
)


@dataclass
class Model:
    """The world as dictionaries.

    Attributes:
        place: where the player is.
        slots: by thing and what it has one of.
        others: what holds beside each other.
        ways: which place lies in a direction of another: those that were gone, and those that are ways back.
    """

    place: str = ""
    slots: dict[tuple[str, str], Triplet] = field(default_factory=dict[tuple[str, str], Triplet])
    others: set[Triplet] = field(default_factory=set[Triplet])
    ways: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])

    def see(self, sight: Sight) -> None:
        here = sight.place or self.place
        for _, said, slot in sight.lines:
            triplet = Triplet(*(here if name == HERE else name for name in (said.subject, said.predicate, said.object)))
            if "" in (triplet.subject, triplet.object):
                continue
            if slot:
                self.slots[triplet.subject, slot] = triplet
            else:
                self.others.add(triplet)
        self._go(sight.action.removeprefix("go "), here)

    def _go(self, way: str, here: str) -> None:
        if way in BACK and self.place and here != self.place:
            self.ways = {each for each in self.ways if each[1:] != (way, self.place)}
            self.ways |= {(here, way, self.place), (self.place, BACK[way], here)}
        self.place = here

    @property
    def believed(self) -> set[Triplet]:
        ways = {Triplet(there, f"is {way} of", here) for there, way, here in self.ways}
        player = {Triplet("player", "is in", self.place)} if self.place else set[Triplet]()
        return {*self.slots.values(), *self.others, *ways, *player}

    @property
    def carried(self) -> list[str]:
        return sorted(each.subject for each in self.slots.values() if each.object == "inventory")


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sights=st.lists(SIGHTS, min_size=1, max_size=12))
def test_what_is_believed_is_what_a_dictionary_holds(sights: list[Sight], graph: Graph, encoder: MiniLM) -> None:
    world = World(Memory(graph, encoder, f"test-{uuid4().hex}", Settings()))
    model, past = Model(), list[tuple[set[Triplet], str, list[str]]]()
    for sight in sights:
        model.see(sight)
        past.append((model.believed, model.place, model.carried))
        world.observe(sight.text, action=sight.action)
    for step in (*range(len(sights)), None):
        believed = [each.triplet for each in world.triplets(as_of=step)]
        assert len(believed) == len(set(believed))
        here = (set(believed), world.place(as_of=step), sorted(world.inventory(as_of=step)))
        assert here == past[-1 if step is None else step]


LOOKS = st.builds(Sight, st.sampled_from(PLACES), st.just("look"), st.lists(st.sampled_from(LINES), max_size=3))


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sights=st.lists(LOOKS, min_size=2, max_size=6), gone=st.integers(0, 5))
def test_a_forgotten_step_is_as_if_it_never_was(sights: list[Sight], gone: int, graph: Graph, encoder: MiniLM) -> None:
    world, model = World(Memory(graph, encoder, f"test-{uuid4().hex}", Settings())), Model()
    gone %= len(sights)
    for step, sight in enumerate(sights):
        world.observe(sight.text, action=sight.action)
        if step != gone:
            model.see(sight)
    world.memory.forget(ids=f"episode:run/{gone}")
    assert {each.triplet for each in world.triplets()} == model.believed
    assert (world.place(), sorted(world.inventory())) == (model.place, model.carried)
