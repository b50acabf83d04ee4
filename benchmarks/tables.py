"""The tables of README.md, docs/ and benchmarks/README.md but for those of recall, each made from kept results."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
ENGINES = {"in process": "local", "Graph Data Science": "gds"}


@cache
def result(file: str) -> Any:  # noqa: ANN401
    """Return a kept result by its file's name without the ending."""
    return json.loads((RESULTS / f"{file}.json").read_text("utf-8"))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def interval(values: Sequence[float], form: str = ".1f") -> str:
    """A figure with the ends of its interval."""
    value, low, high = (format(each, form) for each in values)
    return f"{value} [{low}, {high}]"


def percent(values: Sequence[float], *, bounds: bool = False) -> str:
    """A share in percent."""
    return f"{values[0]:.1f} %" + (f" [{values[1]:.1f}, {values[2]:.1f}]" if bounds else "")


def milliseconds(times: Mapping[str, float], form: str = ".0f") -> str:
    """The median and the 95th percentile."""
    return f"{times['p50']:{form}} / {times['p95']:{form}}"


# Time


def recall_time() -> str:
    """A recall's p50 and p95, in short."""
    found = result("latency")
    rows: list[list[str]] = []
    for size in sorted({each["size"] for each in found["recall"]}):
        of_size = {each["way"]: each["ms"]["total"] for each in found["recall"] if each["size"] == size}
        (everything,) = (each["ms"]["total"] for each in found["fetching everything"] if each["size"] == size)
        times = (of_size["the least"], of_size["local"], of_size["gds"], everything)
        rows.append([f"{size:,}", *map(_readable, times)])
    head = ["memories in the space", "the least that any recall does", *ENGINES, "fetching every relation"]
    return table(head, rows)


def _readable(total: Mapping[str, float]) -> str:
    """In ms, or in seconds where it takes some."""
    if total["p50"] < 1000:
        return f"{milliseconds(total)} ms"
    return f"{total['p50'] / 1000:.1f} / {total['p95'] / 1000:.1f} s"


def remember_rates() -> str:
    """Turns a second, by how they come."""
    found = result("latency")["ingest"]
    rows: list[list[str]] = []
    for way in dict.fromkeys(each["way"] for each in found):
        rates, indexed = ([each[name] for each in found if each["way"] == way] for name in ("rate", "rate_indexed"))
        rows.append([way, _range(rates), _range(indexed)])
    return table(["turns a second", "rows alone", "with search indexes"], rows)


def _range(values: Sequence[float]) -> str:
    ends = dict.fromkeys(f"{each:,.0f}" for each in (min(values), max(values)))
    return " to ".join(ends)


def latency() -> str:
    """A recall over the least that any does, with its stages."""
    rows: list[list[str]] = []
    for size in (10_000, 100_000):
        of_size = {each["way"]: each for each in result("latency")["recall"] if each["size"] == size}
        least = of_size["the least"]
        for name, engine in ENGINES.items():
            ours = of_size[engine]
            stages = [f"{each['p50']:.1f}" for stage, each in ours["ms"].items() if stage != "total"]
            middle = ours["ms"]["total"]["p50"] / least["ms"]["total"]["p50"]
            rows.append(
                [f"{size:,}, {name}", f"{middle:.2f}", f"{ours['total p95'] / least['total p95']:.2f}", *stages]
            )
    head = [stage for stage in result("latency")["recall"][1]["ms"] if stage != "total"]
    return table(["recall", "p50, times the least", "p95, times the least", *(f"{each}, ms" for each in head)], rows)


def million() -> str:
    """Recall in a space of a million."""
    rows: list[list[str]] = []
    for name, way in ({"the least": "the least"} | ENGINES).items():
        few, many = (each for each in result("million")["recall"] if each["way"] == way)
        times = [(each["ms"]["total"]["p50"], each["total p95"]) for each in (few, many)]
        longer = " / ".join(f"{large / small:.2f}" for small, large in zip(*times, strict=True))
        rows.append([name, *(f"{middle:.0f} / {late:.0f}" for middle, late in times), longer])
    return table(["recall, p50 / p95 in ms", "100,000", "1,000,000", "longer, p50 / p95"], rows)


def memory_bytes() -> str:
    """Bytes on disk of one memory."""
    cached, files = "page cache", "the system's cache of files"
    stored = {
        "vectors, in records": (("records arrays",), cached),
        "other properties, in records": (("records propertystore", "records of other things"), cached),
        "texts, in records": (("records strings",), cached),
        "range indexes": (("index range-1.0", "index token-lookup-1.0", "index point-1.0"), cached),
        "nodes and relationships": (("records relationship", "records nodestore"), cached),
        "vector index": (("index vector-3.0",), files),
        "full-text index": (("index fulltext-2.0",), files),
        "log of transactions": (("log of transactions",), "nobody"),
        "**all**": ((), ""),
    }
    rows: list[list[str]] = []
    for name, (parts, keeper) in stored.items():
        sizes = [
            sum(size for part, size in each["disk"].items() if part in (parts or each["disk"])) / each["size"]
            for each in result("million")["load"]
        ]
        rows.append([name, *(f"{size:,.0f}" for size in sizes), keeper])
    return table(["bytes a memory", "100,000 memories", "1,000,000 memories", "kept in memory by"], rows)


def concurrency() -> str:
    """Recalls a second of many clients."""
    loads = {"1": "1 {}, one space", "4": "4 {}, one space", "16": "16 {}, one space"}
    loads["4 beside a writer"] = "4 {}, one space, beside a writer"
    figures = result("concurrency")["figures"]
    rows = [
        [
            f"{name}, {clients}",
            *(f"{figures[f'{engine}, {load.format(clients)}']['rate']:.1f}" for load in loads.values()),
        ]
        for name, engine in ENGINES.items()
        for clients in ("processes", "threads")
    ]
    return table(["engine, clients are", *loads], rows)


def overhead() -> str:
    """The time that telling of operations adds to a recall."""
    rows = [
        [
            way,
            f"{each['ms']:.1f}",
            *([interval(each["added"]), f"{each['alone']:.1f}"] if way != "without" else ["", ""]),
        ]
        for way, each in result("overhead")["figures"].items()
    ]
    return table(["a recall", "ms, median", "added, % [95 %]", "added to a method that does nothing, µs"], rows)


def filters() -> str:
    """A recall with filters of several widths."""
    names = {"1.0": "no filter", "0.9": "90 % pass", "0.1": "10 %", "0.01": "1 %", "0.001": "0.1 %"}
    measures = ("all pass", "as many as can be", "closest found")
    means = result("filters")["means"]
    rows = [
        [name, f"{means[share]['ms']:,.0f}", *(f"{100 * means[share][each]:.0f}" for each in measures)]
        for share, name in names.items()
    ]
    return table(["filter", "ms, mean", *(f"{each}, %" for each in measures)], rows)


def consolidation() -> str:
    """Seconds a chunk, as the facts grow."""
    stops = result("consolidation")["stops"]
    rows = [
        [f"{each['facts']:,}", *(f"{1000 * each[name]:.0f}" for name in ("seconds", "slowest", "all_facts"))]
        for each in (stops[0], stops[len(stops) // 2], stops[-1])
    ]
    return table(["known facts", "a chunk, p50 ms", "p95 ms", "comparing with every fact, ms"], rows)


# Other kinds of memory


def scene() -> str:
    """Questions about places, beside brute force."""
    rows: list[list[str]] = []
    for each in result("scene")["buildings"]:
        asked = (f"{ways['ours']['p50']:.1f} / {ways['brute force']['p50']:.1f}" for ways in each["ms"].values())
        change = each["change of one object"]
        changed = f"{change['ms']['p50']:.0f} ms, {change['nodes']} nodes"
        load = f"{each['load seconds']:.1f} s"
        rows.append([str(each["rooms"]), str(each["objects"]), str(each["areas"]), *asked, changed, load])
    questions = list(result("scene")["buildings"][0]["ms"])
    return table(["rooms", "objects", "areas", *questions, "a change", "load"], rows)


def sources() -> str:
    """Formats of conversations, read."""
    columns = [
        "detected",
        "megabytes",
        "sessions",
        "turns",
        "speakers",
        "times",
        "notes",
        "seconds",
        "check MB",
        "read MB",
    ]
    rows = [[each["file"], *(str(each[column]) for column in columns)] for each in result("sources")["formats"]]
    return table(["file", *columns], rows)


def short_term() -> str:
    """Hit rates of ten units."""
    windows = [f"{name}, window {share} %" for name in ("W-TinyLFU", "KARMA's W-TinyLFU") for share in (10, 50, 90)]
    found = result("short_term")
    rows = [
        [
            policy,
            *(f"{of_draw['10'][policy][0]:.1f}" for of_draw in found["percent"].values()),
            f"{found['percent, all draws and capacities'][policy][1]:.1f}",
        ]
        for policy in ("FIFO", "FIFO, merging", "LRU", "LFU", *windows)
    ]
    return table(["policy", *found["percent"], "all draws and capacities"], rows)


def plain_accesses() -> str:
    """Hit rates beside a library."""
    found = result("short_term")["plain accesses, percent"]
    rows = [
        [policy, *(f"{own[policy][0]:.1f}" for own in found.values())]
        for policy in ("theine, W-TinyLFU", "W-TinyLFU, window 1 %")
    ]
    return table(["policy", *(f"{int(units):,} units" for units in found)], rows)


def learning_latency() -> str:
    """Recall of learnings beside recall of turns."""
    rows = [
        [name, f"{each['wall']:.0f} / {each['wall p95']:.0f}", f"{each['wall over turns']:.2f}"]
        for name, each in result("learning_latency")["figures"].items()
    ]
    return table(["asked of", "p50 / p95, ms", "p50 over that of turns"], rows)


# Rivals: of the kept run, or of one that has just ended

OURS = "Clew, local"
LIMITS = (10, 100)
MULTIHOP = ("HotpotQA", "MuSiQue")
FOUND_NOTHING = {("agent-memory, session_id", "10,000 turns")}
"""No ratio is told of a rival that answers with nothing."""

Figures = Mapping[str, Any]


def peers_times(run: Figures | None = None) -> str:
    """Times of rivals."""
    figures: Figures = run or result("peers")
    asked = [(corpus, limit) for corpus in _turns(figures) for limit in LIMITS]
    rows = [[_titled(row), *(_time(figures, row, *each) for each in asked)] for row in _rivals(figures)]
    head = [f"{corpus}, {limit} hits" for corpus, limit in asked]
    return table(["p50 / p95 ms; p50 of Clew local over it", *head], rows)


def _time(figures: Figures, row: str, corpus: str, limit: int) -> str:
    if not (found := _asked(figures, row, corpus, limit)):
        return "-"
    took = f"{found['p50_ms']:.0f} / {found['p95_ms']:.0f}"
    told = row != OURS and (row, corpus) not in FOUND_NOTHING and "Clew local over it" in found
    return f"{took}; {interval(found['Clew local over it'], '.2f')}" if told else took


def peers_evidence(run: Figures | None = None) -> str:
    """The evidence that rivals find."""
    figures: Figures = run or result("peers")
    rows: list[list[str]] = []
    for row in _rivals(figures):
        few, many = (_asked(figures, row, "LoCoMo", limit) for limit in LIMITS)
        corpora = (_asked(figures, row, corpus, 100) for corpus in MULTIHOP)
        foreign = max(each["foreign"] for each in figures["recall"] if each["row"] == row)
        found = [" / ".join(f"{each['percent']['r@10'][0]:.1f}" if each else "-" for each in (few, many))]
        found.append(interval(many["percent"]["r@1000w"]) if many else "-")
        found.append(interval(many["Clew local - it"]["r@1000w"], "+.1f") if many and row != OURS else "")
        found.append(" / ".join(f"{each['percent']['r@5'][0]:.1f}" if each else "-" for each in corpora))
        rows.append([_titled(row), *found, f"{100 * foreign:.0f}"])
    head = ["r@10, asked for 10 / 100", "r@1000w", "Clew's lead in r@1000w", "R@5 HotpotQA / MuSiQue"]
    return table(["", *head, "hits of other tenants, of 100"], rows)


def peers_costs(run: Figures | None = None) -> str:
    """Rivals' costs of storing: turns a second, with upkeep where it takes some, and the memory of the processes."""
    figures: Figures = run or result("peers")
    rows: list[list[str]] = []
    for system, version in figures["versions"].items():
        rates, sizes = list[str](), list[str]()
        for corpus in _turns(figures):
            rate, memory = (_stored(figures, of, system, corpus) for of in ("ingest", "memory_mb"))
            plain, tidied = (rate.get(name, 0) for name in ("rate", "rate_tidied"))
            upkeep = f"; {tidied:,.0f}" if tidied < 0.99 * plain else ""
            rates.append(f"{plain:,.0f}{upkeep}" if rate else "-")
            sizes.append(" + ".join(f"{memory[part]:,}" for part in ("process", "server") if part in memory) or "-")
        rows.append([f"{system} {version}", *rates, *sizes])
    turns = _turns(figures)
    return table(["turns a second; with upkeep", *turns, *(f"MB, {corpus}" for corpus in turns)], rows)


def _turns(figures: Figures) -> list[str]:
    return [corpus for corpus in figures["corpora"] if corpus not in MULTIHOP]


def _rivals(figures: Figures) -> list[str]:
    return list(dict.fromkeys(each["row"] for each in figures["recall"]))


def _asked(figures: Figures, row: str, corpus: str, limit: int) -> Figures:
    """The figures of a memory asked in one way; empty where it was not run."""
    wanted = (row, corpus, limit)
    return next((each for each in figures["recall"] if (each["row"], each["corpus"], each["limit"]) == wanted), {})


def _stored(figures: Figures, of: str, system: str, corpus: str) -> Figures:
    return next((each for each in figures[of] if (each["system"], each["corpus"]) == (system, corpus)), {})


def _titled(row: str) -> str:
    return f"**{row}**" if row == OURS else row


TABLES: dict[str, Callable[[], str]] = {
    each.__name__: each
    for each in (
        *(recall_time, remember_rates, latency, million, memory_bytes, concurrency, overhead, filters, consolidation),
        *(sources, scene, short_term, plain_accesses, learning_latency),
        *(peers_times, peers_evidence, peers_costs),
    )
}
