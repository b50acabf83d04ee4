"""One made-up conversation in six languages, with the same questions in each.

A line of `wordings/languages/*.txt` has what is said, and something like it that is no answer. Then come a question in
other words and one in the same words. Line by line the files say the same. The digest of the English line decides if
its questions are shown or kept (`truth_wordings.py`); everything is said in either case.
"""

import random
from datetime import UTC, datetime, timedelta

from recall_data import Asked, Talk
from truth_wordings import Half, half_of, table

from clew.model import Transcript, Turn

ENGLISH = "en"
SPEAKERS = {
    ENGLISH: ("Anna", "Leo", "Hi Anna, what is new?"),
    "de": ("Anna", "Leo", "Hallo Anna, was gibt es Neues?"),
    "fr": ("Anna", "Léo", "Salut Anna, quoi de neuf ?"),
    "es": ("Ana", "Leo", "Hola, Ana, ¿qué hay de nuevo?"),
    "zh": ("安娜", "李奥", "安娜，最近怎么样？"),  # noqa: RUF001
    "ja": ("アンナ", "レオ", "アンナ、最近どうですか。"),
}
"""By language who tells, who listens, and how each session begins."""

SESSION = 10
"""Turns of a session that tell something."""


def talk(language: str, half: Half = "shown", seed: int = 7) -> Talk:
    """Return the conversation in a language, with the questions of a half; all are in one order."""
    teller, listener, greeting = SPEAKERS[language]
    lines = table(f"languages/{language}")
    said = [(place, text) for place, line in enumerate(lines) for text in line[:2]]
    random.Random(seed).shuffle(said)
    transcripts: list[Transcript] = []
    where: dict[str, str] = {}
    for begin in range(0, len(said), SESSION):
        session, at = f"{language}/{begin // SESSION}", datetime(2024, 3, 1 + begin // SESSION, 18, tzinfo=UTC)
        told = said[begin : begin + SESSION]
        turns = [Turn(text, teller, at + timedelta(minutes=1 + minute)) for minute, (_, text) in enumerate(told)]
        transcripts.append(Transcript(session, (Turn(greeting, listener, at), *turns)))
        where |= {turn.text: f"episode:{session}/{minute}" for minute, turn in enumerate(turns, 1)}
    ids = [f"episode:{each.session}/{turn}" for each in transcripts for turn in range(len(each.turns))]
    questions = [
        Asked(question.format(a=teller), group, frozenset([where[text]]), text)
        for english, (text, _, *asked) in zip(table(f"languages/{ENGLISH}"), lines, strict=True)
        if half_of(english) == half
        for group, question in zip(("other words", "same words"), asked, strict=True)
    ]
    return Talk(language, f"language-{language}", tuple(transcripts), {id: id for id in ids}, tuple(questions))
