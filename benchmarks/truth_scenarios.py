"""The scenarios of `truth.py`: each has sentences, questions, and the right answers.

A store is some sessions; those of every second one hold talk about other things as well. Answers are judged by the
texts of the hits and the packed text alone, so that baselines are judged as recall is.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from truth_wordings import (
    NAMES,
    REPLIES,
    Half,
    evening,
    groups,
    replied,
    speakers,
    table,
    talk,
    voiced,
    wordings,
)

from clew.model import Transcript, Turn
from clew.text.instants import day

FIRST, TOP = "first", "within three"
WORDS = 400
"""Of the packed text, where a scenario crowds it."""


@dataclass(frozen=True, slots=True)
class Found:
    """The parts of an answer: the texts of the hits, best first, and the packed text."""

    hits: tuple[str, ...]
    text: str

    def rank(self, *keys: str) -> int:
        """Return the place of the first hit that holds one of the words, from 1; a thousand where none does."""
        return next((n for n, hit in enumerate(self.hits, 1) if any(key in hit for key in keys)), 1000)

    def lines(self, words: str) -> list[str]:
        """Return the lines of the packed text that hold these words, in any case."""
        return [line for line in self.text.splitlines() if words.lower() in " ".join(line.lower().split())]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what is right of an answer by the name of the figure, and the budget; None: that of recall."""

    question: str
    right: Callable[[Found], Mapping[str, bool]]
    words: int | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """Sentences that are remembered together, and the questions about them.

    Attributes:
        sessions: that are remembered.
        asked: afterwards.
        days: words of a turn, and the day that a model which reads it must be shown. With any, rules consolidate the
            store before anything is asked.
    """

    sessions: tuple[Transcript, ...]
    asked: tuple[Asked, ...]
    days: tuple[tuple[str, date], ...] = ()


Scenario = Callable[[Half, random.Random], Iterator[Store]]


# The day of an event

FORMS = (
    ("Yesterday I {did}.", 1),
    ("I {did} yesterday.", 1),
    ("Last night I {did}.", 1),
    ("Yesterday evening I {did}, by the way.", 1),
    ("Two days ago I {did}.", 2),
    ("I {did} two days ago.", 2),
    ("The day before yesterday I {did}.", 2),
    ("Three days ago I {did}.", 3),
    ("On {weekday} I {did}.", 3),
    ("On {weekday} we {did}.", 4),
    ("Four days ago we {did}.", 4),
)
DAY_QUESTIONS = ("What did I do {on}?", "What happened {on}?", "What was I up to {on}?")
WRITTEN = ("on {d} {month} {year}", "on {d} {month}", "on the {th} of {month} {year}", "on {month} {d}, {year}")


def event_day(half: Half, rng: random.Random) -> Iterator[Store]:
    """Ask a diary for a day: right is what happened on it, and not what was said on it."""
    for number, group in enumerate(groups(wordings("events", half), 12, rng)):
        name, begin = NAMES[number % len(NAMES)], evening(rng)
        told = list(_diary(group, begin, rng))
        others = 2 if number % 2 == 0 else 0
        sessions = numbered((said, replied(text, said, name, rng, others=others)) for text, said, _, _ in told)
        yield Store(sessions, tuple(_asked_for_days(told, name, rng)))


_Told = tuple[str, datetime, date, tuple[str, ...]]
"""A line of a diary, when it is said, the day that it is about, and its wording."""


def _diary(group: list[tuple[str, ...]], begin: datetime, rng: random.Random) -> Iterator[_Told]:
    """Tell something each evening; of a day one thing alone."""
    taken = set[date]()
    for place, wording in enumerate(group):
        said = begin + timedelta(days=place)
        for form, ago in rng.sample(FORMS, len(FORMS)):
            about = (said - timedelta(days=ago)).date()
            if about not in taken:
                taken.add(about)
                yield form.format(did=wording[0], weekday=f"{about:%A}"), said, about, wording
                break


def _asked_for_days(told: list[_Told], name: str, rng: random.Random) -> Iterator[Asked]:
    for _, _, about, (_, key, own) in told:
        for question in (*rng.sample(DAY_QUESTIONS, 2), own):
            on = rng.choice(WRITTEN).format(**_parts(about))
            yield Asked(voiced(question.replace("{on}", on), name), comes_first(key))


def comes_first(key: str) -> Callable[[Found], Mapping[str, bool]]:
    """Return what is right where the hit with these words is wanted."""
    return lambda found: {FIRST: found.rank(key) == 1, TOP: found.rank(key) <= 3}


def _parts(at: date) -> dict[str, object]:
    """Return the fields that a written date may have."""
    ending = "th" if 10 < at.day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(at.day % 10, "th")
    return {"d": at.day, "th": f"{at.day}{ending}", "month": f"{at:%B}", "year": at.year, "wd": f"{at:%A}"}


OFFSETS = ((-7, 20), (-5, 22), (-10, 18), (-3, 23), (9, 5), (5.5, 3), (12, 9))
"""Hours from UTC, and an hour of the speaker's day that is on another day in UTC."""


def speakers_day(half: Half, rng: random.Random) -> Iterator[Store]:
    """Tell times with an offset: "yesterday" counts from the day that the speaker had."""
    for number, group in enumerate(groups(wordings("events", half), 10, rng)):
        hours, hour = OFFSETS[number % len(OFFSETS)]
        begin = evening(rng).replace(hour=hour, tzinfo=timezone(timedelta(hours=hours)))
        told = list(_diary(group, begin, rng))
        sessions = numbered((said, replied(text, said, "", rng, others=number % 2)) for text, said, _, _ in told)
        questions = (
            Asked(f"What did I do on {day(about)}?", _labelled(key, about, said.date()))
            for _, said, about, (_, key, _) in told
        )
        yield Store(sessions, tuple(questions), tuple((key, about) for _, _, about, (_, key, _) in told))


def _labelled(key: str, about: date, said: date) -> Callable[[Found], Mapping[str, bool]]:
    return lambda found: {
        FIRST: found.rank(key) == 1,
        "day shown": shows_day(found.text, key, about, said),
        "day noted in it": any(notes(line) == [day(about)] for line in found.lines(key)),
    }


def notes(line: str) -> list[str]:
    """Return the days in parentheses of a line, such as those behind "yesterday"."""
    return re.findall(r"\((\d{1,2} \w+ \d{4})\)", line)


def shows_day(text: str, key: str, about: date, said: date) -> bool:
    """Say whether a packed text dates an event rightly, wherever it tells of it.

    A line with a date behind its "yesterday" names the day of the event. Else a header names the day of saying.
    """
    over, shown = "", list[bool]()
    for line in text.splitlines():
        if key in line:
            noted = notes(line)
            shown.append(day(about) in noted if noted else over == "Facts" or over.endswith(f", {day(said)}"))
        elif line.startswith("Session ") or ":" not in line:
            over = line or over
    return bool(shown) and all(shown)


# What changes

MARKED = re.compile(r"correct|replac|supersed|outdated|no longer|later|until|newer|changed", re.IGNORECASE)
"""How a text may mark a line that is not true any more."""


def newest_first(half: Half, rng: random.Random) -> Iterator[Store]:
    """Say something of oneself, and months later another thing in its place: asked about now, the newest leads."""
    for number, group in enumerate(groups(wordings("changes", half), 8, rng)):
        name, asked, said = NAMES[number % len(NAMES)], list[Asked](), list[tuple[datetime, tuple[Turn, ...]]]()
        for states, values, now, then in group:
            keys, begin = values.split(" > "), evening(rng)
            for years, state in enumerate(states.split(" > ")):
                at = begin.replace(year=begin.year + years, month=rng.randint(3, 10))
                said.append((at, replied(state, at, name, rng, others=number % 2 * 2)))
            asked += [Asked(voiced(each, name), _newest(keys)) for each in now.split(" / ")]
            past = f"in {begin.year}" if rng.random() < 0.5 else f"before {keys[-1]}"
            asked.append(Asked(voiced(then, name).replace("{then}", past), _oldest(keys)))
        yield Store(numbered(iter(sorted(said, key=lambda each: each[0]))), tuple(asked))


def _newest(keys: list[str]) -> Callable[[Found], Mapping[str, bool]]:
    return lambda found: {"newest ahead": found.rank(keys[-1]) < found.rank(*keys[:-1])}


def _oldest(keys: list[str]) -> Callable[[Found], Mapping[str, bool]]:
    return lambda found: {"oldest ahead, asked of the past": found.rank(keys[0]) < found.rank(*keys[1:])}


def updates(half: Half, rng: random.Random) -> Iterator[Store]:
    """Say a line in forty weekly chats, then once another: that is in the packed text."""
    for number, (usual, change, question, key, _) in enumerate(wordings("usuals", half)):
        said = [*[usual] * 40, change, *talk(2, rng)]
        yield Store(_weekly(said, number, rng), (Asked(question, _holds("change packed", key), WORDS),))


def crowds(half: Half, rng: random.Random) -> Iterator[Store]:
    """Say one thing thirty times, and two others of its kind once: all three are in the packed text."""
    for number, (often, one, other, question, *keys) in enumerate(wordings("crowds", half)):
        said = [often] * 30
        for each in (one, other):
            said.insert(rng.randint(5, 30), each)
        yield Store(_weekly(said, number, rng), (Asked(question, _holds("all three packed", *keys), WORDS),))


def _weekly(said: list[str], number: int, rng: random.Random) -> tuple[Transcript, ...]:
    begin = evening(rng)
    at = [begin + timedelta(weeks=week) for week in range(len(said))]
    others = number % 2
    return numbered((at[n], replied(text, at[n], "", rng, others=others)) for n, text in enumerate(said))


def _holds(figure: str, *keys: str) -> Callable[[Found], Mapping[str, bool]]:
    return lambda found: {figure: all(found.lines(key) for key in keys)}


def corrections(half: Half, rng: random.Random, table: str = "corrections") -> Iterator[Store]:
    """Say something, and correct it at once or some turns later: the packed text tells which of both is true."""
    for number, group in enumerate(groups(wordings(table, half), 7, rng)):
        name, begin = NAMES[number % len(NAMES)], evening(rng)
        said, asked = list[tuple[datetime, tuple[Turn, ...]]](), list[Asked]()
        for place, (wrong, right, question, *_) in enumerate(group):
            at = begin + timedelta(days=5 * place)
            between = talk(rng.randint(0, 3), rng) if number % 2 else list(REPLIES[: rng.randint(0, 2)])
            lines = [*talk(number % 2, rng), wrong, *between, right, rng.choice(REPLIES)]
            speaker, listener = speakers(name)
            voices = [listener if text in REPLIES else speaker for text in lines]
            said.append((at, tuple(Turn(text, who, at) for text, who in zip(lines, voices, strict=True))))
            asked.append(Asked(voiced(question, name), _corrected(wrong, right)))
        yield Store(numbered(iter(said)), tuple(asked))


def _corrected(wrong: str, right: str) -> Callable[[Found], Mapping[str, bool]]:
    return lambda found: {"both packed": _both(found, wrong, right), "corrected": _tells(found, wrong, right)}


def _both(found: Found, wrong: str, right: str) -> bool:
    return bool(found.lines(wrong) and found.lines(right))


def _tells(found: Found, wrong: str, right: str) -> bool:
    """Say whether the correction stands before what it corrects, or that bears a mark which nobody said."""
    if not _both(found, wrong, right):
        return False
    lines = found.text.splitlines()
    first, second = found.lines(wrong)[0], found.lines(right)[0]
    return lines.index(second) < lines.index(first) or bool(MARKED.search(first.replace(wrong, "")))


def uncorrected(half: Half, rng: random.Random) -> Iterator[Store]:
    """Say things in a row of which none corrects another, some of them of one kind: no line bears a mark."""
    told = [((said,), question) for said, *asked in wordings("talk", half) for question in asked]
    told += [((said,), question) for said, _, question in wordings("repeats", half)]
    told += [(tuple(said), question) for *said, question, _, _, _ in wordings("crowds", half)]
    for number, group in enumerate(groups(told, 8, rng)):
        name, at, said = NAMES[number % len(NAMES)], evening(rng), [text for texts, _ in group for text in texts]
        turns = tuple(Turn(text, speakers(name)[0], at) for text in said)
        asked = tuple(Asked(question, _unmarked(said)) for _, question in group)
        yield Store((Transcript("s", turns),), asked)


def _unmarked(said: list[str]) -> Callable[[Found], Mapping[str, bool]]:
    shown = re.compile("|".join(map(re.escape, said)))
    return lambda found: {"no mark": bool(shown.search(found.text)) and not MARKED.search(shown.sub("", found.text))}


NEARLY = (
    "{0}",
    "{0}!",
    "By the way, {1}.",
    "As I said: {1}.",
    "{1}",
    "Well, {1}.",
    "{0}  .",
    "You know, {1}.",
    "{0}...",
)
EQUAL, ALIKE = "equal lines once", "near-equal lines once"


def said_once(half: Half, rng: random.Random) -> Iterator[Store]:
    """Say lines several times, in the same words or in nearly the same: the packed text holds each once."""
    for number, group in enumerate(groups(wordings("repeats", half), 6, rng)):
        for turned in (0, 1):
            said, asked, begin = list[tuple[datetime, tuple[Turn, ...]]](), list[Asked](), evening(rng)
            for place, (line, key, question) in enumerate(group):
                alike = (place + turned) % 2
                times = rng.randint(3, 9)
                forms = rng.sample(NEARLY, times) if alike else ["{0}."] * times
                for week, form in enumerate(forms):
                    at = begin + timedelta(days=7 * week + place)
                    text = form.format(line.rstrip("."), line[0].lower() + line[1:].rstrip("."))
                    text = re.sub(r"\bi('m| )", r"I\1", text)
                    said.append((at, replied(text, at, "", rng, others=number % 2)))
                asked.append(Asked(question, _once(ALIKE if alike else EQUAL, key)))
            yield Store(numbered(iter(sorted(said, key=lambda each: each[0]))), tuple(asked))


def _once(figure: str, key: str) -> Callable[[Found], Mapping[str, bool]]:
    return lambda found: {figure: len(found.lines(key)) == 1}


def numbered(said: Iterable[tuple[object, tuple[Turn, ...]]]) -> tuple[Transcript, ...]:
    """Return sessions in their order, each of its turns."""
    return tuple(Transcript(f"s{number:03}", turns) for number, (_, turns) in enumerate(said))


SCENARIOS: dict[str, Scenario] = {
    "event day": event_day,
    "newest first": newest_first,
    "update": updates,
    "crowd": crowds,
    "corrections": corrections,
    "nothing corrected": uncorrected,
    "said once": said_once,
    "speaker's day": speakers_day,
}


# Dates without a store


@dataclass(frozen=True, slots=True)
class Planned:
    """A text, when it is said, and the days that it names, the last included; None: it names none."""

    text: str
    at: datetime
    days: tuple[date, date] | None


def planned_dates(half: Half, rng: random.Random) -> Iterator[Planned]:
    """Say each wording on three days."""
    for kind, distance, text in wordings("plans", half):
        low, high = map(int, distance.split(".."))
        for _ in range(3):
            yield _planned(kind.split(), rng.randint(low, high), text, evening(rng))


def _planned(kind: list[str], days: int, text: str, at: datetime) -> Planned:
    if kind[0] == "none":
        return Planned(text, at, None)
    length = int(kind[1]) if kind[0] == "range" else 0
    since = at.date() + timedelta(days=-days if kind[0] == "past" else days)
    while since.month != (since + timedelta(days=length)).month:
        since += timedelta(days=1)
    until = since + timedelta(days=length)
    return Planned(text.format(**_parts(since), d2=until.day), at, (since, until))


def answered(half: Half) -> list[str]:
    """Return questions that the store of `everything` answers: in its words, and in others."""
    asked = [question for _, *rest in wordings("talk", half) for question in rest]
    asked += [question.replace("{on}", "lately") for _, _, question in wordings("events", half)]
    return asked + [voiced(now.split(" / ")[1], "") for _, _, now, _ in wordings("changes", half)]


def everything() -> tuple[Transcript, ...]:
    """Return a store of about 300 turns on as many subjects, of both halves: what silence is asked of."""
    rng = random.Random(7)
    texts = [said for said, *_ in table("talk")]
    texts += [f"Yesterday I {did}." for did, *_ in table("events")]
    texts += [states.split(" > ")[0] for states, *_ in table("changes")]
    rng.shuffle(texts)
    begin = evening(rng)
    days = [begin + timedelta(days=place) for place in range(30)]
    return tuple(
        Transcript(f"s{place:03}", tuple(Turn(text, "user", at) for text in texts[place::30]))
        for place, at in enumerate(days)
    )
