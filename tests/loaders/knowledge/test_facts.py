"""Facts beside what is known: read from a real graph, as values that a plan computes with."""

from datetime import UTC, datetime, timedelta

from clew.api.memory import Memory
from clew.loaders.knowledge.facts import plan, prepare
from clew.model import Fact, Turn
from clew.text.instants import FOREVER

MAY, JUNE = datetime(2023, 5, 8, 9, tzinfo=UTC), datetime(2023, 6, 8, 9, tzinfo=UTC)


def test_a_known_fact_has_an_instant_in_utc_and_a_cosine(memory: Memory) -> None:
    memory.remember([Turn("I live in Oslo.", "Ann", MAY), Turn("I live in Rome now.", "Ann", JUNE)], session="s")
    memory.remember_facts([Fact("Ann lives in Oslo.", ("episode:s/0",))])
    prepared = prepare(memory.space, [Fact("Ann lives in Rome.", ("episode:s/1",))])
    (pair,) = memory.space.reading(lambda transaction: plan(transaction, prepared, {})).open
    assert (type(pair.known.since), pair.known.since.tzinfo) == (datetime, UTC)
    assert pair.claim.since - pair.known.since == timedelta(days=31)
    assert (pair.known.at, pair.known.until) == (MAY, FOREVER)
    assert 0.6 < pair.known.similarity < 1
