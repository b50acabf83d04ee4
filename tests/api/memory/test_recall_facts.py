"""Recalling with facts: they lift their turns and the reverse, are dated, and end where they are replaced."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from tests.api.memory.talk import Keyed, found, rows, ruled, seen, thinking

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.model import Fact, Filter, Recall, Turn
from clew.settings import RecallSettings
from clew.text.instants import FOREVER, now

MAY, JUNE, JULY = (datetime(2023, month, 8, 9, tzinfo=UTC) for month in (5, 6, 7))
QUESTION = "Which musical instrument does Ann play?"
BLOWN = "Every Thursday I blow into it until my cheeks hurt."
ASKED = "Do you play a musical instrument, Ann?"
TRUMPET, FLUTE = "Ann plays the trumpet, a musical instrument.", "Cleo wants to know all about Ann's hobbies."


@pytest.fixture(scope="module")
def band(module_memory: Memory) -> Memory:
    """Two sessions, so that no chain joins what asks and what is told; a fact from each, and much else."""
    memory = module_memory
    memory.remember([Turn(BLOWN, "Ann", MAY)], session="told")
    memory.remember([Turn(ASKED, "Cleo", JUNE)], session="asked")
    others = ["The tram was late again.", "My soup needs salt.", "Rain is coming.", "The lift is broken."]
    memory.remember([Turn(text, "Ben", JUNE + timedelta(days=1)) for text in others], session="other")
    memory.remember_facts(
        [
            Fact(TRUMPET, ("episode:told/0",), 0.8, concepts=("music",)),
            Fact(FLUTE, ("episode:asked/0",), concepts=("hobbies",)),
            Fact("Ben's soup lacks salt.", ("episode:other/1",)),
        ]
    )
    return memory


def narrow(**changed: object) -> RecallSettings:
    """Settings with which search finds one turn and one fact only, and nothing is walked."""
    return RecallSettings(pool=1, fact_pool=1).changed(**changed).without_pagerank()


def parts(recalled: Recall, text: str) -> dict[str, float]:
    hit = next(hit for hit in recalled.hits if hit.text == text)
    return {name: value for name in ("vector", "text", "derived") if (value := getattr(hit.parts, name))}


def test_a_turn_without_a_word_of_the_question_is_found_through_its_fact(band: Memory) -> None:
    recalled = band.recall(QUESTION, settings=narrow())
    assert parts(recalled, TRUMPET) == {"vector": pytest.approx(0.65), "text": pytest.approx(0.35)}
    assert parts(recalled, BLOWN) == {"derived": pytest.approx(1.0)}
    turn = next(hit for hit in recalled.hits if hit.text == BLOWN)
    assert [(step.relationship, step.kind) for step in turn.path] == [("", "Fact"), ("DERIVED_FROM", "Episode")]
    assert turn.why == f"{TRUMPET} -DERIVED_FROM- {BLOWN}"
    alone = band.recall(QUESTION, Filter(kinds=["episode"]), settings=narrow(fact_share=0.0))
    assert all(hit.parts.derived == 0 for hit in alone.hits)


def test_turns_lift_their_facts(band: Memory) -> None:
    recalled = band.recall(QUESTION, settings=narrow())
    assert parts(recalled, ASKED) == {"vector": pytest.approx(0.65), "text": pytest.approx(0.35)}
    assert parts(recalled, FLUTE) == {"derived": pytest.approx(0.6)}
    fact = next(hit for hit in recalled.hits if hit.text == FLUTE)
    assert [(step.relationship, step.kind) for step in fact.path] == [("", "Episode"), ("DERIVED_FROM", "Fact")]


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_the_shares_are_those_of_the_settings(band: Memory, share: float) -> None:
    recalled = band.recall(QUESTION, settings=narrow(fact_share=share, source_share=share / 2))
    texts = {hit.text: hit.parts.derived for hit in recalled.hits}
    assert texts.get(BLOWN, 0.0) == pytest.approx(share)
    assert texts.get(FLUTE, 0.0) == pytest.approx(share / 2)


def test_the_gain_is_the_difference_to_what_was_found_anyway(band: Memory) -> None:
    recalled = band.recall(QUESTION)
    own = {hit.id: hit.parts.vector + hit.parts.text for hit in recalled.hits}
    facts = [hit for hit in recalled.hits if hit.kind == "Fact"]
    assert len(facts) == 3
    for fact in facts:
        (turn,) = [hit for hit in recalled.hits if hit.id in fact.sources]
        assert turn.parts.derived == pytest.approx(max(0.0, own[fact.id] - own[turn.id]))
        assert fact.parts.derived == pytest.approx(max(0.0, 0.6 * own[turn.id] - own[fact.id]))
    assert sum(hit.parts.derived > 0 for hit in recalled.hits) >= 2


def test_parts_add_up_and_order_the_hits(band: Memory) -> None:
    names = ("vector", "text", "derived", "next", "speaker", "session", "date", "pagerank")
    hits = band.recall(QUESTION).hits
    for hit in hits:
        assert hit.score == pytest.approx(sum(getattr(hit.parts, name) for name in names))
        assert all(getattr(hit.parts, name) >= 0 for name in names)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_fact_says_when_by_whom_and_how_surely(band: Memory) -> None:
    fact = next(hit for hit in band.recall(QUESTION).hits if hit.text == TRUMPET)
    assert (fact.kind, fact.sources, fact.belief, fact.valid_from, fact.valid_to) == (
        "Fact", ("episode:told/0",), pytest.approx(0.8), MAY, None,
    )  # fmt: skip
    assert (fact.speaker, fact.at, fact.session) == ("Ann", MAY, "")
    turn = next(hit for hit in band.recall(QUESTION).hits if hit.kind == "Episode")
    assert (turn.belief, turn.valid_from, turn.valid_to, turn.sources) == (1.0, None, None, ())


def test_the_kinds_that_are_asked_for_are_returned_and_lifted_by_the_others(band: Memory) -> None:
    kinds = {hit.kind for hit in band.recall(QUESTION).hits}
    assert kinds == {"Episode", "Fact"}
    for kind in kinds:
        only = band.recall(QUESTION, Filter(kinds=[kind.lower()]), settings=narrow())
        assert only.hits == band.recall(QUESTION, Filter(kinds=kind), settings=narrow()).hits
        assert {hit.kind for hit in only.hits} == {kind}
        assert any(hit.parts.derived for hit in only.hits)
    assert band.recall(QUESTION, Filter(kinds=["reflection", "passage"])).hits == ()


def test_both_engines_return_the_same(band: Memory) -> None:
    results = {}
    for engine in ("gds", "local"):
        results[engine] = band.recall(QUESTION, settings=RecallSettings(engine=engine))
        assert results[engine].engine == engine
        assert any(hit.parts.pagerank for hit in results[engine].hits if hit.kind == "Fact")
    assert [hit.id for hit in results["gds"].hits] == [hit.id for hit in results["local"].hits]
    for first, second in zip(results["gds"].hits, results["local"].hits, strict=True):
        assert first.score == pytest.approx(second.score, abs=1e-9)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"session": "told"}, {BLOWN}),
        ({"speaker": "Ann"}, {BLOWN}),
        ({"until": JUNE}, {BLOWN}),
        ({"since": JUNE, "until": JUNE + timedelta(days=1)}, {ASKED}),
    ],
    ids=["session", "speaker", "until", "day"],
)
def test_only_turns_pass_a_filter_that_asks_for_no_kind(
    band: Memory, wanted: dict[str, Any], expected: set[str]
) -> None:
    assert {hit.text for hit in band.recall(QUESTION, Filter(**wanted)).hits} == expected
    with pytest.raises(InvalidInput, match="'passage' cannot be filtered by session, speaker, time or metadata"):
        band.recall(QUESTION, Filter(kinds=["fact", "passage"], **wanted))


def lines(recalled: Recall) -> list[str]:
    return [line for line in recalled.text.split("\n") if line]


def test_the_packed_text_dates_facts(memory: Memory) -> None:
    memory.remember([Turn("Tea for two.", "Ann", MAY), Turn("Two for tea.", "Ann", JUNE)], session="s")
    memory.remember_facts(
        [
            Fact("Ann drinks tea.", ("episode:s/0",)),
            Fact("Ann grows tea.", ("episode:s/1",), 1.0, MAY - timedelta(days=7)),
            Fact("Ann had a tea room.", ("episode:s/1",), 1.0, datetime(2020, 1, 1, tzinfo=UTC), MAY),
        ]
    )
    assert lines(memory.recall("tea")) == [
        "Facts",
        "Ann drinks tea. [said on 8 May 2023]",
        "Ann grows tea. [since 1 May 2023]",
        "Ann had a tea room. [1 January 2020 to 8 May 2023]",
        "Session s, 8 May 2023",
        "Ann: Tea for two.",
        "Session s, 8 June 2023",
        "Ann: Two for tea.",
    ]


def test_facts_keep_to_their_share_of_the_words(band: Memory) -> None:
    shares: list[tuple[float, int]] = []
    for share in (0.0, 0.2, 0.4, 1.0):
        recalled = band.recall(QUESTION, words=60, settings=RecallSettings(fact_words=share))
        assert len(recalled.text.split()) <= 60
        facts = recalled.text.partition("Session")[0] if recalled.text.startswith("Facts") else ""
        assert len(facts.split()) <= round(share * 60)
        shares.append((share, len(facts.split())))
        assert any(hit.kind == "Episode" for hit in recalled.packed)
    assert shares[0][1] == 0 < shares[2][1] < shares[3][1]


HOMES = ["Ann lives in Oslo.", "Ann lives in Rome."]


def moving(memory: Memory, graph: Graph) -> Memory:
    """Ann lives in Oslo from May, in Rome from July; two reflections."""
    memory.remember([Turn("My new flat has a view of the fjord of Oslo.", "Ann", MAY)], session="may")
    memory.remember([Turn("Trastevere is lovely, and so is Rome.", "Ann", JULY)], session="july")
    model = Keyed(
        facts={
            "fjord": found({"text": HOMES[0]}, {"text": "Ann likes fjords."}),
            "Trastevere": found({"text": HOMES[1]}, {"text": "Ann likes Trastevere."}),
        },
        verdicts=ruled(("Oslo", "Rome", "replaces")),
        insights=seen(("Ann's homes change, and she enjoys where she lives.", [1, 3])),
    )
    done = thinking(graph, memory, model).consolidate()
    assert (done.failed, done.facts.replaced, done.reflections) == ({}, 1, 1)
    return memory


@pytest.fixture(scope="module")
def moved(open_module_memory: Callable[..., Memory], graph: Graph) -> Memory:
    """For tests that change nothing."""
    return moving(open_module_memory(), graph)


@pytest.fixture
def changing(memory: Memory, graph: Graph) -> Memory:
    return moving(memory, graph)


def test_what_was_replaced_is_not_recalled(moved: Memory) -> None:
    for engine in ("gds", "local"):
        recalled = moved.recall("Where does Ann live?", settings=RecallSettings(engine=engine))
        texts = [hit.text for hit in recalled.hits]
        assert HOMES[1] in texts
        assert HOMES[0] not in texts
    assert HOMES[0] not in recalled.text
    assert HOMES[1] in recalled.text
    narrowed = moved.recall("Oslo", settings=narrow())
    assert HOMES[0] not in [hit.text for hit in narrowed.hits]


def test_what_was_replaced_lifts_nothing(moved: Memory) -> None:
    derived = rows(
        moved,
        "MATCH (f:Fact {space: $space, text: $text})-[:DERIVED_FROM]->(e) RETURN e.text AS text",
        text=HOMES[0],
    )
    assert [row["text"] for row in derived] == ["My new flat has a view of the fjord of Oslo."]
    recalled = moved.recall("Ann lives in Oslo.", settings=narrow())
    assert all(hit.parts.derived < 0.99 for hit in recalled.hits if hit.text == derived[0]["text"])
    assert not any(step.label == HOMES[0] for hit in recalled.hits for step in hit.path)


def test_what_was_replaced_comes_back_when_its_replacement_is_forgotten(changing: Memory) -> None:
    changing.forget(session="july")
    texts = [hit.text for hit in changing.recall("Where does Ann live?").hits]
    assert HOMES[0] in texts
    assert HOMES[1] not in texts


def test_it_is_recalled_as_of_its_time(moved: Memory) -> None:
    def homes(as_of: datetime) -> set[str]:
        return {hit.text for hit in moved.recall("Where does Ann live?", Filter(as_of=as_of)).hits} & set(HOMES)

    assert homes(MAY - timedelta(days=1)) == set()
    assert homes(JUNE) == {HOMES[0]}
    assert homes(JULY + timedelta(days=1)) == {HOMES[1]}


def test_as_of_a_time_an_end_that_was_learnt_later_is_none(changing: Memory) -> None:
    visa, until = "Ann has a visa for Norway.", JULY + timedelta(days=60)
    changing.remember_facts([Fact(visa, ("episode:may/0",), valid_from=MAY, valid_to=until)])
    recalled = changing.recall("Where does Ann live, and has she a visa?", Filter(as_of=JUNE))
    assert {hit.text: hit.valid_to for hit in recalled.hits if hit.text in {HOMES[0], visa}} == {
        HOMES[0]: None,
        visa: until,
    }
    assert "July" not in recalled.text


def test_as_of_a_time_what_was_said_later_of_a_fact_is_left_out(memory: Memory) -> None:
    """Who says it, how much it is believed, and an end that lay ahead when nobody had said anything of it."""
    said = [
        Turn("I live in Porto.", "Ann", MAY),
        Turn("Still in Porto.", "Ann", JULY),
        Turn("I had a cat.", "Ann", JULY),
    ]
    memory.remember(said, session="s")
    home, cat, years = "Ann lives in Porto.", "Ann had a cat.", timedelta(days=366)
    memory.remember_facts([Fact(home, ("episode:s/0",), 0.5, valid_from=MAY)])
    memory.remember_facts([Fact(home, ("episode:s/1",), 0.8, valid_from=MAY)])
    memory.remember_facts([Fact(cat, ("episode:s/2",), 0.7, valid_from=MAY - 3 * years, valid_to=MAY - years)])

    def known(as_of: datetime | None) -> dict[str, tuple[object, ...]]:
        hits = memory.recall("Porto, cat", Filter(kinds=["fact"], as_of=as_of)).hits
        return {hit.text: (hit.sources, hit.cited, pytest.approx(hit.belief), hit.valid_to) for hit in hits}

    first, both = ("episode:s/0",), ("episode:s/0", "episode:s/1")
    assert known(JUNE)[home] == (first, first, 0.5, None)
    assert known(JULY)[home] == known(None)[home] == (both, both, 0.9, None)
    assert known(MAY - 2 * years) == {cat: (("episode:s/2",), ("episode:s/2",), 0.7, None)}
    assert "since" in memory.recall("cat", Filter(as_of=MAY - 2 * years)).text


def test_a_reflection_is_recalled_with_what_it_rests_on(moved: Memory) -> None:
    recalled = moved.recall("Does Ann enjoy where she lives?")
    (thought,) = [hit for hit in recalled.hits if hit.kind == "Reflection"]
    rests = rows(moved, "MATCH (:Reflection {space: $space})-[:DERIVED_FROM_FACT]->(f) RETURN f.id AS id ORDER BY id")
    assert list(thought.sources) == [row["id"] for row in rests]
    assert len(rests) == 2
    assert lines(recalled)[:2] == ["Reflections", f"{thought.text} [since 8 July 2023]"]


def test_a_picture_draws_facts_with_what_they_rest_on_once(changing: Memory) -> None:
    changing.remember_facts([Fact(HOMES[1], ("episode:july/0", "episode:may/0")), Fact(HOMES[1], ("episode:july/0",))])
    drawn = changing.subgraph(changing.recall("Where does Ann live?"))
    relations = [(relation.source, relation.type, relation.target) for relation in drawn.relationships]
    assert len(relations) == len(set(relations))
    assert {"DERIVED_FROM", "DERIVED_FROM_FACT"} <= {type_ for _, type_, _ in relations}


def test_a_passage_is_ranked_once_beside_the_fact_that_it_says(band: Memory) -> None:
    band.read("A trumpet is a musical instrument made of brass.", title="Trumpet")
    try:
        (passage,) = rows(band, "MATCH (p:Passage {space: $space}) RETURN p.id AS id")
        band.remember_facts([Fact("Trumpets are musical instruments of brass.", (passage["id"],))])
        hits = band.recall(QUESTION).hits
        assert [hit.kind for hit in hits].count("Passage") == 1
        (hit,) = [hit for hit in hits if hit.kind == "Passage"]
        assert (hit.parts.derived, hit.title) == (0.0, "Trumpet")
        assert "Trumpets are musical instruments of brass." in [hit.text for hit in hits]
    finally:
        band.forget(document="Trumpet")


def test_as_many_facts_come_back_as_the_limit_says(memory: Memory) -> None:
    memory.remember([Turn("I counted my mugs.", "Ann", MAY)], session="mugs")
    memory.remember_facts([Fact(f"Mug {number} is blue.", ("episode:mugs/0",)) for number in range(130)])
    assert len(memory.recall("mug", Filter(kinds=["fact"]), limit=120).hits) == 120


def test_no_fact_of_another_space_is_recalled(band: Memory, open_memory: Callable[..., Memory]) -> None:
    other = open_memory()
    other.remember([Turn("I play the trumpet, a musical instrument.", "Ann", MAY)], session="told")
    other.remember_facts([Fact("Ann hides her trumpet, a musical instrument.", ("episode:told/0",))])
    before = [(hit.id, hit.parts.vector) for hit in band.recall(QUESTION).hits]
    mass = [hit.parts.pagerank for hit in band.recall(QUESTION).hits]
    assert "hides" not in band.recall(QUESTION).text
    other.forget(space=True)
    assert [(hit.id, hit.parts.vector) for hit in band.recall(QUESTION).hits] == before
    # seeds are weighted by full text too, whose word statistics are those of the whole store
    assert [hit.parts.pagerank for hit in band.recall(QUESTION).hits] == pytest.approx(mass, rel=1e-2)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (Filter(kinds=["fact"], speaker="Ann"), {TRUMPET}),
        (Filter(kinds=["fact"], speaker="cleo"), {FLUTE}),
        (Filter(kinds=["fact"], session="told"), {TRUMPET}),
        (Filter(kinds=["fact"], since=JUNE, until=JUNE + timedelta(days=1)), {FLUTE}),
        (Filter(kinds=["fact", "episode"], speaker="Ann", until=JUNE), {TRUMPET, BLOWN}),
        (Filter(kinds=["fact"], speaker="Ann", since=JUNE), set[str]()),
    ],
    ids=["Ann", "Cleo", "session", "day", "facts-and-turns", "nothing"],
)
def test_facts_pass_a_filter_by_who_said_them_where_and_when(band: Memory, where: Filter, expected: set[str]) -> None:
    assert {hit.text for hit in band.recall(QUESTION, where).hits} == expected


def test_what_was_replaced_does_not_crowd_out_what_holds(memory: Memory) -> None:
    """Full text ranks the houses where Ann lived before as high as the one where she lives."""
    days = [MAY + timedelta(days=day) for day in range(61)]
    memory.remember([Turn(f"House {day}.", "Ann", at) for day, at in enumerate(days)], session="s")
    homes = [f"Ann lives in house number {day}." for day in range(61)]
    memory.remember_facts([Fact(home, (f"episode:s/{day}",)) for day, home in enumerate(homes)])
    query = "MATCH (f:Fact {space: $space}) RETURN f.text AS text, f.id AS id"
    ids = {row["text"]: row["id"] for row in rows(memory, query)}
    ended = [{"old": ids[old], "new": ids[new]} for old, new in pairwise(homes)]
    supported = list(ids.values())
    memory.space.write(load("write/replace"), rows=ended, cut=[], supported=supported, now=now(), forever=FOREVER)
    settings = RecallSettings(fact_pool=5).without_pagerank()
    for where in (Filter(kinds=["fact"]), Filter(kinds=["fact"], speaker="Ann")):
        (hit,) = memory.recall("Ann lives in house number", where, settings=settings).hits
        assert hit.text == homes[-1]
        assert hit.parts.text > 0


@pytest.mark.parametrize("where", [{"session": "told"}, {"speaker": "Ann"}, {"until": JUNE}], ids=str)
def test_a_fact_that_passes_is_found_however_many_closer_ones_do_not(memory: Memory, where: dict[str, Any]) -> None:
    others = [f"Ben plays musical instrument number {number}." for number in range(30)]
    memory.remember([Turn("It is blue.", "Ann", MAY)], session="told")
    memory.remember([Turn(text, "Ben", JUNE) for text in others], session="other")
    told = [Fact(text, (f"episode:other/{number}",)) for number, text in enumerate(others)]
    memory.remember_facts([Fact("The door is blue.", ("episode:told/0",)), *told])
    settings = RecallSettings(fact_pool=1).without_pagerank()
    (hit,) = memory.recall("Which musical instrument?", Filter(kinds=["fact"], **where), settings=settings).hits
    assert hit.text == "The door is blue."
