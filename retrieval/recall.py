"""A query into ranked, dated, explained memory, in five stages: parse, search, walk, score, pack."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import cache, partial
from logging import DEBUG, getLogger
from time import perf_counter

from clew.embedding import identity
from clew.graph.schema import CONVERSATION, DOCUMENTS, LEARNINGS, declared
from clew.graph.space import Contents, Due, QueryRunner, Space, SpaceTransaction
from clew.model import Filter, Hit, Recall, ScoreParts
from clew.retrieval import score
from clew.retrieval.context import Context, Steps, asked_on, resolve, returned_kinds, searched_kinds
from clew.retrieval.corrections import with_corrections
from clew.retrieval.families import Conversation, Documents, KindFamily, View
from clew.retrieval.hits import by_event, read_hits
from clew.retrieval.learnings.family import LearningsFamily
from clew.retrieval.pack import pack
from clew.retrieval.question import Question, QuestionForm, answering, parse_question
from clew.retrieval.rerank import Reranker, reranked
from clew.retrieval.search import Hits, Named, Words, less, parts, send_names, send_nearest, send_words, with_happening
from clew.retrieval.speakers import other_names
from clew.retrieval.unasked import needed
from clew.retrieval.updates import NEAR, said_once, settle
from clew.retrieval.walk import explore, rank_walks, way_to
from clew.settings import RecallSettings
from clew.text.instants import now

EVERYTHING = Filter()

_OWN_FAMILIES = {CONVERSATION: Conversation, DOCUMENTS: Documents, LEARNINGS: LearningsFamily}

_log = getLogger(__name__)

_Parse = Callable[..., Question]
"""Reads the query against the speakers of the space, and what else `parse_question` takes of it."""

_Seconds = dict[str, float]
"""Spent so far in each stage that `Recall.seconds` names."""


def recall(
    space: Space,
    query: str,
    settings: RecallSettings,
    where: Filter = EVERYTHING,
    among: Sequence[KindFamily] | None = None,
    reranker: Reranker | None = None,
    reader: Callable[[str, date], QuestionForm | None] | None = None,
) -> Recall:
    """Find what a space remembers of a query.

    Args:
        space: whose memories.
        query: a question or a topic.
        settings: weights, pools, engine, budget.
        where: which memories.
        among: families that are searched; None: all that are declared.
        reranker: reads the best again; see `clew.retrieval.rerank`.
        reader: reads the query on the day on which it is asked; None, as from the reader: rules do.

    Raises:
        InvalidInput: the query is blank, or a kind is unknown.
        NotFound: the space has no such session or speaker.
        Conflict: the space is being forgotten, or the store's encoder was changed since memory was opened.
    """
    began, seconds = perf_counter(), _Seconds()
    parse = partial(parse_question, query)
    if reader is not None:
        with _timed(seconds, "parse"):
            parse = partial(parse, form=reader(query, asked_on(space, where)))
    context, hits, has_walked = _found(space, parse, settings, where, among or families(), reranker, seconds)
    if reranker is not None:
        with _timed(seconds, "rerank"):
            best, others = hits[: settings.rerank_pool], hits[settings.rerank_pool :]
            hits = (*reranked(best, query, reranker, settings.rerank_weight), *others)
    hits = hits[: settings.limit]
    confidence = max((hit.relevance for hit in hits), default=0.0)
    unasked = 0.0
    if settings.floor:
        texts = [hit.text for hit in hits]
        unasked = needed(context.question, context.vector, identity(space.encoder), context.texts, texts)
    if confidence < settings.min_confidence:
        hits = ()
    elif settings.near_share:
        hits = tuple(hit for hit in hits if hit.relevance >= settings.near_share * confidence)
    with _timed(seconds, "pack"):
        breadth = settings.breadth_words if context.wants_breadth else None
        packing = pack(hits, settings.words, settings.fact_words, breadth)
    engine = settings.engine if has_walked else None
    seconds["total"] = perf_counter() - began
    if _log.isEnabledFor(DEBUG):
        _log.debug("recall ms: %s", " ".join(f"{stage}={spent * 1000:.1f}" for stage, spent in seconds.items()))
    return Recall(
        query,
        hits,
        packing.hits,
        packing.text,
        engine,
        seconds,
        packing.passed_over,
        packing.shortened,
        confidence,
        max(settings.floor, unasked),
    )


def families() -> list[KindFamily]:
    """Return the declared families; one that has nothing of its own is searched, walked and explained like any."""
    names = dict.fromkeys(family for kind in declared().kinds for family in kind.searched)
    return [_OWN_FAMILIES.get(name, KindFamily)(name) for name in names]


def _found(
    space: Space,
    parse: _Parse,
    settings: RecallSettings,
    where: Filter,
    among: Sequence[KindFamily],
    reranker: Reranker | None,
    seconds: _Seconds,
) -> tuple[Context, tuple[Hit, ...], bool]:
    """Read the query, search, walk, score and read the best; return the hits, and whether anything was walked."""
    limit = max(settings.limit, NEAR, settings.rerank_pool if reranker else 0)

    def find(transaction: SpaceTransaction) -> tuple[Context, dict[KindFamily, View]]:
        then = replace(where, known_at=where.known_at or now()) if transaction.is_undone else where  # past the index
        context, words, named, near = _parse(transaction, parse, settings, then, among, seconds)
        return context, _search(transaction, context, among, words, named, near, seconds)

    def rank(
        run: QueryRunner, context: Context, views: Mapping[KindFamily, View]
    ) -> tuple[Context, tuple[Hit, ...], bool]:
        ranks = _walk(context, views, seconds)
        best, ways = _score(run, context, views, ranks, limit, seconds)
        with _timed(seconds, "read"):
            cosine = {id: each for view in views.values() for id, each in view.pool.cosine.items()}
            read, corrects = read_hits(run, context, best, ways, cosine)
            hits = said_once(by_event(read, context.question, settings, where))
            hits = with_corrections(hits, corrects)
        hits = settle(hits, context.question, context.answering, settings.recent)
        return context, hits, any(ranks.values())

    def find_and_rank(transaction: SpaceTransaction) -> tuple[Context, tuple[Hit, ...], bool]:
        return rank(transaction.run, *find(transaction))

    if settings.engine == "local":  # one transaction less to begin and end; the database walks in one of its own
        return space.reading(find_and_rank, looks=False)
    return rank(space.read, *space.reading(find, looks=False))


def _parse(
    transaction: SpaceTransaction,
    parse: _Parse,
    settings: RecallSettings,
    where: Filter,
    among: Sequence[KindFamily],
    seconds: _Seconds,
) -> tuple[Context, Words, Named, Callable[[], Hits]]:
    """Read and embed the query, while the server looks its words and names up, and send its vector.

    The query is read against the contents of the space at the last recall. The present contents come with the words;
    where the query reads differently against them, all of this is done again. Names in a filter are looked up at once.
    """
    cached, embed = transaction.space.cached_contents, cache(transaction.space.embed_query)
    is_named = any(each is not None for each in (where.session, where.speaker, where.entity))
    held = transaction.contents() if is_named or cached.contents is None else cached.contents
    context = _context(transaction, parse, settings, where, held)
    while True:
        walks = [family.walk(context) for family in among if context.kinds_of(family.name)]
        has_walk = any(walk.weight and walk.named for walk in walks)
        with _timed(seconds, "seeds"):
            # what the question names helps a walk; turns alone are found by their words
            has_names = has_walk and not _are_turns(context.searched)
            fetch_named = send_names(transaction, context) if has_names else Named
            fetch_words = send_words(transaction, context)
        with _timed(seconds, "encode"):
            vector = embed(context.question.with_names or context.question.text)
            names = [transaction.space.embed_name(name) for name in context.question.names]
            embedded = replace(context, vector=less(vector, names) if names else vector)
        with _timed(seconds, "seeds"):
            kinds = {kind for family in among if family.uses_index for kind in context.kinds_of(family.name)}
            fetch_near = send_nearest(transaction, embedded, kinds.union(*(parts(context, kind) for kind in kinds)))
            named, words = fetch_named(), fetch_words()
        if words.is_due and transaction.space.forget_expired is not None:
            raise Due
        if words.contents != held:
            taken, held = context, words.contents
            context = _context(transaction, parse, settings, where, held)
            if context != taken:
                continue
        cached.contents = held
        return embedded, words, named, fetch_near


def _context(
    transaction: SpaceTransaction, parse: _Parse, settings: RecallSettings, where: Filter, contents: Contents | None
) -> Context:
    """Read the query against the contents of the space; None: nothing was ever remembered in it."""
    if contents is None:
        contents = Contents()
    else:
        transaction.check(contents)
    answerers = answering(contents.speakers)
    if answerers:
        settings = settings.for_chat(contents.sessions)
    if _are_turns(contents.kinds) and not settings.turns_walk:
        settings = settings.without_pagerank()
    returned = returned_kinds(where)
    searched = searched_kinds(returned, contents.kinds, where)
    names = other_names(contents.alias_sources, contents.speakers)
    question = parse(contents.speakers, names, contents.date_order, asked_on(transaction.space, where))
    where = resolve(transaction, where, contents)
    return Context(transaction.space, question, (), where, returned, searched, answerers, contents.texts, settings)


def _search(
    transaction: SpaceTransaction,
    context: Context,
    among: Sequence[KindFamily],
    words: Words,
    named: Named,
    fetch_near: Callable[[], Hits],
    seconds: _Seconds,
) -> dict[KindFamily, View]:
    """Fetch what is near and what lies around the hits of each family; a walk starts from the hits of all."""
    every = [family for family in among if context.kinds_of(family.name)]
    with _timed(seconds, "seeds"):
        near, happening = with_happening(transaction, context, fetch_near())
        context = replace(context, happening=happening)
        views = {family: family.search(transaction, context, near, words) for family in every}
    with _timed(seconds, "neighbourhood"):
        fetch_beside = {family: family.beside(transaction, context, view) for family, view in views.items()}
    with _timed(seconds, "seeds"):
        starts = [view.starts for view in views.values()]
        seeds = {family: family.seeds(context, starts, named) for family in every}
    with _timed(seconds, "neighbourhood"):
        walks = {family: (seeds[family], family.walk(context)) for family in every}
        fetch_around = explore(transaction, context, walks)
        beside = {family: fetch() for family, fetch in fetch_beside.items()}
        around = fetch_around()
    return {
        family: replace(view, seeds=seeds[family], beside=beside[family], around=around[family])
        for family, view in views.items()
    }


def _walk(context: Context, views: Mapping[KindFamily, View], seconds: _Seconds) -> dict[KindFamily, dict[str, float]]:
    """Compute Personalized PageRank of what each family's walk can reach; per family the ranks by id."""
    with _timed(seconds, "pagerank"):
        walks = {family: (view.seeds, family.walk(context)) for family, view in views.items()}
        tables = [view.starts for view in views.values()]
        found = {id: score for each in tables for id, score in zip(each.ids, each.total.tolist(), strict=True)}
        return rank_walks(context, walks, {family: view.around for family, view in views.items()}, found)


def _score(
    run: QueryRunner,
    context: Context,
    views: Mapping[KindFamily, View],
    ranks: Mapping[KindFamily, Mapping[str, float]],
    limit: int,
    seconds: _Seconds,
) -> tuple[dict[str, ScoreParts], dict[str, Steps]]:
    """Score what was found and reached; return the best with their parts, best first, and the path to each."""
    with _timed(seconds, "score"):
        tables = {family: family.score(run, context, view, ranks[family]) for family, view in views.items()}
        closest = [view.pool.closest for view in views.values()]
        best = score.best(list(tables.values()), closest, context.settings.changed(limit=limit))
        ways: dict[str, Steps] = {}
        for family, table in tables.items():
            ids = [id for id in table.ids if id in best]
            before = family.paths(views[family], ids)
            ways |= {id: way_to(id, before) for id in ids if id in before}  # the cap cut the connections of the others
    return best, ways


def _are_turns(labels: Iterable[str]) -> bool:
    return {declared().kind(label).part_of or label for label in labels} <= {"Episode"}


@contextmanager
def _timed(seconds: _Seconds, stage: str) -> Generator[None]:
    began = perf_counter()
    yield
    seconds[stage] = seconds.get(stage, 0.0) + perf_counter() - began
