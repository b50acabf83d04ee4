"""Cooking without a model: what the recipe asks for, what of it is done, and whose turn it is in few hands."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from clew.agents.environment import Observation
from clew.api.world import World
from clew.model.triplet import MUST_BE, NEEDS
from clew_playground.players.situation import Situation

_RECIPE, _BOOK, _KITCHEN, _KNIFE, _MEAL = "recipe", "cookbook", "kitchen", "knife", "meal"
_READ = ("examine", "read")
_CUTS = MappingProxyType({"sliced": "slice", "diced": "dice", "chopped": "chop"})
_HEATS = MappingProxyType(
    {
        "fried": ("fry", ("stove", "frying pan")),
        "roasted": ("roast", ("oven",)),
        "grilled": ("grill", ("grill", "bbq", "barbecue", "barbeque", "toaster")),
    }
)
"""Verbs by the state that they leave, and what they are done with."""


@dataclass(frozen=True, slots=True)
class Cook:
    """Finds the cookbook, gathers what it asks for, cuts and cooks it, and eats the meal."""

    def choose(self, world: World, moment: Observation) -> str:
        """Return the next action: the first errand that is possible now."""
        now = _Kitchen(world, moment)
        return next(filter(None, _ideas(now)), "") or now.idle()


class _Kitchen(Situation):
    """The situation of a cook."""

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The ingredients of the recipe, in its order."""
        return tuple(each.triplet.object for each in self.world.triplets(_RECIPE, NEEDS))

    @cached_property
    def chores(self) -> dict[str, frozenset[str]]:
        """The work that is left on each ingredient, as the states that it must have."""
        must = self.told(MUST_BE)
        return {each: must.get(each, frozenset()) - self.states.get(each, frozenset()) for each in self.needed}

    @property
    def knife_is_needed(self) -> bool:
        """True if anything is left to be cut."""
        return any(not _CUTS.keys().isdisjoint(left) for left in self.chores.values())

    def rank(self, thing: str) -> int:
        """Rank how soon a thing is needed in hand: 0 now, 4 never."""
        if thing == _KNIFE:
            return 0 if self.knife_is_needed else 4
        if thing not in self.needed:
            return 4
        left = self.chores[thing]
        return 1 if not _CUTS.keys().isdisjoint(left) else 2 if left else 3


def _ideas(now: _Kitchen) -> Iterator[str]:
    if _MEAL in now.held:
        yield now.said("eat", _MEAL)
    if not now.needed:
        yield from _learn(now)
        return
    if not now.world.history(action="inventory", most=1):
        yield now.said("inventory")  # some games begin with full hands, and do not say so
    yield from _cut(now)
    missing = sorted(set(now.needed) - now.held, key=lambda each: (now.rank(each), each))
    if now.knife_is_needed and _KNIFE not in now.held:
        yield from _fetch(now, [_KNIFE])
    yield from _fetch(now, [each for each in missing if now.chores[each]])
    yield from _heat(now)
    yield from _fetch(now, missing)
    if not missing and not any(now.chores.values()):
        yield now.said("prepare", _MEAL)
        yield now.go(_KITCHEN)
    yield now.search()


def _learn(now: _Kitchen) -> Iterator[str]:
    """Find the recipe and read it, once."""
    if not now.was_done(_READ, _BOOK):
        yield now.said(_READ, _BOOK)
        yield now.go(_BOOK) if now.world.where(_BOOK) else ""
    yield now.explore()
    yield now.search()


def _cut(now: _Kitchen) -> Iterator[str]:
    for thing in now.needed if _KNIFE in now.held else ():
        for state in sorted(now.chores[thing] & _CUTS.keys()) if thing in now.held else ():
            yield now.said(_CUTS[state], thing, _KNIFE) or now.said(_CUTS[state], thing)


def _heat(now: _Kitchen) -> Iterator[str]:
    """Cook what is in hand: first where that can be done here."""
    left = [(each, state) for each in now.needed if each in now.held for state in sorted(now.chores[each])]
    left = [(thing, state) for thing, state in left if state in _HEATS]
    for thing, state in left:
        verb, tools = _HEATS[state]
        yield from (now.said((verb, "cook"), thing, tool) for tool in tools if tool in now.around)
    yield from (now.go(tool) for _, state in left for tool in _HEATS[state][1] if now.world.where(tool))


def _fetch(now: _Kitchen, things: Iterable[str]) -> Iterator[str]:
    """Take the first of some things that it is known where to find; look for the others after that."""
    for thing in things:
        chain = now.world.where(thing)
        if chain and chain[-1] == now.here and now.hands_are_full:
            yield from _drop(now)
        yield now.take(thing)
    if any(not now.world.where(thing) for thing in things):
        yield now.search()


def _drop(now: _Kitchen) -> Iterator[str]:
    """Make room in hands that are full: by what is needed last, and never by the knife while it is needed."""
    for thing in sorted(now.held, key=lambda each: (-now.rank(each), each)):
        if now.rank(thing):
            yield now.said("drop", thing)
