"""Answers to multi-hop questions, end to end: by flat dense retrieval, by Clew, and by Clew with a model's triplets.

    python benchmarks/multihop_answers.py FOLDER --corpus hotpotqa --model openai:NAME [--sample 20] [--triplets]

The form is AriGraph's: a question is asked of its own paragraphs, each of which a model has turned into triplets, and
answered by one reasoned answer. Whatever the model said is kept under --kept; run again, it goes on. See README.md.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import connection
import multihop_answers_report as report
import multihop_baselines as baselines
from answer_scores import scores
from circumstances import circumstances, write
from evidence_recall import share
from langchain_core.language_models import BaseChatModel
from multihop_answers_report import FLAT, OURS, RECALL, TRIPLETS, Answered
from multihop_data import Corpus, Question, read
from pydantic import BaseModel
from rich.progress import track
from sampling import spread
from template_model import TemplateModel

from clew.api.memory import Memory
from clew.embedding import encoder, identity
from clew.errors import ModelFailed, ModelUnavailable
from clew.llm import Chain, LanguageModel, Prompt, chat_model
from clew.llm.testing import Recorded
from clew.loaders.documents import documents
from clew.loaders.knowledge.consolidate import consolidate
from clew.model import Consolidated
from clew.retrieval.pack import numbered

OUT = Path("out")
SPACE = "bench-multihop-answers-"
TEMPLATE = "template"
TOP = 5
SIZES = {"HotpotQA": 10, "MuSiQue": 20}
"""Paragraphs that a question came with."""


class ShortAnswer(BaseModel):
    """An answer, and what leads to it."""

    reasoning: str = ""
    answer: str | int | float


_PROMPT = Path(__file__).parent / "prompts" / "short_answer.md"
ANSWER = Chain("short_answer", Prompt.parse("short_answer", _PROMPT.read_text("utf-8")), ShortAnswer)


@dataclass(frozen=True, slots=True)
class Found:
    """What a way shows the model of a question, and the ids of its paragraphs, best first."""

    way: str
    question: Question
    text: str
    ranking: Sequence[str]


def main() -> int:
    """Run, print, write."""
    options = _options()
    corpus = next(each for each in read(options.folder) if each.name.lower() == options.corpus)
    tasks = _tasks(corpus, options)
    model = LanguageModel(_chat(options), calls=options.model_calls)
    default = encoder("minilm")
    once = baselines.Remembered(default, identity(default))
    place = connection.place(options)
    answered: list[Answered] = []
    made: list[Consolidated] = []
    around: dict[str, object] = {}
    for number, task in enumerate(track(tasks, description=corpus.name)):
        name = f"{SPACE}{options.corpus}-{number}"
        with Memory.open(place.uri, auth=place.auth, database=place.database, space=name, encoder=once) as memory:
            try:
                connection.forget(memory.space)  # what an interrupted run left
                found = list(_found(task, memory, model, made, options))
                answered += [_answered(each, model) for each in found]
                around = circumstances(memory.space.graph)
            finally:
                if not options.keep:
                    connection.forget(memory.space)
    measured = report.Measured(corpus.name, len(tasks[0].paragraphs), answered, made, model.usage)
    report.show(measured)
    write(options.json, {**around, **measured.plain})
    report.plot(measured, options.plot)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds hotpotqa_dev.json.xz and musique_dev.json.xz")
    parser.add_argument("--corpus", choices=[name.lower() for name in SIZES], default="hotpotqa")
    connection.add_model_arguments(parser, required=True)
    parser.add_argument("--sample", type=int, default=0, help="so many questions, evenly spread; 0: all")
    parser.add_argument("--triplets", action="store_true", help="also with triplets that the model finds")
    parser.add_argument("--whole-corpus", action="store_true", help="ask of all paragraphs; triplets take many hours")
    parser.add_argument("--words", type=int, default=500, help="of paragraphs and triplets that the model is shown")
    parser.add_argument("--kept", type=Path, default=OUT / "multihop_answers", help="folder of what models said")
    parser.add_argument("--json", type=Path, default=OUT / "multihop_answers.json")
    parser.add_argument("--plot", type=Path, default=OUT / "multihop_answers.png")
    connection.add_arguments(parser)
    return parser.parse_args()


def _tasks(corpus: Corpus, options: argparse.Namespace) -> list[Corpus]:
    """What has a space of its own: the whole corpus, or each question with its paragraphs."""
    asked = corpus.questions
    sample = spread(asked, options.sample)
    if options.whole_corpus:
        return [Corpus(corpus.name, corpus.paragraphs, sample)]
    return [corpus.around(question, SIZES[corpus.name]) for question in sample]


def _chat(options: argparse.Namespace) -> BaseChatModel:
    """The model, whose answers are kept by what it was asked, in a file for each model; or none, from a template."""
    if options.model == TEMPLATE:
        return TemplateModel()
    name = re.sub(r"\W+", "_", options.model)
    return Recorded(cassette=options.kept / f"{name}.json", live=chat_model(connection.model_settings(options)))


def _found(
    task: Corpus, memory: Memory, model: LanguageModel, made: list[Consolidated], options: argparse.Namespace
) -> Iterator[Found]:
    for group in documents.grouped(each.written for each in task.paragraphs):
        documents.remember(memory.space, group)
    dense = baselines.rankings(task, memory.space.encoder)[baselines.DENSE]
    for question, ranking in zip(task.questions, dense, strict=True):
        yield Found(FLAT, question, _flat(task, ranking, options.words), ranking)
    yield from (_recalled(OURS, question, memory, options.words) for question in task.questions)
    if options.triplets:
        settings = memory.settings.consolidate
        made.append(consolidate(memory.space, model, settings, documents=True))
        yield from (_recalled(TRIPLETS, question, memory, options.words) for question in task.questions)


def _flat(task: Corpus, ranking: Sequence[str], words: int) -> str:
    """The best paragraphs that fit the budget, at least one, in the form of packed text: Clew's rule too."""
    paragraphs = {each.id: each for each in task.paragraphs}
    lines: list[str] = []
    for number, id in enumerate(ranking, 1):
        each = paragraphs[id]
        text = f"Document {each.title}\n[{number}] {' '.join(each.text.split())}"
        cost = len(text.split())
        if not lines or cost <= words:
            lines.append(text)
            words -= cost
    return "\n\n".join(lines)


def _recalled(way: str, question: Question, memory: Memory, words: int) -> Found:
    recalled = memory.recall(question.text, words=words)
    passages = [hit.document.removeprefix("document:") for hit in recalled.hits if hit.kind == "Passage"]
    return Found(way, question, numbered(recalled), list(dict.fromkeys(passages)))


def _answered(found: Found, model: LanguageModel) -> Answered:
    """Ask; an answer that cannot be used is empty."""
    question = found.question
    try:
        said = str(model.ask(ANSWER, memory=found.text, question=question.text).answer).strip()
    except ModelUnavailable:
        raise
    except ModelFailed:
        said = ""
    figures = {RECALL: share(found.ranking[:TOP], question.gold), **scores(said, question.answers)}
    return Answered(found.way, question.text, question.answers, said, figures)


if __name__ == "__main__":
    sys.exit(main())
