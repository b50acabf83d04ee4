"""The values that recall and ask return: hits with their scores and paths, packed text, answers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from operator import attrgetter
from typing import Literal

from clew.model.remembering import Metadata

Engine = Literal["gds", "local"]

Span = tuple[int, int]  # where a stretch of a text begins and ends, in characters


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """The weighted contributions that add up to a hit's score; each but `repeat` is at least 0.

    `derived` is what a turn gains by a fact that is derived from it, or a fact by the turn that says it. `wish` is what
    a standing instruction or a preference of the user gains in a chat with an assistant. `repeat` is what a turn loses
    to better ones of its session, where a question wants many moments; at most 0. `rerank` is what a reranker of the
    caller's adds. `newer` is what a turn gains that replaces a better one or may correct it, or is recent where a
    question is about now.
    """

    vector: float = 0.0
    text: float = 0.0
    derived: float = 0.0
    next: float = 0.0
    speaker: float = 0.0
    session: float = 0.0
    date: float = 0.0
    wish: float = 0.0
    pagerank: float = 0.0
    rerank: float = 0.0
    repeat: float = 0.0
    newer: float = 0.0

    @property
    def total(self) -> float:
        """The score."""
        return math.fsum(_parts(self))

    @property
    def gained(self) -> float:
        """The score without what is taken away."""
        return math.fsum(part for part in _parts(self) if part > 0)


_parts = attrgetter(*(part.name for part in fields(ScoreParts)))


@dataclass(frozen=True, slots=True)
class Step:
    """One node on the path from a seed to a hit."""

    relationship: str
    """How it was reached from the node before, such as ``NEXT`` or ``HAS_CONCEPT``; empty for the seed."""
    id: str
    kind: str
    label: str
    """The name that a person would give it: an episode's opening words, a concept's name."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """The memory that may correct another, or holds in its place."""

    id: str  # of the turn that says it
    text: str  # its words
    since: datetime | None = None  # from when on it holds, in UTC; None of a turn that may correct it


@dataclass(frozen=True, slots=True)
class Hit:
    """One recalled memory and why it came.

    Attributes:
        id: the memory's id in its space.
        kind: its kind label, such as ``Episode``.
        text: its text, verbatim.
        speaker: who said it; empty where it does not apply.
        at: when it was said, with the speaker's offset where that is known, else in UTC; None for a passage.
        happens: the times that its text names, each as its first and its last day.
        session: its session's name; empty for a passage.
        position: its 0-based place in the session or document.
        caption: what its image shows.
        metadata: what was stored with it.
        score: the sum of `parts`; it compares the hits of one recall.
        replaced_by: of a turn, what holds in place of its fact that is closest to the question. Else a later turn that
            may correct it, or None.
        repeats: the turns among what was found in which its speaker says these words; this is the latest.
        first_said: of these, when the first was said, in UTC; None where it is said once.
        on_date: ``happened`` where it tells of something on the date that is asked for, ``said`` where it was only
            said then, else empty. A filter's since and until ask for one where the question names none.
        relevance: how sure it is that this is about the question, 0..1; it compares with any other recall.
        parts: the score, split.
        path: from the seed that it was reached from to the hit itself; one step where it is a seed.
        document: id of its document; empty for a turn.
        title: of its document.
        valid_from: since when a fact holds, in UTC; None for what is no fact.
        valid_to: until when; None where the end is open.
        belief: how sure a fact is, 0..1; 1 for what was said or read.
        told: whether a caller told a fact, and named no source.
        sources: ids of what says a fact, or of the facts that a reflection rests on, sorted.
        replied_to: of an assistant's answer, how the question before it begins; in `Recall.packed` only where that is
            shown. Empty where a filter by session, speaker or time may leave the question out.
        cited: ids of what says a fact, of a long turn the part that does, sorted.
        spans: of a turn that is longer than the encoder reads, where in `text` its parts stand, the best match first.
            Of a standing wish, what is wished stands before it. In `Recall.packed` those that are shown, in the order
            of the text. Empty where the text is one piece.
    """

    id: str
    kind: str
    text: str
    speaker: str
    at: datetime | None
    session: str
    position: int
    caption: str
    metadata: Metadata = field(hash=False)
    score: float
    parts: ScoreParts
    path: tuple[Step, ...]
    document: str = ""
    title: str = ""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    belief: float = 1.0
    sources: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    cited: tuple[str, ...] = ()
    replied_to: str = ""
    relevance: float = 0.0
    on_date: Literal["happened", "said", ""] = ""
    repeats: int = 1
    first_said: datetime | None = None
    replaced_by: Replacement | None = None
    happens: tuple[tuple[date, date], ...] = ()
    told: bool = False

    @property
    def why(self) -> str:
        """The path as one line, such as ``"I adopted a cat" -NEXT- "What is her name?"``."""
        return "".join(f" -{s.relationship}- {s.label}" if s.relationship else s.label for s in self.path)


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer to one query.

    Attributes:
        query: as asked.
        hits: best first.
        packed: the hits that `text` holds, in the order of the text.
        text: ready for a prompt: one header per session with its date, turns in time order. A line that nobody says,
            and that would pose as a header or as somebody's turn, stands behind a dash.
        engine: what computed PageRank; None where it did not run (switched off, or nothing to walk).
        seconds: time per stage: ``parse`` where a language model reads the question, ``encode``, ``seeds``,
            ``neighbourhood``, ``pagerank``, ``score``, ``read``, ``rerank`` where a reranker is given, ``pack``,
            ``total``.
        passed_over: ids of hits that did not fit into the text, though worse ones did; best first.
        shortened: ids of packed hits that the text does not hold whole, in the order of the text.
        confidence: the highest relevance of a hit, 0..1: how sure it is that memory holds what was asked. Both engines
            give the same one, and other spaces have no part in it.
        needed: the confidence from which on the hits are worth showing to an agent that did not ask memory, 0..1.
    """

    query: str
    hits: tuple[Hit, ...]
    packed: tuple[Hit, ...]
    text: str
    engine: Engine | None
    seconds: Mapping[str, float]
    passed_over: tuple[str, ...] = ()
    shortened: tuple[str, ...] = ()
    confidence: float = 0.0
    needed: float = 0.0

    @property
    def fits(self) -> bool:
        """True if the hits are worth showing to an agent that did not ask memory."""
        return bool(self.hits) and self.confidence >= self.needed


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a language model from memory."""

    question: str  # as asked
    text: str  # the answer, in which ``[2]`` cites the second of `recall.packed`; ``not in memory`` where there is none
    citations: tuple[str, ...]  # ids of the memories that are cited, in the order of their first citation
    unknown: int  # citations of numbers that the model was not shown; they are taken out of the text
    found: bool  # whether there is an answer
    recall: Recall  # what the model was shown, and why
    usage: Mapping[str, object]  # of the language model: ``{"chains": {name: account}, "total": account}``

    @property
    def cited(self) -> Mapping[int, Hit]:
        """The cited memories by their numbers in the text, in the order of their first citation."""
        numbered = {hit.id: (number, hit) for number, hit in enumerate(self.recall.packed, 1)}
        return dict(numbered[id] for id in self.citations)
