"""The baseline of latency: the same recall, but the walk's graph is the whole space, fetched each time."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from clew.graph.queries import load, parse
from clew.graph.rows import Row
from clew.graph.schema import CONVERSATION, declared
from clew.graph.space import Contents, Space, SpaceTransaction
from clew.model import Filter
from clew.retrieval import score
from clew.retrieval.context import Candidate, Context
from clew.retrieval.corrections import parameters
from clew.retrieval.families import Conversation, View
from clew.retrieval.pagerank import WalkGraph, pagerank
from clew.retrieval.question import parse_question
from clew.retrieval.search import parts, send_nearest, send_words
from clew.settings import RecallSettings

TURNS = Conversation(CONVERSATION)

EDGES = parse("edges", (Path(__file__).parent / "cypher" / "edges.cypher").read_text("utf-8"))


def recall(space: Space, query: str, settings: RecallSettings) -> tuple[list[str], dict[str, float]]:
    """The best ids, and the seconds: ``search``, ``fetch edges``, ``pagerank``, ``score and read``, ``total``."""
    marks = [time.perf_counter()]
    question = parse_question(query, (space.contents() or Contents()).speakers)
    turns = ("Episode",)
    vector = space.encoder.embed_query(question.text)
    context = Context(space, question, vector, Filter(kinds=turns), turns, frozenset(turns), (), 0, settings)
    found = space.reading(lambda transaction: _found(transaction, context))
    marks.append(time.perf_counter())
    rows = space.read(EDGES)
    marks.append(time.perf_counter())
    seeds = score.walk_seeds([found.starts], {}, settings.episode_walk)
    ranks = _ranks(space, rows, seeds, settings)
    marks.append(time.perf_counter())
    best = _best(context, found, ranks)
    _read(space, best)
    marks.append(time.perf_counter())
    names = ("search", "fetch edges", "pagerank", "score and read")
    return best, {**dict(zip(names, np.diff(marks).tolist(), strict=True)), "total": marks[-1] - marks[0]}


def _found(transaction: SpaceTransaction, context: Context) -> View:
    worded = send_words(transaction, context)()
    near = send_nearest(transaction, context, ["Episode", *parts(context, "Episode")])()
    return TURNS.search(transaction, context, near, worded)


def _ranks(space: Space, rows: Sequence[Row], seeds: Mapping[str, float], settings: RecallSettings) -> dict[str, float]:
    walk, numbers = _walk_graph(rows, seeds, settings)
    weighted = {numbers[id]: weight for id, weight in seeds.items()}
    damping = settings.episode_walk.damping
    values = pagerank(space.graph, walk, weighted, damping, settings.changed(engine="local"))
    reached = np.argsort(-values, kind="stable")[: settings.episode_walk.cap].tolist()
    ids = list(numbers)
    return {ids[number]: float(values[number]) for number in reached}


def _walk_graph(
    rows: Sequence[Row], seeds: Mapping[str, float], settings: RecallSettings
) -> tuple[WalkGraph, dict[str, int]]:
    """All relations both ways, dampened into hubs, as recall does."""
    sources = [row["source"] for row in rows for _ in row["targets"]]
    targets = [target for row in rows for target in row["targets"]]
    degrees = Counter(sources) + Counter(targets)
    numbers = {id: number for number, id in enumerate(dict.fromkeys([*seeds, *degrees]))}
    degree = np.array([max(degrees[id], 1) for id in numbers])
    into = np.minimum(1.0, settings.hub_degree / degree)
    source, target = (np.array([numbers[id] for id in ids], dtype=np.int64) for ids in (sources, targets))
    by_type = {type_: weight for (source, type_, _), weight in declared().walk_weights.items() if source == "Episode"}
    weight = np.array([by_type[type_] for row in rows for type_ in row["types"]])
    both = np.concatenate([source, target]), np.concatenate([target, source])
    return WalkGraph(len(numbers), *both, np.concatenate([weight, weight]) * into[both[1]]), numbers


def _best(context: Context, found: View, ranks: Mapping[str, float]) -> list[str]:
    space, settings = context.space, context.settings
    near = space.reading(lambda transaction: TURNS.beside(transaction, context, found)())
    candidates = found.pool.candidates | near.candidates | _candidates(space, ranks)
    scored = score.table(candidates, found.pool, context.question, settings)
    scored = score.add_pagerank(score.spread(scored, near.following, settings), ranks, settings.episode_walk.weight)
    return [scored.ids[row] for row in scored.best(settings.limit)]


def _candidates(space: Space, ranks: Mapping[str, float]) -> dict[str, Candidate]:
    found = _read(space, list(ranks))
    rows = zip(*(found[name] for name in ("id", "session", "speaker", "millisecond", "kind")), strict=True)
    return {
        id: Candidate(id, session, speaker, None if millisecond is None else millisecond / 1000)
        for id, session, speaker, millisecond, kind in rows
        if kind == "Episode"
    }


def _read(space: Space, ids: Sequence[str]) -> Mapping[str, Sequence[Any]]:
    """Return the properties of the nodes, column by column."""
    given = {"answering": [], "opening": 0, "as_of": None, "best": [], **parameters("")}
    return space.read(load("recall/read"), ids=list(ids), **given)[0]["nodes"]
