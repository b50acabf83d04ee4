"""The visitors of the application: each opened a one-time address or named a token, and has a cookie from then on."""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from clew.interfaces.mcp.tokens import RIGHTS, TokenFile

MAX_VISITORS = 100  # the visitor who came first is forgotten for a new one


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who was let in."""

    spaces: Sequence[str] | None  # that they reach; None: all of the store
    is_reader: bool  # whether they change nothing
    rights: Sequence[str] = RIGHTS  # of their token
    name: str = ""  # of their token; empty: whoever runs the server


class Visitors:
    """Lets visitors in, and knows them by their cookies. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, Callable[[], Visitor | None]] = OrderedDict()
        self._invitation = ""

    def invite(self) -> str:
        """Return a new key that lets one visitor in, once; an earlier one is void."""
        with self._lock:
            self._invitation = secrets.token_urlsafe(32)
            return self._invitation

    def accept(self, invitation: str, visitor: Visitor) -> str:
        """Return the cookie of a visitor who brings the invitation; empty where it is another, or was used."""
        with self._lock:
            is_it = hmac.compare_digest(self._invitation.encode(), invitation.encode("utf-8", "surrogatepass"))
            if not self._invitation or not is_it:
                return ""
            self._invitation = ""
        return self._enter(lambda: visitor)

    def enter(self, token: str, file: TokenFile, *, is_reader: bool) -> str:
        """Return the cookie of a visitor who names a token; empty where it is unknown. It ends with the token."""

        def visitor() -> Visitor | None:
            entry = file.entry(token)
            return Visitor(entry.spaces, is_reader, entry.rights, entry.name) if entry else None

        return self._enter(visitor) if visitor() else ""

    def known(self, cookie: str) -> Visitor | None:
        """Return who has a cookie; None where nobody has it any more."""
        with self._lock:
            visitor = self._known.get(cookie)
        return visitor() if visitor else None

    def leave(self, cookie: str) -> None:
        """Forget a visitor."""
        with self._lock:
            self._known.pop(cookie, None)

    def _enter(self, visitor: Callable[[], Visitor | None]) -> str:
        cookie = secrets.token_urlsafe(32)
        with self._lock:
            self._known[cookie] = visitor
            while len(self._known) > MAX_VISITORS:
                self._known.popitem(last=False)
        return cookie
