"""Whom a question names: a speaker by the label, the first name, an alias, a short form, or another spelling."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

from clew.text.names import words
from clew.text.names.phrases import MARKS

MIN_LETTERS = 3
"""Of a short form without its ending: "Kat" of "Katie"."""
MIN_SPELLING = 5
"""Letters of a name of which another spelling is recognised."""
SAME_SPELLING = 0.75
"""Share of letters that two spellings of a name have in common, in their order; the first letter is the same."""
MAX_NAMES = 64
"""Words written like names that are held against all speakers; a question names fewer."""

TITLES = frozenset(("mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "herr", "frau"))
"""They stand before a name, and are none."""
FEASTS = frozenset(("christmas", "easter", "hanukkah", "ramadan", "diwali", "halloween", "thanksgiving"))
"""They are no other spellings of Christina or Esther."""

_NAME_LIKE = re.compile(r"(?<!\w)[^\W\d_]+(?:['’]s)?(?!\w)")
_NO_TITLE = "".join(rf"(?<!\b{title})" for title in sorted(TITLES))
_OPENING = re.compile(rf"(?:^|{_NO_TITLE}[.?!]\s)[\s\"'“(]*", re.IGNORECASE)
"""Of a sentence; the full stop of a title ends none."""
_WORD = re.compile(r"\w+")
_CLINGING = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]{2,}"
)
"""A name of letters that stand without a space before what follows: Thai, Lao, Burmese, Khmer, Kana, Han, Hangul."""
_POSSESSIVE = re.compile(r"['’]s$")
_ENDING = re.compile(r"(?:ie|y|e|i)$")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "\u0131": "i", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that Unicode does not take apart, as they are typed where a keyboard lacks it."""
_SMALL = words("stop.txt")
_NO_NAMES = _SMALL | FEASTS


def other_names(sources: Iterable[Iterable[str]], speakers: Sequence[str]) -> dict[str, str]:
    """Return the speaker whom each alias means; those that are a speaker's own name, or mean several, are left out.

    Args:
        sources: of aliases, each as ``name = speaker``; what one source settles, a later one does not contest.
        speakers: their labels.
    """
    own = {name.casefold() for speaker in speakers for name in (speaker, *first_names(speaker))}
    heard = frozenset(speakers)
    settled: dict[str, set[str]] = {}
    names: dict[str, str] = {}
    for aliases in sources:
        meant: dict[str, set[str]] = {}
        for name, _, speaker in (alias.partition(" = ") for alias in aliases):
            folded = name.casefold()
            if speaker in heard and folded not in own and folded not in settled:
                meant.setdefault(folded, set()).add(speaker)
                names.setdefault(folded, name)
        settled |= meant
    return {names[name]: next(iter(whom)) for name, whom in settled.items() if len(whom) == 1}


def with_spaces(query: str, speakers: Sequence[str]) -> str:
    """Return a query in which labels of several words stand with their spaces, also where they are written as handles.

    A handle has the label's capitals: "AnnLee" is Ann Lee.
    """
    labels = _by_handle(tuple(speakers))
    return _WORD.sub(lambda word: labels.get(word[0], word[0]), query) if labels else query


def without_names(query: str, speakers: Sequence[str], aliases: Mapping[str, str]) -> tuple[str, list[str], set[str]]:
    """Return the query without the names of speakers, those of them that may be other words, and who they are.

    Whole names and aliases count before first names, these before what is only like a name, this before surnames. A
    longer one counts before one that it holds: "Ann Lee" is not Ann. A word that is only like a name ("London", of
    Landon) stays in the query, and so does a surname. So does one word in lower case ("the bill", of Bill) where the
    query and the label have capitals. It names nobody who is called so by the first of several words ("the project", of
    a Project Manager).

    Args:
        query: as asked.
        speakers: labels that are names.
        aliases: the speaker whom each other name means.
    """
    named: set[str] = set()
    unsure: list[str] = []
    text = query
    whole = ((name.split(), who) for name, who in (*zip(speakers, speakers, strict=True), *aliases.items()))
    first = (([name], who) for who in speakers for name in first_names(who) if [name] != who.split())
    for is_whole, forms in ((True, whole), (False, first)):
        for form, whom in _likely(forms, text):
            has_no_capitals = query.islower() or form[0].islower()
            for match in reversed(list(_pattern(form).finditer(text))):
                is_as_names_are = len(form) > 1 or not match[0].islower()
                if not (is_as_names_are or is_whole or has_no_capitals):
                    continue
                named |= whom
                if is_as_names_are or (is_whole and has_no_capitals):
                    text = f"{text[: match.start()]} {text[match.end() :]}"
                    if not (is_as_names_are and is_whole):
                        unsure.append(match[0])
    labels = _by_first_letter(tuple(speakers))
    openings = {match.end() for match in _OPENING.finditer(text)}
    found = dict.fromkeys((match[0], match.start() in openings) for match in _NAME_LIKE.finditer(text))
    for word, opens in islice(found, MAX_NAMES):
        near = _unaccented(word, labels, query) if word.islower() else _alike(word, labels, opens=opens)
        meant = list(islice((who for who in near if who not in named), 2))
        named.update(meant if len(meant) == 1 else ())
    if not named:
        surnames = _by_surname(tuple(speakers))
        named.update(*(surnames.get(_written(word), ()) for word, opens in islice(found, MAX_NAMES) if not opens))
    return " ".join(text.split()), unsure, named


def _likely(forms: Iterable[tuple[Sequence[str], str]], text: str) -> list[tuple[tuple[str, ...], set[str]]]:
    """Return the names whose first word a text has, each with all who are called so, the longest first."""
    folded = text.casefold()
    spoken = {"", *_WORD.findall(folded)}
    clings = _CLINGING.search(folded)
    likely: dict[tuple[str, ...], set[str]] = {}
    for form, speaker in forms:
        first = _WORD.search(form[0].casefold())
        if (first[0] if first else "") in spoken or (clings and form[0].casefold() in folded):
            likely.setdefault(tuple(form), set()).add(speaker)
    return sorted(likely.items(), key=lambda each: -len(" ".join(each[0])))


@lru_cache(maxsize=16)
def _by_handle(speakers: tuple[str, ...]) -> Mapping[str, str]:
    return {"".join(speaker.split()): speaker for speaker in speakers if " " in speaker}


@lru_cache(maxsize=16)
def _by_first_letter(speakers: tuple[str, ...]) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return speakers by the first letter of their first names, and by the whole of these, plain."""
    labels: dict[str, dict[str, list[str]]] = {}
    for speaker in speakers:
        for label in filter(None, map(_plain, first_names(speaker))):
            labels.setdefault(label[0], {}).setdefault(label, []).append(speaker)
    return labels


@lru_cache(maxsize=16)
def _by_surname(speakers: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Return all who have each last word of a label of several, plain; an initial is none."""
    surnames: dict[str, list[str]] = {}
    for speaker in speakers:
        if " " in speaker and len(name := _written(speaker.split()[-1])) > 1:
            surnames.setdefault(name, []).append(speaker)
    return surnames


def _written(word: str) -> str:
    """Return a word written like a name, plain; empty for any other."""
    name = _POSSESSIVE.sub("", word)
    return _plain(name) if name[0].isupper() and name.lower() not in _NO_NAMES else ""


def first_names(label: str) -> list[str]:
    """Return the first word of a label that has a letter and is no title, and the one behind its comma ("Lee, Ann")."""
    parts = label.split()
    while len(parts) > 1 and (parts[0].strip(".").casefold() in TITLES or not any(map(str.isalpha, parts[0]))):
        parts = parts[1:]
    first = parts[: 2 if parts and parts[0].endswith(",") else 1]
    return [name for part in first if (name := part.rstrip(","))]


def called_by(speaker: str, aliases: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names by which others may mention a speaker: the label, the first name, other names."""
    own = (speaker, *first_names(speaker), *(name for name, meant in aliases.items() if meant == speaker))
    return tuple(dict.fromkeys(name for name in own if len(name) > 1))


def mention(names: Iterable[str]) -> str:
    """Return a regular expression of Java for the texts that have one of some names; without names it finds none.

    A name stands between signs or spaces, unless its letters cling to what follows. One that is a common word, too, is
    written as given.
    """
    forms: list[str] = []
    for name in names:
        escaped = re.sub(r"(\W)", r"\\\1", name)
        escaped = escaped if name.casefold() in _SMALL else f"(?i:{escaped})"
        bounded = rf"(?<![\p{{L}}\p{{N}}]){escaped}(?![\p{{L}}\p{{N}}])"
        forms.append(escaped if _CLINGING.fullmatch(name) else bounded)
    return f"(?su).*(?:{'|'.join(forms) or '(?!)'}).*"


def has_name(speakers: Iterable[str], word: str) -> bool:
    """Return whether a speaker is called by a word."""
    return any(name.casefold() == word.casefold() for label in speakers for name in first_names(label))


@lru_cache(maxsize=4096)
def _pattern(name: tuple[str, ...]) -> re.Pattern[str]:
    """Compile what a name looks like; one that is a common word too, such as Will, is one inside a sentence or with 's.

    Its first letter is a capital then. The full stop of a title or an initial may be left out, or be there.
    """
    clings = _CLINGING.fullmatch("".join(name)) is not None
    words = [re.escape(each.rstrip(".") or each) for each in name]
    joined = (r"\s*" if clings else r"\.?\s+").join(words) + (r"\.?" if name[-1] != name[-1].rstrip(".") else "")
    joined = re.sub("['’]", "['’]", joined)
    if clings:
        return re.compile(joined)
    before, after = rf"(?<![\w{MARKS}])", rf"(?![\w{MARKS}])"
    if len(name) != 1 or name[0].casefold() not in _SMALL:
        return re.compile(rf"{before}{joined}(?:['’]s)?{after}", re.IGNORECASE)
    word = joined.capitalize()
    return re.compile(rf"(?<=[^.?!]\s){word}(?:['’]s)?{after}|{before}{word}['’]s{after}")


def _alike(word: str, labels: Mapping[str, Mapping[str, Sequence[str]]], *, opens: bool) -> Iterable[str]:
    """Return whom a word written like a name may mean.

    A short form, and a possessive without an apostrophe ("Annas Hund"), count inside a sentence only. A word that opens
    one ("Car insurance?") is written like a name anyway.
    """
    if given := _written(word):
        bare = given[:-1] if given.endswith("s") and not _POSSESSIVE.search(word) else ""
        short = _ENDING.sub("", given)
        short = short[:-1] if short[-2:-1] == short[-1:] else short
        for label, own in labels.get(given[0], {}).items():
            is_longer = len(label) > max(len(short), len(given)) and label.startswith(short)
            is_short = is_longer and len(short) >= MIN_LETTERS  # as Katie is of Katherine
            is_inside = not opens and (is_short or (label == bare and len(bare) >= MIN_LETTERS))
            if given == label or is_inside or _is_spelling(given, label):
                yield from own


def _unaccented(word: str, labels: Mapping[str, Mapping[str, Sequence[str]]], query: str) -> Iterable[str]:
    """Return who has a word in lower case as a name but for its accents, as jose of José.

    Where the query has capitals it counts for whole labels only, as a name that is written with all its letters does.
    """
    given = _plain(_POSSESSIVE.sub("", word))
    for speaker in labels.get(given[:1], {}).get(given, ()):
        names = first_names(speaker) if query.islower() else [speaker]
        if given not in _NO_NAMES and any(_plain(name) == given and not name.isascii() for name in names):
            yield speaker


def _is_spelling(given: str, full: str) -> bool:
    """Return whether a plain name is another spelling of one with the same first letter, as Kathrine of Katherine."""
    shorter, longer = sorted((len(given), len(full)))
    if shorter < MIN_SPELLING or 2 * shorter < SAME_SPELLING * (shorter + longer):
        return False
    return SequenceMatcher(None, given, full, autojunk=False).ratio() >= SAME_SPELLING


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFD", name.casefold().translate(_LETTERS))
    return "".join(each for each in letters if each.isalpha())
