"""Other names of speakers that consolidation learns, by rules and by a language model beside them: how many are right?

    python benchmarks/aliases.py [--gate]
    python benchmarks/aliases.py --model openai:NAME --model-url URL

The sentences of alias_sentences.json were written before the rules, which saw the half `read` alone. See README.md.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import connection
from circumstances import command, commit, write
from gating import missed
from rich.console import Console
from rich.table import Table

from clew.llm import LanguageModel, chat_model
from clew.loaders.knowledge.aliases import aliases_by_model, aliases_by_rules
from clew.loaders.knowledge.chunks import Chunk, Said

OUT = Path("out")
SENTENCES = Path(__file__).with_name("alias_sentences.json")
HALVES = ("read", "unread")
MIN_FOUND = 0.7
"""Share of the names that rules find."""

AT = datetime(2024, 3, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Case:
    """A turn of a speaker among others, and the other names that it says, each with a label."""

    chunk: Chunk
    names: frozenset[tuple[str, str]]


@dataclass(slots=True)
class Counts:
    """Of the names in one half of the sentences.

    Attributes:
        names: said.
        found: rightly.
        false: found, and not said.
        calls: of the model.
    """

    names: int = 0
    found: int = 0
    false: int = 0
    calls: int = 0


def main() -> int:
    """Count, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    counts = {f"rules, {half}": count(cases(half)) for half in HALVES}
    if options.model:
        chat = chat_model(connection.model_settings(options))
        assert chat is not None
        model = LanguageModel(chat)
        counts |= {f"rules and model, {half}": count(cases(half), model) for half in HALVES}
    unread = counts["rules, unread"]
    gates = {
        "rules: none false": unread.false == 0,
        f"rules: {MIN_FOUND:.0%} found": unread.found >= MIN_FOUND * unread.names,
    }
    table = Table("", "names", "found", "false", "calls", title="Other names of speakers")
    for name, each in counts.items():
        table.add_row(name, *map(str, asdict(each).values()))
    Console().print(table)
    for name, holds in gates.items():
        print(f"{'pass' if holds else 'FAIL'}  {name}")
    measured = {name: asdict(each) for name, each in counts.items()}
    write(options.json, {"command": command(), "commit": commit(), "counts": measured, "gates": gates})
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    connection.add_model_arguments(parser)
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "aliases.json")
    return parser.parse_args()


def count(told: Sequence[Case], model: LanguageModel | None = None) -> Counts:
    """Return how many names are found, by rules and by a model where there is one."""
    counts, before = Counts(), _calls(model)
    for case in told:
        said = (*aliases_by_rules(case.chunk), *(aliases_by_model(model, case.chunk) if model else ()))
        names = {(alias.name, alias.speaker) for alias in said}
        counts.names += len(case.names)
        counts.found += len(names & case.names)
        counts.false += len(names - case.names)
    counts.calls = _calls(model) - before
    return counts


def _calls(model: LanguageModel | None) -> int:
    return model.usage.total.calls if model else 0


def cases(half: str) -> list[Case]:
    """Read one half of the sentences."""
    return [_case(each) for each in json.loads(SENTENCES.read_text("utf-8")) if each["half"] == half]


def _case(given: dict[str, list[list[str]]]) -> Case:
    ((speaker, text),) = given["turns"]
    others = [str(other) for other in given["others"]]
    said = [(speaker, text), *((other, "I see.") for other in others)]
    turns = tuple(Said(f"t{place}", "s", place, name, text, AT) for place, (name, text) in enumerate(said))
    return Case(Chunk(turns, (turns,)), frozenset((name, label) for name, label in given["aliases"]))


if __name__ == "__main__":
    sys.exit(main())
