"""How fast documents become memory through the product's own door, and what the time is spent on."""

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest import CLIENT
from langchain_core.embeddings import Embeddings
from multihop_data import Corpus, Paragraph
from rich.progress import Progress
from synthetic import BagOfWords
from timed_graph import TimedGraph

from clew.graph.space import Space
from clew.loaders.documents import reading
from clew.loaders.documents.passages import split
from clew.loaders.language.entities import named, subject
from clew.loaders.sources import readers
from clew.text.names.phrases import phrases

PARSING, SPLITTING, ENTITIES = "parsing", "splitting", "entities"
PARSED = 2
"""Times that a corpus is parsed: it is validated whole before anything is written."""


ALONE = 2_000
"""Documents of a stretch that are split and searched for names once more, alone."""


class Clocked(Embeddings):
    """Vectors without a model, and the time that they took."""

    identity = BagOfWords.identity

    def __init__(self) -> None:
        self._inner = BagOfWords()
        self.seconds = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """As the bag of words does."""
        begin = time.perf_counter()
        vectors = self._inner.embed_documents(texts)
        self.seconds += time.perf_counter() - begin
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """As the bag of words does."""
        return self.embed_documents([text])[0]


@dataclass(slots=True)
class Filled:
    """What was read into a space.

    Attributes:
        size: passages that were wanted.
        documents: read.
        passages: made of them.
        seconds: of reading, without the encoder.
        split: seconds per statement, and of what is none.
        alone: seconds of parts of the latter when they are done once more, alone; of a sample, taken for the whole.
    """

    size: int
    documents: int = 0
    passages: int = 0
    seconds: float = 0.0
    split: dict[str, float] = field(default_factory=dict[str, float])
    alone: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def rate(self) -> float:
        """Passages a second."""
        return self.passages / self.seconds


class Filler:
    """Reads paragraphs into one space, stretch after stretch, and keeps account."""

    def __init__(self, graph: TimedGraph, name: str, size: int, paragraphs: Iterator[Paragraph]) -> None:
        self._graph = graph
        self._encoder = Clocked()
        self._paragraphs = paragraphs
        self._last: Paragraph | None = None
        self.space = Space(graph, self._encoder, name)
        self.filled = Filled(size)

    @property
    def worlds(self) -> int:
        """How many copies the space has paragraphs of."""
        return int(self._last.id.split("/")[0]) + 1 if self._last else 0

    def fill(self, passages: int) -> Filled:
        """Read on until the space holds so many, and what the last document has beyond."""
        taken = list(self._take(passages - self.filled.passages))
        if taken:
            with TemporaryDirectory() as folder:
                corpus = _corpus(taken, Path(folder))
                self._read(corpus)
                self._alone(corpus, taken)
            self.filled.documents += len(taken)
        return self.filled

    def _take(self, passages: int) -> Iterator[Paragraph]:
        while passages > 0:
            self._last = next(self._paragraphs)
            passages -= len(split(self._last.title, self._last.text))
            yield self._last

    def _read(self, corpus: Path) -> None:
        """Through the product's door."""
        self._graph.spent.clear()
        encoded = self._encoder.seconds
        begin = time.perf_counter()
        passages = _read(self.space, corpus)
        seconds = time.perf_counter() - begin - (self._encoder.seconds - encoded)
        spent = dict(self._graph.spent)
        self.filled.passages += passages
        self.filled.seconds += seconds
        _add(self.filled.split, {**spent, CLIENT: seconds - sum(spent.values())})

    def _alone(self, corpus: Path, paragraphs: Sequence[Paragraph]) -> None:
        sample = paragraphs[:: max(1, len(paragraphs) // ALONE)]
        times = len(paragraphs) / len(sample)
        took = {
            PARSING: PARSED * _seconds(readers.documents(corpus)),
            SPLITTING: times * _seconds(split(each.title, each.text) for each in sample),
            ENTITIES: times * _seconds((subject(each.title), named(each.text), phrases(each.text)) for each in sample),
        }
        _add(self.filled.alone, took)


def encoder_rate(encoder: Embeddings, corpora: Sequence[Corpus], sample: int) -> float:
    """Passages a second of an encoder, over so many real ones, evenly spread."""
    written = [each.written for corpus in corpora for each in corpus.paragraphs]
    texts = [f"{each.title}\n{text}" for each in written for text in split(each.title, each.text)]
    texts = texts[:: max(1, len(texts) // sample)][:sample]
    encoder.embed_query("load the model")
    begin = time.perf_counter()
    encoder.embed_documents(texts)
    return len(texts) / (time.perf_counter() - begin)


def _corpus(paragraphs: Iterable[Paragraph], folder: Path) -> Path:
    """The paragraphs as JSON Lines."""
    path = folder / "paragraphs.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for each in paragraphs:
            file.write(json.dumps({"id": each.id, "title": each.title, "text": each.text}) + "\n")
    return path


def _read(space: Space, corpus: Path) -> int:
    """Read a corpus; returns how many passages it has."""
    with Progress(transient=True) as progress:
        task = progress.add_task("read documents", total=None)
        done = reading.read(
            space, corpus, on_progress=lambda at: progress.update(task, completed=at.done, total=at.total)
        )
    return sum(each.added for each in done.documents)


def _add(total: dict[str, float], more: Mapping[str, float]) -> None:
    for name, seconds in more.items():
        total[name] = total.get(name, 0.0) + seconds


def _seconds(work: Iterable[object]) -> float:
    begin = time.perf_counter()
    deque(work, maxlen=0)
    return time.perf_counter() - begin
