"""Extracts what speakers say of themselves without a model: whole sentences, word for word, and when they hold.

Nothing is concluded or reworded, so nothing is claimed that was not said. A sentence is left out rather than guessed
at (`first_person.py`): questions, wishes, hedges, politeness, feelings of the hour. So are sentences about the listener
or the talk itself, other people's words in quotation marks, and languages other than English. The word lists are made
for English.

When a sentence with one date holds:

- A beginning ("moved", "joined", "since 2019") holds from the date on, with no end.
- Another deed of the past ("I ran a race yesterday") holds during the date.
- A sentence in the present holds from the date, where that is not over yet, such as "today".

Others do not say when they hold: those of the future, denials, and those of the time up to a date ("until May 2019").
Nor do sentences with no date, several, or a part of one ("late May 2019", "from 5 to 7 May 2019").
"""

import re
from dataclasses import dataclass
from datetime import datetime

from clew.loaders.language.concepts import concepts
from clew.loaders.language.first_person import LASTING, is_past, self_statements, words_of
from clew.text.dates import DATE_WORD, dates_in, resolve_dates

MAX_CONCEPTS = 3


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence that a speaker said of themselves."""

    text: str  # the sentence word for word behind its speaker's name, its relative dates resolved
    valid_from: datetime | None  # when it began to hold, in UTC; None where the sentence does not say
    valid_to: datetime | None  # when it ceased to, in UTC; None where the sentence does not say, or where it goes on
    concepts: tuple[str, ...]  # the normalised names of at most three topics


def statements(text: str, speaker: str, at: datetime | None) -> tuple[Statement, ...]:
    """Return the sentences of a turn in which its speaker says something of themselves, in order.

    A turn without a speaker has none.

    Raises:
        InvalidInput: `at`, when it was said, lies outside the years 1 to 9999.
    """
    name = " ".join(speaker.split())
    return tuple(
        Statement(
            f"{name} said: {resolve_dates(sentence, at)}", *_validity(sentence, at), concepts(sentence)[:MAX_CONCEPTS]
        )
        for sentence in (self_statements(text, at) if name else ())
    )


def _validity(sentence: str, at: datetime | None) -> tuple[datetime | None, datetime | None]:
    """Return since when and until when a sentence holds, as far as it says."""
    named = dates_in(sentence, at)
    if len(named) != 1 or (at is not None and named[0].since > at):
        return None, None
    heard, since, until = words_of(sentence), named[0].since, named[0].until
    before, after = sentence[: named[0].start], sentence[named[0].end :]
    if _BESIDE.search(before) or _INSIDE.search(before) or any(each in _NOT or each.endswith("n't") for each in heard):
        return None, None
    if _PART_BEFORE.search(before) or _PART_AFTER.match(after):
        return None, None
    if _SINCE.search(before) or not LASTING.isdisjoint(heard):
        return since, None
    if is_past(heard):
        return since, until
    return (since, None) if at is not None and until > at else (None, None)


_NOT = frozenset({"not", "never", "cannot"})
_BESIDE = re.compile(r"\b(?:until|till|before|after|by) (?:the (?:start|middle|end) of )?(?:the )?$", re.IGNORECASE)
_INSIDE = re.compile(
    r"\b(?:(?:end|middle|half|rest|quarter|part|days?|weeks?|weekends?|months?) of|late|mid)[\s-](?:the )?$",
    re.IGNORECASE,
)
"""A part of the date, which may have begun later: "at the end of 2019"."""
_JOINED = r"\s?(?:,|[-\u2013/&]|,?\s(?:and|or|to|until|till|through))\s?(?:in |the )?"
_PART_BEFORE = re.compile(
    rf"\b(?:[0-9]{{1,4}}(?:st|nd|rd|th)?|{DATE_WORD}){_JOINED}(?:[0-9]{{1,2}}(?:st|nd|rd|th)? (?:of )?)?$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(
    rf"{_JOINED}(?:(?:19|20)[0-9]{{2}}|[0-9]{{1,2}}(?:st|nd|rd|th)?(?=[,.!]|$|\s(?:and|or)\b)|{DATE_WORD})\b",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\bsince (?:the )?$", re.IGNORECASE)
