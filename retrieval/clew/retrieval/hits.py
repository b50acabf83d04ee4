"""The best candidates, read whole: hits with their score, its parts and the path to them."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

from clew.clock import FOREVER
from clew.model import Hit, ScoreParts, Step
from clew.queries import load
from clew.retrieval.candidates import Steps
from clew.rows import Row
from clew.space import SpaceTransaction

MAX_LABEL_CHARACTERS = 60
"""Of the opening of a text by which a path names it."""


def read_hits(
    transaction: SpaceTransaction, best: Mapping[str, ScoreParts], ways: Mapping[str, Steps]
) -> tuple[Hit, ...]:
    """Read the best candidates and the nodes on their paths; what was forgotten since the search is left out."""
    ids = dict.fromkeys([*best, *(id for way in ways.values() for _, id in way)])
    rows = {row["id"]: row for row in transaction.run(load("recall/read"), ids=list(ids))[0]["nodes"]}
    return tuple(
        _hit(rows, id, parts, ways[id])
        for id, parts in best.items()
        if id in rows and id in ways and all(node in rows for _, node in ways[id])
    )


def _hit(rows: Mapping[str, Row], id: str, parts: ScoreParts, way: Steps) -> Hit:
    row = rows[id]
    return Hit(
        **{name: row[name] for name in ("id", "kind", "text")},
        position=row["position"] or 0,
        **{name: row[name] or "" for name in ("speaker", "session", "caption", "document", "title")},  # pyright: ignore[reportArgumentType]
        at=_instant(row),
        metadata=json.loads(row["metadata"] or "{}"),
        valid_from=row["valid_from"],
        valid_to=None if row["valid_to"] == FOREVER else row["valid_to"],
        sources=tuple(row["sources"] or ()),
        belief=1.0 if row["belief"] is None else row["belief"],
        score=parts.total,
        parts=parts,
        path=tuple(Step(relation, node, rows[node]["kind"], _label(rows[node]["text"])) for relation, node in way),
    )


def _instant(row: Row) -> datetime | None:
    if row["second"] is None:
        return None
    return datetime.fromtimestamp(row["second"], UTC).replace(microsecond=row["microsecond"])


def _label(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= MAX_LABEL_CHARACTERS else f"{flat[:MAX_LABEL_CHARACTERS].rstrip()}…"
