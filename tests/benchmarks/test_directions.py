"""What was learnt of texts holds for wordings that it was not learnt from."""

from pathlib import Path

import numpy as np
import pytest

from clew.embedding import E5Small, MiniLM
from clew.retrieval.corrections import may_correct, says_so
from clew.retrieval.directions import directions


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")


@pytest.mark.parametrize("speaker", ["Ann: ", ""], ids=["named", "nameless"])
@pytest.mark.parametrize(("encoder", "least", "most"), [("e5-small", 0.7, 0.3), ("minilm", 0.5, 0.3)])
def test_many_corrections_in_free_words_are_known_and_few_remarks_are_taken_for_them(
    encoder: str, least: float, most: float, speaker: str, jar_cache: Path | None
) -> None:
    from truth_wordings import table  # pyright: ignore[reportMissingImports]

    ours = E5Small(cache=jar_cache) if encoder == "e5-small" else MiniLM()
    direction, threshold = directions("corrections")[ours.identity]

    def share(name: str) -> float:
        vectors = ours.embed_documents([f"{speaker}{line[1]}" for line in table(name)])
        return float((np.array(vectors) @ np.array(direction) >= threshold).mean())

    assert share("corrections_free") >= least
    assert share("remarks_free") <= most


def test_wordings_to_learn_from_are_short_turns_and_none_comes_twice() -> None:
    from truth_wordings import table  # pyright: ignore[reportMissingImports]

    for kind in ("corrections", "remarks"):
        learnt_from, free = table(f"{kind}_learnt"), table(f"{kind}_free")
        later = [line[min(1, len(line) - 1)] for line in learnt_from]
        assert len(set(later)) == len(later)
        assert not {line[0] for line in free} & {line[0] for line in learnt_from}
        assert sum(map(may_correct, later)) >= 0.9 * len(later)
    assert sum(says_so(line[1]) for line in table("remarks_free")) <= 2


@pytest.mark.parametrize(("encoder", "least"), [("e5-small", 0.85), ("minilm", 0.75)])
def test_most_messages_that_need_no_memory_are_known_and_few_others_are_taken_for_them(
    encoder: str, least: float, jar_cache: Path | None
) -> None:
    from truth_wordings import table  # pyright: ignore[reportMissingImports]

    ours = E5Small(cache=jar_cache) if encoder == "e5-small" else MiniLM()
    direction, threshold = directions("requests")[ours.identity]

    def share(kind: str) -> float:
        vectors = [ours.embed_query(text) for one, text in table("requests_free") if one == kind]
        return float((np.array(vectors) @ np.array(direction) >= threshold).mean())

    assert min(share("general"), share("talk")) >= least
    assert max(share("memory"), share("things"), share("unsaid")) <= 0.05


def test_free_messages_are_not_learnt_from() -> None:
    from truth_wordings import table  # pyright: ignore[reportMissingImports]

    learnt_from, free = ({text.casefold() for _, text in table(f"requests_{part}")} for part in ("learnt", "free"))
    assert not learnt_from & free
