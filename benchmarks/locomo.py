"""Evidence recall on LoCoMo: flat baselines beside recall with and without PageRank, all in one run.

    python benchmarks/locomo.py locomo10.json [--facts observation|rules|model]

With `--facts`, everything is asked once more when memory has facts. `observation` takes those that the file itself
holds, an oracle for good extraction. `rules` takes those of the extractor without a model. `model` takes those of a
language model, on a sample where it is slow. Nothing here is tuned: the settings are the product's defaults. See
README.md for what the figures mean.
"""

import argparse
import dataclasses
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import baselines
import connection
import locomo_methods as methods
import locomo_report as report
from circumstances import circumstances, write
from engines import Agreement, agreement
from evidence_recall import figures
from gating import missed
from intervals import Estimate, Rows, differences, estimates
from langchain_core.embeddings import Embeddings
from locomo_data import CATEGORIES, Conversation, Question, conversations, observations, transcripts
from locomo_methods import Method
from locomo_report import PAIRS
from rich.progress import Progress

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.llm import chat_model
from clew.model import Filter
from clew.settings import Settings

OUT = Path("out")
SPACE = "bench-locomo-"

Results = dict[str, list[tuple[Question, dict[str, float]]]]
"""Per method, each question with its figures."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    told = conversations(options.path, options.limit_sessions)[: options.limit_conversations]
    place = connection.place(options)
    default, settings = encoder(options.encoder), _settings(options)
    with ExitStack() as stack:
        memories = {each.name: stack.enter_context(_open(place, each.name, default, settings)) for each in told}
        try:
            results, agreed, consolidated = _measure(told, memories, options, default)
            around = {**circumstances(next(iter(memories.values())).space.graph), "consolidated": consolidated}
        finally:
            if not options.keep:
                for memory in memories.values():
                    connection.forget(memory.space)
    return _report(told, results, agreed, around, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="LoCoMo's JSON file")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="only the first N")
    parser.add_argument("--limit-sessions", type=int, metavar="N", help="only the first N of each, and their questions")
    parser.add_argument("--facts", choices=("observation", "rules", "model"), help="ask once more, with facts")
    connection.add_model_arguments(parser)
    parser.add_argument("--engine", choices=("local", "gds"), default="local", help="computes PageRank")
    parser.add_argument("--check-engines", type=int, default=0, metavar="N", help="ask N questions of both engines")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "locomo.json")
    parser.add_argument("--plot", type=Path, default=OUT / "locomo.png")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    return parser.parse_args()


def _settings(options: argparse.Namespace) -> Settings:
    """With the language model where it makes the facts."""
    if options.facts == "model" and not options.model:
        raise SystemExit("--facts model needs --model")
    return connection.model_settings(options) if options.facts == "model" else Settings()


def _open(place: connection.Place, name: str, default: Embeddings, settings: Settings) -> Memory:
    memory = Memory.open(
        place.uri,
        auth=place.auth,
        database=place.database,
        space=f"{SPACE}{name}",
        encoder=default,
        model=chat_model(settings),
        settings=settings,
    )
    connection.forget(memory.space)  # what an interrupted run left
    return memory


def _measure(
    told: Sequence[Conversation],
    memories: Mapping[str, Memory],
    options: argparse.Namespace,
    default: Embeddings,
) -> tuple[Results, list[Agreement], dict[str, object]]:
    """Everything is remembered before anything is asked: full text weighs words by the whole index."""
    results: Results = defaultdict(list)
    consolidated: dict[str, object] = {}
    with Progress() as progress:
        _remember(options, memories, progress)
        for each in progress.track(told, description="baselines"):
            _ask_baselines(each, results, default)
        _ask(told, memories, methods.without_facts(options.engine), results, progress)
        if options.facts:
            consolidated = _add_facts(options, memories, progress)
            _ask(told, memories, methods.with_facts(options.engine), results, progress)
    return results, _check_engines(told, memories, options.check_engines), consolidated


def _remember(options: argparse.Namespace, memories: Mapping[str, Memory], progress: Progress) -> None:
    wanted = [
        (memories[name], each) for name, each in transcripts(options.path, options.limit_sessions) if name in memories
    ]
    for memory, each in progress.track(wanted, description="remember"):
        memory.remember(each.turns, session=each.session)


def _add_facts(options: argparse.Namespace, memories: Mapping[str, Memory], progress: Progress) -> dict[str, object]:
    """Read the facts, or make them; what became of them, per conversation."""
    found = observations(options.path) if options.facts == "observation" else {}
    became: dict[str, object] = {}
    for name, memory in progress.track(list(memories.items()), description=f"facts: {options.facts}"):
        done = memory.remember_facts(found[name]) if found else memory.consolidate()
        became[name] = dataclasses.asdict(done)
    return became


def _ask_baselines(conversation: Conversation, results: Results, default: Embeddings) -> None:
    costs = _costs(conversation)
    for name, ranked in baselines.rankings(conversation, default).items():
        for question, ranking in zip(conversation.questions, ranked, strict=True):
            results[name].append((question, figures(ranking, question.evidence, costs)))


def _ask(
    told: Sequence[Conversation],
    memories: Mapping[str, Memory],
    wanted: Sequence[Method],
    results: Results,
    progress: Progress,
) -> None:
    task = progress.add_task("ask", total=sum(len(each.questions) for each in told))
    for each in told:
        costs = _costs(each)
        for question in each.questions:
            for method in wanted:
                found = memories[each.name].recall(question.text, Filter(kinds=method.kinds), settings=method.settings)
                results[method.name].append((question, methods.figures_of(found, question, costs)))
            progress.advance(task)


def _costs(conversation: Conversation) -> dict[str, int]:
    return {turn.id: turn.words for turn in conversation.turns}


def _check_engines(told: Sequence[Conversation], memories: Mapping[str, Memory], count: int) -> list[Agreement]:
    """Ask so many questions, spread evenly, of both engines."""
    asked = [(memories[each.name], question.text) for each in told for question in each.questions]
    step = max(1, len(asked) // count) if count else 1
    return [agreement(memory, text) for memory, text in asked[::step][:count]]


def _report(
    told: Sequence[Conversation],
    results: Results,
    agreed: Sequence[Agreement],
    around: Mapping[str, object],
    options: argparse.Namespace,
) -> int:
    summary = {
        name: {group: estimates(rows) for group, rows in _groups(found).items()} for name, found in results.items()
    }
    paired = {f"{a} - {b}": differences(_rows(results[a]), _rows(results[b])) for a, b in PAIRS if a in results}
    gates = report.gates(summary, paired, is_oracle=options.facts == "observation")
    report.show(summary, paired, agreed, gates, sum(each.skipped for each in told))
    settings = methods.without_facts(options.engine)[-1].settings.model_dump()
    write(options.json, _json(told, summary, paired, agreed, gates, {**around, "settings": settings}))
    report.plot(summary, options.plot)
    return int(options.gate and missed(gates))


def _groups(found: Sequence[tuple[Question, dict[str, float]]]) -> dict[str, Rows]:
    by_category = {
        f"{number} {name}": [row for question, row in found if question.category == number]
        for number, name in CATEGORIES.items()
    }
    return {"overall": _rows(found), **{name: rows for name, rows in by_category.items() if rows}}


def _rows(found: Sequence[tuple[Question, dict[str, float]]]) -> Rows:
    return [row for _, row in found]


def _json(
    told: Sequence[Conversation],
    summary: Mapping[str, Mapping[str, Mapping[str, Estimate]]],
    paired: Mapping[str, Mapping[str, Estimate]],
    agreed: Sequence[Agreement],
    gates: Mapping[str, bool],
    around: Mapping[str, Any],
) -> dict[str, object]:
    return {
        **around,
        "conversations": {each.name: len(each.turns) for each in told},
        "questions": sum(len(each.questions) for each in told),
        "skipped": sum(each.skipped for each in told),
        "percent": {
            name: {group: _plain(found) for group, found in groups.items()} for name, groups in summary.items()
        },
        "differences": {name: _plain(found) for name, found in paired.items()},
        "engines": [dataclasses.asdict(each) for each in agreed],
        "gates": gates,
    }


def _plain(found: Mapping[str, Estimate]) -> dict[str, list[float]]:
    return {name: each.rounded(2) for name, each in found.items()}


if __name__ == "__main__":
    sys.exit(main())
