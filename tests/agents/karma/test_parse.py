"""Skills in what a model said: in any shape, never an invented one, and never an error."""

import json
from time import process_time
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.agents.karma.body import Skill, SkillName
from clew.agents.karma.parse import MAX_REPLY_CHARACTERS, MAX_SKILLS, MAX_TARGET_CHARACTERS, SaidSkills, parse
from clew.model.scene import Point

NAMES = get_args(SkillName)
PLAN = (Skill("explore", "Mug", ("cabinet 1", "fridge")), Skill("pick", "mug"), Skill("put", "fridge"))

SHAPES = {
    "calls": "explore(Mug, [cabinet 1, fridge])\npick(mug)\nput(fridge)",
    "numbered": "1. explore(Mug, [cabinet 1, fridge])\n2. pick(mug)\n3) put(fridge)",
    "markdown": "Sure!\n- **explore**(Mug, cabinet 1, fridge)\n- `pick(mug)`\n- __put__(the fridge).\nDONE",
    "Python": "```python\nrobot.explore('Mug', ['cabinet 1', 'fridge'])\nrobot.pick(\"mug\")\nrobot.put('fridge')\n```",
    "the API of KARMA": "Explore(robot, 'Mug', ['cabinet 1', 'fridge'])\nPickupObject(robot, mug)\n"
    "PutObject(robot, mug, fridge)",
    "calls in prose": "First explore(Mug, [cabinet 1, fridge]) then pick up(mug). Now I would like you to put(fridge).",
    "keywords": "explore(type=Mug, places=[cabinet 1, fridge]); pick(thing=mug); put(receptacle=fridge)",
    "objects": json.dumps(
        [
            {"skill": "explore", "target": "Mug", "places": ["cabinet 1", "fridge"]},
            {"skill": "pick", "target": "mug"},
            {"skill": "put", "target": "fridge"},
        ]
    ),
    "objects in a fence": 'So:\n```json\n{"plan": [{"action": "explore", "args": ["Mug", "cabinet 1", "fridge"]}, '
    '{"name": "pick", "arguments": {"object": "mug"}}, {"put": "fridge"}]}\n```',
    "a list of calls": '["explore(Mug, [cabinet 1, fridge])", "pick(mug)", "put(fridge)"]',
    "sentences": "1. Look for the Mug in cabinet 1 in fridge\n2. Pick up the mug.\n* put the mug in the fridge",
    "sentences in a list": '["look for Mug in cabinet 1 in fridge", "take the mug", "place the mug into the fridge"]',
    "thoughts": "<think>pick(knife) or not?</think>explore(Mug, [cabinet 1, fridge])\npick(mug)\nput(fridge)",
    "thoughts of another tag": "So: <thinking>pick(knife)?</thinking>explore(Mug, [cabinet 1, fridge])\npick(mug)\n"
    "put(fridge)",
    "thoughts that only end": "pick(knife)?</think>explore(Mug, [cabinet 1, fridge])\npick(mug)\nput(fridge)",
    "long thoughts": f"<think>{'so ' * MAX_REPLY_CHARACTERS}</think>explore(Mug, [cabinet 1, fridge])\npick(mug)\n"
    "put(fridge)",
    "notes of a thing": "explore(Mug (dirty), [cabinet 1 (closed), fridge (closed, in or on floor)])\n"
    "pick(mug (dirty))\nput(mug (dirty), fridge (closed))",
    "notes of a plan": "Plan (explore(Mug, [cabinet 1, fridge]), pick(mug), put(fridge))",
    "notes within calls": "robot.do(explore(Mug, cabinet 1 (closed), fridge))\nrobot.do(pick(mug))\n"
    "robot.do(put(fridge))",
    "notes in sentences": "- look for the Mug (dirty) in cabinet 1 (closed) in fridge\n"
    "- pick up mug (in or on cabinet 1)\n- put in fridge",
    "notes in objects": '[{"explore": ["Mug (dirty)", "cabinet 1 (closed)", "fridge"]}, {"pick": "mug (dirty)"}, '
    '{"put": "fridge (on)"}]',
}


@pytest.mark.parametrize("said", SHAPES.values(), ids=SHAPES.keys())
def test_a_plan_in_whatever_shape(said: str) -> None:
    assert parse(said) == SaidSkills(PLAN)


@pytest.mark.parametrize("name", NAMES)
def test_every_skill_can_be_said(name: SkillName) -> None:
    wanted = SaidSkills((Skill(name, "" if name == "look" else "mug 2"),))
    for said in (name.replace(" ", "_"), name.title().replace(" ", ""), name.upper()):
        assert parse(f"{said}({wanted.skills[0].target})") == wanted
    assert parse(json.dumps([{"skill": name, "target": "mug 2"}])) == wanted
    assert parse(f"- {name} mug 2") == wanted


@pytest.mark.parametrize(
    ("said", "target"),
    [
        ("go_to(1.5, -2)", Point(1.5, 0.0, -2.0)),
        ("go_to(1.5, 0.9, -2)", Point(1.5, 0.9, -2.0)),
        ("go_to(1e300, 2)", "1e300"),
        ("go_to(nan, 2)", "nan"),
        ("go to Fridge|-01.2|+00.9|+01.0", "Fridge|-01.2|+00.9|+01.0"),
        ("navigate(Mug)", "Mug"),
        ("walk(1.5, -2)", Point(1.5, 0.0, -2.0)),
        ("1. Move to the sink", "sink"),
    ],
)
def test_one_goes_to_a_thing_or_a_point(said: str, target: str | Point) -> None:
    assert parse(said) == SaidSkills((Skill("go to", target),))


@pytest.mark.parametrize(
    ("said", "skill"),
    [
        ('{"step": 1, "action": "pick", "object": "mug 2"}', Skill("pick", "mug 2")),
        (
            '{"index": "1", "thought": "find", "skill": "pick", "args": {"id": 7, "object": "mug 2"}}',
            Skill("pick", "mug 2"),
        ),
        ('{"step": "pick", "object": "mug 2", "number": 3}', Skill("pick", "mug 2")),
        ('{"action": "put", "target": "sink", "reason": "to wash it"}', Skill("put", "sink")),
        ('{"put": {"target": "sink", "Explanation": "to wash it", "at": 2}}', Skill("put", "sink")),
        ('{"step": 2, "action": "go to", "x": 1.5, "z": -2}', Skill("go to", Point(1.5, 0.0, -2.0))),
        ("1. Turn the desk lamp on.", Skill("switch on", "desk lamp")),
        ("Switch desk lamp 2 (on) off", Skill("switch off", "desk lamp 2")),
        ("Turn on the lamp on the desk", Skill("switch on", "lamp")),
        ("- toggle the lamp on", Skill("switch on", "lamp")),
        ('["turn the lamp off"]', Skill("switch off", "lamp")),
        ("Pick up the mug from the counter", Skill("pick", "mug")),
        ("Take the mug out of the cabinet", Skill("pick", "mug")),
        ("Pick the mug up", Skill("pick", "mug")),
        ("Pick the mug up from the counter", Skill("pick", "mug")),
        ("Put the mug on top of the table", Skill("put", "table")),
        ("Put the mug down on the table", Skill("put", "table")),
        ("First, open the fridge.", Skill("open", "fridge")),
        ("Action: pick up the mug", Skill("pick", "mug")),
        ("Find a mug in cabinet 1, sink or the fridge", Skill("explore", "mug", ("cabinet 1", "sink", "fridge"))),
        # signs in a name end no argument
        ("pick(rubik's cube)", Skill("pick", "rubik's cube")),
        (
            "explore(rubik's cube, [kid's desk, 'cook's shelf'])",
            Skill("explore", "rubik's cube", ("kid's desk", "cook's shelf")),
        ),
        ("pick(mug:1)", Skill("pick", "mug:1")),
        ("put(robot, mug:1, box:2)", Skill("put", "box:2")),
        ("- pick up mug:1 from box:2", Skill("pick", "mug:1")),
        ("pick(object_name='mug 2')", Skill("pick", "mug 2")),
        ("pick(target: mug 2)", Skill("pick", "mug 2")),
        ("go_to(x=1.5, z=-2)", Skill("go to", Point(1.5, 0.0, -2.0))),
    ],
)
def test_one_step_as_models_word_it(said: str, skill: Skill) -> None:
    assert parse(said) == SaidSkills((skill,))


CABINETS = tuple(Skill("open", f"cabinet {number}") for number in range(1, 30))


@pytest.mark.parametrize(
    ("said", "skills"),
    [
        ("pick up the mug and put it in the sink", (Skill("pick", "mug"), Skill("put", "sink"))),
        ("Turn the lamp on, then open the fridge.", (Skill("switch on", "lamp"), Skill("open", "fridge"))),
        (
            '["go to the fridge and then open it and take the egg"]',
            (Skill("go to", "fridge"), Skill("open", "fridge"), Skill("pick", "egg")),
        ),
        ("pick up the salt and pepper", (Skill("pick", "salt and pepper"),)),
        (
            "go to fridge, open it; take the egg, then close it.",
            (Skill("go to", "fridge"), Skill("open", "fridge"), Skill("pick", "egg"), Skill("close", "fridge")),
        ),
        ("1. Pick up the mug. 2. Put it in the sink.", (Skill("pick", "mug"), Skill("put", "sink"))),
        ("First, open the fridge. Then take the egg.", (Skill("open", "fridge"), Skill("pick", "egg"))),
        (" -> ".join(f"open cabinet {number}" for number in range(1, 30)), CABINETS),
    ],
)
def test_one_line_may_hold_several_steps(said: str, skills: tuple[Skill, ...]) -> None:
    assert parse(said) == SaidSkills(skills)


ODD = (
    "rubik's cube",
    "mug:1",
    "Mug (1)",
    "Mug(Clone)",
    "target:2",
    "Cup on Table",
    "the robot",
    "cut and put box",
    "x" * 150,
)


@pytest.mark.parametrize(
    "said",
    ["pick({})", "pick('{}')", 'pick("{}")', "pick(object={})", "pick(the {} (dirty))", "- pick up the {}.", "json"],
)
@given(name=st.sampled_from(ODD))
def test_a_known_name_stays_whole_whatever_is_in_it(said: str, name: str) -> None:
    reply = json.dumps([{"skill": "pick", "target": name}]) if said == "json" else said.format(name)
    assert parse(reply, ODD) == SaidSkills((Skill("pick", name),))


def test_a_known_name_may_hold_a_comma() -> None:
    assert parse("pick(cup, red)", ["cup, red"]) == SaidSkills((Skill("pick", "cup, red"),))


@pytest.mark.parametrize(
    "said",
    [
        *("DONE", "done.", "The task is done.", "**Done!**", "Task complete", "So:\nDONE\n"),
        *(
            "All done.",
            "The task is now complete.",
            "Task completed successfully.",
            "Nothing is left. DONE",
            "Action: DONE",
        ),
    ],
)
def test_done(said: str) -> None:
    assert parse(said) == SaidSkills(is_done=True)


@pytest.mark.parametrize(
    "said",
    [
        "",
        " \n",
        "I am sorry.",
        "throw(mug)",
        "pick()",
        "{}",
        "[]",
        "[[[",
        '{"skill": "fly"}',
        "pick",
        "undone",
        "not done.",
        "\0",
    ],
)
def test_nothing(said: str) -> None:
    assert parse(said) == SaidSkills()


@given(
    st.text()
    | st.text(alphabet="()[]{}\"',: \npicktou*`-1.")
    | st.lists(
        st.sampled_from([*SHAPES.values(), "pick(", "[", '{"put":', "(", ")", "\n", "explore(Mug, [", "<think>"])
    ).map("".join)
)
def test_whatever_is_said_gives_skills_that_exist(said: str) -> None:
    reply = parse(said)
    assert len(reply.skills) <= MAX_SKILLS
    assert not (reply.skills and reply.is_done)
    for each in reply.skills:
        assert each.name in NAMES
        assert isinstance(each.target, Point) or len(each.target) <= MAX_TARGET_CHARACTERS
        assert bool(each.target) == (each.name != "look")
        assert each.name == "explore" or not each.places


KEYS = st.sampled_from(["skill", "pick", "target", "places"]) | st.text()


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    )
)
def test_whatever_json_gives_skills_that_exist(value: object) -> None:
    assert {each.name for each in parse(json.dumps(value)).skills} <= set(NAMES)


@pytest.mark.parametrize(
    "piece",
    [
        "x",
        "pick(",
        "[",
        '{"a":',
        "pick(mug)\n",
        "(((",
        "a b ",
        "pick ",
        "<think>",
        '["pick',
        "- open the fridge\n",
        "pick((a)",
        "a(",
        "a((b)",
        "\n",
        "- \n",
    ],
)
def test_a_long_reply_takes_no_time(piece: str) -> None:
    began = process_time()
    assert len(parse(piece * (500_000 // len(piece))).skills) <= MAX_SKILLS
    assert process_time() - began < 5
