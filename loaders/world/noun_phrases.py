"""The things of a text world as its sentences name them: one, or a list of them, and the states said before a name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clew.model.triplet import IS, Triplet
from clew.text.names import MAX_NAME_CHARACTERS

STATES = frozenset(
    {
        *("open", "opened", "closed", "locked", "unlocked"),
        *("raw", "fried", "roasted", "grilled", "burned", "uncut", "sliced", "diced", "chopped"),
    }
)
"""Words before a name that say how the thing is now, and are no part of its name."""

STATE = "|".join(sorted(STATES))  # the states as a choice of a regular expression

_SAME = {
    "opened": "open",
    "unlocked": "closed",
    "shut": "closed",
    **dict.fromkeys(("turned on", "switched on", "activated"), "on"),
    **dict.fromkeys(("turned off", "switched off", "deactivated"), "off"),
}
_ARTICLE = re.compile(r"^(?:the|an?|some|your) (?=\S)")
_NEXT = re.compile(r"(?:,? and |, )(?=(?:an?|some|the|your) )", re.IGNORECASE)
NO_NAMES = frozenset(
    {
        *("nothing", "something", "anything", "everything", "it", "they", "them", "this", "that", "these", "those"),
        *("all", "there", "here", "thing", "things", "one", "ones", "you", "yourself", "he", "she"),
        *("who", "what", "which"),
    }
)
"""Words that stand in the place of a name."""

_DENIED = re.compile(r"(?:no|not|nothing|none|neither|nobody|perhaps|maybe)\b(?!['\u2019-])", re.IGNORECASE)
"""Begins what is not there, or may not be."""

_LINKS = ("of", "to", "for", "in", "on", "from", "with", "under", "at", "by", "about", "over")
_CLAUSE = re.compile(
    "".join(rf"(?<!\b{each})" for each in _LINKS)
    + r" (?:(?:the|an?|your) (?=\S)|(?:you|it|them|that|which|who|is|are|was|were|has|have)\b)",
    re.IGNORECASE,
)
"""A new thing or a verb within a name: it goes on as a clause there, unless a word such as "of" links the two."""

_REMARK = re.compile(
    rf" \((?:(?:(?:which|that) is |currently )?(?P<state>{STATE})"
    r"|(?:\w+ing|(?:in |on )?which|that|currently|lit|unlit|worn|empty)\b[^()]*)\)$"
)
"""Says behind a name how the thing is now; "(red)" and "(2)" may tell it from others."""

_NOW = re.compile(r",? (?:(?:(?:by|right|even|just) )?now|again|too|as well|already|still)$", re.IGNORECASE)
_GOES_ON = re.compile(
    r",| (?:only|just|never|not|if|unless|when|whenever|where|until|till|while|because|since|although|though|except"
    r"|but|or|as|sometimes|often|usually)\b"
)
"""Goes on behind a name with when or whether that holds."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing by its name, in small letters and without an article, and the states that were said with it."""

    name: str
    states: tuple[str, ...] = ()

    def described(self) -> Iterator[Triplet]:
        """Yield a triplet per state."""
        return (Triplet(self.name, IS, state) for state in self.states)


def state(word: str) -> str:
    """Return the state that a word means: an unlocked door is closed until somebody opens it."""
    return _SAME.get(word.lower(), word.lower())


def called(text: str) -> NamedThing | None:
    """Return the thing that a text names; None where it names nothing, or is too long to be a name.

    Of "key and open the door" that is the key; other clauses name nothing. A remark in brackets behind it, such as
    "(closed)" or "(providing light)", is no part of its name.
    """
    text = " ".join(text.split()).lower() if len(text) <= 2 * MAX_NAME_CHARACTERS else ""
    remark = _REMARK.search(text)
    text = text[: remark.start()] if remark else text
    name = "" if _DENIED.match(text) else _ARTICLE.sub("", text, count=1)
    if clause := _CLAUSE.search(name):
        name = name[: clause.start() + 1].rpartition(" and ")[0].rstrip(",")
    states = [state(remark["state"])] if remark and remark["state"] else list[str]()
    while (first := name.partition(" "))[0] in STATES and first[2]:
        states.append(state(first[0]))
        name = first[2]
    if name in NO_NAMES or name in STATES or len(name) > MAX_NAME_CHARACTERS or not any(map(str.isalnum, name)):
        return None
    return NamedThing(name, tuple(dict.fromkeys(states)))


def where(text: str) -> NamedThing | None:
    """Return the thing at the end of a sentence, in or on which another is; None where a doubt goes on behind its name.

    Of "the drawer now" that is the drawer; "the drawer, or so they say" and "the box if it rains" name nothing.
    """
    thing = called(_NOW.sub("", text))
    return None if thing and _GOES_ON.search(thing.name) else thing


def listed(text: str) -> list[NamedThing]:
    """Return the things of a list such as "a knife, a note 1 and some milk"; a clause ends it.

    Each but the first must have an article: what follows a comma or an "and" without one belongs to the name.
    """
    items = _NEXT.split(text)
    ends = next((place for place, item in enumerate(items, 1) if _CLAUSE.search(item)), None)
    return [thing for item in items[:ends] if (thing := called(item))]
