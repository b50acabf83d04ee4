"""Everything that can go wrong, as one tree.

    ClewError
    ├── InvalidInput          what was passed cannot be used                        exit code 2
    │   └── NoModel           it needs a language model, and none is set            14
    ├── NotFound              what was named is not in memory                       3
    ├── Conflict              it contradicts what is stored                         4
    ├── ReadOnly              it would write, and memory was opened to be read      15
    ├── MissingDependency     an optional package is not installed                  5
    ├── LocalServerError      the managed server cannot be fetched or started       6
    ├── DatabaseError         the database refused or failed                        7
    │   ├── Unreachable       nothing answers, or what answers is not Neo4j         8
    │   ├── AccessDenied      wrong password, or the user may not do this           9
    │   │   └── LoginLimited  too many wrong passwords came before                  9
    │   ├── TimedOut          a transaction took too long, or waited for a lock     7
    │   └── Unsupported       the server is too old or lacks a feature              10
    ├── ModelFailed           the language model failed                             11
    │   ├── UnusableAnswer    it answered nothing that could be used                11
    │   └── ModelUnavailable  it cannot be asked: down, wrong key, unknown name     12
    └── BudgetSpent           the language model's token budget is used             13

A message says what failed, with which value, and what to do. The exit code is the command line's.
"""

import re
import shlex
from pathlib import Path
from typing import ClassVar, NoReturn

from clew.text.masking import masked

_CLONE = Path(__file__).parents[2]

_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, bidirectional and tag characters, which move a terminal's cursor, reorder a line or hide in it."""


MAX_QUOTED_CHARACTERS = 200
"""Characters that a message quotes of one value, and that a word of it may have."""

MAX_MESSAGE_CHARACTERS = 4000

_QUOTED = re.compile(rf"(?<!\w)(['\"])((?:(?!\1(?!\w)).){{{MAX_QUOTED_CHARACTERS + 1},}})\1(?!\w)", re.DOTALL)
_WORD = re.compile(rf"\S{{{MAX_QUOTED_CHARACTERS + 1},}}")


def shortened(message: str) -> str:
    """Return a message that quotes no value at length: of each quotation its opening, of a long word both ends."""
    if len(message) > MAX_MESSAGE_CHARACTERS:
        half = MAX_MESSAGE_CHARACTERS // 2
        message = f"{message[:half]} … {message[-half:]}"
    message = _QUOTED.sub(lambda found: f"{found[1]}{found[2][:MAX_QUOTED_CHARACTERS]}…{found[1]}", message)
    half = MAX_QUOTED_CHARACTERS // 2
    return _WORD.sub(lambda found: f"{found[0][:half]}…{found[0][-half:]}", message)


def escaped(text: str) -> str:
    """Return a text with its control, bidirectional and tag characters as escapes; lines and tabs stay."""
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


def json_escaped(text: str) -> str:
    """Return a JSON document with the same characters as JSON's own escapes: it means what it meant."""

    def utf16_escapes(found: re.Match[str]) -> str:
        units = found[0].encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))

    return _STEERING.sub(utf16_escapes, text)


def no_number(constant: str) -> NoReturn:
    """Refuse NaN and infinity, which Python reads in JSON and JSON has not."""
    raise ValueError(f"{constant} is no number")


class ClewError(Exception):
    """Base of every error that Clew raises on purpose; its message can be shown anywhere: masked, short, escaped."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(escaped(shortened(masked(message))))


class InvalidInput(ClewError):
    """An argument cannot be used; nothing was written.

    Remedy: Correct the argument that the message names.
    """

    exit_code = 2


class NoModel(InvalidInput):
    """The call needs a language model, and none is set.

    Remedy: Give `model=`, or set CLEW_MODEL; recall needs none.
    """

    exit_code = 14


class NotFound(ClewError):
    """Memory does not hold the thing that was named.

    Remedy: Look up its id or name: `sessions()`, `entities()`, `clew list`.
    """

    exit_code = 3


class Conflict(ClewError):
    """An argument contradicts what is stored; nothing was written.

    Remedy: Choose as the message says; to go on with a session, call `append`.
    """

    exit_code = 4


class ReadOnly(ClewError):
    """The call would write, and memory was opened to be read only; nothing was sent.

    Remedy: Open memory without `read_only` where it may be changed.
    """

    exit_code = 15


class MissingDependency(ClewError):
    """An optional package is not installed.

    Remedy: Run the command of the message, which installs the extra.
    """

    exit_code = 5


class LocalServerError(ClewError):
    """The managed local server cannot be fetched, started or stopped.

    Remedy: Follow the message; `clew doctor` and `clew server logs` say more.
    """

    exit_code = 6


class DatabaseError(ClewError):
    """The database refused or failed; the transaction was rolled back.

    Remedy: Try again; `clew doctor` says what is wrong with the server.
    """

    exit_code = 7


class Unreachable(DatabaseError):
    """Nothing answers at the address, or something else than the database or encoder that was meant.

    Remedy: Start the server (`clew server start`), or correct the address.
    """

    exit_code = 8


class AccessDenied(DatabaseError):
    """The password or key is wrong, or the user may not do this.

    Remedy: Correct the password or key; give the user the rights of docs/own_neo4j.md.
    """

    exit_code = 9


class LoginLimited(AccessDenied):
    """Too many wrong passwords came before, from anybody: no password is looked at for some seconds.

    Remedy: Wait some seconds, then try again.
    """


class TimedOut(DatabaseError):
    """A transaction took longer than it may, or waited as long for a lock; it was rolled back.

    Remedy: Try again later, or raise `query_seconds`.
    """


class Unsupported(DatabaseError):
    """The server is too old, or lacks a feature that this needs.

    Remedy: Update Neo4j to the version that the message names.
    """

    exit_code = 10


class ModelFailed(ClewError):
    """The language model gave no answer, or none that could be used; another question may do better.

    Remedy: ask again, or see the two kinds of it.

    Attributes:
        kept: the message without the provider's words, which may quote what it was asked: for what is stored.
    """

    exit_code = 11

    def __init__(self, message: str = "", kept: str = "") -> None:
        super().__init__(message)
        self.kept = escaped(shortened(masked(kept or message)))


class UnusableAnswer(ModelFailed):
    """The language model answered, and nothing that could be used, however often it was asked.

    Remedy: Ask again, or take another model; failed chunks stay pending.
    """


class ModelUnavailable(ModelFailed):
    """The language model cannot be asked at all: nothing answers, or not to this key or name.

    Remedy: Correct the name, the key or the address of the model.
    """

    exit_code = 12


class BudgetSpent(ClewError):
    """The tokens that the language model may use are used; what was asked before is kept.

    Remedy: Call again with a larger budget; it goes on from there.
    """

    exit_code = 13


def install_hint(extra: str) -> str:
    """Return the remedy for a missing package: the command that installs an extra, such as ``documents``.

    Clew is on no package index. The command names the clone that this code runs from; code that was installed from
    a wheel knows of none.
    """
    if (_CLONE / "pyproject.toml").is_file():
        return f"run: pip install -e {shlex.quote(f'{_CLONE}[{extra}]')}"
    return f"in a clone of Clew, run: pip install -e '.[{extra}]'"
