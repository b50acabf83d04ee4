"""The chores that can be asked for, read from a file."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict

Said = tuple[str, str]
"""How a deed is said, and what is seen of it."""


class Chore(BaseModel):
    """A task with what it hides; see the head of `catalogue.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    device: str
    material: str
    tools: tuple[str, ...]
    supplies: frozenset[str]
    prepare: Said
    load: Said
    start: Said
    finish: Said
    extras: tuple[Said, Said]
    baits: tuple[Said, Said]
    blunder: Said


@cache
def chores() -> Mapping[str, Chore]:
    """Return the chores by name."""
    text = resources.files("clew_playground.environments.chores").joinpath("catalogue.toml").read_text("utf-8")
    return MappingProxyType({name: Chore.model_validate(each) for name, each in tomllib.loads(text).items()})
