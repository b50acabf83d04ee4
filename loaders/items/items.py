"""Writes, deletes and lets live on the items of a LangGraph store."""

from collections.abc import Iterable, Sequence
from typing import Any

from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.upkeep.forget_cascade import ASKED, remove
from clew.model.items import NewItem, item_id, namespace_id
from clew.text.instants import FOREVER, now

SWEEP_PAGE = 1000  # items that a sweep deletes in one transaction

MAX_CAPTION_CHARACTERS = 200
EXPIRED = "its time to live is over"


def write(space: Space, items: Sequence[NewItem]) -> None:
    """Store items, and delete those without a value, in one transaction; of one name the last counts."""
    last = {item_id(each.namespace, each.key): each for each in items}
    kept = {id: each for id, each in last.items() if each.value is not None}
    texts = list(dict.fromkeys(text for each in kept.values() for _, text in each.texts))
    vectors = dict(zip(texts, space.embed(texts), strict=True)) if texts else {}
    rows: list[dict[str, Any]] = []
    for id, each in kept.items():
        caption = f"{'/'.join(each.namespace)}: {each.key}"
        found = [
            {"id": f"item text:{id}/{number}", "path": path, "text": text, "vector": vectors[text]}
            for number, (path, text) in enumerate(each.texts)
        ]
        rows.append(
            {
                "id": id,
                "place": namespace_id(each.namespace),
                "namespace": list(each.namespace),
                "key": each.key,
                "text": caption if len(caption) <= MAX_CAPTION_CHARACTERS else f"{caption[:MAX_CAPTION_CHARACTERS]}…",
                "value": each.value,
                "ttl": None if each.ttl is None else float(each.ttl),
                "texts": found,
            }
        )
    gone = [id for id in last if id not in kept]
    places = _namespaces(kept.values())

    def work(transaction: SpaceTransaction) -> None:
        if gone:
            remove(transaction, dict.fromkeys(gone, ASKED))
        if rows:
            transaction.run(load("store/namespaces"), rows=places, now=now(), forever=FOREVER)
            transaction.run(load("store/put"), rows=rows, now=now(), forever=FOREVER)

    if last:
        space.locked(work)


def refresh(space: Space, ids: Sequence[str]) -> None:
    """Let items that have a time to live live as long again."""
    space.locked(lambda transaction: transaction.run(load("store/refresh"), ids=list(ids)))


def sweep(space: Space) -> int:
    """Delete the items whose time to live is over, and return how many went.

    Raises:
        ReadOnly: memory is only read, and there are such items.
    """
    if not space.read(load("store/expired", str), limit=1):  # a space that was never used stays unused
        return 0

    def work(transaction: SpaceTransaction) -> int:
        ids = transaction.run(load("store/expired", str), limit=SWEEP_PAGE)
        return sum(id in ids for id in remove(transaction, dict.fromkeys(ids, EXPIRED)).kinds) if ids else 0

    swept = 0
    while page := space.locked(work):
        swept += page
    return swept


def _namespaces(items: Iterable[NewItem]) -> list[dict[str, Any]]:
    """Return the namespaces of items with all above them, the root first."""
    paths = {each.namespace[:depth] for each in items for depth in range(len(each.namespace) + 1)}
    return [
        {
            "id": namespace_id(path),
            "labels": list(path),
            "text": path[-1][:MAX_CAPTION_CHARACTERS] if path else "",
            "parent": namespace_id(path[:-1]) if path else None,
        }
        for path in sorted(paths, key=len)
    ]
