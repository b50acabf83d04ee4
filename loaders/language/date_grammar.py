"""The English expressions that name dates, and the functions that read them: the grammar of `date_mentions.py`.

Every pattern is bounded and looks for words of ASCII only, so that their small letters are known.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from clew.loaders.language import date_ranges
from clew.loaders.language.date_ranges import Stretch
from clew.loaders.language.sentences import spans
from clew.text.names import words


class Told:
    """A text, the day on which it was said, and what in it speaks of the future or of the past."""

    def __init__(self, text: str, day: date) -> None:
        self.text = text
        self.day = day

    def step(self, match: re.Match[str]) -> int:
        """Return where a date lies: 1 ahead, -1 behind, 0 where nothing says.

        The verb nearest before it says, of its clause or else of its sentence; without one, the first that follows.
        """
        before = self.text[max(match.start() - 8, 0) : match.start()].lower().split()[-1:]
        if before == ["since"]:
            return -1
        first, last = (bisect_right(self._ends, place) for place in (match.start(), match.end() - 1))
        start, end = self._parts[first][0], self._parts[last][1]  # "Feb. 29" is in two sentences
        since = self._breaks[bisect_right(self._breaks, match.start()) - 1]
        until = self._breaks[bisect_left(self._breaks, match.end())]
        step = self._verb(match, max(start, since), min(end, until)) or self._verb(match, start, end)
        if step < 0 and _BORN.search(self.text, start, end):
            return 0
        return min(step, 0) if before == ["from"] else step  # "I have a photo of us from 4 July"

    def _verb(self, match: re.Match[str], start: int, end: int) -> int:
        """Return what the verb in a part of the text says that is nearest to a date in it."""
        places, steps = self._verbs
        first, before, after, last = (bisect_left(places, at) for at in (start, match.start(), match.end(), end))
        return steps[before - 1] if first < before else steps[after] if after < last else 0

    @cached_property
    def _parts(self) -> list[tuple[int, int]]:
        return spans(self.text)

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self._parts]

    @cached_property
    def _breaks(self) -> list[int]:
        """Where clauses begin, and the end of the text."""
        return [0, *(each.end() for each in _BREAK.finditer(self.text)), len(self.text)]

    @cached_property
    def _verbs(self) -> tuple[list[int], list[int]]:
        found = [*_VERB.finditer(self.text)]
        return [each.start() for each in found], [1 if each["ahead"] else -1 for each in found]


def _not_after(words: str, then: str = "") -> str:
    return "".join(rf"(?<!\b{word}{then}\s)" for word in words.split())


_BREAK = re.compile(
    r"[,;:]\s|\s[-\u2013\u2014]\s|\u2014|\b(?:and|but|or|so|that|because|while|when|if|although|though|who|which)\b",
    re.IGNORECASE,
)
_MEANT = "(?:going|ha(?:ve|s)|hop(?:e|ing)|want|need|plan|planning|expect|expecting)"
_AHEAD = (
    r"\b(?:will|shall|won['\u2019]t|gonna|going|upcoming|starts|begins|leaves|let['\u2019]s|can['\u2019]t\swait|"
    r"(?:hope|hoping|want|need|plan|planning|expect)s?\sto|(?<!\bto\s)ha(?:ve|s)\s(?:to|an?|my|our))\b|"
    r"['\u2019]ll\b|['\u2019](?:ve|s)\sgot\s(?:to|an?|my|our)\b|"
    r"(?:\b(?:(?-i:am)|is|are)|\b(?:i|we|you|they|s?he|it)['\u2019](?:m|re|s))\s(?:(?:on|due|set|expected|scheduled|planned|"
    r"supposed|meant|booked|confirmed)\b|(?!feeling|wondering|thinking)[a-z]{1,15}ing\b)"
)
_NO_NAME = r"(?-i:(?<![a-z,]\s)|(?=[a-z]))"
_NO_PARTICIPLE = _not_after("be get getting being am is are")
_BEHIND = (
    r"(?:['\u2019]ve|\bha(?:ve|s)\s(?:already|just|recently|finally))\b(?!\s(?:already\s|just\s)?(?:got|been|booked|planned|scheduled|set)\b)|"
    rf"\b(?:(?:was|were|did)(?:n['\u2019]t)?(?:\s[a-z]{{1,15}}){{0,2}}?\s{_MEANT}|was|were|did(?:n['\u2019]t)?|had|"
    rf"{_NO_NAME}{_NO_PARTICIPLE}(?:{'|'.join(sorted(words('past.txt', 'clew.loaders.language')))}|"
    rf"{_not_after('a an the my our your his her its their')}"
    r"(?!excited|scheduled|interested|supposed|married|invited|booked|planned|tired)[a-z]{1,15}[a-df-z]ed))\b"
)
"""A past verb: a name such as Fred or Rose is none, nor is what stands behind an article ("a used car") or a verb that
is not of the past ("will be held"); what was meant is past as a whole ("was going to", "did you have a good time")."""
_VERB = re.compile(f"(?P<behind>{_BEHIND})|(?P<ahead>{_AHEAD})", re.IGNORECASE)
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
"""It does not say in which year: "I was born on 7 May"."""


# How an expression is read. The words that are looked up here are ASCII, so that their small letters are known.

_Read = Callable[[re.Match[str], Told], Stretch | None]

_NUMERALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNTS = {word: n for n, word in enumerate(_NUMERALS, 1)} | dict.fromkeys(
    ["couple", "a couple", "couple of", "a couple of"], 2
)
_DAYS = {
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "last evening": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
}
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LAST, _THIS, _NEXT, _COMING = -1, 0, 1, 2
_WHICHES = {"last": _LAST, "past": _LAST, "this": _THIS, "next": _NEXT, "coming": _COMING, "upcoming": _COMING}


def _low(match: re.Match[str], group: str) -> str:
    return " ".join(match[group].lower().split())


def _count(match: re.Match[str]) -> int:
    word = _low(match, "count")
    return int(word) if word.isdigit() else _COUNTS.get(word, 1)


def _which(match: re.Match[str]) -> int:
    return _WHICHES[_low(match, "which").split()[-1]]


def _weekday(match: re.Match[str]) -> int:
    return _WEEKDAYS.index(match["weekday"][:3].lower())


def _month(match: re.Match[str]) -> int:
    return _MONTHS.index(match["month"][:3].lower()) + 1


def _full_date(match: re.Match[str], _: Told) -> Stretch:
    return date_ranges.one_day(date(int(match["year"]), _month(match), int(match["day"])))


def _iso_date(match: re.Match[str], _: Told) -> Stretch:
    return date_ranges.one_day(date.fromisoformat(match["date"]))


def _month_of_year(match: re.Match[str], _: Told) -> Stretch:
    return date_ranges.month(date(int(match["year"]), _month(match), 1))


def _season_of_year(match: re.Match[str], _: Told) -> Stretch:
    return date_ranges.season(_low(match, "season"), int(match["year"]))


def _year_alone(match: re.Match[str], told: Told) -> Stretch | None:
    return None if _SUM.match(told.text, match.end()) else date_ranges.year(int(match["year"]))


def _day_of_month(match: re.Match[str], told: Told) -> Stretch | None:
    step = told.step(match)
    return date_ranges.nearest_day(told.day, _month(match), int(match["day"]), step) if step else None


def _named_day(match: re.Match[str], told: Told) -> Stretch | None:
    return None if _is_title(match) else date_ranges.one_day(told.day + timedelta(days=_DAYS[_low(match, "named")]))


def _is_title(match: re.Match[str]) -> bool:
    """Return whether a capital inside a sentence makes a name of it, as in "USA Today"."""
    before = match.string[max(match.start() - 2, 0) : match.start()]
    inside = before[1:] == " " and (before[0].isalnum() or before[0] == ")")
    return inside and match[0][0].isupper() and not match[0].isupper()


def _ago(match: re.Match[str], told: Told) -> Stretch:
    return date_ranges.moved(told.day, _low(match, "unit"), -_count(match))


def _from_now(match: re.Match[str], told: Told) -> Stretch:
    return date_ranges.moved(told.day, _low(match, "unit"), _count(match))


def _in_time(match: re.Match[str], told: Told) -> Stretch | None:
    return _from_now(match, told) if told.step(match) > 0 else None


def _counted_from(match: re.Match[str], told: Told) -> Stretch | None:
    way = _low(match, "way")
    count = _count(match) if way in {"from", "after"} else -_count(match)
    if match["anchor"]:
        start = told.day + timedelta(days=_DAYS[_low(match, "anchor")])
    elif match["which"]:
        start = _near_weekday(match, told).since
    elif way == "from" or (way == "ago" and _low(match, "unit") != "day"):  # "two days ago, on Friday" is one day
        start = date_ranges.beside(told.day, _weekday(match), 1 if way == "from" else -1)
    else:
        return None  # two days before a Friday, which may be any
    return date_ranges.away(start, _low(match, "unit"), count)


def _unit_before_last(match: re.Match[str], told: Told) -> Stretch:
    return date_ranges.moved(told.day, _low(match, "unit"), -2 if match["which"] else 2)


def _near_unit(match: re.Match[str], told: Told) -> Stretch:
    return date_ranges.moved(told.day, _low(match, "unit"), min(_which(match), _NEXT))


def _near_weekday(match: re.Match[str], told: Told) -> Stretch:
    which = _which(match)
    if which in {_THIS, _NEXT}:
        return date_ranges.one_day(date_ranges.of_week(told.day, _weekday(match), which))
    return date_ranges.one_day(date_ranges.beside(told.day, _weekday(match), min(which, 1)))


def _weekday_of_week(match: re.Match[str], told: Told) -> Stretch:
    return date_ranges.one_day(date_ranges.of_week(told.day, _weekday(match), min(_which(match), _NEXT)))


def _on_weekday(match: re.Match[str], told: Told) -> Stretch | None:
    step = told.step(match)
    return date_ranges.one_day(date_ranges.beside(told.day, _weekday(match), step)) if step else None


def _near_month(match: re.Match[str], told: Told) -> Stretch:
    return date_ranges.once_a_year(
        lambda year: date_ranges.month(date(year, _month(match), 1)), told.day, _which(match)
    )


def _near_season(match: re.Match[str], told: Told) -> Stretch:
    name = _low(match, "season")
    return date_ranges.once_a_year(lambda year: date_ranges.season(name, year), told.day, _which(match))


# The grammar. A space in a pattern stands for one to three characters of white space; every part is bounded.


_NUMBER = rf"(?P<count>[1-9][0-9]{{0,2}}|an?|{'|'.join(_COUNTS)})"
_UNIT = "(?P<unit>day|weekend|week|month|year)"
_HOURS = "(?: (?:morning|afternoon|evening|night))?"
_LONG_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_WEEKDAY = f"(?P<weekday>{_LONG_WEEKDAY}|tues?|thu(?:rs?)?|fri|(?-i:Mon|Wed|Sat))"
_CLEAR_MONTH = (
    "january|february|april|june|july|august|september|october|november|december"
    "|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_MONTH = f"(?P<month>{_CLEAR_MONTH}|(?-i:March|Mar|May))"
_ANY_MONTH = f"(?P<month>{_CLEAR_MONTH}|march|mar|may)"
_SEASON = f"(?P<season>{'|'.join(date_ranges.SEASONS)})"
NAMED = f"(?:{_LONG_WEEKDAY}|{_CLEAR_MONTH}|(?-i:March|Mar|May)|{'|'.join(date_ranges.SEASONS)})"
"""A word that names a part of a date."""
_DAY = "(?P<day>0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?"
_YEAR = "(?P<year>[12][0-9]{3})"
_THIS_AGE = "(?P<year>(?:19|20)[0-9]{2}|2100)"
_COMMA = "(?:, | |,)"
_WHICH = "(?P<which>last|next|this(?: (?:past|last|coming|upcoming))?)"

_NO_NUMBER = r"(?<![.,:/$#-])"
_NO_RANGE = _not_after(
    "or to and half than over under twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million"
)
_NO_SPAN = _not_after("for within over the")
_NO_OWNER = (
    _not_after("the my our his its your their every")
    + _not_after("is was were be been and in on during until through since", r"\sher")
    + _not_after("spend spends spent finish finished start started begin began enjoy enjoyed", r"\sher")
    + r"(?<!['\u2019]s\sher\s)(?<![.,;:!?]\sher\s)(?<!^her\s)"
)
"""Nobody's, as in "I met her last week": not "in her last year", nor "she spent her last week there"."""
_NO_HABIT = r"(?! (?:mornings|afternoons|evenings|nights|last|this|next)\b)"
_NO_VERB = r"(?!(?<=fall|ring) (?:apart|asleep|behind|down|for|from|in|into|off|out|over|short|under)\b)"
_NO_AMOUNT = r"(?! (?:miles?|people|of|or|more|times?|(?:minute|hour|day|week|month|year)s?)\b)"
_NO_PART = (
    rf"(?! (?:day|night|weekend|week|month|quarter|term|year|{NAMED}|christmas|xmas|easter|thanksgiving"
    r"|halloween|hanukkah|passover|ramadan|eid|diwali|new year|birthday)\b)"
)
"""The day before last is a day, that before last Christmas is not."""
_START = rf"{_NO_NUMBER}(?:{_LONG_WEEKDAY}(?:, | ))?"
_SUM = re.compile(
    r"\s{1,3}(?!(?:was|is|as|has|does|its|his|this|us|always|sometimes|across)\b)"
    r"(?:[a-z]{1,20}s|people|men|women|children|of|feet|euro|percent)\b|\s?%",
    re.IGNORECASE,
)
"""What follows a number that is no year: "in 2000 words"."""


@dataclass(frozen=True)
class Rule:
    """An expression, the function that reads it, and whether that needs the day of speaking."""

    expression: str
    read: Callable[[re.Match[str], Told], Stretch | None]
    relative: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled with the first text: all of them are slow to compile."""
        return _compiled(self.expression)


def _absolute(pattern: str, read: _Read) -> Rule:
    return Rule(pattern, read, relative=False)


def _relative(pattern: str, read: _Read) -> Rule:
    return Rule(pattern, read, relative=True)


def _compiled(pattern: str) -> re.Pattern[str]:
    spaced = pattern.replace(" ", r"[\s\xa0]{1,3}")
    return re.compile(rf"\b(?ai:{spaced})\b(?:['\u2019]s\b)?(?![-\u2013/:.][0-9]|-[a-z])", re.IGNORECASE)


_RULES = (
    _absolute(rf"{_START}{_DAY} (?:of )?{_ANY_MONTH}\.?{_COMMA}{_YEAR}", _full_date),
    _absolute(rf"{_START}{_ANY_MONTH}\.? (?:the )?{_DAY}{_COMMA}{_YEAR}", _full_date),
    _absolute(r"(?<!-)(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?!-)", _iso_date),
    _absolute(rf"{_ANY_MONTH}\.?(?:, | of | ){_THIS_AGE}", _month_of_year),
    _absolute(rf"{_SEASON}(?: of)? {_THIS_AGE}", _season_of_year),
    _absolute(rf"(?:in|since|during|(?:beginning|class|end|middle|start) of) (?P<at>{_THIS_AGE})", _year_alone),
    _relative(rf"{_START}{_DAY} (?:of )?{_MONTH}", _day_of_month),
    _relative(rf"{_START}{_MONTH}\.? (?:the )?{_DAY}{_NO_AMOUNT}", _day_of_month),
    _relative(rf"{_not_after('the my our every each')}(?P<named>{'|'.join(_DAYS)}){_HOURS}(?! of\b)", _named_day),
    _relative(rf"{_NO_NUMBER}{_NO_RANGE}{_NUMBER} {_UNIT}s? ago", _ago),
    _relative(rf"{_NO_NUMBER}{_NO_RANGE}{_NUMBER} {_UNIT}s? from now", _from_now),
    _relative(
        rf"{_NO_NUMBER}{_NO_RANGE}{_NO_SPAN}{_NUMBER} (?P<unit>day|week|month|year)s? (?P<way>from|after|before|ago) "
        rf"(?:(?P<anchor>today|tomorrow|yesterday)|(?:on )?(?:{_WHICH} )?{_WEEKDAY})",
        _counted_from,
    ),
    _relative(rf"in {_NUMBER} {_UNIT}s?(?:['\u2019] time)?(?! of\b)", _in_time),
    _relative(rf"the {_UNIT} (?:before (?P<which>last)|after next){_NO_PART}", _unit_before_last),
    _relative(rf"{_NO_OWNER}{_WHICH} (?P<unit>weekend|week|month|year)(?! of\b)", _near_unit),
    _relative(rf"{_NO_OWNER}{_WHICH} {_WEEKDAY}{_HOURS}(?! of\b)", _near_weekday),
    _relative(rf"{_NO_OWNER}{_WHICH} {_MONTH}(?! on\b)", _near_month),
    _relative(rf"{_NO_OWNER}{_WHICH} {_SEASON}{_NO_VERB}", _near_season),
    _relative(rf"on (?P<at>{_WEEKDAY}{_HOURS}){_NO_HABIT}", _on_weekday),
    _relative(rf"{_WEEKDAY}{_HOURS}(?:,| of)? {_WHICH} week", _weekday_of_week),
)


def expressions(text: str, *, relative: bool) -> list[tuple[Rule, re.Match[str]]]:
    """Return the expressions of a text in its order; of two that overlap, the longer one.

    Args:
        text: what was said.
        relative: whether those count that only the day of speaking makes a date.
    """
    rules = (rule for rule in _RULES if relative or not rule.relative)
    found = [(span(match), rule, match) for rule in rules for match in rule.pattern.finditer(text)]
    found.sort(key=lambda each: (each[0][0], -each[0][1]))
    kept: list[tuple[tuple[int, int], Rule, re.Match[str]]] = []
    for each in found:
        (start, end), (before, after) = each[0], kept[-1][0] if kept else (0, 0)
        if start >= after:
            kept.append(each)
        elif end - start > after - before:
            kept[-1] = each
    return [(rule, match) for _, rule, match in kept]


def span(match: re.Match[str]) -> tuple[int, int]:
    """Return the place of an expression, without the preposition that it needs."""
    return match.start("at") if "at" in match.re.groupindex else match.start(), match.end()
