"""Precision and recall of what consolidation learns of names, on sentences that were written before the rules.

    python benchmarks/aliases.py --half unread [--model openai:NAME]

Rules were written on the half `read`. The model's address and key come from the environment, as the command line's do.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from clew.llm import LanguageModel, chat_model
from clew.loaders.knowledge.aliases import aliases_by_model, aliases_by_rules
from clew.loaders.knowledge.chunks import Chunk, Said
from clew.settings import Settings

SENTENCES = Path(__file__).with_name("alias_sentences.json")
AT = datetime(2024, 3, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Case:
    """A turn of a speaker among others, and the other names that it says, each with a label."""

    chunk: Chunk
    names: frozenset[tuple[str, str]]


def main() -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--half", choices=("read", "unread"), default="unread")
    parser.add_argument("--model", help="asked beside the rules; none: rules alone")
    options = parser.parse_args()
    chosen = Settings.from_env()
    chat = chat_model(chosen.model_copy(update={"model": options.model})) if options.model else None
    found, wrong, missed = count(cases(options.half), LanguageModel(chat) if chat else None)
    print(f"{options.half}: {found} found, {wrong} false, {missed} missed")
    return 0


def count(told: Sequence[Case], model: LanguageModel | None) -> tuple[int, int, int]:
    """Return how many names are found, false and missed."""
    found = wrong = missed = 0
    for case in told:
        said = (*aliases_by_rules(case.chunk), *(aliases_by_model(model, case.chunk) if model else ()))
        names = {(alias.name, alias.speaker) for alias in said}
        found, wrong, missed = (
            found + len(names & case.names),
            wrong + len(names - case.names),
            missed + len(case.names - names),
        )
    return found, wrong, missed


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
