"""The best candidates, read whole: hits with their score, its parts, the path to them and what of them matches."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple, Protocol

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import QueryRunner, SpaceTransaction
from clew.model import Hit, ScoreParts, Span, Step
from clew.retrieval.context import Context, Steps
from clew.text.instants import FOREVER

MAX_LABEL_CHARACTERS = 60
"""Of the opening of a text by which a path names it."""

MAX_QUESTION_CHARACTERS = 300
"""Of the opening of a question that an answer replied to."""


def read_hits(
    run: QueryRunner, context: Context, best: Mapping[str, ScoreParts], ways: Mapping[str, Steps]
) -> tuple[Hit, ...]:
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


WORDS_SHARE = 0.1
"""What it adds to a stretch's similarity if it holds all words of the question."""


class Text(Protocol):
    """A memory with a text."""

    @property
    def id(self) -> str:
        """Of the memory."""
        ...

    @property
    def text(self) -> str:
        """What it says."""
        ...


class _Parts(NamedTuple):
    id: str
    starts: list[int]
    similarities: list[float]


def matching_spans(
    run: QueryRunner, context: Context, texts: Sequence[Text], wished: AbstractSet[str]
) -> dict[str, tuple[Span, ...]]:
    """Return where the parts of texts stand that have some, by id of the text: the best match first.

    Of a standing wish, whose id is in `wished`, the part that says what is wished comes before it.
    """
    if not any(declared().kind(label).part_of for label in context.searched):
        return {}
    by_id = {each.id: each.text for each in texts}
    found = run(load("recall/parts", _Parts), ids=list(by_id), vector=list(context.vector))
    words = context.question.words
    matched = {
        each.id: rank_spans(by_id[each.id], pairwise([*each.starts, len(by_id[each.id])]), each.similarities, words)
        for each in found
    }
    return {id: _wish_first(by_id[id], spans) if id in wished else spans for id, spans in matched.items()}


def _wish_first(text: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    opening = text[:MAX_WISH_CHARACTERS]
    return tuple(sorted(spans, key=lambda span: -wish_strength(opening[slice(*span)])))


def rank_spans(
    text: str, spans: Iterable[Span], similarities: Sequence[float], words: Sequence[str]
) -> tuple[Span, ...]:
    """Return spans of a text by how well they match a question, the best first.

    Args:
        text: what they are of.
        spans: in the order of the text.
        similarities: of each to the question, 0 to 1.
        words: of the question, in lower case.
    """
    matched = [
        (similarity + WORDS_SHARE * _share(text[begin:end], words), begin, end)
        for (begin, end), similarity in zip(spans, similarities, strict=True)
    ]
    return tuple((begin, end) for _, begin, end in sorted(matched, key=lambda each: (-each[0], each[1])))


def _share(text: str, words: Sequence[str]) -> float:
    lower = text.lower()
    return sum(word in lower for word in words) / len(words) if words else 0.0


PREFERENCE = 1 / 3
"""How much of an instruction a preference weighs; chosen on five chats with an assistant."""

MAX_WISH_CHARACTERS = 2000
"""Of the opening of a turn in which a wish is looked for."""

_OPENING = r"(?:^|[.!?:;]\s*|\n[^\S\n]*|,\s*(?:and|so|but)\s+)(?:(?:please|also|and|so|just|but|ok|okay)[\s,]+)*"
_NO_VERB = r"mind|again|been|heard|seen|done|had|knew|thought|felt|happy|good|nice|great|glad|an?|the|my|our|his|her"
_INSTRUCTION = re.compile(
    rf"{_OPENING}(?:always|never)\s+(?!(?:{_NO_VERB})\b|\w+ed\b)\w"
    r"|\byou\s+(?:(?:should|must)\s+|to\s+)(?:always|never)\b"
    r"|\bfrom\s+(?:now|here)\s+on(?:wards?)?\b|\bgoing\s+forward\b"
    r"|\b(?:when(?:ever)?|every\s+time|each\s+time|any\s?time|if)\s+I\s+(?:ask|request)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\bI(?:'d|’d|\s+would)?\s+(?:(?:\w+ly|always|much|also)\s+)*(?:prefer|rather)\b|\bmy\s+preference\b",
    re.IGNORECASE,
)


class _Opening(NamedTuple):
    id: str
    text: str


def wish_strength(text: str) -> float:
    """Return how much a turn is a standing wish: 1 for an instruction, less for a preference, 0 for neither."""
    if _INSTRUCTION.search(text):
        return 1.0
    return PREFERENCE if _PREFERENCE.search(text) else 0.0


def send_wishes(transaction: SpaceTransaction, ids: Iterable[str]) -> Callable[[], dict[str, float]]:
    """Ask for the openings of some turns; what is returned fetches the wish_strength of each that is a wish, by id."""
    fetch = transaction.send(load("recall/openings", _Opening), ids=list(ids), opening=MAX_WISH_CHARACTERS)
    return lambda: {turn.id: strong for turn in fetch() if (strong := wish_strength(turn.text))}
