"""The lines of an exported space: a header, every node, every relation, an end; exact, one JSON object a line."""

import json
from datetime import datetime
from typing import Any

from clew.errors import InvalidInput

FORMAT = 1
"""Of the file."""

BOUND = frozenset({"space", "space_key", "locked_at", "closed"})
"""Properties that belong to the place, not to the memory: they are not exported."""


def dump(value: object) -> str:
    """One line; instants become ``{"$instant": "2023-05-08T13:56:00+00:00"}``."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, default=_encode)


def parse(line: str, where: str) -> dict[str, Any]:
    """Read one line.

    Raises:
        InvalidInput: it is not such a line; `where` names it.
    """
    try:
        value = json.loads(line, object_hook=_decode)
    except ValueError as error:
        raise InvalidInput(f"{where} is not JSON: {error}; export again") from None
    if not isinstance(value, dict):
        raise InvalidInput(f"{where} is not an object; this is no file that `clew export` wrote")
    return value  # pyright: ignore[reportUnknownVariableType]


def _encode(value: object) -> object:
    if isinstance(value, datetime):
        return {"$instant": value.isoformat()}
    raise TypeError(f"cannot export {type(value).__name__}")


def _decode(value: dict[str, Any]) -> Any:  # noqa: ANN401
    return datetime.fromisoformat(str(value["$instant"])) if value.keys() == {"$instant"} else value
