"""Forgetting what passes a filter, and dry runs of any forgetting."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.loaders.upkeep import forget
from clew.model import Fact, Filter, Turn

START = datetime(2024, 3, 1, tzinfo=UTC)
PLACES = ("Oslo", "Rome", "Lisbon")


def fill(memory: Memory) -> None:
    """Turns of three speakers in two sessions; facts of one turn, of two, said twice, and replaced; a document."""
    for session in ("s", "t"):
        turns = [
            Turn(
                f"We live in {place}, says {speaker}.",
                speaker,
                START + timedelta(days=day),
                metadata={"channel": ("mail", "chat")[day % 2], "day": day},
            )
            for day, (speaker, place) in enumerate(zip(("Ann", "Ben", "Cleo") * 2, PLACES * 2, strict=True))
        ]
        memory.remember(turns, session=session)
    memory.remember_facts(
        [
            Fact("Ann lives in Oslo.", ("episode:s/0",)),
            Fact("Ann lives in Oslo.", ("episode:t/3",), belief=0.5),
            Fact("Ben and Cleo travel.", ("episode:s/1", "episode:s/2")),
            Fact("Ben lives in Rome.", ("episode:s/1",), valid_from=START),
        ]
    )
    (rome,) = (each.id for each in memory.facts() if each.text == "Ben lives in Rome.")
    moved = Fact("Ben lives in Porto.", ("episode:t/4",), valid_from=START + timedelta(days=9), replaces=rome)
    memory.remember_facts([moved])
    memory.read("The tram of Lisbon is yellow.", title="Trams")


asked = st.one_of(
    st.builds(
        lambda **sides: {"where": Filter(**sides)},
        speaker=st.sampled_from(["ann", ["Ben", "Cleo"], None]),
        session=st.sampled_from(["s", ["s", "t"], None]),
        metadata=st.sampled_from([{"channel": "mail"}, {"day": {"gte": 2, "lt": 5}}, {"day": [0, 4]}, {"no": 1}]),
        kinds=st.sampled_from([None, ["fact"], ["episode", "fact"]]),
        since=st.sampled_from([None, START + timedelta(days=2)]),
    ),
    st.sampled_from(
        [
            {"where": Filter(kinds=["fact"])},
            {"where": Filter(entity="Lisbon")},
            {"ids": ["episode:s/0", "episode:t/4"]},
            {"session": "s"},
            {"document": "Trams"},
            {"space": True},
        ]
    ),
)


@pytest.mark.slow
@settings(max_examples=12)
@given(asked=asked)
def test_a_dry_run_tells_what_the_real_one_does_and_changes_nothing(
    open_module_memory: Callable[..., Memory], asked: dict[str, Any]
) -> None:
    memory = open_module_memory()
    fill(memory)
    before, listed = memory.stats(), memory.search(limit=1000)
    receipt = memory.forget(**asked, dry_run=True)
    assert (memory.stats(), memory.search(limit=1000)) == (before, listed)
    assert memory.forget(**asked) == receipt
    assert sum(memory.stats().nodes.values()) == sum(before.nodes.values()) - len(receipt.ids)


def test_many_go_in_pages_and_the_receipt_is_one(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(memory)
    where = Filter(metadata={"channel": "mail"})
    at_once = memory.forget(where=where, dry_run=True)
    monkeypatch.setattr(forget, "PAGE_NODES", 2)
    paged = memory.forget(where=where, dry_run=True)
    assert memory.forget(where=where) == paged
    assert paged.ids == at_once.ids
    assert memory.search(where).items == ()


def test_an_interrupted_forgetting_is_completed_by_the_same_call(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(memory)
    monkeypatch.setattr(forget, "PAGE_NODES", 2)
    passing = [each.id for each in memory.search(Filter(session="s"))]
    forget.forget_each(memory.space, "the first page", passing[:2])
    rest = memory.forget(where=Filter(session="s"))
    assert set(passing[2:]) <= set(rest.ids)
    assert memory.turns("s") == ()


def test_the_turns_of_another_tenant_stay(memory: Memory, open_memory: Callable[..., Memory]) -> None:
    other = open_memory()
    for each in (memory, other):
        fill(each)
    before = other.stats().nodes
    memory.forget(where=Filter(speaker="Ann"))
    assert other.stats().nodes == before
    assert "Ann" not in memory.stats().speakers


def test_every_version_of_a_statement_goes(memory: Memory) -> None:
    fill(memory)
    memory.forget(where=Filter(kinds=["fact"], speaker="Ben"))
    assert {each.text for each in memory.facts()} == {"Ann lives in Oslo."}


def test_what_passes_is_forgotten_and_stays_so(memory: Memory) -> None:
    fill(memory)
    turns = [Turn(each.text, each.speaker, each.at) for each in memory.turns("s")]
    memory.forget(where=Filter(session="s", speaker="Ben"))
    assert memory.remember(turns, session="s").appended == 0
    assert {each.speaker for each in memory.turns("s")} == {"Ann", "Cleo"}


def test_a_filter_that_narrows_nothing_is_refused(memory: Memory) -> None:
    fill(memory)
    with pytest.raises(InvalidInput, match="lets all memories pass; narrow it, or forget the whole space"):
        memory.forget(where=Filter())
    with pytest.raises(InvalidInput, match="leave as_of out"):
        memory.forget(where=Filter(speaker="Ann", as_of=START))
    with pytest.raises(InvalidInput, match="give exactly one"):
        memory.forget(where=Filter(speaker="Ann"), session="s")
    with pytest.raises(NotFound, match="has no speaker 'Dora'"):
        memory.forget(where=Filter(speaker="Dora"))
    with pytest.raises(NotFound, match="nothing was removed"):
        memory.forget(ids=["episode:s/99"], dry_run=True)
