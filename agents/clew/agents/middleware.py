"""Working memory for any agent that LangChain's `create_agent` makes.

    agent = create_agent(model, tools, middleware=[WorkingMemoryMiddleware(memory)])
    agent.invoke({"messages": [HumanMessage("Put every mug into the kitchen.")]})

The agent gets two tools more, `subgoal` and `retrieve`. Each request is a run of working memory, and each other tool
call a step of it. Before a call of the model, the tool calls of closed subgoals are replaced by a line for each.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Annotated, Any, TypedDict, cast

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.tools import StructuredTool

from clew.agents.part_tools import RECALLING
from clew.agents.spaces import Spaces
from clew.agents.tool_steps import FORMS, answered, call_ids, past, record, refusal, shown, text_of
from clew.errors import Conflict, InvalidInput, MissingDependency, NotFound, install_hint
from clew.memory import Memory
from clew.working import WorkingMemory

try:
    from langchain.agents.middleware.types import (
        AgentMiddleware,
        AgentState,
        ModelRequest,
        ModelResponse,
        PrivateStateAttr,
    )
    from langgraph.prebuilt.tool_node import ToolCallRequest
    from langgraph.runtime import Runtime
    from langgraph.types import Command

    from clew.agents.threads import place, session_name, thread
except ImportError as error:
    raise MissingDependency(f"working memory in an agent needs langchain; {install_hint('langchain')}") from error

MAX_GOAL_CHARACTERS = 500
"""Of a user's request that a run has as its goal, and of the answer that it has as its outcome."""

_DONE = {
    "subgoal": "Noted. Work towards it now.",
    "retrieve": "They stand above now, with the other milestones, until the next one begins.",
}


class Progress(TypedDict):
    """How far the messages of an agent are recorded; a checkpointer keeps it with them.

    Attributes:
        run: its name.
        since: id of the message with the goal.
        first: steps that the run had before these messages.
        at: subgoals and steps of the run.
        recorded: ids of the tool calls that need not be looked at again.
        opened: id of the call that opened the open subgoal.
        past: what stands for the messages before it.
    """

    run: str
    since: str
    first: int
    at: tuple[int, int]
    recorded: list[str]
    opened: str
    past: str


class WorkingState(AgentState[Any]):
    """The state of an agent with working memory."""

    working_memory: Annotated[Progress, PrivateStateAttr]


class WorkingMemoryMiddleware(AgentMiddleware[WorkingState, Any, Any]):
    """Gives an agent working memory. One object serves any number of agents and threads at once.

    It is the first of an agent's middleware, so that it sees each message before another one removes it. A run of the
    thread ``chat 7`` is ``run of chat 7``, so that what is said may be remembered in a session of the thread's name; a
    thread's later requests are runs of their own, and so are those of an agent that a tool or a node calls. A run whose
    agent failed or waits goes on where the same is asked for again; another request of the agent ends it.
    """

    state_schema = WorkingState

    def __init__(
        self,
        memory: Memory,
        *,
        budget: int | None = None,
        recalling: Collection[str] = RECALLING,
        by_context: bool = False,
    ) -> None:
        """Give agents working memory.

        Args:
            memory: where runs are kept, unless each request names its space; its language model writes the summaries,
                where it has one.
            budget: of tokens for what stands in place of the messages of closed subgoals; None: no bound.
            recalling: tools that give back what is in memory: it is not stored once more.
            by_context: whether each request names its space in the runtime's context; see `clew.agents.spaces`.
        """
        super().__init__()
        self._spaces, self._budget, self._recalling = Spaces(memory, "", by_context=by_context), budget, recalling
        self.tools = [
            StructuredTool.from_function(
                _saying(_DONE[name]),
                name=name,
                description=inspect.getdoc(form),
                args_schema=form,
            )
            for name, form in FORMS.items()
        ]

    def before_agent(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Begin a run, or take the thread's up where it goes on."""
        messages, kept = state["messages"], state.get("working_memory")
        request = next((each for each in reversed(messages) if isinstance(each, HumanMessage)), None)
        goal = _line(request) or "(a request without words)"
        since = str(request.id) if request else ""
        run = self._opened(runtime.context, goal, kept["run"] if kept else "", since).run
        if kept and kept["run"] == run.name:
            return None
        return _update(
            run=run.name,
            since=since,
            first=run.length,
            at=(len(run.subgoals), run.length),
            recorded=call_ids(messages),
            opened="",
            past=past(run, run.length, count_tokens_approximately, self._budget),
        )

    def before_model(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Record the tool calls since the model was asked last."""
        kept = state["working_memory"]
        if not (calls := answered(state["messages"], {*kept["recorded"]})):
            return None
        working = self._resumed(runtime.context, kept)
        try:
            opened = record(working, calls, kept["at"], self._recalling)
        except Conflict:
            if working.run.outcome is None:
                raise
            working.begin(working.run.goal)  # another ended the run
            kept = Progress({**kept, "run": working.run.name, "first": 0, "opened": ""})
            opened = record(working, calls, (0, 0), self._recalling)
        run = working.run
        return _update(
            **{
                **kept,
                "at": (len(run.subgoals), run.length),
                "recorded": [*kept["recorded"], *(each.id for each in calls)],
                "opened": opened or kept["opened"],
                "past": past(run, kept["first"], count_tokens_approximately, self._budget),
            }
        )

    def after_agent(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Record what is left, and end the run with the agent's answer as its outcome."""
        update = self.before_model(state, runtime)
        working = self._resumed(runtime.context, (update or state)["working_memory"])
        last = state["messages"][-1]
        if working.run.outcome is None:
            working.end(_line(last) if isinstance(last, AIMessage) else "")
        return update

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Ask the model with the messages of closed subgoals replaced."""
        return handler(self._shortened(request))

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]]
    ) -> ToolMessage | Command[Any]:
        """Call a tool; one of working memory's own says why it cannot be done."""
        return self._refused(request) or handler(request)

    async def abefore_agent(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do as `before_agent`."""
        return await asyncio.to_thread(self.before_agent, state, runtime)

    async def abefore_model(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do as `before_model`."""
        return await asyncio.to_thread(self.before_model, state, runtime)

    async def aafter_agent(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do as `after_agent`."""
        return await asyncio.to_thread(self.after_agent, state, runtime)

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Do as `wrap_model_call`."""
        return await handler(self._shortened(request))

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage | Command[Any]:
        """Do as `wrap_tool_call`."""
        return await asyncio.to_thread(self._refused, request) or await handler(request)

    def _working(self, context: object) -> WorkingMemory:
        return WorkingMemory(self._spaces.of(context).memory)

    def _opened(self, context: object, goal: str, kept: str, request: str) -> WorkingMemory:
        """Take up the run of this goal that goes on; else begin one with the first name that is free.

        Args:
            context: of the runtime.
            goal: of the request.
            kept: the run of the agent's state; it is ended where it has another goal. Empty: none.
            request: id of its message.
        """
        working, here = self._working(context), thread()
        if here and place():
            here = f"{here}-{place()}"
        names = _names(kept, here, request)
        for name in (*names, session_name(here)):  # earlier versions named a run after the thread itself
            with suppress(NotFound):
                if name and working.resume(name).outcome is None:
                    if working.run.goal == goal:
                        return working
                    if name == kept:
                        working.end()
        for name in names:
            with suppress(Conflict):  # a run that has ended, or a session
                working.begin(goal, name=name)
                return working
        working.begin(goal)
        return working

    def _resumed(self, context: object, kept: Progress) -> WorkingMemory:
        working = self._working(context)
        working.resume(kept["run"])
        return working

    def _shortened(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        for tool in request.tools:
            name = str(tool.get("name", "") if isinstance(tool, Mapping) else tool.name)
            if name in FORMS and tool not in self.tools:
                raise InvalidInput(
                    f"the agent has a tool {name!r} of its own; working memory needs that name, so rename it"
                )
        kept = cast("WorkingState", request.state)["working_memory"]
        return request.override(messages=shown(request.messages, kept["since"], kept["opened"], kept["past"]))

    def _refused(self, request: ToolCallRequest) -> ToolMessage | None:
        call, state = request.tool_call, cast("WorkingState", request.state)
        if call["name"] not in FORMS:
            return None
        calls = [each.tool_calls for each in state["messages"] if isinstance(each, AIMessage)][-1]
        place = next((place for place, each in enumerate(calls) if each["id"] == call["id"]), 0)
        context = cast("Any", request).runtime.context  # whose type LangGraph leaves open
        why = refusal(self._resumed(context, state["working_memory"]).run, calls[:place], call)
        if not why:
            return None
        return ToolMessage(why, tool_call_id=str(call["id"]), name=call["name"], status="error")


def _saying(text: str) -> Callable[..., str]:
    def say(**_: object) -> str:
        return text

    return say


def _update(**progress: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"working_memory": progress}


def _names(kept: str, here: str, request: str) -> list[str]:
    """Return the names that a run may have, best first: that of the agent's state, the agent's, the request's."""
    name = f"run of {here}" if here else ""
    return [session_name(each) for each in (kept, name, f"{name}-{request[:8]}" if name and request else "") if each]


def _line(message: AnyMessage | BaseMessage | None) -> str:
    line = " ".join(text_of(message).split()) if message else ""
    return line if len(line) <= MAX_GOAL_CHARACTERS else f"{line[:MAX_GOAL_CHARACTERS].rstrip()} …"
