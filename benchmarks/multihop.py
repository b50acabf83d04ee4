"""Retrieval of evidence that lies in several paragraphs: HotpotQA and MuSiQue, flat baselines beside recall.

    python benchmarks/multihop.py FOLDER [--gate]

FOLDER holds `hotpotqa_dev.json.xz` and `musique_dev.json.xz`. Each paragraph is a document. The figures are the share
of a question's evidence among the best 2, 5 and 10 paragraphs, and how often the best 5 have all. They are taken for
each corpus, for both in one space, and for all of these without titles. The methods are dense search, BM25 and two
fusions, and recall without and with PageRank. A control is recall over the same graph with its relations shuffled. See
README.md.
"""

import argparse
import dataclasses
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import connection
import multihop_baselines as baselines
import multihop_report as report
from circumstances import circumstances, write
from engines import Agreement, agreement
from evidence_recall import share
from gating import missed
from langchain_core.embeddings import Embeddings
from leads import OURS, Measured, Results
from multihop_control import shuffled
from multihop_data import Corpus, Question, read, variants
from multihop_report import ALL, COLUMNS, OFF, SHUFFLED, TOPS, Found
from rich.progress import track

from clew.api.memory import Memory
from clew.embedding import encoder, identity
from clew.loaders.documents import documents
from clew.model import Filter, Recall
from clew.retrieval.browse import stats
from clew.settings import RecallSettings

OUT = Path("out")
SPACE = "bench-multihop-"
ALL_AMONG = 5
LIMIT = 100
"""Hits asked for."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    asked = variants(read(options.folder, options.questions))
    place = connection.place(options)
    default = encoder(options.encoder)
    once = baselines.Remembered(default, identity(default))
    found: list[Found] = []
    around: dict[str, object] = {}
    for corpus in asked:
        with _open(place, corpus.name, once) as memory:
            try:
                found.append(_measure(corpus, memory, once, options))
                around = circumstances(memory.space.graph)
            finally:
                if not options.keep:
                    connection.forget(memory.space)
    return _report(found, around, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds hotpotqa_dev.json.xz and musique_dev.json.xz")
    parser.add_argument("--questions", type=int, metavar="N", help="only the first N of each, and as far as they reach")
    parser.add_argument("--engine", choices=("local", "gds"), default="local", help="computes PageRank")
    parser.add_argument("--check-engines", type=int, default=0, metavar="N", help="ask N questions of both engines")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "multihop.json")
    parser.add_argument("--plot", type=Path, default=OUT / "multihop.png")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    return parser.parse_args()


def _open(place: connection.Place, name: str, once: Embeddings) -> Memory:
    space = SPACE + name.lower().replace(", ", "-")
    return Memory.open(place.uri, auth=place.auth, database=place.database, space=space, encoder=once)


def _measure(corpus: Corpus, memory: Memory, once: Embeddings, options: argparse.Namespace) -> Found:
    connection.forget(memory.space)  # what an interrupted run left
    _remember(corpus, memory)
    ranked = baselines.rankings(corpus, once)
    ranked |= {name: _ask(corpus, memory, name, settings) for name, settings in _ours(options.engine).items()}
    agreed = _check_engines(corpus, memory, options.check_engines)
    with shuffled(memory.space):
        ranked[SHUFFLED] = _ask(corpus, memory, SHUFFLED, _ours(options.engine)[OURS])
    results: Results = {
        name: [((each.type,), figures(ranking, each)) for ranking, each in zip(lists, corpus.questions, strict=True)]
        for name, lists in ranked.items()
    }
    size = stats(memory.space)
    sizes = {"documents": size.nodes["Document"], "passages": size.nodes["Passage"], "entities": size.nodes["Entity"]}
    return Found(corpus.name, Measured(results, COLUMNS), sizes | dict(size.relationships), agreed)


def _remember(corpus: Corpus, memory: Memory) -> None:
    groups = list(documents.grouped(each.written for each in corpus.paragraphs))
    for group in track(groups, description=f"remember {corpus.name}", transient=True):
        documents.remember(memory.space, group)


def _ours(engine: str) -> dict[str, RecallSettings]:
    on = RecallSettings.model_validate({"engine": engine, "limit": LIMIT})
    return {OFF: on.without_pagerank(), OURS: on}


def _ask(corpus: Corpus, memory: Memory, name: str, settings: RecallSettings) -> list[list[str]]:
    """Per question the paragraphs, each where its first passage stands."""
    asked = track(corpus.questions, description=f"{corpus.name}: {name}", transient=True)
    return [paragraphs(memory.recall(each.text, Filter(kinds=("Passage",)), settings=settings)) for each in asked]


def paragraphs(recalled: Recall) -> list[str]:
    """Return the paragraphs of a recall, each where its first passage stands."""
    return list(dict.fromkeys(hit.document.removeprefix("document:") for hit in recalled.hits))


def figures(ranking: Sequence[str], question: Question) -> dict[str, float]:
    """Shares of a question's evidence, 0..1, at each cut; `A@5` is 1 where nothing is missing."""
    found = {f"R@{top}": share(ranking[:top], question.gold) for top in TOPS}
    return found | {ALL: float(question.gold <= set(ranking[:ALL_AMONG]))}


def _check_engines(corpus: Corpus, memory: Memory, count: int) -> list[Agreement]:
    """Ask so many questions, spread evenly, of both engines."""
    step = max(1, len(corpus.questions) // count) if count else 1
    return [agreement(memory, each.text) for each in corpus.questions[::step][:count]]


def _report(found: Sequence[Found], around: Mapping[str, object], options: argparse.Namespace) -> int:
    gates = report.gates(found)
    report.show(found, gates)
    settings = _ours(options.engine)[OURS].model_dump()
    corpora = {each.corpus: _json(each) for each in found}
    write(options.json, {**around, "settings": settings, "corpora": corpora, "gates": gates})
    report.plot(found, options.plot)
    return int(options.gate and missed(gates))


def _json(found: Found) -> dict[str, object]:
    return {
        "sizes": found.sizes,
        **found.measured.plain(),
        "engines": [dataclasses.asdict(each) for each in found.agreed],
    }


if __name__ == "__main__":
    sys.exit(main())
