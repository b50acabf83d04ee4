"""Finds the days that German, French, Spanish and Italian statements name, counted from the moment they were said.

A few words of each language: "vorgestern", "il y a trois jours", "el lunes pasado", "5 maggio". A weekday alone is the
last one where its sentence has a form of the past; else it is none. A day of a month without a year is the closest one
behind in such a sentence. In others it is the one that is less than two months away, if there is one alone.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property

from clew.text.dates import periods
from clew.text.dates.periods import Period
from clew.text.language import language as language_of

NEAR = 60
"""Days within which a day of a month without a year is the one around."""


@dataclass(frozen=True)
class Language:
    """The words of a language, each a pattern of lower-case letters.

    Attributes:
        days: by an expression, the days from that of saying.
        counts: words for one, two, three and so on.
        ago: so many days or weeks before, with the groups `count` and `week`.
        weekdays: from Monday on.
        last: what makes the last one of a weekday, which stands as `{}`.
        month: what stands between a day and its month.
        months: from January on.
        habit: what makes any of a weekday, directly before it.
        past: forms of the past.
        has_capitals: whether it writes weekdays with a capital; else one inside a clause makes a name.
    """

    days: Mapping[str, int]
    counts: tuple[str, ...]
    ago: str
    weekdays: tuple[str, ...]
    last: str
    month: str
    months: tuple[str, ...]
    habit: str
    past: str
    has_capitals: bool = False

    @cached_property
    def day_of_month(self) -> re.Pattern[str]:
        """A day with its month, and perhaps its year."""
        months = rf"(?P<month>{'|'.join(self.months)})(?: (?:del? )?(?P<year>[12][0-9]{{3}}))?"
        return _pattern(rf"(?P<day>[1-9]|[12][0-9]|3[01])(?:\.|er|º)?{self.month}{months}")

    @cached_property
    def rules(self) -> "list[_Rule]":
        """Its expressions, and what reads each."""
        count, weekday = rf"(?P<count>[1-9][0-9]?|{'|'.join(self.counts)})", rf"(?P<weekday>{'|'.join(self.weekdays)})"
        return [
            (_pattern(rf"(?P<named>{'|'.join(sorted(self.days, key=len, reverse=True))})"), _named),
            (_pattern(self.ago.replace("{}", count)), _ago),
            (_pattern(self.last.replace("{}", weekday)), _last_weekday),
            (_pattern(rf"{weekday}(?! (?:de|santo|saint)\b)"), _weekday),
            (self.day_of_month, _day),
        ]

    def is_past(self, clause: str) -> bool:
        """Return whether a clause has a form of the past, but for its weekdays: "lundi" looks like one."""
        clause = re.sub("|".join(self.weekdays), "", clause, flags=re.IGNORECASE)
        return re.search(rf"(?<!\w)(?:{self.past})(?!\w)", clause, re.IGNORECASE) is not None

    def is_habit(self, before: str) -> bool:
        """Return whether what stands before a weekday makes any of it."""
        return re.search(rf"(?<!\w)(?:{self.habit})\s+\Z", before, re.IGNORECASE) is not None


def _pattern(expression: str) -> re.Pattern[str]:
    """Compile an expression, in which a space stands for any white space."""
    return re.compile(rf"(?<!\w)(?:{expression})(?!\w)".replace(" ", r"\s"), re.IGNORECASE)


_BREAK = re.compile(r"[,;:!?]\s|\.\s(?=\W*[^\W\d_])|\n|\b(?:und|aber|et|mais|y|pero|e|ma)\s")
"""Ends a clause. After the full stop of "am 3. Mai" a month follows, so that one is in two clauses."""
_OPENS = re.compile(r"(?:^|[,;:.!?¿¡\n\u2013\u2014-])\s*\Z")
_BOUNDS = re.compile(
    r"\b(?:ab|bis|vom|zum|seit|du|au|depuis le|dal|al|del|desde el|für(?: den)?|pour le|para el|per il)\s+\Z",
    re.IGNORECASE,
)
"""Before a day these make it the bound of a time, or a part of a name: "rue du 4 septembre"."""
_UNDECIDED = re.compile(
    r"\b(?:geboren|née?s?|nac[ií]\w*|nat[oaie]|geplant|eingeladen|verabredet|bereit|prévue?s?|invitée?s?|invitad[oa]s?|"
    r"previst[oaie]|invitat[oaie])\b",
    re.IGNORECASE,
)
"""Tells of a birth, which is of any year, or of a plan, which lies ahead."""
_Read = Callable[[Language, re.Match[str], date, bool], Period | None]
"""Reads an expression of a language on a day, in a sentence that tells the past or not."""

_Rule = tuple[re.Pattern[str], _Read]


def _named(language: Language, match: re.Match[str], day: date, _: bool) -> Period:
    return periods.one_day(day + timedelta(days=language.days[" ".join(match["named"].lower().split())]))


def _ago(language: Language, match: re.Match[str], day: date, _: bool) -> Period:
    word = match["count"].lower()
    number = int(word) if word.isdigit() else _place(language.counts, word) + 1
    return periods.moved(day, "week" if match["week"] else "day", -number)


def _last_weekday(language: Language, match: re.Match[str], day: date, _: bool) -> Period:
    return periods.one_day(periods.beside(day, _place(language.weekdays, match["weekday"]), -1))


def _weekday(language: Language, match: re.Match[str], day: date, is_past: bool) -> Period | None:
    before = match.string[max(0, match.start() - 20) : match.start()]
    is_name = match[0][0].isupper() and not (language.has_capitals or _OPENS.search(before))
    is_one = is_past and not is_name and not language.is_habit(before)
    return _last_weekday(language, match, day, is_past) if is_one else None


def _day(language: Language, match: re.Match[str], day: date, is_past: bool) -> Period | None:
    number, month = int(match["day"]), _place(language.months, match["month"]) + 1
    if match["year"]:
        return periods.one_day(date(int(match["year"]), month, number))
    if _BOUNDS.search(match.string[max(0, match.start() - 20) : match.start()]):
        return None
    behind, ahead = (periods.nearest_day(day, month, number, step) for step in (-1, 1))
    near = {each for each in (behind, ahead) if each and abs((each.since - day).days) <= NEAR}
    return behind if is_past else near.pop() if len(near) == 1 else None


def _place(patterns: tuple[str, ...], word: str) -> int:
    return next(number for number, each in enumerate(patterns) if re.fullmatch(each, word, re.IGNORECASE))


def written_days(text: str) -> Iterator[tuple[int, int, int | None, int, int]]:
    """Yield where a text writes a day and its month in one of these languages: its ends, year, month, day."""
    for language in LANGUAGES.values() if language_of(text) != "en" else ():  # "5 mars bars"
        for match in language.day_of_month.finditer(text):
            year = int(match["year"]) if match["year"] else None
            yield match.start(), match.end(), year, _place(language.months, match["month"]) + 1, int(match["day"])


def days_in(text: str, day: date, language: str) -> Iterator[tuple[int, int, Period, bool]]:
    """Yield where a text of one of these languages names days, the days, and whether the day of saying alone decides.

    Args:
        text: what was said.
        day: when, as the speaker has it.
        language: its code; of another language nothing is read.
    """
    if not (known := LANGUAGES.get(language)):
        return
    breaks = [0, *(each.end() for each in _BREAK.finditer(text)), len(text)]

    @cache
    def is_past(first: int, last: int) -> bool | None:
        """Return it of what lies between two breaks; None where that says nothing of it."""
        clause = text[breaks[first] : breaks[last]]
        return None if _UNDECIDED.search(clause) else known.is_past(clause)

    for pattern, read in known.rules:
        for match in pattern.finditer(text):
            past = is_past(bisect_right(breaks, match.start()) - 1, bisect_left(breaks, match.end()))
            with suppress(ValueError, OverflowError, KeyError):  # 30 February; a letter of another alphabet
                if past is not None and (found := read(known, match, day, past)):
                    yield match.start(), match.end(), found, read in {_named, _ago}


_HOURS_DE = r"(?:morgen|mittag|nachmittag|abend|nacht)?"

LANGUAGES: Mapping[str, Language] = {
    "de": Language(
        has_capitals=True,
        days={"vorgestern": -2, "gestern": -1, "heute": 0, "heute morgen": 0, "heute abend": 0, "übermorgen": 2},
        counts=("einem|einer", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
        ago=r"(?:heute )?vor {} (?:tag(?:en)?|(?P<week>wochen?))",
        weekdays=tuple(
            f"{each}{_HOURS_DE}"
            for each in ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag")
        ),
        last="(?:letzten|vergangenen) {}",
        month=" ",
        months=(
            *("januar|jänner", "februar", "märz", "april", "mai", "juni", "juli"),
            *("august", "september", "oktober", "november", "dezember"),
        ),
        habit="(?:jeden|nächsten|kommenden|diesen|einen|ab|bis)",
        past=r"(?:hab|habe|hast|hat|haben|habt|bin|bist|ist|sind|seid|wurden?)\s(?:.{0,200}\s)?"
        r"(?-i:(?:ge|\w{2,9}ge|ver|be|er|ent)\w{3,20}|\w{3,20}ier)(?:t|en)"
        r"|war(?:en|st)?|hatten?|wurden?|kam(?:en)?|ging(?:en)?|gab(?:en)?|gewesen",
    ),
    "fr": Language(
        days={
            "avant-hier": -2,
            "hier": -1,
            "hier soir": -1,
            "hier matin": -1,
            "aujourd'hui": 0,
            "aujourd’hui": 0,
            "ce matin": 0,
            "ce soir": 0,
            "demain": 1,
            "après-demain": 2,
        },
        counts=("un|une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
        ago=r"il y a {} (?:jours?|(?P<week>semaines?))",
        weekdays=("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
        last="{} (?:dernier|passé)",
        month=" ",
        months=(
            *("janvier", "février", "mars", "avril", "mai", "juin"),
            *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
        ),
        habit="(?:le|chaque|ce|du|au)",
        past=r"(?:(?:\w['’])?(?:ai|as|a|avons|avez|ont|suis|est|sommes|êtes|sont))\s(?:\w+\s){0,2}?"
        r"\w{2,}(?:é|ée|és|ées|u|ue|us)|(?:\w['’])?(?:étai(?:s|t|ent)|avai(?:s|t|ent))",
    ),
    "es": Language(
        days={"anteayer": -2, "antes de ayer": -2, "ayer": -1, "anoche": -1, "hoy": 0, "pasado mañana": 2},
        counts=("un|una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
        ago=r"hace {} (?:días?|(?P<week>semanas?))",
        weekdays=("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
        last="{} pasado",
        month=" de ",
        months=(
            *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
            *("julio", "agosto", "septiembre|setiembre", "octubre", "noviembre", "diciembre"),
        ),
        habit="(?:los|cada|próximo|este|un|del|al)",
        past=r"\w{2,}(?:aron|ieron|ó)|fui|fue|fuimos|fueron|hic[ei]\w*|hizo|estuv\w+|tuv\w+|"
        r"vine|puse|pude|di|dio|vi|vio|era|eran|estaba\w*|había\w*|h(?:e|a|emos|an)\s\w+(?:ado|ido|cho|sto|to)",
    ),
    "it": Language(
        days={
            "l'altro ieri": -2,
            "l’altro ieri": -2,
            "altro ieri": -2,
            "avantieri": -2,
            "ieri": -1,
            "ieri sera": -1,
            "oggi": 0,
            "stamattina": 0,
            "stasera": 0,
            "domani": 1,
            "dopodomani": 2,
        },
        counts=("un|uno|una", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"),
        ago=r"{} (?:giorn[oi]|(?P<week>settiman[ae])) fa",
        weekdays=("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
        last="{} scors[oa]",
        month=" ",
        months=(
            *("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno"),
            *("luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"),
        ),
        habit="(?:il|la|ogni|prossimo|prossima|questo|questa|dal|al|del)",
        past=r"(?:(?:\w['’])?(?:ho|hai|ha|abbiamo|avete|hanno|sono|è|sei|siamo|siete))\s(?:\w+\s){0,2}?"
        r"\w{2,}(?:at|ut|it)[oaie]|ero|era|eravamo|erano|avev\w+|stat[oaie]",
    ),
}
"""By the code of the language."""
