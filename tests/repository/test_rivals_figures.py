"""The tables about rivals are what their run says, row by row."""

from functools import cache
from typing import Any

import pytest
from tests.repository.test_figures import ROOT, result

MADE_UP = ("10,000 turns", "100,000 turns")
LIMITS = (10, 100)
OURS = "Clew, local"
FOUND_NOTHING = {("agent-memory, session_id", "10,000 turns")}
"""No ratio is told of a rival that answers with nothing."""


@cache
def written() -> frozenset[str]:
    return frozenset((ROOT / "benchmarks" / "README.md").read_text("utf-8").splitlines())


def row_names() -> list[str]:
    return list(dict.fromkeys(each["row"] for each in result("peers")["recall"]))


def asked(row: str, corpus: str, limit: int) -> dict[str, Any]:
    """What was measured of a memory asked in one way; empty where it was not run."""
    wanted = (row, corpus, limit)
    same = (each for each in result("peers")["recall"] if (each["row"], each["corpus"], each["limit"]) == wanted)
    return next(same, {})


def stored(of: str, system: str, corpus: str) -> dict[str, Any]:
    same = (each for each in result("peers")[of] if (each["system"], each["corpus"]) == (system, corpus))
    return next(same, {})


def titled(row: str, *cells: str) -> str:
    return " | ".join((f"| **{row}**" if row == OURS else f"| {row}", *cells)) + " |"


def interval(values: list[float], form: str) -> str:
    value, low, high = (format(each, form) for each in values)
    return f"{value} [{low}, {high}]"


def times(row: str) -> str:
    """A row of the first table: p50 and p95 in ms, and how many times as long Clew in process takes."""
    cells: list[str] = []
    for corpus in ("LoCoMo", *MADE_UP):
        for found in (asked(row, corpus, limit) for limit in LIMITS):
            took = f"{found['p50_ms']:.0f} / {found['p95_ms']:.0f}" if found else "-"
            told = found and row != OURS and (row, corpus) not in FOUND_NOTHING
            cells.append(f"{took}; {interval(found['Clew local over it'], '.2f')}" if told else took)
    return titled(row, *cells)


def evidence(row: str) -> str:
    """A row of the second table: shares of the evidence in percent, and hits of other tenants."""
    few, many = (asked(row, "LoCoMo", limit) for limit in LIMITS)
    documents = (asked(row, corpus, 100) for corpus in ("HotpotQA", "MuSiQue"))
    foreign = max(each["foreign"] for each in result("peers")["recall"] if each["row"] == row)
    return titled(
        row,
        f"{few['percent']['r@10'][0]:.1f} / {many['percent']['r@10'][0]:.1f}",
        interval(many["percent"]["r@1000w"], ".1f"),
        "" if row == OURS else interval(many["Clew local - it"]["r@1000w"], "+.1f"),
        " / ".join(f"{each['percent']['r@5'][0]:.1f}" if each else "-" for each in documents),
        f"{100 * foreign:.0f}",
    )


def costs(system: str) -> str:
    """A row of the third table: texts stored in a second, and MB."""
    rates, sizes = [], []
    for corpus in ("LoCoMo", *MADE_UP):
        rate, memory = stored("ingest", system, corpus), stored("memory_mb", system, corpus)
        plain, tidied = (rate.get(name, 0) for name in ("rate", "rate_tidied"))
        upkeep = f"; {tidied:,.0f}" if tidied < 0.99 * plain else ""
        rates.append(f"{plain:,.0f}{upkeep}" if rate else "-")
        sizes.append(" + ".join(f"{memory[part]:,}" for part in ("process", "server") if part in memory) or "-")
    return titled(f"{system} {result('peers')['versions'][system]}", *rates, *sizes)


@pytest.mark.parametrize("row", [told(name) for name in row_names() for told in (times, evidence)])
def test_what_recall_takes_and_finds_is_what_was_measured(row: str) -> None:
    assert row in written()


@pytest.mark.parametrize("row", [costs(system) for system in result("peers")["versions"]])
def test_what_storing_costs_is_what_was_measured(row: str) -> None:
    assert row in written()
