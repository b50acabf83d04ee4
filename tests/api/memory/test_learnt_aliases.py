"""Consolidation learns other names of speakers, by rules and by a model; they go with the turns that say them.

The answers in `tests/cassettes/aliases.json` are those of a model with 1.5 billion parameters.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.api.memory.talk import Keyed, rows, thinking
from tests.recorded_answers import Recorded
from tests.recording import recorded

from clew.api.memory import Memory
from clew.errors import InvalidInput, ModelFailed
from clew.graph.driver import Graph
from clew.llm import LanguageModel
from clew.loaders.knowledge.learnt_aliases import Alias, aliases_by_model
from clew.loaders.knowledge.pending import Chunk, Said
from clew.loaders.language.naming import own_names
from clew.model import Turn

AT = datetime(2024, 3, 1, tzinfo=UTC)
SELF = Turn("I came in third. My friends call me Kit, so please do too.", "Katherine", AT)
ASIDE = Turn("I ran, too, beside William. We all call William Buddy since the trip.", "Ann", AT)
THIRD = Turn("I saw it from the bridge.", "William", AT)
QUESTION = "What did Kit come in?"


class Naming(Keyed):
    """Says which other names there are, beside what it says of facts."""

    aliases: str | Exception

    def _reply(self, question: str, wanted: str) -> object:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.aliases if wanted == "aliases" else super()._reply(question, wanted)


class Another(Naming):
    """Another model: what this one reads again takes the place of what the first found."""


def naming(*found: tuple[str, str, int]) -> Naming:
    """A model that finds these names, each with a label and a line."""
    names = [{"name": name, "label": label, "lines": [line]} for name, label, line in found]
    return Naming(aliases=json.dumps({"aliases": names}))


def speaker_share(memory: Memory, question: str) -> dict[str, float]:
    return {hit.speaker: hit.parts.speaker for hit in memory.recall(question).hits if hit.kind == "Episode"}


def told(memory: Memory) -> Memory:
    memory.remember([SELF, ASIDE, THIRD], session="one")
    return memory


def test_rules_learn_what_speakers_say_that_they_are_called(memory: Memory) -> None:
    told(memory)
    assert memory.stats().aliases == {}
    memory.consolidate()
    assert memory.stats().aliases == {"Katherine": ("Kit",)}
    assert memory.stats().alias_origins == {"Kit": "learnt"}
    share = speaker_share(memory, QUESTION)
    assert share["Katherine"] > 0 == share["Ann"]


def test_a_learnt_name_goes_with_the_turn_that_says_it(memory: Memory) -> None:
    told(memory).consolidate()
    memory.forget(ids="episode:one/0")
    assert memory.stats().aliases == {}
    assert rows(memory, "MATCH (n:Clew {space: $space}) WHERE size(n.learnt_aliases) > 0 RETURN n.id AS id") == []


def test_nothing_is_left_of_a_name_whose_bearer_speaks_no_more(memory: Memory, graph: Graph) -> None:
    thinking(graph, told(memory), naming(("Buddy", "William", 1))).consolidate()
    assert memory.stats().aliases == {"Katherine": ("Kit",), "William": ("Buddy",)}
    memory.forget(ids="episode:one/2")
    assert memory.stats().aliases == {"Katherine": ("Kit",)}
    query = "MATCH (n:Clew {space: $space}) WHERE any(a IN n.learnt_aliases WHERE a CONTAINS 'Buddy') RETURN n.id AS id"
    assert rows(memory, query) == []


def test_a_learnt_name_is_exported_and_restored(
    memory: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    told(memory).consolidate()
    memory.export(tmp_path / "space.jsonl")
    other = open_memory()
    other.restore(tmp_path / "space.jsonl")
    assert other.stats().aliases == {"Katherine": ("Kit",)}
    other.forget(ids="episode:one/0")
    assert other.stats().aliases == {}


def test_reading_again_replaces_what_was_learnt(memory: Memory, graph: Graph) -> None:
    thinking(graph, told(memory), naming(("Buddy", "William", 1))).consolidate()
    thinking(graph, memory, Another(aliases='{"aliases": []}')).consolidate(again=True)
    assert memory.stats().aliases == {"Katherine": ("Kit",)}


@pytest.mark.parametrize(
    "found",
    [
        ("Buddy", "Katherine", 1),  # her label is not in the line
        ("Buddy", "Zoe", 1),  # nobody of that label speaks
        ("Rex", "William", 1),  # the line does not hold it
        ("Buddy", "William", 2),  # there is no such line
        ("Ann", "Ann", 1),  # it is the label
    ],
)
def test_a_name_that_the_cited_line_does_not_bear_out_is_not_kept(
    memory: Memory, graph: Graph, found: tuple[str, str, int]
) -> None:
    memory.remember([ASIDE, THIRD, Turn("Well done.", "Katherine", AT)], session="one")
    thinking(graph, memory, naming(found)).consolidate()
    assert memory.stats().aliases == {}


@pytest.mark.parametrize("answer", ["nonsense", ModelFailed("it fell over")])
def test_a_model_that_fails_costs_the_name_alone(memory: Memory, graph: Graph, answer: str | Exception) -> None:
    told(memory)
    done = thinking(graph, memory, Naming(aliases=answer)).consolidate()
    assert (done.chunks, done.left, done.failed) == (1, 0, {})
    assert memory.stats().aliases == {"Katherine": ("Kit",)}


def test_a_model_is_not_asked_where_no_words_hint_at_a_name(memory: Memory, graph: Graph) -> None:
    memory.remember([Turn("I moved to Lisbon.", "Ann", AT), THIRD, SELF], session="one")
    model = Naming(aliases=InvalidInput("not to be asked"))
    assert thinking(graph, memory, model).consolidate().failed == {}
    assert memory.stats().aliases == {"Katherine": ("Kit",)}


def test_roles_have_no_other_names(memory: Memory, graph: Graph) -> None:
    memory.remember([Turn("My friends call me Kit.", "user", AT), Turn("Hello!", "assistant", AT)], session="one")
    thinking(graph, memory, naming(("Kit", "user", 1))).consolidate()
    assert memory.stats().aliases == {}


def test_a_name_of_two_speakers_means_nobody(memory: Memory) -> None:
    memory.remember([Turn("Everybody calls me Kit.", "Christopher", AT), SELF], session="one")
    memory.consolidate()
    assert memory.stats().aliases == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My name is Bartholomew, but everyone calls me Bart.", ("Bartholomew", "Bart")),
        ("I usually go by my middle name, Ray.", ("Ray",)),
        ("My colleagues call me \u201cSparky\u201d.", ("Sparky",)),
        ("Please don\u2019t call me Liz, I go by Eliza.", ("Eliza",)),
        ("Someone called me Sarah by mistake.", ()),
        ("Call me Sunday, or call me crazy.", ()),
        ("My kids call me Mum.", ()),
        ('"My name is Inigo," he says in the film.', ()),
        ("My dog's name is Biscuit.", ()),
        ("My favourite name is Clementine.", ()),
        ("I go by Oxford Street every morning.", ()),
        ("I go by Google Maps.", ()),
        ("My dog's name is Biscuit, but I go by Amtrak.", ()),
        ("My name is Theodore and I go by Amtrak.", ("Theodore",)),
        ("I now go by the name Theo.", ("Theo",)),
        ("My name is Theodore, but I go by Theo.", ("Theodore", "Theo")),
        ("A guy came up and said hi, my name is Kim.", ()),
        ("So she goes hi my name is Kim and I'm your nurse.", ()),
        ("He was like my name is Tom, nice to meet you.", ()),
        ("The letter began: Dear Ann, my name is Prince Abu.", ()),
        ("She said 'my name is Kim'.", ()),
        ("She told me: \u2018My name is Kim\u2019.", ()),
        ("My name is Bob, he said.", ()),
        ("My name is Bob, says my neighbour.", ()),
        ("As I said, my name is Kim.", ("Kim",)),
        ("Just wanted to say hi, my name is Kim.", ("Kim",)),
        ("He goes to school with me, and my friends call me Kim.", ("Kim",)),
        ("my name is NOT Bob.", ()),
        ("My colleagues call me 'Sparky'.", ("Sparky",)),
    ],
)
def test_rules_read_what_a_writer_is_called(text: str, names: tuple[str, ...]) -> None:
    assert own_names(text) == names


@pytest.fixture(scope="module")
def real() -> Recorded:
    return recorded("aliases", __file__, model_tokens=250)


@pytest.mark.parametrize(
    ("other", "text", "names"),
    [
        ("Katherine", "I met Katherine, whom everybody calls Kate, at the station.", [("Kate", "Katherine")]),
        ("William", "My neighbour Charles, whom we call Chuck, knows William.", []),
    ],
)
def test_a_real_model_names_whom_others_speak_of_and_what_it_makes_up_is_dropped(
    real: Recorded, other: str, text: str, names: list[tuple[str, str]]
) -> None:
    turns = (Said("t0", "s", 0, "Ann", text, AT), Said("t1", "s", 1, other, "I see.", AT))
    model = LanguageModel(real)
    assert aliases_by_model(model, Chunk(turns, (turns,))) == tuple(Alias(*each, "t0") for each in names)
    assert model.usage.total.calls == 1
