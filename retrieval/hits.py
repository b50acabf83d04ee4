"""The best candidates, read whole: hits with their score, its parts and the path to them."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Run
from clew.model import Hit, ScoreParts, Step
from clew.retrieval.candidates import Steps
from clew.retrieval.context import Context
from clew.retrieval.excerpts import Span, matching_spans
from clew.text.instants import FOREVER

MAX_LABEL_CHARACTERS = 60
"""Of the opening of a text by which a path names it."""

MAX_QUESTION_CHARACTERS = 300
"""Of the opening of a question that an answer replied to."""


def read_hits(run: Run, context: Context, best: Mapping[str, ScoreParts], ways: Mapping[str, Steps]) -> tuple[Hit, ...]:
    """Read the best candidates and the nodes on their paths; what was forgotten since the search is left out."""
    ids = dict.fromkeys([*best, *(id for way in ways.values() for _, id in way)])
    (read,) = run(
        load("recall/read", _Read),
        ids=list(ids),
        answering=list(context.answering) if context.where.is_open else [],
        opening=MAX_QUESTION_CHARACTERS,
        as_of=context.where.as_of,
    )
    nodes = {node.id: node for node in read.nodes}
    labels = {node.id: _label(node.text) for node in read.nodes}
    statements = {each.id: each for each in read.statements}
    replies = {each.id: " ".join((each.replied_to or "").split()) for each in read.replies}
    wished = {id for id, parts in best.items() if parts.wish > 0}
    spans = matching_spans(run, context, [node for node in read.nodes if node.id in best], wished)
    return tuple(
        _hit(nodes[id], statements.get(id, _NO_STATEMENT), replies.get(id, ""), parts, spans.get(id, ()), path)
        for id, parts in best.items()
        if id in nodes and (path := _path(ways.get(id, ()), nodes, labels))
    )


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Node(NamedTuple):
    id: str
    kind: str
    text: str
    speaker: str | None
    millisecond: int | None
    microsecond: int | None
    session: str | None
    document: str | None
    title: str | None
    position: int | None
    caption: str | None
    metadata: str | None

    @property
    def at(self) -> datetime | None:
        return None if self.millisecond is None else _instant((self.millisecond, self.microsecond or 0))


class _Statement(NamedTuple):
    id: str
    valid_from: tuple[int, ...] | None = None
    valid_to: tuple[int, ...] | None = None
    belief: float | None = None
    sources: tuple[str, ...] | None = None
    cited: tuple[str, ...] | None = None


_NO_STATEMENT = _Statement("")
"""Stands for that of a text, which holds at all times."""


class _Reply(NamedTuple):
    id: str
    replied_to: str | None


class _Read(NamedTuple):
    nodes: list[_Node]
    statements: list[_Statement]
    replies: list[_Reply]


def _instant(parts: tuple[int, ...] | None) -> datetime | None:
    """Return an instant of its milliseconds since 1970 and the microseconds after them."""
    return None if parts is None else _EPOCH + timedelta(0, 0, parts[1], parts[0])


def _path(way: Sequence[tuple[str, str]], nodes: Mapping[str, _Node], labels: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps of a way; none where one of them was forgotten."""
    try:
        return tuple([Step(relation, id, nodes[id].kind, labels[id]) for relation, id in way])
    except KeyError:
        return ()


def _hit(
    node: _Node,
    statement: _Statement,
    replied_to: str,
    parts: ScoreParts,
    spans: tuple[Span, ...],
    path: tuple[Step, ...],
) -> Hit:
    return Hit(
        id=node.id,
        kind=node.kind,
        text=node.text,
        spans=spans,
        position=node.position or 0,
        speaker=node.speaker or "",
        session=node.session or "",
        caption=node.caption or "",
        document=node.document or "",
        title=node.title or "",
        at=node.at,
        metadata=json.loads(node.metadata) if node.metadata and node.metadata != "{}" else {},
        valid_from=_instant(statement.valid_from),
        valid_to=None if (until := _instant(statement.valid_to)) == FOREVER else until,
        sources=statement.sources or (),
        cited=statement.cited or (),
        replied_to=replied_to,
        belief=1.0 if statement.belief is None else statement.belief,
        score=parts.total,
        parts=parts,
        path=path,
    )


def _label(text: str) -> str:
    flat = " ".join(text.split(maxsplit=MAX_LABEL_CHARACTERS))  # so many words are longer than the label
    return flat if len(flat) <= MAX_LABEL_CHARACTERS else f"{flat[:MAX_LABEL_CHARACTERS].rstrip()}…"
