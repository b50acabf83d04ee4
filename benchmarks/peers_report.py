"""The figures of `peers.py` as a table, as a plot, and against the gates."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from intervals import differences, estimates
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, NullLocator
from peers_data import LIMITS, LOCOMO
from peers_figures import Ratio, Result, Row, p50_ratio, rate_ratio
from tables import peers_costs, peers_evidence, peers_times

LOCAL = Row("Clew", "local")
OURS = (str(LOCAL), "Clew, gds")
LANCE, GRAPHITI = "LanceDB", "graphiti"
MOST_OVER_LANCE = {10_000: 1.2, 100_000: 1.0}
"""Our p50 in process over LanceDB's, at most, by turns of the tenant."""

LEAST_OVER_GRAPHITI = 3.0
"""Our online ingest over graphiti's, at least."""

FEWEST_HITS = 1
"""On average; the time of a recall that finds nothing says nothing."""

NOT_MEASURED = "not measured"

COLORS = (*(f"C{number}" for number in range(10)), "black", "goldenrod")
MARKERS = "osD^vPX*<>hp"

MULTIHOP = ("HotpotQA", "MuSiQue")


def gates(result: Result) -> dict[str, bool]:
    """Return each goal whose turns were stored, with its figure, and whether it is reached: not where it has none."""
    kept: dict[str, bool] = {}
    for size, most in MOST_OVER_LANCE.items():
        corpus = f"{size:,} turns"
        for limit in LIMITS if corpus in result.sizes else ():
            ratios = [over(result, row, corpus, limit) for row in result.rows if row.system == LANCE]
            worst = max((each for each in ratios if each), default=None)
            goal = f"{corpus}, {limit} hits: p50 at most {most:g} times LanceDB's: {worst or NOT_MEASURED}"
            kept[goal] = worst is not None and worst.value <= most
    if LOCOMO in result.sizes:
        ours, theirs = (result.counted(name, LOCOMO) for name in (LOCAL.system, GRAPHITI))
        ratio = rate_ratio(ours, theirs) if theirs and len(theirs) == len(ours) else None
        goal = f"online ingest at least {LEAST_OVER_GRAPHITI:g} times graphiti's: {ratio or NOT_MEASURED}"
        kept[goal] = ratio is not None and ratio.value >= LEAST_OVER_GRAPHITI
    return kept


def over(result: Result, row: Row, corpus: str, limit: int) -> Ratio | None:
    """Return the p50 of our recall in process over another's; None where one of them finds nothing or was not asked."""
    ours, theirs = (result.ms(each, corpus, limit) for each in (LOCAL, row))
    if theirs and result.hits(row, corpus, limit) < FEWEST_HITS:
        return None
    return p50_ratio(ours, theirs) if ours and theirs else None


def crossings(result: Result, limit: int) -> dict[str, list[int]]:
    """Return the sizes of a tenant at which a rival's p50 crosses ours in process, between two that were measured.

    On logarithmic axes, as they are drawn; the larger size is where the slower one below has become the faster.
    """
    found: dict[str, list[int]] = {}
    for row in result.rows:
        if row.system != LOCAL.system:
            points = [(size, _ratio_at(result, row, corpus, limit)) for size, corpus in _by_size(result)]
            known = [(math.log(size), math.log(ratio)) for size, ratio in points if ratio]
            places = [
                x - y * (after - x) / (next_y - y) for (x, y), (after, next_y) in pairwise(known) if y * next_y < 0
            ]
            found[str(row)] = [round(math.exp(place)) for place in places]
    return found


def _ratio_at(result: Result, row: Row, corpus: str, limit: int) -> float | None:
    ratio = over(result, row, corpus, limit)
    return ratio.value if ratio else None


def _by_size(result: Result) -> list[tuple[int, str]]:
    """Sizes of a tenant of turns, and the corpora."""
    return sorted((size, corpus) for corpus, size in result.sizes.items() if corpus not in MULTIHOP)


def show(figures: Mapping[str, Any], kept: Mapping[str, bool]) -> None:
    """Print everything.

    Args:
        figures: as `plain` returns them.
        kept: as `gates` returns them.
    """
    for table in (peers_times, peers_evidence, peers_costs):
        print(f"{table(figures)}\n")
    for each in figures["left out"]:
        print(f"{each['system']}, {each['corpus']}: {each['why']}")
    for limit, rivals in figures["crossings"].items():
        for name, sizes in rivals.items():
            if sizes:
                print(f"{limit}: {name} crosses Clew in process at {', '.join(f'{size:,}' for size in sizes)} turns")
    for gate, passed in kept.items():
        print(f"{'pass' if passed else 'FAIL'}  {gate}")


def plain(result: Result) -> dict[str, object]:
    """Return everything as JSON can hold it."""
    corpora = list(result.sizes)
    return {
        **result.around,
        "versions": result.versions,
        "corpora": {
            corpus: {"turns a tenant": result.sizes[corpus], "questions": len(result.questions[corpus])}
            for corpus in corpora
        },
        "recall": [
            found
            for row in result.rows
            for corpus in corpora
            for limit in LIMITS
            if (found := _plain(result, row, corpus, limit))
        ],
        "ingest": [
            {"system": system, "corpus": corpus, **_plain_ingest(result, system, corpus)}
            for system in result.versions
            for corpus in corpora
            if result.rate(system, corpus)
        ],
        "memory_mb": [
            {"system": system, "corpus": corpus, **found} for (system, corpus), found in result.memory_mb.items()
        ],
        "left out": [
            {"system": system, "corpus": corpus, "why": why} for (system, corpus), why in result.left_out.items()
        ],
        "crossings": {f"{limit} hits": crossings(result, limit) for limit in LIMITS},
    }


def _plain_ingest(result: Result, system: str, corpus: str) -> dict[str, object]:
    calls = result.counted(system, corpus)
    found: dict[str, object] = {
        "calls": len(calls),
        "texts": sum(each.texts for each in calls),
        "seconds": round(sum(each.seconds for each in calls), 3),
        "encoder_seconds": round(sum(each.encoding for each in calls), 3),
        "tidy_seconds": round(result.tidy_seconds[system, corpus], 3),
        "rate": round(result.rate(system, corpus) or 0, 1),
        "rate_tidied": round(result.rate(system, corpus, tidied=True) or 0, 1),
    }
    ours = result.counted(LOCAL.system, corpus)
    if system != LOCAL.system and len(ours) == len(calls) > 1:
        found["Clew over it"] = [round(each, 3) for each in rate_ratio(ours, calls)]
    return found


def _plain(result: Result, row: Row, corpus: str, limit: int) -> dict[str, Any]:
    if not (ms := result.ms(row, corpus, limit)):
        return {}
    found: dict[str, Any] = {
        "row": str(row),
        "corpus": corpus,
        "limit": limit,
        "answers": len(ms),
        "p50_ms": round(float(np.median(ms)), 2),
        "p95_ms": round(float(np.percentile(ms, 95)), 2),
        "hits": round(result.hits(row, corpus, limit), 1),
        "foreign": round(result.foreign(row, corpus, limit), 4),
    }
    if ratio := over(result, row, corpus, limit):
        found["Clew local over it"] = [round(each, 3) for each in ratio]
    if all(asked.evidence for asked in result.questions[corpus]):
        theirs = result.evidence(row, corpus, limit)
        found["percent"] = {name: each.rounded(2) for name, each in estimates(theirs).items()}
        ours = result.evidence(LOCAL, corpus, limit)
        paired = differences(ours[: len(theirs)], theirs[: len(ours)])
        found["Clew local - it"] = {name: each.rounded(2) for name, each in paired.items()}
    return found


def plot(figures: Mapping[str, Any], path: Path) -> None:
    """Draw the p50 of each row over the size of a tenant, for 10 and for 100 hits, both on logarithmic axes.

    Args:
        figures: as `plain` returns them, or as they were written.
        path: of the picture; its folder is made.
    """
    sizes = {name: each["turns a tenant"] for name, each in figures["corpora"].items() if name not in MULTIHOP}
    found = [each for each in figures["recall"] if each["corpus"] in sizes and each["hits"] >= FEWEST_HITS]
    rows = list(dict.fromkeys(each["row"] for each in figures["recall"]))
    figure = Figure(figsize=(13, 6), layout="constrained")
    for axes, limit in zip(figure.subplots(1, 2, sharey=True), LIMITS, strict=True):
        for number, row in enumerate(rows):
            mine = [each for each in found if (each["row"], each["limit"]) == (row, limit)]
            _line(axes, row, number, sorted((sizes[each["corpus"]], each["p50_ms"]) for each in mine))
        _dress(axes, sorted(sizes.values()), limit)
    figure.axes[0].set_ylabel("recall, p50, ms (encoder included)")
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=6, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130)


def _line(axes: Axes, row: str, number: int, points: Sequence[tuple[int, float]]) -> None:
    is_ours = row in OURS
    color, marker = COLORS[number % len(COLORS)], MARKERS[number % len(MARKERS)]
    style = {"linewidth": 2.6 if is_ours else 1.3, "linestyle": "-" if is_ours else "--", "color": color}
    if points:
        axes.loglog(*zip(*points, strict=True), marker=marker, label=row, **style)


def _dress(axes: Axes, sizes: Sequence[int], limit: int) -> None:
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("turns of the tenant that is asked")
    axes.set_title(f"{limit} hits (logarithmic axes)")
    axes.grid(linewidth=0.4)
