"""Memory's calls, which block, in a bounded number of threads; how far they have come, and what goes wrong."""

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import from_thread
from anyio.lowlevel import current_token

from clew.agents.spaces import Bound
from clew.agents.tool_form import Effect
from clew.api.async_memory import Threads
from clew.api.audit import acting_as
from clew.errors import AccessDenied, Conflict, Unreachable
from clew.interfaces.mcp.tenants import Request, Tenants, rights_of, space_of, spaces_of, token_of
from clew.interfaces.mcp.tokens import check_right
from clew.model import Progress

T = TypeVar("T")


class Workers:
    """Runs work on the memory of whoever asks."""

    def __init__(self, tenants: Tenants, space: str | None, calls: int) -> None:
        self._tenants = tenants
        self._space = space  # that every request reaches; None: the request's token names it
        self._threads = Threads(calls)

    async def run(
        self, request: Request, work: Callable[[Bound], T], *, effect: Effect = "reads", is_long: bool = False
    ) -> T:
        """Run work on what a request reaches.

        Short work goes on when its client leaves. Long work ends then, where it reports its progress next: it reports
        between its transactions, so memory keeps what was written before.
        """
        check_right(rights_of(request, self._space), effect)
        loop = current_token()
        rising = _Rising()

        def tell(progress: Progress) -> None:
            if (told := rising.after(progress)) is not None:
                message = f"{progress.stage}: {progress.note}" if progress.note else progress.stage
                from_thread.run(partial(request.report_progress, *told, message), token=loop)

        space, reached = space_of(request, self._space), spaces_of(request, self._space)
        with acting_as(token_of(request, self._space)):
            return await self.on(space, work, tell, reaches=reached, is_long=is_long)

    async def on(
        self,
        space: str,
        work: Callable[[Bound], T],
        tell: Callable[[Progress], None] = lambda _: None,
        *,
        reaches: tuple[str, ...] = (),
        is_long: bool = False,
    ) -> T:
        """Run work on the memory of a space; `tell` hears its progress in the thread of the work."""

        def call(check: Callable[[], None]) -> T:
            def told(progress: Progress) -> None:
                check()
                tell(progress)

            try:
                return work(Bound(self._tenants.memory(space, told), "", told, reaches))
            except Conflict:  # such as a space that somebody has half forgotten
                self._tenants.drop(space)
                raise
            except (Unreachable, AccessDenied):  # such as a managed server that was stopped
                self._tenants.reconnect()
                raise

        return await self._threads.run(call, is_long=is_long)


class _Rising:
    """Puts stages that each count from zero into one count that rises."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stage = ""
        self._before = 0
        self._last = -1

    def after(self, progress: Progress) -> tuple[float, float | None] | None:
        """Return how far all is, and the whole where it is known; None where that says nothing new."""
        with self._lock:
            if progress.stage != self._stage:
                self._stage, self._before = progress.stage, self._last + 1
            done = self._before + progress.done
            if done <= self._last:
                return None
            self._last = done
            return done, self._before + progress.total if progress.total else None
