"""Do the walk's weights by relationship type earn anything? Declared weights beside all equal, and others, in one run.

    python benchmarks/walk_weights.py locomo10.json FOLDER [--json out/walk_weights.json]

FOLDER holds HotpotQA and MuSiQue. Questions are halved: those at even places choose, those at odd places judge. On the
first half every variant is asked; the declared weights, all equal, and the variant that did best there are asked on the
second. Differences to the declared weights are paired. LoCoMo's figure is the share of the evidence in 1,000 words,
that of documents the share among the best five.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import connection
import locomo_methods
import multihop
import multihop_data
from circumstances import circumstances, write
from evidence_recall import RECALL
from intervals import Rows, differences, estimates
from locomo_data import Question, conversations, transcripts
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.graph.schema import Relationship, declared, declaring
from clew.loaders.documents import documents
from clew.model import Filter, Recall
from clew.settings import RecallSettings

SPACE = "bench-weights-"
DECLARED, EQUAL = "declared", "all equal"
FACTORS = {"off": 1e-6, "x 1/3": 1 / 3, "x 3": 3.0}
"""By which one type's weight is multiplied at a time."""

R5 = "R@5"

Judged = dict[str, list[float]]
"""Mean, low and high, in percent and over the declared weights."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of one memory, and how its answer is measured."""

    memory: Memory
    text: str
    figure: str
    measure: Callable[[Recall], Mapping[str, float]]

    def ask(self) -> dict[str, float]:
        """Ask with the weights in force."""
        kinds = ("Episode",) if self.figure == RECALL else ("Passage",)
        settings = RecallSettings.model_validate({"engine": "local"})
        recalled = self.memory.recall(self.text, Filter(kinds=kinds), settings=settings)
        return {self.figure: self.measure(recalled)[self.figure]}


def main() -> int:
    """Run, print, write."""
    options = _options()
    place = connection.place(options)
    with ExitStack() as stack, Progress() as progress:
        corpora = dict(_corpora(options, place, stack, progress))
        found = {name: _compare(name, asked, progress) for name, asked in corpora.items()}
        around = circumstances(next(iter(corpora.values()))[0].memory.space.graph)
    _show(found)
    write(options.json, {**around, "weights": _weights(), "corpora": found})
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("locomo", type=Path, help="LoCoMo's JSON file")
    parser.add_argument("folder", type=Path, help="holds hotpotqa_dev.json.xz and musique_dev.json.xz")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="only the first N of LoCoMo")
    parser.add_argument("--json", type=Path, default=Path("out/walk_weights.json"))
    connection.add_arguments(parser)
    return parser.parse_args()


def _corpora(
    options: argparse.Namespace, place: connection.Place, stack: ExitStack, progress: Progress
) -> Iterator[tuple[str, list[Asked]]]:
    told = conversations(options.locomo)[: options.limit_conversations]
    memories = {each.name: _open(options, place, stack, each.name) for each in told}
    for name, each in progress.track(list(transcripts(options.locomo)), description="remember"):
        if name in memories:
            memories[name].remember(each.turns, session=each.session)
    asked: list[Asked] = []
    for each in told:
        costs = {turn.id: turn.words for turn in each.turns}
        for question in each.questions:
            measure = _measure_turns(question, costs)
            asked.append(Asked(memories[each.name], question.text, RECALL, measure))
    yield "LoCoMo", asked
    for corpus in multihop_data.read(options.folder, None):
        memory = _open(options, place, stack, corpus.name)
        for group in documents.grouped(each.written for each in corpus.paragraphs):
            documents.remember(memory.space, group)
        yield corpus.name, [Asked(memory, each.text, R5, _measure_passages(each)) for each in corpus.questions]


def _measure_turns(question: Question, costs: Mapping[str, int]) -> Callable[[Recall], Mapping[str, float]]:
    return lambda recalled: locomo_methods.figures_of(recalled, question, costs)


def _measure_passages(question: multihop_data.Question) -> Callable[[Recall], Mapping[str, float]]:
    return lambda recalled: multihop.figures(multihop.paragraphs(recalled), question)


def _open(options: argparse.Namespace, place: connection.Place, stack: ExitStack, name: str) -> Memory:
    """Open a space that is empty, and is forgotten at the end."""
    memory = stack.enter_context(
        Memory.open(
            place.uri,
            auth=place.auth,
            database=place.database,
            space=f"{SPACE}{name.lower()}",
            encoder=encoder("minilm"),
        )
    )
    connection.forget(memory.space)  # what an interrupted run left
    if not options.keep:
        stack.callback(connection.forget, memory.space)
    return memory


def _variants() -> dict[str, list[Relationship]]:
    """Per name, the relationships whose weights differ from the declared ones."""
    walked = [each for each in declared().relationships if each.weight > 0]
    found = {DECLARED: [], EQUAL: [replace(each, weight=1.0) for each in walked]}
    for type_ in declared().walked_types():
        for name, factor in FACTORS.items():
            found[f"{type_} {name}"] = [
                replace(each, weight=factor * each.weight) for each in walked if each.type == type_
            ]
    return found


def _compare(name: str, asked: Sequence[Asked], progress: Progress) -> dict[str, dict[str, Judged]]:
    """Ask every variant on the half that chooses; the two that count, and the best, on the half that judges."""
    choosing, judging = asked[::2], asked[1::2]
    variants = _variants()
    first = {variant: _rows(choosing, changed, progress, f"{name}: {variant}") for variant, changed in variants.items()}
    means = {variant: estimates(rows)[asked[0].figure].mean for variant, rows in first.items()}
    best = max(means, key=means.__getitem__)
    second = {
        variant: _rows(judging, variants[variant], progress, f"{name}: {variant}, judged")
        for variant in dict.fromkeys((DECLARED, EQUAL, best))
    }
    return {
        "chosen on": {variant: _against(first[DECLARED], rows, asked[0].figure) for variant, rows in first.items()},
        "judged on": {variant: _against(second[DECLARED], rows, asked[0].figure) for variant, rows in second.items()},
    }


def _rows(asked: Sequence[Asked], changed: Sequence[Relationship], progress: Progress, description: str) -> Rows:
    with declaring(*changed):
        return [each.ask() for each in progress.track(asked, description=description)]


def _against(declared_rows: Rows, rows: Rows, figure: str) -> Judged:
    return {
        "percent": estimates(rows)[figure].rounded(2),
        "over declared": differences(rows, declared_rows)[figure].rounded(2),
    }


def _weights() -> dict[str, float]:
    return {" ".join(key): weight for key, weight in declared().walk_weights.items()}


def _show(found: Mapping[str, Mapping[str, Mapping[str, Judged]]]) -> None:
    for corpus, halves in found.items():
        table = Table("weights", "half", "percent", "over declared", title=corpus)
        for half, variants in halves.items():
            for variant, figures in variants.items():
                cells = [f"{mean:.1f} [{low:.1f}, {high:.1f}]" for mean, low, high in figures.values()]
                table.add_row(variant, half, *cells)
        Console(width=120).print(table)


if __name__ == "__main__":
    sys.exit(main())
