"""A query into ranked, dated, explained memory: search, expand, rank, score, read, pack; family by family."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from clew.graph.schema import declared
from clew.graph.space import Contents, Run, Space, SpaceTransaction
from clew.model import Filter, Hit, Recall
from clew.retrieval import named_nodes, roles, score, walks, words
from clew.retrieval.candidates import Steps
from clew.retrieval.context import Context, resolve, returned_kinds, searched_kinds
from clew.retrieval.families import families
from clew.retrieval.families.family import Family, View
from clew.retrieval.hits import read_hits
from clew.retrieval.named_nodes import Named
from clew.retrieval.nearest import nearest
from clew.retrieval.pack import pack
from clew.retrieval.question import parse_question
from clew.retrieval.rerank import Reranker, reranked
from clew.retrieval.score import Table
from clew.retrieval.speakers import other_names
from clew.retrieval.stopwatch import Stopwatch
from clew.retrieval.walks import Walk
from clew.retrieval.words import Words
from clew.settings import RecallSettings
from clew.text.instants import now

EVERYTHING = Filter()


def recall(
    space: Space,
    query: str,
    settings: RecallSettings,
    where: Filter = EVERYTHING,
    among: Sequence[Family] | None = None,
    reranker: Reranker | None = None,
) -> Recall:
    """Find what a space remembers of a query.

    Args:
        space: whose memories.
        query: a question or a topic.
        settings: weights, pools, engine, budget.
        where: which memories.
        among: families that are searched; None: all that are declared.
        reranker: reads the best again; see `clew.retrieval.rerank`.

    Raises:
        InvalidInput: the query is blank, or a kind is unknown.
        NotFound: the space has no such session or speaker.
        Conflict: the space is being forgotten, or the store's encoder was changed since memory was opened.
    """
    clock = Stopwatch()
    limit = settings.limit if reranker is None else max(settings.limit, settings.rerank_pool)

    def look(transaction: SpaceTransaction) -> _Seen:
        return _look(transaction, _ask(transaction, query, settings, where, among or families(), clock), clock)

    def rank(run: Run, seen: _Seen) -> _Ranked:
        return _rank(run, seen, limit, clock)

    if settings.engine == "local":  # one transaction less to begin and end; the database walks in one of its own
        ranked = space.reading(lambda transaction: rank(transaction.run, look(transaction)))
    else:
        ranked = rank(space.read, space.reading(look))
    hits = ranked.hits
    if reranker is not None:
        with clock.stage("rerank"):
            pool = settings.rerank_pool
            again = reranked(hits[:pool], query, reranker, settings.rerank_weight)
            hits = (*again, *hits[pool:])[: settings.limit]
    each_words = settings.breadth_words if ranked.wants_breadth else None
    packing = pack(hits, settings.words, settings.fact_words, each_words)
    engine = settings.engine if ranked.has_walked else None
    return Recall(
        query, hits, packing.hits, packing.text, engine, clock.seconds(), packing.passed_over, packing.shortened
    )


class _Asked(NamedTuple):
    """A query that was read against what the space holds, and what it has of its words and names."""

    context: Context
    every: Sequence[Family]
    worded: Words
    named: Named


class _Seen(NamedTuple):
    """What the families see of the graph for one query, a view per family."""

    context: Context
    every: Sequence[Family]
    views: Sequence[View]


class _Ranked(NamedTuple):
    """The best of it, best first."""

    hits: tuple[Hit, ...]
    wants_breadth: bool
    has_walked: bool


def _ask(
    transaction: SpaceTransaction,
    query: str,
    settings: RecallSettings,
    where: Filter,
    among: Sequence[Family],
    clock: Stopwatch,
) -> _Asked:
    """Read and embed the query, while the server looks its words and names up.

    The query is read against what the space held when it was last looked at. What it holds now comes with the words:
    where the query reads differently then, all of this is done again. What a filter names is looked for at once.
    """
    guess, embed = transaction.space.guess, cache(transaction.space.embed_query)
    is_named = where.session is not None or where.speaker is not None
    held = transaction.contents() if is_named or guess.contents is None else guess.contents
    context = _context(transaction, query, settings, where, held)
    while True:
        every = [family for family in among if context.kinds_of(family.name)]
        with clock.stage("seeds"):
            fetch_named = named_nodes.send(transaction, context) if _may_name(context, every) else Named
            fetch_words = words.send(transaction, context)
        with clock.stage("encode"):
            vector = embed(context.question.text)
        with clock.stage("seeds"):
            named, worded = fetch_named(), fetch_words()
        if worded.contents != held:
            taken, held = context, worded.contents
            context = _context(transaction, query, settings, where, held)
            if context != taken:
                continue
        guess.contents = held
        return _Asked(replace(context, vector=vector), every, worded, named)


def _context(
    transaction: SpaceTransaction, query: str, settings: RecallSettings, where: Filter, contents: Contents | None
) -> Context:
    """Read the query against what the space holds; None: nothing was ever remembered in it."""
    if contents is None:
        contents = Contents()
    else:
        transaction.check(contents)
    answering = roles.answering(contents.speakers)
    if answering:
        settings = settings.for_chat(contents.sessions, has_turns_only=_are_turns(contents.kinds))
    returned = returned_kinds(where)
    searched = searched_kinds(returned, contents.kinds, where)
    names = other_names(contents.alias_sources, contents.speakers)
    asked_on = (where.as_of or now()).date()
    question = parse_question(query, contents.speakers, names, contents.date_order, asked_on)
    where = resolve(transaction, where, contents)
    common = settings.common(contents.texts)
    return Context(transaction.space, question, (), where, returned, searched, answering, common, settings)


def _look(transaction: SpaceTransaction, asked: _Asked, clock: Stopwatch) -> _Seen:
    """Search by vector, and fetch what lies around the hits of each family; a walk starts from the hits of all."""
    context, every, worded, named = asked
    with clock.stage("seeds"):
        near = nearest(transaction, context, {label for family in every for label in family.compared(context)})
        found = [family.search(transaction, context, near, worded) for family in every]
    with clock.stage("neighbourhood"):
        fetch_besides = [family.beside(transaction, context, each) for family, each in zip(every, found, strict=True)]
    with clock.stage("seeds"):
        starts = [family.starts(each) for family, each in zip(every, found, strict=True)]
        seeds = [family.seeds(context, starts, named) for family in every]
    with clock.stage("neighbourhood"):
        started = [Walk(seed, family.walk(context)) for family, seed in zip(every, seeds, strict=True)]
        fetch_arounds = walks.explore(transaction, context, started)
        besides = [fetch() for fetch in fetch_besides]
        views = [
            family.expand(transaction, context, each, seed, beside, around)
            for family, each, seed, beside, around in zip(every, found, seeds, besides, fetch_arounds(), strict=True)
        ]
    return _Seen(context, every, views)


def _rank(run: Run, seen: _Seen, limit: int, clock: Stopwatch) -> _Ranked:
    """Walk from the hits, score what was seen, and read the best."""
    context, every, views = seen
    with clock.stage("pagerank"):
        started = [Walk(view.seeds, family.walk(context)) for family, view in zip(every, views, strict=True)]
        ranks = walks.rank(context, started, [view.around for view in views])
    with clock.stage("score"):
        tables = [family.score(context, view, rank) for family, view, rank in zip(every, views, ranks, strict=True)]
        best = score.best(tables, [view.pool.closest for view in views], context.settings.changed(limit=limit))
        ways = _ways(every, views, tables, set(best))
    with clock.stage("read"):
        hits = read_hits(run, context, best, ways)
    return _Ranked(hits, context.wants_breadth, any(ranks))


def _may_name(context: Context, every: Sequence[Family]) -> bool:
    """True if what the question names can help; turns alone are found by their words."""
    settings = [family.walk(context) for family in every]
    return not _are_turns(context.searched) and any(walk.weight and walk.named for walk in settings)


def _are_turns(labels: Iterable[str]) -> bool:
    """True if some kinds are turns and their parts alone."""
    return {declared().kind(label).part_of or label for label in labels} <= {"Episode"}


def _ways(
    every: Sequence[Family], views: Sequence[View], tables: Sequence[Table], best: set[str]
) -> Mapping[str, Steps]:
    ways: dict[str, Steps] = {}
    for family, view, table in zip(every, views, tables, strict=True):
        ways |= family.explain(view, [id for id in table.ids if id in best])
    return ways
