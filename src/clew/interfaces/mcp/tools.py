"""The tools: what a model can do with one space, from the table in `clew.agents.tool_table`."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import ToolAnnotations

from clew.agents.spaces import Bound
from clew.agents.tool_table import TOOLS, Tool
from clew.interfaces.mcp.results import OUTPUTS
from clew.interfaces.mcp.workers import Workers

_ANNOTATIONS = {
    "reads": ToolAnnotations(read_only_hint=True, idempotent_hint=True),
    "adds": ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False),
    "settles": ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True),
    "removes": ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True),
}


def add_to(server: MCPServer, workers: Workers, *, answers: bool) -> None:
    """Register the tools; `answers` says whether a language model can answer questions."""
    for tool in TOOLS:
        if tool.only != "agents" and (answers or not tool.needs_model):
            server.add_tool(
                _function(tool, workers),
                name=tool.name,
                description=tool.description,
                annotations=_ANNOTATIONS[tool.effect].model_copy(update={"open_world_hint": False}),
                structured_output=True,
            )


def _function(tool: Tool, workers: Workers) -> Callable[..., Any]:
    """Return a function with the signature of a tool's arguments, from which the SDK reads them."""
    output, output_of = OUTPUTS[tool.name]

    async def call(context: Context, **given: Any) -> Any:  # noqa: ANN401
        asked = tool.arguments(**given)  # a fault in them is told before memory is connected
        found = await workers.run(
            context, lambda memory, report: asked.work(Bound(memory, "", report)), is_long=tool.is_long
        )
        return output_of(found)

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=Context)]
    for name, field in tool.arguments.model_fields.items():
        default = Parameter.empty if field.is_required() else field.default
        annotation = Annotated[field.annotation, field]
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation))
    call.__name__ = tool.name
    call.__signature__ = Signature(parameters, return_annotation=output)  # pyright: ignore[reportFunctionMemberAccess]
    return call
