"""The form of a question, by rules and by a language model: does it want many moments, or one fact?

    python benchmarks/question_forms.py [--model openai:NAME --model-url URL] [--gate]

The questions are ours (`wordings/breadth*.txt`), half of each list kept from whoever wrote the rules. The model's
answers are kept beside the tests. With no model named they are replayed, and an answer that is not kept is an error. No
server is needed.
"""

import argparse
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import connection
from circumstances import without_server, write
from gating import missed, show_gates
from rich.console import Console
from rich.table import Table
from truth_wordings import HALVES, Half, wordings

from clew.llm import LanguageModel, chat_model
from clew.retrieval.question import asks_breadth
from clew.retrieval.read_question import QUESTION, Posed

CASSETTE = Path(__file__).parents[1] / "tests" / "cassettes" / "question_forms.json"
IMPORTABLE = Path(__file__).parents[1] / ".ci" / "importable"  # has the tests, which know how answers are recorded
OUT = Path("out")
LISTS = ("breadth", "breadth_later")
SHARES = ("precision", "recall")
SPEAKERS, ASKED_ON, TOKENS = ("user", "assistant"), date(2024, 5, 8), 200


def main() -> int:
    """Read, print, write."""
    sys.path.append(str(IMPORTABLE))
    from tests.recorded_answers import Recorded

    options = _options()
    live = chat_model(connection.model_settings(options))
    model = LanguageModel(Recorded(cassette=options.answers, live=live, how="name --model and --model-url"))
    chain = QUESTION.on(model)
    ways: dict[str, Callable[[str], bool]] = {
        "rules": asks_breadth,
        "model": lambda question: chain.invoke(Posed(question, SPEAKERS, ASKED_ON)).many,
    }
    found = {
        f"{name}, {half}": {way: _counts(name, half, reads) for way, reads in ways.items()}
        for name in LISTS
        for half in HALVES
    }
    kept = found["breadth_later, kept"]
    gates = {
        f"kept: the model's {share} above the rules'": kept["model"][share] > kept["rules"][share] for share in SHARES
    }
    write(options.json, {**without_server(("clew",)), "found": found, "usage": model.usage.as_dict(), "gates": gates})
    console = Console()
    table = Table("questions", "way", "for many: known", "for one: taken for many", *SHARES, title="Form of questions")
    for questions, each in found.items():
        for way, counts in each.items():
            numbers = (f"{counts['known']} of {counts['many']}", f"{counts['taken']} of {counts['one']}")
            table.add_row(questions, way, *numbers, *(f"{counts[share]:.0f}" for share in SHARES))
    console.print(table)
    show_gates(gates, console)
    return int(options.gate and missed(gates))


def _counts(name: str, half: Half, reads: Callable[[str], bool]) -> dict[str, float]:
    """Count the questions for many moments and for one fact that are read as for many."""
    read = {label: [reads(text) for kind, text in wordings(name, half) if kind == label] for label in ("many", "one")}
    known, taken = (sum(each) for each in read.values())
    return {
        "many": len(read["many"]),
        "one": len(read["one"]),
        "known": known,
        "taken": taken,
        "precision": 100 * known / max(1, known + taken),
        "recall": 100 * known / len(read["many"]),
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--answers", type=Path, default=CASSETTE, help="kept answers; added to where a model is named")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "question_forms.json")
    connection.add_model_arguments(parser)
    parser.set_defaults(model_tokens=TOKENS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
