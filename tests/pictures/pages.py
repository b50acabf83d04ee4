"""The pictures of the pages on ideas, each of the memory that the page's own code has made."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.pictures.charts import parts_of_scores, spans
from tests.pictures.columns import Graph, Look, columns, exported

from clew import Filter, Memory
from clew.interfaces.pages.scene.drawing import svg
from clew.interfaces.pages.scene.stored import scenery_of

Names = Mapping[str, Any]
"""The names that the page's code has left."""
NAMED = ("Entity", "Concept")


def _graph(space: str, beside: str = "") -> Graph:
    """Return the graph of a space, or of one beside it."""
    with TemporaryDirectory() as folder, Memory.local(space=space) as memory:
        file = Path(folder) / "space.jsonl"
        (memory.for_space(beside) if beside else memory).export(file)
        return exported(file)


def _space(_: Names) -> str:
    panels = {"space ida": _graph("ida"), "space carl": _graph("ida", "carl")}
    return columns("Two spaces of one store", panels, Look([["Session"], ["Episode"], NAMED]))


def _sessions(_: Names) -> str:
    return columns("A session and its turns", {"": _graph("talk")}, Look([["Session"], ["Episode"]]))


def _facts(_: Names) -> str:
    graph = _graph("moved")
    facts = {id_: node for id_, node in graph.nodes.items() if node["kind"] == "Fact"}
    ended = [source for type_, source, _ in graph.links if type_ == "REPLACED_BY"]
    notes = {id_: f"belief {node['belief']:.2f}{', replaced' * (id_ in ended)}" for id_, node in facts.items()}
    return columns("Facts and the turns that say them", {"": graph}, Look([["Episode"], ["Fact"]], notes, ended))


def _two_times(names: Names) -> str:
    months = {
        name: datetime(2026, number, 15, tzinfo=UTC)
        for number, name in enumerate(("Feb", "Mar", "Apr", "May", "Jun"), 2)
    }
    moments = {"told of Oslo": "first", "then of Rome": "second", "Oslo put right": "third"}
    with Memory.local(space="homes") as memory:

        def held(at: datetime, known: datetime) -> str:
            return " ".join(each.text for each in memory.facts(Filter(kinds=["fact"], as_of=at, known_at=known)))

        rows = {said: [held(at, names[name]) for at in months.values()] for said, name in moments.items()}
    homes = {said: [text.removeprefix("Ann lives in ").rstrip(".") for text in texts] for said, texts in rows.items()}
    return spans("Where Ann lived, by what memory believed at three moments", list(months), homes)


def _entities(_: Names) -> str:
    return columns("Where a talk and a document meet", {"": _graph("tagus")}, Look([["Episode"], NAMED, ["Passage"]]))


def _consolidation(_: Names) -> str:
    look = Look([["Episode"], ["Fact"], NAMED], hidden=["HAS_CONCEPT", "MENTIONS"])
    return columns("What consolidation made of two turns", {"": _graph("kitten")}, look)


def _walk(names: Names) -> str:
    notes = {hit.id: f"PageRank {hit.parts.pagerank:.2f}" for hit in names["recall"].hits}
    look = Look([["Fact", "Episode"], NAMED, ["Passage"]], notes, weights=True)
    return columns("What a walk can follow, each type by its weight", {"": _graph("walked")}, look)


def _forgetting(names: Names) -> str:
    receipt = names["receipt"]
    notes = dict.fromkeys(receipt.ids, "goes") | dict.fromkeys(receipt.weakened, "believed less")
    look = Look([["Episode"], ["Fact"]], notes | dict.fromkeys(receipt.revived, "holds again"), receipt.ids)
    return columns("What goes with one turn", {"": _graph("left")}, look)


def _one_recall(names: Names) -> str:
    return parts_of_scores("The score of each hit, in parts", names["recall"].hits)


def _world(_: Names) -> str:
    graph = _graph("labyrinth")
    ended = [source for type_, source, _ in graph.links if type_ == "REPLACED_BY"]
    look = Look([["Episode"], ["Triplet"]], dict.fromkeys(ended, "replaced"), ended)
    return columns("Observations and what they say", {"": graph}, look)


def _scene(_: Names) -> str:
    with Memory.local(space="home") as memory:
        scenery = scenery_of(memory)
    assert scenery is not None
    return svg(replace(scenery, name="home"))


def _short_term(_: Names) -> str:
    look = Look([["SceneObject"], ["Sighting"], ["ShortTermMemory"]])
    return columns("Short-term memory holds two of three sightings", {"": _graph("desk")}, look)


def _working_memory(_: Names) -> str:
    look = Look([["Run"], ["Subgoal"], ["Summary", "Episode"]])
    return columns("A run, its subgoals and steps", {"": _graph("robot")}, look)


def _learnings(_: Names) -> str:
    look = Look([["Trial", "LearningSet"], ["Episode", "Learning"]], hidden=["Learning DERIVED_FROM Trial"])
    return columns("A trial and what it taught", {"": _graph("cook")}, look)


PICTURES: Mapping[str, Callable[[Names], str]] = {
    "entities": _entities,
    "facts": _facts,
    "forgetting": _forgetting,
    "knowledge": _consolidation,
    "learnings": _learnings,
    "one_recall": _one_recall,
    "scene": _scene,
    "sessions": _sessions,
    "short_term": _short_term,
    "space": _space,
    "two_times": _two_times,
    "walk": _walk,
    "working_memory": _working_memory,
    "world": _world,
}
"""By page, what draws the picture that has the page's name."""
