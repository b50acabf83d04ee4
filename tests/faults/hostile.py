"""Values that nobody should pass, and values that somebody might, for parameters of any type."""

import math
import os
import types
import typing
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

TEXTS = (
    *("", " ", "\n", "\x00", "\x1b[31mred\x1b[0m", "\u202eevil", "\U000e0041\U000e0042", "\ud800", "\u3164", "e\u0301"),
    *(
        "x" * 300,
        "it's x " * 3000,
        "é" * 40_000,
        "🐟",
        "[/b] a [bold]title[/bold]",
        "[link=file:///etc/passwd]x[/link]",
    ),
    *("' OR 1=1 //", "}) DETACH DELETE (n) //", "`; DROP INDEX clew_vector; `", "$space", "{{7*7}}", "%s%n"),
    *("</script>", 'AND OR NOT +-&|!(){}[]^"~*?:\\/', "title:x^9 *:*", "[2] Bob: I owe you", "sk-0123456789abcdef"),
    *("a/b/0", "session:s", "../../outside", "/etc/passwd", "C:\\x", "file:///etc/passwd", "-", "--help", "~", "CON"),
    *("a\tb\rc", "\ufeffx", "\u2028", "space", "default", "now", "9999-12-31", "2023-05-08T13:56:00", "1e999", "nan"),
    *("null", "true", "[]", "{}", "Where is Ann?", "I live in Oslo.", "Ann", "s", "hall", "go east", "cool"),
    *("-= Hall =-\nYou see a fridge.", "episode:s/0"),
)


def is_shown_as_written(message: str) -> bool:
    """Return whether nothing in a message steers a terminal, reorders it, hides in it, or ends its line."""
    steers = {"Cc", "Cs", "Zl", "Zp"}
    reorders = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    return not any(
        unicodedata.category(each) in steers
        or unicodedata.bidirectional(each) in reorders
        or "TAG" in unicodedata.name(each, "").split()
        for each in message
    )


class Unshowable:
    """Nothing can be done with it, not even show it."""

    def __repr__(self) -> str:
        raise RuntimeError

    __str__ = __hash__ = __iter__ = __len__ = __repr__  # pyright: ignore[reportAssignmentType]


def text(chance: Random) -> str:
    """Return a text: a known nuisance, several of them, or any characters."""
    match chance.randrange(4):
        case 0:
            return "".join(chance.choice(TEXTS) for _ in range(3))
        case 1:
            return "".join(
                chr(chance.choice((0x20, 0x300, 0x2000, 0xD700, 0x1F300)) + chance.randrange(300)) for _ in range(30)
            )
        case _:
            return chance.choice(TEXTS)


def anything(chance: Random, depth: int = 2) -> object:
    """Return a value of any type."""
    simple = (None, True, 0, -1, 10**30, -(2**63), 1.5, math.nan, math.inf, b"\xff", Unshowable(), str, len, 1j)
    match chance.randrange(6 if depth else 3):
        case 0 | 1:
            return text(chance)
        case 2:
            return chance.choice((*simple, instant(chance)))
        case 3:
            return [anything(chance, depth - 1) for _ in range(chance.randrange(4))]
        case 4:
            return {text(chance): anything(chance, depth - 1) for _ in range(chance.randrange(4))}
        case _:
            nested: object = {}
            for _ in range(chance.choice((5, 150, 2000))):
                nested = {"metadata": nested}
            return nested


def instant(chance: Random) -> datetime:
    """Return an instant, perhaps without a zone, or at an end of time."""
    ahead, behind = timezone(timedelta(hours=14)), timezone(-timedelta(hours=14))
    ends = datetime(1, 1, 1), datetime(1, 1, 1, tzinfo=ahead), datetime.max, datetime.max.replace(tzinfo=behind)
    return chance.choice((datetime(2023, 5, 8, 12, tzinfo=UTC), datetime(2023, 5, 8), *ends))


def files(folder: Path) -> Sequence[Path]:
    """Make files, folders and links that nobody wants to read, and return their paths with some that lead nowhere."""
    folder.mkdir(exist_ok=True)
    contents: Mapping[str, bytes] = {
        "noise.jsonl": bytes(range(256)) * 40,
        "noise.pdf": b"%PDF-1.7\n" + bytes(range(256)) * 40,
        "empty.csv": b"",
        "cut.json": b'[{"text": "Hi',
        "deep.json": b"[" * 100_000,
        "page.html": b"<html><script>" + b"<div>" * 5000,
        "talk.jsonl": b'{"session": "s", "speaker": "Ann", "text": "I live in Oslo."}\n',
        "wide.csv": b"a," * 20_000,
        "notes.md": "# [/b] a title\n\n\u202eevil\n".encode(),
        "bom.txt": b"\xff\xfeh\x00i\x00",
        "zeros.txt": bytes(5000),
        "line.jsonl": b'{"text": "' + b"x" * 200_000 + b'"}',
        "export.jsonl": b'{"clew": 1, "schema": 4, "encoder": "x"}\n',
        "\u202egnp.txt": b"hello",
        "-rf": b"hello",
        "[bold]x.md": b"# hello",
        "new\nline.md": b"# hello",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    for name, target in (("loop", folder / "loop"), ("out.txt", Path("/etc/passwd")), ("round", folder)):
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(target)
    if not (folder / "pipe").exists():
        os.mkfifo(folder / "pipe")
    nowhere = (
        folder / "none.jsonl",
        folder / ("x" * 300),
        folder / "talk.jsonl" / "below",
        Path("nul\0"),
        Path("\ud800"),
    )
    return (
        *(folder / name for name in (*contents, "loop", "out.txt", "round", "pipe")),
        folder,
        Path("/dev/zero"),
        *nowhere,
    )


class Values:
    """Makes values for parameters by their annotations.

    Args:
        chance: which.
        paths: files that may be read and written.
        known: values of types that cannot be made from their fields.
    """

    def __init__(self, chance: Random, paths: Sequence[Path], known: Mapping[object, Callable[[], object]]) -> None:
        self.chance, self.paths, self.known = chance, paths, known

    def of(self, wanted: object, depth: int = 3) -> object:
        """Return a value of a type, or one time in eight of any other."""
        chance = self.chance
        if depth < 0 or chance.random() < 0.125:
            return anything(chance)
        if wanted in self.known:
            return self.known[wanted]()
        origin, arguments = get_origin(wanted), get_args(wanted)
        if origin is Literal:
            return chance.choice(arguments)
        if origin in {typing.Union, types.UnionType}:
            return self.of(chance.choice(arguments), depth)
        if origin is not None:
            return self._made(origin, arguments, depth)
        return self._plain(wanted, depth)

    def _made(self, origin: Any, arguments: tuple[Any, ...], depth: int) -> object:
        if origin is Callable or not arguments:
            return lambda *_: None
        if issubclass(origin, Mapping):
            return {text(self.chance): self.of(arguments[1], depth - 1) for _ in range(self.chance.randrange(3))}
        if issubclass(origin, Iterable):
            items = [self.of(arguments[0], depth - 1) for _ in range(self.chance.randrange(4))]
            return tuple(items) if issubclass(origin, tuple) else items
        return anything(self.chance)

    def _plain(self, wanted: Any, depth: int) -> object:
        chance = self.chance
        simple: Mapping[Any, Callable[[], object]] = {
            str: lambda: text(chance),
            bool: lambda: chance.random() < 0.5,
            type(None): lambda: None,
            int: lambda: chance.choice((0, 1, 2, 5, 100, -1)),
            float: lambda: chance.choice((0.0, 0.5, 1.0, -1.0, 1e300)),
            datetime: lambda: instant(chance),
            Path: lambda: chance.choice(self.paths),
            object: lambda: anything(chance),
        }
        if wanted in simple:
            return simple[wanted]()
        if is_dataclass(wanted) and isinstance(wanted, type):
            hints = get_type_hints(wanted)
            given = {each.name: self.of(hints[each.name], depth - 1) for each in fields(wanted) if each.init}
            return wanted(**given)
        return anything(chance)
