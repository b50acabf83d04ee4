"""Bars are as long as their scores, in colour and in letters."""

from dataclasses import fields
from datetime import UTC, datetime
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from clew.interfaces.cli.console import line, plain
from clew.interfaces.cli.progress import amount
from clew.interfaces.cli.scores import WIDTH, bar, legend, table
from clew.model import Hit, Progress, ScoreParts

share = st.floats(0, 1)


@given(st.builds(ScoreParts, *[share] * (len(fields(ScoreParts)) - 1)), st.booleans())
def test_the_best_bar_is_full_and_half_as_good_is_half_as_long(parts: ScoreParts, coloured: bool) -> None:
    for factor in (1, 2):
        drawn = bar(parts, parts.total * factor, coloured=coloured).plain
        filled = len(drawn[:WIDTH].rstrip())
        assert filled == (round(WIDTH / factor) if parts.total > 0 else 0)


def test_without_colour_a_part_is_a_letter() -> None:
    drawn = bar(ScoreParts(vector=1, session=0.5, pagerank=0.5), 2.0, coloured=False).plain
    assert drawn == "v" * 9 + "e" * 5 + "p" * 4 + " 2.00"
    assert (
        bar(ScoreParts(text=2, date=2, repeat=-1), 4.0, coloured=False).plain == "t" * 9 + "d" * 5 + "r" * 4 + " 3.00"
    )
    assert bar(ScoreParts(text=1, derived=1), 2.0, coloured=False).plain == "t" * 9 + "f" * 9 + " 2.00"


@pytest.mark.parametrize(("columns", "has_bars"), [(40, False), (60, False), (71, False), (72, True), (120, True)])
def test_the_text_shows_however_narrow_the_console_is(columns: int, has_bars: bool) -> None:
    parts = ScoreParts(vector=1)
    at, text = datetime(2023, 9, 30, tzinfo=UTC), "I moved to Lisbon and live near the river."
    hits = [Hit(f"{n}", "Episode", text, "Dr Maximiliana", at, "s", n, "", {}, 1.0, parts, ()) for n in range(12)]
    console = Console(width=columns, file=StringIO(), color_system=None)
    console.print(table(hits, console), legend(hits, console))
    shown = console.file.getvalue()  # pyright: ignore[reportAttributeAccessIssue]
    lines = shown.splitlines()
    assert all(len(each) <= columns for each in lines)
    for rank in range(1, 13):
        assert any(each.split()[:1] == [f"{rank}"] and "I moved" in each for each in lines)
    assert ("v=vector" in shown, "v" * WIDTH in shown) == (has_bars, has_bars)


def test_text_of_the_memory_cannot_steer_a_terminal() -> None:
    assert plain("a\x1b[2J\x9b31mb\u202ec\ud800") == r"a\x1b[2J\x9b31mb\u202ec\ud800"
    assert line("one\r\ntwo\tthree") == "one two three"


def test_amounts_are_for_people() -> None:
    assert amount(Progress("download", 12_000_000, 166_000_000, "bytes")) == "12 of 166 MB"
    assert amount(Progress("remember", 1200, 0, "turns")) == "1,200 turns"
    assert amount(Progress("start", 0, 0, "")) == ""
    assert amount(Progress("consolidate", 3, 8, "chunks", "41 facts")) == "3 of 8 chunks, 41 facts"
