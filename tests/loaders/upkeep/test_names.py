"""No statement cuts what names something past the one rule of removal, and each kind of name can be forgotten."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew.agents.store import ClewStore
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.graph import queries
from clew.graph.queries import generated
from clew.graph.schema import declared
from clew.model.items import item_id, namespace_id

RULE = {"maintain/cascade", "maintain/remove", "maintain/remove_space", "maintain/cut_names"}
"""The rule itself, and what hands names to it."""

MOVES = {"maintain/leave_topics", "write/join_topics", "repair/merge_names"}
"""These give each relationship that they cut to the node that takes the place of the one that they delete."""

REMOVES = {"scene/remove_areas": ("Floor", "Area"), "store/put": ("ItemText",), "audit/begin": ("ClewAudit",)}
"""The labels of nodes that other statements delete with their relationships; names were cut from these before."""

TRACES = generated("traces", "MATCH (n:Clew {space: $space}) WHERE n.kind <> 'Space' RETURN n.id AS id")


def cut_types(text: str) -> Iterator[str]:
    """The types of the relationships that a statement deletes; of a node that it deletes, ``*``."""
    for name in re.findall(r"\bDELETE (\w+)", text):
        found = re.findall(rf"\[{name}:([^\]*{{]+)", text)
        yield from re.split(r"\W+", re.sub(r"/\*.*?\*/", "", found[0])) if found else "*"


@pytest.mark.parametrize("name", [name for name in queries.names() if "DELETE" in queries.load(name).text])
def test_a_statement_that_cuts_a_name_is_of_the_one_rule(name: str) -> None:
    cut = {*cut_types(queries.load(name).text)}
    assert cut
    if name not in RULE | MOVES:
        assert not cut & {*declared().types_with_role("names")}
        assert "*" not in cut or name in REMOVES


def test_what_others_delete_names_nothing_or_was_cut_before() -> None:
    naming = {each.source for each in declared().relationships if each.role == "names"}
    assert naming & {label for labels in REMOVES.values() for label in labels} == {"Area"}


@pytest.mark.parametrize("id", ["task:boil", "environment:lab"])
def test_a_task_or_an_environment_can_be_forgotten_with_its_trials(memory: Memory, id: str) -> None:
    learnings = Learnings(memory)
    learnings.task("boil", "Boil the water in the old kettle.")
    learnings.environment("lab", "A lab with a kettle.")
    receipt = memory.forget(ids=[id])
    assert receipt.removed[id.partition(":")[0].capitalize()] == 1
    with pytest.raises(NotFound):
        memory.get(id)
    learnings.task("boil", "Boil the water in the old kettle.")
    learnings.environment("lab", "A lab with a kettle.")
    trial = learnings.begin("boil", "lab", name="first")
    trial.step("heat kettle", "The kettle is hot.")
    memory.forget(ids=[id])
    assert learnings.trials("boil", "lab") == ()
    memory.forget(session="first")
    assert memory.space.read(TRACES) == []


def test_an_item_whose_time_is_over_is_in_no_listing_look_up_or_export(memory: Memory, tmp_path: Path) -> None:
    store = ClewStore(memory, fields=["text"])
    store.put(("users", "ann"), "secret", {"text": "Ann hides the key."}, ttl=1e-6)
    store.put(("users",), "open", {"text": "Bob has a cat."})
    id, place = item_id(("users", "ann"), "secret"), namespace_id(("users",))
    for gone in (id, f"item text:{id}/0"):
        with pytest.raises(NotFound):
            memory.get(gone)
    assert id not in {link.id for link in memory.get(place).links}
    assert store.list_namespaces() == [("users",)]
    memory.export(tmp_path / "all.jsonl")
    text = (tmp_path / "all.jsonl").read_text("utf-8")
    assert [word for word in ("Ann", '"ann"') if word in text] == []
    store.put(("users",), "open", None)  # pyright: ignore[reportArgumentType] - deletes it
    assert memory.space.read(TRACES) == []


def test_an_export_of_a_space_that_was_never_used_leaves_it_so(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        memory.export(tmp_path / "none.jsonl")
    assert memory.space.read(generated("any", "MATCH (n:Clew {space: $space}) RETURN n.id AS id")) == []


def test_an_item_whose_id_is_not_that_of_its_names_is_refused(memory: Memory, tmp_path: Path) -> None:
    """Nobody could look it up, and who forgot it by its names would leave it."""
    store, file = ClewStore(memory), tmp_path / "all.jsonl"
    store.put(("users", "ann"), "city", {"text": "Rome"})
    memory.export(file)
    memory.forget(space=True)
    text = file.read_text("utf-8")
    changed = text.replace('"key":"city"', '"key":"town"').replace('"key": "city"', '"key": "town"')
    assert changed != text
    file.write_text(changed, "utf-8")
    with pytest.raises(InvalidInput, match="is not what its names make"):
        memory.restore(file)
    file.write_text(text, "utf-8")
    memory.restore(file)
    assert memory.forget(ids=[item_id(("users", "ann"), "city")]).removed["Item"] == 1
