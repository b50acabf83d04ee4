"""The best candidates, read whole: hits with their score, its parts, the path to them and what of them matches."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from typing import Literal, NamedTuple

from clew.embedding import identity
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import QueryRunner
from clew.model import Filter, Hit, Replacement, ScoreParts, Span, Step
from clew.retrieval.confidence import relevances
from clew.retrieval.context import Context, Steps, believed_then
from clew.retrieval.corrections import MOST, parameters
from clew.retrieval.families import MAX_WISH_CHARACTERS, wish_strength
from clew.retrieval.question import LENGTHS, Question
from clew.settings import RecallSettings
from clew.text.dates import PartialDate
from clew.text.instants import FOREVER

MAX_LABEL_CHARACTERS = 60
"""Of the opening of a text by which a path names it."""

MAX_QUESTION_CHARACTERS = 300
"""Of the opening of a question that an answer replied to."""


WORDS_SHARE = 0.1
"""The gain in similarity of a stretch that holds all words of the question."""

WORTH = {"day": 1.0, "month": 0.5, "year": 0.3}
"""By the smallest part of a date that is named: the longer the time, the less it tells which event is meant."""

AROUND = 0.5
"""Of an event whose time only holds, or meets, the date that is asked for: "last week" of a day in it."""

ON_DATE = 0.5
"""The relevance, at least, of a hit of a date that is asked for."""

LONGEST_AROUND = timedelta(days=31)
"""Of such a time: in a year that somebody names, any day may be."""

DAYS_ALONE = 2.0
"""Times the weight of a date where a question asks for nothing else: its other words are in any turn."""

SAID_OF_OTHERS = 0.3
"""Of a turn that was said on the date and names the dates of what it tells, none of them this one."""

LONGEST = {"day": timedelta(days=1), "month": timedelta(days=31), "year": timedelta(days=366)}
"""By the part of a date: a filter's days count as that where they are fewer."""

_Span = tuple[date, date, float]
"""A date that is asked for: its first and its last day, and its worth."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_Instant = tuple[int, ...] | None
"""Milliseconds since 1970, and the microseconds after them."""

_Statement = tuple[str, _Instant, _Instant, float | None, tuple[str, ...] | None, tuple[str, ...] | None, bool]
"""Id, since when it holds, until when, belief, sources, what is cited of them, and whether a caller told it."""


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
    offset: int | None
    happens: tuple[str, ...] | None
    corrects: str | None


_Read = tuple[list[_Node], list[_Statement], list[tuple[str, str | None]]]
"""Nodes; what holds for a time or rests on others; and of answers the id and the question before."""


def read_hits(
    run: QueryRunner,
    context: Context,
    best: Mapping[str, ScoreParts],
    ways: Mapping[str, Steps],
    cosine: Mapping[str, float],
) -> tuple[tuple[Hit, ...], dict[str, str]]:
    """Read the best candidates and the nodes on their paths; what was forgotten since the search is left out.

    Also return of the turns among the very best that read like corrections what each would be about, by id.

    Args:
        run: asks the database.
        context: the query.
        best: the parts of the candidates' scores by id, best first.
        ways: the path to each.
        cosine: of each that its vector found, its similarity to the query.
    """
    where = context.where
    best, believed = believed_then(run, where, best)
    ids = dict.fromkeys([*best, *(id for way in ways.values() for _, id in way)])
    ((found, stated, answers),) = run(
        load("recall/read", _Read),
        ids=list(ids),
        answering=list(context.answering) if where.is_open else [],
        opening=MAX_QUESTION_CHARACTERS,
        as_of=where.as_of,
        best=list(best)[:MOST],
        **parameters(identity(context.space.encoder)),
    )
    nodes = {node.id: node for node in found if node.id in best}
    replaced = _replaced(run, context, nodes)
    relevant = _relevant(context, nodes, cosine)
    statements = {each[0]: each for each in stated}
    questions = {id: " ".join((question or "").split()) for id, question in answers}
    wished = {id for id, parts in best.items() if parts.wish > 0}
    spans = matching_spans(run, context, {node.id: node.text for node in found if node.id in best}, wished)
    steps: dict[str, tuple[str, str, str]] = {}
    for node in found:
        label = " ".join(node.text.split(maxsplit=MAX_LABEL_CHARACTERS))  # so many words are longer than the label
        if len(label) > MAX_LABEL_CHARACTERS:
            label = f"{label[:MAX_LABEL_CHARACTERS].rstrip()}…"
        steps[node.id] = node.id, node.kind, label
    hits: list[Hit] = []
    for id, parts in best.items():
        way = ways.get(id, ())
        if id in nodes and way and all(step in steps for _, step in way):
            path = tuple([Step(relation, *steps[step]) for relation, step in way])
            spoken = questions.get(id, "")
            hit = _hit(nodes[id], statements.get(id), spoken, parts, spans.get(id, ()), path, relevant[id])
            if then := believed.get(id):  # without its path, which may lead over what came later
                sources = then.sources
                hit = replace(hit, belief=then.belief, valid_to=then.valid_to, sources=sources, cited=sources, path=())
            hits.append(replace(hit, replaced_by=replaced[id]) if id in replaced else hit)
    return tuple(hits), {node.id: node.corrects for node in found if node.corrects}


def _relevant(context: Context, nodes: Mapping[str, _Node], cosine: Mapping[str, float]) -> dict[str, float]:
    """Return how sure it is that each node bears on the question, 0..1, by its id."""
    lowest = min(cosine.values(), default=0.0)  # what no vector found is at most as similar as the last that one did
    relevance = relevances(
        context.question.query,
        [" ".join(filter(None, (each.speaker, each.text, each.caption, each.title))) for each in nodes.values()],
        [(each.session or each.document or each.id, each.position or 0) for each in nodes.values()],
        [cosine.get(id, lowest) for id in nodes],
        identity(context.space.encoder),
    )
    return dict(zip(nodes, relevance, strict=True))


def _replaced(run: QueryRunner, context: Context, ids: Iterable[str]) -> dict[str, Replacement]:
    """Return what holds in the place of what turns say; nothing as of a time at which it was not known yet."""
    if "Fact" not in context.searched or context.where.known_at is not None:
        return {}
    query = load("recall/replaced", tuple[str, str, str, tuple[int, ...]])
    rows = run(query, ids=list(ids), vector=list(context.vector), as_of=context.where.as_of)
    return {id: Replacement(later, text, _instant(since)) for id, later, text, since in rows}


def _hit(
    node: _Node,
    statement: _Statement | None,
    replied_to: str,
    parts: ScoreParts,
    spans: tuple[Span, ...],
    path: tuple[Step, ...],
    relevance: float,
) -> Hit:
    _, since, until, belief, sources, cited, told = statement or ("", None, None, None, None, None, False)
    said = None if node.millisecond is None else _instant((node.millisecond, node.microsecond or 0))
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
        at=said.astimezone(timezone(timedelta(seconds=node.offset))) if said and node.offset else said,
        metadata=json.loads(node.metadata) if node.metadata and node.metadata != "{}" else {},
        valid_from=_instant(since),
        valid_to=None if (end := _instant(until)) == FOREVER else end,
        sources=sources or (),
        cited=cited or (),
        replied_to=replied_to,
        belief=1.0 if belief is None else belief,
        told=told,
        score=parts.total,
        parts=parts,
        path=path,
        relevance=relevance,
        happens=tuple((date.fromisoformat(each[:10]), date.fromisoformat(each[11:])) for each in node.happens or ()),
    )


def _instant(parts: _Instant) -> datetime | None:
    return None if parts is None else _EPOCH + timedelta(0, 0, parts[1], parts[0])


def matching_spans(
    run: QueryRunner, context: Context, texts: Mapping[str, str], wished: AbstractSet[str]
) -> dict[str, tuple[Span, ...]]:
    """Return where the parts of texts stand that have some, by id of the text: the best match first.

    Of a standing wish, whose id is in `wished`, the part that says what is wished comes before it.
    """
    if not any(declared().kind(label).part_of for label in context.searched):
        return {}
    found = run(load("recall/parts", tuple[str, list[int], list[float]]), ids=list(texts), vector=list(context.vector))
    spans: dict[str, tuple[Span, ...]] = {}
    for id, starts, similarities in found:
        text = texts[id]
        ranked = rank_spans(text, pairwise([*starts, len(text)]), similarities, context.question.words)
        if id in wished:
            opening = text[:MAX_WISH_CHARACTERS]
            ranked = tuple(sorted(ranked, key=lambda span: -wish_strength(opening[slice(*span)])))
        spans[id] = ranked
    return spans


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
    matched: list[tuple[float, Span]] = []
    for (begin, end), similarity in zip(spans, similarities, strict=True):
        lower = text[begin:end].lower()
        share = sum(word in lower for word in words) / len(words) if words else 0.0
        matched.append((similarity + WORDS_SHARE * share, (begin, end)))
    return tuple(span for _, span in sorted(matched, key=lambda each: (-each[0], each[1][0])))


def by_event(hits: Sequence[Hit], question: Question, settings: RecallSettings, where: Filter) -> tuple[Hit, ...]:
    """Return hits in their order by the dates that their texts name, where the question names dates, or else a filter.

    People tell in the evening or in the week after what they did. A text of what happened on a date comes before one
    that was only said on it.
    """
    if not question.dates and where.days is None:
        return tuple(hits)
    dated: list[Hit] = []
    for hit in hits:
        on_date, weight = _on_date(hit, question, settings) if question.dates else _within(hit, where, settings)
        parts = replace(hit.parts, date=weight * (DAYS_ALONE if question.days_alone else 1.0))
        relevance = max(hit.relevance, ON_DATE if question.dates and weight else 0.0)
        dated.append(replace(hit, parts=parts, score=parts.total, on_date=on_date, relevance=relevance))
    return tuple(sorted(dated, key=lambda hit: (-hit.score, hit.id)))


_OnDate = tuple[Literal["happened", "said", ""], float]
"""How a hit is of a date, and its weight for it."""


def _on_date(hit: Hit, question: Question, settings: RecallSettings) -> _OnDate:
    """Return whether it happened, or was said, on a date that the question names."""
    if happened := max((_share(time, _spans(time, question.dates)) for time in hit.happens), default=0.0):
        return "happened", settings.happened_weight * happened
    if hit.at is not None and question.dates_hold(hit.at):
        return "said", settings.date_weight * (SAID_OF_OTHERS if hit.happens else 1.0)
    return "", 0.0


def _within(hit: Hit, where: Filter, settings: RecallSettings) -> _OnDate:
    """Return whether it happened within a filter's days; else it was said there. Over a year, all weighs the same."""
    days = None if where.by == "said" else where.days
    if days is None or not any(first <= days[1] and days[0] <= last for first, last in hit.happens):
        return "said", 0.0
    length = days[1] - days[0]
    part = next((part for part, longest in LONGEST.items() if length < longest), None)
    if part is None:
        return "happened", 0.0
    happened = max(_share(time, [(*days, WORTH[part])]) for time in hit.happens)
    return "happened", settings.happened_weight * happened


def _spans(time: tuple[date, date], asked: Iterable[PartialDate]) -> Iterator[_Span]:
    """Yield the dates that are asked for with their worth; those without a year in the years of a time."""
    for each in asked:
        for year in {each.year or time[0].year, each.year or time[1].year}:
            with suppress(ValueError, OverflowError):  # the 29th of February of another year; the year 9999
                since = date(year, each.month or 1, each.day or 1)
                yield since, since + LENGTHS[each.named[-1]] - timedelta(days=1), WORTH[each.named[-1]]


def _share(time: tuple[date, date], spans: Iterable[_Span]) -> float:
    """Return the worth of the dates that a time lies in, `AROUND` of it where it only meets one, else 0."""
    (first, last), best = time, 0.0
    for since, until, worth in spans:
        if since <= first and last <= until:
            best = max(best, worth)
        elif first <= until and since <= last and last - first < LONGEST_AROUND:
            best = max(best, AROUND * worth)
    return best
