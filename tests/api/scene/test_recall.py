"""A talk leads by PageRank to where the things are that it names, and what is seen leads to the talk about it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from tests.api.memory.talk import context_of

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.graph.schema import CONVERSATION
from clew.model import Filter, Hit, Turn
from clew.model.building import Building, Floor, Passage, Room
from clew.model.scene import Layout, Point, Thing
from clew.retrieval.context import returned_kinds, searched_kinds
from clew.retrieval.families import Conversation
from clew.retrieval.recall import recall
from clew.settings import WalkSettings

# A small pool holds the best by words, and words are weighed by the whole store: it must not be full of other spaces.
pytestmark = pytest.mark.whole_store

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
POOL = 5
"""Hits that are taken from each search. With ten of each kind and more, most are found by the walk or not at all."""

ROOMS = {
    "kitchen": ("Fridge", "Stove", "Sink", "Mug", "Plate", "Kettle"),
    "study": ("Desk", "Lamp", "Laptop", "Cup", "Book", "Pencil"),
    "bedroom": ("Bed", "Pillow", "Dresser", "AlarmClock", "Curtains", "Slippers"),
    "bathroom": ("Bathtub", "Toilet", "Towel", "Soap", "Mirror", "Sponge"),
    "garage": ("Bicycle", "Toolbox", "Hammer", "Ladder", "Barrel", "Shovel"),
    "attic": ("Trunk", "Violin", "Telescope", "Painting", "Carpet", "Chandelier"),
}

TALK = (
    ("Mary", "I left my cup in the study after breakfast."),
    ("Tom", "The weather is fine today, we should go hiking."),
    ("Mary", "Swimming lessons were too expensive for us."),
    ("Tom", "Grandpa stowed the telescope away when the nights got cloudy."),
    ("Ann", "My train was late again this morning."),
    ("Tom", "The neighbours repair their fence."),
    ("Ann", "Otto hid his birthday present behind the ladder."),
    ("Mary", "I would like pasta tonight."),
    ("Tom", "The match ended two to one."),
    ("Ann", "Our aunt comes on Sunday."),
    ("Tom", "The choir sings on Friday."),
    ("Mary", "Somebody rang twice at noon."),
    ("Tom", "The hotel has a garage for guests, but everything in it costs."),
    ("Ann", "What garages charge in town is absurd."),
    ("Mary", "We parked in the underground garage of the mall."),
    ("Tom", "There is a new garage for trams at the river."),
    ("Ann", "They keep the fire engines in a garage of glass."),
    ("Mary", "I have read that attics were let to poets."),
    ("Tom", "There are bats in the attic of the town hall."),
    ("Ann", "An attic flat is too hot in summer."),
    ("Mary", "The inn let us sleep in its attic."),
    ("Tom", "What an attic like that costs, nobody can pay."),
)
"""Each turn is a session of its own, so that none is found because it stands beside another."""


def house() -> Building:
    """Rooms in a row, the things of each in a row."""
    reachable = tuple((0.25 * x, 0.25 * z) for x in range(13) for z in range(5))
    rooms = [
        Room(
            name, Layout(name, reachable, tuple(_thing(sort, place) for place, sort in enumerate(sorts))), (4.0 * at, 0)
        )
        for at, (name, sorts) in enumerate(ROOMS.items())
    ]
    doors = [Passage((one.name, (3.0, 1.0)), (other.name, (0.0, 1.0)), 1.0) for one, other in pairwise(rooms)]
    return Building("house", (Floor("ground", tuple(rooms), tuple(doors)),))


def _thing(sort: str, place: int) -> Thing:
    return Thing(f"{sort}|1", sort, Point(0.4 + 0.4 * place, 0.8, 0.5))


@pytest.fixture(scope="module")
def lived(module_memory: Memory) -> Memory:
    Scene(module_memory).load(house(), at=MONDAY)
    for number, (speaker, text) in enumerate(TALK):
        module_memory.remember([Turn(text, speaker, MONDAY)], session=f"talk {number}")
    return module_memory


@pytest.fixture(params=["local", "gds"])
def asked(request: pytest.FixtureRequest, lived: Memory) -> Callable[..., dict[str, Hit]]:
    """Recall few hits by search, walked or not: by id, best first."""
    few = lived.settings.recall.changed(pool=POOL, fact_pool=POOL, engine=request.param)

    def asked(question: str, *, walked: bool) -> dict[str, Hit]:
        recalled = recall(lived.space, question, few if walked else few.without_pagerank())
        return {hit.id: hit for hit in recalled.hits}

    return asked


TALKED = [
    ("What did Otto conceal?", 6, "garage/Ladder|1"),
    ("Which of Grandpa's belongings were put away in bad weather?", 3, "attic/Telescope|1"),
    ("What did Mary forget when she had eaten in the morning?", 0, "study/Cup|1"),
]
"""Questions, the number of the turn that answers each, and the thing that this turn names."""


@pytest.mark.parametrize(("question", "turn", "thing"), TALKED)
def test_a_talk_leads_to_where_a_thing_is(
    question: str, turn: int, thing: str, asked: Callable[..., dict[str, Hit]]
) -> None:
    walked, unwalked = (asked(question, walked=each) for each in (True, False))
    sighting, source = f"sighting:{thing}/0", f"episode:talk {turn}/0"
    assert sighting not in unwalked
    assert walked[sighting].parts.pagerank > 0
    assert walked[sighting].parts.vector == walked[sighting].parts.text == 0
    word = f"entity:{thing.partition('/')[2].partition('|')[0].casefold()}"
    assert [step.id for step in walked[sighting].path] == [source, word, f"object:{thing}", sighting]
    others = [id for id, hit in walked.items() if id.startswith("sighting:") and not hit.parts.vector + hit.parts.text]
    assert others[0] == sighting


def test_a_house_may_have_many_of_a_sort(memory: Memory) -> None:
    """A word is common if many texts mention it, and not if it names many things."""
    reachable = tuple((0.25 * x, 0.0) for x in range(40))
    cups = tuple(Thing(f"Cup|{each}", "Cup", Point(0.5 * each, 0.8, 0.5)) for each in range(12))
    Scene(memory).load(Layout("study", reachable, cups), at=MONDAY)
    for number, (speaker, text) in enumerate(TALK[:8]):
        memory.remember([Turn(text, speaker, MONDAY)], session=f"talk {number}")
    few = memory.settings.recall.changed(pool=3, fact_pool=3)
    question = "What did Mary forget when she had eaten in the morning?"
    walked, unwalked = (recall(memory.space, question, each).hits for each in (few, few.without_pagerank()))
    brought = {hit.id for hit in walked if hit.id.startswith("sighting:")} - {hit.id for hit in unwalked}
    assert brought


SEEN = [
    ("What can one climb on in the garage?", "garage", 6),
    ("What is there in the attic?", "attic", 3),
]
"""Questions that share words with what was seen in a room, and with other talks, and none with the turn that names one
of its things."""


@pytest.mark.parametrize(("question", "room", "turn"), SEEN)
def test_what_is_seen_leads_to_the_talk_about_it(
    question: str, room: str, turn: int, asked: Callable[..., dict[str, Hit]]
) -> None:
    walked, unwalked = (asked(question, walked=each) for each in (True, False))
    talk = f"episode:talk {turn}/0"
    assert talk not in unwalked
    assert walked[talk].parts.pagerank > 0
    path = [step.id for step in walked[talk].path]
    assert path[0].startswith(f"sighting:{room}/")
    assert path[-1] == talk


def walk_of(memory: Memory) -> WalkSettings:
    """How recall walks in a conversation."""
    contents = memory.space.contents()
    assert contents is not None
    searched = searched_kinds(returned_kinds(Filter()), contents.kinds, Filter())
    return Conversation(name=CONVERSATION).walk(replace(context_of(memory), searched=searched))


def test_only_where_things_were_seen_the_walk_goes_farther(memory: Memory, lived: Memory) -> None:
    memory.remember([Turn("The choir sings on Friday.", "Tom")], session="s")
    own, wider = memory.settings.recall.episode_walk, walk_of(lived)
    assert walk_of(memory) == own
    assert wider == own.changed(rounds=wider.rounds, cap=wider.cap)
    assert wider.rounds > own.rounds


def test_turns_are_walked_where_things_were_seen(memory: Memory) -> None:
    memory.remember([Turn("I hid a present behind the ladder.", "user"), Turn("Fine.", "assistant")], session="s")
    assert memory.recall("What was hidden?").engine is None
    Scene(memory).load(house(), at=MONDAY)
    assert memory.recall("What was hidden?").engine is not None


def test_the_picture_of_a_recall_leads_from_a_talk_to_a_thing_and_its_area(lived: Memory) -> None:
    recalled = lived.recall("Where did Mary leave her cup?")
    assert [step.id for step in recalled.hits[0].path] == ["episode:talk 0/0"]
    assert "sighting:study/Cup|1/0" in {hit.id for hit in recalled.hits}
    drawn = lived.subgraph(recalled)
    area = next(each.area for each in Scene(lived).objects(ids=["study/Cup|1"]))
    kinds = {node.id: node.kind for node in drawn.nodes}
    assert (kinds["object:study/Cup|1"], kinds[f"area:{area}"]) == ("SceneObject", "Area")
    assert len(kinds) == len(drawn.nodes)
    joined = {(each.source, each.type, each.target) for each in drawn.relationships}
    assert {
        ("object:study/Cup|1", "INSTANCE_OF", "entity:cup"),
        ("object:study/Cup|1", "HAS_SIGHTING", "sighting:study/Cup|1/0"),
        (f"area:{area}", "CONTAINS", "object:study/Cup|1"),
    } <= joined
    assert {each[2] for each in joined if each[0] == "episode:talk 0/0"} >= {"entity:cup"}


def test_the_picture_of_a_past_recall_shows_a_thing_where_it_was_seen_then(memory: Memory) -> None:
    scene, building = Scene(memory), house()
    scene.load(building, at=MONDAY)
    (cup,) = (each for room in building.rooms for each in building.things(room) if each.id == "study/Cup|1")
    before, trunk = (scene.objects(ids=[id])[0] for id in (cup.id, "attic/Trunk|1"))
    scene.update([replace(cup, location=trunk.location, inside=trunk.id)], at=MONDAY + timedelta(days=1))
    (after,) = scene.objects(ids=[cup.id])
    assert after.area == trunk.area != before.area

    def drawn(as_of: datetime) -> set[tuple[str, str, str]]:
        graph = memory.subgraph(memory.recall("Where is the cup?", Filter(as_of=as_of)))
        assert {each.source for each in graph.relationships} <= {node.id for node in graph.nodes}
        return {(each.source, each.type, each.target) for each in graph.relationships}

    where = {("CONTAINS", f"object:{cup.id}"), ("INSIDE", f"object:{trunk.id}")}
    past, present = (drawn(MONDAY + timedelta(hours=hours)) for hours in (1, 48))
    assert (f"area:{before.area}", "CONTAINS", f"sighting:{cup.id}/0") in past
    assert not where & {each[1:] for each in past}
    assert (f"area:{after.area}", "CONTAINS", f"object:{cup.id}") in present
    assert (f"object:{cup.id}", "INSIDE", f"object:{trunk.id}") in present
    assert (f"area:{before.area}", "CONTAINS", f"object:{cup.id}") not in present
