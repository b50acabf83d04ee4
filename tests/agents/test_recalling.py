"""Long-term memory in an agent of LangChain's, without a tool: its own loop, a scripted model, and the real graph."""

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from typing import Any, cast

import pytest
from anyio.from_thread import start_blocking_portal
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, SummarizationMiddleware
from langchain_core.embeddings import Embeddings
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.messages.tool import ToolCall
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime  # pyright: ignore[reportMissingTypeStubs]
from langgraph.types import Command
from tests.ports import forwarding
from tests.scripted import Scripted

from clew.agents import recalling
from clew.agents.echo import without_echo
from clew.agents.recalling import NO_THREAD, ClewMiddleware, NoThreadWarning
from clew.agents.spaces import MemoryContext
from clew.agents.tools import QUOTED, tools
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.embedding import MiniLM
from clew.errors import InvalidInput, ModelFailed
from clew.model import Filter, Turn
from clew.retrieval import browse
from clew.server import Address
from clew.settings import RecallSettings, Settings
from clew.text.instants import now

FACT = "My daughter Mia plays the cello in the school orchestra."
IDS = count(1)


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.remember([Turn(FACT, "user"), Turn("The bakery opens at seven.", "user")], session="monday")
    return memory


def asked(text: str) -> dict[str, Any]:
    return {"messages": [HumanMessage(text)]}


def thread(name: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": name}}


def texts(memory: Memory, session: str) -> list[tuple[str, str]]:
    found = memory.recall("cello bakery", Filter(session=session), limit=50).hits
    return [(hit.speaker, hit.text) for hit in sorted(found, key=lambda hit: hit.position)]


def agent(memory: Memory, *answers: Any, **options: Any) -> tuple[Any, Scripted]:
    model = Scripted(answers=list(answers))
    own = options.pop("tools", [])
    given = {k: options.pop(k) for k in ("tokens", "by_context", "session") if k in options}
    middleware = [ClewMiddleware(memory, **given)]
    return create_agent(model, own, middleware=middleware, **options), model


def test_a_model_is_shown_what_memory_says_and_the_agent_keeps_none_of_it(told: Memory) -> None:
    saver = InMemorySaver()
    made, model = agent(told, "The cello.", system_prompt="You help.", checkpointer=saver)
    kept = made.invoke(asked("What does Mia play?"), thread("chat"))
    system, question = model.asked[0]
    assert isinstance(system, SystemMessage)
    assert str(system.text).startswith("You help.")
    assert QUOTED in str(system.text)
    assert FACT in str(system.text)
    assert question.text == "What does Mia play?"
    assert [each.text for each in kept["messages"]] == ["What does Mia play?", "The cello."]
    assert "clew_recalled" not in kept
    assert FACT not in repr(list(saver.list(cast("Any", thread("chat")))))


def test_the_turn_is_stored_in_the_session_of_the_thread(told: Memory) -> None:
    made, _ = agent(told, "Nice, a new bow costs about two hundred.")
    made.invoke(asked("Mia needs a new bow for her cello."), thread("chat"))
    assert texts(told, "chat") == [
        ("user", "Mia needs a new bow for her cello."),
        ("assistant", "Nice, a new bow costs about two hundred."),
    ]


def test_where_several_people_write_each_is_stored_by_name(told: Memory) -> None:
    made, _ = agent(told, "Noted.", "Hers is the cello.")
    for message in (
        HumanMessage("My bakery shuts on Monday.", name="Ann"),
        HumanMessage("Whose cello is it?", name=" "),
    ):
        made.invoke({"messages": [message]}, thread("group"))
    assert [who for who, _ in texts(told, "group")] == ["Ann", "assistant", "user", "assistant"]
    assert told.recall("When does the bakery of Ann shut?").hits[0].text == "My bakery shuts on Monday."


def test_an_agent_without_a_thread_is_warned_of_once(told: Memory) -> None:
    made, _ = agent(told, "Nice.", "So.")
    with pytest.warns(NoThreadWarning, match="thread_id"):
        made.invoke(asked("Mia has a cello."))
    made.invoke(asked("Mia has a bow."))  # a warning would be an error here, and nothing stored
    assert len(texts(told, NO_THREAD)) == 4


def test_a_session_that_is_named_needs_no_thread(told: Memory) -> None:
    made, _ = agent(told, "Nice.", session="named")
    made.invoke(asked("Mia has a cello."))
    assert len(texts(told, "named")) == 2


def test_a_number_is_a_threads_name_too(told: Memory) -> None:
    made, _ = agent(told, "Nice.")
    made.invoke(asked("Mia has a cello."), {"configurable": {"thread_id": 0}})
    assert texts(told, "0") == [("user", "Mia has a cello."), ("assistant", "Nice.")]


def test_blocks_of_a_request_are_lines_and_those_of_an_answer_flow(told: Memory) -> None:
    made, _ = agent(told, AIMessage([{"type": "text", "text": "That is "}, {"type": "text", "text": "hers."}]))
    image = {"type": "image", "base64": "AA==", "mime_type": "image/png"}
    made.invoke(
        {"messages": [HumanMessage(["Look at this.", image, {"type": "text", "text": "My cello."}])]}, thread("b")
    )
    assert texts(told, "b") == [("user", "Look at this.\nMy cello."), ("assistant", "That is hers.")]


def test_an_echo_is_not_stored_again(told: Memory) -> None:
    said = f"You told me this. {FACT} Shall I look for a teacher?"
    made, _ = agent(told, said, FACT, f"{QUOTED}\n\nSession monday\nuser: {FACT}")
    for _ in range(3):
        made.invoke(asked("What does Mia play?"), thread("chat"))
    stored = texts(told, "chat")
    assert ("assistant", "You told me this. Shall I look for a teacher?") in stored
    assert [text for _, text in stored if "cello" in text] == []
    everywhere = told.recall("Mia plays the cello in the school orchestra", limit=50).hits
    assert [hit.id for hit in everywhere if "cello" in hit.text] == ["episode:monday/0"]


def test_what_memorys_tools_gave_back_is_not_stored_again_either(told: Memory) -> None:
    call = ToolCall(name="recall", args={"query": "When does the bakery open?"}, id="1", type="tool_call")
    made, _ = agent(told, AIMessage("", tool_calls=[call]), "The bakery opens at seven.", tools=tools(told), tokens=1)
    made.invoke(asked("Tell me of it."), thread("chat"))
    assert texts(told, "chat") == [("user", "Tell me of it.")]


def test_nor_is_what_a_tool_of_a_part_gave_back(told: Memory) -> None:
    working = WorkingMemory(told)
    working.begin("Tune the cello of the school.")
    working.end("The cello of the school is in tune now.")
    call = ToolCall(name="past_tasks", args={"goal": "Tune a cello."}, id="1", type="tool_call")
    own = tools(told, parts=["working"])
    made, _ = agent(
        told, AIMessage("", tool_calls=[call]), "The cello of the school is in tune now.", tools=own, tokens=1
    )
    made.invoke(asked("Tell me of it."), thread("chat"))
    assert texts(told, "chat") == [("user", "Tell me of it.")]


def test_an_echo_after_a_pause_for_a_person_is_not_stored_either(told: Memory) -> None:
    @tool
    def look(place: str) -> str:
        """Look at a place."""
        return f"Nothing lies in the {place}."

    call = ToolCall(name="look", args={"place": "hall"}, id="1", type="tool_call")
    model = Scripted(answers=[AIMessage("", tool_calls=[call]), f"{FACT} Shall I look for a teacher?"])
    middleware = [ClewMiddleware(told), HumanInTheLoopMiddleware(interrupt_on={"look": True})]
    made: Any = create_agent(model, [look], middleware=middleware, checkpointer=InMemorySaver())
    made.invoke(asked("What does Mia play?"), thread("chat"))
    made.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread("chat"))
    assert FACT in str(model.asked[1][0].text)
    assert texts(told, "chat") == [("user", "What does Mia play?"), ("assistant", "Shall I look for a teacher?")]


def test_each_message_of_a_request_is_stored_and_none_of_an_earlier_one(memory: Memory) -> None:
    made, _ = agent(memory, "Pasta.")
    said = ("The cello is old.", "Noted.", "My dog is called Rex.", "What should I cook tonight?")
    earlier = [HumanMessage(said[0]), AIMessage(said[1])]
    made.invoke({"messages": [*earlier, *map(HumanMessage, said[2:])]}, thread("chat"))
    assert texts(memory, "chat") == [("user", said[2]), ("user", said[3]), ("assistant", "Pasta.")]


@pytest.mark.parametrize("checkpointer", [None, True])
def test_what_an_agent_asks_another_one_is_not_the_users(told: Memory, checkpointer: bool | None) -> None:
    inner, heard = agent(told, "The bakery is open until noon.", checkpointer=checkpointer)

    @tool
    def research(task: str) -> str:
        """Let another agent find out."""
        return str(inner.invoke(asked(task))["messages"][-1].text)

    task = {"task": "You are a researcher. When does the bakery open?"}
    call = ToolCall(name="research", args=task, id="1", type="tool_call")
    made, _ = agent(
        told, AIMessage("", tool_calls=[call]), "Go before noon.", tools=[research], checkpointer=InMemorySaver()
    )
    made.invoke(asked("When shall I buy bread?"), thread("chat"))
    assert "The bakery opens at seven." in str(heard.asked[0][0].text)
    assert texts(told, "chat") == [("user", "When shall I buy bread?"), ("assistant", "Go before noon.")]


def test_what_an_agent_in_a_graph_is_asked_is_the_users(told: Memory) -> None:
    graph: Any = StateGraph(MessagesState)
    graph.add_node("agent", agent(told, "Go before noon.")[0])
    graph.add_edge(START, "agent")
    graph.compile().invoke(asked("When shall I buy bread?"), thread("chat"))
    assert texts(told, "chat") == [("user", "When shall I buy bread?"), ("assistant", "Go before noon.")]


def test_a_summary_of_old_messages_is_not_the_users_and_the_request_is_stored(told: Memory) -> None:
    @tool
    def look(place: str) -> str:
        """Look at a place."""
        return f"Nothing lies in the {place}."

    def looking(place: str) -> AIMessage:
        return AIMessage("", tool_calls=[ToolCall(name="look", args={"place": place}, id=place, type="tool_call")])

    summed = SummarizationMiddleware(
        Scripted(answers=["The user lost a bow."] * 9), trigger=("messages", 4), keep=("messages", 2)
    )
    model = Scripted(answers=[looking("hall"), looking("bath"), "I looked in two rooms.", "Go on.", "You are welcome."])
    middleware = [ClewMiddleware(told), summed]
    made: Any = create_agent(model, [look], middleware=middleware, checkpointer=InMemorySaver())
    kept = made.invoke(asked("Where is the bow of my cello?"), thread("chat"))
    said = [each.text for each in kept["messages"] if isinstance(each, HumanMessage)]
    assert said == ["Here is a summary of the conversation to date:\n\nThe user lost a bow."]
    assert "clew_requests" not in kept
    found = [("user", "Where is the bow of my cello?"), ("assistant", "I looked in two rooms.")]
    assert texts(told, "chat") == found
    made.invoke({"messages": []}, thread("chat"))
    assert texts(told, "chat") == found
    made.invoke(asked("Thanks for the cello."), thread("chat"))
    assert texts(told, "chat") == [*found, ("user", "Thanks for the cello."), ("assistant", "You are welcome.")]


def test_a_turn_is_kept_whatever_an_application_calls_its_messages(memory: Memory) -> None:
    made, _ = agent(memory, *[AIMessage(f"Answer {n}.", id="given/7") for n in range(5)])
    for text, id in (
        ("I live in Rome.", "1"),
        ("I live in Lisbon.", "1"),
        ("I live in Porto.", "a/7"),
        ("I live in Paris.", "x" * 999),
        ("I live in Oslo.", " "),
    ):
        made.invoke({"messages": [HumanMessage(text, id=id)]}, thread("chat"))
    cities = ("Rome", "Lisbon", "Porto", "Paris", "Oslo")
    assert texts(memory, "chat") == [
        each
        for n, city in enumerate(cities)
        for each in [("user", f"I live in {city}."), ("assistant", f"Answer {n}.")]
    ]


def test_a_turn_that_is_stored_again_is_a_retry(memory: Memory) -> None:
    middleware = ClewMiddleware(memory, session="chat")
    said = [HumanMessage("I live in Rome.", id="1"), AIMessage("Noted, Rome.", id="2")]
    state: Any = {"messages": said, "clew_requests": said[:1], "clew_recalled": ""}
    for _ in range(2):
        middleware.after_agent(state, cast("Any", Runtime()))
    assert texts(memory, "chat") == [("user", "I live in Rome."), ("assistant", "Noted, Rome.")]


def test_a_message_that_memory_does_not_take_keeps_no_answer_from_it(
    memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    made, _ = agent(memory, "Noted, Rome.")
    made.invoke(asked("\u200b"), thread("chat"))
    assert texts(memory, "chat") == [("assistant", "Noted, Rome.")]
    assert "a turn was not remembered" in [each.message for each in caplog.records]


def test_what_was_just_said_is_no_echo(told: Memory) -> None:
    made, _ = agent(told, "Good.")
    made.invoke(asked(FACT), thread("chat"))
    assert ("user", FACT) in texts(told, "chat")


@pytest.mark.parametrize("tokens", [1, 30, 60, 400])
def test_what_is_shown_keeps_to_its_budget(memory: Memory, tokens: int) -> None:
    memory.remember(
        [Turn(f"The cello number {n} has a very long story to tell.", "user") for n in range(40)], session="s"
    )
    made, model = agent(memory, "Yes.", tokens=tokens)
    made.invoke(asked("Which cello has a story?"), thread("chat"))
    shown = [each for each in model.asked[0] if isinstance(each, SystemMessage)]
    assert count_tokens_approximately(shown) <= tokens
    assert bool(shown) is (tokens > 1)


def test_it_is_recalled_once_for_a_request_with_many_calls(told: Memory) -> None:
    call = ToolCall(name="recall", args={"query": "bakery"}, id="1", type="tool_call")
    made, model = agent(told, AIMessage("", tool_calls=[call]), "At seven.", tools=tools(told))
    made.invoke(asked("What does Mia play?"), thread("chat"))
    assert model.asked[0][0].text == model.asked[1][0].text


def test_awaited_and_two_at_once_each_thread_has_its_session(told: Memory) -> None:
    made, _ = agent(told, *["Fine."] * 6)

    async def work() -> None:
        await asyncio.gather(
            *(made.ainvoke(asked(f"The cello of friend {n} is old."), thread(f"t{n}")) for n in range(6))
        )

    asyncio.run(work())
    for n in range(6):
        assert texts(told, f"t{n}") == [("user", f"The cello of friend {n} is old."), ("assistant", "Fine.")]


def test_the_space_of_the_context_is_the_only_one(told: Memory, open_memory: Callable[..., Memory]) -> None:
    other = open_memory()
    made, model = agent(told, "I do not know.", by_context=True, context_schema=MemoryContext)
    made.invoke(asked("What does Mia play?"), context=MemoryContext(space=other.space.name, session="mine"))
    assert not any(isinstance(each, SystemMessage) for each in model.asked[0])
    assert len(texts(other, "mine")) == 2
    assert told.stats().nodes["Episode"] == 2


def test_without_memory_the_agent_goes_on_and_the_log_says_why(told: Memory, caplog: pytest.LogCaptureFixture) -> None:
    made, model = agent(told, "Hello.", by_context=True)
    assert made.invoke(asked("What does Mia play?"))["messages"][-1].text == "Hello."
    assert len(model.asked[0]) == 1
    assert [each.message for each in caplog.records] == ["nothing was recalled", "a turn was not remembered"]


class Down(Embeddings):
    """The tests' encoder, until it is down."""

    def __init__(self, encoder: MiniLM) -> None:
        self.encoder, self.identity, self.is_down = encoder, encoder.identity, False

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if self.is_down:
            raise TimeoutError("the encoder is down")
        return self.encoder.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def test_an_encoder_that_fails_stops_no_agent(
    server: Address, encoder: MiniLM, told: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    down, auth = Down(encoder), (server.user, server.password)
    with Memory.open(server.uri, auth=auth, space=told.space.name, encoder=down) as memory:
        made, _ = agent(memory, "Hello.")
        down.is_down = True
        assert made.invoke(asked("What does Mia play?"), thread("chat"))["messages"][-1].text == "Hello."
    assert [each.message for each in caplog.records] == ["nothing was recalled", "a turn was not remembered"]


def test_while_the_server_is_down_agents_go_on_at_once_and_what_they_said_is_stored_afterwards(
    server: Address, encoder: MiniLM, told: Memory, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recalling, "OUTAGE_SECONDS", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    place = {"uri": f"bolt://127.0.0.1:{port}", "auth": (server.user, server.password)}
    settings = Settings(connect_seconds=0.1)
    with start_blocking_portal() as portal:

        def up() -> AbstractContextManager[None]:
            return portal.wrap_async_context_manager(forwarding(port, server.uri))

        with ExitStack() as stack:
            with up():
                memory = Memory.open(**place, space=told.space.name, encoder=encoder, settings=settings)
                stack.enter_context(memory)
            made, model = agent(memory, "One.", "Two.", "Three.", "Four.")
            for text in ("First question?", "Second question?", "Third question?"):
                made.invoke(asked(text), thread("chat"))
            before = now()
            assert [len(each) for each in model.asked] == [1, 1, 1]
            assert [each.levelname for each in caplog.records if each.name == recalling.__name__] == ["WARNING"]
            time.sleep(1.1)
            with up():
                made.invoke(asked("What does Mia play?"), thread("chat"))
    assert FACT in str(model.asked[3][0].text)
    stored = browse.turns(told.space, "chat")
    said = ["First question?", "One.", "Second question?", "Two.", "Third question?", "Three."]
    assert [each.text for each in stored] == [*said, "What does Mia play?", "Four."]
    assert all(each.at and each.at <= before for each in stored[:6])


def test_a_reranker_that_fails_stops_no_agent_and_the_turn_is_stored(
    told: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_query: str, _texts: Sequence[str]) -> list[float]:
        raise TimeoutError("the reranker is down")

    told.reranker = broken
    made, _ = agent(told, "Hello.")
    made.invoke(asked("What does Mia play?"), thread("chat"))
    told.reranker = None
    assert texts(told, "chat") == [("user", "What does Mia play?"), ("assistant", "Hello.")]
    assert [each.message for each in caplog.records] == ["nothing was recalled"]


def test_a_model_that_fails_fails_as_before_and_nothing_is_stored(told: Memory) -> None:
    made, _ = agent(told, ModelFailed("down"), "It is back.", checkpointer=InMemorySaver())
    with pytest.raises(ModelFailed):
        made.invoke(asked("What does Mia play on her cello?"), thread("chat"))
    assert "chat" not in {hit.session for hit in told.recall("cello", limit=50).hits}
    made.invoke(None, thread("chat"))
    assert ("user", "What does Mia play on her cello?") in texts(told, "chat")


def test_a_request_that_failed_or_waits_is_stored_with_the_one_that_follows_it(told: Memory) -> None:
    @tool
    def look(place: str) -> str:
        """Look at a place."""
        return f"Nothing lies in the {place}."

    asks = AIMessage("", tool_calls=[ToolCall(name="look", args={"place": "hall"}, id="1", type="tool_call")])
    model = Scripted(answers=[asks, ModelFailed("down"), "It is back.", asks, "It is yours."])
    middleware = [ClewMiddleware(told), HumanInTheLoopMiddleware(interrupt_on={"look": True})]
    made: Any = create_agent(model, [look], middleware=middleware, checkpointer=InMemorySaver())
    made.invoke(asked("My cello stands in the hall."), thread("chat"))
    with pytest.raises(ModelFailed):
        made.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread("chat"))
    made.invoke(asked("Look for the cello again."), thread("chat"))
    found = [("user", "My cello stands in the hall."), ("user", "Look for the cello again.")]
    found.append(("assistant", "It is back."))
    assert texts(told, "chat") == found
    made.invoke(asked("Whose cello is it?"), thread("chat"))
    made.invoke(asked("The cello is Mia's, then."), thread("chat"))
    found += [("user", "Whose cello is it?"), ("user", "The cello is Mia's, then."), ("assistant", "It is yours.")]
    assert texts(told, "chat") == found


@pytest.mark.parametrize("content", ["", " ", [{"type": "image", "base64": "AA==", "mime_type": "image/png"}]])
def test_a_request_without_words_recalls_and_stores_nothing(told: Memory, content: Any) -> None:
    made, model = agent(told, "What a picture.")
    made.invoke({"messages": [HumanMessage(content)]}, thread("chat"))
    assert len(model.asked[0]) == 1
    assert told.stats().nodes["Episode"] == 2


PASTIMES = ("chess", "rowing", "pottery", "archery", "knitting", "sailing", "fencing", "juggling", "skating", "baking")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "weekend", "birthday", "holiday")


@pytest.fixture
def full(memory: Memory) -> Memory:
    told = [Turn(f"On my last {day} I tried {each} with my cousin.", "user") for day in DAYS for each in PASTIMES]
    memory.remember([*told, Turn(FACT, "user")], session="diary")
    return memory


@pytest.mark.parametrize(
    "request_",
    [
        "What does HTTP status 418 mean?",
        "List three prime numbers above 100.",
        "How do I season a cast-iron pan?",
        "you really are a great help",
    ],
)
def test_nothing_is_shown_for_a_request_that_nothing_fits(
    full: Memory, open_memory: Callable[..., Memory], request_: str
) -> None:
    made, model = agent(full, "Well.")
    made.invoke(asked(request_), thread("chat"))
    assert [each.text for each in model.asked[0]] == [request_]
    never_silent = open_memory(name=full.space.name, recall=RecallSettings(floor=0))
    made, model = agent(never_silent, "Well.")
    made.invoke(asked(request_), thread("chat 2"))
    assert QUOTED in model.asked[0][0].text


def test_what_is_far_from_a_request_is_not_shown_beside_what_fits(full: Memory) -> None:
    made, model = agent(full, "The cello.")
    made.invoke(asked("Which instrument does my daughter Mia play in the school orchestra?"), thread("chat"))
    shown = model.asked[0][0].text
    assert FACT in shown
    assert "archery" not in shown


def test_hostile_text_is_stored_as_text(told: Memory) -> None:
    made, _ = agent(told, "Well \ud800.")
    made.invoke(asked("{x} \ud800 cello '; MATCH (n) DETACH DELETE n"), thread("chat"))
    assert texts(told, "chat")[0][1] == "{x} \ufffd cello '; MATCH (n) DETACH DELETE n"


def test_a_budget_that_cannot_be(told: Memory) -> None:
    with pytest.raises(InvalidInput, match="give 1 or more"):
        ClewMiddleware(told, tokens=0)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (FACT, ""),
        (FACT.upper(), ""),
        (f"“{FACT}”", ""),
        ("Mia plays the cello in the school orchestra!", ""),
        ("She started when she was six.", "She started when she was six."),
        ("Mia might like a viola in spring.", "Mia might like a viola in spring."),
        (f"Yes. {FACT} Anything else?", "Yes. Anything else?"),
        ("", ""),
        ("...", "..."),
        ("The cello.", ""),
    ],
)
def test_echo(text: str, kept: str) -> None:
    assert without_echo(text, f"Session monday\nuser: {FACT}") == kept


@pytest.mark.parametrize(
    ("held", "text", "kept"),
    [
        ("我女儿米娅在学校乐团拉大提琴。", "我女儿米娅在学校乐团拉大提琴。", ""),
        ("我女儿米娅在学校乐团拉大提琴。", "好的！我女儿米娅在学校乐团拉大提琴。要找老师吗？", "好的！要找老师吗？"),  # noqa: RUF001
        ("我女儿米娅在学校乐团拉大提琴。", "她六岁开始学琴。", "她六岁开始学琴。"),
        ("我女儿米娅在学校乐团拉大提琴。", "我女儿米娅在学校乐团拉小提琴。", "我女儿米娅在学校乐团拉小提琴。"),
        ("我女儿米娅在学校乐团拉大提琴。", "女儿。", "女儿。"),
        (
            "娘のミアは学校のオーケストラでチェロを弾いています。",
            "「娘のミアは学校のオーケストラでチェロを弾いています。」先生を探しますか。",
            "先生を探しますか。",
        ),
        ("ミアはNew York Cityの学校でcelloを弾く。", "ミアはNew York Cityの学校でcelloを弾く！", ""),  # noqa: RUF001
        (
            "ลูกสาวของฉันเล่นเชลโลในวงออร์เคสตราของโรงเรียน",
            "ลูกสาวของฉันเล่นเชลโลในวงออร์เคสตราของโรงเรียน เธอเริ่มเล่นตอนอายุหกขวบ",
            "เธอเริ่มเล่นตอนอายุหกขวบ",
        ),
        ("मेरी बेटी स्कूल में सेलो बजाती है।", "मेरी बेटी स्कूल में सेलो बजाती है। क्या शिक्षक चाहिए?", "क्या शिक्षक चाहिए?"),
    ],
)
def test_echo_in_other_scripts(held: str, text: str, kept: str) -> None:
    assert without_echo(text, f"Session monday\nuser: {held}") == kept


def test_a_request_that_says_it_again_makes_it_no_echo() -> None:
    assert without_echo(FACT, FACT, cast("str", FACT)) == FACT
