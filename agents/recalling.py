"""Long-term memory for any agent that LangChain's `create_agent` makes, without a tool.

    agent = create_agent(model, tools, middleware=[ClewMiddleware(memory)])
    agent.invoke({"messages": [HumanMessage("Where do I live?")]}, {"configurable": {"thread_id": "chat 7"}})

Each request is recalled once, and after a pause for a person again at each call of the model. Hits that fit a budget of
tokens are shown to the model after the system prompt; they are no message of the agent. After the request its texts are
stored: the user's, and of the agent's answer what does not repeat memory.
"""

import hashlib
import json
import logging
import warnings
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from threading import Lock
from time import monotonic
from typing import Annotated, Any, NamedTuple, NotRequired, TypeGuard, cast

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately

from clew.agents.echo import without_echo
from clew.agents.spaces import Bound, Spaces
from clew.agents.tool_steps import text_of
from clew.agents.tools import RECALLING
from clew.api.async_memory import THREADS
from clew.api.memory import Memory
from clew.errors import Conflict, InvalidInput, MissingDependency, Unreachable, install_hint
from clew.model import Hit, Turn
from clew.retrieval.pack import pack
from clew.text.instants import now
from clew.text.quotation import QUOTED

try:
    from langchain.agents.middleware.types import (
        AgentMiddleware,
        AgentState,
        ModelRequest,
        ModelResponse,
        PrivateStateAttr,
    )
    from langgraph.channels import UntrackedValue  # pyright: ignore[reportMissingTypeStubs]
    from langgraph.runtime import Runtime

    from clew.agents.threads import is_in_tool, session_name, thread
except ImportError as error:
    raise MissingDependency(f"memory in an agent needs langchain; {install_hint('langchain')}") from error

TOKENS = 800  # tokens of recalled memory that the model is shown by default
NEAR_SHARE = 0.05  # of the best relevance: a hit below it is far from the request, and is not shown
OUTAGE_SECONDS = 30  # how long memory is not asked after it could not be reached
MOST_WAITING = 1000  # turns that wait until memory is back
NO_THREAD = "agent"  # the session of agents that run without a thread and name no session
USER, ASSISTANT = "user", "assistant"

_log = logging.getLogger(__name__)


class NoThreadWarning(UserWarning):
    """An agent runs without a thread and without a session, so unrelated requests share one session."""


class _Said(NamedTuple):
    """A turn of an agent or its user, with the context of the request, and the name of the thread."""

    context: Any
    thread: str
    message: AnyMessage
    turn: Turn


class _Outage:
    """Spares an agent the wait for a memory that is down, and keeps its turns until memory is back."""

    def __init__(self) -> None:
        self._until = 0.0
        self._waiting: list[_Said] = []
        self._lock = Lock()

    @property
    def is_on(self) -> bool:
        """True while memory is not asked."""
        return monotonic() < self._until

    def begin(self, error: Unreachable) -> None:
        """Ask memory no more for a while."""
        self._until = monotonic() + OUTAGE_SECONDS
        _log.warning("agents go on without memory for %d s, and their turns wait: %s", OUTAGE_SECONDS, error)

    def waiting(self) -> list[_Said]:
        """Take out what waits, unless memory is not asked."""
        with self._lock:
            if self.is_on:
                return []
            waiting, self._waiting = self._waiting, []
            return waiting

    def keep(self, said: Sequence[_Said]) -> None:
        """Keep what could not be stored; of too much, the oldest is given up."""
        with self._lock:
            self._waiting += [each._replace(turn=replace(each.turn, at=each.turn.at or now())) for each in said]
            if (more := len(self._waiting) - MOST_WAITING) > 0:
                del self._waiting[:more]
                _log.warning("%d turns are not remembered: memory is down for too long", more)


class RecallingState(AgentState[Any]):
    """The state of an agent with memory; what was recalled is kept by no checkpointer, and the requests are."""

    clew_requests: NotRequired[Annotated[list[HumanMessage], PrivateStateAttr]]
    clew_recalled: NotRequired[Annotated[str, UntrackedValue, PrivateStateAttr]]


class ClewMiddleware(AgentMiddleware[RecallingState, Any, Any]):
    """Recalls before the model is asked, and stores the turn afterwards. One object serves any number of threads.

    Where memory fails, the agent goes on without it, and the failure is logged. An agent that a tool of another agent
    calls is shown what memory says of its request; nothing is stored, for no user said it. A memory that is
    only read is recalled, and stores nothing.
    """

    state_schema = RecallingState

    def __init__(self, memory: Memory, *, session: str = "", tokens: int = TOKENS, by_context: bool = False) -> None:
        """Give agents memory.

        Args:
            memory: its space is the only one that is reached, unless each request names its own.
            session: that turns are appended to; empty: the thread's name, or ``agent`` without one.
            tokens: of recalled memory that the model is shown at most, by LangChain's estimate.
            by_context: whether each request names its space in the runtime's context; see `clew.agents.spaces`.

        Raises:
            InvalidInput: `tokens` is less than 1.
        """
        super().__init__()
        if tokens < 1:
            raise InvalidInput(f"tokens is {tokens}; give 1 or more")
        self._spaces = Spaces(memory, session, by_context=by_context)
        self._tokens = tokens
        self._has_warned = False  # of a thread that is missing
        self._outage = _Outage()

    def before_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Recall for the request, and keep it: a summary may come to stand in its place."""
        messages = state["messages"]
        requests = _requests(messages)
        others = {each.id for each in messages} - {each.id for each in requests}
        left = [each for each in state.get("clew_requests", ()) if each.id in others]  # failed, or never resumed
        return {"clew_requests": [*left, *requests], "clew_recalled": self._recalled(messages, runtime)}

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Ask the model with what was recalled."""
        return handler(self._with_memory(request))

    def after_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Store the request and what is new in the answer; nothing is left to store then."""
        messages, kept = state["messages"], state.get("clew_requests")
        # Requests that are no more among the messages are as they were kept.
        requests = _requests(messages) if kept is None else kept
        places = {each.id: place for place, each in enumerate(messages)}
        followed = messages[(places.get(requests[-1].id, -1) if requests else -1) + 1 :]
        requests = [messages[places[each.id]] if each.id in places else each for each in requests]
        said: list[tuple[str, AnyMessage, str]] = [
            # An application names a message where several people write.
            ((each.name or "").strip() or USER, each, text_of(each))
            for each in requests
            if _is_text(each)
        ]
        if not said or is_in_tool():
            return {"clew_requests": []}
        answer = followed[-1] if followed else None
        if isinstance(answer, AIMessage) and not answer.tool_calls:
            given = [QUOTED, self._shown(state, runtime)]
            given += [text_of(each) for each in followed if isinstance(each, ToolMessage) and each.name in RECALLING]
            asked = "\n".join(text for _, _, text in said)
            said.append((ASSISTANT, answer, without_echo(text_of(answer), "\n".join(given), asked)))
        turns = [(message, Turn(text, speaker)) for speaker, message, text in said if text.strip()]
        self._remember([_Said(runtime.context, session_name(thread()), *each) for each in turns])
        return {"clew_requests": []}

    def _remember(self, said: Sequence["_Said"]) -> None:
        """Store what was said, and before it what waits since memory was down."""
        left = [*self._outage.waiting(), *said]
        while left and not self._outage.is_on:
            context, named, message, turn = left[0]
            try:
                _store(self._bound(context, named), message, turn)
            except Unreachable as error:
                self._outage.begin(error)
            except Exception:  # noqa: BLE001 - an encoder of the user's own raises what it likes
                _log.exception("a turn was not remembered")
                del left[0]
                break
            else:
                del left[0]
        self._outage.keep(left)

    async def abefore_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do as `before_agent`."""
        return await THREADS.run(lambda _: self.before_agent(state, runtime))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Do as `wrap_model_call`."""
        return await handler(await THREADS.run(lambda _: self._with_memory(request)))

    async def aafter_agent(self, state: RecallingState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Do as `after_agent`."""
        return await THREADS.run(lambda _: self.after_agent(state, runtime))

    def _bound(self, context: Any, named: str) -> Bound:  # noqa: ANN401 - an application's own
        bound = self._spaces.of(context)
        session = bound.session or named
        if not session and not self._has_warned:
            self._has_warned = True
            message = (
                f"an agent runs without a thread, so all that it is told goes into the one session {NO_THREAD!r}; "
                'invoke it with {"configurable": {"thread_id": ...}}, or make ClewMiddleware with session='
            )
            warnings.warn(message, NoThreadWarning, stacklevel=2)
        return bound._replace(session=session or NO_THREAD)

    def _recalled(self, messages: Sequence[AnyMessage], runtime: Runtime[Any]) -> str:
        """Return what memory says of the last request, within the budget; empty where that is nothing."""
        query = next((text_of(each) for each in reversed(messages) if _is_text(each)), "")
        if not query.strip() or self._outage.is_on:
            return ""
        try:
            memory = self._bound(runtime.context, session_name(thread())).memory
            settings = memory.settings.recall
            near = settings.near_share or (NEAR_SHARE if settings.floor else 0)
            found = memory.recall(query, words=self._tokens, settings=settings.changed(near_share=near))
        except Unreachable as error:
            self._outage.begin(error)
            return ""
        except Exception:  # noqa: BLE001 - so does a reranker
            _log.exception("nothing was recalled")
            return ""
        if not found.fits:
            return ""
        return fitting(found.hits, found.text, self._tokens)

    def _shown(self, state: RecallingState, runtime: Runtime[Any]) -> str:
        """Return what was recalled; again where the agent was resumed from a checkpoint, which keeps none of it."""
        recalled = state.get("clew_recalled")
        if recalled is None:
            return self._recalled([*state["messages"], *state.get("clew_requests", ())], runtime)
        return recalled

    def _with_memory(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        recalled = self._shown(cast("RecallingState", request.state), request.runtime)
        if not recalled:
            return request
        shown = f"{QUOTED}\n\n{recalled}"
        before = request.system_message
        content = [*before.content_blocks, {"type": "text", "text": shown}] if before else shown
        return request.override(system_message=SystemMessage(cast("Any", content)))


def fitting(hits: Sequence[Hit], text: str, tokens: int) -> str:
    """Return hits as packed text of at most so many tokens; empty where not even one line fits."""
    words = tokens
    while (counted := count_tokens_approximately([SystemMessage(f"{QUOTED}\n\n{text}")])) > tokens:
        words = min(words - 1, words * tokens // counted)
        if words < 1:
            return ""
        text = pack(hits, words).text
    return text


def _store(bound: Bound, message: AnyMessage, turn: Turn) -> None:
    """Store what a message said; one that memory does not take keeps no other from it, and one that only reads none.

    An application names its messages as it likes, and may use a name again: it is a retry where the text is the same.
    """
    if bound.memory.space.graph.only_reads:
        return
    named = [bound.session, turn.speaker, message.id, text_of(message)]
    id = hashlib.sha256(json.dumps(named).encode()).hexdigest()[:40] if message.id else None
    try:
        bound.memory.add(turn, session=bound.session, id=id)
    except (InvalidInput, Conflict):
        _log.exception("a turn was not remembered")


def _requests(messages: Sequence[AnyMessage]) -> list[HumanMessage]:
    """Return what the user said last, in as many messages as have none of the agent between them."""
    found: list[HumanMessage] = []
    for each in reversed(messages):
        if _is_said(each):
            found.insert(0, each)
        elif found and isinstance(each, AIMessage):
            break
    return found


def _is_said(message: AnyMessage) -> TypeGuard[HumanMessage]:
    """True if it is the user's, and no summary that LangChain puts in place of old messages under the user's name."""
    return isinstance(message, HumanMessage) and message.additional_kwargs.get("lc_source") != "summarization"


def _is_text(message: AnyMessage) -> TypeGuard[HumanMessage]:
    return _is_said(message) and bool(text_of(message).strip())
