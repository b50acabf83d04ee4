"""Reads the first person: tells texts in it, and selects the sentences that say something of their speaker.

Word lists sieve the sentences; a doubtful one falls through. The rules hear words in small letters with straight
apostrophes, without quotations.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from clew.loaders.language.concepts import concepts
from clew.text.dates import DATE_WORD, dates_in
from clew.text.names import normalise, words
from clew.text.sentences import spans, unquoted

MIN_WORDS, MAX_WORDS = 4, 60  # words of a sentence
_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")
_LISTED = re.compile(rf"(?:[-*+\u2022\u2013]|[0-9]{{1,2}}[.)](?!\s+{DATE_WORD}\b))\s+", re.IGNORECASE)
"""Signs that open an item of a list; the 7th of May, written "7. May", opens none."""
_CAPITALS = frozenset({"May", "U"})  # a month and a country, which are other words in small letters


_SELVES = words("selves.txt", "clew.loaders.language")
_UNSPACED_SELVES = ("我", "私", "僕", "俺")  # words for "I" that head a sentence in a script without gaps between words
_NUMBERED = re.compile(r"\b[^\W\d_]\w+ I\b")  # World War I


def is_in_first_person(text: str) -> bool:
    """Return whether a text speaks of its speaker as "I" or "we", quotations aside."""

    def without_number(match: re.Match[str]) -> str:
        """Blank the "I" behind a word with a capital, unless that opens the text: "Yesterday I"."""
        return match[0][:-1] if match.start() and match[0][0].isupper() else match[0]

    spoken = _NUMBERED.sub(without_number, unquoted(text))
    return spoken.startswith(_UNSPACED_SELVES) or not _SELVES.isdisjoint(words_of(spoken))


def self_statements(text: str, at: datetime | None) -> Iterator[str]:
    """Return the sentences of a turn in which the speaker says something of themselves, without marks of a list.

    `at` is when, if known.
    """
    whole = unquoted(text)
    for start, end in spans(text):
        start = mark.end() if (mark := _LISTED.match(text, start, end)) else start
        sentence, spoken = text[start:end], whole[start:end]
        if "?" in spoken or not MIN_WORDS <= len(_WORD.findall(sentence)) <= MAX_WORDS:
            continue
        heard = words_of(spoken)
        if _is_of_self(heard) and _is_plain(heard) and _is_english(spoken) and _says_something(sentence, heard, at):
            yield sentence


def words_of(spoken: str) -> list[str]:
    """Return the words of a sentence in small letters, with straight apostrophes."""
    return [word if word in _CAPITALS else word.lower() for word in _WORD.findall(spoken.replace("\u2019", "'"))]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that tell who speaks of whom.

_SELF = _set("i i'm i've i'll im ive we we're we've we'll")
_OWN = _set("my our")
_OTHERS = _set(
    "he he's she she's it it's its they they're they've this that that's these those there there's here's who who's"
    " what what's"
)
_SUBJECTS = _SELF | _OWN | _OTHERS
_LISTENER = _set("you you're you've you'll you'd your yours yourself yourselves u ur ya y'all")
_TIMES = _set("week weekend month year morning afternoon evening summer past")
_LEADS = _set(
    "yeah yes yep no well so and but also oh hey hi wow plus then now actually lately recently honestly luckily"
    " unfortunately today yesterday tomorrow tonight last this next on in at for with since when while after before"
    " because even by during from once every over both all one two some most"
)
"""Words that may head a sentence whose subject stands further behind."""


def _is_of_self(heard: Sequence[str]) -> bool:
    """Return whether a sentence speaks first of the speaker, or of something of theirs."""
    subjects = (n for n, word in enumerate(heard) if word in _SUBJECTS)
    # "This week" is no other subject.
    place = next((n for n in subjects if heard[n] != "this" or not _TIMES.issuperset(heard[n + 1 : n + 2])), -1)
    if place < 0 or heard[place] in _OTHERS or not _LISTENER.isdisjoint(heard) or heard[0].endswith("ing"):
        return False
    near, far = (2, 6) if heard[place] in _SELF else (0, 3)
    return place <= near or (place <= far and heard[0] in _LEADS)


# Sentences that are no statements, though the speaker is their subject.

_ASKING = _set(
    "what how why who which do does did can can't could would will are is am shall thanks thank congrats think almost"
    " as especially like"
)
"""Words that head a question, or a piece of a sentence."""
_HEDGES = _set(
    "if unless wish would wouldn't i'd we'd might may maybe perhaps probably could should shouldn't suppose guess bet"
    " doubt hope hoping hopefully wonder wondering imagine let let's lets"
)
_ADVERBS = _set("just also so too very still always even never both all not")
_AUXILIARIES = _set("do did don't can can't couldn't am was were been have must will won't want to going gonna gotta")
_IDLE = _set(
    "agree appreciate think thought believe know knew hear understand mean promise swear admit say tell wait doubt keep"
    " get feel felt feeling glad sorry sure afraid thankful grateful lucky blessed excited happy thrilled stoked pumped"
    " hopeful ready"
)
"""Politeness, opinion and the feelings of the hour."""
_IDLE_OF_US = _set("can all need must got both gotta have")
_NOTICING = _set(
    "love loved like liked enjoy enjoyed see remember remembered realize realized noticed heard find found"
)
_BLANKS = _set("it it's that this them there's how when what why like so hearing seeing")
"""Objects by which the talk itself is noticed or liked."""


def _is_plain(heard: Sequence[str]) -> bool:
    """Return whether a sentence is plain: no hedge, and no idle verb after "I" or "we"."""
    if heard[0] in _ASKING or not _HEDGES.isdisjoint(heard):
        return False
    for place in _places_of_self(heard):
        rest = heard[place + 1 :]
        verb = _verb(rest)
        is_idle_of_us = heard[place].startswith("we") and not _IDLE_OF_US.isdisjoint(rest[:1])
        if is_idle_of_us or not verb or verb[0] in _IDLE:
            return False
        if verb[0] in _NOTICING and (len(verb) == 1 or verb[1] in _BLANKS or verb[1:] == ["the", "way"]):
            return False
    return True


def _places_of_self(heard: Sequence[str]) -> list[int]:
    return [place for place, word in enumerate(heard) if word in _SELF]


def _verb(rest: Sequence[str], skipped: frozenset[str] = _ADVERBS | _AUXILIARIES) -> Sequence[str]:
    """Return the first word after "I" or "we" that is not skipped and no adverb in "-ly", and the two behind it."""
    first = next((n for n, word in enumerate(rest) if word not in skipped and not word.endswith("ly")), len(rest))
    return rest[first : first + 3]


# English, and no other language: "I", "my" and "we" open sentences in many.

_SHARED = _set(
    "i my we our me a an as at in is it of on or so to do go no over man men her for all by but he be us up also under"
    " some most bad rest best ten one place here more part open"
)
_PAST = words("past.txt", "clew.text.dates")
LASTING = words("lasting.txt", "clew.loaders.language")  # deeds that begin what goes on
_ENGLISH = ({"born"} | words("stop.txt") | _PAST | LASTING) - _SHARED
_ENGLISH_ENDING = re.compile("(?:[a-z]{3}ed|[a-z]{3}ing|n't|^(?i:i|we)'[a-z]{1,2})$")
_OTHER = words("other.txt", "clew.loaders.language")


def _is_english(spoken: str) -> bool:
    """Return whether words that only English has outnumber words that it lacks; a name with an accent is neither."""
    found = _WORD.findall(spoken.replace("\u2019", "'"))
    english = sum(word.lower() in _ENGLISH or _ENGLISH_ENDING.search(word) is not None for word in found)
    other = sum(word in _OTHER or (word.islower() and not word.isascii()) for word in found)
    return english > other


# Words that tell whether it says anything by itself.

_FADED = words("faded.txt", "clew.loaders.language")
_TURNS = _set("married engaged divorced retired graduated promoted hired pregnant")
"""Turns of a life, which are no topics for `concepts`: it passes over past tenses."""
_GREETINGS = _set("hey hi hello yeah yes well oh")
_WILL = _set("i'll we'll will won't gonna")
_VAGUE = _WILL | _set(
    "it it's them this that those these they there one ones something things stuff everything we always never forever"
    " forward can"
)
_OBJECTS = _set("it them em him")
_VERBS_OF_IT = _set(
    "was is has had did didn't does doesn't will can made makes helps helped looks feels felt took takes gets got gives"
    " gave went sounds seems means"
)


def _says_something(sentence: str, heard: Sequence[str], at: datetime | None) -> bool:
    """Return whether a sentence names a topic besides its verbs, or more if it leans on earlier sentences.

    With a date any topic will do; without one, nothing is kept that is only promised.
    """
    called = frozenset(heard[1:2] if heard[0] in _GREETINGS else ())
    topics = frozenset(concepts(sentence)) - _FADED - called | _TURNS.intersection(heard)
    if dates_in(sentence, at) or ("born" in heard and any(word[0].isdigit() for word in heard)):
        return bool(topics)
    if not _WILL.isdisjoint(heard):
        return False
    # It leans on earlier sentences by 2 for an object such as "it", by 1 for other small words.
    vague = _VAGUE if LASTING.isdisjoint(heard) else _VAGUE - {"we"}
    objects = (n for n, word in enumerate(heard) if word in _OBJECTS)
    has_object = any(_VERBS_OF_IT.isdisjoint(heard[n + 1 : n + 2]) for n in objects)
    leaning = 2 if has_object else int(not vague.isdisjoint(heard))
    verbs = {normalise(verb[0]) for place in _places_of_self(heard) if (verb := _verb(heard[place + 1 :]))}
    return len(topics - verbs) > leaning


# When it was.

_PRESENT = _set("am is are have has don't doesn't can can't will")


def is_past(heard: Sequence[str]) -> bool:
    """Return whether the first verb of the speaker, or of something of theirs, is a simple past."""
    place = next((n for n, word in enumerate(heard) if word in _SELF or word in _OWN), 0)
    if heard[place] in _OWN:
        return next((_is_past_verb(word) for word in heard[place:] if word in _PRESENT or _is_past_verb(word)), False)
    return heard[place] in {"i", "we"} and any(map(_is_past_verb, _verb(heard[place + 1 :], _ADVERBS)[:1]))


def _is_past_verb(word: str) -> bool:
    return word in _PAST or (len(word) > 4 and word.endswith("ed") and not word.endswith("eed"))
