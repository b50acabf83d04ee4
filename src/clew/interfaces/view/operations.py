"""The operations that the application calls: those of `clew.agents.tool_table`, and those that only a person needs."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import to_jsonable_python

from clew.agents.spaces import Bound
from clew.agents.tool_form import Effect, Tool
from clew.agents.tool_table import TOOLS
from clew.errors import InvalidInput
from clew.interfaces.view import reads
from clew.model import Page
from clew.text.arguments import quoted

SHARED = (
    "sessions",
    "search",
    "entities",
    "get",
    "history",
    "correct",
    "retract",
    "reinstate",
    "forget",
    "consolidate",
)
"""Operations that a model calls by the same names and with the same arguments; `forget` is MCP's."""


class CheckedCall(NamedTuple):
    """A call that was checked: what it does to memory, whether it may take long, and the work."""

    effect: Effect
    is_long: bool
    work: Callable[[Bound], object]


OPERATIONS: Mapping[str, Tool] = MappingProxyType(
    {tool.name: tool for tool in TOOLS if tool.name in SHARED and tool.only != "agents"}
    | {tool.name: tool for tool in reads.READS}
)
"""All operations by name."""


def called(name: str, given: object) -> CheckedCall:
    """Return a call by its operation's name and its arguments as JSON holds them.

    Raises:
        InvalidInput: there is no such operation, or an argument cannot be used.
    """
    if (tool := OPERATIONS.get(name)) is None:
        raise InvalidInput(f"there is no operation {quoted(name)}; load the page anew")
    asked = arguments(tool.arguments, given)
    return CheckedCall(tool.effect, tool.is_long, asked.work)


def arguments(kind: type[Any], given: object) -> Any:  # noqa: ANN401 - an object of that kind
    """Return the checked arguments of a kind.

    Raises:
        InvalidInput: one is unknown, is missing, or cannot be used.
    """
    if not isinstance(given, dict):
        raise InvalidInput("the arguments are no JSON object; load the page anew")
    model: type[BaseModel] = kind
    values = cast("dict[str, object]", given)
    if unknown := sorted(values.keys() - model.model_fields.keys()):
        raise InvalidInput(f"there is no argument {quoted(unknown[0])}; load the page anew")
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the arguments"
        raise InvalidInput(f"{place}: {first['msg'].lower()}; correct it and try again") from None


def as_json(result: object) -> object:
    """Return a result as JSON holds it; of what JSON does not know, such as a point, its text."""
    if isinstance(result, Page):
        return {"items": as_json(cast("Page[object]", result).items), "after": result.after}
    return to_jsonable_python(result, fallback=str, inf_nan_mode="null")
