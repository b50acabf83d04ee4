"""The best candidates, read whole: hits with their score, its parts and the path to them."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from clew.clock import FOREVER
from clew.model import Hit, ScoreParts, Step
from clew.queries import load
from clew.retrieval.candidates import Steps
from clew.retrieval.context import Context
from clew.retrieval.excerpts import Span, matching_spans
from clew.space import SpaceTransaction

MAX_LABEL_CHARACTERS = 60
"""Of the opening of a text by which a path names it."""

MAX_QUESTION_CHARACTERS = 300
"""Of the opening of a question that an answer replied to."""


def read_hits(
    transaction: SpaceTransaction, context: Context, best: Mapping[str, ScoreParts], ways: Mapping[str, Steps]
) -> tuple[Hit, ...]:
    """Read the best candidates and the nodes on their paths; what was forgotten since the search is left out."""
    ids = dict.fromkeys([*best, *(id for way in ways.values() for _, id in way)])
    (read,) = transaction.run(
        load("recall/read", list[_Node]),
        ids=list(ids),
        answering=list(context.answering) if context.where.is_open else [],
        opening=MAX_QUESTION_CHARACTERS,
    )
    nodes = {node.id: node for node in read}
    spans = matching_spans(transaction, context, [node for node in read if node.id in best])
    return tuple(
        _hit(nodes, id, parts, ways[id], spans.get(id, ()))
        for id, parts in best.items()
        if id in nodes and id in ways and all(node in nodes for _, node in ways[id])
    )


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Node(NamedTuple):
    id: str
    kind: str
    text: str
    speaker: str | None
    second: int | None
    microsecond: int | None
    session: str | None
    document: str | None
    title: str | None
    position: int | None
    caption: str | None
    metadata: str | None
    valid_from: tuple[int, ...] | None
    valid_to: tuple[int, ...] | None
    belief: float | None
    sources: tuple[str, ...] | None
    cited: tuple[str, ...] | None
    replied_to: str | None

    @property
    def at(self) -> datetime | None:
        return None if self.second is None else _instant((self.second, self.microsecond or 0))


def _instant(parts: tuple[int, ...] | None) -> datetime | None:
    """Return an instant of its seconds since 1970 and its microseconds."""
    return None if parts is None else _EPOCH + timedelta(seconds=parts[0], microseconds=parts[1])


def _hit(nodes: Mapping[str, _Node], id: str, parts: ScoreParts, way: Steps, spans: Sequence[Span]) -> Hit:
    node = nodes[id]
    return Hit(
        id=id,
        kind=node.kind,
        text=node.text,
        spans=tuple(spans),
        position=node.position or 0,
        speaker=node.speaker or "",
        session=node.session or "",
        caption=node.caption or "",
        document=node.document or "",
        title=node.title or "",
        at=node.at,
        metadata=json.loads(node.metadata or "{}"),
        valid_from=_instant(node.valid_from),
        valid_to=None if (until := _instant(node.valid_to)) == FOREVER else until,
        sources=node.sources or (),
        cited=node.cited or (),
        replied_to=" ".join((node.replied_to or "").split()),
        belief=1.0 if node.belief is None else node.belief,
        score=parts.total,
        parts=parts,
        path=tuple(Step(relation, step, nodes[step].kind, _label(nodes[step].text)) for relation, step in way),
    )


def _label(text: str) -> str:
    flat = " ".join(text.split(maxsplit=MAX_LABEL_CHARACTERS))  # so many words are longer than the label
    return flat if len(flat) <= MAX_LABEL_CHARACTERS else f"{flat[:MAX_LABEL_CHARACTERS].rstrip()}…"
