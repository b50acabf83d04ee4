"""Facts about types of objects: a form for any house, and those of iTHOR, from the table `ithor.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Span:
    """Where things lie that are in or on a receptacle, relative to its coordinates, in metres."""

    radius: float  # on the plane
    lowest: float  # above it at least
    highest: float  # above it at most


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """The abilities of objects, by type."""

    # per type of receptacle, the types that may lie in or on it
    holds: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    # per type of receptacle, further types that may be put there, and do not lie there at the beginning
    takes: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    # per type of receptacle that does not move, how far things in or on it are from its coordinates
    spans: Mapping[str, Span] = field(default_factory=dict[str, Span])
    opens: frozenset[str] = frozenset()  # can be opened and closed
    switches: frozenset[str] = frozenset()  # can be switched on and off
    heats: frozenset[str] = frozenset()  # heat what is held to them
    cools: frozenset[str] = frozenset()  # cool likewise
    cleans: frozenset[str] = frozenset()  # clean likewise
    slices: frozenset[str] = frozenset()  # slice, when they are in the hand
    heatable: frozenset[str] = frozenset()  # can be heated
    cookable: frozenset[str] = frozenset()  # are cooked by being heated
    coolable: frozenset[str] = frozenset()  # can be cooled
    cleanable: frozenset[str] = frozenset()  # can be cleaned
    sliceable: frozenset[str] = frozenset()  # can be sliced
    dirtyable: frozenset[str] = frozenset()  # are dirty at the beginning of a task that says so
    known: frozenset[str] = field(init=False)  # all types that it says anything of

    def __post_init__(self) -> None:
        held = (*self.holds.values(), *self.takes.values())
        known = frozenset({*self.holds, *self.takes}.union(self.opens, self.switches, self.slices, *held))
        object.__setattr__(self, "known", known)

    def may_hold(self, kind: str) -> bool:
        """Return whether a thing of a type may be a receptacle: of a type that is not known nobody can say."""
        return kind in self.holds or kind in self.takes or kind not in self.known

    def may_admit(self, receptacle: str, kind: str) -> bool:
        """Return whether a thing may be put in or on a receptacle, as far as both types are known."""
        return not {receptacle, kind} <= self.known or self.admits(receptacle, kind)

    def admits(self, receptacle: str, kind: str) -> bool:
        """Return whether a thing of a type may be put in or on a receptacle of a type."""
        return any(kind in types.get(receptacle, frozenset()) for types in (self.holds, self.takes))

    def first_states(self, kind: str) -> tuple[str, ...]:
        """Return the states that a thing has before anyone touched it: closed, and off."""
        return (*(("closed",) if kind in self.opens else ()), *(("off",) if kind in self.switches else ()))


NO_FACTS = TypeFacts()
"""Of a house whose types nobody has described: its body says what can be done."""


@cache
def type_facts() -> TypeFacts:
    """Return the facts of the table."""
    table = tomllib.loads((files("clew.loaders.sources.layouts") / "ithor.toml").read_text("utf-8"))
    holds, takes = (
        MappingProxyType({receptacle: frozenset(types) for receptacle, types in table[name].items()})
        for name in ("holds", "takes")
    )
    spans = {receptacle: Span(*metres) for receptacle, metres in table["spans"].items()}
    return TypeFacts(
        holds, takes, MappingProxyType(spans), **{name: frozenset(types) for name, types in table["does"].items()}
    )
