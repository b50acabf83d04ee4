"""Names as identities: how concepts and entities are spelt, so that the same thing is one node."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from importlib import resources

MAX_NAME_CHARACTERS = 100  # characters of a normalised name
_ARTICLE = re.compile(r"^(?:the|an?) (?=.)")
_JOINED = re.compile("[-_\u2010\u2011]")
_POSSESSIVE = re.compile("'s$")
KEYS = str.maketrans("\u2018\u2019\u02bc\u2010\u2011\u2212", "'''---")
"""Typographic apostrophes, hyphens and minus as a keyboard has them: a phone and a PDF write others."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"})
_NOT_PLURAL = ("ss", "us", "is", "ics")
_ADDS_ES = ("sses", "shes", "ches", "xes", "zzes", "iruses", "onuses", "ampuses")

OWNER = frozenset({"user", "human"})
ANSWERING = frozenset({"assistant", "ai", "bot", "chatbot", "model"})
ROLES = OWNER | ANSWERING | {"system", "tool"}
"""Labels of turns that are roles, not names: those of a chat with an assistant."""


def is_role(speaker: str) -> bool:
    """Return whether a speaker's label says what they are, not what they are called."""
    return speaker.strip().casefold() in ROLES


def composed(text: str) -> str:
    """Return a text as Unicode composes it (NFC), in which names are compared."""
    return unicodedata.normalize("NFC", text)


def normalise(name: str) -> str:
    """Return the spelling that stands for a name: doing it again changes nothing, and names equal in it are one.

    Case, Unicode's variant forms, typographic apostrophes and hyphens, and a leading article are folded away. So are a
    closing "'s", punctuation around the name and the plural of a single word. Nothing is left of a name without a
    letter or digit.
    """
    return _repeated(_fold, name)


def in_full(name: str) -> str:
    """Return what `normalise` does, with the plural kept: Lukas is not Luka."""
    return _repeated(_fold_spelling, name)


@lru_cache(maxsize=65536)
def topic(name: str) -> str:
    """Return what tells a concept from others: its name without case, hyphens, underscores, plural of the last word.

    It is an identity, not a name to show: the United States are ``united state``.
    """
    name, folded = "", normalise(_JOINED.sub(" ", name))
    while folded != name:  # what a fold uncovers may be folded too; each makes it shorter
        name = folded
        first, _, last = name.rpartition(" ")
        folded = normalise(f"{first} {normalise(last)}")
    return name


def words(file: str, package: str = "clew.text.names") -> frozenset[str]:
    """Return the words of a list in the folder `words` of a package."""
    return frozenset(word for line in _lines(file, package) for word in line.split())


def _lines(file: str, package: str = "clew.text.names") -> list[str]:
    text = resources.files(package).joinpath("words", file).read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def _repeated(fold: Callable[[str], str], name: str) -> str:
    name = name[: 4 * MAX_NAME_CHARACTERS]
    for _ in range(MAX_NAME_CHARACTERS):  # each fold may open the way for another; all but the first make it shorter
        folded = fold(name)
        if folded == name:
            break
        name = folded
    return name


def _fold(name: str) -> str:
    name = _fold_spelling(name)
    return name if " " in name else _singular(name)  # Star Wars and Rocky Mountains are no plurals


def _fold_spelling(name: str) -> str:
    if name.isascii() and name.isprintable():
        name = name.lower()
    else:
        name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(KEYS)
        name = "".join(" " if unicodedata.category(sign) in _UNSEEN else sign for sign in name)
    name = _ARTICLE.sub("", " ".join(name.split()))
    return _bare(_POSSESSIVE.sub("", _bare(name)[:MAX_NAME_CHARACTERS]))


def _bare(name: str) -> str:
    """Return the name without punctuation around it; a closing + or # stays, as in C++."""
    start, end = 0, len(name)
    while start < end and unicodedata.category(name[start])[0] in "PSZM":
        start += 1
    while start < end and name[end - 1] not in "+#" and unicodedata.category(name[end - 1])[0] in "PSZ":
        end -= 1
    return name[start:end]


def _singular(word: str) -> str:
    """Return the word without an English plural's ending; lightly, since a wrong cut would join what differs."""
    if word in _PLURALS:
        return _PLURALS[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(_NOT_PLURAL) or word in _WHOLE:
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y" if len(word) > 4 else word[:-1]
    return word[:-2] if word.endswith(_ADDS_ES) else word[:-1]


_WHOLE = words("whole.txt")
_PLURALS = {line.split()[0]: line.split()[1] for line in _lines("plurals.txt")}
