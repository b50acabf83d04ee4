"""Doors that are no methods of ours: the operations of a LangGraph store, and the tools that clients of MCP call."""

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Any

from langgraph.store.base import GetOp, InvalidNamespaceError, ListNamespacesOp, PutOp, SearchOp
from pydantic import ValidationError

from clew.agents.spaces import Bound
from clew.agents.store import ClewStore
from clew.agents.tool_form import Tool
from clew.agents.tool_table import TOOLS
from clew.api.memory import Memory
from clew.interfaces.mcp.results import OUTPUTS

Door = Callable[..., object]


def store_doors(memory: Memory) -> Mapping[str, Door]:
    """Return the operations of a store by name; LangGraph's own error of a namespace is no finding."""
    store = ClewStore(memory)

    def run(op: Any) -> object:
        try:
            return store.batch([op])
        except InvalidNamespaceError:
            return None

    def put(namespace: tuple[str, ...], key: str, value: dict[str, object] | None, ttl: float | None = None) -> object:
        return run(PutOp(namespace, key, value, None, ttl))

    def get(namespace: tuple[str, ...], key: str, refresh_ttl: bool = True) -> object:
        return run(GetOp(namespace, key, refresh_ttl))

    def search(
        namespace: tuple[str, ...], wanted: dict[str, object] | None, limit: int, offset: int, query: str | None
    ) -> object:
        return run(SearchOp(namespace, wanted, limit, offset, query))

    def listed(max_depth: int | None, limit: int, offset: int) -> object:
        return run(ListNamespacesOp(None, max_depth, limit, offset))

    return {f"ClewStore.{each.__name__}": each for each in (put, get, search, listed)}


def tool_doors(memory: Memory) -> Mapping[str, Door]:
    """Return the tools by name, each with its arguments; what a model's form refuses is told to the client as it is."""
    offered = [tool for tool in TOOLS if tool.only != "agents" and not tool.needs_model]
    return {f"mcp.{tool.name}": _called(tool, memory) for tool in offered}


def _called(tool: Tool, memory: Memory) -> Door:
    def call(**given: Any) -> object:
        try:
            asked = tool.arguments(**given)
        except ValidationError:
            return None
        return OUTPUTS[tool.name][1](asked.work(Bound(memory, "s")))

    fields = tool.arguments.model_fields
    call.__annotations__ = {name: field.annotation for name, field in fields.items()}
    call.__signature__ = Signature(  # pyright: ignore[reportFunctionMemberAccess]
        [
            Parameter(name, Parameter.KEYWORD_ONLY, default=Parameter.empty if field.is_required() else field.default)
            for name, field in fields.items()
        ]
    )
    return call
