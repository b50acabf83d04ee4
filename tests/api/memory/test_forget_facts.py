"""Forgetting what was said takes with it what rests on that alone, and brings back what that had replaced."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.api.memory.talk import Keyed, current, facts, found, rows, ruled, thinking

from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.loaders.knowledge.reflection import Reflection, write_reflections
from clew.model import Fact, Filter, Receipt, Turn
from clew.text.instants import BEGINNING

MONTHS = [datetime(2023, month, 8, 9, tzinfo=UTC) for month in range(1, 7)]
TURNS = [
    Turn("My zebra is called Zorro.", "Ann", MONTHS[0]),
    Turn("So Zorro is a zebra?", "Ben", MONTHS[0]),
    Turn("He is, and he bites.", "Ann", MONTHS[0]),
]
SAID_ONCE, SAID_TOGETHER, SAID_TWICE, BITES = (
    "Ann has a zebra.",
    "Zorro is a zebra.",
    "Zorro is Ann's.",
    "Beware, Zorro bites.",
)
FOREVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


@pytest.fixture
def zoo(memory: Memory) -> Memory:
    memory.remember(TURNS, session="s")
    zero, one, two = (f"episode:s/{position}" for position in range(3))
    memory.remember_facts(
        [
            Fact(SAID_ONCE, (zero,), 0.9, concepts=("zebras",)),
            Fact(SAID_TOGETHER, (zero, one), 0.9, concepts=("zebras",)),
            Fact(SAID_TWICE, (zero,), 0.5, concepts=("property",)),
            Fact(SAID_TWICE, (two,), 0.8),
            Fact(BITES, (two,), 0.7, concepts=("danger",)),
        ]
    )
    return memory


def fact_id(memory: Memory, text: str) -> str:
    return rows(memory, "MATCH (f:Fact {space: $space, text: $text}) RETURN f.id AS id", text=text)[0]["id"]


def forgotten(memory: Memory, **what: object) -> Receipt:
    """Forget, and hold the receipt against the sizes before and after."""
    before = memory.stats()
    receipt = memory.forget(**what)  # pyright: ignore[reportArgumentType]
    after = memory.stats()
    gone = {kind: before.nodes.get(kind, 0) - after.nodes.get(kind, 0) for kind in {**before.nodes, "Concept": 0}}
    gone["Concept"] += sum(
        reason.endswith("is a topic") for reason in receipt.reasons.values()
    )  # these are concepts now
    assert dict(receipt.removed) == {kind: number for kind, number in gone.items() if number}
    assert receipt.relationships == sum(before.relationships.values()) - sum(after.relationships.values())
    assert len(receipt.ids) == sum(receipt.removed.values())
    return receipt


def test_what_rests_on_a_turn_alone_or_with_others_goes_and_what_others_say_is_weakened(zoo: Memory) -> None:
    twice, once, together = (fact_id(zoo, text) for text in (SAID_TWICE, SAID_ONCE, SAID_TOGETHER))
    assert facts(zoo)[SAID_TWICE] == pytest.approx(1 - 0.5 * 0.2)
    receipt = forgotten(zoo, ids="episode:s/0")
    assert facts(zoo) == {SAID_TWICE: pytest.approx(0.8), BITES: pytest.approx(0.7)}
    assert {once, together} <= set(receipt.ids)
    assert (receipt.removed["Fact"], receipt.weakened, receipt.revived) == (2, (twice,), ())


def test_the_last_to_say_it_takes_it_along(zoo: Memory) -> None:
    assert forgotten(zoo, ids="episode:s/2").weakened == (fact_id(zoo, SAID_TWICE),)
    assert facts(zoo)[SAID_TWICE] == pytest.approx(0.5)
    assert forgotten(zoo, ids="episode:s/0").weakened == ()
    assert facts(zoo) == {}


def test_all_sayings_at_once_take_it_along(zoo: Memory) -> None:
    receipt = zoo.forget(ids=["episode:s/2", "episode:s/0"])
    assert (receipt.removed["Fact"], receipt.weakened) == (4, ())


def dated(memory: Memory) -> dict[str, object]:
    """What the one fact says of when it began, and who says so."""
    (fact,) = rows(memory, "MATCH (f:Fact {space: $space}) RETURN f.search_text AS found_by, f.speaker AS speaker")
    (hit,) = memory.recall("zebra", where=Filter(kinds=("fact",))).hits
    return {**fact, "at": hit.at, "since": hit.valid_from, "until": hit.valid_to}


@pytest.mark.parametrize(("since", "until"), [(None, None), (MONTHS[0], None), (None, MONTHS[2])])
def test_a_fact_begins_with_the_first_claim_that_is_left(
    memory: Memory, since: datetime | None, until: datetime | None
) -> None:
    said = [("Ann", 2), ("Ben", 3), ("Cleo", 4), ("Dan", 5)]
    memory.remember([Turn("Zorro is a zebra.", name, MONTHS[place]) for name, place in said], session="s")
    for sources in ((0,), (3, 1), (2,)):
        ids = tuple(f"episode:s/{position}" for position in sources)
        memory.remember_facts([Fact("Zorro is a zebra.", ids, valid_from=since, valid_to=until)])
    whole = dated(memory)
    memory.forget(ids="episode:s/2")
    assert dated(memory) == whole
    memory.remember_facts([Fact("Zorro is a zebra.", ("episode:s/3",), valid_from=since, valid_to=until)])
    memory.forget(ids="episode:s/0")
    assert dated(memory) == {
        "found_by": "[8 June 2023] Zorro is a zebra.",
        "speaker": "Ben",
        "at": MONTHS[5],
        "since": since or (MONTHS[5] if until is None else BEGINNING),
        "until": until,
    }
    memory.forget(ids="episode:s/1")
    assert dated(memory)["speaker"] == "Dan"


def test_a_turn_that_says_it_alone_keeps_what_it_says_with_another_as_well(memory: Memory) -> None:
    memory.remember(TURNS, session="s")
    memory.remember_facts(
        [Fact(BITES, ("episode:s/0", "episode:s/2"), 0.9), Fact(BITES, ("episode:s/2", "episode:s/1"), 0.6)]
    )
    memory.remember_facts([Fact(BITES, ("episode:s/2",), 0.5)])
    assert facts(memory) == {BITES: pytest.approx(1 - 0.1 * 0.4 * 0.5)}
    memory.forget(ids="episode:s/0")
    assert facts(memory) == {BITES: pytest.approx(1 - 0.4 * 0.5)}
    memory.forget(ids="episode:s/1")
    assert facts(memory) == {BITES: pytest.approx(0.5)}
    memory.forget(ids="episode:s/2")
    assert facts(memory) == {}


def test_concepts_and_entities_that_nothing_else_holds_go_as_well(zoo: Memory) -> None:
    receipt = forgotten(zoo, ids=["episode:s/0", "episode:s/1"])
    assert {"concept:zebra", "entity:zorro"} & set(receipt.ids) == {"concept:zebra"}
    topics = rows(zoo, "MATCH (c:Concept {space: $space}) WHERE c.embedding IS NOT NULL RETURN c.name AS name")
    assert {row["name"] for row in topics} == {"property", "danger"}
    assert "entity:zorro" in forgotten(zoo, ids="episode:s/2").ids
    assert set(zoo.stats().nodes) == {"Space", "Session"}


def test_nothing_of_it_is_left_to_export_or_to_search(zoo: Memory, tmp_path: Path) -> None:
    zoo.forget(ids=["episode:s/0", "episode:s/1"])
    zoo.export(tmp_path / "left.jsonl")
    assert "zebra" not in (tmp_path / "left.jsonl").read_text("utf-8").casefold()
    assert not any("zebra" in hit.text.casefold() for hit in zoo.recall("Who has a zebra?").hits)


def test_a_fact_goes_by_its_own_id_and_its_turn_stays(zoo: Memory) -> None:
    id = fact_id(zoo, BITES)
    receipt = forgotten(zoo, ids=id)
    assert set(receipt.ids) == {id, "concept:danger"}
    assert (receipt.asked, receipt.weakened) == (id, ())
    assert BITES not in facts(zoo)
    assert zoo.stats().nodes["Episode"] == 3


def test_a_session_takes_its_facts_and_weakens_those_of_others(zoo: Memory) -> None:
    zoo.add("Zorro is Ann's, I hear.", session="t")
    zoo.remember_facts(
        [Fact(SAID_TWICE, ("episode:t/0",), 0.25), Fact("Ben met Zorro.", ("episode:s/1", "episode:t/0"))]
    )
    receipt = forgotten(zoo, session="s")
    assert facts(zoo) == {SAID_TWICE: pytest.approx(0.25)}
    assert receipt.weakened == (fact_id(zoo, SAID_TWICE),)
    assert receipt.removed["Fact"] == 4


def test_a_document_takes_its_facts(zoo: Memory) -> None:
    zoo.read("Zebras live in herds. They run.", title="Zebra")
    (passage,) = rows(zoo, "MATCH (p:Passage {space: $space}) RETURN p.id AS id")
    zoo.remember_facts([Fact("Zebras live in herds.", (passage["id"],)), Fact(BITES, (passage["id"],), 0.5)])
    assert facts(zoo)[BITES] == pytest.approx(1 - 0.3 * 0.5)
    receipt = forgotten(zoo, document="Zebra")
    assert "Zebras live in herds." not in facts(zoo)
    assert facts(zoo)[BITES] == pytest.approx(0.7)
    assert receipt.weakened == (fact_id(zoo, BITES),)


def test_what_a_document_no_longer_says_is_no_longer_a_fact(zoo: Memory, tmp_path: Path) -> None:
    path = tmp_path / "zebra.txt"
    path.write_text("Zebras live in herds.", "utf-8")
    zoo.read(path)
    (passage,) = rows(zoo, "MATCH (p:Passage {space: $space}) RETURN p.id AS id")
    zoo.remember_facts([Fact("Zebras live in herds.", (passage["id"],))])
    path.write_text("Zebras live alone.", "utf-8")
    zoo.read(path)
    assert "Zebras live in herds." not in facts(zoo)


def test_a_forgotten_session_that_is_told_again_can_have_its_facts_again(zoo: Memory) -> None:
    again = [Fact(BITES, ("episode:s/2",), 0.7), Fact(SAID_TWICE, ("episode:s/0",), 0.5)]
    zoo.add("Zorro is Ann's, I hear.", session="t")
    zoo.remember_facts([Fact(SAID_TWICE, ("episode:t/0",), 0.25)])
    zoo.forget(session="s")
    zoo.remember(TURNS, session="s")
    assert (zoo.remember_facts(again).new, zoo.remember_facts(again).repeated) == (1, 2)
    assert facts(zoo) == {BITES: pytest.approx(0.7), SAID_TWICE: pytest.approx(1 - 0.75 * 0.5)}


# Reflections.


@pytest.fixture
def reflected(zoo: Memory, graph: Graph) -> Memory:
    """A reflection on two facts of session s and one of t, and one on the latter and a fact that t says alone."""
    zoo.remember([Turn("My ostrich bites as well.", "Cleo", MONTHS[1])], session="t")
    bites = found({"text": "Cleo has an ostrich."}, {"text": "Cleo's ostrich bites."})
    model = Keyed(facts={"bites as well": bites})
    assert thinking(graph, zoo, model).consolidate().facts.new == 2
    thoughts = {
        "Ann and Cleo own animals that bite.": (BITES, "Cleo's ostrich bites."),
        "Cleo is fond of dangerous birds.": ("Cleo has an ostrich.", "Cleo's ostrich bites."),
    }
    reflect(zoo, thoughts)
    return zoo


def reflect(memory: Memory, thoughts: dict[str, tuple[str, ...]]) -> None:
    """Write reflections on facts by their texts."""
    made = [
        Reflection(text, tuple(sorted(fact_id(memory, each) for each in rest)), memory.space.embed([text])[0])
        for text, rest in thoughts.items()
    ]
    memory.space.transaction(lambda transaction: write_reflections(transaction, made, MONTHS[2]))


def reflections(memory: Memory) -> set[str]:
    return {row["text"] for row in rows(memory, "MATCH (r:Reflection {space: $space}) RETURN r.text AS text")}


def test_a_reflection_falls_with_any_fact_that_it_rests_on(reflected: Memory) -> None:
    assert len(reflections(reflected)) == 2
    receipt = forgotten(reflected, ids="episode:s/2")
    assert reflections(reflected) == {"Cleo is fond of dangerous birds."}
    assert receipt.removed["Reflection"] == 1


def test_a_reflection_falls_with_a_fact_that_is_forgotten_by_its_id(reflected: Memory) -> None:
    forgotten(reflected, ids=fact_id(reflected, "Cleo has an ostrich."))
    assert reflections(reflected) == {"Ann and Cleo own animals that bite."}


@pytest.mark.parametrize("last", [SAID_ONCE, "Cleo's ostrich bites."])
def test_a_reflection_that_rests_on_other_facts_as_well_stays_until_these_go(reflected: Memory, last: str) -> None:
    thought = "Ann and Cleo own animals that bite."
    reflect(reflected, {thought: (SAID_ONCE, "Cleo's ostrich bites.")})
    assert len(reflections(reflected)) == 2
    (reflection,) = rows(
        reflected, "MATCH (r:Reflection {space: $space}) WHERE r.text STARTS WITH 'Ann' RETURN r.id AS id"
    )
    receipt = forgotten(reflected, ids=fact_id(reflected, BITES))
    assert receipt.weakened == (reflection["id"],)
    assert thought in reflections(reflected)
    forgotten(reflected, ids=fact_id(reflected, last))
    assert thought not in reflections(reflected)


def test_a_reflection_begins_with_the_facts_that_are_left(memory: Memory) -> None:
    texts = ["Zorro bites.", "Zelda bites.", "Zorro bites."]
    memory.remember(
        [Turn(text, "Ann", MONTHS[month]) for month, text in zip((3, 1, 4), texts, strict=True)], session="s"
    )
    memory.remember_facts([Fact(text, (f"episode:s/{place}",)) for place, text in enumerate(texts)])
    reflect(memory, {"Zebras bite.": (texts[0], texts[1])})
    begins = "MATCH (r:Reflection {space: $space}) RETURN r.at AS at, r.valid_from AS since"
    assert rows(memory, begins) == [{"at": MONTHS[3], "since": MONTHS[3]}]
    memory.forget(ids="episode:s/0")
    assert rows(memory, begins) == [{"at": MONTHS[4], "since": MONTHS[4]}]


def test_a_reflection_is_forgotten_by_its_id(reflected: Memory) -> None:
    (reflection,) = rows(
        reflected, "MATCH (r:Reflection {space: $space}) WHERE r.text STARTS WITH 'Ann' RETURN r.id AS id"
    )
    assert forgotten(reflected, ids=reflection["id"]).ids == (reflection["id"],)


# Facts that replace each other.


WINDY = "All boats of the harbour stay in because of the wind."
HOMES = ["Ann lives in Oslo.", "Ann lives in Rome.", "Ann lives in Pisa.", "Ann lives in Lima."]


@pytest.fixture
def moving(memory: Memory, graph: Graph) -> Callable[[int], Memory]:
    """One session a month in each of which Ann lives in another city, which replaces the one before."""

    def moving(number: int) -> Memory:
        for month, home in enumerate(HOMES[:number]):
            said = f"New home number {month}. {home.split()[-1]}"
            memory.remember([Turn(said, "Ann", MONTHS[month])], session=f"m{month}")
            told = {f"New home number {month}": found({"text": home})}
            model = Keyed(facts=told, verdicts=ruled(("Ann", "Ann", "replaces")))
            thinking(graph, memory, model, consolidate={"reflect": False}).consolidate()
        return memory

    return moving


def test_a_reflection_ends_with_a_fact_that_held_when_it_was_made_and_comes_back_with_it(
    moving: Callable[[int], Memory],
) -> None:
    memory = moving(2)
    memory.remember_facts([Fact(WINDY, ("episode:m0/0",), 0.8)])
    stays, goes = "Ann left when the wind came.", "Ann is safe from the wind in Rome."
    reflect(memory, {stays: (HOMES[0], WINDY), goes: (HOMES[1], WINDY)})
    assert holding(memory) == {stays, goes}
    moving(3)
    assert holding(memory) == {stays}
    assert ended(memory) == {goes: MONTHS[2]}
    assert goes not in {hit.text for hit in memory.recall("Is Ann safe from the wind in Rome?").hits}
    earlier = memory.recall("Is Ann safe from the wind in Rome?", Filter(as_of=MONTHS[1]))
    assert goes in {hit.text for hit in earlier.hits}
    memory.forget(session="m2")
    assert holding(memory) == {stays, goes}


def test_a_reflection_that_is_seen_again_holds_again(moving: Callable[[int], Memory]) -> None:
    memory = moving(2)
    memory.remember_facts([Fact(WINDY, ("episode:m0/0",), 0.8)])
    thought = "Ann lives where there is no wind."
    reflect(memory, {thought: (HOMES[1], WINDY)})
    moving(3)
    assert holding(memory) == set()
    reflect(memory, {thought: (HOMES[2], WINDY)})
    assert holding(memory) == {thought}
    assert memory.stats().nodes["Reflection"] == 1


def test_a_reflection_is_believed_as_its_least_believed_fact_is(zoo: Memory) -> None:
    reflect(zoo, {"Zorro is a dangerous pet.": (SAID_ONCE, BITES)})
    assert belief(zoo) == pytest.approx(0.7)
    zoo.remember_facts([Fact(BITES, ("episode:s/0",), 0.5)])
    assert belief(zoo) == pytest.approx(1 - 0.3 * 0.5)
    zoo.forget(ids="episode:s/2")
    assert belief(zoo) == pytest.approx(0.5)


def belief(memory: Memory) -> float:
    return rows(memory, "MATCH (r:Reflection {space: $space}) RETURN r.belief AS belief")[0]["belief"]


def holding(memory: Memory) -> set[str]:
    return reflections(memory) - set(ended(memory))


def ended(memory: Memory) -> dict[str, datetime]:
    """Until when each reflection held that holds no more."""
    query = "MATCH (r:Reflection {space: $space}) WHERE r.expired_at < $forever RETURN r.text AS text, r.valid_to AS at"
    return {row["text"]: row["at"] for row in rows(memory, query, forever=FOREVER)}


def spans(memory: Memory) -> dict[str, tuple[datetime, datetime]]:
    """From when and until when each fact holds."""
    query = "MATCH (f:Fact {space: $space}) RETURN f.text AS text, f.valid_from AS since, f.valid_to AS until"
    return {row["text"]: (row["since"], row["until"]) for row in rows(memory, query)}


def replaced(memory: Memory) -> set[tuple[str, str]]:
    query = "MATCH (a:Fact {space: $space})-[:REPLACED_BY]->(b) RETURN a.text AS old, b.text AS new"
    return {(row["old"], row["new"]) for row in rows(memory, query)}


def test_each_home_ends_where_the_next_begins(moving: Callable[[int], Memory]) -> None:
    memory = moving(3)
    assert spans(memory) == {
        HOMES[0]: (MONTHS[0], MONTHS[1]),
        HOMES[1]: (MONTHS[1], MONTHS[2]),
        HOMES[2]: (MONTHS[2], FOREVER),
    }
    assert current(memory) == {HOMES[2]}


@pytest.fixture
def moved(memory: Memory, graph: Graph) -> Memory:
    """Four homes in four turns, each of which replaces the one before."""
    cities = [home.split()[-1] for home in HOMES]
    said = [Turn(f"New home number {n}. {city}", "Ann", MONTHS[n]) for n, city in enumerate(cities)]
    memory.remember(said, session="s")
    steps = [("Oslo", "Rome"), ("Rome", "Pisa"), ("Pisa", "Lima")]
    told = {"New home number": found(*({"text": home, "turns": [place]} for place, home in enumerate(HOMES, 1)))}
    model = Keyed(facts=told, verdicts=ruled(*((old, new, "replaces") for old, new in steps)))
    done = thinking(graph, memory, model, consolidate={"reflect": False}).consolidate()
    assert (done.facts.new, done.facts.replaced) == (4, 3)
    return memory


@pytest.mark.parametrize(
    ("gone", "links", "ends"),
    [
        ([[3]], {(0, 1), (1, 2)}, {0: 1, 1: 2, 2: None}),
        ([[2]], {(0, 1), (1, 3)}, {0: 1, 1: 3, 3: None}),
        ([[1]], {(0, 2), (2, 3)}, {0: 2, 2: 3, 3: None}),
        ([[0]], {(1, 2), (2, 3)}, {1: 2, 2: 3, 3: None}),
        ([[1, 2]], {(0, 3)}, {0: 3, 3: None}),
        ([[1], [2]], {(0, 3)}, {0: 3, 3: None}),
        ([[2], [1]], {(0, 3)}, {0: 3, 3: None}),
        ([[2, 3]], {(0, 1)}, {0: 1, 1: None}),
        ([[2], [3]], {(0, 1)}, {0: 1, 1: None}),
        ([[1], [3]], {(0, 2)}, {0: 2, 2: None}),
        ([[1, 2, 3]], set[tuple[int, int]](), {0: None}),
        ([[1], [3], [2]], set[tuple[int, int]](), {0: None}),
    ],
)
def test_what_was_replaced_by_what_is_forgotten_holds_until_the_next(
    moved: Memory, gone: list[list[int]], links: set[tuple[int, int]], ends: dict[int, int | None]
) -> None:
    for some in gone:
        before = current(moved)
        receipt = moved.forget(ids=[f"episode:s/{place}" for place in some])
        assert set(receipt.revived) == {fact_id(moved, text) for text in current(moved) - before}
    assert replaced(moved) == {(HOMES[old], HOMES[new]) for old, new in links}
    assert spans(moved) == {
        HOMES[each]: (MONTHS[each], FOREVER if end is None else MONTHS[end]) for each, end in ends.items()
    }
    assert current(moved) == {HOMES[each] for each, end in ends.items() if end is None}


def test_of_two_that_replace_one_each_holds_it_down(memory: Memory, graph: Graph) -> None:
    memory.remember([Turn("Oslo is my home until July.", "Ann", MONTHS[0])], session="m0")
    until = datetime(2023, 7, 1, tzinfo=UTC)
    memory.remember_facts([Fact(HOMES[0], ("episode:m0/0",), 1.0, None, until)])
    memory.remember([Turn("Rome it is.", "Ann", MONTHS[1]), Turn("Pisa as well.", "Ann", MONTHS[2])], session="m1")
    model = Keyed(
        facts={"Rome it is": found({"text": HOMES[1]}, {"text": HOMES[2], "turns": [2]})},
        verdicts=ruled(("Oslo", "Rome", "replaces"), ("Oslo", "Pisa", "replaces")),
    )
    done = thinking(graph, memory, model, consolidate={"reflect": False}).consolidate()
    assert done.facts.replaced == 2
    assert spans(memory)[HOMES[0]] == (MONTHS[0], MONTHS[1])
    assert replaced(memory) == {(HOMES[0], HOMES[1]), (HOMES[0], HOMES[2])}
    assert memory.forget(ids="episode:m1/0").revived == ()
    assert spans(memory)[HOMES[0]] == (MONTHS[0], MONTHS[2])
    assert current(memory) == {HOMES[2]}
    receipt = memory.forget(ids="episode:m1/1")
    assert receipt.revived == (fact_id(memory, HOMES[0]),)
    assert spans(memory) == {HOMES[0]: (MONTHS[0], until)}
    assert current(memory) == {HOMES[0]}


def test_what_is_weakened_still_replaces(moving: Callable[[int], Memory]) -> None:
    memory = moving(2)
    memory.remember([Turn("Yes, Rome.", "Ann", MONTHS[3])], session="again")
    memory.remember_facts([Fact(HOMES[1], ("episode:again/0",), 0.5)])
    receipt = memory.forget(session="m1")
    assert (receipt.weakened, receipt.revived) == ((fact_id(memory, HOMES[1]),), ())
    assert current(memory) == {HOMES[1]}
    assert spans(memory) == {HOMES[0]: (MONTHS[0], MONTHS[3]), HOMES[1]: (MONTHS[3], FOREVER)}
    assert memory.forget(session="again").revived == (fact_id(memory, HOMES[0]),)


def test_what_was_replaced_leaves_its_successor_alone(moving: Callable[[int], Memory]) -> None:
    memory = moving(2)
    receipt = forgotten(memory, session="m0")
    assert (receipt.revived, current(memory)) == ((), {HOMES[1]})


def test_a_run_of_consolidation_keeps_no_word_of_what_is_forgotten(
    memory: Memory, graph: Graph, tmp_path: Path
) -> None:
    memory.remember([Turn("Quagga quagga.", "Quentin")], session="quarry")
    model = Keyed(facts={"Quagga": "no facts at all"})
    assert thinking(graph, memory, model).consolidate().failed
    memory.forget(session="quarry")
    memory.export(tmp_path / "left.jsonl")
    left = (tmp_path / "left.jsonl").read_text("utf-8").casefold()
    assert '"kind": "consolidation"' in left
    assert not [word for word in ("quagga", "quentin", "quarry") if word in left]


GARAGE = "Ann opens the garage door with the code word sesame since her divorce."
DOOR = "Ann's garage door has a code word."


@pytest.fixture
def told_twice(memory: Memory, graph: Graph) -> Memory:
    """A fact in the words of one session, which another repeats in words of its own."""
    secret = "Since my divorce I open the garage door with the code word sesame."
    said = {"sesame": found({"text": GARAGE, "concepts": ["divorce"]}), "opens by": found({"text": DOOR})}
    verdicts = ruled(("sesame", "has a code word", "repeats"))
    reader = thinking(graph, memory, Keyed(facts=said, verdicts=verdicts))
    reader.remember([Turn(secret, "Ann", MONTHS[4])], session="secret")
    reader.consolidate()
    reader.remember([Turn("My garage door opens by a code word.", "Ann", MONTHS[5])], session="other")
    assert reader.consolidate().facts.repeated == 1
    assert sayers(memory) == {GARAGE: ["episode:other/0", "episode:secret/0"]}
    return reader


def sayers(memory: Memory) -> dict[str, list[str]]:
    """The ids of who says each fact, by its text."""
    query = "MATCH (f:Fact {space: $space})-[:DERIVED_FROM]->(e) RETURN f.text AS text, collect(e.id) AS ids"
    return {row["text"]: sorted(row["ids"]) for row in rows(memory, query)}


def test_no_word_of_a_forgotten_turn_stays_in_a_fact_that_another_repeats(told_twice: Memory, tmp_path: Path) -> None:
    receipt = told_twice.forget(session="secret")
    (fact,) = [id for id in receipt.reasons if id.startswith("fact:")]
    assert receipt.reasons[fact] == "has the words of episode:secret/0"
    told_twice.export(tmp_path / "space.jsonl")
    assert not [word for word in ("sesame", "divorce") if word in (tmp_path / "space.jsonl").read_text("utf-8")]
    assert told_twice.pending() != ()
    told_twice.consolidate()
    assert sayers(told_twice) == {DOOR: ["episode:other/0"]}
    assert told_twice.pending() == ()


def test_a_fact_that_was_asked_for_does_not_come_back(told_twice: Memory) -> None:
    told_twice.forget(ids=fact_id(told_twice, GARAGE))
    assert told_twice.pending() == ()
    told_twice.consolidate()
    assert sayers(told_twice) == {}


def test_a_fact_keeps_its_words_while_somebody_says_it_in_them(told_twice: Memory) -> None:
    told_twice.remember_facts([Fact(GARAGE, ("episode:other/0",))])
    told_twice.forget(session="secret")
    assert sayers(told_twice) == {GARAGE: ["episode:other/0"]}


def test_who_repeats_in_other_words_takes_nothing_with_it(told_twice: Memory) -> None:
    told_twice.forget(session="other")
    assert sayers(told_twice) == {GARAGE: ["episode:secret/0"]}
