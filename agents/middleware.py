"""Working memory for any agent that LangChain's `create_agent` makes.

    agent = create_agent(model, tools, middleware=[WorkingMemoryMiddleware(memory)])
    agent.invoke({"messages": [HumanMessage("Put every mug into the kitchen.")]})

The agent gets two tools more, `subgoal` and `retrieve`. Each request is a run of working memory, and each other tool
call a step of it. Before a call of the model, the tool calls of closed subgoals are replaced by a line for each.
"""

import inspect
import logging
from collections.abc import Awaitable, Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Annotated, Any, TypedDict, cast

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.tools import StructuredTool

from clew.agents.spaces import Spaces
from clew.agents.tool_steps import FORMS, answered, call_ids, past, record, refusal, shown, text_of
from clew.agents.tools import RECALLING
from clew.api.async_memory import THREADS
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.errors import Conflict, InvalidInput, MissingDependency, NotFound, install_hint
from clew.model.working import Run

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

MAX_GOAL_CHARACTERS = 500  # characters of a run's goal, from the request, and of its outcome, from the answer
_log = logging.getLogger(__name__)

_DONE = {
    "subgoal": "Noted. Work towards it now.",
    "retrieve": "They stand above now, with the other milestones, until the next one begins.",
}


class _Progress(TypedDict):
    """The progress of recording an agent's messages; a checkpointer keeps it with them."""

    run: str  # its name; empty where none could be begun yet
    since: str  # id of the message with the goal
    first: int  # steps that the run had before these messages
    at: tuple[int, int]  # subgoals and steps of the run
    recorded: list[str]  # ids of the tool calls that need not be looked at again
    opened: str  # id of the call that opened the open subgoal
    past: str  # what stands for the messages before it


class WorkingState(AgentState[Any]):
    """The state of an agent with working memory."""

    working_memory: Annotated[_Progress, PrivateStateAttr]


class WorkingMemoryMiddleware(AgentMiddleware[WorkingState, Any, Any]):
    """Gives an agent working memory. One object serves any number of agents and threads at once.

    It is the first of an agent's middleware, so that it sees each message before another one removes it. A run of the
    thread ``chat 7`` is ``run of chat 7``, so that what is said may be remembered in a session of the thread's name. A
    thread's later requests are runs of their own, and so are those of an agent that a tool or a node calls. A run whose
    agent failed or waits goes on where the same is asked for again; another request of the agent ends it.

    Where memory fails, the agent goes on with its messages as they are, and the failure is logged. Its steps meanwhile
    are recorded before the first call of the model at which memory answers again, or at its end.
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
            budget: of tokens for what stands in place of the messages of closed subgoals, 1 or more; None: no bound.
            recalling: tools that give back what is in memory: it is not stored once more.
            by_context: whether each request names its space in the runtime's context; see `clew.agents.spaces`.

        Raises:
            InvalidInput: the budget is below 1.
        """
        super().__init__()
        if budget is not None and budget < 1:
            raise InvalidInput(f"a budget of {budget} tokens was given; give 1 or more, or None for no bound")
        self._spaces, self._budget, self._recalling = Spaces(memory, "", by_context=by_context), budget, recalling
        self.tools = [
            StructuredTool.from_function(
                _saying(_DONE[name]), name=name, description=inspect.getdoc(form), args_schema=form
            )
            for name, form in FORMS.items()
        ]

    def before_agent(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Begin a run, or take the thread's up where it goes on."""
        messages, kept = state["messages"], state.get("working_memory")
        begun = _unbegun(messages)
        with _failing("no run of working memory was begun"):
            begun = self._begun(messages, runtime.context, kept["run"] if kept else "", begun["since"])
        if kept and kept["run"] == begun["run"] != "":
            return None
        return _update(begun, recorded=call_ids(messages))

    def before_model(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Record the tool calls since the model was asked last; where that fails, they are with the next ones."""
        with _failing("tool calls were not recorded"):
            messages, kept = state["messages"], _progress(state)
            if not (calls := answered(messages, {*kept["recorded"]})):
                return None
            working, progress = self._working(runtime.context), kept
            try:
                working.resume(kept["run"])
                opened = record(working, calls, kept["at"], self._recalling)
            except (Conflict, NotFound) as error:
                if isinstance(error, Conflict) and working.run.outcome is None:
                    raise
                # another has ended or forgotten the run, or memory failed when it was to begin
                progress = self._begun(messages, runtime.context, "", kept["since"])
                working.resume(progress["run"])
                opened = record(working, calls, progress["at"], self._recalling)
            run = working.run
            return _update(
                progress,
                at=(len(run.subgoals), run.length),
                recorded=[*kept["recorded"], *(each.id for each in calls)],
                opened=opened or progress["opened"],
                past=past(run, progress["first"], count_tokens_approximately, self._budget),
            )
        return None

    def after_agent(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Record what is left, and end the run with the agent's answer as its outcome."""
        update = self.before_model(state, runtime)
        name, last = _progress({**state, **(update or {})})["run"], state["messages"][-1]
        with _failing("a run of working memory was not ended"), suppress(NotFound):  # it is forgotten
            working = self._resumed(runtime.context, name)
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
        return await THREADS.run(lambda _: self.before_agent(state, runtime))

    async def abefore_model(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do as `before_model`."""
        return await THREADS.run(lambda _: self.before_model(state, runtime))

    async def aafter_agent(self, state: WorkingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do as `after_agent`."""
        return await THREADS.run(lambda _: self.after_agent(state, runtime))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Do as `wrap_model_call`."""
        return await handler(self._shortened(request))

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage | Command[Any]:
        """Do as `wrap_tool_call`."""
        return await THREADS.run(lambda _: self._refused(request)) or await handler(request)

    def _working(self, context: object) -> WorkingMemory:
        return WorkingMemory(self._spaces.of(context).memory)

    def _opened(self, context: object, goal: str, kept: str, request: str) -> WorkingMemory:
        """Take up the run of this goal that goes on; else begin one with the first name that is free.

        The kept run, of the agent's state, is ended where it has another goal. The request is the id of its message.
        """
        working, here = self._working(context), thread()
        if here and place():
            here = f"{here}-{place()}"
        # The names that the run may have, best first: that of the agent's state, the agent's, the request's.
        name = f"run of {here}" if here else ""
        possible = (kept, name, f"{name}-{request[:8]}" if name and request else "")
        names = [session_name(each) for each in possible if each]
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

    def _begun(self, messages: Sequence[AnyMessage], context: object, kept: str, since: str) -> _Progress:
        """Begin or take up the run of the request with an id, and return how far it is."""
        request = next((each for each in messages if str(each.id) == since), None)
        run = self._opened(context, _line(request) or "(a request without words)", kept, since).run
        done = past(run, run.length, count_tokens_approximately, self._budget)
        at = len(run.subgoals), run.length
        return _Progress(run=run.name, since=since, first=run.length, at=at, recorded=[], opened="", past=done)

    def _resumed(self, context: object, name: str) -> WorkingMemory:
        working = self._working(context)
        working.resume(name)
        return working

    def _shortened(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        for tool in request.tools:
            name = str(tool.get("name", "") if isinstance(tool, Mapping) else tool.name)
            if name in FORMS and tool not in self.tools:
                raise InvalidInput(
                    f"the agent has a tool {name!r} of its own; working memory needs that name, so rename it"
                )
        kept = _progress(cast("WorkingState", request.state))
        return request.override(messages=shown(request.messages, kept["since"], kept["opened"], kept["past"]))

    def _refused(self, request: ToolCallRequest) -> ToolMessage | None:
        call, state = request.tool_call, cast("WorkingState", request.state)
        if call["name"] not in FORMS:
            return None
        calls = [each.tool_calls for each in state["messages"] if isinstance(each, AIMessage)][-1]
        place = next((place for place, each in enumerate(calls) if each["id"] == call["id"]), 0)
        context = cast("Any", request).runtime.context  # whose type LangGraph leaves open
        why = "error: working memory fails; go on without it"
        with _failing(f"a call of {call['name']} was refused"):
            run = Run("", "(begins with these calls)")
            with suppress(NotFound):
                run = self._resumed(context, _progress(state)["run"]).run
            why = refusal(run, calls[:place], call)
        if not why:
            return None
        return ToolMessage(why, tool_call_id=str(call["id"]), name=call["name"], status="error")


@contextmanager
def _failing(told: str) -> Generator[None]:
    """Log a failure of memory, of which no agent ends; what the application has to correct is raised."""
    try:
        yield
    except InvalidInput:
        raise
    except Exception:  # noqa: BLE001 - an encoder of the user's own raises what it likes
        _log.exception(told)


def _saying(text: str) -> Callable[..., str]:
    def say(**_: object) -> str:
        return text

    return say


def _progress(state: Mapping[str, Any]) -> _Progress:
    """Return how far an agent is; one that began before it had working memory has no run yet."""
    return state.get("working_memory") or _unbegun(state["messages"])


def _unbegun(messages: Sequence[AnyMessage]) -> _Progress:
    place = next((place for place, each in reversed([*enumerate(messages)]) if isinstance(each, HumanMessage)), -1)
    since, earlier = str(messages[place].id) if place >= 0 else "", call_ids(messages[: place + 1])
    return _Progress(run="", since=since, first=0, at=(0, 0), recorded=earlier, opened="", past="")


def _update(progress: _Progress, **changed: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"working_memory": {**progress, **changed}}


def _line(message: AnyMessage | BaseMessage | None) -> str:
    line = " ".join(text_of(message).split()) if message else ""
    return line if len(line) <= MAX_GOAL_CHARACTERS else f"{line[:MAX_GOAL_CHARACTERS].rstrip()} …"
