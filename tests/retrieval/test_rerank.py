"""A reranker's order and ours, fused: whatever scores it gives, and whatever it leaves out."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import BaseDocumentCompressor, Document

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.model import Hit, ScoreParts, Turn
from clew.retrieval.rerank import reranked
from clew.settings import RecallSettings

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SCORES = st.lists(st.floats(0, 3, allow_subnormal=False), min_size=2, max_size=12)


def hits(scores: Sequence[float]) -> list[Hit]:
    """Hits of these scores, best first; their texts are their ids."""
    return [
        Hit(str(place), "Episode", str(place), "", NOON, "s", place, "", {}, score, ScoreParts(vector=score), ())
        for place, score in enumerate(sorted(scores, reverse=True))
    ]


def saying(scores: Sequence[float]) -> Callable[[str, Sequence[str]], list[float]]:
    """A reranker that gives each text its score, by the number that the text is."""
    return lambda _query, texts: [scores[int(text)] for text in texts]


class Last(BaseDocumentCompressor):
    """Keeps the worst two, the very worst first, which it repeats."""

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        del query, callbacks
        return [documents[-1], documents[-2], documents[-1]]


class Stranger(Last):
    """Gives a document of its own; it can be called as well, which does not count."""

    def __call__(self, query: str, texts: Sequence[str]) -> list[float]:
        del query
        return [0.0 for _ in texts]

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        del documents, query, callbacks
        return [Document("I am new here.", metadata={"id": "x"})]


class TestFusing:
    @given(SCORES, st.data())
    def test_who_is_better_for_both_stays_better(self, ours: list[float], data: st.DataObject) -> None:
        theirs = data.draw(st.lists(st.floats(-1e6, 1e6), min_size=len(ours), max_size=len(ours)))
        given_ = hits(ours)
        found = reranked(given_, "tea", saying(theirs), 1.0)
        places = {hit.id: place for place, hit in enumerate(found)}
        assert sorted(places) == sorted(hit.id for hit in given_)
        for better, worse in pairwise(given_):
            if theirs[int(better.id)] > theirs[int(worse.id)]:
                assert places[better.id] < places[worse.id]

    @given(SCORES, st.floats(-5, 5))
    def test_one_that_says_nothing_changes_no_order(self, ours: list[float], same: float) -> None:
        given_ = hits(ours)
        found = reranked(given_, "tea", saying([same] * len(given_)), 1.0)
        assert [hit.id for hit in found] == [hit.id for hit in given_]

    @given(SCORES, st.floats(0.1, 1e3), st.data())
    def test_the_scale_of_its_scores_does_not_count(self, ours: list[float], by: float, data: st.DataObject) -> None:
        theirs = data.draw(st.permutations(range(len(ours))))
        plain = reranked(hits(ours), "tea", saying([float(each) for each in theirs]), 1.0)
        scaled = reranked(hits(ours), "tea", saying([by * each - 7 for each in theirs]), 1.0)
        assert [hit.id for hit in plain] == [hit.id for hit in scaled]

    def test_a_score_is_the_sum_of_its_parts(self) -> None:
        found = reranked(hits([1.0, 0.5, 0.0]), "tea", saying([0.0, 3.0, 9.0]), 1.0)
        assert {hit.id: hit.parts.rerank for hit in found} == {"0": 0.0, "1": 0.5, "2": 1.0}
        assert all(hit.score == hit.parts.total for hit in found)

    def test_a_great_weight_is_its_order_and_none_is_ours(self) -> None:
        theirs = [1.0, 3.0, 2.0]
        assert [hit.id for hit in reranked(hits([1.0, 0.9, 0.1]), "", saying(theirs), 100.0)] == ["1", "2", "0"]
        assert [hit.id for hit in reranked(hits([1.0, 0.9, 0.1]), "", saying(theirs), 0.0)] == ["0", "1", "2"]

    def test_one_that_picks_one_of_fifty_puts_it_first(self) -> None:
        ours = [1 - place / 100 for place in range(50)]
        found = reranked(hits(ours), "tea", saying([*[0.0] * 30, 1.0, *[0.0] * 19]), 1.0)
        assert found[0].id == "30"
        assert [hit.parts.rerank for hit in found[1:]] == [0.0] * 49

    def test_what_repeats_cost_does_not_count_for_the_spread(self) -> None:
        better, worse = hits([1.0, 0.5])
        parts = replace(worse.parts, repeat=-8.0)
        found = reranked([better, replace(worse, parts=parts, score=parts.total)], "", saying([0.0, 1.0]), 1.0)
        assert [hit.id for hit in found] == ["0", "1"]
        assert found[1].parts.rerank == 0.5

    def test_hits_of_one_score_take_its_order(self) -> None:
        assert [hit.id for hit in reranked(hits([1.0, 1.0]), "", saying([0.0, 1.0]), 1.0)] == ["1", "0"]

    def test_one_hit_is_not_asked_about(self) -> None:
        (only,) = hits([1.0])
        assert reranked([only], "", Stranger(), 1.0) == (only,)


class TestCompressors:
    def test_the_two_of_fifty_that_one_keeps_come_first(self) -> None:
        ours = [1 - place / 100 for place in range(50)]
        assert [hit.id for hit in reranked(hits(ours), "tea", Last(), 1.0)][:2] == ["0", "49"]  # equally good
        assert [hit.id for hit in reranked(hits(ours), "tea", Last(), 2.0)][:3] == ["49", "48", "0"]

    def test_what_one_leaves_out_comes_last_in_our_order(self) -> None:
        found = reranked(hits([1.0, 0.9, 0.8, 0.7]), "tea", Last(), 10.0)
        assert [hit.id for hit in found] == ["3", "2", "0", "1"]

    def test_one_that_invents_is_refused(self) -> None:
        with pytest.raises(InvalidInput, match="a document that it was not given"):
            reranked(hits([1.0, 0.5]), "tea", Stranger(), 1.0)

    @pytest.mark.parametrize("given_", [None, 1.0, ["a text"], [None]])
    def test_one_that_gives_no_documents_is_refused(self, given_: Any) -> None:
        odd: Any = SimpleNamespace(compress_documents=lambda *_: given_)
        with pytest.raises(InvalidInput, match="a list of the documents that matter; it gave"):
            reranked(hits([1.0, 0.5]), "tea", odd, 1.0)


@pytest.mark.parametrize("given_", [[1.0], [1.0, float("nan")], [[1.0], [2.0]], None, ["high", "low"]])
def test_unusable_scores_are_refused(given_: Any) -> None:
    with pytest.raises(InvalidInput, match="a finite number for each of 2 texts; it gave"):
        reranked(hits([1.0, 0.5]), "tea", lambda _query, _texts: given_, 1.0)


class Tensor:
    """Refuses to be an array, as one of torch with a gradient does."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")


@pytest.mark.parametrize("given_", [Tensor(), np.ones((50, 1)), ["a text that is remembered"] * 50])
def test_what_a_reranker_gave_is_said_in_short_and_on_one_line(given_: Any) -> None:
    odd: Any = SimpleNamespace(compress_documents=lambda *_: given_)
    for reranker in (odd, lambda _query, _texts: given_):
        with pytest.raises(InvalidInput, match="; it gave ") as caught:
            reranked(hits([1.0] * 50), "tea", reranker, 1.0)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 200


class TestInRecall:
    @pytest.fixture
    def talk(self, memory: Memory) -> Memory:
        """Sixty turns about tea."""
        memory.remember([Turn(f"Tea number {number} is fine.", "Ann") for number in range(60)], session="s")
        return memory

    def test_it_reads_fifty_candidates_and_the_limit_is_kept(self, talk: Memory) -> None:
        seen: list[tuple[str, int]] = []

        def last(query: str, texts: Sequence[str]) -> list[float]:
            seen.append((query, len(texts)))
            return [float(place) for place, _ in enumerate(texts)]

        plain = talk.recall("Which tea is fine?", limit=50)
        talk.reranker = last
        found = talk.recall("Which tea is fine?", limit=5, settings=RecallSettings(rerank_weight=100))
        assert seen == [("Which tea is fine?", 50)]
        assert [hit.id for hit in found.hits] == [hit.id for hit in plain.hits[:-6:-1]]
        assert found.packed
        assert {hit.id for hit in found.packed} <= {hit.id for hit in found.hits}
        assert "rerank" in found.seconds

    def test_by_default_it_reads_fifty_of_the_hundred_as_they_are_shown(self, memory: Memory) -> None:
        memory.remember([Turn(f"Tea number {number} is fine.", "Ann") for number in range(120)], session="s")
        seen: list[Sequence[str]] = []

        def first(_query: str, texts: Sequence[str]) -> list[float]:
            seen.append(texts)
            return [float(-place) for place, _ in enumerate(texts)]

        plain = memory.recall("Which tea is fine?")
        memory.reranker = first
        found = memory.recall("Which tea is fine?")
        assert [hit.id for hit in found.hits] == [hit.id for hit in plain.hits]
        assert len(found.hits) == 100
        read = [shown.partition(" (later: ")[0] for shown in seen[0]]  # tea 37 may put tea 36 right
        assert read == [f"Ann: {hit.text}" for hit in plain.hits[:50]]

    def test_it_is_off_by_default(self, talk: Memory) -> None:
        found = talk.recall("Which tea is fine?")
        assert all(hit.parts.rerank == 0 for hit in found.hits)
        assert "rerank" not in found.seconds

    def test_what_it_raises_is_the_callers(self, talk: Memory) -> None:
        def broken(_query: str, _texts: Sequence[str]) -> list[float]:
            raise ZeroDivisionError("mine")

        talk.reranker = broken
        with pytest.raises(ZeroDivisionError, match="mine"):
            talk.recall("Which tea is fine?")
