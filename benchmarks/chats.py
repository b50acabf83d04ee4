"""Evidence recall on chats with an assistant: flat baselines beside recall, all in one run.

    python benchmarks/chats.py chats.json.xz --gate

Each chat is a space. A baseline ranks whole messages. It is packed twice: whole, and with the excerpts that Clew would
show. So the ranking is compared and not the packing. Nothing here is tuned: the settings are the product's defaults.
See README.md for what the figures mean.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import chats_baselines
import chats_report as report
import connection
from chats_data import Chat, Question, chats
from circumstances import circumstances, write
from evidence_recall import TOPS, contained, share
from gating import missed
from langchain_core.embeddings import Embeddings
from rich.progress import Progress

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.model import Filter, Hit
from clew.retrieval.pack import pack
from clew.retrieval.question import asks_breadth
from clew.settings import RecallSettings

OUT = Path("out")
SPACE = "bench-chats-"
TURNS = Filter(kinds=("Episode",))


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    told = chats(options.path)[options.skip_chats :][: options.limit_chats]
    place, default = connection.place(options), encoder(options.encoder)
    with ExitStack() as stack:
        memories = {each.name: stack.enter_context(_open(place, each.name, default)) for each in told}
        try:
            results = _measure(told, memories, options)
            around = circumstances(next(iter(memories.values())).space.graph)
        finally:
            for memory in memories.values() if not options.keep else ():
                connection.forget(memory.space)
    return _report(told, results, around, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="a file of chats")
    parser.add_argument("--skip-chats", type=int, default=0, metavar="N", help="leave out the first N")
    parser.add_argument("--limit-chats", type=int, metavar="N", help="only the first N of these")
    parser.add_argument("--engine", choices=("local", "gds"), default="local", help="computes PageRank")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "chats.json")
    parser.add_argument("--plot", type=Path, default=OUT / "chats.png")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    return parser.parse_args()


def _open(place: connection.Place, name: str, default: Embeddings) -> Memory:
    memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE + name, encoder=default)
    connection.forget(memory.space)  # what an interrupted run left
    return memory


def _measure(told: Sequence[Chat], memories: dict[str, Memory], options: argparse.Namespace) -> report.Results:
    """Everything is remembered before anything is asked: full text weighs words by the whole index."""
    on = RecallSettings.model_validate({"engine": options.engine})
    results: report.Results = defaultdict(list)
    with Progress() as progress:
        for each in progress.track(told, description="remember"):
            for transcript in each.transcripts:
                memories[each.name].remember(transcript.turns, session=transcript.session)
        for each in progress.track(told, description="ask"):
            for name, answers in chats_baselines.answers(each, memories[each.name], on.limit).items():
                for question, hits in zip(each.questions, answers, strict=True):
                    wide = name.endswith(chats_baselines.EXCERPTS) and asks_breadth(question.text)
                    results[name].append((question, _figures(each, hits, question, on, wide=wide)))
            for name, settings in _ways(on).items():
                for question in each.questions:
                    found = memories[each.name].recall(question.text, TURNS, settings=settings)
                    wide = asks_breadth(question.text) if settings.breadth is None else settings.breadth
                    results[name].append((question, _figures(each, found.hits, question, settings, wide=wide)))
    return results


def _ways(settings: RecallSettings) -> dict[str, RecallSettings]:
    """Recall as it is, and without what may be left out."""
    return {
        report.WALKED: settings.changed(chat_walk=True),
        report.NARROW: settings.changed(breadth=False),
        report.WIDE: settings.changed(breadth=True),
        report.OURS: settings,
    }


def _figures(
    chat: Chat, hits: Sequence[Hit], question: Question, settings: RecallSettings, *, wide: bool
) -> dict[str, float]:
    """Shares of the evidence, where a part of a message counts, and of the answer's words; `wide`: many, in short."""
    each_words = settings.breadth_words if wide else None
    ids = [chat.messages[hit.id] for hit in hits]
    found = {f"r@{top}": share(ids[:top], question.evidence) for top in TOPS}
    for budget in report.BUDGETS:
        packing = pack(hits, budget, each_words=each_words)
        assert len(packing.text.split()) <= budget
        shown = [chat.messages[hit.id] for hit in packing.hits]
        found[report.evidence(budget)] = share(shown, question.evidence)
        found[report.words(budget)] = contained(question.answer, packing.text)
        if budget == report.BUDGET:
            found[report.WHOLE] = float(question.evidence <= set(shown))
    found[report.NEWER] = float(_is_newer_ahead(chat, hits, question))
    return found


def _is_newer_ahead(chat: Chat, hits: Sequence[Hit], question: Question) -> bool:
    """Return whether the last message of the evidence stands before the others, or each before it is marked."""
    order = list(chat.messages.values())
    newest = max(question.evidence, key=order.index)
    for hit in hits:
        id = chat.messages[hit.id]
        if id == newest:
            return True
        if id in question.evidence and not hit.replaced_by:
            return False
    return False


def _report(
    told: Sequence[Chat], results: report.Results, around: dict[str, object], options: argparse.Namespace
) -> int:
    summary = report.summary(results)
    paired = report.paired(results)
    gates = report.gates(summary, paired)
    report.show(summary, paired, gates, sum(each.skipped for each in told))
    write(
        options.json,
        {
            **around,
            "chats": {each.name: len(each.messages) for each in told},
            "questions": sum(len(each.questions) for each in told),
            "percent": {
                name: {group: report.plain(found) for group, found in groups.items()}
                for name, groups in summary.items()
            },
            "differences": {
                name: {group: report.plain(found) for group, found in groups.items()} for name, groups in paired.items()
            },
            "gates": gates,
        },
    )
    report.plot(summary, options.plot)
    return int(options.gate and missed(gates))


if __name__ == "__main__":
    sys.exit(main())
