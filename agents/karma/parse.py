"""What a model said, read as skills, whatever the shape it came in.

    1. explore(Mug, [cabinet 1, fridge])
    2. **pick**("mug 2")
    3. PutObject(robot, mug, fridge)

Calls are read wherever they stand; without one, JSON; without that, lines such as `- open the fridge`. What a target
means is not known here: `clew.agents.karma.model` finds the thing. The names that a reply may hold can be: one of them
stays whole, whatever signs are in it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import cast

from clew.agents.karma.body import Skill, SkillName
from clew.errors import InvalidInput
from clew.llm.thoughts import without_thoughts
from clew.model.scene import Point

MAX_REPLY_CHARACTERS = 20_000
"""Of a reply without its thoughts that are read."""

MAX_LINE_CHARACTERS = 2_000
"""Of a line in words."""

MAX_SKILLS = 50
"""Of a plan; the rest is dropped."""

MAX_TARGET_CHARACTERS = 100
"""Of the name of a thing."""

MAX_PLACES = 20
"""Of an `explore`."""

_WORDS: Mapping[SkillName, str] = MappingProxyType(
    {
        "go to": "goto gototheobject gotoobject gotolocation walkto moveto navigateto navigatetoobject "
        "navigate walk move",
        "look": "look lookaround",
        "explore": "explore exploreobject find findobject search searchfor lookfor",
        "pick": "pick pickup pickupobject pickobject take grab",
        "put": "put putobject putdown putin puton place placeobject",
        "open": "open openobject",
        "close": "close closeobject shut",
        "slice": "slice sliceobject cut",
        "switch on": "switchon switchonobject turnon turnonobject toggleon",
        "switch off": "switchoff switchoffobject turnoff turnoffobject toggleoff",
        "clean": "clean cleanobject wash rinse",
        "heat": "heat heatobject warm cook",
        "cool": "cool coolobject chill",
    }
)
_SKILL: Mapping[str, SkillName] = MappingProxyType(
    {word: name for name, words in _WORDS.items() for word in words.split()}
)
_AROUND = " \t\"'`*."
"""Signs around the name of a thing."""

Known = frozenset[str]
"""Names that stay whole, in lower case."""

_LAST = frozenset({"put", "clean", "heat", "cool"})
"""Skills whose target is named after the thing in the hand."""

_CALL = re.compile(r"(?<![A-Za-z])([A-Za-z][A-Za-z_ -]{0,30}?)[ *_`]{0,4}\(((?:[^()\n]|\([^()\n]{0,200}\)){0,500})\)")
_NOTE = re.compile(r"\([^()]{0,200}\)")
_LAST_NOTE = re.compile(r"\s*\([^()]{0,200}\)$")
_ARGUMENT = re.compile(r"""\[[^\[\]]*\]|\s*(?:"[^"]*"|'[^']*')(?=\s*(?:[,\]]|$))|(?:\([^()]{0,200}\)|[^,\[\]])+""")
_KEY = re.compile(
    r"^\s*(?:(?:x|y|z|args?|arguments?|(?:to|from|in|on|at|with|where)(?:_[a-z]{1,20})?)|"
    r"(?:[a-z]{1,20}_)?(?:obj(?:ect)?|item|thing|target|goal|robot|agent|receptacle|container|place|location|position|"
    r"point|coordinate|destination|source|surface|tool|kind|type|category|name|id|list|value)s?"
    r"(?:_?(?:names?|ids?|types?|list))?)\s*[=:]\s*",
    re.IGNORECASE,
)
"""What an argument is called; in another word with a colon the name of a thing begins, as `mug:1`."""

_LEAD = r"(?:first|second|then|next|now|finally|lastly|after that|and)"
_MARKER = re.compile(
    rf"^(?:[\s>*•+,:-]|\d{{1,3}}[.):]|step \d{{1,3}}[.:)]?|action(?: \d{{1,3}})?:|{_LEAD}(?=[\s,:]))*", re.IGNORECASE
)
"""What may stand before the words of a skill."""
_BETWEEN = re.compile(r"\b(?:on top of|out of|from|in or on|into|onto|inside|in|on|with|using|under)\b", re.IGNORECASE)
_APART = re.compile(
    r"^(?:(turn|switch|toggle) (\S.*) (on|off)$|(pick) (\S.*?) (up)\b|(put) (\S.*?) (down)\b)", re.IGNORECASE
)
_THEN = re.compile(
    rf"(?: ?(?:[,;.]|->|\u2192| \d{{1,3}}[.)]) ?(?:{_LEAD},? )*| (?:and then|and|then),? )"
    rf"(?=(?:go|switch|turn|toggle|{'|'.join(_SKILL)}) )",
    re.IGNORECASE,
)
"""Between two steps of one line."""
_IT = re.compile(r"(?<!\S)(?:it|them)(?![^\s,;.])", re.IGNORECASE)
_OR = re.compile(r",(?: (?:and|or)\b)?| (?:and|or) ", re.IGNORECASE)
_ASIDE = frozenset(
    {"step", "number", "index", "reason", "reasoning", "rationale", "thought", "thoughts", "explanation"}
)
_ARTICLE = re.compile(r"^(?:the|an?|some)\s+", re.IGNORECASE)
_ACTOR = re.compile(r"(?:robots?|agents?|self)(?:\[\d*\])?", re.IGNORECASE)
_JSON = re.compile(r"[\[{]")
_JSON_TRIES = 20
_SENTENCE = re.compile(r"(?<=[.!])\s+|\n")
_DONE = re.compile(
    r"\W*(?:(?:action|answer)\W+)?(?:all |(?:the )?task (?:is |has been )?(?:now )?)?"
    r"(?:done|completed?|finished)(?: successfully)?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SaidSkills:
    """What a model said.

    Attributes:
        skills: in their order; targets are the words that were said, none has places that are empty.
        is_done: whether it said that nothing is left to do, and no skill.
    """

    skills: tuple[Skill, ...] = ()
    is_done: bool = False


def parse(text: str, known: Iterable[str] = ()) -> SaidSkills:
    """Read what a model said; what is no skill is passed over. It raises nothing.

    Args:
        text: what it said.
        known: names and ids of things, which may hold quotation marks, colons, parentheses and commas.
    """
    said, names = without_thoughts(text)[:MAX_REPLY_CHARACTERS], frozenset(each.casefold() for each in known)
    for shape in (_calls, _objects, _lines):
        if skills := tuple(islice(shape(said, names), MAX_SKILLS)):
            return SaidSkills(skills)
    return SaidSkills(is_done=any(map(_DONE.fullmatch, _SENTENCE.split(said))))


def _calls(text: str, known: Known) -> Iterator[Skill]:
    for before, arguments in _CALL.findall(text):
        words = before.split()
        names = (" ".join(words[-length:]) for length in (3, 2, 1))  # "then pick up(mug)"
        name = next((each for each in names if _key(each) in _SKILL), "")
        yield from _calls(arguments, known)
        yield from _skill(name, [arguments] if _whole(arguments, known) else _ARGUMENT.findall(arguments), known)


def _objects(text: str, known: Known) -> Iterator[Skill]:
    """Read the JSON that begins first and holds a skill."""
    for start in islice(_JSON.finditer(text), _JSON_TRIES):
        with suppress(ValueError, RecursionError):
            value = json.JSONDecoder().raw_decode(text, start.start())[0]
            if skills := list(islice(_in_json(value, known), MAX_SKILLS)):
                yield from skills
                return


def _in_json(value: object, known: Known) -> Iterator[Skill]:
    if isinstance(value, str):
        yield from _line(value, known)
    elif isinstance(value, list):
        for each in cast("list[object]", value):
            yield from _in_json(each, known)
    elif isinstance(value, dict):
        yield from _in_object(cast("dict[str, object]", value), known)


def _in_object(value: Mapping[str, object], known: Known) -> Iterator[Skill]:
    """Read `{"skill": "pick", "target": "mug"}`, `{"pick": "mug"}`, or what an object holds of these."""
    said = _told(value)
    names = [each for each in said if isinstance(each, str) and _key(each) in _SKILL]
    if names:
        rest = [each for each in said if each is not names[0]]
        yield from _skill(names[0], list(_flat(rest, takes_numbers=_SKILL[_key(names[0])] == "go to")), known)
        return
    for key, each in value.items():
        if _key(key) in _SKILL:
            yield from _skill(key, list(_flat([each], takes_numbers=_SKILL[_key(key)] == "go to")), known)
        elif not isinstance(each, str):
            yield from _in_json(each, known)


def _told(value: Mapping[str, object]) -> list[object]:
    """Return the values of an object without reasons and the numbers of steps."""
    return [
        each
        for key, each in value.items()
        if isinstance(each, list | dict)
        or _key(key) not in _ASIDE
        or (_key(key) == "step" and _key(str(each)) in _SKILL)
    ]


def _flat(values: Iterable[object], *, takes_numbers: bool) -> Iterator[str]:
    """Return values as arguments of a call; a list in an object or a list is one argument."""
    for value in values:
        if isinstance(value, dict):
            yield from _flat(_told(cast("dict[str, object]", value)), takes_numbers=takes_numbers)
        elif isinstance(value, list):
            yield f"[{','.join(json.dumps(each) for each in cast('list[object]', value) if isinstance(each, str))}]"
        elif isinstance(value, str) or (takes_numbers and isinstance(value, int | float)):
            yield str(value)


def _lines(text: str, known: Known) -> Iterator[Skill]:
    for line in text.splitlines():
        yield from _line(line, known)


def _line(line: str, known: Known) -> Iterator[Skill]:
    """Read a line that begins with the words of a skill, the most of them that are one, and what it goes on to do."""
    if calls := list(_calls(line, known)):
        yield from calls
        return
    said = " ".join(_MARKER.sub("", line[:MAX_LINE_CHARACTERS]).strip(" \t.!*`\"'").split())
    said, *more = [said] if any(map(_THEN.search, known)) else _THEN.split(said, maxsplit=1)
    words = _APART.sub(_joined, said).split()
    for length in (3, 2, 1):
        if _key("".join(words[:length])) in _SKILL and len(words) >= length:
            rest = " ".join(words[length:])
            parts = [rest] if _whole(rest, known) else [*_parts(rest)]
            if _SKILL[_key("".join(words[:length]))] == "explore":  # in one place, or another
                parts[1:] = [place for part in parts[1:] for place in _OR.split(part)]
            yield from _skill(" ".join(words[:length]), parts, known)
            thing = parts[0].strip()
            for each in more:
                yield from _line(_IT.sub(thing.replace("\\", r"\\"), each), known)
            return


def _parts(rest: str) -> Iterator[str]:
    """Yield what stands between the words that lead from one thing to the next, outside of notes."""
    start = 0
    notes = [range(*note.span()) for note in _NOTE.finditer(rest)]
    for word in _BETWEEN.finditer(rest):
        if not any(word.start() in note for note in notes):
            yield rest[start : word.start()]
            start = word.end()
    yield rest[start:]


def _joined(apart: re.Match[str]) -> str:
    """Return `turn on the lamp` for `turn the lamp on`."""
    verb, thing, particle = filter(None, apart.groups())
    return f"{verb} {particle} {thing}"


def _skill(name: str, arguments: Iterable[str], known: Known) -> Iterator[Skill]:
    """Return a skill of its words and its arguments; none where the words are no skill, or it lacks a target."""
    skill = _SKILL.get(_key(name))
    if skill is None:
        return
    if skill == "look":
        yield Skill("look")
        return
    cleaned = [_whole(each, known) or _KEY.sub("", each).strip() for each in arguments]
    lists = [each for each in cleaned if each.startswith("[") and each.endswith("]")]
    items = [said for each in lists for part in _ARGUMENT.findall(each[1:-1]) if (said := _name(part, known))]
    targets = [said for each in cleaned if each not in lists and (said := _name(each, known))] or items
    if not targets:
        return
    if skill == "go to" and (point := _point(targets)):
        yield Skill("go to", point)
    elif skill == "explore":
        others = (each for each in (*items, *targets[1:]) if each != targets[0])
        yield Skill("explore", targets[0], tuple(dict.fromkeys(others))[:MAX_PLACES])
    else:
        yield Skill(skill, targets[-1] if skill in _LAST else targets[0])


def _name(text: str, known: Known) -> str:
    """Return the words of one argument, without notes unless it is known with them; empty for what acts."""
    said = " ".join(text.split())
    while not (whole := _whole(said, known)) and (note := _LAST_NOTE.search(said)):
        said = said[: note.start()]
    if whole:
        return whole
    said = _ARTICLE.sub("", " ".join(_NOTE.sub("", said).strip(_AROUND).split()))[:MAX_TARGET_CHARACTERS].strip()
    return "" if _ACTOR.fullmatch(said) and said.casefold() not in known else said


def _whole(text: str, known: Known) -> str:
    """Return a text without marks around it where it is a known name; empty where it is none."""
    ways = (text.strip(), text.strip(_AROUND), _ARTICLE.sub("", text.strip(_AROUND)))
    return next((each for each in ways if each and each.casefold() in known), "")


def _point(names: Sequence[str]) -> Point | None:
    """Return two numbers as a point of the floor, three as a point of space; None for what is neither."""
    try:
        match [float(each) for each in names]:
            case [x, z]:
                return Point(x, 0.0, z)
            case [x, y, z]:
                return Point(x, y, z)
            case _:
                return None
    except (ValueError, InvalidInput):
        return None


def _key(name: str) -> str:
    return re.sub("[^a-z]", "", name[:MAX_TARGET_CHARACTERS].casefold())
