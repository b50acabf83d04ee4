"""Made-up group chats of any number of people, and questions that name none to three of them.

The person named tells the answer, is told it, or others tell it. The same is said of several people, so that only the
names show which turn answers. The wordings are in `wordings/groups.txt`; `truth_wordings.py` says which
of them are shown and which are kept.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from recall_data import Asked, Talk
from truth_wordings import Half, table, wordings

from clew.model import Transcript, Turn

NAMES = [name for line in table("people") for name in line[0].split()]
SESSION = 20
"""Turns of a session; three to six of the group take part."""

CHATTER = (
    "{name}, are you coming on {day}?",
    "I saw {name} at the {place} today.",
    "{name} says hello, by the way.",
    "Has anybody a key for the {place}?",
    "The {place} closes early on {day}.",
    "Thanks, {name}, that was kind of you.",
    "I am tired, the {place} was full on {day}.",
    "Do you need help on {day}, {name}?",
)
PLACES = ("station", "market", "library", "harbour", "gym", "bakery", "museum", "park", "chapel", "stadium")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Said:
    """A turn that answers a question; `kind` is the first field of its wording."""

    kind: str
    speaker: str
    text: str
    question: str
    answer: str


def group(size: int, half: Half = "shown", seed: int = 7) -> Talk:
    """Return a chat of so many people, with the questions of the shown or of the kept wordings."""
    rng = random.Random(f"{seed} {size} {half}")
    people = rng.sample(NAMES, size)
    answers = [said for wording in wordings("groups", half) for said in _said(wording, people, rng)]
    rng.shuffle(answers)
    number = max(len(answers) // 4, 2 * size, 25)
    at = datetime(2024, 1, 2, 18, tzinfo=UTC)
    transcripts: list[Transcript] = []
    questions: list[Asked] = []
    for place in range(number):
        told, session = answers[place::number], f"group-{size}/{place:03}"
        turns, where = _session(told, people, at + timedelta(days=place), rng)
        transcripts.append(Transcript(session, turns))
        questions += [
            Asked(each.question, each.kind, frozenset([f"episode:{session}/{turn}"]), each.answer)
            for each, turn in zip(told, where, strict=True)
        ]
    ids = [f"episode:{each.session}/{turn}" for each in transcripts for turn in range(len(each.turns))]
    name = f"group-{size}-{half}-{seed}"
    return Talk(f"groups of {size}", name, tuple(transcripts), {id: id for id in ids}, tuple(questions))


def _said(wording: Sequence[str], people: Sequence[str], rng: random.Random) -> Iterator[Said]:
    """Yield what is said by a wording of several people, each time another thing."""
    kind, question, text, values = wording
    things = [each.strip() for each in values.split(";")]
    most = min(len(things), 3 if len(people) < 4 else len(people))
    taken: set[frozenset[str]] = set()
    for thing in rng.sample(things, most):
        a, b, c = rng.sample(people, 3)
        whom = {"a": a, "b": b, "c": c, "x": thing}
        about = frozenset(each for place, each in whom.items() if f"{{{place}}}" in question)
        if about in taken:  # of the same people it is said once
            continue
        taken.add(about)
        speaker = c if kind in ("reported", "between") else a
        yield Said(kind, speaker, text.format(**whom), question.format(**whom), a if kind == "open" else thing)


def _session(
    told: Sequence[Said], people: Sequence[str], at: datetime, rng: random.Random
) -> tuple[tuple[Turn, ...], list[int]]:
    """Return a session in which all of it is told among chatter, and the position of each."""
    present = rng.sample(people, min(len(people), rng.randint(3, 6)))
    places = sorted(rng.sample(range(SESSION), len(told)))
    by_place = dict(zip(places, told, strict=True))
    turns: list[Turn] = []
    for place in range(SESSION):
        said = by_place.get(place)
        speaker = said.speaker if said else rng.choice(present)
        turns.append(
            Turn(said.text if said else _chatter(speaker, people, rng), speaker, at + timedelta(minutes=place))
        )
    return tuple(turns), places


def _chatter(speaker: str, people: Sequence[str], rng: random.Random) -> str:
    if rng.random() < 0.5:
        return rng.choice(table("talk"))[0]
    other = rng.choice([name for name in people if name != speaker])
    return rng.choice(CHATTER).format(name=other, day=rng.choice(DAYS), place=rng.choice(PLACES))
