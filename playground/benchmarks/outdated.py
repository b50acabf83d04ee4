"""What no longer holds after an observation: found by rules and by a language model, judged by the simulators' truth.

    python playground/benchmarks/outdated.py [--first 101] [--seeds 8] [--gate]
    python playground/benchmarks/outdated.py --model openai:NAME --model-url URL --pairs 40

Rules are judged in the games' own words, through the memory itself. Where rules know the predicate the product asks no
model, so the model is judged on the same pairs in other words (`outdated_pairs.OTHER_WORDS`), beside a rule that knows
none: what has the subject and the predicate of something new ends. Each answer is a line of --answers; run again, it
goes on. See README.md.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import asdict
from hashlib import sha256
from itertools import count
from os import getpid
from pathlib import Path

import connection
from circumstances import circumstances, write
from games_played import MODULES, emptied
from gating import missed
from outdated_pairs import Pair, walked
from rich.console import Console
from rich.progress import track
from rich.table import Table
from sampling import spread

from clew.api.memory import Memory
from clew.errors import UnusableAnswer
from clew.graph.driver import Graph
from clew.llm import LanguageModel, chat_model
from clew.loaders.world.outdated import OUTDATED, outdated

OUT = Path("out")
SPACE = "bench-outdated"
MIN_PAIRS = 200
MIN_PRECISION, MIN_RECALL = 99.0, 95.0
"""Of the rules, in percent."""

ALL = "all"

Ended = Sequence[AbstractSet[str]]
"""For each pair, ids of triplets that a judge ended."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    with Graph.connect(place.uri, auth=place.auth, database=place.database) as graph:
        around = circumstances(graph)
    fresh, seeds = _fresh(place), range(options.first, options.first + options.seeds)
    pairs = [pair for kind in MODULES for seed in seeds for pair in walked(kind, seed, fresh)]
    judged: dict[str, object] = {"rules": _table(pairs, [each.by_rules for each in pairs])}
    other = [pair.reworded() for pair in pairs]
    judged["other words: same subject and predicate"] = _table(other, list(map(_replaced, other)))
    if options.model:
        judged |= _by_model(options, spread([each for each in other if each.is_asked], options.pairs))
    gates = _gates(len(pairs), _table(pairs, [each.by_rules for each in pairs])[ALL])
    _show(judged, gates)
    write(options.json, {**around, "pairs": len(pairs), "prompt": OUTDATED.prompt.digest, **judged, "gates": gates})
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--first", type=int, default=101, help="seed; prompts are worked on below 100")
    parser.add_argument("--seeds", type=int, default=8, help="walks of each kind of game")
    parser.add_argument("--pairs", type=int, default=40, help="with --model: pairs that it judges; 0: all")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--answers", type=Path, default=OUT / "outdated.jsonl", help="kept answers, with --model")
    parser.add_argument("--json", type=Path, default=OUT / "outdated.json")
    connection.add_arguments(parser)
    connection.add_model_arguments(parser)
    return parser.parse_args()


def _fresh(place: connection.Place) -> Callable[[], AbstractContextManager[Memory]]:
    """Return what opens a memory that nothing is in."""
    numbers = count()

    def fresh() -> AbstractContextManager[Memory]:
        space = f"{SPACE}-{getpid()}-{next(numbers)}"  # two runs may share a store
        memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=space)
        connection.forget(memory.space)
        return emptied(memory)

    return fresh


def _replaced(pair: Pair) -> set[str]:
    """Return what has the subject and predicate of something new, and another object."""
    new = {(each.subject, each.predicate) for each in pair.seen}
    return {id for id, each in pair.believed.items() if (each.subject, each.predicate) in new}


def _by_model(options: argparse.Namespace, pairs: Sequence[Pair]) -> Iterator[tuple[str, object]]:
    """Yield the tables of the sampled pairs: by the model, and by the rule beside it; and what the model cost."""
    chat = chat_model(connection.model_settings(options))
    assert chat is not None
    model = LanguageModel(chat)
    answers = [_answer(options, model, each) for each in track(pairs, description="judge")]
    usable = [each is not None for each in answers]
    yield "other words: model", _table(pairs, [each or set() for each in answers])
    yield "other words: same subject and predicate, the model's pairs", _table(pairs, list(map(_replaced, pairs)))
    yield "model", {"name": options.model, "usable": sum(usable), "usage": model.usage.as_dict()}


def _answer(options: argparse.Namespace, model: LanguageModel, pair: Pair) -> set[str] | None:
    """Return what a model ended, asked now or before; None where no answer of it could be used."""
    shown = [[asdict(each) for each in pair.believed.values()], [asdict(each) for each in pair.seen]]
    asked = sha256(json.dumps([options.model, OUTDATED.prompt.digest, shown]).encode()).hexdigest()[:16]
    kept = _kept(options.answers)
    if asked not in kept:
        try:
            ended = sorted(pair.believed[id].text for id in outdated(model, pair.believed, pair.seen))
        except UnusableAnswer:
            ended = None
        kept[asked] = ended
        options.answers.parent.mkdir(parents=True, exist_ok=True)
        with options.answers.open("a", encoding="utf-8") as file:
            over = sorted(pair.believed[id].text for id in pair.over & pair.believed.keys())
            about = {"asked": asked, "action": pair.action, "ended": ended, "over": over}
            file.write(f"{json.dumps(about, ensure_ascii=False)}\n")
    texts = kept[asked]
    return None if texts is None else {id for id, each in pair.believed.items() if each.text in texts}


def _kept(path: Path) -> dict[str, list[str] | None]:
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {row["asked"]: row["ended"] for row in map(json.loads, lines)}


def _table(pairs: Sequence[Pair], ended: Ended) -> dict[str, dict[str, float]]:
    """Return the figures of each kind of game, and of all."""
    judged = list(zip(pairs, ended, strict=True))
    groups = {ALL: judged, **{kind: [each for each in judged if each[0].kind == kind] for kind in MODULES}}
    return {name: _figures(group) for name, group in groups.items() if group}


def _figures(judged: Sequence[tuple[Pair, AbstractSet[str]]]) -> dict[str, float]:
    """Return counts over all pairs; precision and recall in percent, 0 of nothing."""
    over, ended = (sum(len(each) for each in sets) for sets in ([p.over for p, _ in judged], [e for _, e in judged]))
    right = sum(len(pair.over & each) for pair, each in judged)
    return {
        "pairs": len(judged),
        "shown": sum(len(pair.believed) for pair, _ in judged),
        "over": over,
        "ended": ended,
        "right": right,
        "precision": round(100 * right / max(ended, 1), 1),
        "recall": round(100 * right / max(over, 1), 1),
        "pairs all right": sum(pair.over == each for pair, each in judged),
    }


def _gates(pairs: int, rules: Mapping[str, float]) -> dict[str, bool]:
    precision, recall = rules["precision"], rules["recall"]
    return {
        f"at least {MIN_PAIRS} pairs: {pairs}": pairs >= MIN_PAIRS,
        f"rules, precision at least {MIN_PRECISION:g} %: {precision:g}": precision >= MIN_PRECISION,
        f"rules, recall at least {MIN_RECALL:g} %: {recall:g}": recall >= MIN_RECALL,
    }


def _show(judged: Mapping[str, object], gates: Mapping[str, bool]) -> None:
    console = Console(width=150, highlight=False)
    for name, table in judged.items():
        if not isinstance(table, dict) or ALL not in table:
            console.print(name, table, markup=False)
            continue
        shown = Table("games", *table[ALL], title=name)
        for kind, figures in table.items():
            shown.add_row(kind, *(f"{value:g}" for value in figures.values()))
        console.print(shown)
    for gate, passed in gates.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {gate}")


if __name__ == "__main__":
    sys.exit(main())
