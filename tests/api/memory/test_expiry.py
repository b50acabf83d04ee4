"""What expired is never read again, and what rested on it goes by the rule of forgetting."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.model import Fact, Filter, Turn
from clew.settings import Settings
from clew.text.instants import later, now

DAY = timedelta(days=1)
COUNT = generated("count", "MATCH (node:Clew:Episode {space: $space}) RETURN count(node) AS turns")


def fill(memory: Memory) -> None:
    """One turn stays a day, one for good; facts of each, of both, and one that replaces another."""
    secret = Turn("The code of the vault is plumquince.", "Ann", expires_at=now() + DAY)
    memory.remember([secret, Turn("The vault is in Oslo.", "Ben")], session="s")
    memory.remember_facts([Fact("The vault is in Oslo.", ("episode:s/1",), valid_from=now() - 9 * DAY)])
    (oslo,) = (each.id for each in memory.facts())
    memory.remember_facts(
        [
            Fact("The vault has the code plumquince.", ("episode:s/0",)),
            Fact("The vault is in Rome.", ("episode:s/0",), valid_from=now() - 2 * DAY, replaces=oslo),
        ]
    )


def words(memory: Memory) -> str:
    """Everything that memory shows, in every read."""
    shown: list[Any] = [
        memory.recall("What is the code of the vault?"),
        memory.recall("What is the code?", Filter(as_of=now() - timedelta(hours=1))),
        memory.search(limit=1000),
        memory.facts(),
        memory.turns("s"),
        memory.sessions(),
        memory.entities(),
        memory.stats(),
        memory.pending(),
    ]
    return repr(shown)


def test_what_expired_is_never_read_again(memory: Memory) -> None:
    fill(memory)
    assert "plumquince" in words(memory)
    with later(DAY - timedelta(seconds=60)):
        assert "plumquince" in words(memory)
    with later(DAY):
        assert "plumquince" not in words(memory)
        assert "Rome" not in words(memory)
        assert {each.text for each in memory.facts()} == {"The vault is in Oslo."}
        with pytest.raises(NotFound):
            memory.get("episode:s/0")


@pytest.mark.parametrize(
    "read",
    [
        lambda memory: memory.recall("What is the code?").text,
        lambda memory: repr(memory.search()),
        lambda memory: repr(memory.turns("s")),
        lambda memory: repr(memory.history(next(each.id for each in memory.facts()))),
        lambda memory: repr(memory.get("episode:s/1")),
        lambda memory: repr(memory.stats()),
    ],
)
def test_the_first_read_forgets_it_whatever_it_reads(
    memory: Memory, graph: Graph, read: Callable[[Memory], str]
) -> None:
    fill(memory)
    with later(DAY):
        assert "plumquince" not in read(memory)
        memory.sessions()
        assert graph.read(COUNT, space=memory.space.name) == [{"turns": 1}]


def test_an_export_holds_nothing_that_expired(
    memory: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    fill(memory)
    memory.export(tmp_path / "before.jsonl")
    with later(DAY):
        memory.export(tmp_path / "after.jsonl")
        assert "plumquince" not in (tmp_path / "after.jsonl").read_text("utf-8")
        memory.export_bulk(tmp_path / "bulk")
        assert not any("plumquince" in each.read_text("utf-8") for each in (tmp_path / "bulk").glob("*.csv"))
        restored = open_memory()
        restored.restore(tmp_path / "before.jsonl")
        assert "plumquince" not in words(restored)


def test_a_space_that_nobody_reads_is_swept(memory: Memory) -> None:
    fill(memory)
    assert memory.forget(expired=True).ids == ()
    with later(DAY):
        planned = memory.forget(expired=True, dry_run=True)
        done = memory.forget(expired=True)
        assert planned == done
        assert "episode:s/0" in done.ids
        assert memory.forget(expired=True).ids == ()


def test_it_stays_forgotten(memory: Memory) -> None:
    turns = [Turn("Now.", "Ann", expires_at=now() + DAY), Turn("Always.", "Ann")]
    memory.remember(turns, session="s")
    with later(DAY):
        assert memory.remember(turns, session="s").appended == 0
        assert [each.text for each in memory.turns("s")] == ["Always."]


def test_kinds_are_kept_for_a_time(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory(retention={"fact": 2, "Episode": timedelta(days=30)})
    memory.remember([Turn("The vault is in Oslo.", at=datetime(2001, 1, 1, tzinfo=UTC))], session="s")
    memory.remember_facts([Fact("The vault is in Oslo.", ("episode:s/0",))])
    with later(2 * DAY - timedelta(seconds=60)):
        assert len(memory.facts()) == 1
    with later(2 * DAY):
        assert memory.facts().items == ()
        assert len(memory.turns("s")) == 1
    with later(30 * DAY):
        assert memory.turns("s") == ()


def test_what_another_tenant_keeps_stays(memory: Memory, open_memory: Callable[..., Memory], graph: Graph) -> None:
    other = open_memory()
    for each in (memory, other):
        fill(each)
    with later(DAY):
        memory.sessions()
        assert graph.read(COUNT, space=other.space.name) == [{"turns": 2}]


@pytest.mark.parametrize("name", ["expires_at", "expiration_date", "Expires At"])
def test_files_and_mappings_name_the_instant(memory: Memory, tmp_path: Path, name: str) -> None:
    until = (now() + DAY).isoformat()
    memory.remember([{"text": "The code is 4711.", name: until}], session="s")
    row = {"session": "t", "text": "The code is 4712.", name: until}
    (tmp_path / "talk.jsonl").write_text(json.dumps(row), "utf-8")
    memory.remember_file(tmp_path / "talk.jsonl")
    memory.append([{"text": "The code is 4713.", name: until}], session="u")
    assert len(memory.search()) == 3
    with later(DAY):
        assert memory.search().items == ()


def test_a_row_whose_expiry_is_not_understood_is_left_out(memory: Memory, tmp_path: Path) -> None:
    rows = [{"session": "t", "text": "It rained."}, {"session": "t", "text": "It snowed.", "expires_at": "soon"}]
    (tmp_path / "talk.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (done,) = memory.remember_file(tmp_path / "talk.jsonl")
    assert any("expiry is not understood" in note.what and note.is_lost for note in done.notes)
    assert [each.text for each in memory.turns("t")] == ["It rained."]


def test_a_live_turn_may_expire(memory: Memory) -> None:
    memory.add("The code is plumquince.", session="s", expires_at=now() + DAY)
    memory.add("The code is quinceplum.", session="s", expires_at=(now() + DAY).isoformat())
    with later(DAY):
        assert memory.turns("s") == ()


def test_an_instant_that_is_none_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="expires_at"):
        memory.remember([{"text": "It rained.", "expires_at": "soon"}], session="s")
    assert memory.sessions().items == ()


@pytest.mark.parametrize(
    "retention", [{"episode": 0}, {"episode": -1}, {"fact": "soon"}, {"episode": float("nan")}, {"mood": 1}, 5]
)
def test_a_retention_that_cannot_be_is_refused(retention: Any) -> None:
    with pytest.raises(InvalidInput, match="retention"):
        Settings().changed(retention=retention)


def test_the_environment_says_how_long_kinds_are_kept() -> None:
    settings = Settings.from_env({"CLEW_RETENTION__EPISODE": "30", "CLEW_RETENTION__FACT": "0.5"})
    assert settings.retention == {"episode": timedelta(days=30), "fact": timedelta(hours=12)}
