"""Does an instruction find the type of the object that it means, in the words of people?

    python playground/benchmarks/task_mentions.py --gate

The sentences are those that people gave ALFRED's tasks, and the types those of the task's room with what lies in it. A
sentence counts where the type of the task's object is among those that a way says. Rooms of even number chose what the
product does; the others are reported. It needs no server, and takes half a minute.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from circumstances import without_server, write
from connection import add_encoder_argument
from gating import missed
from intervals import estimates
from langchain_core.embeddings import Embeddings
from rich.console import Console
from rich.progress import track
from rich.table import Table

from clew.embedding import encoder
from clew.model.places import type_words
from clew.retrieval.scene.mentions import Embed, mentions
from clew_playground.environments.household.tasks import Task, all_tasks, room_layout

OUT = Path("out")
PACKAGES = ("clew", "numpy", "onnxruntime")
CHOSEN_ON, JUDGED_ON = "even rooms", "odd rooms"

CLEW, WORDS, WHOLE = "phrase by phrase, Clew's", "the type's own words", "the whole instruction, KARMA's"

Way = Callable[[str, Sequence[str], Embed], Sequence[str]]
"""From an instruction and the types of its room: those that it means."""


def phrase_by_phrase(task: str, types: Sequence[str], embed: Embed) -> Sequence[str]:
    """As recall for a task does."""
    return list(dict.fromkeys(each.type for each in mentions(task, types, embed)))


def own_words(task: str, types: Sequence[str], _: Embed) -> Sequence[str]:
    """The types whose words stand in the instruction."""
    said = f" {' '.join(task.lower().split())} "
    return [each for each in types if f" {type_words(each).lower()} " in said]


def whole_instruction(task: str, types: Sequence[str], embed: Embed) -> Sequence[str]:
    """The one type that is closest to the instruction, as KARMA's code takes it."""
    said, *each = embed([task, *map(type_words, types)])
    cosines = [sum(one * other for one, other in zip(said, vector, strict=True)) for vector in each]
    return [types[cosines.index(max(cosines))]]


WAYS: Mapping[str, Way] = {CLEW: phrase_by_phrase, WORDS: own_words, WHOLE: whole_instruction}


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    embed = _remembering(encoder(options.encoder))
    rows: dict[str, list[dict[str, float]]] = {CHOSEN_ON: [], JUDGED_ON: []}
    numbers: dict[str, list[int]] = {name: [] for name in WAYS}
    for task in track(all_tasks(), "tasks", console=Console(stderr=True)):
        types = sorted({thing.type for thing in room_layout(task.floor_plan, task.poses).things})
        for sentence in task.sentences:
            said = {name: way(sentence, types, embed) for name, way in WAYS.items()}
            rows[half(task)].append({name: float(task.goal.object in found) for name, found in said.items()})
            for name, found in said.items():
                numbers[name].append(len(found))
    percent = {name: estimates(found) for name, found in rows.items()}
    types_said = {name: sum(found) / len(found) for name, found in numbers.items()}
    judged = percent[JUDGED_ON]
    gates = {f"{CLEW} above {name}": judged[CLEW].mean > judged[name].mean for name in WAYS if name != CLEW}
    result = {
        "sentences": {name: len(found) for name, found in rows.items()},
        "percent": {name: {way: each.rounded(1) for way, each in found.items()} for name, found in percent.items()},
        "types said": {name: round(number, 1) for name, number in types_said.items()},
        "gates": gates,
    }
    write(options.json, {**without_server(PACKAGES), **result})
    table = Table("finds the object's type, %", *percent, "types said")
    for name in WAYS:
        table.add_row(name, *(str(found[name]) for found in percent.values()), f"{types_said[name]:.1f}")
    console = Console(width=120)
    console.print(table, *(f"{'pass' if passed else 'FAIL'}  {gate}" for gate, passed in gates.items()), sep="\n")
    return int(options.gate and missed(gates))


def half(task: Task) -> str:
    """Return of which half of the rooms a task is."""
    return JUDGED_ON if int(task.floor_plan.removeprefix("FloorPlan")) % 2 else CHOSEN_ON


def _remembering(encoder: Embeddings) -> Embed:
    """Embed each text once."""
    known: dict[str, Sequence[float]] = {}

    def embed(texts: Sequence[str]) -> Sequence[Sequence[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, encoder.embed_documents(new), strict=True) if new else ())
        return [known[text] for text in texts]

    return embed


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "task_mentions.json")
    add_encoder_argument(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
