"""The offers to a client: tools from `clew.agents.tool_table`, resources, and prompts that a person chooses."""

import json
from collections.abc import Callable
from importlib.resources import files
from inspect import Parameter, Signature
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer, ResourceSecurity
from mcp.server.mcpserver.prompts import Prompt
from mcp_types import ToolAnnotations
from pydantic import Field

from clew.agents.tool_form import WORDS, Tool
from clew.agents.tool_table import MAX_PAGE, TOOLS
from clew.graph.schema import declared
from clew.interfaces.mcp.results import OUTPUTS, looked, recalled_text, session_turns
from clew.interfaces.mcp.workers import Workers
from clew.text.quotation import read_id

JSON = "application/json"
_DATA = ResourceSecurity(exempt_params=frozenset({"id", "name"}))
"""Ids and names go to the database as parameters: one that spells a path is no path."""

_ANNOTATIONS = {
    "reads": ToolAnnotations(read_only_hint=True, idempotent_hint=True),
    "adds": ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False),
    "settles": ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True),
    "removes": ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True),
}


def add_tools(server: MCPServer, workers: Workers, *, answers: bool, only_reads: bool) -> None:
    """Register the tools.

    Args:
        server: that offers them.
        workers: do what they do.
        answers: whether a language model can answer questions.
        only_reads: whether memory is only read.
    """
    for tool in TOOLS:
        if tool.only != "agents" and (answers or not tool.needs_model) and (tool.effect == "reads" or not only_reads):
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
        return output_of(await workers.run(context, asked.work, effect=tool.effect, is_long=tool.is_long))

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=Context)]
    for name, field in tool.arguments.model_fields.items():
        default = Parameter.empty if field.is_required() else field.default
        annotation = Annotated[field.annotation, field]
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation))
    call.__name__ = tool.name
    call.__signature__ = Signature(parameters, return_annotation=output)  # pyright: ignore[reportFunctionMemberAccess]
    return call


def add_resources(server: MCPServer, workers: Workers) -> None:
    """Register the resources."""

    async def memory(context: Context, id: Annotated[str, Field(description="Of a memory, percent-encoded.")]) -> str:
        """Show one memory whole, with what it is joined to."""
        found = await workers.run(context, lambda bound: bound.memory.get(read_id(id)))
        return looked(found).model_dump_json()

    async def session(context: Context, name: Annotated[str, Field(description="Percent-encoded.")]) -> str:
        """Show the first turns of a session; the tool `turns` reads on."""
        found = await workers.run(context, lambda bound: bound.memory.turns(name, limit=MAX_PAGE))
        return session_turns((name, found)).model_dump_json()

    server.resource("clew://schema", name="schema", mime_type=JSON)(schema)
    server.resource("clew://memory/{id}", name="memory", mime_type=JSON, security=_DATA)(memory)
    server.resource("clew://session/{name}", name="session", mime_type=JSON, security=_DATA)(session)


def schema() -> str:
    """Say what kinds of memories there are, what joins them, and what recall searches."""
    shape = declared()
    searched = shape.searched_kinds()
    kinds = [
        {"kind": kind.label, "name": kind.name, "meaning": kind.meaning, "is_searched": kind.label in searched}
        for kind in shape.kinds
    ]
    relationships = [
        {"type": each.type, "from": each.source, "to": each.target, "role": each.role, "meaning": each.meaning}
        for each in shape.relationships
    ]
    return json.dumps({"kinds": kinds, "relationships": relationships}, ensure_ascii=False)


def add_prompts(server: MCPServer, workers: Workers) -> None:
    """Register the prompts."""

    async def answer_from_memory(
        context: Context, question: Annotated[str, Field(description="What you want to know.")]
    ) -> str:
        """Answer a question from what memory holds, and say what that rests on."""
        found = await workers.run(context, lambda bound: bound.memory.recall(question, words=WORDS))
        return _text_of("answer_from_memory", question=question, recalled=recalled_text(found))

    def keep_what_matters() -> str:
        """Keep what will matter later of the conversation so far."""
        return _text_of("keep_what_matters")

    server.add_prompt(Prompt.from_function(answer_from_memory))
    server.add_prompt(Prompt.from_function(keep_what_matters))


def _text_of(name: str, /, **inputs: str) -> str:
    # What the inputs hold is data, braces included.
    return files("clew.interfaces.mcp").joinpath("prompts", f"{name}.md").read_text("utf-8").strip().format(**inputs)
