"""One chore with a language model as the writer of learnings: scores by trial, and lines that the grammar reads.

    python playground/benchmarks/learnings_by_model.py [--model openai:NAME --model-url URL]

The scripted policy plays with the same choices in each arm: without memory, with learnings by rules, with the model's.
The model's answers are kept beside the tests; with no model named they are replayed, and an answer that is not kept is
an error. One chore on one seed shows that the way from a model's words to the next trial holds. It is of those on which
the rules were written, and shows no mean of anything. No server is needed.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import connection
from circumstances import without_server, write
from learnings_in_memory import InMemory
from rich.console import Console
from rich.table import Table

from clew.agents.clin.loops import Clin
from clew.agents.clin.model_generator import ModelGenerator
from clew.llm import LanguageModel, chat_model
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import Generator, Lesson
from clew_playground.environments import chores
from clew_playground.players.chores import ScriptedPolicy
from clew_playground.players.template import TemplateGenerator

CASSETTE = Path(__file__).parents[1] / "tests" / "cassettes" / "learnings.json"
IMPORTABLE = Path(__file__).parents[2] / ".ci" / "importable"  # has the tests, which know how answers are recorded
OUT = Path("out")
SEED, TRIALS, BUDGET, TOKENS = 1, 2, 900, 300
"""Of the chore; of the episode; of what the model is shown; of what it may write."""


@dataclass
class Counted:
    """A generator, and what it wrote.

    Attributes:
        written: lines of each trial.
    """

    generator: Generator
    written: list[Sequence[str]] = field(default_factory=list[Sequence[str]])

    def __call__(self, lesson: Lesson) -> Sequence[str]:
        """Write, and keep it."""
        self.written.append([each if isinstance(each, str) else each.text for each in self.generator(lesson)])
        return self.written[-1]


def main() -> int:
    """Run, print, write."""
    sys.path.append(str(IMPORTABLE))
    from tests.recorded_answers import Recorded

    options = _options()
    around = without_server(("clew", "numpy"))
    live = chat_model(connection.model_settings(options))
    model = LanguageModel(Recorded(cassette=options.answers, live=live, how="name --model and --model-url"))
    counted = Counted(ModelGenerator(model, budget=BUDGET))
    arms = {"no memory": None, "rules": TemplateGenerator(), "model": counted}
    scores = {arm: _scores(generator) for arm, generator in arms.items()}
    lines = [_read(each) for each in counted.written]
    result = {
        "seed": SEED,
        "budget": BUDGET,
        "scores": scores,
        "lines": lines,
        "written": counted.written,
        "usage": model.usage.as_dict(),
    }
    write(options.json, {**around, **result})
    _show(scores, lines)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--answers", type=Path, default=CASSETTE, help="kept answers; added to where a model is named")
    parser.add_argument("--json", type=Path, default=OUT / "learnings_by_model.json")
    connection.add_model_arguments(parser)
    parser.set_defaults(model_tokens=TOKENS)
    return parser.parse_args()


def _scores(generator: Generator | None) -> list[float]:
    game = chores.generate(SEED)
    store = InMemory({game.name: game.task})
    played = Clin(
        store,
        place="house",
        task_name=game.name,
        player=lambda number: ScriptedPolicy(SEED * 5 + number),
        generator=generator,
        trials=TRIALS,
    ).run(game)
    return [each.attempt.score for each in played]


def _read(lines: Sequence[str]) -> dict[str, int]:
    """Count lines, those that the grammar reads as a cause and an effect, and different ones."""
    read = [parse(each) for each in lines]
    causal = [each for each in read if each.relation]
    return {"lines": len(read), "causal": len(causal), "different": len({each.text for each in read})}


def _show(scores: dict[str, list[float]], lines: Sequence[dict[str, int]]) -> None:
    table = Table("learnings", *(f"trial {number}" for number in range(TRIALS)), title="Score")
    for arm, each in scores.items():
        table.add_row(arm, *(f"{score:g}" for score in each))
    console = Console()
    console.print(table)
    total = {name: sum(each[name] for each in lines) for name in lines[0]}
    console.print(f"model: {total['causal']} of {total['lines']} lines are causal, {total['different']} differ")


if __name__ == "__main__":
    sys.exit(main())
