"""HotpotQA and MuSiQue as tests of retrieval: paragraphs, and questions with those that answer them together."""

import json
import lzma
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from clew.loaders.language import entities
from clew.loaders.sources.readers import Written

FILES = {"HotpotQA": "hotpotqa_dev.json.xz", "MuSiQue": "musique_dev.json.xz"}
MERGED = "both, merged"
UNTITLED = ", untitled"
LEAD_WORDS = 4


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, which becomes one document; `title` is empty where it was taken away."""

    id: str
    title: str
    text: str

    @property
    def whole(self) -> str:
        """The text that the baselines embed and index: the form that the product embeds passages in."""
        return f"{self.title}\n{self.text}" if self.title else self.text

    @property
    def written(self) -> Written:
        """The document; without a title it is called by its lead, for a document has to be called something."""
        return Written(self.id, self.title or lead(self.text), self.text)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its type, ids of the paragraphs that all are needed to answer it, and the answers that are right."""

    text: str
    type: str
    gold: frozenset[str]
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """Paragraphs that are searched together, and what is asked of them."""

    name: str
    paragraphs: tuple[Paragraph, ...]
    questions: tuple[Question, ...]

    @property
    def untitled(self) -> "Corpus":
        """The same without titles."""
        bare = tuple(replace(each, title="") for each in self.paragraphs)
        return replace(self, name=f"{self.name}{UNTITLED}", paragraphs=bare)

    def around(self, question: Question, size: int) -> "Corpus":
        """A question with so many paragraphs: those that answer it, and the nearest in the file.

        The file keeps the paragraphs of a question together, so these are nearly its own distractors, as its authors
        chose them. The file does not mark to whom the others belong.
        """
        gold = [number for number, each in enumerate(self.paragraphs) if each.id in question.gold]
        middle = sorted(gold)[len(gold) // 2]
        near = sorted(range(len(self.paragraphs)), key=lambda number: (number not in gold, abs(number - middle)))
        return replace(self, paragraphs=tuple(self.paragraphs[n] for n in sorted(near[:size])), questions=(question,))

    def first(self, count: int) -> "Corpus":
        """So many questions, and the paragraphs up to the last one that they need: a part to try things on."""
        asked = self.questions[:count]
        last = max(number for number, each in enumerate(self.paragraphs) for one in asked if each.id in one.gold)
        return replace(self, paragraphs=self.paragraphs[: last + 1], questions=asked)


def lead(text: str) -> str:
    """The first name in the opening of a text, else its first words."""
    named = entities.lead(text)
    return named.text if named else " ".join(text.split()[:LEAD_WORDS])


def read(folder: Path, questions: int | None = None) -> list[Corpus]:
    """The corpora of a folder, of each the first so many questions; None: all."""
    found = [_corpus(name, folder / file) for name, file in FILES.items()]
    return [each.first(questions) for each in found] if questions else found


def variants(corpora: Sequence[Corpus]) -> list[Corpus]:
    """Each corpus, all of them merged, and then the same without titles."""
    titled = [*corpora, _merged(corpora)]
    return [*titled, *(each.untitled for each in titled)]


def _corpus(name: str, path: Path) -> Corpus:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        data = json.load(file)
    paragraphs = tuple(Paragraph(f"{name}/{row['id']}", row["title"], row["text"]) for row in data["paragraphs"])
    questions = tuple(
        Question(
            row["question"],
            row["type"],
            frozenset(f"{name}/{id}" for id in row["supporting"]),
            (row["answer"], *row.get("answer_aliases", ())),
        )
        for row in data["questions"]
    )
    return Corpus(name, paragraphs, questions)


def _merged(corpora: Sequence[Corpus]) -> Corpus:
    """All in one; the type of a question is where it comes from."""
    paragraphs = chain.from_iterable(each.paragraphs for each in corpora)
    questions = (replace(question, type=each.name) for each in corpora for question in each.questions)
    return Corpus(MERGED, tuple(paragraphs), tuple(questions))
