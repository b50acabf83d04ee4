"""The wordings of `truth.py`: tables in `wordings/`, a line each; all are invented for it.

A digest of its line decides if a wording is `shown` or `kept`, whatever the seed. Recall is tuned on the figures of
those that are shown, and those of the kept ones are read at the end.
"""

import hashlib
import random
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

from clew.model import Turn

FOLDER = Path(__file__).parent / "wordings"
Half = Literal["shown", "kept"]
HALVES: tuple[Half, ...] = ("shown", "kept")
NAMES = ("", "Marit", "", "Kwame", "", "Odalys", "", "Torvald")
"""The speaker of a store, beside a friend; empty: a user beside an assistant, who asks for himself."""

REPLIES = (
    "Thanks for telling me.",
    "Good to know.",
    "I see, noted.",
    "Oh, tell me more some time.",
    "That's quite something.",
    "Understood.",
    "Fair enough!",
    "All right, I'll keep it in mind.",
)
Wording = TypeVar("Wording")


@cache
def table(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the lines of a table with their fields."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return tuple(tuple(field.strip() for field in line.split(" | ")) for line in lines)


def half_of(wording: Sequence[str]) -> Half:
    """Return the half that a wording belongs to."""
    return HALVES[hashlib.sha256(" | ".join(wording).encode()).digest()[0] % 2]


def wordings(name: str, half: Half) -> list[tuple[str, ...]]:
    """Return the wordings of a table that belong to a half."""
    return [each for each in table(name) if half_of(each) == half]


def groups(members: Sequence[Wording], most: int, rng: random.Random) -> Iterator[list[Wording]]:
    """Deal out members into groups of about the same size, in a random order."""
    dealt = rng.sample(members, len(members))
    number = -(-len(dealt) // most)
    yield from (dealt[place::number] for place in range(number))


def voiced(text: str, name: str) -> str:
    """Return a question as its speaker asks it, or as others ask about the one of that name."""
    verbs = {"do": "does", "am": "is"} if name else {"do": "do", "am": "am"}
    asked = text.format(I="I", my="my", then="{then}", **verbs)
    if name:
        asked = re.sub(r"\bmy\b", f"{name}'s", re.sub(r"\bI\b", name, asked))
    return asked[0].upper() + asked[1:]


def speakers(name: str) -> tuple[str, str]:
    """Return who speaks and who replies."""
    return (name, "Bashir") if name else ("user", "assistant")


def talk(number: int, rng: random.Random) -> list[str]:
    """Return so many sentences about other things."""
    return [said for said, *_ in rng.sample(table("talk"), number)]


def evening(rng: random.Random) -> datetime:
    """Return an evening on which a store begins."""
    return datetime(rng.choice((2021, 2022, 2023)), rng.randint(1, 12), rng.randint(1, 28), 19, tzinfo=UTC)


def replied(text: str, at: datetime, name: str, rng: random.Random, *, others: int = 0) -> tuple[Turn, ...]:
    """Return a session: what is said, a reply, and so many turns about other things before or behind."""
    speaker, listener = speakers(name)
    said = [Turn(text, speaker, at), Turn(rng.choice(REPLIES), listener, at)]
    beside = [Turn(each, rng.choice((speaker, listener)) if name else speaker, at) for each in talk(others, rng)]
    return (*beside, *said) if rng.random() < 0.5 else (*said, *beside)
