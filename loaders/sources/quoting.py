"""Names that error messages use for a place in a source, and for values in it."""

from pathlib import Path

from clew.errors import MAX_QUOTED_CHARACTERS, InvalidInput

_KINDS: dict[type, str] = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
}


def called(path: Path) -> str:
    """Return a file's name as errors show it, whatever bytes it is made of; of a long one the end."""
    name = str(path).encode("utf-8", "replace").decode()
    name = name if name.isprintable() else ascii(name)[1:-1]
    return name if len(name) <= MAX_QUOTED_CHARACTERS else f"…{name[-MAX_QUOTED_CHARACTERS:]}"


def source(path: Path) -> str:
    """Return a file's identity: its absolute path, with escapes for bytes that are no text."""
    return str(path.resolve()).encode("utf-8", "backslashreplace").decode()


def kind(value: object) -> str:
    """Return the type of a JSON value in words."""
    return _KINDS.get(type(value), "an object")


def not_utf8(place: str) -> InvalidInput:
    """Return the error for bytes that are no text."""
    return InvalidInput(f"{place} is not UTF-8 text; unpack it or save it as UTF-8")
