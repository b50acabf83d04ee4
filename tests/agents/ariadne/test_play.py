"""Games played end to end over the graph by policies that keep nothing: what they know, memory has told them."""

import pytest

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import spoken
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World

HALL = "-= Hall =-\nThere is an exit to the north."
YARD = "-= Yard =-\nThere is an exit to the south. There is an exit to the north."
SHED = "-= Shed =-\nThere is an exit to the south."


class Says:
    """A player that says what it was told to, one thing after the other."""

    def __init__(self, *choices: str) -> None:
        self.choices = list(choices)

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        return self.choices.pop(0)


class Told:
    """An environment that tells texts in their order, whatever is done, and keeps what it was sent."""

    task = "Walk."
    max_score = 1.0

    def __init__(self, *texts: str, actions: tuple[str, ...] = ("go north", "go south", "look")) -> None:
        self.texts, self.actions, self.sent = list(texts), actions, list[str]()

    def reset(self) -> Observation:
        return self._moment()

    def step(self, action: str) -> Observation:
        self.sent.append(action)
        return self._moment()

    def _moment(self) -> Observation:
        text = self.texts.pop(0)
        return Observation(text, self.actions if self.texts else (), 0.0, done=not self.texts, won=False)


def test_a_walk_goes_step_by_step_and_each_is_remembered(memory: Memory) -> None:
    told = Told(HALL, YARD, SHED, YARD, HALL, HALL)
    played = Ariadne(World(memory), player=Says("go north", "go north", "go to hall", "look")).run(told)
    assert told.sent == ["go north", "go north", "go south", "go south", "look"]
    assert (played.steps, played.decisions, played.broken) == (5, 4, 0)


def test_a_door_that_stands_open_by_now_is_walked_through(memory: Memory) -> None:
    hall = "-= Hall =-\nThere is a closed iron door leading north."
    told = Told("-= Yard =-\nThere is an open iron door leading south.", hall, YARD, HALL)
    Ariadne(World(memory), player=Says("go south", "go to yard", "look")).run(told)
    assert told.sent == ["go south", "go north", "look"]


def test_a_move_that_fails_ends_the_walk(memory: Memory) -> None:
    told = Told(HALL, YARD, SHED, "You cannot go that way.", SHED)
    played = Ariadne(World(memory), player=Says("go north", "go north", "go to hall", "look")).run(told)
    assert told.sent == ["go north", "go north", "go south", "look"]
    assert played.broken == 1
    assert World(memory).place() == "shed"


def test_a_move_that_leads_elsewhere_ends_the_walk(memory: Memory) -> None:
    told = Told(HALL, YARD, SHED, "-= Cellar =-\nIt is dark.", "Nothing.")
    played = Ariadne(World(memory), player=Says("go north", "go north", "go to hall", "look")).run(told)
    assert told.sent == ["go north", "go north", "go south", "look"]
    assert played.broken == 1
    assert World(memory).place() == "cellar"


@pytest.mark.parametrize("choice", ["dance", "go west", "go to the moon", "go to hall", "go to ", "", "take the moon"])
def test_what_cannot_be_done_is_never_sent(choice: str, memory: Memory) -> None:
    told = Told(HALL, HALL)
    played = Ariadne(World(memory), player=Says(choice)).run(told)
    assert told.sent == ["look"]
    assert (played.steps, played.refused) == (1, 1)


class Homesick:
    """A player that goes to the hall wherever it may, and else does the first thing that it can."""

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        return moment.actions[0] if "go to hall" in moment.withheld else "go to hall"


def test_a_way_that_has_no_way_back_is_tried_once_until_anything_changes(memory: Memory) -> None:
    world = World(memory)
    world.observe(HALL)
    world.observe(YARD, action="go north")
    texts = (YARD, "Nothing.", "Nothing more.", "Silence.", f"{YARD} You see a well.", "Nothing at all.")
    told = Told(*texts, actions=("wait", "look"))
    assert Ariadne(world, player=Homesick()).run(told).refused == 2
    assert told.sent == ["look", "wait", "wait", "wait", "look"]


def test_without_a_look_the_first_valid_action_is_sent(memory: Memory) -> None:
    told = Told(HALL, HALL, actions=("wait",))
    assert Ariadne(World(memory), player=Says("dance")).run(told).refused == 1
    assert told.sent == ["wait"]


@pytest.mark.parametrize("said", ["north", "n", "move north", "go to the north", "walk n"])
def test_a_way_is_meant_however_the_game_says_it(said: str) -> None:
    assert spoken("go north", ("look", "go south", said)) == spoken("n", ("look", said)) == said
    assert spoken("go east", ("look", said)) == ""


@pytest.mark.parametrize("said", ["head north", "run to the north", "travel n", "climb north", "go north"])
def test_a_way_that_was_learnt_in_other_verbs_is_one_too(said: str) -> None:
    assert spoken("go north", ("look", "go south", said)) == said


@pytest.mark.parametrize(
    "said", ["enter hall", "go to the hall", "go into hall", "head to hall", "run hall", "go through door to the hall"]
)
def test_a_place_is_gone_to_in_the_words_of_the_game(said: str, memory: Memory) -> None:
    assert spoken("go hall", ("go through attic door", "take hall", said)) == said
    told = Told("-= Yard =-", "-= Hall =-", "-= Yard =-", "-= Hall =-", "", actions=("enter yard", said, "look"))
    Ariadne(World(memory), player=Says(said, "enter yard", "go to hall", "look")).run(told)
    assert told.sent == [said, "enter yard", said, "look"]


def test_what_an_action_says_counts_before_where_it_may_lead() -> None:
    assert spoken("enter  the box", ("move box", "enter box")) == "enter box"
    assert spoken("take north", ("go north", "look")) == spoken("open hall", ("go hall", "look")) == ""


def test_an_action_is_sent_in_the_words_of_the_game() -> None:
    assert spoken("Open  the Cupboards", ("open cupboards", "look")) == "open cupboards"
    assert spoken("look", ("open box", "look")) == "look"
    assert spoken("open", ("open box", "look")) == spoken(" ", ("look",)) == ""
