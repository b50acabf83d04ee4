"""The space that an agent reaches: that of a memory, or the one that the application names with each request.

agent = create_agent(model, tools(memory, by_context=True), context_schema=MemoryContext)
agent.invoke({"messages": [...]}, context=MemoryContext(space="ann", session="chat 7"))

A model names neither: what is read here is the context of the runtime, which no message and no argument reaches.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple, cast

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.graph.space import spellings
from clew.model import Progress

MAX_OPEN_SPACES = 100
"""Spaces beside a memory's own that are kept open; the one that was not used for longest is let go."""


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """The context of a request to an agent; a mapping or an object of your own with these names does as well."""

    space: str  # the tenant
    session: str = ""  # what is remembered is appended to it; empty: as the tools or the middleware say


class Bound(NamedTuple):
    """The memory and session that a request reaches."""

    memory: Memory
    session: str
    on_progress: Callable[[Progress], None] = lambda _: None  # hears the progress of a long call
    reaches: tuple[str, ...] = ()  # the spaces that its token reaches; empty: that of the memory alone


class Spaces:
    """Opens what a request reaches. Thread-safe; all use the connection, encoder, model and reranker of one memory."""

    def __init__(self, memory: Memory, session: str, *, by_context: bool) -> None:
        """Take the memory to reach, the session of requests that name none, and whether each names its space."""
        self.memory, self._session, self._by_context = memory, session, by_context
        self._lock = Lock()
        self._opened: OrderedDict[str, Memory] = OrderedDict()

    def of(self, context: object) -> Bound:
        """Return what a request with this context reaches.

        Raises:
            InvalidInput: it names no space where it must, or another than the memory's where it must not.
        """
        if not self._by_context and not isinstance(context, MemoryContext):
            # The application's own context is no matter of ours.
            return Bound(self.memory, self._session)
        space, session = _named(context, "space"), _named(context, "session") or self._session
        base = self.memory
        if self._by_context and not space:
            raise InvalidInput("the application names no space; give context=MemoryContext(space=...)")
        if base.space.name in spellings(space):
            return Bound(base, session)
        if not self._by_context:
            raise InvalidInput(
                f"the context names the space {space!r}, and this is the memory of {base.space.name!r}; "
                "make tools and middleware with by_context=True"
            )
        with self._lock:
            if (memory := self._opened.pop(space, None)) is None:
                memory = base.for_space(space)
            memory.reranker, memory.on_event = base.reranker, base.on_event
            if memory.model is not base.model:
                memory.model = base.model
            self._opened[space] = memory
            if len(self._opened) > MAX_OPEN_SPACES:
                self._opened.popitem(last=False)
        return Bound(memory, session)


def _named(context: object, name: str) -> str:
    named: Any
    if isinstance(context, Mapping):
        named = cast("Mapping[str, object]", context).get(name)
    else:
        named = getattr(context, name, None)
    if named is not None and not isinstance(named, str):
        raise InvalidInput(f"the {name} of the context is a {type(named).__name__}; give a str")
    return named or ""
