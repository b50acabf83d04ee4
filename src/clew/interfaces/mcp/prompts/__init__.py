"""The prompts that a person chooses in a client: one file each, with their inputs in braces."""

from importlib import resources
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.prompts import Prompt
from pydantic import Field

from clew.agents.tool_table import WORDS
from clew.interfaces.mcp.results import recalled_text
from clew.interfaces.mcp.workers import Workers


def add_to(server: MCPServer, workers: Workers) -> None:
    """Register the prompts."""

    async def answer_from_memory(
        context: Context, question: Annotated[str, Field(description="What you want to know.")]
    ) -> str:
        """Answer a question from what memory holds, and say what that rests on."""
        found = await workers.run(context, lambda memory, _: memory.recall(question, words=WORDS))
        return text_of("answer_from_memory", question=question, recalled=recalled_text(found))

    def keep_what_matters() -> str:
        """Keep what will matter later of the conversation so far."""
        return text_of("keep_what_matters")

    server.add_prompt(Prompt.from_function(answer_from_memory))
    server.add_prompt(Prompt.from_function(keep_what_matters))


def text_of(name: str, /, **inputs: str) -> str:
    """Return a prompt's text with its inputs in place; what these hold is data, braces included."""
    return resources.files(__name__).joinpath(f"{name}.md").read_text("utf-8").strip().format(**inputs)
