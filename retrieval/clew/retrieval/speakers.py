"""Whom a question names: a speaker by the label, the first name, an alias, a short form, or another spelling."""

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

from clew.naming import words
from clew.naming.phrases import MARKS

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
_WORD = re.compile(r"\w+")
_ENDING = re.compile(r"(?:ie|y|e|i)$")
_SMALL = words("stop.txt")
_NO_NAMES = _SMALL | FEASTS


def other_names(aliases: Iterable[str], speakers: Sequence[str]) -> dict[str, str]:
    """Return the speaker whom each alias means; those that are a speaker's own name, or mean several, are left out.

    Args:
        aliases: each as ``name = speaker``.
        speakers: their labels.
    """
    own = {name.casefold() for speaker in speakers for name in (speaker, *_first_name(speaker))}
    heard = frozenset(speakers)
    meant: dict[str, set[str]] = {}
    for name, _, speaker in (alias.partition(" = ") for alias in aliases):
        if speaker in heard and name.casefold() not in own:
            meant.setdefault(name, set()).add(speaker)
    return {name: next(iter(whom)) for name, whom in meant.items() if len(whom) == 1}


def without_names(query: str, speakers: Sequence[str], aliases: Mapping[str, str]) -> tuple[str, set[str]]:
    """Return the query without the names of speakers, and who they are.

    Whole names count before first names, these before aliases, and these before what is only like a name.

    Args:
        query: as asked.
        speakers: labels that are names.
        aliases: the speaker whom each other name means.
    """
    named: set[str] = set()
    text = query
    for forms in (
        [(name.split(), name) for name in speakers],
        [(_first_name(name), name) for name in speakers],
        [(name.split(), speaker) for name, speaker in aliases.items()],
    ):
        spoken = {"", *_WORD.findall(text.casefold())}
        likely = [(tuple(form), speaker) for form, speaker in forms if _first_word(form[0]) in spoken]
        present = [(_pattern(form), speaker) for form, speaker in likely if _pattern(form).search(text)]
        for pattern, _ in present:
            text = pattern.sub(" ", text)
        named |= {speaker for _, speaker in present}
    labels = _by_first_letter(tuple(speakers))
    for word in list(dict.fromkeys(_NAME_LIKE.findall(text)))[:MAX_NAMES]:
        if meant := _meant(word, labels, named):
            text = _pattern((word,)).sub(" ", text)
            named.add(meant)
    return " ".join(text.split()), named


@lru_cache(maxsize=16)
def _by_first_letter(speakers: tuple[str, ...]) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return speakers by the first letter of their first names, and by the whole of these, plain."""
    labels: dict[str, dict[str, list[str]]] = {}
    for speaker in speakers:
        if label := _plain(_first_name(speaker)[0]):
            labels.setdefault(label[0], {}).setdefault(label, []).append(speaker)
    return labels


def _first_name(label: str) -> list[str]:
    """Return the first word of a label that is no title, as a list; of a blank one nothing."""
    parts = label.split()
    while len(parts) > 1 and parts[0].strip(".").casefold() in TITLES:
        parts = parts[1:]
    return parts[:1]


def has_name(speakers: Iterable[str], word: str) -> bool:
    """Return whether a speaker is called by a word."""
    return any(name.casefold() == word.casefold() for label in speakers for name in _first_name(label))


def _first_word(name: str) -> str:
    """Return the first letters of a name that stand together, folded; empty where it has none."""
    found = _WORD.search(name.casefold())
    return found[0] if found else ""


@lru_cache(maxsize=4096)
def _pattern(name: tuple[str, ...]) -> re.Pattern[str]:
    """Compile what a name looks like; one that is a common word too, such as Will, is one inside a sentence or with 's.

    Its first letter is a capital then.
    """
    joined = re.sub("['’]", "['’]", r"\s+".join(map(re.escape, name)))
    before, after = rf"(?<![\w{MARKS}])", rf"(?![\w{MARKS}])"
    if len(name) != 1 or name[0].casefold() not in _SMALL:
        return re.compile(rf"{before}{joined}(?:['’]s)?{after}", re.IGNORECASE)
    word = joined.capitalize()
    return re.compile(rf"(?<=[^.?!]\s){word}(?:['’]s)?{after}|{before}{word}['’]s{after}")


def _meant(word: str, labels: Mapping[str, Mapping[str, Sequence[str]]], named: Container[str]) -> str:
    """Return the one speaker whom a word written like a name may mean; empty where there is none, or several."""
    name = re.sub(r"['’]s$", "", word)
    if not name[0].isupper() or name.lower() in _NO_NAMES or not (given := _plain(name)):
        return ""
    near = (own for label, own in labels.get(given[0], {}).items() if _is_alike(given, label))
    alike = list(islice((speaker for own in near for speaker in own if speaker not in named), 2))
    return alike[0] if len(alike) == 1 else ""


def _is_alike(given: str, full: str) -> bool:
    """Return whether a plain name is a short form or another spelling of one with the same first letter.

    Katie and Kathrine are, of Katherine.
    """
    if given == full:
        return True
    short = _ENDING.sub("", given)
    short = short[:-1] if short[-2:-1] == short[-1:] else short
    if MIN_LETTERS <= len(short) < len(full) and len(given) < len(full) and full.startswith(short):
        return True
    shorter, longer = sorted((len(given), len(full)))
    if shorter < MIN_SPELLING or 2 * shorter < SAME_SPELLING * (shorter + longer):
        return False
    return SequenceMatcher(None, given, full, autojunk=False).ratio() >= SAME_SPELLING


def _plain(name: str) -> str:
    """Fold case and accents."""
    return "".join(each for each in unicodedata.normalize("NFD", name.casefold()) if each.isalpha())
