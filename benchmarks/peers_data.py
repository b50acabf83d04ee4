"""The texts and questions of every memory in `peers.py`: LoCoMo's turns, paragraphs, made-up turns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import locomo_data
import multihop_data
from rivals.interface import Told
from sampling import spread
from synthetic import questions, transcripts

from clew.model import Turn

LOCOMO = "LoCoMo"
LIMITS = (10, 100)


@dataclass(frozen=True, slots=True)
class Batch:
    """The texts that one call stores: a session, or all texts of a tenant."""

    tenant: str
    told: Sequence[Told]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to one tenant, and the ids of the texts that hold its answer, if that is known."""

    tenant: str
    text: str
    evidence: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Corpus:
    """Tenants that are filled, and then asked.

    Attributes:
        name: also that of its one tenant, but for LoCoMo, which has a tenant for each conversation.
        batches: in order.
        questions: the ones whose times count.
        warm_up: asked before them.
        is_made_up: its vectors are.
        costs: words of each turn's dated line, by id.
        limits: hits asked for.
    """

    name: str
    batches: Sequence[Batch]
    questions: Sequence[Asked]
    warm_up: Sequence[Asked]
    is_made_up: bool = False
    costs: Mapping[str, int] = field(default_factory=dict[str, int])
    limits: tuple[int, ...] = LIMITS

    @property
    def texts(self) -> int:
        """Number of its texts."""
        return sum(len(batch.told) for batch in self.batches)

    @property
    def tenant_size(self) -> int:
        """Texts in a tenant, on average."""
        return round(self.texts / len({batch.tenant for batch in self.batches}))


def locomo(path: Path, conversations: int | None, count: int, warm_up: int) -> Corpus:
    """LoCoMo, each session a batch, with questions spread evenly over all that have evidence."""
    batches: list[Batch] = []
    costs: dict[str, int] = {}
    asked: list[Asked] = []
    for talk in locomo_data.conversations(path)[:conversations]:
        said = iter(talk.turns)
        ids: dict[str, str] = {}
        for session in (each for name, each in locomo_data.transcripts(path) if name == talk.name):
            told: list[Told] = []
            for position, turn in enumerate(session.turns):
                source = next(said)
                id = ids[source.id] = f"{session.session}/{position}"
                costs[id] = source.words
                told.append(_told(id, session.session, turn, source.dated))
            batches.append(Batch(talk.name, told))
        asked += [Asked(talk.name, each.text, frozenset(ids[id] for id in each.evidence)) for each in talk.questions]
    picked = spread(asked, count + warm_up)
    first = spread(picked, warm_up) if warm_up else ()
    rest = tuple(each for each in picked if each not in set(first))
    return Corpus(LOCOMO, batches, rest, first, costs=costs)


def _told(id: str, session: str, turn: Turn, line: str) -> Told:
    assert turn.at
    return Told(id, session, turn.text, line, turn.speaker, turn.at.isoformat(), turn.caption)


def paragraphs(folder: Path, count: int) -> list[Corpus]:
    """HotpotQA's and MuSiQue's paragraphs, each corpus one batch."""
    return [_paragraphs(each, count) for each in multihop_data.read(folder)]


def _paragraphs(corpus: multihop_data.Corpus, count: int) -> Corpus:
    told = [Told(each.id, "", each.text, each.whole, title=each.title) for each in corpus.paragraphs]
    asked = [Asked(corpus.name, each.text, each.gold) for each in corpus.questions]
    return Corpus(corpus.name, [Batch(corpus.name, told)], spread(asked, count), (), limits=(max(LIMITS),))


def made_up(size: int, count: int, warm_up: int) -> Corpus:
    """So many turns of one tenant, one batch; no two sizes have the same turns."""
    name = f"{size:,} turns"
    tenant = f"made-up-{size}"
    told: list[Told] = []
    for each in transcripts(size, seed=size):
        session = f"{tenant}/{each.session}"
        for position, turn in enumerate(each.turns):
            line = f"[{turn.at:%d %B, %Y}] {turn.speaker}: {turn.text}"
            told.append(_told(f"{session}/{position}", session, turn, line))
    asked = [Asked(tenant, text) for text in questions(count + warm_up)]
    return Corpus(name, [Batch(tenant, told)], asked[warm_up:], asked[:warm_up], is_made_up=True)
