"""The memories that a server reaches: one connection, one encoder, one model, and a space per request.

The space follows from the client, never from an argument of a tool. Over stdio it is the one that the process was
started for. Over HTTP it is one of those that the token is bound to.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, cast
from unicodedata import normalize
from urllib.parse import unquote

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.mcpserver import Context

from clew import server
from clew.api.memory import Memory
from clew.api.opening import connect, encoder_for
from clew.errors import AccessDenied, ClewError, Unreachable
from clew.graph.driver import Graph
from clew.interfaces.mcp.tokens import RIGHTS
from clew.llm import chat_model
from clew.model import Operation, Progress
from clew.settings import Settings
from clew.text.arguments import quoted

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

SPACE_HEADER = "x-clew-space"
"""Names the one of a token's spaces that a client means, percent-encoded; without it, the first is meant."""

MAX_OPEN_MEMORIES = 100  # memories that are kept open; the one that was asked for least recently goes

Request = Context[Any, Any]


def spaces_of(request: Request, own: str | None) -> tuple[str, ...]:
    """Return the spaces that a request reaches: the server's own, or those of its token."""
    return (own,) if own is not None else _claimed(request, "spaces")


def rights_of(request: Request, own: str | None) -> tuple[str, ...]:
    """Return the rights of a request: all on the server's own space, else those of its token."""
    return RIGHTS if own is not None else _claimed(request, "rights")


def token_of(request: Request, own: str | None) -> str:
    """Return the name of the token of a request; empty where the server has a space of its own."""
    return "" if own is not None else _token(request).client_id


def _claimed(request: Request, name: str) -> tuple[str, ...]:
    return tuple(cast("Sequence[str]", (_token(request).claims or {})[name]))


def _token(request: Request) -> AccessToken:
    asker = getattr(request.request_context.request, "user", None)
    if not isinstance(asker, AuthenticatedUser):
        raise AccessDenied("nobody is known to ask; send a bearer token")
    return asker.access_token


def space_of(request: Request, own: str | None) -> str:
    """Return the space of a request: the one that its header names, else the first that it reaches."""
    spaces = spaces_of(request, own)
    if own is not None:
        return own
    wanted = (request.headers or cast("Mapping[str, str]", {})).get(SPACE_HEADER)
    if wanted is None:
        return spaces[0]
    if (name := normalize("NFC", unquote(wanted))) not in spaces:
        raise AccessDenied(f"this token does not reach the space {quoted(name)}; leave the header {SPACE_HEADER} out")
    return name


class Tenants:
    """Opens memories when they are first asked for. Thread-safe; close it."""

    def __init__(self, settings: Settings, on_event: Callable[[Operation], None] | None = None) -> None:
        """Take the settings of all memories, and who is told of each operation on any of them."""
        self._settings = settings
        self._on_event = on_event
        self._lock = Lock()
        self._store: tuple[Graph, Embeddings, BaseChatModel | None] | None = None
        self._open: OrderedDict[str, Memory] = OrderedDict()
        self._left = list[Graph]()

    @property
    def answers(self) -> bool:
        """True if a language model is named, which answers questions."""
        return bool(self._settings.model)

    @property
    def only_reads(self) -> bool:
        """True if whatever would write is refused."""
        return self._settings.read_only

    def memory(self, space: str, on_progress: Callable[[Progress], None] | None = None) -> Memory:
        """Return the memory of a space; the first call connects, and starts the managed server where it is meant."""
        with self._lock:
            if (memory := self._open.get(space)) is not None:
                self._open.move_to_end(space)
                return memory
            if self._store is None:
                model = chat_model(self._settings)
                graph = connect(self._settings, on_progress)
                try:
                    self._store = graph, encoder_for(graph, self._settings, on_progress), model
                except BaseException:
                    graph.close()
                    raise
            graph, encoder, model = self._store
        memory = Memory(graph, encoder, space, self._settings, model)  # may take long: others go on
        memory.on_event = self._on_event
        with self._lock:
            memory = self._open.setdefault(space, memory)
            while len(self._open) > MAX_OPEN_MEMORIES:
                self._open.popitem(last=False)
            return memory

    def failure(self) -> str:
        """Return why the database does not answer, without a name or an address; empty where it does. Start nothing."""
        store = self._store
        try:
            if store is not None:
                store[0].ping()
            elif not self._settings.uri and not server.status().running:
                raise Unreachable
            else:
                connect(self._settings).close()
        except ClewError as error:
            return (type(error).__doc__ or type(error).__name__).partition("\n")[0]
        return ""

    def drop(self, space: str) -> None:
        """Have the next request of a space open its memory anew, which ends a forgetting that was interrupted."""
        with self._lock:
            self._open.pop(space, None)

    def reconnect(self) -> None:
        """Have the next request find the managed server anew: it may be stopped, or have another port or password.

        Where it answers nothing changes: something else failed, such as an encoder's server. A Neo4j of your own keeps
        its address, and the driver finds it again. Connections of other calls stay open until the end.
        """
        store = self._store
        if self._settings.uri or store is None:
            return
        with suppress(ClewError):
            store[0].ping()
            return
        with self._lock:
            if self._store is store:  # else another call did it
                self._left.append(store[0])
                self._store = None
                self._open.clear()

    def close(self) -> None:
        """Give the connections back; a managed server stays up."""
        with self._lock:
            if self._store is not None:
                self._left.append(self._store[0])
            for graph in self._left:
                graph.close()
            self._store = None
            self._left.clear()
            self._open.clear()
