"""Reads the items of a LangGraph store: by name, by namespace, by a filter, by meaning."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from clew.embedding.unicode import well_formed
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.model.items import Namespace, StoredItem, fits, item_id, namespace_id

PAGE_ITEMS = 500
"""Items that are read at once to be held against a filter."""


class _Row(NamedTuple):
    id: str
    namespace: list[str]
    key: str
    value: str
    created_at: datetime
    updated_at: datetime
    score: float | None
    is_passing: bool


def get(space: Space, names: Sequence[tuple[Namespace, str]], *, omit_expired: bool) -> dict[str, StoredItem]:
    """Return the items of some names, by id."""
    ids = [item_id(namespace, key) for namespace, key in names]
    rows = space.read(load("store/get", _Row), ids=ids, omit=omit_expired) if ids else []
    return {row.id: _item(row) for row in rows}


def search(
    space: Space,
    prefix: Namespace,
    *,
    query: str | None,
    condition: Mapping[str, Any] | None,
    limit: int,
    offset: int,
    omit_expired: bool,
) -> list[StoredItem]:
    """Return items of a namespace and all within it: by similarity to a query, the rest after them, oldest first.

    Args:
        space: of the store.
        prefix: of the namespaces.
        query: compared with the items' texts; each item counts by its best.
        condition: what the values must be; it is held against them in this process.
        limit: items returned.
        offset: items passed over.
        omit_expired: whether items are left out whose time to live is over.

    Raises:
        Conflict: the store's encoder was changed since memory was opened.
    """
    vector = space.embed_query(well_formed(query)) if query else None
    statement = load("store/search", _Row)
    asked: dict[str, object] = {"place": namespace_id(prefix), "vector": vector, "omit": omit_expired}

    def work(transaction: SpaceTransaction) -> list[StoredItem]:
        if vector is not None:
            transaction.check_encoder()
        if not condition:
            return [_item(row) for row in transaction.run(statement, offset=offset, limit=limit, **asked)]
        fitting, read = list[StoredItem](), 0
        while len(fitting) < offset + limit:
            rows = transaction.run(statement, offset=read, limit=PAGE_ITEMS, **asked)
            fitting += [item for item in map(_item, rows) if fits(item.value, condition)]
            read += len(rows)
            if not rows:
                break
        return fitting[offset : offset + limit]

    return space.reading(work)


def namespaces(space: Space, *, omit_expired: bool) -> list[Namespace]:
    """Return the namespaces that hold an item, sorted."""
    return sorted(tuple(each) for each in space.read(load("store/listed", list[str]), omit=omit_expired))


def _item(row: _Row) -> StoredItem:
    value = json.loads(row.value)
    names = tuple(row.namespace), row.key
    return StoredItem(row.id, *names, value, row.created_at, row.updated_at, row.score, row.is_passing)
