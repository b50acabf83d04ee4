"""LangMem's tools over our store: another project's code writes, finds, changes and deletes."""

from importlib import import_module
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from tests.scripted import Scripted

from clew.agents.store import ClewStore
from clew.api.memory import Memory

pytestmark = [
    pytest.mark.doors,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of what LangMem imports
]

NAMESPACE = ("memories", "{user}")


def call(name: str, **args: object) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": args, "id": name, "type": "tool_call"}])


def test_langmems_tools_keep_find_change_and_delete(memory: Memory) -> None:
    langmem: Any = import_module("langmem")
    store = ClewStore(memory)
    own = [langmem.create_manage_memory_tool(NAMESPACE), langmem.create_search_memory_tool(NAMESPACE)]

    def run(*said: AIMessage, user: str = "ann") -> list[str]:
        agent = create_agent(Scripted(answers=[*said, "Done."]), own, store=store)
        kept = agent.invoke({"messages": [HumanMessage("Go on.")]}, {"configurable": {"user": user}})["messages"]
        return [str(each.text) for each in kept if isinstance(each, ToolMessage)]

    run(call("manage_memory", action="create", content="Ann lives in Lisbon."))
    (item,) = store.search(("memories", "ann"), query="home")
    assert item.value == {"content": "Ann lives in Lisbon."}
    (found,) = run(call("search_memory", query="Where is her home?"))
    assert "Ann lives in Lisbon." in found
    (other,) = run(call("search_memory", query="Where is her home?"), user="ben")
    assert "Lisbon" not in other
    run(call("manage_memory", action="update", content="Ann lives in Porto.", id=item.key))
    assert [each.value for each in store.search(("memories",))] == [{"content": "Ann lives in Porto."}]
    run(call("manage_memory", action="delete", id=item.key))
    assert store.search(("memories",)) == []
    assert store.list_namespaces() == []
