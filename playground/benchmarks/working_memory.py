"""How short does working memory keep a prompt, and what does a step of it cost?

    python playground/benchmarks/working_memory.py --gate
    python playground/benchmarks/working_memory.py --model openai:local --model-url URL --json model.json

60 problems of four planning domains, made from seeds, are acted out by a scripted agent, each in three modes: all steps
in the prompt (standard), all steps under subgoals (decomposed), the steps of the open subgoal alone (hiagent). Prompts
are counted in word pieces of the encoder's vocabulary, whole and without instructions and rules. Then
500 steps of one run are written and rendered, in turns with a transaction that creates one bare node.

With a language model one small problem of each domain is acted by the model instead, twice: with all steps in the
prompt, and with working memory, of which it writes the summaries too.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import get_args
from uuid import uuid4

import connection
import working_memory_report as report
from circumstances import circumstances, write
from gating import missed
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from rich.console import Console
from rich.progress import Progress
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from working_memory_cost import cost

from clew.agents.environment import Observation
from clew.agents.hiagent.loop import HiAgent
from clew.agents.hiagent.players import ModelPlayer, Player
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.embedding.text import UNKNOWN, VOCABULARY
from clew.llm import chat_model
from clew.model.working import Step
from clew.retrieval.working.render import Mode
from clew_playground.environments import strips
from clew_playground.players.planned import Plan, ScriptedPlayer, planned

OUT = Path("out")
EACH_DOMAIN = 15
FIRST_SEED = 100
STEPS = 200
MODEL_STEPS = 10
MODEL_MODES: tuple[Mode, ...] = ("standard", "hiagent")


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    at, settings = connection.place(options), connection.model_settings(options)
    model = chat_model(settings) if options.model else None
    space = f"benchmark-working-{uuid4().hex[:8]}"
    with Memory.open(at.uri, auth=at.auth, database=at.database, space=space, model=model) as memory:
        try:
            acted = list(_acted(memory, options.problems, model))
            spent = None if model else cost(at, memory)
        finally:
            connection.forget(memory.space)
        around = circumstances(memory.space.graph)
    result = {**around, "problems": [asdict(each) for each in acted], **report.figures(acted, spent)}
    write(options.json, result)
    gates = {} if model else report.gates(acted, spent)
    report.show(Console(), acted, spent, gates)
    if not model:
        report.plot(options.plot, acted)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--problems", type=int, default=EACH_DOMAIN, help="of each domain")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "working_memory.json")
    parser.add_argument("--plot", type=Path, default=OUT / "working_memory.png")
    connection.add_arguments(parser)
    connection.add_model_arguments(parser)
    return parser.parse_args()


def _acted(memory: Memory, each_domain: int, model: BaseChatModel | None) -> Iterator[report.Acted]:
    """Act every problem in every mode; with a model one small problem of each domain."""
    sizes = strips.SIZES[:1] if model else strips.SIZES
    problems = [
        (domain, FIRST_SEED + number, sizes[number % len(sizes)])
        for domain in strips.DOMAINS
        for number in range(1 if model else each_domain)
    ]
    with Progress(console=Console(stderr=True)) as progress:
        for domain, seed, size in progress.track(problems, description="act"):
            game = strips.generate(domain, seed, size, steps=MODEL_STEPS if model else STEPS)
            game.reset()
            plan = planned(game)
            for mode in MODEL_MODES if model else get_args(Mode):
                yield _act(memory, game, plan, mode, model)


def _act(memory: Memory, game: strips.Strips, plan: Plan, mode: Mode, model: BaseChatModel | None) -> report.Acted:
    player = Watched(ModelPlayer(model) if model else ScriptedPlayer(plan), game.task)
    working = WorkingMemory(memory, count_tokens=word_pieces)
    played = HiAgent(
        working,
        player=player,
        shows_actions=False,
        mode=mode,
        name=f"{game.model.name} {mode}",
        on_step=player.note,
        most_steps=MODEL_STEPS if model else STEPS,
    ).run(game)
    return report.Acted(
        domain=game.model.domain,
        problem=game.model.name,
        mode=mode,
        plan=sum(len(actions) for _, actions in plan),
        steps=played.steps,
        subgoals=played.subgoals,
        won=played.won,
        progress=played.progress,
        calls=played.calls,
        retrievals=played.retrievals,
        refused=played.refused,
        run_pieces=sum(working.prompt_tokens) / played.steps,
        prompt_pieces=sum(played.prompt_tokens) / played.steps,
        is_concatenation=player.shown == player.concatenated(working) if mode == "standard" else None,
    )


class Watched:
    """A player whose prompts are kept.

    Attributes:
        shown: what each prompt showed of the run.
    """

    def __init__(self, player: Player, task: str) -> None:
        self._player, self._task = player, task
        self.shown: list[str] = []
        self._told: list[str] = []

    def reply(self, messages: Sequence[BaseMessage]) -> str | BaseMessage:
        """Keep the prompt, and let the player reply."""
        self.shown.append(str(messages[-1].text))
        return self._player.reply(messages)

    def note(self, step: Step, moment: Observation) -> None:
        """Keep what was done and seen."""
        self._told += [f"Action: {step.action}", f"Observation: {moment.text}"]

    def concatenated(self, working: WorkingMemory) -> list[str]:
        """Put together what a prompt without subgoals has to show before each step; further lines are indented."""
        rules, _, _ = self._task.rpartition("\n")
        told = [f"Goal: {working.run.goal}", f"Observation: {working.run.observation}", *self._told]
        lines = [each.replace("\n", "\n  ") for each in told]
        return ["\n".join([rules, "", *lines[: 2 + 2 * number]]) for number in range(len(self.shown))]


def _tokenizer() -> Tokenizer:
    pieces = VOCABULARY.read_text("utf-8").rstrip("\n").split("\n")
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token=UNKNOWN, max_input_chars_per_word=100))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer


_TOKENIZER = _tokenizer()


def word_pieces(messages: Sequence[BaseMessage]) -> int:
    """Count the word pieces of messages."""
    return sum(len(_TOKENIZER.encode(str(each.text), add_special_tokens=False).ids) for each in messages)


if __name__ == "__main__":
    sys.exit(main())
