"""The application over HTTP: its page, its operations as JSON, and a stream of what happens.

A visitor is let in by a one-time address or by a token, and has a cookie from then on. Every call of an operation is a
POST with a header that no form and no other page can send. Nothing may be kept by a browser's cache.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from importlib.resources import files
from types import MappingProxyType
from typing import cast
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clew.agents.spaces import Bound
from clew.api.audit import acting_as
from clew.errors import AccessDenied, ClewError, Conflict, InvalidInput, NotFound, Unreachable
from clew.interfaces.mcp.tenants import SPACE_HEADER, Tenants
from clew.interfaces.mcp.tokens import TokenFile, check_right
from clew.interfaces.mcp.workers import Workers
from clew.interfaces.view.live import FROM_PAGE, Live
from clew.interfaces.view.operations import CheckedCall, as_json, called
from clew.interfaces.view.visitors import Visitor, Visitors
from clew.model import Page, Progress, SpaceOverview
from clew.retrieval import browse
from clew.text.arguments import quoted

CALL_HEADER = "x-clew-view"  # every call has it
MAX_BODY = 1_000_000  # bytes of a call
FILES = MappingProxyType(
    {"": ("index.html", "text/html"), "app.js": ("app.js", "text/javascript"), "app.css": ("app.css", "text/css")}
)
"""The files of the page by their path, with their types."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": POLICY,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
)
"""The headers of every answer."""

STATUS: Mapping[type[ClewError], int] = MappingProxyType(
    {InvalidInput: 400, AccessDenied: 403, NotFound: 404, Conflict: 409, Unreachable: 503}
)


@dataclass(frozen=True, slots=True)
class Application:
    """The parts of an application.

    Attributes:
        tenants: the memories.
        workers: the threads that work on them.
        live: hears of the operations on them.
        visitors: those who were let in.
        hosts: the names by which a browser may call this machine, without a port.
        tokens: the tokens that let somebody in; None: only an invitation does.
        is_reader: whether nobody changes anything.
        space: where the page opens; empty: on the list of spaces.
    """

    tenants: Tenants
    workers: Workers
    live: Live
    visitors: Visitors
    hosts: Sequence[str]
    tokens: TokenFile | None = None
    is_reader: bool = False
    space: str = ""

    def asgi(self) -> Starlette:
        """Return it as an ASGI application, at whatever path it is mounted."""
        return Starlette(
            routes=[
                Route("/api/enter", self.enter, methods=["POST"]),
                Route("/api/leave", self.leave, methods=["POST"]),
                Route("/api/who", self.who, methods=["POST"]),
                Route("/api/spaces", self.spaces, methods=["POST"]),
                Route("/api/live", self.events, methods=["GET"]),
                Route("/api/{operation}", self.call, methods=["POST"]),
                Route("/{path:path}", self.page, methods=["GET"]),
            ],
            middleware=[Middleware(self.guarded)],
            exception_handlers={ClewError: _failed, Exception: _failed},
        )

    def guarded(self, app: ASGIApp) -> ASGIApp:
        """Refuse what no page of ours sends, and say the rules with every answer."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            async def with_rules(message: Message) -> None:
                if message["type"] == "http.response.start":
                    MutableHeaders(scope=message).update(HEADERS)
                await send(message)

            if scope["type"] != "http":
                await app(scope, receive, send)
            else:
                await (self._refusal(Request(scope)) or app)(scope, receive, with_rules)

        return answer

    async def page(self, request: Request) -> Response:
        """Return a file of the page; an address with the invitation lets its visitor in."""
        if (found := FILES.get(request.path_params["path"])) is None:
            return JSONResponse({"error": "NotFound", "message": "there is no such file"}, HTTPStatus.NOT_FOUND)
        name, kind = found
        content = files("clew.interfaces.view").joinpath("built", name).read_bytes()
        response = Response(content, media_type=kind)
        invitation = request.query_params.get("key", "")
        if name == "index.html" and invitation:
            visitor = Visitor(None, self.is_reader)
            self._remember(request, response, self.visitors.accept(invitation, visitor))
        return response

    async def enter(self, request: Request) -> Response:
        """Let somebody in who names a token."""
        given = await _body(request)
        token = given.get("token")
        cookie = ""
        if self.tokens is not None and isinstance(token, str):
            cookie = self.visitors.enter(token, self.tokens, is_reader=self.is_reader)
        if not cookie:
            raise AccessDenied("this token is unknown; name one that clew mcp-token made")
        response = JSONResponse({})
        self._remember(request, response, cookie)
        return response

    async def leave(self, request: Request) -> Response:
        """Forget the visitor."""
        self.visitors.leave(request.cookies.get(_cookie(request), ""))
        response = JSONResponse({})
        response.delete_cookie(_cookie(request))
        return response

    async def who(self, request: Request) -> Response:
        """Say what the visitor may do; also to those whom nobody knows."""
        visitor = self._visitor(request)
        known: dict[str, object] = {"known": visitor is not None, "takes_tokens": self.tokens is not None}
        if visitor:
            first = visitor.spaces[0] if visitor.spaces and len(visitor.spaces) == 1 else self.space
            known |= {"reads_only": visitor.is_reader or set(visitor.rights) == {"read"}, "space": first}
        return JSONResponse(known)

    async def spaces(self, request: Request) -> Response:
        """List the spaces that the visitor reaches."""
        visitor, given = self._known(request), await _body(request)
        after = given.get("after", "")

        def listed(bound: Bound) -> Page[SpaceOverview]:
            return browse.spaces(bound.memory.space.graph, limit=100, after=str(after), names=visitor.spaces)

        first = (visitor.spaces or [self.space or "default"])[0]
        found = await self._work(CheckedCall("reads", False, listed), first, visitor)
        return _answer(found)

    async def events(self, request: Request) -> Response:
        """Stream the operations on the visitor's spaces."""
        return StreamingResponse(self.live.stream(self._known(request).spaces), media_type="text/event-stream")

    async def call(self, request: Request) -> Response:
        """Call an operation on a space; long ones stream their progress."""
        visitor = self._known(request)
        wanted = called(request.path_params["operation"], await _body(request))
        if wanted.effect != "reads" and visitor.is_reader:
            raise AccessDenied("this page only reads; start clew view without --read-only to change memory")
        check_right(visitor.rights, wanted.effect)
        space = normalize("NFC", unquote(request.headers.get(SPACE_HEADER, "")))
        if visitor.spaces is not None and space not in visitor.spaces:
            raise AccessDenied(f"this token does not reach the space {quoted(space)}; choose one of the list")
        if wanted.is_long:
            return StreamingResponse(self._progress(wanted, space, visitor), media_type="application/x-ndjson")
        return _answer(await self._work(wanted, space, visitor))

    async def _work(
        self, wanted: CheckedCall, space: str, visitor: Visitor, tell: Callable[[Progress], None] = lambda _: None
    ) -> object:
        FROM_PAGE.set(True)  # of this request's context
        with acting_as(visitor.name):
            return await self.workers.on(space, wanted.work, tell, is_long=wanted.is_long)

    async def _progress(self, wanted: CheckedCall, space: str, visitor: Visitor) -> AsyncGenerator[str]:
        """Yield lines of JSON: the progress of long work, then its result or error. It ends when its visitor leaves."""
        lines, loop = asyncio.Queue[object](), asyncio.get_running_loop()

        def tell(progress: Progress) -> None:
            loop.call_soon_threadsafe(lines.put_nowait, {"progress": as_json(progress)})

        working = asyncio.ensure_future(self._work(wanted, space, visitor, tell))
        working.add_done_callback(lambda _: lines.put_nowait(None))
        try:
            while (line := await lines.get()) is not None:
                yield f"{json.dumps(line)}\n"
            try:
                yield f"{json.dumps({'result': as_json(await working)})}\n"
            except ClewError as error:
                yield f"{json.dumps(_told(error))}\n"
        finally:
            working.cancel()

    def _refusal(self, request: Request) -> Response | None:
        """Return why a request is not answered; None where it is."""
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        try:
            name, asker = urlsplit(f"//{host}").hostname or "", urlsplit(origin or f"//{host}").netloc
        except ValueError:
            name, asker = "", ""
        if name not in self.hosts:
            return _refused(HTTPStatus.MISDIRECTED_REQUEST, "this application answers to its own name only")
        if asker != host:
            return _refused(HTTPStatus.FORBIDDEN, "another page may not call this application")
        if request.method == "POST" and request.headers.get(CALL_HEADER) != "1":
            return _refused(HTTPStatus.FORBIDDEN, f"a call needs the header {CALL_HEADER}")
        return None

    def _visitor(self, request: Request) -> Visitor | None:
        return self.visitors.known(request.cookies.get(_cookie(request), ""))

    def _known(self, request: Request) -> Visitor:
        if (visitor := self._visitor(request)) is None:
            raise _Unknown("nobody is known to ask; open the address that clew view prints")
        return visitor

    def _remember(self, request: Request, response: Response, cookie: str) -> None:
        if cookie:
            path = f"{request.scope.get('root_path', '')}/"
            is_secure = request.url.scheme == "https"
            response.set_cookie(_cookie(request), cookie, path=path, httponly=True, samesite="strict", secure=is_secure)


class _Unknown(ClewError):
    """Nobody who was let in."""


def _cookie(request: Request) -> str:
    """Return the name of the cookie: two applications on ports of one machine have two."""
    server = cast("tuple[str, int | None] | None", request.scope.get("server"))
    return f"clew_view_{server[1] if server else 0}"


def _refused(status: HTTPStatus, message: str) -> Response:
    return JSONResponse({"error": "AccessDenied", "message": message}, status)


def _told(error: ClewError) -> dict[str, str]:
    return {"error": type(error).__name__.lstrip("_"), "message": str(error)}


def _failed(_: Request, error: Exception) -> Response:
    if not isinstance(error, ClewError):
        told = {"error": "Fault", "message": f"memory failed ({type(error).__name__}); this is a fault of Clew"}
        return JSONResponse(told, HTTPStatus.INTERNAL_SERVER_ERROR, HEADERS)
    status = 401 if isinstance(error, _Unknown) else 500
    status = next((number for kind, number in STATUS.items() if isinstance(error, kind)), status)
    return JSONResponse(_told(error), status)


def _answer(result: object) -> Response:
    # ASCII: half of a surrogate pair, which a question may hold, stays what it is.
    return Response(json.dumps(as_json(result)), media_type="application/json")


async def _body(request: Request) -> dict[str, object]:
    """Return the JSON object of a call.

    Raises:
        InvalidInput: it is none, or is too large.
    """
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BODY:
            raise InvalidInput(f"the call has more than {MAX_BODY} bytes; send less")
    try:
        given: object = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise InvalidInput("the call holds no JSON object; load the page anew")
    return cast("dict[str, object]", given)
