"""Evidence recall of conversations: every flat method beside Clew, in one run.

    python benchmarks/recall.py FILE... [--groups 3 12 100] [--facts observation] [--gate]

A file is LoCoMo's, or one of chats (`chats_data.py`), whose questions name turns or whole sessions as evidence. Groups
are made up (`groups_data.py`). Each conversation becomes a space. All are remembered before anything is asked, but for
the sessions before which a question is asked. With `--facts`, everything is asked once more when memory has facts:
those that LoCoMo's file holds, those of the rules, or those of a model. Nothing here is tuned: the settings are the
product's defaults. See README.md for what the figures mean.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

import connection
import recall_baselines
import recall_report as report
from circumstances import circumstances, write
from engines import agreement
from gating import missed
from groups_data import group
from langchain_core.embeddings import Embeddings
from leads import OURS, Measured, Results
from locomo_data import observations
from recall_data import Talk, talks
from recall_figures import Judge
from rich.progress import track
from sampling import spread
from vectors import kept

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.llm import chat_model
from clew.model import Filter, Transcript
from clew.retrieval.question import asks_breadth
from clew.settings import RecallSettings, Settings

OUT = Path("out")
SPACE = "bench-recall-"
TURNS, ALL = Filter(kinds=("Episode",)), Filter()
SMALL, CHATS = 10, 4
"""A group of fewer people is made so often: few questions can be told apart by the names of few people."""

Ways = Mapping[str, tuple[RecallSettings, Filter]]
"""By the name of each way to ask, the settings of recall and what it may return."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    corpora = list(_corpora(options))
    place, default = connection.place(options), encoder(options.encoder)
    settings = connection.model_settings(options) if options.facts == "model" else Settings()
    results: dict[str, Results] = {}
    with ExitStack() as stack:
        stack.enter_context(kept(default, options.vectors))
        memories = {
            talk.name: stack.enter_context(_open(place, talk.name, default, settings))
            for told in corpora
            for talk in told
        }
        try:
            for talk in track([talk for told in corpora for talk in told], description="remember"):
                _remember(memories[talk.name], next(talk.stages())[0])
            for told in corpora:
                results[told[0].corpus] = _measure(told, memories, _ways(options.engine))
            around = circumstances(next(iter(memories.values())).space.graph)
            around["engines"] = _check_engines(corpora, memories, options.check_engines)
            if options.facts:
                around["consolidated"] = _add_facts(options, memories)
                for told in corpora:
                    results[told[0].corpus] |= _measure(
                        told, memories, _ways_with_facts(options.engine), is_first=False
                    )
        finally:
            for memory in memories.values() if not options.keep else ():
                connection.forget(memory.space)
    found = {corpus: Measured(own, report.BY_GROUP) for corpus, own in results.items()}
    gates = report.gates(found)
    report.show(found, gates, sum(talk.skipped for told in corpora for talk in told))
    write(options.json, {**around, "corpora": report.plain(found, corpora), "gates": gates})
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
    parser.add_argument("--facts", choices=("observation", "rules", "model"), help="ask once more, with facts")
    connection.add_model_arguments(parser)
    parser.add_argument("--vectors", type=Path, help="file that keeps vectors from run to run")
    parser.add_argument("--engine", choices=("local", "gds"), default="local", help="computes PageRank")
    parser.add_argument("--check-engines", type=int, metavar="N", help="ask N questions of both engines")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "recall.json")
    parser.add_argument("--plot", type=Path, default=OUT / "recall.png")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    options = parser.parse_args()
    if not options.paths and not options.groups:
        parser.error("name a file, or --groups")
    if options.facts == "model" and not options.model:
        parser.error("--facts model needs --model")
    return options


def _corpora(options: argparse.Namespace) -> Iterator[Sequence[Talk]]:
    for path in options.paths:
        yield talks(path, conversations=options.limit_conversations, questions=options.limit_questions)
    for size in options.groups:
        seeds = range(options.seed, options.seed + (CHATS if size < SMALL else 1))
        yield [group(size, options.half, seed) for seed in seeds]


def _open(place: connection.Place, name: str, default: Embeddings, settings: Settings) -> Memory:
    memory = Memory.open(
        place.uri,
        auth=place.auth,
        database=place.database,
        space=SPACE + name,
        encoder=default,
        model=chat_model(settings),
        settings=settings,
    )
    connection.forget(memory.space)  # what an interrupted run left
    return memory


def _remember(memory: Memory, said: Sequence[Transcript]) -> None:
    for each in said:
        memory.remember(each.turns, session=each.session)


def _ways(engine: str) -> Ways:
    """Recall as it is, which comes last, and with what may be left out or added."""
    on = RecallSettings.model_validate({"engine": engine})
    return {
        report.OFF: (on.without_pagerank(), TURNS),
        report.ON: (on.changed(turns_walk=True), TURNS),
        report.NARROW: (on.changed(breadth=False), TURNS),
        report.WIDE: (on.changed(breadth=True), TURNS),
        OURS: (on, TURNS),
    }


def _ways_with_facts(engine: str) -> Ways:
    """Facts that lift turns, and facts that compete with turns for the words."""
    on = RecallSettings.model_validate({"engine": engine})
    return {report.FACTS: (on, TURNS), report.JOINT: (on, ALL)}


def _measure(told: Sequence[Talk], memories: Mapping[str, Memory], ways: Ways, *, is_first: bool = True) -> Results:
    """Ask every question in every way, the first time of flat methods, too; later all is remembered already."""
    results: Results = {}
    for talk in track(told, description=told[0].corpus):
        memory = memories[talk.name]
        for number, (said, part) in enumerate(talk.stages()):
            if number and is_first:
                _remember(memory, said)
            limit = RecallSettings().limit
            flat = recall_baselines.answers(part, memory, limit) if is_first else {}
            for place, asked in enumerate(part.questions):
                judge = Judge(part, asked, part.sessions_of(asked))
                marks, is_broad = report.marks(judge), asks_breadth(asked.text)
                for name, answers in flat.items():
                    is_wide = name.endswith(recall_baselines.EXCERPTS) and is_broad
                    words = RecallSettings().breadth_words if is_wide else None
                    results.setdefault(name, []).append((marks, judge.figures(answers[place], words)))
                for name, (settings, where) in ways.items():
                    hits = memory.recall(asked.text, where, settings=settings).hits
                    is_wide = is_broad if settings.breadth is None else settings.breadth
                    words = settings.breadth_words if is_wide else None
                    results.setdefault(name, []).append((marks, judge.figures(hits, words)))
    return results


def _check_engines(
    corpora: Sequence[Sequence[Talk]], memories: Mapping[str, Memory], count: int | None
) -> list[dict[str, object]]:
    """Ask so many questions, spread evenly, of both engines."""
    asked = [(memories[talk.name], each.text) for told in corpora for talk in told for each in talk.questions]
    return [asdict(agreement(memory, text)) for memory, text in (spread(asked, count) if count else ())]


def _add_facts(options: argparse.Namespace, memories: Mapping[str, Memory]) -> dict[str, object]:
    """Read the facts, or make them; return what became of them, per conversation."""
    paths = options.paths if options.facts == "observation" else ()
    found = {name: facts for path in paths for name, facts in observations(path).items()}
    became: dict[str, object] = {}
    for name, memory in track(list(memories.items()), description=f"facts: {options.facts}"):
        became[name] = asdict(memory.remember_facts(found[name]) if found else memory.consolidate())
    return became


if __name__ == "__main__":
    sys.exit(main())
