"""The resources: the schema, a memory, a session. What a template's part names is data, never a path."""

import json
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer, ResourceSecurity
from pydantic import Field

from clew.agents.tool_table import MAX_PAGE
from clew.graph.schema import declared
from clew.interfaces.mcp.results import Looked, SessionTurns
from clew.interfaces.mcp.workers import Workers
from clew.retrieval import browse
from clew.text.quotation import read_id

JSON = "application/json"

_DATA = ResourceSecurity(exempt_params=frozenset({"id", "name"}))
"""Ids and names go to the database as parameters: one that spells a path is no path."""


def add_to(server: MCPServer, workers: Workers) -> None:
    """Register the resources."""

    async def memory(context: Context, id: Annotated[str, Field(description="Of a memory, percent-encoded.")]) -> str:
        """Show one memory whole, with what it is joined to."""
        found = await workers.run(context, lambda own, _: browse.look_up(own.space, read_id(id)))
        return Looked.of(found).model_dump_json()

    async def session(context: Context, name: Annotated[str, Field(description="Percent-encoded.")]) -> str:
        """Show the first turns of a session; the tool read_session reads on."""
        found = await workers.run(context, lambda own, _: browse.turns(own.space, name, limit=MAX_PAGE))
        return SessionTurns.of((name, found)).model_dump_json()

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
