"""Evidence recall of conversations: every flat method beside Clew, in one run.

    python benchmarks/recall.py FILE... [--groups 3 12 100] [--gate]

A file is LoCoMo's, or one of chats (`chats_data.py`), whose questions name turns or whole sessions as evidence. Groups
are made up (`groups_data.py`). Each conversation becomes a space, and all are remembered before anything is asked.
Nothing here is tuned: the settings are the product's defaults. See README.md for what the figures mean.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import connection
import recall_baselines
import recall_report as report
from circumstances import circumstances, write
from evidence_recall import contained, share
from gating import missed
from groups_data import group
from langchain_core.embeddings import Embeddings
from recall_data import Asked, Talk, talks
from rich.progress import track
from vectors import kept

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.model import Filter, Hit
from clew.retrieval.pack import pack
from clew.retrieval.question import asks_breadth
from clew.settings import RecallSettings

OUT = Path("out")
SPACE = "bench-recall-"
TURNS = Filter(kinds=("Episode",))
SMALL, CHATS = 10, 4
"""A group of fewer people is made so often: few questions can be told apart by the names of few people."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    corpora = [list(each) for each in _corpora(options)]
    place, default = connection.place(options), encoder(options.encoder)
    found: dict[str, report.Results] = {}
    with ExitStack() as stack:
        stack.enter_context(kept(default, options.vectors))
        memories = {
            talk.name: stack.enter_context(_open(place, talk.name, default)) for told in corpora for talk in told
        }
        try:
            for talk in track([talk for told in corpora for talk in told], description="remember"):
                for each in talk.transcripts:
                    memories[talk.name].remember(each.turns, session=each.session)
            for told in corpora:
                found[told[0].corpus] = _measure(told, memories, options)
            around = circumstances(next(iter(memories.values())).space.graph)
        finally:
            for memory in memories.values() if not options.keep else ():
                connection.forget(memory.space)
    gates = report.gates(found)
    report.show(found, gates)
    write(options.json, {**around, "corpora": report.plain(found), "gates": gates})
    report.plot(found, options.plot)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="*", help="files of LoCoMo or of chats")
    parser.add_argument(
        "--groups", type=int, nargs="*", default=[], metavar="N", help="made-up chats of so many people"
    )
    parser.add_argument("--half", choices=("shown", "kept"), default="shown", help="wordings of the groups")
    parser.add_argument("--seed", type=int, default=7, help="draws names and days of the groups; default: %(default)s")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="only the first N of each file")
    parser.add_argument("--limit-questions", type=int, metavar="N", help="at most N of each file, spread evenly")
    parser.add_argument("--vectors", type=Path, help="file that keeps vectors from run to run")
    parser.add_argument("--engine", choices=("local", "gds"), default="local", help="computes PageRank")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "recall.json")
    parser.add_argument("--plot", type=Path, default=OUT / "recall.png")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    options = parser.parse_args()
    if not options.paths and not options.groups:
        parser.error("name a file, or --groups")
    return options


def _corpora(options: argparse.Namespace) -> Iterator[Sequence[Talk]]:
    for path in options.paths:
        yield talks(path, conversations=options.limit_conversations, questions=options.limit_questions)
    for size in options.groups:
        seeds = range(options.seed, options.seed + (CHATS if size < SMALL else 1))
        yield [group(size, options.half, seed) for seed in seeds]


def _open(place: connection.Place, name: str, default: Embeddings) -> Memory:
    memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE + name, encoder=default)
    connection.forget(memory.space)  # what an interrupted run left
    return memory


def _measure(told: Sequence[Talk], memories: dict[str, Memory], options: argparse.Namespace) -> report.Results:
    """Ask every question in every way."""
    on = RecallSettings.model_validate({"engine": options.engine})
    ways = {
        report.OFF: on.without_pagerank(),
        report.ON: on.changed(chat_walk=True),
        report.NARROW: on.changed(breadth=False),
        report.OURS: on,
    }
    results: report.Results = {}
    for talk in track(told, description=told[0].corpus):
        memory = memories[talk.name]
        marks = [report.Marks.of(talk, asked) for asked in talk.questions]
        for name, answers in recall_baselines.answers(talk, memory, on.limit).items():
            for asked, mark, hits in zip(talk.questions, marks, answers, strict=True):
                is_wide = name.endswith(recall_baselines.EXCERPTS) and asks_breadth(asked.text)
                results.setdefault(name, []).append((mark, _figures(talk, asked, hits, on, is_wide=is_wide)))
        for name, settings in ways.items():
            for asked, mark in zip(talk.questions, marks, strict=True):
                hits = memory.recall(asked.text, TURNS, settings=settings).hits
                is_wide = asks_breadth(asked.text) if settings.breadth is None else settings.breadth
                results.setdefault(name, []).append((mark, _figures(talk, asked, hits, settings, is_wide=is_wide)))
    return results


def _figures(
    talk: Talk, asked: Asked, hits: Sequence[Hit], settings: RecallSettings, *, is_wide: bool
) -> dict[str, float]:
    """Return the shares of a question's evidence, by turn unless it names sessions, by session, and by budget."""
    each_words = settings.breadth_words if is_wide else None
    found: dict[str, float] = {}
    if not talk.is_of_sessions:
        found |= _ranked([talk.ids[hit.id] for hit in hits], asked.evidence)
    sessions = list(dict.fromkeys(hit.session for hit in hits))
    found |= by_session(sessions, talk.sessions_of(asked))
    for budget in report.BUDGETS:
        packing = pack(hits, budget, each_words=each_words)
        found[report.evidence(budget)] = share([talk.ids[hit.id] for hit in packing.hits], asked.evidence)
        if budget == report.BUDGET:
            found[report.ANSWER] = contained(asked.answer, packing.text)
            found[report.SHOWN] = len(packing.hits) / 100
    return found


def _ranked(ids: Sequence[str], evidence: frozenset[str]) -> dict[str, float]:
    first = next((place for place, id in enumerate(ids, 1) if id in evidence), math.inf)
    return {"r@5": share(ids[:5], evidence), "r@10": share(ids[:10], evidence), "MRR": 1 / first, "hit@1": first == 1}


def by_session(sessions: Sequence[str], wanted: frozenset[str]) -> dict[str, float]:
    """Return how well a ranking of sessions finds those that are wanted, each figure 0 to 1."""
    best = sessions[: report.MOST]
    gains = sum(1 / math.log2(place + 2) for place, each in enumerate(best) if each in wanted)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(len(wanted), report.MOST)))
    return {
        "session hit@1": float(best[:1] != [] and best[0] in wanted),
        "session recall@5": share(best, wanted),
        "any@5": float(bool(wanted.intersection(best))),
        "all@5": float(wanted <= set(best)),
        "NDCG@5": gains / ideal,
    }


if __name__ == "__main__":
    sys.exit(main())
