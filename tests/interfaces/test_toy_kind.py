"""A kind that no product file knows is declared here, and memory treats it like its own.

Habits rest on turns and on other habits, and name what they are of. Declaring them, `make schema` and one statement
that writes them is all it takes.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.interfaces.conftest import Clew
from tests.repository.generated import outdated, with_tables

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.graph import queries
from clew.graph.queries import parse
from clew.graph.schema import CONVERSATION, NodeKind, RelationshipKind, declaring
from clew.graph.schema import properties as of
from clew.graph.schema.kinds import DATED
from clew.interfaces.bloom.perspective import perspective
from clew.interfaces.browser.grass import rules
from clew.interfaces.pages.picture import write
from clew.model import Filter, Turn
from clew.text.instants import FOREVER, now

CHECKOUT = Path(__file__).parents[2]

HABIT = NodeKind(
    "Habit",
    "habit",
    "semantic",
    "What somebody does again and again.",
    (*DATED, of.SEARCH_TEXT),
    (of.EMBEDDING, of.AT),
    embedded=("text",),
    searched=(CONVERSATION,),
    heading="Habits",
    colours=("#b3007d", "#ff8ad9"),
    forgettable=True,
)
SUPPORT = (of.CLAIM, of.BELIEF)
RELATIONSHIPS = (
    RelationshipKind("SHOWN_BY", "Habit", "Episode", "rests_on", 0.5, "A turn that shows it.", SUPPORT),
    RelationshipKind("PART_OF", "Habit", "Habit", "rests_on", 0.5, "A habit that it is a part of.", SUPPORT),
    RelationshipKind("MENTIONS", "Habit", "Entity", "names", 1.0, "What it is of."),
)

WRITE = parse(
    "write/habits",
    """// Writes habits, and joins them to what they rest on and to what they name.
// $space: STRING  the tenant
// $space_key: STRING  the tenant as digits, for the full-text index
// $rows: LIST<MAP>  id, properties, type and ids of what each rests on, and ids of what it names
// $now: ZONED DATETIME  the present instant
// $forever: ZONED DATETIME  the open end
// -> written: INTEGER  habits
UNWIND $rows AS row
CREATE (habit:Clew:Habit {space: $space, id: row.id})
SET habit += row.properties, habit.kind = 'Habit', habit.space_key = $space_key, habit.created_at = $now
WITH habit, row
CALL (habit, row) {
  UNWIND row.grounds AS id
  MATCH (ground:Clew {space: $space, id: id})
  CREATE (habit)-[:$(row.type) {claim: id, belief: 1.0, created_at: $now, expired_at: $forever}]->(ground)
}
CALL (habit, row) {
  UNWIND row.names AS id
  MATCH (name:Clew {space: $space, id: id})
  CREATE (habit)-[:MENTIONS {created_at: $now, expired_at: $forever}]->(name)
}
RETURN count(*) AS written""",
)

BEGIN = datetime(2023, 5, 8, tzinfo=UTC)
TEA, PARK, OVER = "habit:tea", "habit:park", "habit:over"


@pytest.fixture(scope="module", autouse=True)
def declaration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The habit is declared, and `make schema` has run on a copy of the statements."""
    copy = tmp_path_factory.mktemp("checkout")
    shutil.copytree(CHECKOUT / "cypher", copy / "cypher")
    with pytest.MonkeyPatch.context() as patch, declaring(HABIT, *RELATIONSHIPS) as schema:
        for file, text in outdated(copy, schema).items():
            file.write_text(text, "utf-8")
        patch.setattr(queries, "_FOLDER", copy / "cypher")
        _reload()
        yield
    _reload()


def _reload() -> None:
    """Read every statement anew when it is next wanted."""
    queries._read.cache_clear()
    queries._typed.cache_clear()


def habit(memory: Memory, id: str, text: str, **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"id": id, "type": "SHOWN_BY", "grounds": ["episode:s/0"], "names": [], **more}
    until = row.pop("until", FOREVER)
    interval = {"valid_from": BEGIN, "valid_to": until, "expired_at": until}
    properties = {"text": text, "search_text": text, "at": BEGIN, "embedding": memory.space.embed([text])[0]}
    return row | {"properties": properties | interval}


@pytest.fixture(scope="module")
def filled(module_memory: Memory) -> Memory:
    """The morning, for tests that change nothing."""
    return fill(module_memory)


def fill(memory: Memory) -> Memory:
    """Ann's morning in Lisbon: a habit that a turn shows, one that rests on it, and one that is over."""
    memory.remember(
        [
            Turn("I boil water for Earl Grey each morning in Lisbon.", "Ann", BEGIN),
            Turn("Nothing else to say.", "Ben", BEGIN),
            Turn("Football was on.", "Ben", BEGIN),
        ],
        session="s",
    )
    rows = [
        habit(memory, TEA, "Ann drinks tea at dawn.", names=["entity:lisbon"]),
        habit(memory, PARK, "A walk through the park follows.", type="PART_OF", grounds=[TEA]),
        habit(memory, OVER, "Ann smokes a pipe.", until=BEGIN + timedelta(days=30), grounds=["episode:s/1"]),
    ]
    for each in rows:  # one by one: a habit rests on one that is there
        memory.space.write(WRITE, rows=[each], space_key=memory.space.key, now=now(), forever=FOREVER)
    return memory


def test_it_is_found_by_meaning_and_by_words(filled: Memory) -> None:
    hits = {hit.id: hit for hit in filled.recall("Which hot beverage does Ann have at dawn?").hits}
    assert hits[TEA].parts.vector > 0
    assert hits[TEA].parts.text > 0
    assert hits[TEA].sources == ("episode:s/0",)


def test_it_is_reached_by_the_walk_and_says_how(filled: Memory) -> None:
    settings = filled.settings.recall.changed(pool=1, fact_pool=1)
    recalled = filled.recall("Ann drinks tea at dawn", settings=settings)
    hit = next(hit for hit in recalled.hits if hit.id == PARK)
    assert (hit.parts.vector, hit.parts.text) == (0.0, 0.0)
    assert hit.parts.pagerank > 0
    assert [(step.relationship, step.id) for step in hit.path] == [("", TEA), ("PART_OF", PARK)]


def test_it_stands_under_its_heading_in_the_packed_text(filled: Memory) -> None:
    text = filled.recall("Which hot beverage does Ann have at dawn?").text
    assert re.search(r"^Habits\n(.+\n)*Ann drinks tea at dawn\. \[since 8 May 2023\]$", text, re.MULTILINE)


def test_it_is_filtered_by_kind(filled: Memory) -> None:
    only = filled.recall("tea at dawn", Filter(kinds=["habit"])).hits
    others = filled.recall("tea at dawn", Filter(kinds=["episode", "fact"])).hits
    assert {hit.kind for hit in only} == {"Habit"}
    assert {hit.kind for hit in others} == {"Episode"}


@pytest.mark.parametrize(("day", "there"), [(timedelta(days=10), {TEA, PARK, OVER}), (timedelta(days=40), {TEA, PARK})])
def test_it_is_recalled_as_of_a_time(filled: Memory, day: timedelta, there: set[str]) -> None:
    where = Filter(kinds=["habit"], as_of=BEGIN + day)
    assert {hit.id for hit in filled.recall("Does Ann smoke a pipe in the park?", where).hits} == there


def test_it_is_exported_and_restored(filled: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    restored = open_memory()
    filled.export(tmp_path / "space.jsonl")
    restored.restore(tmp_path / "space.jsonl")
    assert restored.stats() == replace(filled.stats(), space=restored.space.name)
    question = "What does Ann drink at dawn?"
    assert [hit.id for hit in restored.recall(question).hits] == [hit.id for hit in filled.recall(question).hits]


def test_a_restored_one_must_be_whole(filled: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    filled.export(tmp_path / "space.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "space.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        if line.get("node", {}).get("kind") == "Habit":
            del line["node"]["valid_to"]
    (tmp_path / "space.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    with pytest.raises(InvalidInput, match="valid_to is missing"):
        open_memory().restore(tmp_path / "space.jsonl")


def test_it_is_forgotten_with_what_rests_on_it_to_any_depth(memory: Memory) -> None:
    fill(memory)
    deeper = [habit(memory, f"habit:{n}", f"Step {n}.", type="PART_OF", grounds=[f"habit:{n - 1}"]) for n in (1, 2, 3)]
    deeper[0]["grounds"] = [PARK]
    for each in deeper:
        memory.space.write(WRITE, rows=[each], space_key=memory.space.key, now=now(), forever=FOREVER)
    memory.forget(ids="habit:3")
    receipt = memory.forget(ids="episode:s/0")
    assert {TEA, PARK, "habit:1", "habit:2", "entity:lisbon"} <= set(receipt.ids)
    assert receipt.reasons["habit:2"] == "rested only on habit:1"
    assert memory.stats().nodes["Habit"] == 1
    assert memory.forget(session="s").reasons[OVER] == "rested only on episode:s/1"


def test_the_command_line_offers_counts_and_lists_it(
    clew: Clew, environment: dict[str, str], open_memory: Callable[..., Memory]
) -> None:
    fill(open_memory(environment["CLEW_SPACE"]))
    assert re.search(r"Habit +3 *\n", clew("stats").out)
    table = clew("recall", "What does Ann drink at dawn?", "--kind", "habit").out
    assert "Ann drinks tea at dawn." in table
    assert "habit" in table


def test_it_is_drawn_with_its_colour_and_explained_in_the_legend(filled: Memory, page: Page, tmp_path: Path) -> None:
    recalled = filled.recall("What does Ann drink at dawn?")
    page.goto(write(tmp_path / "page.html", [(recalled, filled.subgraph(recalled))], title="Habits").as_uri())
    shapes = page.locator(".node[aria-label^='habit:'] path")
    assert shapes.count() == 2
    assert shapes.first.evaluate("shape => getComputedStyle(shape).fill") in {"rgb(179, 0, 125)", "rgb(255, 138, 217)"}
    assert "habit" in page.locator(".legend label").all_text_contents()


def test_bloom_and_neo4j_browser_show_it() -> None:
    shown: Any = perspective()
    habit_ = next(each for each in shown["categories"] if each["labels"] == ["Habit"])
    assert (habit_["name"], habit_["color"]) == ("Habit", "#b3007d")
    assert {"SHOWN_BY", "PART_OF"} <= {each["id"] for each in shown["relationshipTypes"]}
    assert {"source": "Habit", "relationshipType": "SHOWN_BY", "target": "Episode"} in shown["metadata"]["pathSegments"]
    assert all("SHOWN_BY" in each["cypher"] for each in shown["sceneActions"] if each["name"] != "Show replaced")
    assert rules()["node.Habit"]["color"] == "#b3007d"
    assert rules()["relationship.SHOWN_BY"]["color"] == rules()["relationship.DERIVED_FROM"]["color"]


def test_the_docs_list_it() -> None:
    with declaring() as schema:
        page = with_tables("<!-- schema: kinds -->\n<!-- schema -->\n", schema)
    assert "| `Habit` | semantic | What somebody does again and again. |" in page
