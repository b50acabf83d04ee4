"""The control: the same passages and entities, each with as many relations as before, but joined at random."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from clew.graph.queries import parse
from clew.graph.rows import Row
from clew.graph.space import Space, SpaceTransaction
from clew.text.instants import FOREVER, now

CYPHER = Path(__file__).parent / "cypher"
MENTIONS, REWIRE = (
    parse(name, (CYPHER / f"{name}.cypher").read_text("utf-8")) for name in ("passage_mentions", "rewire_mentions")
)
SEED = 20_250_101
BATCH = 1000
"""Passages a statement."""

Mention = tuple[str, bool]
"""Id of an entity, and whether only a title says so."""


@contextmanager
def shuffled(space: Space) -> Generator[None]:
    """While the block runs, passages mention what others did; afterwards what they did before.

    It is the space itself and not a copy: full text weighs words by all of the store, and would count a copy's twice.
    """
    before = space.read(MENTIONS)
    _rewire(space, _dealt(before))
    try:
        yield
    finally:
        _rewire(space, before)


def _rewire(space: Space, rows: Sequence[Row]) -> None:
    def write(transaction: SpaceTransaction) -> None:
        for start in range(0, len(rows), BATCH):
            transaction.run(REWIRE, rows=rows[start : start + BATCH], now=now(), forever=FOREVER)

    space.transaction(write)


def _dealt(rows: Sequence[Row]) -> list[Row]:
    passages: list[str] = [row["passage"] for row in rows for _ in row["mentions"]]
    mentions: list[Mention] = [(id, titled) for row in rows for id, titled in row["mentions"]]
    hands: dict[str, list[Mention]] = {passage: [] for passage in passages}
    for passage, mention in zip(passages, deal(passages, mentions), strict=True):
        hands[passage].append(mention)
    return [{"passage": passage, "mentions": [list(each) for each in hand]} for passage, hand in hands.items()]


def deal(passages: Sequence[str], mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions in another order, in which no passage has an entity twice; the same in every run."""
    random = Random(SEED)
    dealt = random.sample(mentions, len(mentions))
    while clashes := _clashes(passages, dealt):
        for place in clashes:
            other = random.randrange(len(dealt))
            dealt[place], dealt[other] = dealt[other], dealt[place]
    return dealt


def _clashes(passages: Sequence[str], dealt: Sequence[Mention]) -> list[int]:
    """Places where a passage has an entity that it was dealt before."""
    seen: set[tuple[str, str]] = set()
    places: list[int] = []
    for place, (passage, (entity, _)) in enumerate(zip(passages, dealt, strict=True)):
        if (passage, entity) in seen:
            places.append(place)
        seen.add((passage, entity))
    return places
