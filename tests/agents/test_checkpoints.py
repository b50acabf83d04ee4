"""Threads of a checkpointer of LangGraph become sessions."""

from datetime import UTC, datetime

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from clew.agents.checkpoints import remember_threads
from clew.api.memory import Memory
from clew.model import Filter


def _graph(saver: InMemorySaver):  # noqa: ANN202  LangGraph's compiled type is partially unknown
    def answer(state: MessagesState) -> dict[str, list[AnyMessage]]:
        call = {"name": "trains", "args": {"to": "Ghent"}, "id": "t1"}
        return {
            "messages": [
                AIMessage("", tool_calls=[call]),
                ToolMessage("At 8:10.", tool_call_id="t1"),
                AIMessage(f"You said: {state['messages'][-1].content}"),
            ]
        }

    graph = StateGraph(MessagesState)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    return graph.compile(checkpointer=saver)


def _ask(graph, thread: str, *messages: AnyMessage) -> None:  # noqa: ANN001
    graph.invoke({"messages": list(messages)}, {"configurable": {"thread_id": thread}})


def _said(memory: Memory, session: str) -> list[tuple[str, str]]:
    hits = memory.recall("trains", Filter(kinds=["episode"], session=session), limit=100).hits
    return [(hit.speaker, hit.text) for hit in sorted(hits, key=lambda hit: hit.position)]


def test_threads_of_a_checkpointer_are_remembered(memory: Memory) -> None:
    begun = datetime.now(UTC)
    saver = InMemorySaver()
    graph = _graph(saver)
    _ask(graph, "chat 7", SystemMessage("You help."), HumanMessage("Which trains go?"))
    _ask(graph, "x" * 300, HumanMessage("Hello!"))
    done = remember_threads(memory, saver)
    assert [(each.appended, each.unchanged) for each in done] == [(2, 0), (2, 0)]
    assert done[0].session == "chat 7"
    assert len(done[1].session) <= 200
    assert {note.what for note in done[0].notes} == {
        "messages of the system or of tools are left out",
        "calls of tools are left out",
        "messages without words are left out",
    }
    assert _said(memory, "chat 7") == [("user", "Which trains go?"), ("assistant", "You said: Which trains go?")]
    _ask(graph, "chat 7", HumanMessage("And back?"))
    assert [(each.appended, each.unchanged) for each in remember_threads(memory, saver)] == [(2, 2), (0, 2)]
    assert [(each.appended, each.unchanged) for each in remember_threads(memory, saver)] == [(0, 4), (0, 2)]
    times = [hit.at for hit in memory.recall("trains", Filter(kinds=["episode"]), limit=100).hits]
    assert all(at and begun <= at <= datetime.now(UTC) for at in times)
    assert len(set(times)) > 2


def test_what_tools_do_in_a_thread_is_kept_where_that_is_asked_for(memory: Memory) -> None:
    saver = InMemorySaver()
    _ask(_graph(saver), "chat", HumanMessage("Which trains go?"))
    (done,) = remember_threads(memory, saver, tools=True)
    assert (done.appended, done.notes) == (4, ())
    assert _said(memory, "chat")[1:3] == [("assistant", 'trains({"to": "Ghent"})'), ("tool", "At 8:10.")]


def test_a_thread_that_was_shortened_is_reported_or_replaced(memory: Memory) -> None:
    saver = InMemorySaver()
    graph = _graph(saver)
    _ask(graph, "chat", HumanMessage("Which trains go?", id="first"))
    _ask(graph, "other", HumanMessage("Hello!"))
    remember_threads(memory, saver)
    graph.update_state({"configurable": {"thread_id": "chat"}}, {"messages": [RemoveMessage("first")]})
    _ask(graph, "other", HumanMessage("More."))
    done = {each.session: each for each in remember_threads(memory, saver)}
    assert done["chat"].changed_at == 0
    assert done["other"].appended == 2
    done = {each.session: each for each in remember_threads(memory, saver, on_change="replace")}
    assert done["chat"].forgotten
    assert _said(memory, "chat") == [("assistant", "You said: Which trains go?")]
