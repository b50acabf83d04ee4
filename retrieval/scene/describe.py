"""A scene in words for a planner: a line for each area, as in KARMA, section 3.3."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from langchain_core.messages import HumanMessage

from clew.errors import InvalidInput
from clew.model.places import Area, Placed, type_words
from clew.model.scene import Point
from clew.retrieval.working.render import CountTokens

GAP = "[…]"  # stands for the areas that are left out


def describe(
    areas: Iterable[Area], objects: Iterable[Placed], place: Point | None, count: CountTokens, budget: int | None
) -> str:
    """Return areas with what is in them, within a budget of tokens; None: no bound.

    Areas near the place come first, and stay where not all can; without a place they come by name.

    Raises:
        InvalidInput: the budget does not hold one area.
    """
    inside: dict[str, list[Placed]] = defaultdict(list)
    for each in objects:
        inside[each.area].append(each)
    ordered = sorted(areas, key=lambda area: (place.distance(area.location) if place else 0.0, area.name))
    lines: list[str] = []
    for area in ordered:
        things = Counter(
            f"{type_words(each.type)} ({', '.join(each.states)})" if each.states else type_words(each.type)
            for each in inside[area.name]
        )
        contains = ", ".join(name if times == 1 else f"{times} x {name}" for name, times in sorted(things.items()))
        ways = ", ".join(f"{name} ({metres:.1f} m)" for name, metres in sorted(area.adjacent.items()))
        at = ", ".join(f"{number:.2f}" for number in (area.location.x, area.location.y, area.location.z))
        line = f"{{name: {area.name}, type: Area, contains: [{contains}], adjacent: [{ways}], position: [{at}]}}"
        lines.append(" ".join(line.split()))  # no name breaks it

    def tokens(number: int) -> int:
        return count([HumanMessage(_text(lines, number))])

    if budget is None or not lines:
        return _text(lines, len(lines))
    number = bisect_right(range(1, len(lines) + 1), budget, key=tokens)
    if not number:
        raise InvalidInput(f"a budget of {budget} tokens does not hold one area; give {tokens(1)} or more")
    return _text(lines, number)


def _text(lines: Sequence[str], number: int) -> str:
    return "\n".join([*lines[:number], *([GAP] if number < len(lines) else [])])
