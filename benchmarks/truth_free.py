"""The scenarios of `truth.py` in free words: others wrote them, who saw neither the rules nor the other wordings."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import groupby

from truth_scenarios import Asked, Found, Planned, Scenario, Store, comes_first, corrections, numbered
from truth_wordings import FOLDER, Half, talk, wordings

from clew.model import Transcript, Turn


def event_day(half: Half, rng: random.Random, *, in_english: bool = True) -> Iterator[Store]:
    """Ask diaries for a day, in English or in four other languages."""
    for given, texts, sessions in _written("events_free", half, rng):
        if (given["language"] == "en") == in_english:
            questions = (Asked(question, comes_first(texts[each])) for question, each in given["questions"])
            yield Store(sessions, tuple(questions))


def changes(half: Half, rng: random.Random) -> Iterator[Store]:
    """Tell in a year of chats what changes, seldom saying that it does."""
    for given, texts, sessions in _written("changes_free", half, rng):
        asked = (
            Asked(question, _ahead(texts[newer], [texts[each] for each in older], time))
            for question, time, newer, older in given["questions"]
        )
        yield Store(sessions, tuple(asked))


def _ahead(newer: str, older: list[str], time: str) -> Callable[[Found], Mapping[str, bool]]:
    if time == "past":
        return lambda found: {"older ahead, asked of the past": found.rank(*older) < found.rank(newer)}
    return lambda found: {"newest ahead": found.rank(newer) < found.rank(*older)}


def _written(name: str, half: Half, rng: random.Random) -> Iterator[tuple[dict, list[str], tuple[Transcript, ...]]]:
    """Yield what a file tells of a half: each store, its texts, and its days as sessions, with talk of other things."""
    for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines():
        given = json.loads(line)
        turns = [_turn(*turn) for turn in given["turns"]]
        days = groupby(turns, key=lambda turn: turn.at.date() if turn.at else None)
        if given["half"] == half:
            sessions = numbered((on, _with_talk(tuple(said), rng)) for on, said in days)
            yield given, [turn.text for turn in turns], sessions


def _with_talk(said: tuple[Turn, ...], rng: random.Random) -> tuple[Turn, ...]:
    return (*said, *(replace(said[0], text=text) for text in talk(rng.randint(1, 2), rng)))


def planned_dates(half: Half, _: random.Random) -> Iterator[Planned]:
    """Yield sentences, with the days that they name."""
    for at, since, until, text in wordings("plans_free", half):
        days = None if since == "none" else (date.fromisoformat(since), date.fromisoformat(until))
        yield Planned(text, datetime.fromisoformat(at).replace(tzinfo=UTC), days)


def messages(half: Half) -> Iterator[tuple[tuple[Transcript, ...], list[str], list[tuple[str, str]]]]:
    """Yield the chats of a person, messages to an agent that they answer, and others with their kind."""
    for line in (FOLDER / "silence_free.jsonl").read_text("utf-8").splitlines():
        given = json.loads(line)
        said = groupby(given["turns"], key=lambda turn: turn[0])
        sessions = tuple(Transcript(session, tuple(_turn(*rest) for _, *rest in turns)) for session, turns in said)
        if given["half"] == half:
            yield sessions, given["answered"], given["silent"]


def _turn(at: str, who: str, text: str) -> Turn:
    return Turn(text, who, datetime.fromisoformat(at).replace(tzinfo=UTC))


FREE: dict[str, Scenario] = {
    "event day in free words": event_day,
    "event day in other languages": partial(event_day, in_english=False),
    "changes in free words": changes,
    "corrections in free words": partial(corrections, table="corrections_free"),
}
