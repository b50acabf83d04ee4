"""The public methods of the classes that people use: their arguments are checked, and each call is told of.

A call is one line of the log `clew.api.operations`, and a call of `Memory.on_event`. It is also a span, and a point of
a metric, where the application uses OpenTelemetry. It is an entry of the audit log where the settings say so. A call
that nobody listens to is not measured.
"""

import inspect
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from logging import INFO, NullHandler, getLogger
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from clew.api.audit import recorded
from clew.errors import ReadOnly
from clew.graph.read_only import REMEDY
from clew.model import (
    Answer,
    Consolidated,
    Corrected,
    Operation,
    Page,
    Profile,
    Reading,
    Recall,
    Receipt,
    Reconciled,
    Remembered,
    Retraction,
)
from clew.text.arguments import check_methods

if TYPE_CHECKING:
    from clew.api.connection import Connection

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

USES_TELEMETRY = frozenset({"opentelemetry.trace", "opentelemetry.metrics"})
"""Modules of which an application that wants spans or metrics has imported one."""


def _sessions(results: tuple[Any, ...]) -> dict[str, int]:
    """Return the counts of several sessions that were remembered; nothing of other results."""
    if not isinstance(next(iter(results), None), Remembered):
        return {}
    turns, unchanged = sum(each.appended for each in results), sum(each.unchanged for each in results)
    return {"sessions": len(results), "turns": turns, "unchanged": unchanged}


_COUNTED: Mapping[type, Callable[[Any], dict[str, int]]] = MappingProxyType(
    {
        int: lambda result: {"items": result},
        tuple: lambda result: _sessions(result) or {"items": len(result)},
        Page: lambda result: {"items": len(result)},
        Recall: lambda result: {"hits": len(result.hits)},
        Answer: lambda result: {"hits": len(result.recall.hits), "citations": len(result.citations)},
        Profile: lambda result: {"facts": sum(map(len, result.topics.values())), "left_out": len(result.left_out)},
        Remembered: lambda result: {"turns": result.appended, "unchanged": result.unchanged},
        Reading: lambda result: {"documents": len(result.documents), "failed": len(result.failed)},
        Reconciled: lambda result: {"facts": result.new, "repeated": result.repeated, "rejected": result.rejected},
        Consolidated: lambda result: {
            "chunks": result.chunks,
            "left": result.left,
            "failed": len(result.failed),
            "facts": result.facts.new,
            "triplets": result.triplets.new,
            "reflections": result.reflections,
        },
        Corrected: lambda result: {"ended": len(result.ended), "weakened": len(result.weakened)},
        Retraction: lambda result: {"ended": len(result.ended), "revived": len(result.revived)},
        Receipt: lambda result: {"removed": len(result.ids)},
    }
)
"""Counts of a result, by its type."""

getLogger("clew").addHandler(NullHandler())  # an application says what is shown of our logs, and where
_log = getLogger(__name__)


def writes(method: F) -> F:
    """Mark a method that changes memory: where memory is only read, it is refused before it does anything."""
    method.__dict__["writes"] = True
    return method


def operations(owner: str) -> Callable[[type[T]], type[T]]:
    """Check the arguments of a class's public methods, and tell of each call of them.

    Args:
        owner: the name of the class that people use, which begins the names of its operations.
    """

    def told(kind: type[T]) -> type[T]:
        check_methods(kind)
        for name, member in list(vars(kind).items()):
            if inspect.isfunction(member) and not name.startswith("_"):
                setattr(kind, name, operation(f"{owner}.{name}")(member))
        return kind

    return told


def operation(name: str) -> Callable[[F], F]:
    """Tell of each call of a method, of an object that is a memory or has one; refuse it where it may not write.

    Args:
        name: of the operation: class and method.
    """

    def told_of(method: F) -> F:
        is_writing = vars(method).get("writes", False)

        @wraps(method)
        def told(self: object, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
            memory = cast("Connection", vars(self).get("memory", self))
            if is_writing and memory.space.graph.only_reads:
                raise ReadOnly(f"{name} writes, and space {memory.space.name!r} was opened to be read only; {REMEDY}")
            is_audited = memory.settings.audit == "all" or (is_writing and memory.settings.audit == "writes")
            is_traced = not sys.modules.keys().isdisjoint(USES_TELEMETRY)  # the other way about, it walks all modules
            if not (is_audited or is_traced or memory.on_event or _log.isEnabledFor(INFO)):
                return method(self, *args, **kwargs)
            with _telling(name, memory, is_traced=is_traced, is_audited=is_audited) as counts:
                result: object = method(self, *args, **kwargs)
                if count := _COUNTED.get(type(result)):
                    counts.update(count(result))
                return result

        return cast("F", told)

    return told_of


@contextmanager
def _telling(name: str, memory: "Connection", *, is_traced: bool, is_audited: bool) -> Generator[dict[str, int]]:
    """Tell of what is done in this block; the block counts."""
    counts, error, began = dict[str, int](), "", perf_counter()
    with ExitStack() as opened:
        records = list[Callable[[Operation], None]]()
        if is_traced:
            from clew.api import telemetry

            records.append(opened.enter_context(telemetry.span(name, memory.space)))
        if is_audited and not memory.space.graph.only_reads:
            records.append(opened.enter_context(recorded(name, memory.space, memory.settings.audit_days)))
        try:
            yield counts
        except BaseException as raised:
            error = type(raised).__name__
            raise
        finally:
            ended = Operation(name, memory.space.name, perf_counter() - began, MappingProxyType(counts), error)
            for record in records:
                record(ended)
            _tell(memory, ended)


def _tell(memory: "Connection", ended: Operation) -> None:
    if _log.isEnabledFor(INFO):
        counted = "".join(f" {name}={count}" for name, count in ended.counts.items())
        failed = f" error={ended.error}" if ended.error else ""
        _log.info("%s space=%r ms=%.1f%s%s", ended.name, ended.space, ended.seconds * 1000, counted, failed)
    if memory.on_event:
        try:
            memory.on_event(ended)
        except Exception:  # noqa: BLE001 - the caller's own function may fail in any way
            _log.warning("on_event failed after %s, which goes on", ended.name, exc_info=True)
