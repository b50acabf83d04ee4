"""The benchmark of selections: its truth is the simulator's, and its measure counts a precondition once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clew.model.learnings import Chosen, Learning, StoredLearning
from clew_playground.environments import chores
from clew_playground.environments.chores import NOTHING


@pytest.fixture(scope="module")
def modules() -> Iterator[tuple[Any, Any]]:
    """The script and its worlds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
        import learning_selection  # pyright: ignore[reportMissingImports]
        import learning_worlds  # pyright: ignore[reportMissingImports]

        yield learning_selection, learning_worlds


@pytest.mark.parametrize("house", [0, 5])
def test_a_deed_that_needs_another_does_nothing_without_it(modules: tuple[Any, Any], house: int) -> None:
    episode = modules[1]._chore("tea", house)
    game = chores.game_of("tea", house)
    assert len(episode.needs) >= 10
    for cause, effect in episode.needs:
        game.reset()
        for deed in [each for number, each in enumerate(episode.plan[:effect]) if number != cause]:
            assert not game.step(deed.text).text.startswith(NOTHING)
        assert game.step(episode.plan[effect].text).text.startswith(NOTHING)


def test_what_is_told_is_true_or_refuted_and_names_other_deeds(modules: tuple[Any, Any]) -> None:
    worlds = modules[1]
    episode = worlds._chore("shoes", 3)
    told = worlds.told(episode, np.random.default_rng(0))
    assert {each.key for each in told if each.is_true} == episode.true
    wrong = [each for each in told if not each.is_true]
    assert wrong
    assert not {each.key for each in wrong} & episode.true
    assert all(-100 <= each.score <= 100 for each in told)
    assert all(each.score == worlds.BEST for each in told if each.is_true)


def test_a_precondition_that_is_told_twice_counts_once(modules: tuple[Any, Any]) -> None:
    selection, worlds = modules
    episode = worlds._chore("tea", 0)
    right, other = sorted(episode.true)[:2]
    taught = selection.Taught({("a", "b"): right, ("c", "d"): right, ("e", "f"): other, ("g", "h"): (("x",), ("y",))})
    asked = worlds.Asked("new place", "Make a brew.", episode, False)

    def shown(*said: tuple[str, str]) -> list[Chosen]:
        return [Chosen(StoredLearning("", 1, Learning("", *each), "", "", "")) for each in said]

    assert taught.share(shown(("a", "b"), ("c", "d"), ("g", "h")), asked) == pytest.approx(1 / 5)
    assert taught.share(shown(("a", "b"), ("e", "f")), asked) == pytest.approx(2 / 5)
    assert taught.share([], asked) == 0
    assert taught.share(shown(*[("a", "b")] * 10), asked) == pytest.approx(1 / 10)
