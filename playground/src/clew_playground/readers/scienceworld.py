"""ScienceWorld's texts: rooms with substances, containers and what they hold at any depth, devices, doors by name."""

import re
from collections.abc import Iterable, Iterator

from clew.loaders.world.noun_phrases import called, state
from clew.loaders.world.rules import TextFamily, forms, heading, placed, rule
from clew.model.triplet import INVENTORY, IS, IS_CLOSED_TO, IS_OPEN_TO, LEADS_TO, Triplet
from clew_playground.readers.echoes import echoing
from clew_playground.readers.nested import nested
from clew_playground.readers.recipes import read_recipe

_STATE = "(?P<state>open|closed|activated|deactivated)"
_NOWHERE = re.compile(r"(?:an? )?(?:nothing|the agent|agent)\b", re.IGNORECASE)


@rule(r"in the place: an? door to the (?P<place>.+?) \(that is (?P<state>open|closed)\)")
def _door(match: re.Match[str], place: str) -> Iterator[Triplet]:
    there = called(match["place"])
    if there:
        yield Triplet(place, LEADS_TO, there.name)
        yield Triplet(place, IS_OPEN_TO if match["state"].lower() == "open" else IS_CLOSED_TO, there.name)


@rule(r"in the place: (?P<things>.+)")
def _here(match: re.Match[str], place: str) -> Iterable[Triplet]:
    return () if _NOWHERE.match(match["things"]) else nested(match["things"], "in", place)


@rule(r"in the inventory: (?P<things>.+)")
def _carried(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return nested(match["things"], "in", INVENTORY)


@rule(r"inside of (?P<holder>.+?): (?P<things>.+)")
def _held(match: re.Match[str], _: str) -> Iterable[Triplet]:
    holder = called(match["holder"])
    ways = _NOWHERE.match(match["things"]) or " (that is " in match["things"]
    return nested(match["things"], "in", holder.name) if holder and not ways else ()


@rule(r"you move the (?P<thing>.+?) to the (?P<where>.+)")
def _put(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed([called(match["thing"])], "in", called(match["where"]))


@rule(r"the door to the (?P<place>.+) is (?P<state>open|closed)")
def _way_state(match: re.Match[str], place: str) -> Iterator[Triplet]:
    there = called(match["place"])
    if there:
        yield Triplet(place, IS_OPEN_TO if match["state"].lower() == "open" else IS_CLOSED_TO, there.name)


@rule(rf"the (?P<thing>.+) is (?:now|already) {_STATE}")
def _changed(match: re.Match[str], _: str) -> Iterator[Triplet]:
    thing = called(match["thing"])
    if thing and thing.name != "door":
        yield Triplet(thing.name, IS, state(match["state"]))


@rule(r"the .+? measures a temperature of (?P<value>-?\d+ degrees \w+) on (?P<thing>.+)")
def _measured(match: re.Match[str], _: str) -> Iterator[Triplet]:
    thing = called(match["thing"])
    if thing:
        yield Triplet(thing.name, "has temperature", match["value"].lower())


@rule(r"(?P<one>[\w -]+) is now connected to (?P<other>[\w -]+)")
def _connected(match: re.Match[str], _: str) -> Iterator[Triplet]:
    one, other = called(match["one"]), called(match["other"])
    if one and other:
        yield Triplet(one.name, "is connected to", other.name)


_RULES = (_door, _here, _carried, _held, _put, _way_state, _changed, _measured, _connected)
_CALLED = r"This (?:room|outside location) is called the (?P<place>[^.\n]{1,60})\."

SCIENCEWORLD = TextFamily(
    name="scienceworld",
    marks=forms(
        r"^" + _CALLED.replace("?P<place>", "?:"),
        r"^In your inventory, you see: *$",
        r"^Inside the [^.\n:]{1,60} is: *$",
        r"^You (?:move|teleport) (?:the [^.\n]{1,80} )?to the [^.\n]{1,80}\. *$",
        r"^The [^.\n]{1,60} is (?:now (?:open|closed|activated|deactivated)|already open|already closed)\. *$",
        r"^the [^.\n]{1,60} measures a temperature of ",
        r"^[^.\n]{1,60} is now connected to [^.\n]{1,60}$",
        r"^No known action matches that input\.|^Ambiguous request: Please enter the number",
    ),
    headers=forms(_CALLED, r"You (?:move|teleport) to the (?P<place>[^.\n]{1,60})\. *$"),
    headings=(
        heading(r"(?:in it|here),? you see:|you also see:", "in the place: "),
        heading(r"in your inventory, you see:", "in the inventory: "),
        heading(r"inside the (?P<holder>[^.:]{1,60}) is:", "inside of {holder}: "),
        heading(r"(?:possible actions|ambiguous request.*|task description|the .{1,60} reads):", "unread: "),
    ),
    rules=_RULES,
    described=_RULES,
    told=(),
    echo=echoing(
        (
            r"(?:pick up|move|put) (?:the )?(?P<thing>.+?)(?: (?:in|into|to|on) .+)?",
            r"you move the (?P<thing>.+?) to the (?P<where>.+)",
            "You move the {thing} to the {where}",
        ),
        (
            r"(?:open|close) (?:the )?(?:door to (?:the )?(?P<one>.+)|(?P<other>.+) door)",
            r"the door is (?:now|already) (?P<state>open|closed)",
            "The door to the {one}{other} is {state}",
        ),
        (
            r"use (?:.+?) (?:in inventory )?on (?P<thing>.+)",
            r"the .+ measures a temperature of .+",
            "{said} on {thing}",
        ),
    ),
    adds=read_recipe,
)
