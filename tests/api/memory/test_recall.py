"""Recalling: typed, dated, explained, within its filters and its budget."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from tests.api.memory.talk import context_of

from clew.api.memory import Memory
from clew.api.opening import EngineWarning
from clew.errors import InvalidInput, NotFound
from clew.graph import store
from clew.graph.queries import generated, parse
from clew.loaders.conversation import demo
from clew.model import Engine, Fact, Filter, Turn
from clew.retrieval.walk import neighbourhood
from clew.settings import RecallSettings

UNKNOWN = parse(
    "maintain/gds_version",
    "// As without it.\n// scope: server\n// -> version: STRING  never\nRETURN nowhere.version() AS version",
)


@pytest.fixture(scope="module")
def played(module_memory: Memory) -> Memory:
    module_memory.remember_file(demo.path())
    return module_memory


def test_the_demo_finds_its_evidence(played: Memory) -> None:
    for question in demo.questions():
        packed = {hit.id for hit in played.recall(question.text).packed}
        assert {f"episode:{place}" for place in question.evidence} <= packed


@pytest.mark.parametrize("question", [question.text for question in demo.questions()])
def test_both_engines_return_the_same(played: Memory, question: str) -> None:
    results = {}
    for engine in ("gds", "local"):
        settings = played.settings.recall.changed(engine=engine, turns_walk=True)
        results[engine] = played.recall(question, settings=settings)
        assert results[engine].engine == engine
    assert [hit.id for hit in results["gds"].hits] == [hit.id for hit in results["local"].hits]
    for first, second in zip(results["gds"].hits, results["local"].hits, strict=True):
        assert first.score == pytest.approx(second.score, abs=1e-9)


def test_a_hit_says_why(played: Memory) -> None:
    settings = played.settings.recall.changed(pool=10)
    recalled = played.recall("Where did Lena move?", settings=settings)
    relations = {
        (row["a"], row["type"], row["b"])
        for row in played.space.read(
            generated("all", "MATCH (a:Clew {space: $space})-[r]->(b) RETURN a.id AS a, type(r) AS type, b.id AS b")
        )
    }
    found = {hit.id for hit in recalled.hits if len(hit.path) == 1}
    assert {hit.id for hit in recalled.hits if hit.parts.vector + hit.parts.text > 0} <= found
    assert len(found) < len(recalled.hits)
    for hit in recalled.hits:
        assert hit.score == pytest.approx(hit.parts.total)
        assert hit.path[-1].id == hit.id
        assert hit.path[0].id in found
        for before, after in zip(hit.path, hit.path[1:], strict=False):
            edge = (before.id, after.relationship, after.id)
            assert edge in relations or edge[::-1] in relations
    scores = [hit.score for hit in recalled.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_speaker_in_other_capitals_who_may_be_several_is_refused_with_their_names(memory: Memory) -> None:
    memory.remember([Turn("We moved.", "Ann"), Turn("We stayed.", "ann")], session="chat")
    with pytest.raises(NotFound, match="'ANN' may be each of Ann, ann; write one"):
        memory.recall("Who moved?", Filter(speaker="ANN"))
    assert {hit.speaker for hit in memory.recall("Who moved?", Filter(speaker="ann")).hits} == {"ann"}


def test_filters_hold_for_every_hit_and_find_all_that_pass(played: Memory) -> None:
    lena = played.recall("anything at all", Filter(speaker="Lena")).hits
    assert {hit.speaker for hit in lena} == {"Lena"}
    assert played.recall("anything at all", Filter(speaker="lena")).hits == lena
    session = played.recall("anything at all", Filter(session="chat-2")).hits
    assert {hit.session for hit in session} == {"chat-2"}
    counted = played.space.read(
        generated("count", "MATCH (n:Episode {space: $space, session: 'chat-2'}) RETURN count(n) AS number")
    )
    assert len(session) == counted[0]["number"]
    since, until = datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 5, 1, tzinfo=UTC)
    dated = played.recall("anything at all", Filter(since=since, until=until)).hits
    assert dated
    assert all(hit.at and since <= hit.at < until for hit in dated)


@pytest.mark.parametrize(("name", "value"), [("speaker", "Nobody"), ("session", "chat-99")])
def test_a_filter_that_names_nobody_says_so(played: Memory, name: str, value: str) -> None:
    with pytest.raises(NotFound, match=value):
        played.recall("anything", Filter(**{name: value}))  # pyright: ignore[reportArgumentType]


def test_composed_and_decomposed_letters_find_each_other(memory: Memory) -> None:
    composed, decomposed = "Jos\u00e9 saw K\u00f6ln", "Jose\u0301 saw Ko\u0308ln"
    sessions = {composed: f"{composed} once", decomposed: f"{decomposed} again"}
    for text, session in sessions.items():
        memory.add(Turn(f"{text}. " + "More words of his. " * 100, text.split()[0]), session=session)
    for text in sessions:
        hits = memory.recall(text.split()[-1]).hits
        assert all(hit.parts.text and hit.parts.session for hit in hits)
        assert {hit.session for hit in hits} == set(sessions.values())
    memory.forget(session=sessions[composed])
    for where in (Filter(speaker="jos\u00e9"), Filter(session=f"{composed} again")):
        (hit,) = memory.recall("K\u00f6ln", where).hits
        assert (hit.session, hit.speaker) == (sessions[decomposed], "Jose\u0301")
        assert hit.text.startswith(decomposed)


def test_names_of_any_script_pass_a_filter_by_time(memory: Memory) -> None:
    at = datetime(2023, 5, 8, tzinfo=UTC)
    names = {"Ann", "\uff3a\uff4f\uff45", "\uff80\uff85\uff76", "\ue000", "\U0001f338", "\U0010fffd"}
    for name in names:
        memory.add(Turn("I like tea.", name, at), session=name)
    memory.remember_facts([Fact(f"{name} likes tea.", (f"episode:{name}/0",)) for name in names])
    by_words = {hit.session for hit in memory.recall("tea", Filter(since=at)).hits if hit.parts.text}
    assert by_words == names
    for where in (Filter(kinds=["fact"], since=at), *(Filter(kinds=["fact"], session=name) for name in names)):
        wanted = {where.session} if where.session else names
        hits = memory.recall("Who likes tea?", where).hits
        assert {hit.text for hit in hits if hit.parts.text} == {f"{name} likes tea." for name in wanted}


def test_of_many_speakers_ten_are_named(memory: Memory) -> None:
    memory.remember([Turn("Hello.", f"Speaker {number:02}") for number in range(30)], session="crowd")
    with pytest.raises(NotFound, match=r"it has Speaker 00, .*Speaker 09, and 20 more$"):
        memory.recall("hello", Filter(speaker="Nobody"))


def test_budget_and_limit_hold(played: Memory) -> None:
    recalled = played.recall("Lisbon", words=60, limit=7)
    assert len(recalled.hits) == 7
    assert len(recalled.text.split()) <= 60
    assert set(recalled.packed) <= set(recalled.hits)


@pytest.mark.parametrize("name", ["words", "limit"])
def test_a_budget_of_nothing_is_refused(played: Memory, name: str) -> None:
    with pytest.raises(InvalidInput, match=name):
        played.recall("Lisbon", **{name: 0})  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "query",
    ['+-&|!(){}[]^"~*?:\\/', "AND OR NOT", "text:* OR *:*", "the of and", "🙂", "\x00", "a\ud800b", "cat " * 262_144],
    ids=range(8),
)
def test_a_hostile_query_is_text(played: Memory, query: str) -> None:
    assert played.recall(query).hits


@pytest.mark.parametrize("query", ["", "  \n"])
def test_a_blank_query_is_refused(played: Memory, query: str) -> None:
    with pytest.raises(InvalidInput, match="blank"):
        played.recall(query)


def test_an_empty_space_remembers_nothing(memory: Memory) -> None:
    recalled = memory.recall("anything")
    assert (recalled.hits, recalled.text, recalled.engine) == ((), "", None)


@pytest.mark.parametrize("engine", ["gds", "local"])
def test_one_turn_is_found(memory: Memory, engine: Engine) -> None:
    memory.add("The spare key is under the blue pot.", session="s", speaker="Ann")
    settings = memory.settings.recall.changed(engine=engine, turns_walk=True)
    assert memory.recall("Where is the key?", settings=settings).hits[0].parts.vector == pytest.approx(0.65)


def test_without_the_walk_no_engine_runs(played: Memory) -> None:
    recalled = played.recall("Lisbon", settings=played.settings.recall.changed(turns_walk=True).without_pagerank())
    assert recalled.engine is None
    assert all(hit.parts.pagerank == 0 for hit in recalled.hits)


def test_the_walk_reaches_what_search_and_chains_do_not(memory: Memory) -> None:
    settings = memory.settings.recall.changed(pool=1, episode_walk={"seeds": 1}, turns_walk=True)
    memory.add("Grandfather's accordion stands in the attic.", session="a", speaker="Ann")
    memory.add("My accordion teacher is called Bruno.", session="b", speaker="Ben")
    hits = memory.recall("Who owns the thing in the attic?", settings=settings).hits
    reached = next(hit for hit in hits if hit.session == "b")
    assert reached.parts.pagerank > 0
    assert [step.relationship for step in reached.path] == ["", "HAS_CONCEPT", "HAS_CONCEPT"]
    assert reached.why == (
        "Grandfather's accordion stands in the attic. -HAS_CONCEPT- accordion "
        "-HAS_CONCEPT- My accordion teacher is called Bruno."
    )


def test_the_packed_text_is_grouped_and_dated(memory: Memory) -> None:
    monday, tuesday = datetime(2023, 5, 8, 9, tzinfo=UTC), datetime(2023, 5, 9, 9, tzinfo=UTC)
    memory.remember([Turn("I bought tea.", "Ann", tuesday), Turn("Green tea?", "Ben", tuesday)], session="two")
    memory.remember([Turn("I like tea.", "Ann", monday, caption="a cup of tea")], session="one")
    assert memory.recall("tea").text == (
        "Session one, 8 May 2023\nAnn: I like tea. [image: a cup of tea]\n\n"
        "Session two, 9 May 2023\nAnn: I bought tea.\nBen: Green tea?"
    )


def test_the_picture_holds_the_hits_and_what_joins_them(played: Memory) -> None:
    recalled = played.recall("telescope")
    drawn = played.subgraph(recalled)
    ids = {node.id for node in drawn.nodes}
    assert {hit.id for hit in recalled.hits[:30]} <= ids
    for wrong in ({}, (replace(recalled.hits[0], path=cast("Any", {})),)):
        with pytest.raises(InvalidInput, match="correct it"):
            played.subgraph(replace(recalled, hits=cast("Any", wrong)))
    assert "concept:telescope" in ids
    assert all(relation.source in ids and relation.target in ids for relation in drawn.relationships)


def test_yesterday_is_counted_from_the_day_of_the_question(memory: Memory) -> None:
    days = [datetime(2026, 5, day, 18, tzinfo=UTC) for day in (7, 8, 9)]
    memory.remember([Turn("I ran along the river.", speaker="user", at=day) for day in days], session="s")
    found = memory.recall("Where did I run yesterday?", Filter(as_of=datetime(2026, 5, 9, 20, tzinfo=UTC)))
    assert found.hits[0].at == days[1]
    assert [hit.at for hit in found.hits if hit.parts.date] == [days[1]]


def test_recalls_run_side_by_side(played: Memory) -> None:
    alone = [hit.id for hit in played.recall("telescope").hits]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: [hit.id for hit in played.recall("telescope").hits], range(16)))
    assert results == [alone] * 16


def test_no_foreign_recall_settings_leak(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.add("One thing.", session="s")
    changed = memory.settings.recall.changed(limit=1)
    memory.recall("thing", settings=changed)
    assert memory.settings.recall.limit != 1


def test_times_are_compared_below_the_second(memory: Memory) -> None:
    at = datetime(2023, 5, 8, 9, 0, 0, 700_000, tzinfo=UTC)
    memory.add("I like tea.", session="s", at=at)
    half = at.replace(microsecond=500_000)
    assert len(memory.recall("tea", Filter(since=half)).hits) == 1
    assert memory.recall("tea", Filter(until=half)).hits == ()
    assert memory.recall("tea").hits[0].at == at


def test_an_instant_before_1970_is_the_one_that_was_given(memory: Memory) -> None:
    at = datetime(1969, 7, 20, 20, 17, 40, 500_001, tzinfo=UTC)
    turn = memory.add("The eagle has landed.", session="moon", at=at)
    memory.remember_facts([Fact("The eagle is on the moon.", (turn,), valid_from=at)])
    hits = memory.recall("Where is the eagle?", Filter(as_of=at)).hits
    assert {(hit.kind, hit.at, hit.valid_from or at) for hit in hits} == {("Episode", at, at), ("Fact", at, at)}


def test_words_that_a_session_says_later_do_not_steer_what_is_recalled_as_of_before(memory: Memory) -> None:
    at = datetime(2023, 5, 8, tzinfo=UTC)
    turns = [Turn("We looked at boats.", "Ann", at), Turn("I bought the kayak.", "Ann", at.replace(month=6))]
    memory.remember(turns, session="lake")
    (hit,) = memory.recall("Which kayak?", Filter(as_of=at)).hits
    assert (hit.text, hit.parts.session) == ("We looked at boats.", 0.0)
    assert all(hit.parts.session for hit in memory.recall("Which kayak?").hits)


def test_filters_hold_for_what_chain_and_walk_reach(played: Memory) -> None:
    settings = played.settings.recall.changed(pool=5, episode_walk={"seeds": 5})
    until = datetime(2024, 5, 1, tzinfo=UTC)
    for hit in played.recall("telescope", Filter(speaker="Marcus", until=until), settings=settings).hits:
        assert hit.speaker == "Marcus"
        assert hit.at
        assert hit.at < until


@pytest.mark.parametrize("cap", [1, 3, 20])
def test_a_small_cap_only_finds_less(played: Memory, cap: int) -> None:
    settings = played.settings.recall.changed(pool=2, episode_walk={"seeds": 2, "cap": cap})
    assert played.recall("telescope", settings=settings).hits


def test_seeds_of_another_space_are_never_walked_from(open_memory: Callable[..., Memory]) -> None:
    mine, other = open_memory(), open_memory()
    other.add("Their secret.", session="theirs")
    mine.add("My note.", session="mine")
    seeds, walk = {"episode:theirs/0": 1.0}, mine.settings.recall.episode_walk
    around = mine.space.reading(lambda transaction: neighbourhood(transaction, context_of(mine), seeds, walk)())
    assert around.degrees == {}


@pytest.mark.parametrize("seed", ["episode:mine/0", "episode:mine/1"])
def test_a_relation_into_another_space_leads_nowhere(open_memory: Callable[..., Memory], seed: str) -> None:
    mine, other = open_memory(), open_memory()
    mine.remember([Turn("One.", "Ann"), Turn("Two.", "Ann")], session="mine")
    other.remember([Turn("Their secret.", "Zoe"), Turn("And another.", "Zoe")], session="theirs")
    planted = """
        MATCH (a:Clew {space: $space, id: 'episode:mine/1'})
        MATCH (b:Clew {space: $other, id: 'episode:theirs/0'})
        CREATE (a)-[:NEXT]->(b)
    """
    mine.space.write(generated("plant", planted), other=other.space.name)
    walk = mine.settings.recall.episode_walk
    around = mine.space.reading(lambda transaction: neighbourhood(transaction, context_of(mine), {seed: 1.0}, walk)())
    assert {id for id in around.degrees if id.startswith("episode:")} == {"episode:mine/0", "episode:mine/1"}
    assert {hit.id for hit in mine.recall("secret").hits} == {"episode:mine/0", "episode:mine/1"}


def test_without_graph_data_science_the_walk_runs_in_process_and_says_so(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = store.load
    monkeypatch.setattr(store, "load", lambda name, *row: UNKNOWN if name == UNKNOWN.name else real(name, *row))
    with pytest.warns(EngineWarning, match="in process"):
        memory = open_memory()
    memory.add("One thing.", session="s")
    assert memory.recall("thing", settings=memory.settings.recall.changed(turns_walk=True)).engine == "local"
    assert memory.recall("thing", settings=RecallSettings(engine="gds", turns_walk=True)).engine == "local"
