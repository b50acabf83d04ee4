"""A query into ranked, dated, explained memory, in five stages: parse, search, walk, score, pack."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from time import perf_counter

from clew.graph.schema import CONVERSATION, DOCUMENTS, LEARNINGS, declared
from clew.graph.space import Contents, QueryRunner, Space, SpaceTransaction
from clew.model import Filter, Hit, Recall, ScoreParts
from clew.retrieval import score
from clew.retrieval.context import Context, Steps, resolve, returned_kinds, searched_kinds
from clew.retrieval.families import Conversation, Documents, Family, View
from clew.retrieval.hits import read_hits
from clew.retrieval.learnings.family import Learnings
from clew.retrieval.pack import pack
from clew.retrieval.question import answering, parse_question
from clew.retrieval.rerank import Reranker, reranked
from clew.retrieval.search import Named, Words, nearest, parts, send_names, send_words
from clew.retrieval.speakers import other_names
from clew.retrieval.walk import Walk, explore, rank_walks, way_to
from clew.settings import RecallSettings
from clew.text.instants import now

EVERYTHING = Filter()

_OWN_FAMILIES = {CONVERSATION: Conversation, DOCUMENTS: Documents, LEARNINGS: Learnings}


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
    clock = _Stopwatch()
    limit = settings.limit if reranker is None else max(settings.limit, settings.rerank_pool)

    def find(transaction: SpaceTransaction) -> tuple[Context, Mapping[Family, View]]:
        context, words, named = _parse(transaction, query, settings, where, among or families(), clock)
        return context, _search(transaction, context, among or families(), words, named, clock)

    def rank(run: QueryRunner, context: Context, views: Mapping[Family, View]) -> tuple[Context, tuple[Hit, ...], bool]:
        ranks = _walk(context, views, clock)
        best, ways = _score(run, context, views, ranks, limit, clock)
        with clock.stage("read"):
            return context, read_hits(run, context, best, ways), any(ranks)

    if settings.engine == "local":  # one transaction less to begin and end; the database walks in one of its own
        context, hits, has_walked = space.reading(lambda transaction: rank(transaction.run, *find(transaction)))
    else:
        context, hits, has_walked = rank(space.read, *space.reading(find))
    if reranker is not None:
        with clock.stage("rerank"):
            hits = _rerank(hits, query, reranker, settings)
    packing = pack(hits, settings.words, settings.fact_words, settings.breadth_words if context.wants_breadth else None)
    engine = settings.engine if has_walked else None
    return Recall(
        query, hits, packing.hits, packing.text, engine, clock.seconds(), packing.passed_over, packing.shortened
    )


def families() -> list[Family]:
    """Return the declared families; one that has nothing of its own is searched, walked and explained like any."""
    names = dict.fromkeys(family for kind in declared().kinds for family in kind.searched)
    return [_OWN_FAMILIES.get(name, Family)(name) for name in names]


def _parse(
    transaction: SpaceTransaction,
    query: str,
    settings: RecallSettings,
    where: Filter,
    among: Sequence[Family],
    clock: "_Stopwatch",
) -> tuple[Context, Words, Named]:
    """Read and embed the query, while the server looks its words and names up.

    The query is read against the contents of the space at the last recall. The present contents come with the words;
    where the query reads differently against them, all of this is done again. Names in a filter are looked up at once.
    """
    cached, embed = transaction.space.cached_contents, cache(transaction.space.embed_query)
    is_named = where.session is not None or where.speaker is not None
    held = transaction.contents() if is_named or cached.contents is None else cached.contents
    context = _context(transaction, query, settings, where, held)
    while True:
        with clock.stage("seeds"):
            fetch_named = send_names(transaction, context) if _may_name(context, among) else Named
            fetch_words = send_words(transaction, context)
        with clock.stage("encode"):
            vector = embed(context.question.text)
        with clock.stage("seeds"):
            named, words = fetch_named(), fetch_words()
        if words.contents != held:
            taken, held = context, words.contents
            context = _context(transaction, query, settings, where, held)
            if context != taken:
                continue
        cached.contents = held
        return replace(context, vector=vector), words, named


def _context(
    transaction: SpaceTransaction, query: str, settings: RecallSettings, where: Filter, contents: Contents | None
) -> Context:
    """Read the query against the contents of the space; None: nothing was ever remembered in it."""
    if contents is None:
        contents = Contents()
    else:
        transaction.check(contents)
    answerers = answering(contents.speakers)
    if answerers:
        settings = settings.for_chat(contents.sessions, has_turns_only=_are_turns(contents.kinds))
    returned = returned_kinds(where)
    searched = searched_kinds(returned, contents.kinds, where)
    names = other_names(contents.alias_sources, contents.speakers)
    asked_on = (where.as_of or now()).date()
    question = parse_question(query, contents.speakers, names, contents.date_order, asked_on)
    where = resolve(transaction, where, contents)
    common = settings.common(contents.texts)
    return Context(transaction.space, question, (), where, returned, searched, answerers, common, settings)


def _search(
    transaction: SpaceTransaction,
    context: Context,
    among: Sequence[Family],
    words: Words,
    named: Named,
    clock: "_Stopwatch",
) -> dict[Family, View]:
    """Search by vector, and fetch what lies around the hits of each family; a walk starts from the hits of all."""
    every = _asked(context, among)
    with clock.stage("seeds"):
        near = nearest(transaction, context, {label for family in every for label in _compared(context, family)})
        found = {family: family.search(transaction, context, near, words) for family in every}
    with clock.stage("neighbourhood"):
        fetches = {family: family.beside(transaction, context, found[family]) for family in every}
    with clock.stage("seeds"):
        starts = [each.starts for each in found.values()]
        seeds = {family: family.seeds(context, starts, named) for family in every}
    with clock.stage("neighbourhood"):
        fetch_arounds = explore(transaction, context, [Walk(seeds[family], family.walk(context)) for family in every])
        besides = {family: fetch() for family, fetch in fetches.items()}
        arounds = fetch_arounds()
    return {
        family: View(found[family], seeds[family], besides[family], around)
        for family, around in zip(every, arounds, strict=True)
    }


def _walk(context: Context, views: Mapping[Family, View], clock: "_Stopwatch") -> list[dict[str, float]]:
    """Compute Personalized PageRank of what each family's walk can reach; per family the ranks by id."""
    with clock.stage("pagerank"):
        walks = [Walk(view.seeds, family.walk(context)) for family, view in views.items()]
        return rank_walks(context, walks, [view.around for view in views.values()])


def _score(
    run: QueryRunner,
    context: Context,
    views: Mapping[Family, View],
    ranks: Sequence[Mapping[str, float]],
    limit: int,
    clock: "_Stopwatch",
) -> tuple[dict[str, ScoreParts], dict[str, Steps]]:
    """Score what was found and reached; return the best with their parts, best first, and the path to each."""
    with clock.stage("score"):
        tables = {
            family: family.score(run, context, view, rank)
            for (family, view), rank in zip(views.items(), ranks, strict=True)
        }
        closest = [view.found.pool.closest for view in views.values()]
        best = score.best(list(tables.values()), closest, context.settings.changed(limit=limit))
        ways: dict[str, Steps] = {}
        for family, table in tables.items():
            ids = [id for id in table.ids if id in best]
            before = family.paths(views[family], ids)
            ways |= {id: way_to(id, before) for id in ids if id in before}  # the cap cut the connections of the others
    return best, ways


def _rerank(hits: tuple[Hit, ...], query: str, reranker: Reranker, settings: RecallSettings) -> tuple[Hit, ...]:
    pool = settings.rerank_pool
    again = reranked(hits[:pool], query, reranker, settings.rerank_weight)
    return (*again, *hits[pool:])[: settings.limit]


def _asked(context: Context, among: Iterable[Family]) -> list[Family]:
    """Return the families of which the space has a kind that is searched."""
    return [family for family in among if context.kinds_of(family.name)]


def _compared(context: Context, family: Family) -> list[str]:
    """Return the labels that the vector index is asked for: a family's kinds and their parts."""
    kinds = context.kinds_of(family.name) if family.uses_index else []
    return [label for kind in kinds for label in (kind, *parts(context, kind))]


def _may_name(context: Context, among: Iterable[Family]) -> bool:
    """True if what the question names can help; turns alone are found by their words."""
    walks = [family.walk(context) for family in _asked(context, among)]
    return not _are_turns(context.searched) and any(walk.weight and walk.named for walk in walks)


def _are_turns(labels: Iterable[str]) -> bool:
    """True if some kinds are turns and their parts alone."""
    return {declared().kind(label).part_of or label for label in labels} <= {"Episode"}


class _Stopwatch:
    """Seconds per stage of a recall, and in all."""

    def __init__(self) -> None:
        self._start = perf_counter()
        self._stages: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        """Count what runs in the block for the stage."""
        begin = perf_counter()
        yield
        self._stages[name] = self._stages.get(name, 0.0) + perf_counter() - begin

    def seconds(self) -> dict[str, float]:
        """Return the seconds per stage, and ``total``."""
        return self._stages | {"total": perf_counter() - self._start}
