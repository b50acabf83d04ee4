"""Facts in the packed text: dated, on one line each, before the turns, and within their share where they have one."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.model import Hit, ScoreParts
from clew.retrieval.pack import count, line, pack
from clew.text.instants import BEGINNING

MAY = datetime(2023, 5, 8, 9, tzinfo=UTC)
TEXTS = st.text("abc \n[]", min_size=1).filter(str.strip)


def hit(kind: str, number: int, text: str, **changed: datetime | None) -> Hit:
    at = MAY + timedelta(days=number)
    derived = kind in {"Fact", "Reflection"}
    times: dict[str, datetime | None] = {"at": at, "valid_from": at if derived else None, "valid_to": None} | changed
    session = "" if derived else "s"
    return Hit(
        f"{kind}:{number}", kind, text, "Ann", times["at"], session, number, "", {}, 1.0, ScoreParts(), (),
        valid_from=times["valid_from"], valid_to=times["valid_to"],
    )  # fmt: skip


HITS = st.lists(
    st.builds(hit, st.sampled_from(["Fact", "Reflection", "Episode"]), st.integers(0, 20), TEXTS),
    max_size=12,
    unique_by=lambda made: made.id,
)


@given(HITS, st.integers(10, 80), st.sampled_from([0.0, 0.25, 0.5, 1.0]))
def test_facts_keep_to_their_share_and_turns_get_the_rest(hits: list[Hit], words: int, share: float) -> None:
    packed, text, passed_over, _ = pack(hits, words, share)
    assert count(text) <= words
    derived = [made for made in packed if made.kind != "Episode"]
    if len(packed) > 1:
        headers = len({made.kind for made in derived})
        assert sum(count(line(made)) for made in derived) + headers <= round(share * words)
    for kinds in ({"Fact", "Reflection"}, {"Episode"}):
        ranked = [made for made in hits if made.kind in kinds]
        taken = [made for made in ranked if made in packed]
        better = ranked[: ranked.index(taken[-1])] if taken else []
        assert {made.id for made in better if made not in taken} <= set(passed_over)


@given(HITS, st.sampled_from([None, 1.0]))
def test_reflections_come_first_then_facts_then_turns_each_in_time_order(hits: list[Hit], share: float | None) -> None:
    packed, *_ = pack(hits, 10_000, share)
    order = ["Reflection", "Fact", "Episode"]
    assert [(order.index(made.kind), made.at) for made in packed] == sorted(
        (order.index(made.kind), made.at) for made in hits
    )


@pytest.mark.parametrize(
    ("kind", "changed", "shown"),
    [
        ("Fact", {}, "It is. [said on 8 May 2023]"),
        ("Fact", {"valid_from": MAY - timedelta(days=7)}, "It is. [since 1 May 2023]"),
        ("Fact", {"valid_from": BEGINNING, "at": None}, "It is."),
        ("Fact", {"valid_from": BEGINNING, "valid_to": MAY}, "It is. [until 8 May 2023]"),
        ("Fact", {"valid_to": MAY + timedelta(days=1)}, "It is. [8 May 2023 to 9 May 2023]"),
        ("Reflection", {}, "It is. [since 8 May 2023]"),
    ],
)
def test_a_fact_shows_when_it_holds(kind: str, changed: dict[str, datetime | None], shown: str) -> None:
    assert line(hit(kind, 0, "It\nis.", **changed)) == shown
