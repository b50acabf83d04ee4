"""Groups turns into chunks that a language model reads at once: of one session, in order, within a token budget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from clew.loaders.language.splitting import spans, tokens
from clew.text.sentences import sentences


@dataclass(frozen=True, slots=True)
class Said:
    """A turn to extract facts from."""

    id: str
    session: str
    position: int
    speaker: str
    text: str
    at: datetime
    caption: str = ""

    @property
    def shown(self) -> str:
        """Its text and its caption."""
        return f"{self.text} [image: {self.caption}]" if self.caption else self.text

    @property
    def tokens(self) -> int:
        """About how many its line takes in a prompt."""
        return tokens(f"{self.speaker}: {self.shown}") + 4


@dataclass(frozen=True, slots=True)
class Chunk:
    """Turns that are consolidated in one transaction.

    Attributes:
        turns: of one session, one after the other.
        parts: read one at a time: the turns; or, of a single turn that is too long, its sentences in groups, and pieces
            of one that is too long itself.
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
        """The ids of its turns."""
        return [turn.id for turn in self.turns]

    @property
    def name(self) -> str:
        """Such as ``monday, turns 0 to 14``."""
        return f"{self.session}, turns {self.turns[0].position} to {self.turns[-1].position}"


def chunks(turns: Sequence[Said], budget: int) -> Iterator[Chunk]:
    """Yield the turns of a session in chunks; a missing turn ends one, so others stay the same when one is done.

    Args:
        turns: of one session, in order.
        budget: tokens of a part.
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
    return Chunk(whole, (whole,) if _size(turns) <= budget else tuple(_parts(turns[0], budget)))


def _parts(turn: Said, budget: int) -> Iterator[tuple[Said]]:
    """Yield a long turn in groups of sentences, its caption last; a row of words without an end is cut."""
    room = max(budget - replace(turn, text="", caption="").tokens, budget // 2)
    held = ""
    for sentence in (each[start:end] for each in sentences(turn.shown) for start, end in spans(each, room)):
        longer = f"{held} {sentence}".strip()
        if held and replace(turn, text=longer, caption="").tokens > budget:
            yield (replace(turn, text=held, caption=""),)
            longer = sentence
        held = longer
    if held:
        yield (replace(turn, text=held, caption=""),)


def _size(turns: Sequence[Said]) -> int:
    return sum(turn.tokens for turn in turns)
