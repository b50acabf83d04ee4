"""The rule of forgetting, held against a model of it: what is left is what would be there had the rest never been."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import prod
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.graph.queries import generated
from clew.text.instants import FOREVER

BEGINNING = datetime(2023, 5, 8, tzinfo=UTC)
KINDS = {"e": "Episode", "f": "Fact", "r": "Reflection", "n": "Entity"}
SUPPORT = {"f": "DERIVED_FROM", "r": "DERIVED_FROM_FACT"}

Claim = tuple[frozenset[str], float]
"""Ids that say something together, and how sure it is by them."""


@dataclass(frozen=True)
class SmallGraph:
    """A small graph; an id begins with the first letter of its kind.

    Attributes:
        turns: of one session, in order.
        claims: of each fact and reflection; facts rest on turns, reflections on facts.
        replaced: pairs of facts, old and new; one of a higher number holds later.
        named: pairs of a turn or fact and a name.
        same: pairs of names of one thing.
    """

    turns: tuple[str, ...]
    claims: Mapping[str, tuple[Claim, ...]]
    replaced: frozenset[tuple[str, str]]
    named: frozenset[tuple[str, str]]
    same: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Contents:
    """What is there: nodes; relationships, each with its claim; of each fact its belief, and until when it holds."""

    nodes: frozenset[str]
    relations: frozenset[tuple[str, str, str, str]]
    facts: Mapping[str, tuple[float, datetime]]


def left(world: SmallGraph, gone: frozenset[str] = frozenset()) -> Contents:
    """The rule in the simplest words: what there is where some turns, facts and reflections never were."""
    turns = [turn for turn in world.turns if turn not in gone]
    stay = set(turns)
    claims: dict[str, list[Claim]] = {}
    for id in sorted(world.claims.keys() - gone):  # facts before the reflections that rest on them
        if standing := [claim for claim in world.claims[id] if claim[0] <= stay]:
            stay.add(id)
            claims[id] = standing
    names = held_names(world, stay)
    replaced = replacements(world, stay)
    relations = {
        *((one, "NEXT", other, "") for one, other in pairwise(turns)),
        *(("session:s", "HAS_EPISODE", turn, "") for turn in turns),
        *((id, SUPPORT[id[0]], source, named(claim)) for id in claims for claim in claims[id] for source in claim[0]),
        *((old, "REPLACED_BY", new, "") for old, new in replaced),
        *((one, "MENTIONS", name, "") for one, name in world.named if one in stay),
        *((one, "SAME_AS", other, "") for one, other in world.same if one in names),
    }
    facts = {
        fact: (
            1 - prod(1 - belief for _, belief in claims[fact]),
            min((starts(new) for old, new in replaced if old == fact), default=FOREVER),
        )
        for fact in claims
        if fact[0] == "f"
    }
    return Contents(frozenset(stay | names | {"session:s", "space"}), frozenset(relations), facts)


def held_names(world: SmallGraph, stay: set[str]) -> set[str]:
    """The names that something uses, with the other names of the same things."""
    held = {name for one, name in world.named if one in stay}
    while more := {end for pair in world.same if held & set(pair) for end in pair} - held:
        held |= more
    return held


def replacements(world: SmallGraph, stay: set[str]) -> set[tuple[str, str]]:
    """Each fact with those in its place, past those that went."""
    links = set(world.replaced)
    for fact in {fact for pair in links for fact in pair} - stay:
        before, after = {old for old, new in links if new == fact}, {new for old, new in links if old == fact}
        links = {pair for pair in links if fact not in pair} | {(old, new) for old in before for new in after}
    return links


def named(claim: Claim) -> str:
    return "+".join(sorted(claim[0]))


def starts(fact: str) -> datetime:
    return BEGINNING + timedelta(days=int(fact[1:]))


def run(memory: Memory, text: str, **parameters: object) -> list[dict[str, Any]]:
    return memory.space.write(generated("test", text), **parameters)


LINK = """
UNWIND $links AS row
MATCH (a:Clew {space: $space, id: row.ends[0]})
MATCH (b:Clew {space: $space, id: row.ends[1]})
CREATE (a)-[r:$(row.type)]->(b)
SET r.claim = row.claim, r.belief = row.belief, r.held = true, r.valid_to = $forever
"""


def write(memory: Memory, world: SmallGraph) -> None:
    """The graph of a world, in place of all that the space held."""
    everything = left(world)
    run(memory, "MATCH (n:Clew {space: $space}) DETACH DELETE n")
    memory.space.transaction(lambda transaction: transaction.lock())
    session = {"speakers": [], "session_text": "all words", "length": len(world.turns)}
    rows = [{"id": "session:s", "kind": "Session", "text": "s", **session}]
    rows += [properties(id, world, everything) for id in everything.nodes - {"session:s", "space"}]
    run(memory, "UNWIND $rows AS row CREATE (n:Clew:$(row.kind) {space: $space}) SET n += row", rows=rows)
    beliefs = {(id, named(claim)): claim[1] for id, claims in world.claims.items() for claim in claims}
    links = [
        {"ends": [one, other], "type": type_, "claim": claim or None, "belief": beliefs.get((one, claim))}
        for one, type_, other, claim in everything.relations
    ]
    run(memory, LINK, links=links, forever=FOREVER)


def properties(id: str, world: SmallGraph, everything: Contents) -> Mapping[str, object]:
    every = {"id": id, "kind": KINDS[id[0]], "text": f"word{id}", "search_text": f"word{id}", "name": id}
    if id in world.turns:
        return every | {"session": "s", "position": world.turns.index(id), "speaker": f"who{id}", "caption": ""}
    belief, end = everything.facts.get(id, (0.5, FOREVER))
    held = {"valid_from": starts(id), "valid_to": end, "expired_at": FOREVER if end == FOREVER else BEGINNING}
    return every | held | {"belief": belief} if id[0] in SUPPORT else every


def found(memory: Memory) -> Contents:
    nodes = run(memory, "MATCH (n:Clew {space: $space}) RETURN properties(n) AS its")
    links = run(
        memory, "MATCH (a:Clew {space: $space})-[r]->(b) RETURN a.id AS a, type(r) AS type, b.id AS b, r.claim AS c"
    )
    facts = [row["its"] for row in nodes if row["its"]["kind"] == "Fact"]
    assert all((fact["expired_at"] == FOREVER) == (fact["valid_to"] == FOREVER) for fact in facts)
    return Contents(
        frozenset(row["its"]["id"] for row in nodes),
        frozenset((row["a"], row["type"], row["b"], row["c"] or "") for row in links),
        {fact["id"]: (fact["belief"], fact["valid_to"]) for fact in facts},
    )


def supports(contents: Contents, id: str) -> int:
    return sum(one == id and bool(claim) for one, _, _, claim in contents.relations)


def holding(contents: Contents) -> set[str]:
    return {fact for fact, (_, end) in contents.facts.items() if end == FOREVER}


def told(memory: Memory, ids: frozenset[str]) -> list[str]:
    """The nodes of whose words any property of any node tells."""
    text = str(run(memory, "MATCH (n:Clew {space: $space}) RETURN collect(properties(n)) AS all"))
    return [id for id in ids if re.search(rf"(word|who){id}\b", text)]


def subsets(items: list[str], **size: int) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(items), **size)


@st.composite
def worlds(draw: st.DrawFn) -> SmallGraph:
    turns = [f"e{number}" for number in range(draw(st.integers(1, 5)))]
    facts = [f"f{number}" for number in range(draw(st.integers(0, 5)))]
    thoughts = [f"r{number}" for number in range(draw(st.integers(0, 2)) if facts else 0)]
    names = ["n0", "n1", "n2"]

    def claims(grounds: list[str]) -> tuple[Claim, ...]:
        sources = draw(st.sets(subsets(grounds, min_size=1, max_size=3), min_size=1, max_size=3))
        return tuple((each, draw(st.sampled_from([0.25, 0.5]))) for each in sorted(sources, key=sorted))

    return SmallGraph(
        tuple(turns),
        {id: claims(turns) for id in facts} | {id: claims(facts) for id in thoughts},
        frozenset(pair for pair in pairs(facts) if draw(st.booleans())),
        frozenset((one, name) for one in [*turns, *facts] for name in draw(subsets(names, max_size=2))),
        frozenset(pair for pair in pairs(names) if draw(st.booleans())),
    )


def pairs(items: list[str]) -> list[tuple[str, str]]:
    return [(one, other) for number, one in enumerate(items) for other in items[number + 1 :]]


@pytest.mark.slow
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(world=worlds(), data=st.data())
def test_what_is_forgotten_in_any_order_might_as_well_never_have_been(
    module_memory: Memory, world: SmallGraph, data: st.DataObject
) -> None:
    write(module_memory, world)
    gone: frozenset[str] = frozenset()
    before = found(module_memory)
    assert before == left(world)
    while there := sorted(before.nodes & {*world.turns, *world.claims}):
        some = data.draw(subsets(there, min_size=1, max_size=2))
        receipt = module_memory.forget(ids=some)
        gone |= some
        after, wanted = found(module_memory), left(world, gone)
        assert (after.nodes, after.relations) == (wanted.nodes, wanted.relations)
        assert after.facts == {fact: (pytest.approx(belief), end) for fact, (belief, end) in wanted.facts.items()}
        assert set(receipt.ids) == before.nodes - after.nodes
        assert receipt.relationships == len(before.relations) - len(after.relations)
        assert set(receipt.weakened) == {id for id in after.nodes if supports(after, id) < supports(before, id)}
        assert set(receipt.revived) == {id for id in holding(after) - holding(before) if id in before.facts}
        assert receipt.reasons.keys() == {*receipt.ids, *receipt.weakened, *receipt.revived}
        assert told(module_memory, before.nodes - after.nodes) == []
        before = after
    assert before.nodes == {"space", "session:s"}
    module_memory.forget(session="s")
    assert found(module_memory).nodes == {"space"}
