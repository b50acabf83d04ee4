"""Working memory in an agent of LangChain's: its own loop, a scripted model, and the real graph."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, HumanInTheLoopMiddleware
from langchain_core.embeddings import Embeddings
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.tool import ToolCall
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from tests.scripted import Scripted

from clew.agents.middleware import MAX_GOAL_CHARACTERS, WorkingMemoryMiddleware
from clew.agents.recalling import ClewMiddleware
from clew.agents.spaces import MemoryContext
from clew.agents.tool_steps import FROM_MEMORY, MAX_ACTION_CHARACTERS, MAX_OBSERVATION_CHARACTERS, PAST, past
from clew.agents.tools import tools
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.errors import InvalidInput, MissingDependency, ModelFailed
from clew.graph.queries import generated
from clew.model import Filter
from clew.model.working import Run, Summary
from clew.server import Address

GOAL = "Put every mug into the kitchen."
IDS = count(1)
Answer = str | AIMessage | Exception


@tool
def look(place: str) -> str:
    """Look at a place."""
    return f"In the {place} you see a mug."


@tool
def carry(thing: str, to: str = "kitchen") -> str:
    """Carry a thing somewhere."""
    return f"The {thing} is in the {to}."


@tool
def shout(text: str) -> str:
    """Shout very long."""
    return text * 100


def calls(*wanted: ToolCall, text: str = "") -> AIMessage:
    """Return the message of a model that calls tools."""
    return AIMessage(text, tool_calls=list(wanted))


def call(name: str, **args: object) -> ToolCall:
    return ToolCall(name=name, args=args, id=f"call-{next(IDS)}", type="tool_call")


def agent(memory: Memory, *answers: Answer, **options: Any) -> tuple[Any, Scripted]:
    model = Scripted(answers=list(answers))
    given = {"tools": [look, carry, shout], "middleware": [WorkingMemoryMiddleware(memory)], **options}
    return create_agent(model, **given), model


def thread(name: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": name}}


def ask(text: str = GOAL) -> dict[str, list[AnyMessage]]:
    return {"messages": [HumanMessage(text)]}


def stored(memory: Memory, name: str) -> Run:
    """The run of a thread, or of a request of it."""
    working = WorkingMemory(memory)
    return working.resume(f"run of {name}")


def told(messages: Sequence[BaseMessage]) -> list[tuple[str, str]]:
    """Return the kind of each message to a model, and its text or the names of the tools that it calls."""
    return [
        (each.type, " ".join(call["name"] for call in each.tool_calls))
        if isinstance(each, AIMessage) and each.tool_calls
        else (each.type, str(each.text))
        for each in messages
    ]


def are_paired(messages: Sequence[BaseMessage]) -> bool:
    """True if each tool call is answered right after its message, and each answer has its call: providers want that."""
    waiting: set[str | None] = set()
    for each in messages:
        if isinstance(each, ToolMessage):
            if each.tool_call_id not in waiting:
                return False
            waiting.discard(each.tool_call_id)
        elif waiting:
            return False
        elif isinstance(each, AIMessage):
            waiting = {call["id"] for call in each.tool_calls}
    return not waiting


TWO_SUBGOALS = (
    lambda: calls(call("subgoal", text="Find the mugs."), call("look", place="hall")),
    lambda: calls(call("look", place="bath")),
    lambda: calls(call("subgoal", text="Carry them."), call("carry", thing="mug")),
)


def two_subgoals() -> list[AIMessage]:
    return [make() for make in TWO_SUBGOALS]


class TestWhatAModelIsShown:
    def test_closed_subgoals_are_a_line_each_and_the_open_one_stays_as_it_is(self, memory: Memory) -> None:
        made, model = agent(memory, *two_subgoals(), calls(call("carry", thing="cup")), "Both are in the kitchen.")
        made.invoke(ask(), thread("mugs"))
        assert told(model.asked[0]) == [("human", GOAL)]
        seen = [
            ("human", GOAL),
            ("ai", "subgoal look"),
            ("tool", "Noted. Work towards it now."),
            ("tool", "In the hall you see a mug."),
            ("ai", "look"),
            ("tool", "In the bath you see a mug."),
        ]
        assert told(model.asked[1]) == seen[:4]
        assert told(model.asked[2]) == seen
        done = "Subgoal 1: Find the mugs.\nSummary: In the bath you see a mug.\nSubgoal 2: Carry them."
        short = [
            ("human", f"{GOAL}\n\n{PAST}\n{done}"),
            ("ai", "subgoal carry"),
            ("tool", "Noted. Work towards it now."),
            ("tool", "The mug is in the kitchen."),
        ]
        assert told(model.asked[3]) == short
        assert told(model.asked[4]) == [*short, ("ai", "carry"), ("tool", "The cup is in the kitchen.")]
        assert all(are_paired(each) for each in model.asked)

    def test_what_it_was_shown_is_not_what_the_agent_keeps(self, memory: Memory) -> None:
        made, _ = agent(memory, *two_subgoals(), "Done.")
        kept = made.invoke(ask())["messages"]
        assert kept[0].text == GOAL
        assert [each.type for each in kept] == [
            "human",
            *["ai", "tool", "tool", "ai", "tool", "ai", "tool", "tool"],
            "ai",
        ]
        assert "working_memory" not in made.get_output_jsonschema()["properties"]

    def test_retrieved_steps_are_shown_until_the_next_subgoal(self, memory: Memory) -> None:
        third = calls(call("subgoal", text="Check."), call("look", place="kitchen"))
        made, model = agent(memory, *two_subgoals(), calls(call("retrieve", numbers=[1])), third, "Done.")
        made.invoke(ask())
        after, last = str(model.asked[4][0].text), str(model.asked[5][0].text)
        pairs = 'Action: look(place="hall")\nObservation: In the hall you see a mug.\nAction: look(place="bath")'
        assert f"Subgoal 1: Find the mugs.\n{pairs}" in after
        assert "Summary: In the bath" not in after
        assert "Subgoal 1: Find the mugs.\nSummary: In the bath you see a mug." in last

    def test_what_stands_for_the_past_keeps_to_its_budget(self, memory: Memory) -> None:
        middleware = WorkingMemoryMiddleware(memory, budget=60)
        many = [calls(call("subgoal", text=f"Go to place {each}."), call("look", place="x" * 50)) for each in range(6)]
        made, model = agent(memory, *many, "Done.", middleware=[middleware])
        made.invoke(ask())
        last = str(model.asked[-1][0].text)
        assert "[…]" in last
        assert "Subgoal 6: Go to place 5." in last
        assert len(last) < len(GOAL) + len(PAST) + 60 * 4

    @pytest.mark.parametrize("budget", [1, 60])
    def test_a_milestone_longer_than_the_budget_ends_no_agent(self, memory: Memory, budget: int) -> None:
        long = calls(call("subgoal", text="Bring one mug after the other. " * 30), call("look", place="bath"))
        first = calls(call("subgoal", text="Find the mugs."), call("look", place="hall"))
        middleware = WorkingMemoryMiddleware(memory, budget=budget)
        made, model = agent(memory, first, long, calls(call("look", place="hall")), "Done.", middleware=[middleware])
        assert made.invoke(ask())["messages"][-1].text == "Done."
        assert "Subgoal 2: Bring one mug" in str(model.asked[-1][0].text)

    def test_a_budget_of_nothing_is_refused(self, memory: Memory) -> None:
        with pytest.raises(InvalidInput, match="a budget of 0 tokens was given; give 1 or more"):
            WorkingMemoryMiddleware(memory, budget=0)

    def test_a_request_of_blocks_keeps_them(self, memory: Memory) -> None:
        blocks: list[str | dict[str, Any]] = [
            {"type": "text", "text": GOAL},
            {"type": "image", "base64": "AA==", "mime_type": "image/png"},
        ]
        made, model = agent(memory, *two_subgoals(), "Done.")
        made.invoke({"messages": [HumanMessage(blocks)]})
        content = model.asked[-1][0].content
        assert content[:2] == blocks
        assert isinstance(content[2], dict)
        assert content[2]["text"].startswith(PAST)


class TestTheRun:
    def test_the_graph_holds_each_call_as_a_step(self, memory: Memory) -> None:
        made, _ = agent(memory, *two_subgoals(), "Both are\nin the kitchen.")
        made.invoke(ask(), thread("mugs"))
        run = stored(memory, "mugs")
        assert (run.goal, run.outcome, run.met) == (GOAL, "Both are in the kitchen.", None)
        assert [(each.text, [step.action for step in each.steps]) for each in run.subgoals] == [
            ("Find the mugs.", ['look(place="hall")', 'look(place="bath")']),
            ("Carry them.", ['carry(thing="mug")']),
        ]
        assert run.steps[2].observation == "The mug is in the kitchen."
        found = memory.recall("mugs in the kitchen", Filter(kinds=["run"])).hits
        assert [hit.id for hit in found] == ["run:run of mugs"]

    @pytest.mark.parametrize("characters", [193, 194, 200, 1000])
    def test_a_threads_name_has_any_length(self, characters: int, memory: Memory) -> None:
        for name in ("a", "b"):
            made, _ = agent(memory, calls(call("look", place="hall")), f"Done, {name}.")
            made.invoke(ask(), thread(name.rjust(characters, "n")))
        outcomes = [stored(memory, each).outcome for each in runs(memory)]
        assert sorted(map(str, outcomes)) == ["Done, a.", "Done, b."]

    def test_calls_without_a_subgoal_work_towards_the_goal(self, memory: Memory) -> None:
        made, model = agent(memory, calls(call("look", place="hall")), "One mug.")
        made.invoke(ask(), thread("bare"))
        assert [(each.text, len(each.steps)) for each in stored(memory, "bare").subgoals] == [(GOAL, 1)]
        assert told(model.asked[1])[0] == ("human", GOAL)

    def test_parallel_calls_are_steps_in_the_order_of_the_message(self, memory: Memory) -> None:
        many = calls(*(call("look", place=f"room {each}") for each in range(12)))
        made, _ = agent(memory, many, "Done.")
        made.invoke(ask(), thread("wide"))
        assert [each.action for each in stored(memory, "wide").steps] == [f'look(place="room {n}")' for n in range(12)]

    def test_blocks_that_a_tool_gives_back_are_lines(self, memory: Memory) -> None:
        @tool
        def find() -> list[str | dict[str, Any]]:
            """Find all."""
            return [{"type": "text", "text": "a mug"}, {"type": "text", "text": "a lamp"}]

        made, _ = agent(memory, calls(call("find")), "Done.", tools=[find])
        made.invoke(ask(), thread("blocks"))
        assert [each.observation for each in stored(memory, "blocks").steps] == ["a mug\na lamp"]

    def test_one_thread_name_in_two_spaces_is_two_runs(
        self, memory: Memory, open_memory: Callable[..., Memory]
    ) -> None:
        other = open_memory()
        middleware = [WorkingMemoryMiddleware(memory, by_context=True)]
        options = {"middleware": middleware, "context_schema": MemoryContext}
        made, _ = agent(memory, calls(call("look", place="hall")), ModelFailed("down"), **options)
        with pytest.raises(ModelFailed):
            made.invoke(ask(), thread("chat"), context=MemoryContext(memory.space.name))
        made, model = agent(memory, "Done.", **options)
        made.invoke(ask(), thread("chat"), context=MemoryContext(other.space.name))
        assert told(model.asked[0]) == [("human", GOAL)]
        assert (stored(other, "chat").outcome, stored(other, "chat").steps) == ("Done.", ())
        assert [each.action for each in stored(memory, "chat").steps] == ['look(place="hall")']

    def test_a_space_that_it_is_not_of_is_refused(self, memory: Memory) -> None:
        made, _ = agent(memory, "Done.", context_schema=MemoryContext)
        with pytest.raises(InvalidInput, match="with by_context=True"):
            made.invoke(ask(), context=MemoryContext("another"))
        assert "Run" not in memory.stats().nodes

    def test_an_answer_without_calls_is_a_run_too(self, memory: Memory) -> None:
        made, _ = agent(memory, "Hello!")
        made.invoke(ask(" "), thread("short"))
        run = stored(memory, "short")
        assert (run.goal, run.subgoals, run.outcome) == ("(a request without words)", (), "Hello!")

    def test_what_memory_gave_back_is_not_stored_again(self, memory: Memory) -> None:
        memory.add("Ann keeps a blue mug in the attic.", session="chat")
        own = tools(memory, session="chat")
        made, model = agent(memory, calls(call("recall", query="Where is a mug?")), "In the attic.", tools=own)
        made.invoke(ask(), thread("quoting"))
        assert "blue mug in the attic" in told(model.asked[1])[-1][1]
        (step,) = stored(memory, "quoting").steps
        assert (step.action, step.observation) == ('recall(query="Where is a mug?")', FROM_MEMORY)

    def test_what_the_tools_of_the_parts_gave_back_is_not_stored_again_either(self, memory: Memory) -> None:
        World(memory, "walk").observe("-= Hall =- There is an exit to the north. You see a red key.")
        own = tools(memory, session="walk", parts=["world", "working"])
        asked = [("world_where", {"thing": "red key"}), ("past_tasks", {"goal": GOAL})]
        seeing = call("world_observe", text="-= Attic =- There is an exit to the south.", action="go north")
        wanted = calls(*(call(name, **args) for name, args in asked), seeing)
        made, model = agent(memory, wanted, "Done.", tools=own)
        made.invoke(ask(), thread("walking"))
        assert "red key in hall" in [text for _, text in told(model.asked[1])]
        *looked, observed = stored(memory, "walking").steps
        assert [each.observation for each in looked] == [FROM_MEMORY] * 2
        assert "you are in attic" in observed.observation

    def test_long_calls_and_results_are_cut(self, memory: Memory) -> None:
        loud = calls(call("subgoal", text="Shout \ud800" + "!" * 2000), call("shout", text="ha" * 900 + "\ud800"))
        made, _ = agent(memory, loud, "x" * 9000)
        made.invoke(ask("y" * 9000), thread("loud"))
        run = stored(memory, "loud")
        assert run.subgoals[0].text == f"Shout \ufffd{'!' * 2000}"[:MAX_ACTION_CHARACTERS]
        assert len(run.steps[0].action) == MAX_ACTION_CHARACTERS
        assert len(run.steps[0].observation) == MAX_OBSERVATION_CHARACTERS
        assert len(run.goal) == len(run.outcome or "") == MAX_GOAL_CHARACTERS + 2

    def test_what_a_model_says_of_its_prompt_is_kept_with_the_step(self, memory: Memory) -> None:
        said = calls(call("look", place="hall"))
        said.usage_metadata = {"input_tokens": 321, "output_tokens": 9, "total_tokens": 330}
        made, _ = agent(memory, said, "Done.")
        made.invoke(ask(), thread("counted"))
        assert stored(memory, "counted").steps[0].prompt_tokens == 321

    def test_a_summary_is_written_by_the_memorys_model(self, memory: Memory) -> None:
        own = Scripted(answers=['{"summary": "Mugs: hall, bath.", "met": true}'])
        with_model = Memory(memory.space.graph, memory.space.encoder, memory.space.name, memory.settings, own)
        made, model = agent(with_model, *two_subgoals(), "Done.")
        made.invoke(ask())
        assert "Subgoal 1: Find the mugs.\nSummary: Mugs: hall, bath." in str(model.asked[3][0].text)


class TestItsTools:
    def test_a_subgoal_that_is_named_again_stays_open(self, memory: Memory) -> None:
        said = [
            calls(call("subgoal", text="Find the mugs."), call("look", place="hall")),
            calls(call("subgoal", text="find the  mugs"), call("look", place="bath")),
            calls(call("subgoal", text="Find the mugs.")),
        ]
        made, model = agent(memory, *said, "Done.")
        kept = made.invoke(ask(), thread("again"))["messages"]
        assert [(each.text, len(each.steps)) for each in stored(memory, "again").subgoals] == [("Find the mugs.", 2)]
        assert told(model.asked[-1]) == told(kept[:-1])

    def test_a_subgoal_without_a_step_stays_and_the_model_is_told(self, memory: Memory) -> None:
        hasty = calls(call("subgoal", text="One."), call("subgoal", text="Two."), call("look", place="hall"))
        made, model = agent(memory, hasty, "Done.")
        made.invoke(ask(), thread("hasty"))
        assert "has the subgoal 'One.' without a step" in told(model.asked[1])[3][1]
        assert [(each.text, len(each.steps)) for each in stored(memory, "hasty").subgoals] == [("One.", 1)]

    @pytest.mark.parametrize(
        ("wrong", "why"),
        [
            (("retrieve", {"numbers": [7]}), "no closed subgoal 7; it has 1"),
            (("retrieve", {"numbers": [2]}), "no closed subgoal 2; it has 1"),
            (("retrieve", {"numbers": []}), "no subgoal was named"),
            (("retrieve", {"numbers": {}}), "list"),
            (("retrieve", {}), "required"),
            (("subgoal", {"text": " "}), "blank"),
            (("subgoal", {}), "required"),
        ],
    )
    def test_what_cannot_be_done_is_said_and_changes_nothing(
        self, memory: Memory, wrong: tuple[str, dict[str, object]], why: str
    ) -> None:
        name, args = wrong
        made, model = agent(memory, *two_subgoals(), calls(call(name, **args)), "Done.")
        made.invoke(ask(), thread("wrong"))
        assert why in told(model.asked[4])[-1][1].lower().replace("\n", " ")
        run = stored(memory, "wrong")
        assert [(each.text, len(each.steps), each.retrieved) for each in run.subgoals] == [
            ("Find the mugs.", 2, ()),
            ("Carry them.", 1, ()),
        ]

    @pytest.mark.parametrize("numbers", [1, "1", "subgoals 1 and 1", [1, 1], ["1"]])
    def test_numbers_are_read_as_models_give_them(self, memory: Memory, numbers: object) -> None:
        made, _ = agent(memory, *two_subgoals(), calls(call("retrieve", numbers=numbers)), "Done.")
        made.invoke(ask(), thread("read"))
        assert stored(memory, "read").subgoals[1].retrieved == (1,)

    def test_what_is_shown_already_is_retrieved_once(self, memory: Memory) -> None:
        again = [calls(call("retrieve", numbers=[1])) for _ in range(9)]
        made, _ = agent(memory, *two_subgoals(), *again, "Done.")
        made.invoke(ask(), thread("again"))
        assert stored(memory, "again").subgoals[1].retrieved == (1,)

    def test_a_tool_of_the_same_name_is_refused(self, memory: Memory) -> None:
        @tool
        def retrieve(query: str) -> str:
            """Search."""
            return query

        made, _ = agent(memory, "Done.", tools=[retrieve])
        with pytest.raises(InvalidInput, match="tool 'retrieve' of its own"):
            made.invoke(ask())


class TestThreads:
    def test_a_later_request_of_a_thread_is_a_run_of_its_own(self, memory: Memory) -> None:
        made, model = agent(
            memory,
            *two_subgoals(),
            "Done.",
            calls(call("look", place="attic")),
            "Nothing.",
            checkpointer=InMemorySaver(),
        )
        made.invoke(ask(), thread("chat"))
        made.invoke(ask("Look into the attic."), thread("chat"))
        second = next(name for name in runs(memory) if name.startswith("chat-"))
        assert [each.action for each in stored(memory, second).steps] == ['look(place="attic")']
        assert (stored(memory, second).goal, stored(memory, "chat").length) == ("Look into the attic.", 3)
        assert are_paired(model.asked[-1])
        assert told(model.asked[-1])[-3:] == [
            ("human", "Look into the attic."),
            ("ai", "look"),
            ("tool", "In the attic you see a mug."),
        ]

    def test_a_request_that_failed_goes_on_where_it_stood(self, memory: Memory) -> None:
        saver = InMemorySaver()
        made, _ = agent(memory, *two_subgoals(), ModelFailed("down"), checkpointer=saver)
        with pytest.raises(ModelFailed):
            made.invoke(ask(), thread("broken"))
        assert stored(memory, "broken").outcome is None
        other, model = agent(memory, calls(call("carry", thing="cup")), "Done.", checkpointer=saver)
        other.invoke(None, thread("broken"))
        assert told(model.asked[0])[1:] == [
            ("ai", "subgoal carry"),
            ("tool", "Noted. Work towards it now."),
            ("tool", "The mug is in the kitchen."),
        ]
        run = stored(memory, "broken")
        assert ([each.number for each in run.steps], run.outcome) == ([0, 1, 2, 3], "Done.")

    def test_another_request_after_a_failure_ends_the_run_and_stays_in_the_prompt(self, memory: Memory) -> None:
        saver = InMemorySaver()
        made, _ = agent(memory, calls(call("look", place="hall")), ModelFailed("down"), checkpointer=saver)
        with pytest.raises(ModelFailed):
            made.invoke(ask(), thread("further"))
        other, model = agent(
            memory, calls(call("subgoal", text="Go on."), call("look", place="attic")), "Done.", checkpointer=saver
        )
        other.invoke(ask("Look into the attic."), thread("further"))
        assert [kind for kind, _ in told(model.asked[1])] == ["human", "ai", "tool", "human", "ai", "tool", "tool"]
        assert told(model.asked[1])[3] == ("human", "Look into the attic.")
        first = stored(memory, "further")
        assert (first.goal, first.length, first.outcome) == (GOAL, 1, "")
        (second,) = set(runs(memory)) - {"further"}
        run = stored(memory, second)
        assert (run.goal, run.length, run.outcome) == ("Look into the attic.", 1, "Done.")

    def test_without_a_checkpointer_what_was_done_is_shown_from_memory(self, memory: Memory) -> None:
        made, _ = agent(memory, *two_subgoals(), ModelFailed("down"))
        with pytest.raises(ModelFailed):
            made.invoke(ask(), thread("lost"))
        other, model = agent(memory, calls(call("carry", thing="cup")), "Done.")
        other.invoke(ask(), thread("lost"))
        first = str(model.asked[0][0].text)
        assert "Summary: In the bath you see a mug." in first
        assert first.endswith('Action: carry(thing="mug")\nObservation: The mug is in the kitchen.')
        assert [each.number for each in stored(memory, "lost").steps] == [0, 1, 2, 3]

    def test_a_session_of_the_runs_name_is_left_alone(self, memory: Memory) -> None:
        memory.add("I like mugs.", session="run of ann")
        made, _ = agent(memory, calls(call("look", place="hall")), "Done.")
        made.invoke(ask(), thread("ann"))
        (name,) = runs(memory)
        assert name.startswith("ann-")
        assert len(stored(memory, name).steps) == 1

    def test_turns_that_are_remembered_in_a_session_of_the_threads_name_cost_no_step(self, memory: Memory) -> None:
        def many() -> list[AIMessage]:
            both = calls(call("add", text="I like mugs."), call("look", place="hall"))
            return [both, calls(call("add", text="I like cups.")), calls(call("look", place="bath"))]

        own = [look, *tools(memory, session="chat")]
        middleware: list[AgentMiddleware[Any, Any]] = [WorkingMemoryMiddleware(memory), ClewMiddleware(memory)]
        made, _ = agent(
            memory, *many(), "One.", *many(), "Two.", tools=own, middleware=middleware, checkpointer=InMemorySaver()
        )
        for text in (GOAL, "And now?"):
            made.invoke(ask(text), thread("chat"))
        names = runs(memory)
        assert len(names) == 2
        for name in names:
            kept = [each.action.partition("(")[0] for each in stored(memory, name).steps]
            assert kept == ["add", "look", "add", "look"]
        query = "MATCH (t:Episode {space: $space, session: 'chat'}) RETURN t.text AS text ORDER BY t.position"
        assert [row["text"] for row in memory.space.read(generated("test", query))] == [
            *["I like mugs.", "I like cups.", GOAL, "One."],
            *["I like mugs.", "I like cups.", "And now?", "Two."],
        ]

    def test_a_run_of_an_earlier_version_that_goes_on_is_taken_up(self, memory: Memory) -> None:
        working = WorkingMemory(memory)
        working.begin(GOAL, name="older")
        made, _ = agent(memory, calls(call("look", place="hall")), "One.", calls(call("look", place="bath")), "Two.")
        for _ in range(2):
            made.invoke(ask(), thread("older"))
        first, second = working.resume("older"), stored(memory, "older")
        assert [(run.length, run.outcome) for run in (first, second)] == [(1, "One."), (1, "Two.")]

    def test_a_step_that_was_written_and_not_checkpointed_is_not_written_twice(self, memory: Memory) -> None:
        """The process dies between the graph's commit and the checkpoint: the node runs again."""

        class Dies(WorkingMemoryMiddleware):
            def before_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
                update = super().before_model(state, runtime)
                if update and deaths:
                    deaths.pop()
                    raise KeyboardInterrupt
                return update

        deaths, saver = [1, 1, 1], InMemorySaver()
        retrieving = calls(call("retrieve", numbers=[1]))
        made, _ = agent(memory, *two_subgoals(), retrieving, "Done.", middleware=[Dies(memory)], checkpointer=saver)
        given: Any = ask()
        while True:
            try:
                made.invoke(given, thread("dying"))
                break
            except KeyboardInterrupt:
                given = None
        assert not deaths
        run = stored(memory, "dying")
        assert [(each.text, len(each.steps)) for each in run.subgoals] == [("Find the mugs.", 2), ("Carry them.", 1)]
        assert run.subgoals[1].retrieved == (1,)

    def test_a_call_that_waits_for_a_person_is_no_step_until_it_is_done(self, memory: Memory) -> None:
        middleware: list[AgentMiddleware[Any, Any]] = [
            WorkingMemoryMiddleware(memory),
            HumanInTheLoopMiddleware(interrupt_on={"carry": True}),
        ]
        made, _ = agent(
            memory, calls(call("carry", thing="mug")), "Done.", middleware=middleware, checkpointer=InMemorySaver()
        )
        made.invoke(ask(), thread("asked"))
        assert stored(memory, "asked").length == 0
        made.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread("asked"))
        assert [each.action for each in stored(memory, "asked").steps] == ['carry(thing="mug")']

    def test_an_agent_that_waited_before_it_had_working_memory_goes_on(self, memory: Memory) -> None:
        waits = HumanInTheLoopMiddleware(interrupt_on={"carry": True})
        saver = InMemorySaver()
        before, _ = agent(memory, calls(call("carry", thing="mug")), middleware=[waits], checkpointer=saver)
        before.invoke(ask(), thread("older"))
        since: list[AgentMiddleware[Any, Any]] = [WorkingMemoryMiddleware(memory), waits]
        made, _ = agent(memory, "Done.", middleware=since, checkpointer=saver)
        made.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread("older"))
        run = stored(memory, "older")
        assert ([each.action for each in run.steps], run.outcome) == (['carry(thing="mug")'], "Done.")

    def test_an_agent_that_a_tool_calls_has_a_run_of_its_own(self, memory: Memory) -> None:
        middleware = [WorkingMemoryMiddleware(memory)]
        inner, _ = agent(memory, *two_subgoals(), "Two mugs.", middleware=middleware)

        @tool
        def search(what: str) -> str:
            """Let another agent search."""
            return str(inner.invoke(ask(what))["messages"][-1].text)

        said = [calls(call("look", place="hall")), calls(call("search", what="Find a mug.")), "Done."]
        made, _ = agent(memory, *said, tools=[look, search], middleware=middleware, checkpointer=InMemorySaver())
        made.invoke(ask(), thread("outer"))
        run = stored(memory, "outer")
        assert [each.action for each in run.steps] == ['look(place="hall")', 'search(what="Find a mug.")']
        assert (run.steps[1].observation, run.outcome) == ("Two mugs.", "Done.")
        (other,) = set(runs(memory)) - {"outer"}
        assert (stored(memory, other).goal, stored(memory, other).length) == ("Find a mug.", 3)

    def test_an_agent_that_waits_keeps_its_run_from_another_agent_of_the_thread(self, memory: Memory) -> None:
        waiting, _ = agent(
            memory,
            calls(call("carry", thing="mug")),
            "It is there.",
            middleware=[WorkingMemoryMiddleware(memory), HumanInTheLoopMiddleware(interrupt_on={"carry": True})],
            checkpointer=InMemorySaver(),
        )
        waiting.invoke(ask(), thread("shared"))
        other, _ = agent(memory, calls(call("look", place="attic")), "Nothing.", checkpointer=InMemorySaver())
        other.invoke(ask("Look into the attic."), thread("shared"))
        waiting.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread("shared"))
        run = stored(memory, "shared")
        assert ([each.action for each in run.steps], run.outcome) == (['carry(thing="mug")'], "It is there.")

    def test_a_run_that_was_ended_elsewhere_is_followed_by_another(self, memory: Memory) -> None:
        @tool
        def stop() -> str:
            """End the run from outside."""
            working = WorkingMemory(memory)
            working.resume("run of stopped")
            working.end("It was stopped in the attic.")
            return "Stopped."

        said = [calls(call("look", place="hall")), calls(call("stop")), calls(call("look", place="bath")), "Done."]
        made, _ = agent(memory, *said, tools=[look, stop])
        made.invoke(ask(), thread("stopped"))
        run = stored(memory, "stopped")
        assert (run.length, run.outcome) == (1, "It was stopped in the attic.")
        found = memory.recall(GOAL, Filter(kinds=["run"])).hits
        (name,) = {hit.id.removeprefix("run:") for hit in found} - {"run of stopped"}
        follows = WorkingMemory(memory).resume(name)
        assert [each.action for each in follows.steps] == ["stop()", 'look(place="bath")']
        assert (follows.goal, follows.outcome) == (GOAL, "Done.")

    def test_calls_of_a_model_that_numbers_each_messages_calls_anew_are_all_recorded(self, memory: Memory) -> None:
        def numbered(message: AIMessage) -> AIMessage:
            return calls(
                *(
                    ToolCall(name=each["name"], args=each["args"], id=f"call_{n}", type="tool_call")
                    for n, each in enumerate(message.tool_calls)
                )
            )

        said = [*map(numbered, two_subgoals()), "Two mugs.", *map(numbered, two_subgoals()), "Done."]
        made, model = agent(memory, *said, checkpointer=InMemorySaver())
        made.invoke(ask(), thread("numbered"))
        made.invoke(ask("Once more, mugs of the attic."), thread("numbered"))
        names = runs(memory)
        assert len(names) == 2
        for name in names:
            assert [[step.action for step in each.steps] for each in stored(memory, name).subgoals] == [
                ['look(place="hall")', 'look(place="bath")'],
                ['carry(thing="mug")'],
            ]
        assert [kind for kind, _ in told(model.asked[3])] == ["human", "ai", "tool", "tool"]
        assert all(are_paired(each) for each in model.asked)

    def test_one_middleware_serves_awaited_agents_side_by_side(self, memory: Memory) -> None:
        middleware = [WorkingMemoryMiddleware(memory)]
        made = [agent(memory, *two_subgoals(), "Done.", middleware=middleware)[0] for _ in range(3)]

        async def together() -> None:
            await asyncio.gather(*(each.ainvoke(ask(), thread(f"side {n}")) for n, each in enumerate(made)))

        asyncio.run(together())
        for n in range(3):
            run = stored(memory, f"side {n}")
            assert ([each.number for each in run.steps], run.outcome) == ([0, 1, 2], "Done.")


class TestWhereMemoryFails:
    def test_without_a_database_the_agent_goes_on_and_the_log_says_why(
        self, memory: Memory, caplog: pytest.LogCaptureFixture
    ) -> None:
        made, model = agent(memory, calls(call("subgoal", text="One."), call("look", place="hall")), "Done.")
        memory.close()
        assert made.invoke(ask(), thread("down"))["messages"][-1].text == "Done."
        assert told(model.asked[1])[2:] == [
            ("tool", "error: working memory fails; go on without it"),
            ("tool", "In the hall you see a mug."),
        ]
        logged = [each.message for each in caplog.records if each.name == WorkingMemoryMiddleware.__module__]
        assert logged == [
            "no run of working memory was begun",
            "a call of subgoal was refused",
            *["tool calls were not recorded"] * 2,
            "a run of working memory was not ended",
        ]

    def test_what_was_done_meanwhile_is_recorded_once_memory_answers(
        self, server: Address, encoder: MiniLM, memory: Memory
    ) -> None:
        class Down(Embeddings):
            identity, is_down = encoder.identity, False

            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                if self.is_down:
                    raise TimeoutError("the encoder is down")
                return encoder.embed_documents(texts)

            def embed_query(self, text: str) -> list[float]:
                return self.embed_documents([text])[0]

        @tool
        def repair() -> str:
            """Repair the encoder."""
            down.is_down = False
            return "It works again."

        down, auth = Down(), (server.user, server.password)
        said = [*two_subgoals()[:2], calls(call("repair")), *two_subgoals()[2:], "Done."]
        with Memory.open(server.uri, auth=auth, space=memory.space.name, encoder=down) as failing:
            down.is_down = True
            made, model = agent(failing, *said, tools=[look, carry, repair])
            made.invoke(ask(), thread("down"))
        run = stored(memory, "down")
        assert [(each.text, [step.number for step in each.steps]) for each in run.subgoals] == [
            ("Find the mugs.", [0, 1, 2]),
            ("Carry them.", [3]),
        ]
        assert run.outcome == "Done."
        assert [kind for kind, _ in told(model.asked[-1])] == ["human", "ai", "tool", "tool"]

    def test_a_run_that_could_not_begin_does_so_once_memory_answers(self, memory: Memory) -> None:
        def close(*, closed: bool) -> None:
            statement = "MATCH (space:Clew {space: $space, id: 'space'}) SET space.closed = $closed"
            memory.space.write(generated("close", statement), closed=closed)

        @tool
        def repair() -> str:
            """Open the space again."""
            close(closed=False)
            return "It is open."

        memory.add("I like mugs.", session="said")
        close(closed=True)
        made, _ = agent(memory, calls(call("look", place="hall")), calls(call("repair")), "Done.", tools=[look, repair])
        made.invoke(ask(), thread("late"))
        run = stored(memory, "late")
        assert ([each.action for each in run.steps], run.outcome) == (['look(place="hall")', "repair()"], "Done.")

    def test_a_run_that_is_forgotten_meanwhile_is_followed_by_another(self, memory: Memory) -> None:
        @tool
        def erase() -> str:
            """Forget what was done."""
            memory.forget(session="run of erased")
            return "Forgotten."

        said = [calls(call("look", place="hall")), calls(call("erase")), calls(call("look", place="bath")), "Done."]
        made, _ = agent(memory, *said, tools=[look, erase])
        made.invoke(ask(), thread("erased"))
        (name,) = runs(memory)
        run = stored(memory, name)
        assert ([each.action for each in run.steps], run.outcome) == (["erase()", 'look(place="bath")'], "Done.")


def runs(memory: Memory) -> list[str]:
    """Return the threads of the space's ended runs."""
    return [
        hit.id.removeprefix("run:run of ") for hit in memory.recall("mug attic", Filter(kinds=["run"]), limit=9).hits
    ]


def test_a_long_request_takes_nothing_of_the_budget() -> None:
    run = Run("r", GOAL * 20).with_subgoal("Find a mug.", None).with_step("look", "A mug.")
    run = run.with_subgoal("Carry it.", Summary("A mug."))
    shown = "Subgoal 1: Find a mug.\nSummary: A mug.\nSubgoal 2: Carry it."
    assert past(run, 0, count_tokens_approximately, 60) == shown


def test_without_langchain_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain.agents.middleware.types", None)
    monkeypatch.delitem(sys.modules, "clew.agents.middleware")
    with pytest.raises(MissingDependency, match=r"needs langchain; .*\[langchain\]"):
        import_module("clew.agents.middleware")


@pytest.mark.slow
def test_nothing_else_imports_langchain() -> None:

    script = (
        "import sys, clew.api.working, clew.agents.tools, clew.agents.tool_steps\n"
        "print('langchain.agents' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


CALLS = st.sampled_from(
    [
        ("subgoal", {"text": "One."}),
        ("subgoal", {"text": "Two."}),
        ("subgoal", {"text": ""}),
        ("retrieve", {"numbers": [1]}),
        ("retrieve", {"numbers": [1, 2]}),
        ("look", {"place": "hall"}),
        ("look", {}),
        ("nonsense", {"x": 1}),
    ]
)


@given(st.lists(st.lists(CALLS, min_size=1, max_size=4), max_size=4))
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_model_calls_its_messages_stay_paired_and_each_other_call_is_a_step(
    memory: Memory, wanted: list[list[tuple[str, dict[str, object]]]]
) -> None:
    name = f"any {next(IDS)}"
    said = [calls(*(call(tool, **args) for tool, args in each)) for each in wanted]
    made, model = agent(memory, *said, "Done.")
    kept = made.invoke(ask(), thread(name))["messages"]
    assert all(are_paired(each) for each in model.asked)
    assert sum(len(each) for each in model.asked) <= sum(range(1, len(kept) + 1))
    others = [tool for each in wanted for tool, _ in each if tool not in {"subgoal", "retrieve"}]
    run = stored(memory, name)
    assert [each.action.partition("(")[0] for each in run.steps] == others
    assert all(each.steps for each in run.subgoals[:-1])
