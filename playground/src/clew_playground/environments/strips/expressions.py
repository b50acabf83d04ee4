"""Files of nested lists in parentheses, as PDDL is written: each word and each list knows its line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clew.errors import InvalidInput
from clew.loaders.sources.readers.raw import text_of

MAX_DEPTH = 100
"""How deep lists may be nested."""

MAX_CHARACTERS = 4_000_000
"""Characters of a file."""

_TOKEN = re.compile(r";[^\n]*|[()]|[^\s();][^\s();?]*")
"""A word begins at each `?` too, as planners read it: `level?l` is a type and a variable."""


@dataclass(frozen=True, slots=True)
class Word:
    """A name, keyword, variable or number, in small letters."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Group:
    """The parts between two parentheses; the line is that of the first."""

    parts: "tuple[Word | Group, ...]"
    line: int

    @property
    def head(self) -> str:
        """The first word; empty if there is none."""
        first = self.parts[0] if self.parts else None
        return first.text if isinstance(first, Word) else ""


Expression = Word | Group


class FileError(InvalidInput):
    """A file cannot be read; the message names the file, the line and the reason."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}, line {line}: {reason}")


def read_group(path: Path) -> Group:
    """Read a file that holds one list.

    Raises:
        InvalidInput: the file cannot be opened, is no text, or its parentheses do not match.
    """
    text = text_of(path)
    if len(text) > MAX_CHARACTERS:
        raise FileError(path, 1, f"the file has more than {MAX_CHARACTERS:,} characters; take a smaller problem")
    open_groups: list[tuple[int, list[Expression]]] = [(1, [])]
    line = 1
    for token, line in _tokens(text):
        if token == "(":  # noqa: S105  no password
            open_groups.append((line, []))
            if len(open_groups) > MAX_DEPTH:
                raise FileError(path, line, f"lists are nested deeper than {MAX_DEPTH}")
        elif token != ")":  # noqa: S105
            open_groups[-1][1].append(Word(token.lower(), line))
        elif len(open_groups) == 1:
            raise FileError(path, line, "this ')' closes nothing; remove it, or open a list before it")
        else:
            begin, parts = open_groups.pop()
            open_groups[-1][1].append(Group(tuple(parts), begin))
    if len(open_groups) > 1:
        raise FileError(path, open_groups[-1][0], "this '(' is never closed; the file ends before its ')'")
    match open_groups[0][1]:
        case [Group() as group]:
            return group
        case [_, second, *_]:
            raise FileError(path, second.line, "something stands outside of the one list `(define ...)`")
        case _:
            raise FileError(path, line, "there is no `(define ...)` here")


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(text.splitlines(), 1):
        for found in _TOKEN.finditer(line):
            if not found[0].startswith(";"):
                yield found[0], number
