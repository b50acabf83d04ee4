"""An agent with memory's tools: in one conversation it is told something, in the next it knows.

    python examples/agent_tools.py
    python examples/agent_tools.py --url http://127.0.0.1:8080/v1 --model my-model

Without arguments the model is scripted, so that this runs without a key; with them langchain-openai asks a server that
speaks OpenAI's protocol. It is the agent's as well as the memory's own.
The request names the space, so that one agent serves many people; no message can. It needs the extras `langchain` and
`openai`.
"""

from argparse import ArgumentParser

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr
from scripted import Scripted

from clew import Memory
from clew.agents.spaces import MemoryContext
from clew.agents.tools import tools

INSTRUCTIONS = "You help Ann. Keep what she tells you of herself with `add`, and look in memory before you answer."


def calling(name: str, **arguments: str) -> AIMessage:
    """Return the message of a model that calls a tool."""
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": name, "type": "tool_call"}])


def scripted() -> BaseChatModel:
    """Return a model with answers that a real one might give."""
    return Scripted(
        answers=[
            calling("add", text="Ann has moved to Lisbon and works there as a nurse.", speaker="Ann"),
            "I will remember that.",
            calling("recall", query="Where does Ann live?"),
            calling("ask", question="What is Ann's job?"),
            "Ann works as a nurse in Lisbon [1].",  # the memory's own question
            "You live in Lisbon, where you work as a nurse.",
        ]
    )


def chosen() -> BaseChatModel:
    """Return the model that the command line names, else the scripted one."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="of a server that speaks OpenAI's protocol")
    parser.add_argument("--model", default="local")
    parser.add_argument("--key", default="none")
    given = parser.parse_args()
    if not given.url:
        return scripted()
    return ChatOpenAI(model=given.model, base_url=given.url, api_key=SecretStr(given.key), temperature=0)


def main() -> None:
    """Two conversations, with nothing but the memory between them."""
    model = chosen()
    with Memory.local(space="agent example", model=model) as memory:
        agent = create_agent(
            model, tools(memory, by_context=True), system_prompt=INSTRUCTIONS, context_schema=MemoryContext
        )
        for request in ("I have moved to Lisbon! I am a nurse here now.", "Where do I live, and what do I do?"):
            context = MemoryContext(space=memory.space.name, session="ann")
            said = agent.invoke({"messages": [HumanMessage(request)]}, context=context)
            for message in said["messages"]:
                message.pretty_print()


if __name__ == "__main__":
    main()
