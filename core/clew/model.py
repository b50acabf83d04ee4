"""What goes into memory and what comes out: frozen, typed, free of the driver."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Literal

Engine = Literal["gds", "local"]

Metadata = Mapping[str, object]
"""Free properties of a turn: JSON values under text keys."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said in a conversation.

    Attributes:
        text: what was said, verbatim; it must hold at least one visible character.
        speaker: who said it; may be empty.
        at: when, with a zone. None: the date of the turn before, else the moment it is remembered.
        caption: what an attached image shows; may be empty.
        metadata: free JSON properties, kept and returned as they are.
    """

    text: str
    speaker: str = ""
    at: datetime | None = None
    caption: str = ""
    metadata: Metadata = field(default_factory=dict[str, object], hash=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """One session of a source, from its first turn."""

    session: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What one call of remember did to one session."""

    session: str
    appended: int
    """Turns that were new."""
    unchanged: int
    """Turns that were stored before and were left alone."""


@dataclass(frozen=True, slots=True)
class Read:
    """What reading did to one document: its passages that were new, the same, and taken away."""

    id: str
    title: str
    added: int
    unchanged: int
    removed: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What one call of read did.

    Attributes:
        documents: those that were read, in order.
        failed: per file that could not be read, the reason.
        forgotten: ids of documents whose files are gone, where that was asked for.
    """

    documents: tuple[Read, ...]
    failed: Mapping[str, str]
    forgotten: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence that holds, and where it is from.

    Attributes:
        text: one self-contained sentence that names its subject.
        sources: ids of the turns or passages that say it together; at least one.
        belief: how sure it is by these alone, above 0 and up to 1.
        valid_from: since when it holds, with a zone; None: the text does not say.
        valid_to: until when, not included; None: open.
        concepts: what it is about, as labels.
    """

    text: str
    sources: tuple[str, ...]
    belief: float = 1.0
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What became of facts or triplets: each is new, repeats a known one, or is rejected; a fact may replace others."""

    new: int = 0
    repeated: int = 0
    replaced: int = 0
    rejected: int = 0
    """Without a source that is there, or with nothing in common with it."""

    def __add__(self, other: "Reconciled") -> "Reconciled":
        return Reconciled(
            self.new + other.new,
            self.repeated + other.repeated,
            self.replaced + other.replaced,
            self.rejected + other.rejected,
        )


@dataclass(frozen=True, slots=True)
class Pending:
    """What waits to be consolidated together: turns, or one passage.

    Attributes:
        name: such as ``monday, turns 0 to 14``.
        turns: how many; 0 for a passage.
        at: when they begin; None for a passage.
        failure: why that failed the last time, or empty.
    """

    name: str
    turns: int
    at: datetime | None
    failure: str


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What one call of consolidate did.

    Attributes:
        chunks: that were consolidated; a passage is one.
        left: chunks that still wait, those that failed included.
        facts: what became of the facts.
        reflections: that are new.
        failed: per chunk that failed, the reason; it stays pending.
        stopped: why it ended before the last chunk; empty where it did not.
        usage: per chain of the language model, what it used: calls, tokens, seconds, failures.
        triplets: what became of those that passages say.
    """

    chunks: int
    left: int
    facts: Reconciled
    reflections: int
    failed: Mapping[str, str]
    stopped: str
    usage: Mapping[str, object]
    triplets: Reconciled = Reconciled()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What `forget` removed.

    Attributes:
        asked: what was asked for, such as ``session:2023-05-08``.
        removed: removed nodes per kind, such as ``{"Episode": 22, "Session": 1, "Concept": 9}``.
        relations: how many relations went with them.
        ids: the ids of the removed nodes, sorted.
        weakened: ids of facts that others say too: they are believed less, sorted.
        revived: ids of facts that hold again, because what had replaced them is gone, sorted.
    """

    asked: str
    removed: Mapping[str, int]
    relations: int
    ids: tuple[str, ...]
    weakened: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stats:
    """The size of a space: nodes per kind, relations per type, speakers, first and last date."""

    space: str
    nodes: Mapping[str, int]
    relations: Mapping[str, int]
    speakers: tuple[str, ...]
    first: datetime | None
    last: datetime | None


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """The weighted contributions that add up to a hit's score (retrieval form R; each at least 0).

    `derived` is what a turn gains by a fact that is derived from it, or a fact by the turn that says it.
    """

    vector: float = 0.0
    text: float = 0.0
    derived: float = 0.0
    next: float = 0.0
    speaker: float = 0.0
    session: float = 0.0
    date: float = 0.0
    pagerank: float = 0.0

    @property
    def total(self) -> float:
        """The score."""
        return math.fsum(getattr(self, part.name) for part in fields(self))


@dataclass(frozen=True, slots=True)
class Step:
    """One node on the path from a seed to a hit."""

    relation: str
    """How it was reached from the node before, such as ``NEXT`` or ``HAS_CONCEPT``; empty for the seed."""
    id: str
    kind: str
    label: str
    """What a person would call it: an episode's opening words, a concept's name."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One recalled memory and why it came.

    Attributes:
        id: the memory's id in its space.
        kind: its kind label, such as ``Episode``.
        text: its text, verbatim.
        speaker: who said it; empty where it does not apply.
        at: when it was said, in UTC; None for a passage.
        session: its session's name; empty for a passage.
        position: its 0-based place in the session or document.
        caption: what its image shows.
        metadata: what was stored with it.
        score: the sum of `parts`.
        parts: the score, split.
        path: from the seed that it was reached from to the hit itself; one step where it is a seed.
        document: id of its document; empty for a turn.
        title: of its document.
        valid_from: since when a fact holds, in UTC; None for what is no fact.
        valid_to: until when; None where the end is open.
        belief: how sure a fact is, 0..1; 1 for what was said or read.
        sources: ids of what says a fact, or of the facts that a reflection rests on, sorted.
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

    @property
    def why(self) -> str:
        """The path as one line, such as ``"I adopted a cat" -NEXT- "What is her name?"``."""
        return "".join(f" -{s.relation}- {s.label}" if s.relation else s.label for s in self.path)


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer to one query.

    Attributes:
        query: as asked.
        hits: best first.
        packed: the hits that `text` holds, in the order of the text.
        text: ready for a prompt: one header per session with its date, turns in time order.
        engine: what computed PageRank; None where it did not run (switched off, or nothing to walk).
        seconds: time per stage: ``encode``, ``seeds``, ``neighbourhood``, ``pagerank``,
            ``score``, ``read``, ``total``.
    """

    query: str
    hits: tuple[Hit, ...]
    packed: tuple[Hit, ...]
    text: str
    engine: Engine | None
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a language model answered from memory.

    Attributes:
        question: as asked.
        text: the answer, in which ``[2]`` cites the second of `recall.packed`; ``not in memory`` where there is none.
        citations: ids of the memories that are cited, in the order of their first citation.
        unknown: citations of numbers that the model was not shown; they are taken out of the text.
        found: whether there is an answer.
        recall: what the model was shown, and why.
        usage: of the language model: ``{"chains": {name: account}, "total": account}``.
    """

    question: str
    text: str
    citations: tuple[str, ...]
    unknown: int
    found: bool
    recall: Recall
    usage: Mapping[str, object]

    @property
    def cited(self) -> Mapping[int, Hit]:
        """The cited memories by their numbers in the text, in the order of their first citation."""
        numbered = {hit.id: (number, hit) for number, hit in enumerate(self.recall.packed, 1)}
        return dict(numbered[id] for id in self.citations)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a picture; `score` is 0 for what only joins others."""

    id: str
    kind: str
    label: str
    at: datetime | None
    score: float


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a picture, by the ids of its ends."""

    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True)
class Subgraph:
    """The part of the graph that a recall returned, with what joins it."""

    nodes: tuple[Node, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far long work has come; `total` is 0 while it is not known."""

    stage: str
    """Such as ``download``, ``start`` or ``remember``."""
    done: int
    total: int
    unit: str
    """What is counted, such as ``bytes`` or ``turns``."""
    note: str = ""
    """What else there is to say, such as ``41 facts``."""
