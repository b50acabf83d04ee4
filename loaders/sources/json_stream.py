"""JSON files of any size: the elements of a top-level list, one at a time."""

import json
from collections.abc import Container, Generator, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TextIO, cast

from clew.errors import InvalidInput, no_number
from clew.loaders.sources.quoting import called, kind, not_utf8

PIECE = 2**20  # characters read at a time, at least
LARGEST = 64 * 2**20  # characters of what is held at once: a value, or all that stands around a list


_DECODER = json.JSONDecoder(parse_constant=no_number)
_SPACE = " \t\n\r"


def decode(text: str, place: str) -> object:
    """Return the value that a JSON text holds."""
    try:
        return cast("object", _DECODER.decode(text))
    except RecursionError:
        raise InvalidInput(f"{place}: JSON is nested too deeply; flatten it") from None
    except ValueError as error:
        raise InvalidInput(f"{place}: broken JSON: {_reason(error)}; correct it") from None


def fields_of(value: object) -> Mapping[str, object]:
    """Return an object's fields; of any other value none."""
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def elements(path: Path, name: str = "") -> Iterator[dict[str, object]]:
    """Yield the objects of a file: those of its top-level list, or its one object. It holds one at a time.

    Errors call the file `name`; empty: by its path.
    """
    with _opened(path, name or called(path)) as window:
        for _, element in window.inside({}, ()):
            if not isinstance(element, dict):
                raise window.fault(f" holds {kind(element)} where an object was expected; export it again")
            yield cast("dict[str, object]", element)
        window.end()


def listed(path: Path, name: str, keys: Container[str]) -> Iterator[tuple[Mapping[str, object], object]]:
    """Yield the values of a file's list: the top-level one, or one inside the top-level object under some keys.

    Each comes with the fields of the objects around its list, as far as they were read. An object without such a list
    is the one value. It holds one value at a time.
    """
    with _opened(path, name) as window:
        yield from window.inside({}, keys)
        window.end()


def head(path: Path, name: str) -> object:
    """Return the first value of a file's list, or its one value, with no more than the first member of each list."""
    with _opened(path, name) as window:
        try:
            return next(window.firsts(), None) if window.next() == "[" else window.first()
        except RecursionError:
            raise window.broken("it is nested too deeply") from None


@contextmanager
def _opened(path: Path, name: str) -> "Generator[_Window]":
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            window = _Window(file, name)
            if not window.next():
                raise InvalidInput(f"{name} is empty; export it again")
            yield window
    except UnicodeDecodeError:
        raise not_utf8(name) from None
    except OSError as error:
        raise InvalidInput(f"{name} cannot be read: {error.strerror}; check the path and its rights") from None


class _Window:
    """The part of a file that is being decoded."""

    def __init__(self, file: TextIO, name: str) -> None:
        self._file, self._name = file, name
        self._text, self._at, self._line = "", 0, 1
        self._read = 0  # characters before the text that is held
        self._held = 0  # characters of the values that are held beside others

    def next(self) -> str:
        """Return the next character that is not space; empty at the end of the file."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def inside(self, around: dict[str, object], keys: Container[str]) -> Iterator[tuple[Mapping[str, object], object]]:
        """Decode what comes next, as `listed` yields it."""
        if self.next() == "[":
            for _ in self._members("]"):
                yield around, self._value()
        elif self._text[self._at] != "{" or not keys:
            yield around, self._value()
        else:
            found = False
            for key in self._keys():
                if key in keys and self.next() in ("[", "{"):
                    found = True
                    yield from self.inside(around, keys)
                else:
                    around[key] = self._kept()
            if not found:
                yield {}, around

    def end(self) -> None:
        if self.next():
            raise self.broken("there is more after its end")

    def first(self) -> object:
        """Decode what comes next, of each list only the first member."""
        if self.next() == "[":
            found = list(islice(members := self.firsts(), 1))
            held = self._held
            for _ in members:
                self._held = held  # it is let go
            return found
        if self.next() != "{":
            return self._kept()
        return {key: self.first() for key in self._keys()}

    def firsts(self) -> Iterator[object]:
        """Decode the members of a list as `first` does."""
        for _ in self._members("]"):
            yield self.first()

    def _keys(self) -> Iterator[str]:
        for _ in self._members("}"):
            key = self._value()
            if not isinstance(key, str) or self.next() != ":":
                raise self.broken("a name in double quotes and a colon are missing")
            self._at += 1
            yield key

    def _members(self, end: str) -> Iterator[None]:
        """Stop before each member of a list or an object, which ends with a bracket."""
        self._at += 1
        while self.next() != end:
            yield
            if self.next() == ",":
                self._at += 1
                if self.next() == end:
                    raise self.broken("a comma is before the end of the list")
            elif self.next() != end:
                raise self.broken("a comma or the end of the list is missing")
        self._at += 1

    def _kept(self) -> object:
        """Decode a value that is held beside others."""
        before, value = self._read + self._at, self._value()
        self._held += self._read + self._at - before
        if self._held > LARGEST:
            raise self._too_large()
        return value

    def _value(self) -> object:
        self.next()
        while True:
            try:
                value, end = cast("tuple[object, int]", _DECODER.raw_decode(self._text, self._at))
            except RecursionError:
                raise self.broken("it is nested too deeply") from None
            except json.JSONDecodeError as error:
                # An error in the middle of what is held is no matter of reading on, unless a string is open.
                is_cut = error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - 16
                if is_cut and len(self._text) > LARGEST:
                    raise self._too_large() from None
                if not (is_cut and self._more()):
                    raise self.broken(error.msg, min(error.pos, len(self._text))) from None
            except ValueError as error:
                raise self.broken(_reason(error)) from None
            else:
                # A number at the end of what is held may go on.
                if end < len(self._text) or not self._more():
                    self._at = end
                    return value

    def _too_large(self) -> InvalidInput:
        return self.fault(
            f" holds a value of more than {LARGEST // 2**20} Mi characters; split it, or write JSON Lines"
        )

    def broken(self, reason: str, at: int | None = None) -> InvalidInput:
        return self.fault(f": broken JSON: {reason}; correct it or export it again", at)

    def fault(self, told: str, at: int | None = None) -> InvalidInput:
        return InvalidInput(f"{self._name}, line {self._line_at(self._at if at is None else at)}{told}")

    def _line_at(self, at: int) -> int:
        return self._line + self._text.count("\n", 0, at)

    def _more(self) -> bool:
        """Read on, at least as much as is held: decoding anew then costs no more than twice the whole."""
        self._line = self._line_at(self._at)
        self._text = self._text[self._at :]
        self._read += self._at
        self._at = 0
        piece = self._file.read(max(PIECE, len(self._text)))
        self._text += piece
        return bool(piece)


def _reason(error: ValueError) -> str:
    return f"{error.msg} at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else str(error)
