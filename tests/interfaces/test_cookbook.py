"""The questions of the cookbook get the answers that the story tells, and its page shows these very rows.

`make cookbook` writes the page anew.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from tests.api.memory.talk import Keyed, found, ruled, thinking
from tests.story import CALM, COFFEE, MISO, NURSE, TEA, day

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.graph.queries import load, names
from clew.model import Fact, Turn

PAGE = Path(__file__).parents[2] / "docs" / "cypher-cookbook.md"

WORK = "I work as a nurse in Lisbon, and I drink coffee in the morning."
CAT, SLEEPS = "And how is your cat?", "Miso sleeps all day."
NOW_TEA = "I drink tea in the morning now, coffee makes me restless."
TAGUS = "Lisbon lies on the Tagus, near the sea. The Tagus rises in Spain."
LAMP = "Taking the lamp SHOULD BE NECESSARY to light the hall."

MARK = "<!-- cookbook -->\n"
"""After it the page is made of the statements and their rows."""


MARKS = re.compile(r"/\*[a-z ]*\*/")
"""Around a list that the declaration writes: a reader of the page needs none."""


@dataclass(frozen=True)
class Question:
    """A statement with its parameters, and what the story answers."""

    name: str
    answer: list[tuple[Any, ...]]
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])


def asked(statement: str, answer: list[tuple[Any, ...]], /, **parameters: object) -> Question:
    return Question(f"cookbook/{statement}", answer, parameters)


BOOK: Mapping[str, list[Question]] = {
    "Conversations": [
        asked(
            "sessions",
            [("june", day(2, 6), day(2, 6), ["Ann"], 1), ("monday", day(8), day(8), ["Ann", "Ben"], 3)],
        ),
        asked(
            "transcript",
            [(day(8), "Ann", WORK), (day(8), "Ben", CAT), (day(8), "Ann", SLEEPS)],
            session="monday",
        ),
        asked(
            "said_by",
            [(day(8), "monday", WORK), (day(8), "monday", SLEEPS)],
            speaker="Ann",
            since=day(1),
            until=day(1, 6),
        ),
        asked("topics", [("breakfast", 2, 2), ("coffee", 2, 2), ("drink", 2, 2)], most=3),
        asked("similar", [(0.9, NOW_TEA), (0.7, SLEEPS)], id="episode:monday/0", most=3),
    ],
    "Facts": [
        asked("facts_about", [(NURSE, day(8), 1.0)], name="Lisbon"),
        asked("facts_as_of", [(COFFEE, day(8), day(2, 6)), (MISO, day(8), None), (NURSE, day(8), None)], day=day(20)),
        asked("replaced", [(COFFEE, TEA, day(2, 6))]),
        asked("evidence", [(day(8), "Ann", WORK)], fact=NURSE),
        asked("single_source", [(TEA, NOW_TEA), (MISO, SLEEPS), (NURSE, WORK)]),
        asked("reflections", [(CALM, [COFFEE, MISO, NURSE])]),
        asked(
            "rests_on",
            [(1, "Fact", COFFEE), (1, "Fact", NURSE), (2, "Reflection", CALM)],
            id="episode:monday/0",
        ),
    ],
    "Documents, and what joins all": [
        asked("documents", [("Lisbon", "Lisbon", 1)]),
        asked(
            "mentions",
            [("Episode", "monday", WORK, "episode:monday/0"), ("Passage", "Lisbon", TAGUS, ...)],
            name="Lisbon",
        ),
        asked("shared", [("Lisbon", 1, 1)]),
        asked(
            "connection",
            [(["Ann", NURSE, "Lisbon", TAGUS, "Spain"], ["MENTIONS"] * 4)],
            one="Ann",
            other="Spain",
        ),
    ],
    "Worlds": [
        asked("where_is", [("lamp is in cellar", 2, "-= Cellar =-\nYou see a lamp.")], name="lamp"),
        asked("ways", [("cellar", "west", "hall"), ("hall", "east", "cellar")]),
        asked("changed", [("chest is closed", "chest is open"), ("player is in hall", "player is in cellar")]),
    ],
    "Scenes": [
        asked("in_room", [("Cup|1", "Shelf|1", []), ("Shelf|1", None, []), ("Table|1", None, [])], room="den"),
        asked(
            "sightings",
            [
                ("Cup in or on the table, in the room den.", day(10), False),
                ("Cup in or on the shelf, in the room den.", day(12), True),
            ],
            type="Cup",
        ),
    ],
    "Learnings": [
        asked("learnings_for", [("environment:house", 1, LAMP)], task="light"),
        asked(
            "scores",
            [("environment:house", 1, 10.0, "It is dark."), ("environment:house", 2, 60.0, "It is lit.")],
            task="light",
        ),
        asked("used", [(LAMP, 1, 60.0)]),
    ],
    "Work": [
        asked(
            "runs",
            [("Bring the lamp to the hall.", "The lamp is in the hall.", True, ["Take the lamp. (1)", "Go back. (2)"])],
        ),
    ],
}
QUESTIONS = {each.name: each for questions in BOOK.values() for each in questions}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_gets_the_answer_of_the_story(name: str, story: Memory) -> None:
    question = QUESTIONS[name]
    rows = story.space.read(load(name), **question.parameters)
    assert [tuple(row) for row in rows] == [tuple(load(name).columns)] * len(question.answer)
    for row, answer in zip(rows, question.answer, strict=True):
        held = zip(row.values(), answer, strict=True)
        assert [value for value, wanted in held if wanted is not ...] == [each for each in answer if each is not ...]


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_question_is_answered_from_another_space(name: str, story: Memory) -> None:
    other = replace(story.space, name="nobody's")
    assert other.read(load(name), **QUESTIONS[name].parameters) == []


def rows(memory: Memory, statement: str, /, **parameters: object) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in memory.space.read(load(f"cookbook/{statement}"), **parameters)]


def test_a_name_is_found_as_memory_shows_it(module_memory: Memory) -> None:
    """Memory keeps names folded: without a plural, with a keyboard's apostrophe, and a sharp s as two letters."""
    turn = Turn("I met the Beatles and Sinéad O’Brien in the Lange Straße.", "Ann", day(8))
    module_memory.remember([turn], session="met")
    module_memory.remember_facts([Fact(turn.text, ("episode:met/0",))])
    shown = {topic for topic, *_ in rows(module_memory, "topics", most=50)}
    assert {"Beatles", "Sinéad O’Brien", "Lange Straße"} <= shown
    for name in [*shown, *map(str.lower, shown), "Sinéad O'Brien"]:
        assert [id_ for *_, id_ in rows(module_memory, "mentions", name=name)] == ["episode:met/0"], name
    assert len(rows(module_memory, "facts_about", name="Beatles")) == 1
    assert rows(module_memory, "connection", one="beatles", other="Lange Straße")


def test_a_turn_that_names_a_thing_and_is_about_it_counts_once(module_memory: Memory) -> None:
    module_memory.remember([Turn("Porto is nice.", "Ben", day(8))], session="porto")
    module_memory.read("Porto lies on the Douro.", title="Porto")
    module_memory.remember_facts([Fact("Porto is nice.", ("episode:porto/0",), concepts=("Porto",))])
    assert ("Porto", 1, 1) in rows(module_memory, "shared")


def test_a_place_is_no_state_of_a_thing(story: Memory) -> None:
    assert [statement for statement, *_ in rows(story, "where_is", name="chest")] == ["chest is in hall"]
    assert rows(story, "where_is", name="wooden door") == []


def test_nothing_leads_from_a_thing_to_itself(story: Memory) -> None:
    assert rows(story, "connection", one="Ann", other="ann") == []


def test_a_learning_of_a_trial_under_way_is_not_the_best(module_memory: Memory) -> None:
    learnings = Learnings(module_memory)
    learnings.task("enter", "Enter the hall.")
    learnings.environment("barn", "A barn.")
    door = "Opening the door MAY BE NECESSARY to enter the hall."
    for number in range(3):
        trial = learnings.begin("enter", "barn")
        trial.step("look", "A barn.", used=[number] if number else [])
        if number < 2:
            trial.end(90, "It is lit.")
        if not number:
            trial.learn([LAMP, door])
    assert rows(module_memory, "used") == [(LAMP, 1, 90.0), (door, 1, None)]


def test_what_is_replaced_from_a_later_day_on_does_not_hold(memory: Memory, graph: Graph) -> None:
    old, new = "Ann lives in Lisbon.", "Ann lives in Rome."
    for session, text in (("one", "I live in Lisbon."), ("two", "I live in Rome from 2090 on.")):
        memory.remember([Turn(text, "Ann", day(8))], session=session)
    said = {"Lisbon": found({"text": old}), "Rome": found({"text": new, "valid_from": "2090-01-01"})}
    thinking(graph, memory, Keyed(facts=said, verdicts=ruled((old, new, "replaces")))).consolidate()
    assert [was for was, *_ in rows(memory, "replaced")] == [old]
    assert rows(memory, "facts_about", name="Lisbon") == []
    assert [fact for fact, _ in rows(memory, "single_source")] == [new]


def test_every_statement_of_the_cookbook_stands_in_it() -> None:
    assert sorted(QUESTIONS) == [name for name in names() if name.startswith("cookbook/")]
    assert len(QUESTIONS) == 25


def test_the_page_shows_these_rows(story: Memory) -> None:
    head = PAGE.read_text("utf-8").partition(MARK)[0]
    page = head + MARK + "".join(_section(title, questions, story) for title, questions in BOOK.items())
    if os.environ.get("CLEW_WRITE_PAGES"):
        PAGE.write_text(page, "utf-8")
    assert page == PAGE.read_text("utf-8"), "run: make cookbook"


def _section(title: str, questions: list[Question], story: Memory) -> str:
    return f"\n## {title}\n" + "".join(_entry(each, story) for each in questions)


def _entry(question: Question, story: Memory) -> str:
    query = load(question.name)
    wanted, _, meaning = query.purpose.partition("? ")
    body = MARKS.sub("", "\n".join(line for line in query.text.splitlines() if not line.startswith("//")))
    given = ", ".join(f"`{name}` = {_cell(value)}" for name, value in question.parameters.items())
    with_ = f" Here {given}." if given else ""
    rows = [list(row.values()) for row in story.space.read(query, **question.parameters)]
    table = "\n".join(_row(each) for each in [list(query.columns), ["---"] * len(query.columns), *rows])
    return f"\n### {wanted}?\n\n{meaning}{with_}\n\n```cypher\n{body}\n```\n\n{table}\n"


def _row(values: list[object]) -> str:
    return f"| {' | '.join(map(_cell, values))} |"


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case datetime():
            return f"{value:%Y-%m-%d}"
        case list():
            return ", ".join(map(_cell, value)) or "none"  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            return str(value).replace("\n", " ").replace("|", "\\|")
