"""Answers on LoCoMo, end to end: recall, an answering call, a judging call; beside flat retrieval and the whole text.

    python benchmarks/locomo_answers.py locomo10.json --model openai:gpt-4o-mini [--sample 100] [--facts observation]

Every answer is kept as a line of --answers as soon as it is judged; run again, it goes on. See README.md.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

import baselines
import connection
import locomo_answers_report as report
from answer_scores import scores
from circumstances import circumstances, write
from evidence_recall import within
from langchain_core.embeddings import Embeddings
from locomo_answers_report import FACTS, FLAT, OURS, WHOLE
from locomo_data import CATEGORIES, Conversation, Question, conversations, observations, transcripts
from pydantic import BaseModel, Field
from rich.progress import track
from sampling import spread

from clew.api.memory import Memory
from clew.embedding import encoder
from clew.llm import Chain, LanguageModel, Prompt, chat_model
from clew.model import Filter
from clew.retrieval.answer import NOT_IN_MEMORY, PROMPT
from clew.retrieval.pack import count, numbered

OUT = Path("out")
SPACE = "bench-locomo-answers-"
WORDS = 1000


class Grade(BaseModel):
    """How much of the reference an answer gives."""

    reward: float = Field(ge=0, le=1, description="0 to 1")


_PROMPT = Path(__file__).parent / "prompts" / "judge.md"
_CITED = re.compile(r"\[[\d, ]+\]")
JUDGE = Chain("judge", Prompt.parse("judge", _PROMPT.read_text("utf-8")), Grade)


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer: what it is worth, 0..1; of a question without an answer, whether that was said.

    Attributes:
        asked: a digest of all that was asked with, but for the model; an answer to anything else is none to this.
    """

    model: str
    conversation: str
    question: str
    reference: str
    category: int
    way: str
    answer: str
    reward: float
    asked: str = ""

    @property
    def f1(self) -> float:
        """By the words that it shares with the reference; no judge is needed for that."""
        return scores(_CITED.sub("", self.answer), [self.reference])["F1"]


def main() -> int:
    """Run, print, write."""
    options = _options()
    told = conversations(options.path, options.limit_sessions)[: options.limit_conversations]
    chat = chat_model(connection.model_settings(options))
    assert chat is not None
    model = LanguageModel(chat)
    place, default = connection.place(options), encoder("minilm")
    with ExitStack() as stack:
        memories: dict[str, Memory] = {}
        for each in told:
            name = f"{SPACE}{each.name}"
            opened = Memory.open(place.uri, auth=place.auth, database=place.database, space=name, encoder=default)
            memories[each.name] = stack.enter_context(opened)
            connection.forget(opened.space)  # what an interrupted run left
        try:
            _remember(options, memories)
            done = _run(told, memories, options, model, default)
            around = circumstances(next(iter(memories.values())).space.graph)
        finally:
            if not options.keep:
                for memory in memories.values():
                    connection.forget(memory.space)
    rewards = report.summary([(each.way, each.category, each.reward) for each in done])
    words = report.summary([(each.way, each.category, each.f1) for each in done if each.category in CATEGORIES])
    report.show(rewards, words, model.usage)
    summary = {"rewards": report.plain(rewards), "f1": report.plain(words)}
    write(options.json, {**around, **summary, "usage": model.usage.as_dict()})
    report.plot(rewards, options.plot)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="LoCoMo's JSON file")
    connection.add_model_arguments(parser, required=True)
    parser.add_argument("--facts", choices=("observation",), help="also with the facts that the file holds")
    parser.add_argument("--sample", type=int, default=0, help="so many questions, evenly spread; 0: all")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="only the first N")
    parser.add_argument("--limit-sessions", type=int, metavar="N", help="only the first N of each, and their questions")
    parser.add_argument("--no-full-context", action="store_true", help="for models that cannot read 20,000 tokens")
    parser.add_argument("--answers", type=Path, default=OUT / "locomo_answers.jsonl")
    parser.add_argument("--json", type=Path, default=OUT / "locomo_answers.json")
    parser.add_argument("--plot", type=Path, default=OUT / "locomo_answers.png")
    connection.add_arguments(parser)
    return parser.parse_args()


def _remember(options: argparse.Namespace, memories: Mapping[str, Memory]) -> None:
    for name, each in track(transcripts(options.path, options.limit_sessions), description="remember", transient=True):
        if name in memories:
            memories[name].remember(each.turns, session=each.session)
    if options.facts:
        for name, facts in observations(options.path).items():
            if name in memories:
                memories[name].remember_facts(facts)


def _run(
    told: Sequence[Conversation],
    memories: Mapping[str, Memory],
    options: argparse.Namespace,
    model: LanguageModel,
    default: Embeddings,
) -> list[Judged]:
    kept = {(each.way, each.asked): each for each in _kept(options.answers, options.model)}
    done: list[Judged] = []
    sample = spread([(each, number) for each in told for number in range(len(_all(each)))], options.sample)
    flat = {each.name: _flat(each, default) for each in told}
    for each, number in track(sample, description="answer"):
        question = _all(each)[number]
        for way, text in _shown(each, question, memories[each.name], flat[each.name][number], options):
            if judged := kept.get((way, _asked(question, text))):
                done.append(judged)
            else:
                done.append(_judged(options.model, each.name, question, way, text, model))
                _keep(options.answers, done[-1])
    return done


def _all(told: Conversation) -> tuple[Question, ...]:
    return *told.questions, *told.unanswerable


def _flat(told: Conversation, default: Embeddings) -> list[list[str]]:
    """Per question the ids of the best turns by cosine that fit the words."""
    costs = {turn.id: count(turn.dated) for turn in told.turns}
    ranked = baselines.rankings(replace(told, questions=_all(told)), default)[baselines.DENSE]
    return [within(ranking, costs, WORDS) for ranking in ranked]


def _shown(
    told: Conversation, question: Question, memory: Memory, flat: Sequence[str], options: argparse.Namespace
) -> Iterator[tuple[str, str]]:
    """Per way what the model reads, numbered."""
    lines = {turn.id: turn.dated for turn in told.turns}
    yield FLAT, _lines([lines[id] for id in flat])
    if not options.no_full_context:
        yield WHOLE, _lines(list(lines.values()))
    yield OURS, numbered(memory.recall(question.text, Filter(kinds=("Episode",)), words=WORDS))
    if options.facts:
        yield FACTS, numbered(memory.recall(question.text, Filter(), words=WORDS))


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(f"[{number}] {' '.join(line.split())}" for number, line in enumerate(lines, 1))


def _asked(question: Question, text: str) -> str:
    parts = (PROMPT.digest, JUDGE.prompt.digest, question.text, question.answer, text)
    return sha256("\0".join(parts).encode()).hexdigest()[:16]


def _judged(name: str, conversation: str, question: Question, way: str, text: str, model: LanguageModel) -> Judged:
    said = "".join(model.stream(PROMPT, memory=text, question=question.text)).strip()
    if question.category not in CATEGORIES:
        reward = float(NOT_IN_MEMORY in said.lower())
    else:
        reward = model.ask(JUDGE, question=question.text, reference=question.answer, answer=said).reward
    asked = _asked(question, text)
    return Judged(name, conversation, question.text, question.answer, question.category, way, said, reward, asked)


def _kept(path: Path, model: str) -> list[Judged]:
    """What was judged before, by the same model."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [each for each in (Judged(**json.loads(line)) for line in lines) if each.model == model]


def _keep(path: Path, judged: Judged) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(asdict(judged), ensure_ascii=False)}\n")


if __name__ == "__main__":
    sys.exit(main())
