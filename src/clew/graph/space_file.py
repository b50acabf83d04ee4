"""The lines of an exported space: a header, every node, every relation, an end; exact, one JSON object a line."""

import json
from datetime import datetime
from typing import Any

from clew.errors import InvalidInput, no_number
from clew.graph.schema import PLACED
from clew.text.instants import fixed

FORMAT = 1  # Version of the file's form
BOUND = frozenset(each.name for each in PLACED)
"""Properties that belong to the place, not to the memory: they are not exported."""


def dump(value: object) -> str:
    """Return one line; instants become ``{"$instant": "2023-05-08T13:56:00+00:00"}``."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, default=_encode)


def parse(line: str, where: str) -> dict[str, Any]:
    """Read one line."""
    try:
        value = json.loads(line, object_hook=_decode, parse_constant=no_number)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"{where} is not JSON: {error}; export again") from None
    except RecursionError:
        raise InvalidInput(f"{where} is nested too deeply; this is no file that `clew export` wrote") from None
    if not isinstance(value, dict):
        raise InvalidInput(f"{where} is not an object; this is no file that `clew export` wrote")
    return value  # pyright: ignore[reportUnknownVariableType]


def _encode(value: object) -> object:
    if isinstance(value, datetime):
        return {"$instant": value.isoformat()}
    raise TypeError(f"cannot export {type(value).__name__}")


def _decode(value: dict[str, Any]) -> Any:  # noqa: ANN401
    if value.keys() != {"$instant"}:
        return value
    instant = datetime.fromisoformat(str(value["$instant"]))
    if instant.tzinfo is None:
        raise ValueError(f"{value['$instant']!r:.40} has no zone")
    return fixed(instant)
