"""The sentences in which a world is told; each says one thing, in a form that a rule can read.

A room is its name in ``-= Dining Room =-``, a line to itself, then, a space or a line break between them:

    There is an exit to the north.              There is a closed wooden door leading east.
    You see a table.                            On the table you see a knife and a note 1.
    The table is empty.                         The fridge is closed.
    The fridge is open.                         The fridge contains a red apple and a carrot.
    There is a carrot on the floor.             and at most one that says nothing of use.

Doors and containers are ``open``, ``closed`` or ``locked``. A name stands in the text without quotation marks. A list
of things is cut before each ", a", ", an", " and a" and " and an" that is a word. No name holds these. A name with a
comma or an "and" of its own is in no list: it has a sentence to itself.
"""

from collections.abc import Iterable, Iterator

from clew.errors import InvalidInput
from clew_playground.environments.game_world import GameWorld
from clew_playground.environments.house import Exit, Furniture


def article(name: str) -> str:
    """Return a name behind "a" or "an"."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def listed(names: list[str]) -> str:
    """List names, at least one: ``a carrot, a knife and an onion``."""
    *first, last = [article(each) for each in names]
    return f"{', '.join(first)} and {last}" if first else last


def told(form: str, names: Iterable[str]) -> str:
    """Return sentences that list names: one for all the plain names, one for each other; empty without names.

    Args:
        form: a sentence with ``{}`` in the place of the list.
        names: with their states, without article.
    """
    return " ".join(form.format(listed(group)) for group in _groups(names))


def _groups(names: Iterable[str]) -> list[list[str]]:
    plain: list[str] = []
    alone: list[list[str]] = []
    for name in names:
        if "," in name or " and " in name:
            alone.append([name])
        else:
            plain.append(name)
    return ([plain] if plain else []) + alone


def described(world: GameWorld) -> str:
    """Return the room: its name on the first line, then sentences, on lines of their own where they belong together."""
    header = " ".join(word.capitalize() for word in world.room.split())
    flavour = next(each.flavour for each in world.house.rooms if each.name == world.room)
    lines = [flavour, *(" ".join(_furniture(world, each)) for each in world.furniture)]
    lines.append(told("There is {} on the floor.", _shown(world, world.room)))
    lines.append(" ".join(_exit(world, each) for each in world.exits))
    return "\n".join((f"-= {header} =-", *filter(None, lines)))


def carrying(world: GameWorld) -> str:
    """Say what the player carries."""
    names = [world.shown(thing) for thing in world.carried]
    return told("You are carrying: {}.", names) if names else "You are carrying nothing."


def revealed(world: GameWorld, name: str) -> str:
    """Say what an opened door or container shows; an ordinary list goes first."""
    groups = _groups(_shown(world, name))
    if not groups:
        return f"You open the {name}."
    first, *rest = groups
    more = [f"The {name} contains {listed(group)}." for group in rest]
    return " ".join((f"You open the {name}, revealing {listed(first)}.", *more))


def _furniture(world: GameWorld, furniture: Furniture) -> Iterator[str]:
    name = furniture.name
    yield f"You see {article(name)}."
    if furniture.kind == "fixture":
        return
    if furniture.kind == "container":
        yield f"The {name} is {world.locks[name]}."
        if world.locks[name] != "open":
            return
    things = _shown(world, name)
    form = f"On the {name} you see {{}}." if furniture.kind == "supporter" else f"The {name} contains {{}}."
    yield told(form, things) if things else f"The {name} is empty."


def _exit(world: GameWorld, exit_: Exit) -> str:
    if not exit_.door:
        return f"There is an exit to the {exit_.direction}."
    return f"There is {article(f'{world.locks[exit_.door]} {exit_.door}')} leading {exit_.direction}."


def _shown(world: GameWorld, place: str) -> list[str]:
    return [world.shown(thing) for thing in world.at(place)]


def out_of_turn(action: str, *, is_over: bool) -> InvalidInput:
    """Return the error of an action that comes before a game has begun, or after its end."""
    when, remedy = ("after the end", "play again") if is_over else ("before the beginning", "begin")
    return InvalidInput(f"The action {action!r} comes {when} of the game: call reset() to {remedy}.")
