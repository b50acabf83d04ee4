"""A program that speaks MCP keeps something in memory and finds it again.

    python examples/mcp_client.py

It starts `clew mcp` and talks to it over stdin and stdout, as an assistant on this machine does. It hands its variables
on: those of CLEW_ lead to a Neo4j of your own, without them it is the managed one. It needs the extra `mcp`.
"""

import os
import sys
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(
    command=str(Path(sys.executable).with_name("clew")),
    args=["mcp", "--space", "mcp example"],
    env=dict(os.environ),
)


async def main() -> None:
    """List the tools, remember, recall, and forget what was remembered."""
    async with Client(SERVER) as client:
        print("tools:", ", ".join(tool.name for tool in (await client.list_tools()).tools))
        told = {"text": "Ann has moved to Lisbon and works there as a nurse.", "speaker": "Ann", "session": "today"}
        kept = await client.call_tool("add", told)
        found = await client.call_tool("recall", {"query": "Where does Ann live?"})
        print(getattr(found.content[0], "text", ""))
        assert kept.structured_content is not None
        gone = await client.call_tool("forget", {"ids": [kept.structured_content["id"]]})
        assert gone.structured_content is not None
        print("forgotten:", ", ".join(gone.structured_content["removed"]))


if __name__ == "__main__":
    anyio.run(main)
