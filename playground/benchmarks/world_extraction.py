"""What a language model reads in a hunt's observations, beside the rules, which know the hunt's grammar.

    python playground/benchmarks/world_extraction.py --model openai:NAME --model-url URL [--seed 1] [--observations 40]

A scripted player plays a hunt of 12 rooms; each of its observations is read once by the product's own chain and once by
the rules. Every reading is kept as a line of --readings; run again, it goes on. See README.md.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import connection
from circumstances import circumstances, write
from games_played import emptied
from rich.console import Console
from rich.progress import track
from rich.table import Table

from clew.agents.ariadne.ariadne import Ariadne
from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel, chat_model
from clew.loaders.world.extraction import TRIPLETS, by_model
from clew.model.triplet import HERE, Triplet
from clew_playground.environments import hunt
from clew_playground.players.scripted import scripted
from clew_playground.readers import GAMES

OUT = Path("out")
SPACE = "bench-world-extraction"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Sample:
    """One observation: what was done, what it says, where it was made, what the one before said by the rules."""

    action: str
    text: str
    place: str
    known: tuple[Triplet, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """What a model read in an observation; nothing where no answer of it could be used.

    Attributes:
        asked: a digest of all that it was asked with.
    """

    model: str
    action: str
    text: str
    usable: bool
    place: str
    triplets: tuple[Triplet, ...]
    asked: str = ""


def main() -> int:
    """Run, print, write."""
    options = _options()
    chat = chat_model(connection.model_settings(options))
    assert chat is not None
    model = LanguageModel(chat)
    walked, around = _walked(options)
    walked = walked[: options.observations]
    done = [_read(options, model, each) for each in track(walked, description="read")]
    table = _table(walked, done)
    usable = sum(each.usable for each in done)
    places = sum(each.usable and each.place == seen.place for each, seen in zip(done, walked, strict=True))
    counts = {"observations": len(done), "usable": usable, "places": places}
    _show(table, counts, model)
    write(options.json, {**around, **counts, "predicates": table, "usage": model.usage.as_dict()})
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    connection.add_model_arguments(parser, required=True)
    parser.add_argument("--seed", type=int, default=1, help="which hunt")
    parser.add_argument("--observations", type=int, help="only the first N")
    parser.add_argument("--readings", type=Path, default=OUT / "world_extraction.jsonl")
    parser.add_argument("--json", type=Path, default=OUT / "world_extraction.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _walked(options: argparse.Namespace) -> tuple[list[Sample], dict[str, object]]:
    """A hunt's different observations, in the order in which they were first made."""
    place = connection.place(options)
    memory = Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE)
    with emptied(memory):
        connection.forget(memory.space)
        world = World(memory, reader="rules", rules=GAMES)
        Ariadne(world, player=scripted("hunt")).run(hunt.generate(options.seed, hunt.EASY))
        steps = world.history(most=world.steps())[::-1]
        places = [world.place(as_of=each.step) for each in steps]
        around = circumstances(memory.space.graph)
    seen: dict[tuple[str, str], Sample] = {}
    known: tuple[Triplet, ...] = ()
    for step, at in zip(steps, places, strict=True):
        seen.setdefault((step.action, step.text), Sample(step.action, step.text, at, known))
        known = _at(GAMES.read(step.text, step.action).triplets, at)
    return list(seen.values()), around


def _read(options: argparse.Namespace, model: LanguageModel, seen: Sample) -> Read:
    """A reading that is kept, or a new one, which is kept."""
    asked = sha256(f"{TRIPLETS.prompt.digest} {seen}".encode()).hexdigest()[:16]
    if kept := _kept(options.readings).get((options.model, asked)):
        return kept
    try:
        reading = by_model(model, seen.text, seen.action, seen.known)
        triplets = _at(reading.triplets, seen.place)
        done = Read(options.model, seen.action, seen.text, True, reading.place, triplets, asked)
    except UnusableAnswer:
        done = Read(options.model, seen.action, seen.text, False, "", (), asked)
    options.readings.parent.mkdir(parents=True, exist_ok=True)
    with options.readings.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(asdict(done), ensure_ascii=False)}\n")
    return done


def _kept(path: Path) -> dict[tuple[str, str], Read]:
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = (json.loads(line) for line in lines)
    read = (Read(**{**row, "triplets": tuple(Triplet(**each) for each in row["triplets"])}) for row in rows)
    return {(each.model, each.asked): each for each in read}


def _at(triplets: Iterable[Triplet], place: str) -> tuple[Triplet, ...]:
    """The triplets with the place's name for `HERE`."""
    named = {HERE: place}
    return tuple(Triplet(named.get(t.subject, t.subject), t.predicate, named.get(t.object, t.object)) for t in triplets)


def _table(walked: Sequence[Sample], done: Sequence[Read]) -> dict[str, dict[str, float]]:
    """Per predicate, and for all of them, how many triplets the rules read, the model, and both."""
    rules = _numbered(_at(GAMES.read(each.text, each.action).triplets, each.place) for each in walked)
    model = _numbered(each.triplets for each in done)
    names = sorted({predicate for _, predicate, _ in rules | model})
    parts = {name: ({t for t in rules if t[1] == name}, {t for t in model if t[1] == name}) for name in names}
    return {name: _figures(*sides) for name, sides in {ALL: (rules, model), **parts}.items()}


def _numbered(readings: Iterable[Iterable[Triplet]]) -> set[tuple[int, str, str]]:
    """Triplets with the number of their observation, their predicate, and their key."""
    return {(number, each.predicate, each.key) for number, triplets in enumerate(readings) for each in triplets}


def _figures(rules: AbstractSet[object], model: AbstractSet[object]) -> dict[str, float]:
    """Counts; precision and recall in percent, 0 of nothing."""
    both = len(rules & model)
    return {
        "rules": len(rules),
        "model": len(model),
        "both": both,
        "precision": round(100 * both / max(len(model), 1), 1),
        "recall": round(100 * both / max(len(rules), 1), 1),
    }


def _show(table: dict[str, dict[str, float]], counts: dict[str, int], model: LanguageModel) -> None:
    shown = Table("predicate", *table[ALL], title="Triplets of a hunt: the model beside the rules")
    for name, figures in table.items():
        shown.add_row(name, *(f"{value:g}" for value in figures.values()))
    console = Console(width=150, highlight=False)
    console.print(shown)
    console.print(", ".join(f"{value} {name}" for name, value in counts.items()))
    console.print(model.usage, markup=False)


if __name__ == "__main__":
    sys.exit(main())
