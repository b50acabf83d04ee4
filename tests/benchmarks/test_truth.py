"""The measurement of `truth.py`: its tables, what it holds right, and a small run on the session's server."""

import json
import math
import random
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from clew.server import Address

TABLES = ("changes", "chatter", "corrections", "crowds", "events", "plans", "repeats", "slots", "usuals")


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")


@pytest.mark.parametrize("name", TABLES)
def test_each_half_has_wordings_and_no_line_comes_twice(name: str) -> None:
    from truth_wordings import HALVES, table, wordings  # pyright: ignore[reportMissingImports]

    halves = [wordings(name, half) for half in HALVES]
    assert min(map(len, halves)) >= 9
    assert sorted([*halves[0], *halves[1]]) == sorted(table(name))
    assert len(set(table(name))) == len(table(name)) >= 20


def keys() -> list[tuple[str, list[str], list[str]]]:
    """Words that tell a line, the lines that hold them, and other lines that may stand in the same store."""
    from truth_wordings import table  # pyright: ignore[reportMissingImports]

    found: list[tuple[str, list[str], list[str]]] = []
    for did, key, _ in table("events"):
        found.append((key, [did], [other for other, *_ in table("events") if other != did]))
    changed = [(states.split(" > "), values.split(" > ")) for states, values, *_ in table("changes")]
    every = [state for states, _ in changed for state in states]
    for states, values in changed:
        for state, value in zip(states, values, strict=True):
            found.append((value, [state], [other for other in every if other != state]))
    for usual, change, _, key, old in table("usuals"):
        found += [(key, [change], [usual]), (old, [usual], [])]
    for one, two, three, _, *three_keys in table("crowds"):
        lines = (one, two, three)
        found += [(key, [line], [o for o in lines if o != line]) for key, line in zip(three_keys, lines, strict=True)]
    for line, key, _ in table("repeats"):
        found.append((key, [line], [other for other, *_ in table("repeats") if other != line]))
    for wrong, right, _, before, after in table("corrections"):
        found += [(before, [wrong], []), (after, [right], [])]
    return found


def test_the_words_that_tell_a_line_stand_in_it_alone() -> None:
    from truth_wordings import REPLIES, table  # pyright: ignore[reportMissingImports]

    talk = [said for said, *_ in table("talk")] + list(REPLIES)
    for key, holding, others in keys():
        assert all(key.lower() in line.lower() for line in holding), key
        if len(others) > 0:
            assert not [line for line in (*others, *talk) if key.lower() in line.lower()], key


def test_a_seed_draws_the_same_stores_again() -> None:
    from truth import STORES  # pyright: ignore[reportMissingImports]

    for name, scenario in STORES.items():
        one, again, other = (list(scenario("shown", random.Random(seed))) for seed in (1, 1, 2))
        assert [each.sessions for each in one] == [each.sessions for each in again], name
        assert [each.sessions for each in one] != [each.sessions for each in other], name
        assert [[q.question for q in each.asked] for each in one] == [
            [q.question for q in each.asked] for each in again
        ]
        turns = [len(session.turns) for each in one for session in each.sessions]
        assert min(turns) >= 2
        beside = [any(len(session.turns) > 2 for session in each.sessions) for each in one]
        assert sum(beside) >= len(one) / 4, name


def test_an_event_is_asked_for_by_its_day_and_not_by_that_of_saying() -> None:
    from truth_scenarios import Found, _diary, event_day  # pyright: ignore[reportMissingImports]
    from truth_wordings import table  # pyright: ignore[reportMissingImports]

    told = list(_diary(list(table("events"))[:9], datetime(2024, 3, 4, 19, tzinfo=UTC), random.Random(1)))
    assert len({about for _, _, about, _ in told}) == len(told) > 6
    assert all(0 < (said.date() - about).days <= 4 for _, said, about, _ in told)
    for store in event_day("shown", random.Random(1)):
        for asked in store.asked:
            assert asked.right(Found((), "")) == {"first": False, "within three": False}


PACKED = """Facts
Ann said: I saw a lynx yesterday (7 May 2024).

Session s, {day}
user: I saw a lynx yesterday.
"""


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (PACKED.format(day="8 May 2024"), True),
        (PACKED.format(day="9 May 2024"), False),
        (PACKED.format(day="18 May 2024"), False),
        (PACKED.replace("(7 May", "(8 May").format(day="8 May 2024"), False),
        ("Session s, 9 May 2024\nuser: I saw a lynx yesterday (7 May 2024).", True),
        ("", False),
    ],
)
def test_every_line_must_show_the_day_of_the_speaker(text: str, *, is_right: bool) -> None:
    from truth_scenarios import shows_day  # pyright: ignore[reportMissingImports]

    assert shows_day(text, "lynx", date(2024, 5, 7), date(2024, 5, 8)) is is_right


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("user: It is red.\nuser: No, blue.", False),
        ("user: No, blue.\nuser: It is red.", True),
        ("user: It is red. [corrected below]\nuser: No, blue.", True),
        ("user: No, blue.", False),
    ],
)
def test_a_correction_leads_or_what_it_corrects_is_marked(text: str, *, is_right: bool) -> None:
    from truth_scenarios import Found, _tells  # pyright: ignore[reportMissingImports]

    assert _tells(Found((), text), "It is red.", "No, blue.") is is_right


def test_a_figure_that_is_not_offered_misses_its_gate() -> None:
    from truth_report import OURS, Figures, gates, wilson  # pyright: ignore[reportMissingImports]

    found = Figures()
    for value in (True, True, False):
        found.add("newest first", OURS, {"newest ahead": value})
    found.absent.add(("silence", "answered, but silent"))
    assert gates(found) == {
        "newest first: newest ahead, at least 95: 66.7": False,
        "silence: answered, but silent, at most 2: not offered": False,
    }
    estimate = wilson([True] * 9 + [False])
    assert (round(estimate.low, 1), round(estimate.high, 1)) == (59.6, 98.2)


def test_what_tells_answered_questions_from_others() -> None:
    import numpy as np
    from truth_silence import auroc, covering, silent_at  # pyright: ignore[reportMissingImports]

    assert auroc(np.array([3.0, 2.0]), np.array([1.0, 2.0])) == 0.875
    assert math.isnan(auroc(np.array([math.nan]), np.array([1.0])))
    assert silent_at(np.arange(100.0), np.array([0.0, 1.5, 2.5]), 0.02) == pytest.approx(2 / 3)
    covered = covering(["Ann: I sold the yacht.", "Ben: I sold the bread.", "Ann: Good."])
    assert covered("Who sold the yacht?") == 1.0
    assert 0 < covered("Who insured the yacht?") < 0.6
    assert covered("Who?") == 0.0


SMALL = ("said once", "speaker's day", "planned dates", "order")


@pytest.mark.slow
def test_a_small_run_measures_clew_beside_both_baselines(server: Address, tmp_path: Path) -> None:
    from truth import main  # pyright: ignore[reportMissingImports]
    from truth_baselines import NEXT, VECTOR  # pyright: ignore[reportMissingImports]

    at = ("--uri", server.uri, "--user", server.user, "--password", server.password)
    only = ("--only", *SMALL, "--stores", "1", "--orders", "1")
    result = tmp_path / "truth.json"
    code = main([*at, *only, "--encoder", "minilm", "--json", str(result), "--gate"])
    found: dict[str, Any] = json.loads(result.read_text("utf-8"))
    assert code == int(not all(found["gates"].values()))
    asked = found["shares"]["speaker's day"]["first"]
    assert set(asked) == {"Clew", VECTOR, NEXT}
    assert len({each["asked"] for each in asked.values()}) == 1
    assert found["shares"]["planned dates"]["right or undated"]["Clew"]["percent"][0] > 90
    assert found["shares"]["order, judged by an ideal model"]["one value at a time"]["Clew"]["percent"][0] > 50
    assert found["half"] == "shown"
    assert found["server"]["neo4j"]
