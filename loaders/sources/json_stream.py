"""JSON files of any size: the elements of a top-level list, one at a time."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn, TextIO, cast

from clew.errors import InvalidInput
from clew.loaders.sources.quoting import called, kind, not_utf8
from clew.model import Transcript
from clew.text.arguments import quoted

PIECE = 2**20  # characters read at a time, at least


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


_DECODER = json.JSONDecoder(parse_constant=_refuse)
_SPACE = " \t\n\r"


def decode(text: str, place: str) -> object:
    """Return the value that a JSON text holds."""
    try:
        return cast("object", _DECODER.decode(text))
    except RecursionError:
        raise InvalidInput(f"{place}: JSON is nested too deeply; flatten it") from None
    except ValueError as error:
        raise InvalidInput(f"{place}: broken JSON: {_reason(error)}; correct it") from None


def elements(path: Path) -> Iterator[dict[str, object]]:
    """Yield the objects of a file: those of its top-level list, or its one object. It holds one at a time."""
    name = called(path)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from _objects(_Window(file, name), name)
    except UnicodeDecodeError:
        raise not_utf8(name) from None
    except OSError as error:
        raise InvalidInput(f"{name} cannot be read: {error.strerror}; check the path and its rights") from None


def twice(read: Callable[[], Iterator[Transcript]], name: str) -> Iterator[Transcript]:
    """Read a source once to see that all of it is good and no session is there twice, and once more to yield it."""
    sessions: set[str] = set()
    for transcript in read():
        if transcript.session in sessions:
            raise InvalidInput(f"{name}: session {quoted(transcript.session)} is there twice; rename or remove one")
        sessions.add(transcript.session)
    if not sessions:
        raise InvalidInput(f"{name} holds no turn; check that it is the right file")
    yield from read()


def _objects(window: "_Window", name: str) -> Iterator[dict[str, object]]:
    if not window.next():
        raise InvalidInput(f"{name} is empty; export it again")
    if window.next() != "[":
        yield window.take()
    else:
        window.skip()
        while window.next() != "]":
            yield window.take()
            if window.next() == ",":
                window.skip()
                if window.next() == "]":
                    raise window.broken("a comma is before the end of the list")
            elif window.next() != "]":
                raise window.broken("a comma or the end of the list is missing")
        window.skip()
    if window.next():
        raise window.broken("there is more after its end")


class _Window:
    def __init__(self, file: TextIO, name: str) -> None:
        self._file, self._name = file, name
        self._text, self._at, self._line = "", 0, 1

    def next(self) -> str:
        """Return the next character that is not space; empty at the end of the file."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def skip(self) -> None:
        self._at += 1

    def take(self) -> dict[str, object]:
        self.next()
        while True:
            try:
                value, end = cast("tuple[object, int]", _DECODER.raw_decode(self._text, self._at))
            except RecursionError:
                raise self.broken("it is nested too deeply") from None
            except json.JSONDecodeError as error:
                # An error in the middle of what is held is no matter of reading on, unless a string is open.
                is_cut = error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - 16
                if not (is_cut and self._more()):
                    raise self.broken(error.msg, min(error.pos, len(self._text))) from None
            except ValueError as error:
                raise self.broken(_reason(error)) from None
            else:
                break
        if not isinstance(value, dict):
            found = f"{self._name}, line {self._line_at(self._at)} holds {kind(value)}"
            raise InvalidInput(f"{found} where an object was expected; export it again")
        self._at = end
        return cast("dict[str, object]", value)

    def broken(self, reason: str, at: int | None = None) -> InvalidInput:
        line = self._line_at(self._at if at is None else at)
        return InvalidInput(f"{self._name}, line {line}: broken JSON: {reason}; correct it or export it again")

    def _line_at(self, at: int) -> int:
        return self._line + self._text.count("\n", 0, at)

    def _more(self) -> bool:
        """Read on, at least as much as is held: decoding anew then costs no more than twice the whole."""
        self._line = self._line_at(self._at)
        self._text = self._text[self._at :]
        self._at = 0
        piece = self._file.read(max(PIECE, len(self._text)))
        self._text += piece
        return bool(piece)


def _reason(error: ValueError) -> str:
    return f"{error.msg} at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else str(error)
