"""Turns in portions that a language model reads at once: of one session, in order, within a budget of tokens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from clew.loaders.documents.passages import tokens
from clew.loaders.language.sentences import sentences


@dataclass(frozen=True, slots=True)
class Said:
    """A turn as it is read for facts."""

    id: str
    session: str
    position: int
    speaker: str
    text: str
    at: datetime
    caption: str = ""

    @property
    def shown(self) -> str:
        """What was said, and what its image shows."""
        return f"{self.text} [image: {self.caption}]" if self.caption else self.text

    @property
    def tokens(self) -> int:
        """About what its line takes."""
        return tokens(f"{self.speaker}: {self.shown}") + 4


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is consolidated in one transaction.

    Attributes:
        turns: of one session, one after the other.
        parts: what a model reads at once: the turns; or, of a single turn that is too long, its sentences in portions.
    """

    turns: tuple[Said, ...]
    parts: tuple[tuple[Said, ...], ...]

    @property
    def session(self) -> str:
        """The session's name."""
        return self.turns[0].session

    @property
    def at(self) -> datetime:
        """When it begins."""
        return self.turns[0].at

    @property
    def ids(self) -> list[str]:
        """Of its turns."""
        return [turn.id for turn in self.turns]

    @property
    def name(self) -> str:
        """Such as ``monday, turns 0 to 14``."""
        return f"{self.session}, turns {self.turns[0].position} to {self.turns[-1].position}"


def chunks(turns: Sequence[Said], budget: int) -> Iterator[Chunk]:
    """The turns of a session in chunks; a turn that is missing ends one, so chunks stay the same when some are done.

    Args:
        turns: of one session, in order.
        budget: tokens of a part, at least those of one sentence.
    """
    held: list[Said] = []
    for turn in turns:
        if held and (turn.position != held[-1].position + 1 or _size(held) + turn.tokens > budget):
            yield _chunk(held, budget)
            held = []
        held.append(turn)
    if held:
        yield _chunk(held, budget)


def _chunk(turns: Sequence[Said], budget: int) -> Chunk:
    whole = tuple(turns)
    return Chunk(whole, (whole,) if _size(turns) <= budget else tuple(_portions(turns[0], budget)))


def _portions(turn: Said, budget: int) -> Iterator[tuple[Said]]:
    """A long turn by its sentences, what its image shows behind them; one sentence is never cut."""
    held = ""
    for sentence in sentences(turn.shown):
        longer = f"{held} {sentence}".strip()
        if held and replace(turn, text=longer, caption="").tokens > budget:
            yield (replace(turn, text=held, caption=""),)
            longer = sentence
        held = longer
    if held:
        yield (replace(turn, text=held, caption=""),)


def _size(turns: Sequence[Said]) -> int:
    return sum(turn.tokens for turn in turns)
