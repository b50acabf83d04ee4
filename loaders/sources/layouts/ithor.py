"""Facts about iTHOR's object types, from the table `ithor.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
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

    holds: Mapping[str, frozenset[str]]  # per type of receptacle, the types that may lie in or on it
    # per type of receptacle, further types that may be put there, and do not lie there at the beginning
    takes: Mapping[str, frozenset[str]]
    # per type of receptacle that does not move, how far things in or on it are from its coordinates
    spans: Mapping[str, Span]
    opens: frozenset[str]  # can be opened and closed
    switches: frozenset[str]  # can be switched on and off
    heats: frozenset[str]  # heat what is held to them
    cools: frozenset[str]  # cool likewise
    cleans: frozenset[str]  # clean likewise
    slices: frozenset[str]  # slice, when they are in the hand
    heatable: frozenset[str]  # can be heated
    cookable: frozenset[str]  # are cooked by being heated
    coolable: frozenset[str]  # can be cooled
    cleanable: frozenset[str]  # can be cleaned
    sliceable: frozenset[str]  # can be sliced
    dirtyable: frozenset[str]  # are dirty at the beginning of a task that says so

    def admits(self, receptacle: str, kind: str) -> bool:
        """Return whether a thing of a type may be put in or on a receptacle of a type."""
        return any(kind in types.get(receptacle, frozenset()) for types in (self.holds, self.takes))

    def first_states(self, kind: str) -> tuple[str, ...]:
        """Return the states that a thing has before anyone touched it: closed, and off."""
        return (*(("closed",) if kind in self.opens else ()), *(("off",) if kind in self.switches else ()))


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
