"""Chores with a language model as the writer of learnings: scores by trial, and lines that the grammar reads.

    python playground/benchmarks/learnings_by_model.py [--model openai:NAME --model-url URL]
    python playground/benchmarks/learnings_by_model.py --seeds 1 2 3 --trials 5 --houses 2 --model openai:NAME

The scripted policy plays with the same choices in each arm: without memory, with learnings by rules, with the model's
(ADAPT). With `--houses` it also begins with the lessons of so many other houses (GEN-ENV), and learns on. The model's
answers are kept beside the tests; with no model named they are replayed, and an answer that is not kept is an error.
The first command is that of the kept answers: one chore on one seed shows that the way from a model's words to the next
trial holds. Seeds 1 to 10 are those on which the rules were written. No server is needed.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

import connection
from circumstances import without_server, write
from learnings_in_memory import InMemory
from rich.console import Console
from rich.table import Table

from clew.agents.clin.loops import Clin, Writer, generalise
from clew.agents.clin.model_generator import ModelGenerator
from clew.errors import ModelFailed
from clew.llm import LanguageModel, chat_model
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import Digest, Lesson, Line
from clew_playground.environments import chores
from clew_playground.players.chores import ScriptedPolicy
from clew_playground.players.template import TemplateGenerator

CASSETTE = Path(__file__).parents[1] / "tests" / "cassettes" / "learnings.json"
IMPORTABLE = Path(__file__).parents[2] / ".ci" / "importable"  # has the tests, which know how answers are recorded
OUT = Path("out")
SEED, TRIALS, BUDGET, TOKENS = 1, 2, 900, 300
"""Of the chore; of the episode; of the lesson that the model is shown; of its answer."""

TRAINING = 1_000_000
"""Is added to the seeds of policies in houses that only teach."""


@dataclass
class Counted:
    """A writer, and the lines that it wrote each time."""

    writer: Writer
    written: list[Sequence[str]] = field(default_factory=list[Sequence[str]])

    def __call__(self, lesson: Lesson) -> Sequence[str]:
        """Write learnings, and keep them; those of before stay where an answer holds none."""
        try:
            return self._kept(self.writer(lesson))
        except ModelFailed:
            self.written.append(())
            return [each.learning.text for each in lesson.latest.learnings] if lesson.latest else ()

    def summarise(self, digest: Digest) -> Sequence[str]:
        """Write a summary, and keep it; none where an answer holds no learning."""
        try:
            return self._kept(self.writer.summarise(digest))
        except ModelFailed:
            self.written.append(())
            return ()

    def _kept(self, lines: Iterable[str | Line]) -> Sequence[str]:
        self.written.append([each if isinstance(each, str) else each.text for each in lines])
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
    arms: dict[str, Writer | None] = {"no memory": None, "rules": TemplateGenerator(), "model": counted}
    scores = {
        arm: {str(seed): _scores(seed, options.trials, writer) for seed in options.seeds}
        for arm, writer in arms.items()
    }
    for arm, writer in list(arms.items())[1:] if options.houses else ():
        scores[f"GEN-ENV, {arm}"] = {
            str(seed): _scores(seed, options.trials, writer, options.houses) for seed in options.seeds
        }
    lines = [_read(each) for each in counted.written]
    result = {
        "budget": BUDGET,
        "houses": options.houses,
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
    parser.add_argument("--seeds", type=int, nargs="+", default=[SEED], help="of the chores")
    parser.add_argument("--trials", type=int, default=TRIALS, help="of an episode")
    parser.add_argument("--houses", type=int, default=0, help="so many others teach first (GEN-ENV), two trials each")
    parser.add_argument("--json", type=Path, default=OUT / "learnings_by_model.json")
    connection.add_model_arguments(parser)
    parser.set_defaults(model_tokens=TOKENS)
    return parser.parse_args()


def _scores(seed: int, trials: int, writer: Writer | None, houses: int = 0) -> list[float]:
    game = chores.generate(seed)
    store = InMemory({game.name: game.task})
    for number, other in enumerate(chores.elsewhere(game, houses)):
        _clin(store, f"other {number}", game.name, TRAINING + seed * 100 + number, TRIALS, writer).run(other)
    if houses and writer:
        generalise(store, game.name, "house", game.task, writer, "place")
    return [each.attempt.score for each in _clin(store, "house", game.name, seed, trials, writer).run(game)]


def _clin(store: InMemory, place: str, name: str, seed: int, trials: int, writer: Writer | None) -> Clin:
    return Clin(
        store,
        place=place,
        task_name=name,
        player=lambda number: ScriptedPolicy(seed * 5 + number),
        generator=writer,
        trials=trials,
    )


def _read(lines: Sequence[str]) -> dict[str, int]:
    """Count lines, those that the grammar reads as a cause and an effect, and different ones."""
    read = [parse(each) for each in lines]
    causal = [each for each in read if each.relation]
    return {"lines": len(read), "causal": len(causal), "different": len({each.text for each in read})}


def _show(scores: Mapping[str, Mapping[str, Sequence[float]]], lines: Sequence[dict[str, int]]) -> None:
    trials = max(len(each) for arm in scores.values() for each in arm.values())
    table = Table("learnings", *(f"trial {number}" for number in range(trials)), title="Mean score")
    for arm, each in scores.items():
        table.add_row(arm, *(f"{mean(trial):g}" for trial in zip(*each.values(), strict=True)))
    console = Console()
    console.print(table)
    total = {name: sum(each[name] for each in lines) for name in lines[0]}
    unread = sum(not each["lines"] for each in lines)
    console.print(f"model: {total['causal']} of {total['lines']} lines are causal, {total['different']} differ")
    console.print(f"{unread} of {len(lines)} answers hold no learning; those of before stay")


if __name__ == "__main__":
    sys.exit(main())
