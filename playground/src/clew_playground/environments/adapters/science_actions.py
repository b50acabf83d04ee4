"""Actions of ScienceWorld from what is seen, in the words in which it is seen.

The simulator can list the valid actions, but tries thousands of pairs of things for it. It calls things by names that
no text has shown, such as "living thing in flower pot 7", which gives answers away. Here each thing in sight goes by
its name in the description, and only what is carried is used on something else.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

_SLOT = "OBJ"
_NEVER = frozenset({"reset task"})
_HEADING = re.compile(r"\bcalled the (.+?)\. ")
_WAY = re.compile(r"^\s+A door to the (.+?) \(", re.MULTILINE)
_CARRIED = re.compile(r"^\s+(?:an? |the )?(?:substance called )?(.+?)(?= \(| in the | with |[,.]|$)", re.MULTILINE)
_BEFORE, _AFTER = r"(?:^|[\s(])(?:an?|the|some|called) ", r"(?=$|[\n.,()]| \(| in | with | containing )"
"""The words around the name of a thing where a description shows it."""

_SHOWN = {
    "open": r"\b{} (?:door is closed|\(that is closed\))",
    "close": r"\b{} (?:door is open|\(that is open\))",
    "activate": r"\b{}, which is (?:turned off|deactivated|off)\b",
    "deactivate": r"\b{}, which is (?:turned on|activated|on)\b",
}
"""How a description shows a thing with which this can be done; for what is not here, no description tells."""


def templates(simulator: Any) -> tuple[str, ...]:  # noqa: ANN401  py4j has no types
    """Return the forms of actions, such as "pour OBJ in OBJ"; those of one simulator are always the same."""
    return tuple(str(each) for each in simulator.getPossibleActions() if each not in _NEVER)


def derived(simulator: Any, forms: Sequence[str]) -> tuple[str, ...]:  # noqa: ANN401  py4j has no types
    """Return actions of these forms that are possible by what is seen, in alphabetical order; some may be refused."""
    seen, held = str(simulator.freeActionLook()), str(simulator.freeActionInventory())
    given: dict[str, str] = json.loads(simulator.getPossibleObjectReferentLUTJSON())
    known = json.loads(simulator.getAllObjectIdsTypesReferentsLUTJSON())
    names = named(given, {id: known[id]["referents"] for id in given if id in known}, seen)
    return actions(forms, names, seen, held)


def named(given: Mapping[str, str], referents: Mapping[str, Iterable[str]], seen: str) -> list[str]:
    """Name what is in sight, each thing once: as the text does where only one thing is called so there.

    Args:
        given: a name that no other thing has, by the id of the thing.
        referents: all names, by id.
        seen: the text.
    """
    shown = {id: {name for name in referents.get(id, ()) if _shown(name, seen)} for id in given}
    names: list[str] = []
    for id, own in given.items():
        others = {name for other, its in shown.items() if other != id for name in its}
        names.append(min(shown[id] - others, key=len, default=own))
    return names


def _shown(name: str, text: str) -> bool:
    return re.search(f"{_BEFORE}{re.escape(name)}{_AFTER}", text) is not None


def actions(templates: Iterable[str], names: Iterable[str], seen: str, held: str) -> tuple[str, ...]:
    """Return each template with the things that fit it.

    Args:
        templates: such as "pour OBJ in OBJ".
        names: of what is in sight.
        seen: the description of the place, whose ways are named by the place that they lead to.
        held: the inventory as a text.
    """
    ways = _WAY.findall(seen)
    doors = {form for way in ways for form in (way, f"door to {way}", f"{way} door")} | {"door"}
    things = [each for each in names if each not in {*doors, *_HEADING.findall(seen), "agent"}]
    carried = _CARRIED.findall(held.partition(":")[2])
    filled = {each for template in templates for each in _filled(template, ways, things, carried)}
    return tuple(sorted(each for each in filled if _possible(each, f"{seen}\n{held}")))


def _possible(action: str, shown: str) -> bool:
    """Return whether a description shows that an action can be done, where it does so of such actions at all."""
    verb, _, thing = action.partition(" ")
    form = _SHOWN.get(verb)
    return form is None or re.search(form.format(re.escape(thing.removeprefix("door to "))), shown) is not None


def _filled(template: str, ways: Collection[str], things: Collection[str], carried: Collection[str]) -> Iterator[str]:
    verb, *between = (part.strip() for part in template.split(_SLOT))
    match verb, between:
        case _, []:
            yield verb
        case "go", _:
            yield from (f"go to {way}" for way in ways)
        case _, [_]:
            yield from (f"{verb} {each}" for each in (*things, *carried))
            yield from (f"{verb} door to {way}" for way in ways if verb in {"open", "close"})
        case _:
            yield from (f"{verb} {one} {between[0]} {other}" for one in carried for other in things if one != other)
