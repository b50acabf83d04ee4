"""What a sighting says in words, so that it is found and read like any other memory."""

from clew.model.places import type_words
from clew.model.scene import Thing
from clew.text.names import normalise


def described(thing: Thing, room: str, holder: Thing | None) -> str:
    """Return a thing in a sentence: `Mug (dirty) in or on the coffee machine, in the room kitchen.`."""
    states = f" ({', '.join(thing.states)})" if thing.states else ""
    held = f" in or on the {type_words(holder.type)}," if holder else ""
    return f"{type_words(thing.type).capitalize()}{states}{held} in the room {room}."


def entity_of(name: str) -> str:
    """Return the name of the entity that a type or a room is, which a talk of such things names too."""
    return normalise(type_words(name)) or name
