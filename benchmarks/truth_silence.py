"""Does recall say that nothing fits? Small talk and unrelated questions in `truth.py`, and questions of data sets."""

import json
import lzma
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import baselines
import locomo_data
import numpy as np
from baselines import Floats
from evidence_recall import stems
from recall_baselines import VECTORS
from rich.progress import track
from sampling import spread

from clew.agents.recalling import NEAR_SHARE
from clew.api.memory import Memory
from clew.graph.queries import generated
from clew.model import Recall, Transcript, Turn

NO_ANSWER = "Null"
"""The category of questions that LiHua-World's chats do not answer."""

CONFIDENCE, COSINE, WORDS, COVERED = "confidence", "top cosine", "top BM25", "covered idf"
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Corpus:
    """A conversation with questions that it answers, and others that it does not.

    Attributes:
        name: of the conversation, and of the file before it.
        sessions: what is said.
        answered: questions.
        unanswered: likewise.
        is_for_silence: whether its answered questions may not be met with silence.
    """

    name: str
    sessions: tuple[Transcript, ...]
    answered: tuple[str, ...]
    unanswered: tuple[str, ...]
    is_for_silence: bool = True


@dataclass(frozen=True, slots=True)
class Signals:
    """Signals that tell whether questions are answered: values by the name of the signal, shape (questions).

    `silent` tells of the answered ones whether they are met with silence.
    """

    answered: dict[str, Floats]
    unanswered: dict[str, Floats]
    silent: tuple[bool, ...]


EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.01)
"""Of the bins of confidence."""


def unasked(memory: Memory, message: str) -> Recall:
    """Recall for a message of a user as the middleware of an agent does."""
    return memory.recall(message, settings=memory.settings.recall.changed(near_share=NEAR_SHARE))


def corpora(locomo: Path | None, chats: Sequence[Path], unanswerable: Sequence[Path]) -> list[Corpus]:
    """Read the files that are given: LoCoMo's, chats, and questions without an answer.

    A file of the last kind holds questions by the names of chats, or is one of chats with a category of such questions.
    """
    given = [json.loads(_content(path)) for path in unanswerable]
    asked = {name: tuple(each) for file in given if "conversations" not in file for name, each in file.items()}
    found = list(_locomo(locomo)) if locomo else []
    found += [_chat(each, asked) for path in chats for each in json.loads(_content(path))["conversations"]]
    return found + [_chat(each, {}, is_for_silence=False) for file in given for each in file.get("conversations", ())]


def _content(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()


def _locomo(path: Path) -> Iterator[Corpus]:
    told = locomo_data.transcripts(path)
    for each in locomo_data.conversations(path):
        sessions = tuple(transcript for name, transcript in told if name == each.name)
        yield Corpus(f"LoCoMo {each.name}", sessions, tuple(question.text for question in each.questions), ())


def _chat(given: dict, asked: dict[str, tuple[str, ...]], *, is_for_silence: bool = True) -> Corpus:
    sessions = tuple(Transcript(each["session"], tuple(map(_turn, each["turns"]))) for each in given["sessions"])
    answered = [each["question"] for each in given["questions"] if each["category"] != NO_ANSWER]
    others = [each["question"] for each in given["questions"] if each["category"] == NO_ANSWER]
    unanswered = (*others, *asked.get(given["name"], ()))
    return Corpus(given["name"], sessions, tuple(answered), unanswered, is_for_silence)


def _turn(given: dict) -> Turn:
    return Turn(given["text"], given["speaker"], datetime.fromisoformat(given["at"]))


def signals(corpus: Corpus, memory: Memory, most: int) -> Signals:
    """Ask a remembered conversation at most so many answered questions, and all without an answer."""
    questions = (spread(corpus.answered, most), corpus.unanswered)
    vectors = np.array([row["embedding"] for row in memory.space.read(generated("vectors", VECTORS))])
    lines = [f"{turn.speaker}: {turn.text}" for each in corpus.sessions for turn in each.turns]
    covered = covering(lines)
    found: list[dict[str, Floats]] = []
    silent: list[tuple[bool, ...]] = []
    for asked in questions:
        described = f"{corpus.name}: {len(asked)} questions"
        recalled = [unasked(memory, each) for each in track(asked, description=described)]
        silent.append(tuple(not each.fits for each in recalled))
        dense = [vectors @ np.array(memory.space.encoder.embed_query(each)) for each in asked]
        words = baselines.bm25(lines, asked) if asked else np.zeros((0, 1))
        found.append(
            {
                CONFIDENCE: np.array([each.confidence for each in recalled]),
                COSINE: np.array([each.max() for each in dense]),
                WORDS: words.max(axis=1),
                COVERED: np.array([covered(each) for each in asked]),
            }
        )
    return Signals(found[0], found[1], silent[0])


def covering(lines: Sequence[str]) -> Callable[[str], float]:
    """Return what tells of a question the largest share of its words that one line holds, rare words weighed most."""
    texts = [stems(line) for line in lines]
    counts = Counter(word for text in texts for word in text)

    def idf(words: set[str]) -> float:
        return sum(math.log(1 + (len(texts) - counts[word] + 0.5) / (counts[word] + 0.5)) for word in words)

    def covered(question: str) -> float:
        asked = stems(question)
        best = max((idf(asked & text) for text in texts if asked & text), default=0.0)
        return best / idf(asked) if asked else 0.0

    return covered


def auroc(answered: Floats, unanswered: Floats) -> float:
    """Return how often an answered question has the higher value; half of the ties count. NaN where a value is."""
    if not len(answered) or not len(unanswered) or np.isnan(answered).any() or np.isnan(unanswered).any():
        return math.nan
    over = np.sign(answered[:, None] - unanswered[None, :])
    return float((over.mean() + 1) / 2)


def reliability(answered: Floats, unanswered: Floats) -> dict[str, dict[str, float]]:
    """Return by bins of confidence how many questions there are, and which share has an answer."""
    found: dict[str, dict[str, float]] = {}
    for low, high in pairwise(EDGES):
        counts = [int(((each >= low) & (each < high)).sum()) for each in (answered, unanswered)]
        if sum(counts):
            share = counts[0] / sum(counts)
            found[f"{low:g} to {min(high, 1):g}"] = {"questions": float(sum(counts)), "with an answer": share}
    return found


def silent_at(answered: Floats, others: Floats, share: float) -> float:
    """Return the share of others below the value that at most this share of the answered questions lies below."""
    if np.isnan(answered).any() or np.isnan(others).any():
        return math.nan
    cut = np.sort(answered)[math.floor(share * len(answered))]
    return float((others < cut).mean())
