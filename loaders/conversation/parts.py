"""Long turns into parts: a turn is remembered whole, and found by any stretch of it that the encoder can read."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.batches import batches
from clew.loaders.language.splitting import spans
from clew.text.instants import FOREVER, now

BATCH = 1000  # parts in a statement
PAGE_TURNS = 100  # long turns of before that get their parts in one transaction
LEAST_CHARACTERS = 200  # a turn that is longer may have parts: no token is shorter than a character


def parts(text: str, line: str, speaker: str = "") -> list[dict[str, object]]:
    """Return the properties of a turn's parts, not embedded yet; none where the encoder reads the turn whole.

    The line is the turn as full text indexes it, which says who spoke and when before the text.
    """
    found = spans(text)
    if len(found) < 2:
        return []
    label = line.partition(text)[0]
    own = {"kind": "Part", "speaker": speaker}
    return [
        {**own, "start": begin, "text": text[begin:end], "search_text": f"{label}{text[begin:end]}"}
        for begin, end in found
    ]


def load_parts(transaction: SpaceTransaction, turns: Iterable[tuple[str, Sequence[Mapping[str, object]]]]) -> None:
    """Write parts that are embedded, per id of their turn; the transaction has the lock of the space."""
    rows = [
        {"id": f"part:{turn}#{part['start']}", "turn": turn, "properties": dict(part)}
        for turn, own in turns
        for part in own
    ]
    for batch in batches(rows, BATCH):
        transaction.run(load("write/parts"), space_key=transaction.space.key, rows=batch, now=now(), forever=FOREVER)


class _Whole(NamedTuple):
    id: str
    text: str
    search_text: str
    speaker: str


def add_missing(space: Space) -> int:
    """Give the long turns of a space that have no parts theirs, page by page; return how many turns got some.

    It may be interrupted and done again.
    """

    def write(transaction: SpaceTransaction, split: Mapping[str, Sequence[Mapping[str, object]]]) -> int:
        transaction.lock()
        left = set(transaction.run(load("write/without_parts", str), ids=list(split)))
        load_parts(transaction, [(id, own) for id, own in split.items() if id in left])
        return len(left)

    done, after = 0, ""
    query = load("write/whole_turns", _Whole)
    while turns := space.read(query, after=after, longer=LEAST_CHARACTERS, limit=PAGE_TURNS):
        after = turns[-1].id
        split = {each.id: own for each in turns if (own := parts(each.text, each.search_text, each.speaker))}
        if not split:
            continue
        nodes = [part for own in split.values() for part in own]
        for node, vector in zip(nodes, space.embed_nodes(nodes), strict=True):
            node["embedding"] = vector
        done += space.transaction(partial(write, split=split))
    return done
