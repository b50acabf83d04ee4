"""Spans and a metric of operations, by OpenTelemetry's conventions for generative AI; see docs/metrics.md.

This module is imported where the application has imported OpenTelemetry, and needs its API alone.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from types import MappingProxyType
from urllib.parse import urlsplit

from opentelemetry import metrics, trace
from opentelemetry.trace import SpanKind, StatusCode

from clew.graph.space import Space
from clew.model import Operation

SCOPE = "clew"
BOLT_PORT = 7687  # of an address without one

CONVENTIONS = MappingProxyType(
    {
        "Memory.recall": ("search_memory", "hits"),
        "Memory.search": ("search_memory", "items"),
        "Memory.add": ("create_memory", ""),
        "Memory.append": ("create_memory", "items"),
        "Memory.remember": ("upsert_memory", "turns"),
        "Memory.remember_file": ("upsert_memory", "turns"),
        "Memory.read": ("upsert_memory", "documents"),
        "Memory.remember_facts": ("upsert_memory", "facts"),
        "Memory.consolidate": ("upsert_memory", "facts"),
        "Memory.correct": ("update_memory", ""),
        "Memory.retract": ("update_memory", ""),
        "Memory.reinstate": ("update_memory", ""),
        "Memory.forget": ("delete_memory", "removed"),
    }
)
"""By operation the name that the conventions have for it, and which of its counts is that of memory records."""

_tracer = trace.get_tracer(SCOPE, version("clew"))
_new_histogram = partial(
    metrics.get_meter(SCOPE, version("clew")).create_histogram,
    "gen_ai.client.operation.duration",
    unit="s",
    description="GenAI operation duration.",
)
try:
    _durations = _new_histogram(explicit_bucket_boundaries_advisory=[0.01 * 2**power for power in range(14)])
except TypeError:  # an application may have an interface of before 1.30, which takes no boundaries
    _durations = _new_histogram()


@contextmanager
def span(name: str, space: Space) -> Generator[Callable[[Operation], None]]:
    """Open the span of an operation; the function that is yielded takes the operation when it has ended."""
    called, counted = CONVENTIONS.get(name, (name, ""))
    address = urlsplit(space.graph.uri)
    about: dict[str, str | int] = {
        "gen_ai.operation.name": called,
        "server.address": address.hostname or "",
        "server.port": address.port or BOLT_PORT,
    }
    own = {"gen_ai.memory.store.id": space.name, "clew.operation": name}
    with _tracer.start_as_current_span(
        called,
        kind=SpanKind.CLIENT,
        attributes={**about, **own},
        record_exception=False,  # its message may quote what was given
        set_status_on_exception=False,
    ) as opened:

        def record(ended: Operation) -> None:
            for count, value in ended.counts.items():
                opened.set_attribute("gen_ai.memory.record.count" if count == counted else f"clew.{count}", value)
            if ended.error:
                about["error.type"] = ended.error
                opened.set_attribute("error.type", ended.error)
                opened.set_status(StatusCode.ERROR)
            _durations.record(ended.seconds, about)

        yield record
