"""Reads in an answer what the player has done, and what has changed by it; a failed action says neither."""

import re
from collections.abc import Iterable, Iterator

from clew.loaders.world.noun_phrases import NamedThing, called, listed, where
from clew.loaders.world.rules import placed, rule, unlocks
from clew.model.triplet import INVENTORY, IS, OPPOSITE, Triplet

_AFTER = {
    **dict.fromkeys(("open", "opened"), "open"),
    **dict.fromkeys(("close", "closed", "shut", "unlock", "unlocked"), "closed"),
    **dict.fromkeys(("lock", "locked"), "locked"),
    **dict.fromkeys(("slice", "sliced"), "sliced"),
    **dict.fromkeys(("dice", "diced"), "diced"),
    **dict.fromkeys(("chop", "chopped"), "chopped"),
    **dict.fromkeys(("fry", "fried"), "fried"),
    **dict.fromkeys(("roast", "roasted"), "roasted"),
    **dict.fromkeys(("grill", "grilled"), "grilled"),
    **dict.fromkeys(("burn", "burned"), "burned"),
    **dict.fromkeys(("eat", "ate"), "eaten"),
    **dict.fromkeys(("drink", "drank"), "drunk"),
}
"""The state of a thing after a deed."""

_HANDS = NamedThing(INVENTORY)
_DEED = "|".join(_AFTER)
_TAKE = r"(?:take|took|grab|pick up|picked up)"
_PUT = (
    "(?:put|place|placed|insert|inserted|set|drop|dropped|throw|threw|toss|tossed|hang|hung|lay|laid|stow|stowed"
    "|slip|slipped)"
)
_SOMEWHERE = " (?:on|onto|in|into|inside) the "
_OF = re.compile(" (?:of|to|for|in|on|from|with|under|at|by|about|over|into|through|towards?|that|which) ")
_WAY = re.compile(
    r"(?:stairs?|staircase|steps|street|trail|track|exit|route|lane|tunnel|elevator|escalator|shortcut|turn|turning"
    r"|\w*(?:stairs|path|road|passage)|\w*(?<!a)way)"
)
"""Last words of what one goes along, and does not carry off."""


def _is_way(name: str, *, bare: bool) -> bool:
    """Return whether what is taken is a way: "stairs up", "path to the castle"; by itself, "path north" and "left" too.

    It is bare where nothing is said of where it was taken from: then a direction in its name is where it leads.
    """
    words = _OF.split(name, maxsplit=1)[0].split()
    left = [word for word in words if word not in OPPOSITE]
    turned = {"left", "right"}.issuperset(left) or not OPPOSITE.keys().isdisjoint(name.split())
    return bool(left and _WAY.fullmatch(left[-1])) or (bare and turned)


def _states(match: re.Match[str], after: str) -> Iterator[Triplet]:
    return (Triplet(thing.name, IS, after) for thing in listed(match["thing"]))


@rule(
    rf"you {_TAKE} (?:the )?(?P<thing>.+) (?:from|off) (?:the )?.+",
    r"you (?:grab|pick up|picked up) the (?P<thing>.+)",
    r"adding the (?P<thing>.+) to your inventory",
)
def _picked_up(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed([each for each in listed(match["thing"]) if not _is_way(each.name, bare=False)], "in", _HANDS)


@rule(r"you (?:take|took) the (?P<thing>.+)")
def _taken(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed([each for each in listed(match["thing"]) if not _is_way(each.name, bare=True)], "in", _HANDS)


@rule(r"you are carrying(?:: | (?=(?:an?|some|the) ))(?P<things>.+)")
def _carry(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match["things"]), "in", _HANDS)


@rule(
    rf"you {_PUT} (?:the )?(?P<thing>.+?) (?:on|onto|to) the (?:floor|ground)",
    rf"you (?:drop|dropped) the (?P<thing>(?:(?!{_SOMEWHERE}).)+)",
)
def _drop(match: re.Match[str], place: str) -> Iterable[Triplet]:
    return placed(listed(match["thing"]), "in", NamedThing(place))


@rule(
    rf"you {_PUT} (?:the )?(?P<thing>.+?) (?P<how>on|onto|in|into|inside|in/on) (?P<where>the .+?)"
    "(?: (?:on|in|inside|under|behind) the .+)?"
)
def _put(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match["thing"]), match["how"], where(match["where"]))


@rule(r"you open the (?P<thing>.+?), revealing (?P<things>.+)")
def _reveal(match: re.Match[str], _: str) -> Iterable[Triplet]:
    yield from _states(match, "open")
    if re.match("(?:an?|some) ", match["things"], re.IGNORECASE):  # "revealing the hall" is said of a door
        yield from placed(listed(match["things"]), "in", called(match["thing"]))


@rule(r"you (?P<deed>lock|unlock)(?:ed)? the (?P<thing>.+) (?:with|using) (?:the )?(?P<key>.+)")
def _unlock(match: re.Match[str], _: str) -> Iterable[Triplet]:
    yield from _states(match, _AFTER[match["deed"].lower()])
    yield from unlocks(match["key"], match["thing"])


@rule(
    rf"you (?:have )?(?P<deed>{_DEED}) the (?P<thing>.+) (?:with|using|in|on|over) (?:the|an?|your) .+",
    rf"you (?:have )?(?P<deed>{_DEED}) the (?P<thing>.+)",
)
def _changed(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return _states(match, _AFTER[match["deed"].lower()])


@rule(r"you have to unlock the (?P<thing>.+) with the (?P<key>.+) first")
def _needs_key(match: re.Match[str], _: str) -> Iterable[Triplet]:
    yield from _states(match, "locked")
    yield from unlocks(match["key"], match["thing"])


@rule(r"you have to unlock the (?P<thing>.+) first")
def _is_locked(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return _states(match, "locked")


DEEDS = (_picked_up, _taken, _carry, _drop, _put, _reveal, _unlock, _changed, _needs_key, _is_locked)

_ECHOES = {
    "taken": "take",
    "dropped": "drop",
    "eaten": "eat",
    "opened": "open",
    "closed": "close",
    "locked": "lock",
    "unlocked": "unlock",
}
_OTHER_WORDS = {"get": "take", "grab": "take", "pick up": "take", "put down": "drop", "shut": "close"}
_OTHER = re.compile(rf"^(?:{'|'.join(_OTHER_WORDS)})(?= )")
_SPLIT = re.compile(r" (?:from|off|with|using) ", re.IGNORECASE)
_LOOKS_INTO = frozenset({"open", "examine", "search", "x"})
_IN_IT = re.compile(r"^(in|inside|on) it(?=,? )", re.IGNORECASE)
_ONE_OF_ALL = re.compile(rf"(?P<thing>[^:]{{1,100}}): (?P<said>{'|'.join(_ECHOES)})", re.IGNORECASE)


def echoed(sentence: str, action: str) -> str:
    """Complete an answer by the action, where it leaves out what that says.

    So "Taken" to "take key from table" is "You take the key". "You unlock the box" to "unlock box with key" is "You
    unlock the box with the key". To "take all" it may be "key: Taken", and to "open box" "In it, you see a key".
    """
    if one := _ONE_OF_ALL.fullmatch(sentence):
        return f"You {_ECHOES[one['said'].lower()]} the {one['thing']}"
    action = _OTHER.sub(lambda verb: _OTHER_WORDS[verb[0]], " ".join(action.lower().split()), count=1)
    given, _, rest = action.partition(" ")
    thing, *more = _SPLIT.split(rest, maxsplit=1)
    thing, said = thing.removeprefix("the "), sentence.lower()
    if given in _LOOKS_INTO and thing and not more:
        sentence = _IN_IT.sub(lambda how: f"{how[1]} the {thing}", sentence)
    if thing and not more and said == f"you {given} {rest}":
        return f"You {given} the {thing}"  # textworld gives doors no article
    if thing and (given == _ECHOES.get(said) or said in {f"you {given} it", f"you {given} the {thing}"}):
        tool = f" with {more[0]}" if more and given in {"lock", "unlock"} else ""
        return f"You {given} the {thing}{tool}"
    return sentence
