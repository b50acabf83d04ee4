"""A store of LangGraph's over memory's graph: put, search by meaning and by filter, list, and an agent that uses it.

    python examples/agent_store.py

The model is scripted, so that this runs without a key; any chat model of LangChain's may stand in its place. It
needs the extra `langchain`.
"""

from langchain.agents import create_agent
from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool
from scripted import Scripted

from clew import Memory
from clew.agents.store import ClewStore


@tool
def look_up(query: str, runtime: ToolRuntime) -> str:
    """Look up what is noted of the user."""
    found = runtime.store.search(("users", "ann"), query=query, limit=1) if runtime.store else []
    return found[0].value["text"] if found else "nothing"


def main() -> None:
    """Use a store by hand, then through an agent."""
    call = AIMessage(
        "", tool_calls=[{"name": "look_up", "args": {"query": "Where does Ann live?"}, "id": "1", "type": "tool_call"}]
    )
    with Memory.local(space="store example") as memory:
        store = ClewStore(memory, fields=["text"])
        store.put(("users", "ann"), "city", {"text": "Ann lives in Lisbon.", "sure": 0.9})
        store.put(("users", "ann"), "mood", {"text": "Ann is tired today.", "sure": 0.4}, ttl=60)
        for item in store.search(("users",), query="Where is her home?", filter={"sure": {"$gt": 0.5}}):
            print(item.namespace, item.key, item.value)
        print(store.list_namespaces(prefix=("users",)))
        agent = create_agent(Scripted(answers=[call, "In Lisbon."]), [look_up], store=store)
        for message in agent.invoke({"messages": [HumanMessage("Where do I live?")]})["messages"]:
            message.pretty_print()


if __name__ == "__main__":
    main()
