"""A language model as KARMA's planner: whatever it says is parsed, checked and planned anew, and nothing breaks.

`playground/tests/players/test_household_model.py` has the answers of a model with 1.5 billion parameters.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.karma.houses import APPLE, FRIDGE, KITCHEN, KNIFE, POTATO
from tests.scripted import Scripted

from clew.agents.karma.body import Skill, SkillName
from clew.agents.karma.model import MAX_CALLS, MAX_SKILLS, MAX_TARGET_CHARACTERS, ModelPlanner, SaidPlan, skills
from clew.agents.karma.planner import Done, KarmaSituation
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.errors import ModelFailed
from clew.llm import LanguageModel
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Point, Thing

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HERE = Point(0.0, 0.0, 0.0)


def said(*steps: str, done: bool = False) -> str:
    """A plan as a model says it, of steps such as `put fridge` and `explore mug: fridge, sink`."""
    found = list[dict[str, object]]()
    for step in steps:
        skill, _, rest = step.partition(" ")
        target, _, places = rest.partition(": ")
        found.append({"skill": skill, "target": target, "places": places.split(", ") if places else []})
    return json.dumps({"steps": found, "done": done})


DONE = said(done=True)
KEYS = st.sampled_from(["skill", "target", "places"]) | st.text()


def planner(*answers: str, calls: int = MAX_CALLS) -> tuple[ModelPlanner, Scripted]:
    model = Scripted(answers=list(answers))
    return ModelPlanner(LanguageModel(model, tries=1), calls=calls), model


def situation(
    *things: Thing, task: str = "Put the apple in the fridge.", failure: str = "", done: tuple[Done, ...] = ()
) -> KarmaSituation:
    known = {each.id: each for each in things or KITCHEN.things}
    seen = frozenset({POTATO.id})
    return KarmaSituation(task, known, frozenset(), seen, "", HERE, None, None, done, failure, type_facts())


@pytest.fixture
def scene(memory: Memory) -> Scene:
    """The kitchen, without what can be moved."""
    scene = Scene(memory)
    scene.load(KITCHEN, at=NOON - timedelta(days=1))
    return scene


class TestWhatIsMeant:
    @pytest.mark.parametrize(
        ("step", "meant"),
        [
            ("open fridge", Skill("open", FRIDGE.id)),
            (f"open {FRIDGE.id}", Skill("open", FRIDGE.id)),
            ("open the Fridge", Skill("open", FRIDGE.id)),
            (f"open {FRIDGE.id.lower()}", Skill("open", FRIDGE.id)),
            (f"explore {APPLE.id.upper()}", Skill("explore", APPLE.id)),
            ("clean sink", Skill("clean", "SinkBasin|-0.5|1")),
            ("put counter", Skill("put", "CounterTop|-0.5|0")),
            ("switch_on lamp", Skill("switch on", "FloorLamp|2.5|1.5")),
            ("put countertop", Skill("put", "CounterTop|-0.5|0")),
            ("open the closed fridge", Skill("open", FRIDGE.id)),
            ("explore clean butter knife", Skill("explore", "ButterKnife")),
            ("pick dragon", Skill("pick", "dragon")),
            ("pick wine bottle", Skill("pick", "WineBottle")),
            ("explore mug: fridge, dragon", Skill("explore", "Mug", (FRIDGE.id,))),
            ("explore Apple", Skill("explore", "Apple")),
            (f"explore {APPLE.id}", Skill("explore", APPLE.id)),
            ("go_to 1, 2", Skill("go to", Point(1.0, 0.0, 2.0))),
        ],
    )
    def test_a_name_means_a_thing_or_a_type_or_stays(self, step: str, meant: Skill) -> None:
        asked, _ = planner(said(step))
        assert asked.plan(situation()) == (meant,)

    def test_a_type_means_what_was_looked_for_before_else_the_nearest(self) -> None:
        far, near = Thing("Cup|far", "Cup", Point(9, 0, 0), True), Thing("Cup|near", "Cup", Point(1, 0, 0), True)
        asked, _ = planner(said("pick cup"), said("explore cup", "pick cup"), said("pick cup 2"))
        shown = situation(far, near)
        assert asked.plan(shown) == (Skill("pick", "Cup|near"),)
        assert asked.plan(shown) == (Skill("explore", "Cup"), Skill("pick", "Cup"))
        assert asked.plan(shown) == (Skill("pick", "Cup|far"),)

    def test_a_name_that_was_shown_comes_before_an_id_that_is_spelt_so(self) -> None:
        far, near = Thing("mug 1", "Mug", Point(9, 0, 0), True), Thing("mug 2", "Mug", Point(1, 0, 0), True)
        bowl, lone = Thing("bowl", "Cup", Point(2, 0, 0), True), Thing("x", "Bowl", Point(3, 0, 0), True)
        asked, model = planner(*map(said, ("pick mug 1", "pick Mug 2", "pick bowl", "explore bowl", "pick x")))
        shown = replace(situation(far, near, bowl, lone), visible=frozenset())
        for meant in ("mug 2", "mug 1", "x"):
            assert asked.plan(shown) == (Skill("pick", meant),)
        assert asked.plan(shown) == (Skill("explore", "Bowl"),)
        assert asked.plan(shown) == (Skill("pick", "x"),)
        assert "\nmug 1\ncup\nbowl\nmug 2\n" in str(model.asked[0][1].text)

    @pytest.mark.parametrize("id", ["rubik's cube", "mug:1", "Mug (1)", "Mug(Clone)"])
    def test_an_id_of_any_signs_is_found(self, id: str) -> None:
        asked, _ = planner(said(f"pick {id}"))
        assert asked.plan(situation(Thing(id, "Toy", HERE, True), Thing("x", "Mug", HERE, True))) == (
            Skill("pick", id),
        )


class TestWhatIsShown:
    def test_skills_things_memory_what_was_done_and_what_went_wrong(self, scene: Scene) -> None:
        lately = ShortTermMemory(scene.memory)
        lately.see([POTATO.having("sliced")], at=NOON - timedelta(minutes=5))
        memory = lately.recall("Put the potato in the fridge.", at=NOON)
        done = (Done(Skill("pick", POTATO.id), False, "Your hand is empty."),)
        things = {each.id: each for each in KITCHEN.things}
        asked, model = planner(DONE)
        shown = KarmaSituation(
            "Put the potato in the fridge.", things, frozenset(), frozenset(), KNIFE.id, HERE, memory, scene, done,
            "Oh no.",
        )  # fmt: skip
        assert asked.plan(shown) == ()
        system, human = (str(each.text) for each in model.asked[0])
        assert all(name in system for name in ("explore", "pick", "put", "open", "close", "slice", "go to", "look"))
        assert all(name in system for name in ("switch on", "switch off", "clean", "heat", "cool"))
        assert "{name: kitchen/" in human
        assert "potato (sliced), in or on CounterTop|-0.5|0, at (-0.50, 0.90, 0.00)" in human
        assert "seen 5 minutes ago" in human
        assert "\nfridge (closed)\n" in human
        assert "\napple (in or on fridge)\n" in human
        assert "pick(potato): Your hand is empty." in human
        assert "In the hand: knife\n" in human
        assert human.endswith("What went wrong: Oh no.\n\nTask: Put the potato in the fridge.")

    def test_it_is_bounded(self, scene: Scene) -> None:
        many = [Thing(f"Mug|{number}", "Mug", HERE, states=("dirty",)) for number in range(3000)]
        done = tuple(Done(Skill("look"), True, "x" * 10_000) for _ in range(200))
        asked, model = planner(DONE)
        shown = situation(*many, task="tidy up " * 1000, failure="no " * 10_000, done=done)
        asked.plan(replace(shown, scene=scene))
        assert sum(len(each.text) for each in model.asked[0]) < 12_000

    def test_a_scene_that_does_not_fit_is_left_out(self, scene: Scene) -> None:
        model = Scripted(answers=[DONE])
        ModelPlanner(LanguageModel(model), tokens=1).plan(replace(situation(), scene=scene))
        assert "Areas of the house:\nnone\n" in str(model.asked[0][1].text)


class TestReplies:
    def test_one_that_cannot_be_read_is_asked_for_again_and_told_so(self) -> None:
        asked, model = planner("I am afraid I cannot.", said("open fridge"))
        assert asked.plan(situation()) == (Skill("open", FRIDGE.id),)
        assert "That answer cannot be used: it holds no JSON." in str(model.asked[1][-1].text)

    @pytest.mark.parametrize(
        "shown",
        [
            "```json\n{}\n```",
            "<think>pick the knife?</think>{}",
            "Sure! {} I hope that helps.",
            '{{"name": "plan", "arguments": 1}} {}',
        ],
    )
    def test_it_is_read_in_a_fence_in_prose_and_after_thoughts(self, shown: str) -> None:
        asked, _ = planner(shown.format(said("explore Mug: fridge, sink", "pick mug")))
        assert asked.plan(situation()) == (
            Skill("explore", "Mug", (FRIDGE.id, "SinkBasin|-0.5|1")),
            Skill("pick", "Mug"),
        )

    def test_it_may_be_the_bare_list(self) -> None:
        asked, _ = planner('[{"skill": "PickUp", "target": "the apple (in or on fridge)"}, {"skill": "look"}]')
        assert asked.plan(situation()) == (Skill("pick", APPLE.id), Skill("look"))

    def test_bad_steps_are_passed_over(self) -> None:
        steps = [
            *({"skill": "fly", "target": "mug"}, {"skill": "pick"}, {"skill": "put", "target": None}, 7, "pick"),
            {"skill": "open", "target": "fridge", "places": None},
            {"skill": "explore", "target": "mug", "places": "sink"},
            {"skill": "look", "target": "around", "places": [3, "sink"]},
        ]
        asked, _ = planner(json.dumps({"steps": steps}))
        assert asked.plan(situation()) == (
            Skill("open", FRIDGE.id),
            Skill("explore", "Mug", ("SinkBasin|-0.5|1",)),
            Skill("look"),
        )

    def test_one_without_a_step_that_can_be_read_is_asked_for_again(self) -> None:
        asked, model = planner(said("fly mug", "pick"), said("open fridge"))
        assert asked.plan(situation()) == (Skill("open", FRIDGE.id),)
        assert "no step with a skill and its target" in str(model.asked[1][-1].text)

    @given(
        st.recursive(
            st.none() | st.booleans() | st.floats(allow_nan=False) | st.text() | st.sampled_from(["pick", "look"]),
            lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
        )
    )
    def test_whatever_is_said_gives_skills_that_exist(self, steps: object) -> None:
        plan = SaidPlan.model_validate({"steps": steps, "done": True})
        assert len(plan.steps) <= MAX_SKILLS
        for each in skills(plan, situation(), {}):
            assert each.name in get_args(SkillName)
            assert bool(each.target) == (each.name != "look")
            assert each.name == "explore" or not each.places

    @pytest.mark.parametrize("name", get_args(SkillName))
    def test_every_skill_can_be_said(self, name: SkillName) -> None:
        wanted = (Skill(name, "" if name == "look" else "dragon"),)
        for spelling in (name, name.replace(" ", "_"), name.title().replace(" ", ""), name.upper()):
            asked, _ = planner(json.dumps({"steps": [{"skill": spelling, "target": "dragon"}]}))
            assert asked.plan(situation()) == wanted

    @pytest.mark.parametrize(
        ("target", "meant"),
        [
            ("1.5, -2", Point(1.5, 0.0, -2.0)),
            ("1.5, 0.9, -2", Point(1.5, 0.9, -2.0)),
            ("1e300, 2", "1e300, 2"),
            ("nan, 2", "nan, 2"),
        ],
    )
    def test_one_goes_to_a_thing_or_a_point(self, target: str, meant: str | Point) -> None:
        asked, _ = planner(json.dumps({"steps": [{"skill": "go_to", "target": target}]}))
        assert asked.plan(situation()) == (Skill("go to", meant),)

    def test_it_is_bounded(self) -> None:
        many = {"skill": "explore", "target": "x" * 1000, "places": ["fridge"] * 1000}
        asked, _ = planner(json.dumps({"steps": [many] * 1000}))
        plan = asked.plan(situation())
        assert plan is not None
        assert len(plan) == MAX_SKILLS
        assert plan[0] == Skill("explore", "x" * MAX_TARGET_CHARACTERS, (FRIDGE.id,))

    def test_a_model_that_fails_is_one_sentence(self) -> None:
        model = LanguageModel(Scripted(answers=[ConnectionError("no\nroute")]), tries=1)
        with pytest.raises(ModelFailed, match="karma: model Scripted") as caught:
            ModelPlanner(model).plan(situation())
        assert "\n" not in str(caught.value)
