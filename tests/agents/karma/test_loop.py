"""The loop of KARMA's agent with a body that does what it is told: plans are checked, done, and made anew."""

import json
from dataclasses import replace
from typing import Any

from tests.agents.karma.houses import APPLE, COUNTER, KITCHEN
from tests.scripted import Scripted

from clew.agents.karma.body import Skill, SkillResult
from clew.agents.karma.loop import IDLE, Karma
from clew.agents.karma.planner import KarmaSituation
from clew.agents.karma.ways import Ways
from clew.loaders.sources.layouts.ithor import NO_FACTS, TypeFacts, type_facts
from clew.model.building import building_of
from clew.model.scene import Point, Thing

PUT = (Skill("pick", APPLE.id), Skill("put", COUNTER.id))


class Arm:
    """Oversees a kitchen, and reaches all of it."""

    types = type_facts()

    def __init__(self) -> None:
        self.ways, self.place, self.held = Ways(building_of(KITCHEN)), 0, ""
        self.things = {each.id: each for each in KITCHEN.things}

    @property
    def position(self) -> Point:
        return self.ways.points[self.place]

    def visible(self) -> tuple[Thing, ...]:
        return tuple(self.things.values())

    def do(self, skill: Skill) -> SkillResult:
        target = str(skill.target)
        if skill.name == "pick":
            self.held = target
        elif skill.name == "put":
            holder = self.things[target]
            self.things[self.held] = replace(self.things[self.held], inside=target, location=holder.location)
            self.held = ""
        return SkillResult(True, f"Done: {skill.name}.", distance_m=1.0, seconds=2.0, seen=self.visible())


class Given:
    """Says one plan after the other, and keeps why it was asked again."""

    def __init__(self, *plans: tuple[Skill, ...] | None) -> None:
        self._plans, self.failures = list(plans), list[str]()

    def plan(self, situation: KarmaSituation) -> tuple[Skill, ...] | None:
        self.failures.append(situation.failure)
        return self._plans.pop(0)


def test_a_plan_is_done_and_an_empty_one_ends_the_task() -> None:
    arm = Arm()
    played = Karma(None, player=Given(PUT, ())).run(arm, "Put the apple on the counter.")
    assert played.is_done
    assert arm.things[APPLE.id].inside == COUNTER.id
    assert [each.skill for each in played.done] == [*PUT]
    assert (played.refused, played.failures, played.distance_m, played.seconds) == (0, 0, 2.0, 4.0)


def test_a_plan_that_cannot_be_done_is_refused_whole_and_made_anew() -> None:
    planner = Given(PUT[1:], PUT, ())
    played = Karma(None, player=planner).run(Arm(), "Put the apple on the counter.")
    assert (played.is_done, played.refused, played.failures, len(played.done)) == (True, 1, 1, 2)
    assert planner.failures == ["", "Step 1: the hand is empty, and put needs something in it", ""]


def test_without_a_plan_the_task_is_not_done() -> None:
    assert not Karma(None, player=Given(None)).run(Arm(), "Put the apple on the counter.").is_done


def test_the_budgets_end_a_task() -> None:
    assert len(Karma(None, player=Given(PUT), most_steps=1).run(Arm(), "Put it there.").done) == 1
    planner = Given(*[(Skill("explore", "Apple"),)] * 3)
    played = Karma(None, player=planner, failures=2).run(Arm(), "Find an apple.")
    assert (played.is_done, played.failures, planner.failures[1:]) == (False, 3, [IDLE, IDLE])


BENCH, TOOLBOX = Thing("bench", "Bench", Point(0.0, 0.9, 0.0)), Thing("box", "ToolBox", Point(1.0, 0.9, 0.0))
WRENCH = Thing("wrench", "Wrench", Point(1.0, 0.9, 0.0), movable=True, inside="box")


class Workshop(Arm):
    """A house whose things no table of another simulator knows."""

    types = NO_FACTS

    def __init__(self) -> None:
        super().__init__()
        self.things = {each.id: each for each in (BENCH, TOOLBOX, WRENCH)}


def test_types_that_nobody_has_described_are_let_through_to_the_body() -> None:
    shop = Workshop()
    plan = (Skill("explore", "Wrench"), Skill("pick", "Wrench"), Skill("put", "bench"))
    played = Karma(None, player=Given(plan, ())).run(shop, "Put the wrench on the bench.")
    assert (played.is_done, played.refused) == (True, 0)
    assert shop.things["wrench"].inside == "bench"


def test_a_table_of_ones_own_refuses_what_it_knows_cannot_be() -> None:
    own = TypeFacts(holds={"ToolBox": frozenset({"Wrench"}), "Bench": frozenset({"Vice"})})
    plan = (Skill("pick", "wrench"), Skill("put", "bench"))
    planner = Given(plan, ())
    Karma(None, player=planner, types=own).run(Workshop(), "Put the wrench on the bench.")
    assert planner.failures[1] == "Step 2: a Wrench does not belong in or on a Bench"


def test_a_model_plans_in_the_words_of_such_a_house() -> None:
    shop = Workshop()
    steps = [("explore", "wrench"), ("pick", "wrench"), ("put", "the bench")]
    plan = [{"skill": skill, "target": target} for skill, target in steps]
    answers: list[Any] = [json.dumps({"steps": plan}), json.dumps({"steps": [], "done": True})]
    assert Karma(None, Scripted(answers=answers)).run(shop, "Put the wrench on the bench.").is_done
    assert shop.things["wrench"].inside == "bench"
