"""TextWorldExpress's texts: its kitchens, houses, coins, maps and boxes."""

import re
from collections.abc import Iterable, Iterator

from clew.loaders.world.action_rules import DEEDS
from clew.loaders.world.note_rules import TOLD
from clew.loaders.world.noun_phrases import NamedThing, called, state
from clew.loaders.world.rules import TextFamily, forms, heading, placed, rule
from clew.model.triplet import (
    CONNECTS_TO,
    HAS_EXIT,
    INVENTORY,
    IS,
    IS_CLOSED_TO,
    IS_OPEN_TO,
    OPPOSITE,
    Triplet,
    door_to,
    is_direction,
)
from clew_playground.readers.echoes import echoing
from clew_playground.readers.recipes import RECIPES, read_recipe

_WAY = f"(?P<way>{'|'.join(OPPOSITE)})"
_SEEN = r"(?:in (?:one|another) part of the room you see|there is also|you also see) "
_NONE = re.compile(r"(?:nothing|empty)\b")
_NEXT = re.compile(r", and |, ")


def _things(text: str) -> list[NamedThing | None]:
    return [] if _NONE.match(text) else [called(each) for each in _NEXT.split(text)]


@rule(
    rf"(?:{_SEEN})?(?P<thing>.+?)(?:,? that (?P<how>has|contains) (?P<things>.+?)(?P<on> on it)?)",
    rf"{_SEEN}(?P<thing>.+?)(?:,? that is (?P<state>open|closed|empty))?",
    r"(?P<thing>an? .+?)(?:,? that is (?P<state>open|closed|empty))",
)
def _furniture(match: re.Match[str], place: str) -> Iterator[Triplet]:
    told = match.groupdict()
    thing = called(told["thing"])
    if thing is None:
        return
    if re.match(_SEEN, match[0], re.IGNORECASE):
        yield from placed([thing], "in", NamedThing(place))
    else:
        yield from thing.described()
    if told.get("state") in {"open", "closed"}:
        yield Triplet(thing.name, IS, told["state"] or "")
    yield from placed(
        _things(told.get("things") or "nothing"), "on" if told.get("on") else "in", NamedThing(thing.name)
    )


@rule("the (?P<thing>.+?) contains (?P<things>.+)")
def _contains(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(_things(match["things"]), "in", called(match["thing"]))


@rule(rf"to the {_WAY} you see the (?P<place>.+)")
def _neighbour(match: re.Match[str], place: str) -> Iterator[Triplet]:
    way = match["way"].lower()
    yield Triplet(place, HAS_EXIT, way)
    yield from _beyond(match["place"], way, place)


@rule(rf"to the {_WAY} you see an? (?P<state>open|closed) (?P<door>.+)")
def _door(match: re.Match[str], place: str) -> Iterator[Triplet]:
    yield from _doorway(match, place)


@rule(rf"through an? (?P<state>open|closed) (?P<door>.+?), to the {_WAY} you see the (?P<place>.+)")
def _open_door(match: re.Match[str], place: str) -> Iterator[Triplet]:
    yield from _doorway(match, place)
    yield from _beyond(match["place"], match["way"].lower(), place)


def _doorway(match: re.Match[str], place: str) -> Iterator[Triplet]:
    way, door = match["way"].lower(), called(match["door"])
    yield Triplet(place, HAS_EXIT, way)
    if door:
        yield Triplet(place, door_to(way), door.name)
    yield Triplet(place, IS_OPEN_TO if state(match["state"]) == "open" else IS_CLOSED_TO, way)


def _beyond(name: str, way: str, place: str) -> Iterator[Triplet]:
    there = called(name)
    if there:
        yield Triplet(there.name, is_direction(way), place)


@rule(
    rf"you (?:open|close) the (?P<door>.+?)(?:, revealing| to) the (?P<place>.+), which is (?P<state>open|closed) "
    f"{_WAY}"
)
def _door_moved(match: re.Match[str], place: str) -> Iterator[Triplet]:
    yield from _doorway(match, place)
    yield from _beyond(match["place"], match["way"].lower(), place)


@rule(rf"the door to the {_WAY} is (?P<state>open|closed)")
def _way_state(match: re.Match[str], place: str) -> Iterable[Triplet]:
    yield Triplet(place, IS_OPEN_TO if match["state"] == "open" else IS_CLOSED_TO, match["way"].lower())


@rule(r"in your inventory: (?P<things>.+)")
def _carried(match: re.Match[str], _: str) -> Iterable[Triplet]:
    empty = match["things"].lower().startswith("your inventory is")
    return placed([] if empty else [called(match["things"])], "in", NamedThing(INVENTORY))


@rule(r"on the map: the (?P<one>.+?) connects to (?P<others>the .+?)\.?")
def _mapped(match: re.Match[str], _: str) -> Iterator[Triplet]:
    one = called(match["one"])
    for other in re.split(r",? and |, ", match["others"]):
        there = called(other)
        if one and there:
            yield Triplet(one.name, CONNECTS_TO, there.name)


@rule(
    r"your task is to take the (?P<thing>.+?) that is located in the (?P<holder>.+?), and put it into the (?P<to>.+?) "
    r"found in the (?P<place>.+)"
)
def _task(match: re.Match[str], _: str) -> Iterator[Triplet]:
    yield from placed([called(match["thing"])], "in", called(match["holder"]))
    yield from placed([called(match["to"])], "in", called(match["place"]))


_RULES = (
    *RECIPES,
    *(_carried, _mapped, _neighbour, _door, _open_door, _door_moved, _way_state, _furniture, _contains),
    *(*DEEDS, *TOLD),
)

TEXTWORLD_EXPRESS = TextFamily(
    name="textworld-express",
    marks=forms(
        r"^You are in the [^.\n]{1,60}\. *(?:In one part of the room you see |\n(?:To the \w+ you see |Through an))",
        r"^Inventory(?: \(maximum capacity is \d+ items?\))?: *$",
        r"^Your task is to (?:search the environment|take the .{1,100} that is located|pick up objects, then place)",
        r"^Your (?:first )?task is to (?:sort objects|solve the math problem)",
        r"^The map reads: *$",
        r"^You (?:open|close) the [^.\n]{1,60}(?:, revealing| to) the [^.\n]{1,60}\. *$",
        r"^You can't move there, the door is closed\.",
        r"^That is already (?:open|closed)\.",
        r"^You open the [^.\n]{1,60}\. It's empty inside\.",
        r"^An? [^.\n]{1,60}, that (?:has nothing on it|is empty|contains )",
    ),
    headers=forms(r"You are in the (?P<place>[^.\n]{1,60})\."),
    headings=(
        heading(r"inventory(?: \(.{1,60}\))?:", "in your inventory: "),
        heading(r"the map reads:", "on the map: "),
        heading("(?P<list>ingredients|directions):", "{list}: "),
    ),
    rules=_RULES,
    described=_RULES,
    told=(_task,),
    echo=echoing(
        (rf"open door to {_WAY}", r"you open the .+", "{said}, which is open {way}"),
        (rf"close door to {_WAY}", r"you close the .+", "{said}, which is closed {way}"),
        (rf"(?:open|close) door to {_WAY}", r"that is already (?P<state>\w+)", "The door to the {way} is {state}"),
        (rf"move {_WAY}", r"you can't move there, the door is closed", "The door to the {way} is closed"),
    ),
    adds=read_recipe,
)
