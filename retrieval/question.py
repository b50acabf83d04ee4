"""A query, taken apart: what to look for, whose turns are meant, and which days."""

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Literal

from dateutil.relativedelta import relativedelta
from pydantic import BaseModel, Field

from clew.errors import InvalidInput
from clew.graph.space import spellings
from clew.retrieval.speakers import called_by, first_names, has_name, with_spaces, without_names
from clew.text.dates import PartialDate, dates_asked
from clew.text.language import FUNCTION_WORDS, function_words, language
from clew.text.names import ANSWERING, OWNER, composed, is_role
from clew.text.names.phrases import MARKS
from clew.text.names.vocatives import without_vocatives

MAX_WORDS = 64
"""Distinct words sent to full text; of a longer query half are of its opening and half of its end."""

MAX_CHARACTERS = 900
"""Of all these words: scripts without spaces give one clause per character, and Lucene takes 1,024."""

NOTHING = "clewwithoutwords"
"""A full-text query that finds nothing."""

MAX_QUERY_CHARACTERS = 10_000
"""Characters of a query that are looked at; of a longer one its two ends."""

MAX_EMBEDDED_CHARACTERS = 1000
"""Characters of a query that are embedded; of a longer one its two ends. The question stands before or behind what is
quoted, and the encoder reads 256 tokens."""

LARGE_GROUP = 10
"""People of whom few turns have more than one: full text looks for several who are named. On made-up groups of 3 to 6
people this costs 3 to 10 points of r@10. Groups of 8 gain 0 and 5, one of 12 gains 7."""

LENGTHS = {"day": relativedelta(days=1), "month": relativedelta(months=1), "year": relativedelta(years=1)}
"""Of a date, by the smallest part that it names."""

Time = Literal["past", "now", "live", "any"]
"""Of which a question asks; ``live`` is a request to go on with something."""

NO_ALIASES: Mapping[str, str] = {}

_WORD = re.compile(rf"[\w{MARKS}]+(?:['’][\w{MARKS}]+)*")
_SHORTENED = re.compile(r"['’](?:s|t|d|m|re|ve|ll)$")
"""Ends a word that the index holds without it, or that says little."""
_APOSTROPHES = str.maketrans("'’", "’'")
_QUOTED = re.compile(
    r"```.*?```|^>.*?$|\"[^\"]*\"|[\u201c\u201e][^\u201c\u201d\u201e]*[\u201c\u201d]|\u00ab[^\u00ab\u00bb]*\u00bb|「[^「」]*」",
    re.DOTALL | re.MULTILINE,
)
"""Quotations, of others or of the sender before: their form is not that of the question."""
_HIRAGANA = r"[\u3041-\u309f]+"
_RUN = re.compile(
    rf"[\u3005\u3400-\u4dbf\u4e00-\u9fff]+|{_HIRAGANA}|[\u30a0-\u30ff]+|[^\u3005\u3041-\u30ff\u3400-\u9fff]+"
)
_PAIRED = re.compile(r"[\u3005\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff]{2,}")
"""Chinese characters and hiragana, each of which is a word of the index."""
_LEFT_OUT = " \u2026 "
_HIDDEN = "\ufffc"
"""Stands for a date while names are looked for: "Jul 4" is none of Julia's."""


class QuestionForm(BaseModel):
    """How a question is read."""

    speakers: list[str] = Field(description="speakers of the list whose words or things are asked for")
    period: str = Field(description="2024, 2024-05, 2024-05-03, or 2024-05-03 to 2024-05-09; empty: none")
    many: bool = Field(description="whether the answer needs many moments, not one fact")
    time: Time = Field(description="of what is asked; live: a request to go on")

    def meant(self, heard: Iterable[str], role: str) -> tuple[set[str], str]:
        """Return whom it names of those who are heard, and whose role it means: the rules' one where it has both."""
        chosen = set(map(composed, self.speakers)).intersection(heard)
        roles = set(filter(is_role, chosen))
        return chosen - roles, roles.pop() if len(roles) == 1 else role


@dataclass(frozen=True)
class Question:
    """A query, taken apart.

    Attributes:
        text: the query without the speakers' names, of a long one its two ends; what is embedded outside groups.
        words: distinct words of `text` (`asked_words`), and names that may be other words, lower case; free of Lucene
            syntax. With the names where it names several of a large group.
        speakers: a label of each speaker whom it names, or of the one whom it means in a chat with an assistant.
        dates: the dates that it names.
        by_role: whether it means the speaker as the user or the assistant, not by name.
        wants_breadth: whether its form asks for many moments, not for the closest one.
        query: as asked.
        called: of each of `speakers`, the names by which others may mention them. Empty where it names nobody, and
            between two people: who names the other there speaks to them, not of them.
        with_names: `text` with these names, which is embedded in its place; empty where `called` is.
        time: as in a `QuestionForm`; None where rules read it.
        days_alone: whether it asks for nothing but its dates, as "What did I do on 7 May?" does.
    """

    text: str
    words: tuple[str, ...]
    speakers: tuple[str, ...]
    dates: tuple[PartialDate, ...]
    by_role: bool = False
    wants_breadth: bool = False
    query: str = ""
    called: tuple[tuple[str, ...], ...] = ()
    with_names: str = ""
    time: Time | None = None
    days_alone: bool = False

    @property
    def speaker(self) -> str:
        """The only speaker whom it names or means; empty where these are none or several."""
        return self.speakers[0] if len(self.speakers) == 1 else ""

    @property
    def names(self) -> list[str]:
        """Of each of `called` a name that the question has, or else the label."""
        asked = self.with_names.casefold()
        return [
            next((name for name in names if name.casefold() in asked), label)
            for label, names in zip(self.speakers, self.called, strict=False)
        ]

    def is_about(self, speaker: str | None) -> bool:
        """Return whether it names or means the speaker, or another label of that role or name."""
        return speaker is not None and (speaker in self.speakers or whom(speaker) in map(whom, self.speakers))

    def dates_hold(self, at: datetime) -> bool:
        """Return whether an instant lies on a date that it names, by the clock of its zone."""
        return any(parts(at) in said for parts, said in self._said)

    @cached_property
    def times(self) -> list[tuple[datetime, datetime]]:
        """The times that it names with their year, each half open, in UTC; those that follow each other are one."""
        named: list[tuple[datetime, datetime]] = []
        for each in self.dates:
            with suppress(ValueError, OverflowError):  # no such day; the year 9999
                if each.year:
                    first = datetime(each.year, each.month or 1, each.day or 1, tzinfo=UTC)
                    named.append((first, first + LENGTHS[each.named[-1]]))
        found: list[tuple[datetime, datetime]] = []
        for first, end in sorted(named):
            if found and first <= found[-1][1]:
                found[-1] = found[-1][0], max(end, found[-1][1])
            else:
                found.append((first, end))
        return found

    @cached_property
    def _said(self) -> list[tuple[Callable[[object], object], set[object]]]:
        """Its dates by the parts that they name: a year of days takes an instant no longer than one."""
        kinds = {each.named: attrgetter(*each.named) for each in self.dates}
        return [(parts, {parts(each) for each in self.dates if each.named == named}) for named, parts in kinds.items()]

    def lucene(self, field: str, **filters: str) -> str:
        """Return a full-text query for any of the words in a field; the filters must hold and do not score.

        It finds nothing where there is no word to look for, and a word however Unicode writes its letters.
        """
        required = " ".join(f'+{name}:"{value}"^0' for name, value in filters.items())
        written = itertools.chain.from_iterable(map(spellings, self.words))
        taken = _taken(itertools.chain(self.words, written))
        wanted = " OR ".join(f'"{word}"' if is_phrase(word) else word for word in taken) or NOTHING
        return f"{required} +{field}:({wanted})"


def parse_question(
    query: str,
    speakers: Iterable[str],
    aliases: Mapping[str, str] = NO_ALIASES,
    date_order: str | None = None,
    asked_on: date | None = None,
    form: QuestionForm | None = None,
) -> Question:
    """Read a query against the speakers of a space.

    Args:
        query: as asked.
        speakers: names; see `clew.retrieval.speakers`. Roles such as ``user`` are no names.
        aliases: the speaker whom each other name means.
        date_order: ``day`` or ``month``: what comes first in the dates of the space; None without a habit.
        asked_on: the day in UTC from which "yesterday" counts; None: such words name no date.
        form: as a language model read the query; None: rules read it. A period that is no date leaves that to them.

    Raises:
        InvalidInput: the query is blank.
    """
    query, heard = composed(query), [name for name in dict.fromkeys(map(composed, speakers)) if name.strip()]
    aliases = {composed(name): composed(meant) for name, meant in aliases.items()}
    query = ends(query.strip(), MAX_QUERY_CHARACTERS).replace(_HIDDEN, " ")
    if not query.strip():
        raise InvalidInput("the query is blank; ask something")
    names = list({whom(name): name for name in heard if not is_role(name)}.values())
    query, called = with_spaces(query, names), [*names, *aliases]  # a month by which a speaker is called is no date
    mentions = [
        each
        for each in dates_asked(query, date_order, asked_on)
        if not (each.may_be_name and has_name(called, query[each.start : each.end]))
    ]
    dates = [each for each in mentions if not each.may_be_name]
    hidden = query  # in a date there is no name
    for each in reversed(dates):
        hidden = hidden[: each.start] + _HIDDEN + hidden[each.end :]
    hidden = without_vocatives(hidden, [*called, *itertools.chain.from_iterable(map(first_names, names))])
    text, unsure, named = without_names(hidden, names, aliases)
    whole, undated = hidden, text.replace(_HIDDEN, " ")
    for each in dates:
        text, whole = (part.replace(_HIDDEN, query[each.start : each.end], 1) for part in (text, whole))
    if not _WORD.search(text):
        text = query
    asked = _QUOTED.sub(" ", query)
    asked = asked if _WORD.search(asked) else query
    role = speaker_of_role(asked, heard)
    if form:
        named, role = form.meant(heard, role)
    if not named and len(names) == 1 and _FIRST_PERSON.search(asked) and not _ANSWERED.search(asked):
        named = {names[0]}
    people = tuple(sorted(filter(None, {whom(each): each for each in named or {role}}.values())))
    mentioned = tuple(called_by(each, aliases) for each in people) if named and len(names) > 2 else ()
    asked_days = tuple(date for each in (dates_asked(form.period) if form else []) or mentions for date in each.dates)
    sought = whole if len(mentioned) > 1 and len(names) >= LARGE_GROUP else " ".join((text, *unsure))
    words = _words(sought, in_chat=bool(answering(heard)))
    text = ends(text, MAX_EMBEDDED_CHARACTERS)
    with_names = ends(whole, MAX_EMBEDDED_CHARACTERS) if mentioned else ""
    breadth, time = (form.many, form.time) if form else (asks_breadth(asked), None)
    days_alone = bool(dates) and _has_no_subject(undated)
    return Question(text, words, people, asked_days, not named, breadth, query, mentioned, with_names, time, days_alone)


def ends(text: str, most: int) -> str:
    """Return a text of at most so many characters; of a longer one the opening and the end, cut between words."""
    if len(text) <= most:
        return text
    half = most // 2 - len(_LEFT_OUT)
    return _LEFT_OUT.join((re.sub(r"\s\S*\Z", "", text[:half]), re.sub(r"\A\S*\s", "", text[-half:])))


def _words(text: str, *, in_chat: bool) -> tuple[str, ...]:
    """Return distinct words in lower case, as many as full text takes; of too many those at the end come first."""
    words: dict[str, None] = {}
    for found in _WORD.findall(text):
        word = found.lower()
        words[word] = None
        if not _SHORTENED.search(word):  # a name such as O'Brien has either apostrophe
            words[word.translate(_APOSTROPHES)] = None
    half, asked = MAX_WORDS // 2, list(dict.fromkeys(asked_words(list(words), in_chat=in_chat)))
    return _taken(asked if len(asked) <= MAX_WORDS else [*asked[-half:], *asked[:half]])


def asked_words(found: Sequence[str], *, in_chat: bool = False) -> list[str]:
    """Return the words of a question that full text looks for: all but the function words of its language.

    Chinese and Japanese have no spaces: their characters become pairs, which are phrases of the index (`is_phrase`).
    Hiragana beside other characters writes endings and particles, and is left out. A question of function words alone
    keeps them.

    Args:
        found: its words in lower case, in their order.
        in_chat: whether an assistant takes part. English ones stay then. "Always name the day when I ask about
            meetings" shares few other words with a question about one, and is read in English alone.
    """
    # few of them are in the list of the index, and in short texts they are rare enough to count
    spoken = language(" ".join(found))
    left_out = FUNCTION_WORDS["zh"] | FUNCTION_WORDS.get("" if in_chat and spoken == "en" else spoken, frozenset[str]())
    pieces: list[str] = []
    for word in found:
        runs = _RUN.findall(word)
        for run in [each for each in runs if not re.fullmatch(_HIRAGANA, each)] or runs:
            pieces += [run[place : place + 2] for place in range(len(run) - 1)] if is_phrase(run) else [run]
    return [piece for piece in pieces if piece not in left_out] or list(found)


def is_phrase(word: str) -> bool:
    """Return whether a word is several of the index, which stand beside each other."""
    return _PAIRED.fullmatch(word) is not None


def _taken(words: Iterable[str]) -> tuple[str, ...]:
    left, taken = MAX_CHARACTERS, list[str]()
    for word in itertools.islice(dict.fromkeys(words), MAX_WORDS):
        if len(word) <= left:
            left -= len(word)
            taken.append(word)
    return tuple(taken)


def _has_no_subject(text: str) -> bool:
    """Return whether a text asks for anything: "What did I do?" and "What happened?" do."""
    return set(map(str.lower, _WORD.findall(text))) <= function_words(text) | {"happen", "happened"}


_SAID = "said|told|recommended|suggested|explained|advi[sc]ed|proposed|mentioned|gave|listed|described|answered|showed"
_SAY = "say|tell|recommend|suggest|explain|advise|propose|mention|give|list|describe|answer|show"
_ASSISTANT = r"the\s+(?:ai\s+)?(?:assistant|chatbot)"
"""The third person, in which programs ask."""
_ANSWERED = re.compile(
    rf"\b(?:did|had|have|has)\s+(?:you|{_ASSISTANT})\s+(?:\w+\s+)?(?:{_SAY}|{_SAID}|given|shown)\b"
    rf"|\b(?:you|{_ASSISTANT})\s+(?:{_SAID})\b|\bby\s+{_ASSISTANT}\b"
    rf"|\b(?:your|{_ASSISTANT}['’]s)\s+(?:answer|advice|suggestion|recommendation|explanation|proposal)s?\b",
    re.IGNORECASE,
)


def answering(speakers: Iterable[str]) -> tuple[str, ...]:
    """Return the speakers whose role is to answer."""
    return tuple(name for name in speakers if name.strip().casefold() in ANSWERING)


@lru_cache(maxsize=4096)
def whom(speaker: str) -> str:
    """Return what all labels of one role have in common, and all of one person, who is written in several capitals."""
    folded = composed(speaker).strip().casefold()
    return next((min(role) for role in (OWNER, ANSWERING) if folded in role), folded)


def speaker_of_role(query: str, speakers: Iterable[str]) -> str:
    """Return whose turns a question of a chat's owner is about, that names nobody; empty where nobody has a role.

    The assistant said what it is asked to repeat; the user told all else, above all of "I" and "my".
    """
    roles = {name.strip().casefold(): name for name in speakers if is_role(name)}
    wanted = ANSWERING if _ANSWERED.search(query) else OWNER
    return next((name for role, name in roles.items() if role in wanted), "")


_FIRST_PERSON = re.compile(
    r"\b(?:i|me|my|mine|myself|we|us|our|ours|ich|mir|mich|mein\w*|wir|uns|unser\w*|je|j['’]|moi|mon|mes|nous|notre|nos|yo|"
    r"mí|mis?|nosotr[oa]s|nuestr\w+|eu|meus?|minhas?|nós)\b|我|私|僕|俺|나는|저는",
    re.IGNORECASE,
)
"""Means the only person who speaks beside an assistant."""

_PLACED = r"(?<!\bplace\s)(?<!\bplaced\s)"
_NOT_IS = r"(?<!\bis\s)(?<!\bare\s)(?<!\bwas\s)(?<!\bwere\s)(?<!\bbe\s)(?<!\bbeen\s)"
_OBJECT = r"(?:the|an?|my|our|your|his|her|its|their|it|them)"
"""Opens what somebody changed once, as in "change the tyre"; what changed by itself has none."""

_NO_STATE = r"(?<!ed\s)(?<!\blist\sof\s)(?<!^did\s)(?<!^have\s)(?<!^has\s)(?<!^are\s)(?<!^were\s)"
"""Not where one thing is asked, as in "Did all the guests come?" and "Which bid covered all the windows?"."""
_KEPT = r"(?:that|which|I|we|you|he|she|they)\b"
"""Goes on about a thing that is there already, as in "the summary that I sent"."""

_FORMS = (
    rf"\bin\s+(?:what|which)\s+order\b|{_PLACED}\bthe\s+order\s+(?:of|in\s+which)\b",
    r"\b(?:what|which|the)\s+sequence\b|\b(?:what|which)\s+order\s.{0,200}\bin\W*$",
    r"\bchronolog|\btime\s?line\b|\bfrom\s+(?:the\s+)?(?:start|beginning|first)\b.{0,40}\bto\b",
    rf"\bsummar(?:i[sz]|is)|\b(?:summar(?:y|ies)|overview|recap|run-?down|highlights)\b(?!\s+{_KEPT})",
    r"\bsum\s+up\b|\b(?:walk|take)\s+me\s+through\b(?!\s+how\b)|\bcatch\s+me\s+up\b|\bup\s+to\s+(?:date|speed)\b",
    rf"(?:^|[.?!]\s+|\bplease\s+|\byou\s+)(?:list|outline|trace|name)\s+(?:me\s+)?(?:the|my|our|all|every|each)\s+(?!{_KEPT})",
    r"\bhow\s+(?:has|have|had)\b.{0,200}\b(?:chang|evolv|develop|progress|shift)",
    rf"\bhow\s+(?:did|do|does)\b.{{0,200}}\b(?:chang|evolv|develop|progress|shift)\w*\b(?!\s+{_OBJECT}\b)",
    r"\bover\s+(?:time|the\s+(?:past\s+|last\s+)?(?:\w+\s+)?(?:days|weeks|months|years))\b",
    r"\bthroughout\s+(?:all|my|our|the\s+(?:conversation|chat|session|project|year))",
    r"\bacross\s+(?:all\s+)?(?:of\s+)?(?:our|my|the|these|those|all)\b",
    r"(?<!\bfor\s)\b(?:all|every one|each)\s+of\b(?!\s+a\b)",
    rf"{_NO_STATE}\ball\s+(?:the(?!\s+(?:time|way|while|same|best|better|more)\b)|my|his|her|their|our|your)\b",
    r"\beverything\s+(?:about|that|I|we)\b|\b(?:so\s+far|until\s+now|to\s+date)\W*$",
    r"\bhow\s+often\b(?!\s+(?:should|do|does|can|must|may|will|to|is|are)\b)|\bin\s+total\b|\baltogether\b",
    r"\bhow\s+many\s+(?:different|distinct|total|times|kinds|types|ways)\b",
)
_BREADTH = re.compile("|".join(_FORMS), re.IGNORECASE)
_IN_ORDER = re.compile(rf"{_NOT_IS}\bin\s+order\b(?!\s+(?:to|for|that|\W*\d+)\b)", re.IGNORECASE)
_ASKS_STATE = re.compile(r"(?:^|[.?!]\s)\W*(?:is|are|was|were)\b(?:[^.?!]|[.?!](?!\s))*\Z", re.IGNORECASE)
"""Opens a sentence that asks whether something is in order."""


def asks_breadth(query: str) -> bool:
    """Return whether a question's form asks for many moments, such as "in which order", "summarise", "all the"."""
    ordered = _IN_ORDER.search(query)
    return _BREADTH.search(query) is not None or (
        ordered is not None and _ASKS_STATE.search(query, 0, ordered.start()) is None
    )
