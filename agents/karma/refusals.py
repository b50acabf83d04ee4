"""The check of a plan: what of it cannot be done, found before the first skill is done."""

from collections.abc import Collection, Mapping, Sequence

from clew.agents.karma.body import Skill
from clew.loaders.sources.layouts.ithor import TypeFacts
from clew.model.scene import Point, Thing


def refusals(plan: Sequence[Skill], things: Mapping[str, Thing], types: TypeFacts, held: str = "") -> tuple[str, ...]:
    """Return why steps of a plan cannot be done: the number of each such step, from 1, with one reason.

    A type may stand for the thing that an earlier `explore` of it finds. `things` are all that memory holds or that was
    seen, by id; `held` is the id of what is in the hand. Of a type that `types` does not know, the body will say itself
    what can be done with it.
    """
    found, hand = dict[str, str](), things[held].type if held in things else held
    refused = list[str]()
    for number, skill in enumerate(plan, 1):
        name = str(skill.target)
        kind = found.get(name) or (things[name].type if name in things else "")
        if reason := _unknown(skill, things, found) or _impossible(skill, kind, hand, types):
            refused.append(f"Step {number}: {reason}")
        elif skill.name == "explore":
            found[name] = kind or name
        elif skill.name == "pick":
            hand = kind
        elif skill.name == "put":
            hand = ""
    return tuple(refused)


def _unknown(skill: Skill, things: Mapping[str, Thing], found: Collection[str]) -> str:
    """Return which target or place is held by neither memory nor sight; empty if none."""
    if skill.name == "look" or isinstance(skill.target, Point):
        return "" if skill.name in ("look", "go to") else f"{skill.name} needs a thing, and not a point"
    if not skill.target:
        return f"{skill.name} needs a thing; name one"
    if skill.name != "explore" and skill.target not in things and skill.target not in found:
        return f"neither memory nor sight holds {skill.target!r}; explore for its type first"
    unknown = [place for place in skill.places if isinstance(place, str) and place not in things]
    return f"neither memory nor sight holds the place {unknown[0]!r}" if unknown else ""


def _impossible(skill: Skill, kind: str, hand: str, facts: TypeFacts) -> str:
    """Return why a thing of a type cannot be used so with that type in the hand; empty if it can."""
    name = skill.name
    if name == "pick":
        return f"the hand holds a {hand}; put it somewhere first" if hand else ""
    if name in ("put", "clean", "heat", "cool", "slice") and not hand:
        return f"the hand is empty, and {name} needs something in it"
    if name == "put":
        return "" if facts.may_admit(kind, hand) else f"a {hand} does not belong in or on a {kind}"
    if name == "slice" and hand in facts.known - facts.slices:
        return f"a {hand} does not slice"
    able = {
        "open": facts.opens, "close": facts.opens, "slice": facts.sliceable, "clean": facts.cleans,
        "switch on": facts.switches, "switch off": facts.switches, "heat": facts.heats, "cool": facts.cools,
    }  # fmt: skip
    if name in able and kind in facts.known - able[name]:
        return f"one cannot {name} {'with ' if name in ('clean', 'heat', 'cool') else ''}a {kind}"
    treated = {"clean": facts.cleanable, "heat": facts.heatable, "cool": facts.coolable}
    return f"one cannot {name} a {hand}" if name in treated and hand in facts.known - treated[name] else ""
