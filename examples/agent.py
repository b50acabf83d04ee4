"""An agent with memory: in one conversation it is told something, in the next it knows.

    python examples/agent.py

The model is scripted, so that this runs without a key: any of LangChain's that takes tools may stand in its place. It
is the agent's as well as the memory's own, which answers what the agent asks.
"""

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import BaseTool

from clew.agents.tools import tools
from clew.memory import Memory
from clew.testing import Scripted

STEPS = 8
INSTRUCTIONS = SystemMessage(
    "You help Ann. Keep what she tells you of herself with `remember`, and look in memory before you answer."
)


def converse(model: BaseChatModel, memory_tools: Sequence[BaseTool], request: str) -> list[BaseMessage]:
    """One request to the agent: the messages up to its answer, at most `STEPS` of its own."""
    agent = model.bind_tools(memory_tools)
    by_name = {tool.name: tool for tool in memory_tools}
    messages: list[BaseMessage] = [INSTRUCTIONS, HumanMessage(request)]
    for _ in range(STEPS):
        said = agent.invoke(messages)
        messages.append(said)
        if not said.tool_calls:
            break
        for call in said.tool_calls:
            if call["name"] in by_name:
                messages.append(by_name[call["name"]].invoke(call))
            else:
                names = ", ".join(by_name)
                messages.append(ToolMessage(f"no such tool; there are {names}", tool_call_id=str(call["id"])))
    return messages


def calling(name: str, **arguments: str) -> AIMessage:
    """What a model says that calls a tool."""
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": name}])


SCRIPT = Scripted(
    answers=[
        calling("remember", text="Ann has moved to Lisbon and works there as a nurse.", speaker="Ann"),
        "I will remember that.",
        calling("recall", query="Where does Ann live?"),
        calling("ask", question="What is Ann's job?"),
        "Ann works as a nurse in Lisbon [1].",  # the memory's own question
        "You live in Lisbon, where you work as a nurse.",
    ]
)


def main() -> None:
    """Two conversations, with nothing but the memory between them."""
    with Memory.local(space="agent example", model=SCRIPT) as memory:
        own = tools(memory, session="ann")
        for request in ("I have moved to Lisbon! I am a nurse here now.", "Where do I live, and what do I do?"):
            for message in converse(SCRIPT, own, request)[1:]:
                message.pretty_print()


if __name__ == "__main__":
    main()
