"""A query, taken apart: what to look for, whose turns are meant, and which days."""

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clew.errors import InvalidInput
from clew.naming.roles import is_role
from clew.retrieval import roles
from clew.retrieval.breadth import asks_breadth
from clew.retrieval.question_dates import Date, dates
from clew.retrieval.speakers import without_names

MAX_WORDS = 64
"""Distinct words sent to full text; a query of a megabyte asks for no more than its opening."""

MAX_CHARACTERS = 900
"""Of all these words: scripts without spaces give one clause per character, and Lucene takes 1,024."""

NOTHING = "clewwithoutwords"
"""A full-text query that finds nothing."""

MAX_QUERY_CHARACTERS = 10_000
"""Characters of a query that are looked at."""

NO_ALIASES: Mapping[str, str] = {}

_WORD = re.compile(r"\w+(?:['’]\w+)*")


@dataclass(frozen=True, slots=True)
class Question:
    """What recall looks for.

    Attributes:
        text: the query without the speakers' names; what is embedded.
        words: its distinct words, lower case; free of any Lucene syntax.
        speaker: the one speaker whom it names, or of a chat with an assistant the one whom it means; empty where it
            names none or several.
        dates: the dates that it names.
        by_role: whether it means the speaker as the user or the assistant, not by name.
        wants_breadth: whether its form asks for many moments, not for the closest one.
    """

    text: str
    words: tuple[str, ...]
    speaker: str
    dates: tuple[Date, ...]
    by_role: bool = False
    wants_breadth: bool = False

    def is_about(self, speaker: str | None) -> bool:
        """Return whether the speaker is the only one whom it names."""
        return self.speaker != "" and self.speaker == speaker

    def dates_hold(self, second: float) -> bool:
        """Return whether an instant lies on a date that it names."""
        return bool(self.dates) and any(date.holds(second) for date in self.dates)

    def lucene(self, field: str, **filters: str) -> str:
        """Return a full-text query for any of the words in a field; the filters must hold and do not score.

        It finds nothing where there is no word to look for.
        """
        required = " ".join(f'+{name}:"{value}"^0' for name, value in filters.items())
        wanted = " OR ".join(self.words) or NOTHING
        return f"{required} +{field}:({wanted})"


def parse_question(
    query: str, speakers: Iterable[str], aliases: Mapping[str, str] = NO_ALIASES, date_order: str | None = None
) -> Question:
    """Read a query against the speakers of a space.

    Args:
        query: as asked.
        speakers: names; see `clew.retrieval.speakers`. Roles such as ``user`` are no names.
        aliases: the speaker whom each other name means.
        date_order: ``day`` or ``month``: what comes first in the dates of the space; None without a habit.

    Raises:
        InvalidInput: the query is blank.
    """
    query = query.strip()[:MAX_QUERY_CHARACTERS]
    if not query:
        raise InvalidInput("the query is blank; ask something")
    heard = [name for name in speakers if name.strip()]
    text, named = without_names(query, [name for name in heard if not is_role(name)], aliases)
    if not _WORD.search(text):
        text = query
    meant = named or {roles.meant(query, heard)}
    speaker = next(iter(meant)) if len(meant) == 1 else ""
    named_dates = dates(query, date_order)
    return Question(text, _words(text), speaker, named_dates, by_role=not named, wants_breadth=asks_breadth(query))


def _words(text: str) -> tuple[str, ...]:
    """Distinct words in lower case, as many as full text takes."""
    words = dict.fromkeys(word.lower() for word in _WORD.findall(text))
    lengths = itertools.accumulate(len(word) for word in words)
    return tuple(word for word, length in zip(words, lengths, strict=True) if length <= MAX_CHARACTERS)[:MAX_WORDS]
