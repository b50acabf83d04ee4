"""What an application sees of memory at work: log lines, spans, a metric, and the callback."""

import asyncio
import inspect
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import HistogramDataPoint, InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from tests.api.memory.talk import Keyed, found, thinking
from tests.scripted import Scripted

from clew.api import operations, telemetry
from clew.api.async_memory import AsyncMemory
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.api.trial import Trial
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.errors import InvalidInput, NotFound
from clew.graph.driver import Graph
from clew.model import Filter, Operation, Turn
from clew.server import Address

LOGGER = "clew.api.operations"
SECRET = "Olive lives in a blue house"


@pytest.fixture
def told(memory: Memory) -> list[Operation]:
    """Collect the operations that the callback of `memory` receives."""
    told: list[Operation] = []
    memory.on_event = told.append
    return told


def lines(caplog: pytest.LogCaptureFixture, logger: str = LOGGER) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == logger]


def test_each_operation_is_a_line_with_its_space_time_and_counts(
    memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "clew"):
        memory.remember([Turn(f"{SECRET}.", "Ann"), Turn("So do I.", "Ben")], session="one")
        hits = len(memory.recall("Where does Olive live?").hits)
        facts = memory.consolidate().facts.new
        removed = len(memory.forget(session="one").ids)
    start = f"space='{memory.space.name}' ms="
    named = [line.split(start)[0] for line in lines(caplog)]
    assert named == ["Memory.remember ", "Memory.recall ", "Memory.consolidate ", "Memory.forget "]
    counted = [line.split(" ", 3)[3] for line in lines(caplog)]
    assert counted[:2] == ["turns=2 unchanged=0", f"hits={hits}"]
    assert f"facts={facts} " in counted[2]
    assert counted[3] == f"removed={removed}"
    assert hits > 0


def test_no_line_holds_a_text(memory: Memory, graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
    reader = thinking(graph, memory, Keyed(facts={"Olive": found({"text": f"Ann says that {SECRET}."})}))
    with caplog.at_level(logging.DEBUG, "clew"):
        reader.add(SECRET, session="one", speaker="Ann")
        reader.consolidate()
        reader.recall(SECRET)
        with pytest.raises(NotFound):
            reader.recall(SECRET, Filter(session=SECRET))
        with pytest.raises(InvalidInput):
            reader.recall(cast("Any", [SECRET]))
    assert lines(caplog)
    assert SECRET not in caplog.text


def test_a_space_is_one_line_whatever_its_name(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory("two\nlines \u202e")
    handler = logging.Handler()
    shown: list[str] = []
    handler.emit = lambda record: shown.append(record.getMessage())
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        memory.stats()
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
    assert shown
    assert all(line.isprintable() for line in shown)


def test_the_stages_of_a_recall_are_for_debugging(memory: Memory, caplog: pytest.LogCaptureFixture) -> None:
    memory.add(SECRET, session="one")
    with caplog.at_level(logging.DEBUG, "clew"):
        found = memory.recall("Where does Olive live?")
    (line,) = lines(caplog, "clew.retrieval.recall")
    assert {each.partition("=")[0] for each in line.removeprefix("recall ms: ").split()} == set(found.seconds)
    assert {"encode", "seeds", "neighbourhood", "score", "pack", "total"} <= set(found.seconds)


def test_nothing_is_printed_by_default(server: Address, tmp_path: Path) -> None:
    code = (
        "import sys, logging; from clew import Memory; from clew.embedding import MiniLM\n"
        f"m = Memory.open({server.uri!r}, auth=({server.user!r}, sys.argv[1]), space='silent', encoder=MiniLM())\n"
        "def bad(_): raise ValueError('no')\n"
        "m.on_event = bad; m.stats(); m.close(); print({*sys.modules} & {'opentelemetry', 'opentelemetry.trace'})"
    )
    command = [sys.executable, "-c", code, server.password]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_the_callback_is_told_of_each_operation(memory: Memory, told: list[Operation]) -> None:
    memory.remember([Turn("Olive is a cat.", "Ann")], session="one")
    with pytest.raises(NotFound):
        memory.turns("two")
    (first, second) = told
    assert (first.name, first.space, dict(first.counts), first.error) == (
        *("Memory.remember", memory.space.name, {"turns": 1, "unchanged": 0}, ""),
    )
    assert (second.name, dict(second.counts), second.error) == ("Memory.turns", {}, "NotFound")
    assert first.seconds > 0


def test_a_callback_that_raises_breaks_nothing(memory: Memory, caplog: pytest.LogCaptureFixture) -> None:
    def fails(_: Operation) -> None:
        raise ValueError("full")

    memory.on_event = fails
    assert memory.add("Olive is a cat.", session="one") == "episode:one/0"
    (warned,) = caplog.records
    assert (warned.levelname, warned.getMessage()) == ("WARNING", "on_event failed after Memory.add, which goes on")


def test_several_sessions_are_counted_together(memory: Memory, told: list[Operation], tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text('{"role": "user", "content": "Olive is a cat."}\n' * 2, "utf-8")
    memory.remember_file(tmp_path)
    assert dict(told[-1].counts) == {"sessions": 2, "turns": 4, "unchanged": 0}


def test_other_doors_tell_the_callback_of_their_memory(memory: Memory, told: list[Operation]) -> None:
    World(memory, run="first").observe("You are in the kitchen.")
    WorkingMemory(memory).begin("Clean the kitchen.", name="cleaning")
    Learnings(memory).task("clean")
    assert [each.name for each in told] == ["World.observe", "WorkingMemory.begin", "Learnings.task"]


def test_the_pages_on_observability_run(server: Address, tmp_path: Path) -> None:
    docs = Path(__file__).parents[2] / "docs"
    page = "".join((docs / name).read_text("utf-8") for name in ("observability.md", "metrics.md"))
    shown = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    opened = (
        "import sys, uuid; from clew import Memory; from clew.embedding import MiniLM\n"
        f"Memory.local = lambda space: Memory.open({server.uri!r}, auth=({server.user!r}, sys.argv[1]),"
        " space=f'{space} {uuid.uuid4()}', encoder=MiniLM())\n"
    )
    command = [sys.executable, "-c", opened + shown, server.password]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines() == re.findall(r"# prints: (.*)", shown)
    logged = [line for line in done.stderr.splitlines() if "space='logged" in line]
    assert [line.split(" ")[0] for line in logged] == re.findall(r"^INFO:\S+", page, re.MULTILINE)


@pytest.mark.parametrize("kind", [Memory, World, Learnings, Trial, Scene, ShortTermMemory, WorkingMemory])
def test_every_public_method_keeps_its_signature_and_documentation(kind: type) -> None:
    for name, member in inspect.getmembers(kind, inspect.isfunction):
        if not name.startswith("_"):
            inner: Any = inspect.unwrap(member)
            assert member.__doc__ == inner.__doc__
            assert inspect.signature(member) == inspect.signature(inner)


SPANS, POINTS = InMemorySpanExporter(), InMemoryMetricReader()


@pytest.fixture(scope="module")
def providers() -> None:
    """OpenTelemetry's own providers, for the rest of the process: it takes them once."""
    traces = TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(SPANS))
    trace.set_tracer_provider(traces)
    metrics.set_meter_provider(MeterProvider([POINTS]))


@pytest.fixture
def spans(providers: None) -> Iterator[Callable[[], Mapping[str, ReadableSpan]]]:
    del providers
    SPANS.clear()

    def finished() -> Mapping[str, ReadableSpan]:
        ours = [each for each in SPANS.get_finished_spans() if each.instrumentation_scope]
        return {
            str(dict(each.attributes or {})["clew.operation"]): each
            for each in ours
            if each.instrumentation_scope and each.instrumentation_scope.name == telemetry.SCOPE
        }

    yield finished
    SPANS.clear()


def test_a_recall_is_a_span_by_the_conventions(memory: Memory, spans: Callable[[], Mapping[str, ReadableSpan]]) -> None:
    memory.add(SECRET, session="one", speaker="Ann")
    hits = len(memory.recall("Where does Olive live?").hits)
    written, found = spans()["Memory.add"], spans()["Memory.recall"]
    assert (written.name, found.name, found.kind) == ("create_memory", "search_memory", SpanKind.CLIENT)
    attributes = dict(found.attributes or {})
    assert attributes.pop("server.address")
    assert attributes.pop("server.port")
    assert attributes == {
        "gen_ai.operation.name": "search_memory",
        "gen_ai.memory.store.id": memory.space.name,
        "gen_ai.memory.record.count": hits,
        "clew.operation": "Memory.recall",
    }
    assert SECRET not in written.to_json() + found.to_json()


def test_what_an_operation_calls_is_inside_its_span(
    memory: Memory, graph: Graph, spans: Callable[[], Mapping[str, ReadableSpan]]
) -> None:
    memory.add("Olive is a cat.", session="one", speaker="Ann")
    thinking(graph, memory, Scripted(answers=["Olive is [1]."])).ask("Who is a cat?")
    outer, inner = spans()["Memory.ask"], spans()["Memory.recall"]
    assert outer.name == "Memory.ask"
    assert inner.parent is not None
    assert outer.context is not None
    assert inner.parent.span_id == outer.context.span_id


def test_what_is_awaited_is_inside_the_span_of_whoever_awaits_it(
    memory: Memory, spans: Callable[[], Mapping[str, ReadableSpan]]
) -> None:
    with trace.get_tracer("an application").start_as_current_span("request") as request:
        asyncio.run(AsyncMemory(memory).stats())
    parent = spans()["Memory.stats"].parent
    assert parent is not None
    assert parent.span_id == request.get_span_context().span_id


def test_an_error_is_its_type_and_no_message(memory: Memory, spans: Callable[[], Mapping[str, ReadableSpan]]) -> None:
    with pytest.raises(NotFound):
        memory.recall("Who?", Filter(session=SECRET))
    span = spans()["Memory.recall"]
    assert (span.status.status_code, span.status.description, span.events) == (StatusCode.ERROR, None, ())
    assert dict(span.attributes or {})["error.type"] == "NotFound"
    assert SECRET not in span.to_json()


def test_durations_are_a_metric_by_the_conventions(
    memory: Memory, spans: Callable[[], Mapping[str, ReadableSpan]]
) -> None:
    del spans
    memory.stats()
    with pytest.raises(NotFound):
        memory.turns("two")
    data = POINTS.get_metrics_data()
    assert data is not None
    (metric,) = [
        each
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        if scope.scope.name == telemetry.SCOPE
        for each in scope.metrics
    ]
    assert (metric.name, metric.unit) == ("gen_ai.client.operation.duration", "s")
    points = {
        (str(dict(each.attributes or {})["gen_ai.operation.name"]), dict(each.attributes or {}).get("error.type")): each
        for each in metric.data.data_points
        if isinstance(each, HistogramDataPoint)
    }
    assert {("Memory.stats", None), ("Memory.turns", "NotFound")} <= points.keys()
    assert points["Memory.stats", None].explicit_bounds[:2] == (0.01, 0.02)
    assert all("gen_ai.memory.store.id" not in dict(each.attributes or {}) for each in points.values())


def test_every_name_of_the_conventions_is_of_an_operation_that_exists() -> None:
    names = {f"Memory.{name}" for name in dir(Memory)}
    assert {name for name in telemetry.CONVENTIONS if name not in names} <= {"Memory.correct"}
    assert set(sys.modules) >= operations.USES_TELEMETRY
