"""The benchmark of learnings: its store in memory says what the graph says, and memory helps."""

from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.agents.clin.loops import Clin, Writer, generalise, learned
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.loaders.learnings.grammar import stated
from clew_playground.environments import chores
from clew_playground.players.chores import ScriptedPolicy
from clew_playground.players.template import TemplateGenerator

SEEDS = (1, 2, 3, 4)  # of those on which the rules were written: a test is no figure


@pytest.fixture(scope="module")
def in_memory() -> Any:
    """The class of stores in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
        from learnings_in_memory import InMemory  # pyright: ignore[reportMissingImports]

        yield InMemory


def mean_scores(store: Any, generator: Writer | None) -> list[float]:
    episodes: list[list[float]] = []
    for seed in SEEDS:
        game = chores.generate(seed)
        played = Clin(
            store(),
            place="b",
            task_name="a",
            player=lambda k, seed=seed: ScriptedPolicy(seed * 5 + k),
            generator=generator,
            trials=4,
        ).run(game)
        episodes.append([each.attempt.score for each in played])
    return [mean(scores) for scores in zip(*episodes, strict=True)]


def test_a_store_in_memory_gives_the_trials_that_the_graph_gives(in_memory: Any, memory: Memory) -> None:
    game, door, plain = chores.game_of("shoes", 3, steps=25), Learnings(memory), in_memory()
    door.task("shoes")
    for place in ("one", "two", "three"):
        door.environment(place)
    for store in (door, plain):
        for number, place in enumerate(("one", "two")):
            Clin(
                store,
                place=place,
                task_name="shoes",
                player=lambda k, n=number: ScriptedPolicy(5 * n + k),
                generator=TemplateGenerator(),
                trials=2,
            ).run(game)
        generalise(store, "shoes", "three", game.task, TemplateGenerator(), "place")
    for place in ("one", "two", "three"):
        ours, theirs = door.versions("shoes", place), plain.versions(("shoes", place))
        assert [learned(each) for each in ours] == [learned(each) for each in theirs]
        assert ours
    assert [(each.environment, each.score) for each in door.archive(task="shoes")] == [
        (each.environment, each.score) for each in plain.archive(task="shoes")
    ]


def test_with_memory_scores_rise_and_without_they_do_not(in_memory: Any) -> None:
    with_memory, without = mean_scores(in_memory, TemplateGenerator()), mean_scores(in_memory, None)
    assert with_memory[0] == without[0]
    assert with_memory[-1] - with_memory[0] >= (100 - with_memory[0]) / 2
    assert without[-1] - without[0] < (100 - without[0]) / 2


def test_other_houses_teach_a_house_that_none_has_seen(in_memory: Any) -> None:
    game, generator, store = chores.generate(9), TemplateGenerator(), in_memory()
    for n, each in enumerate(chores.elsewhere(game, 4)):
        Clin(
            store,
            place=f"house-{n}",
            task_name="a",
            player=lambda k, n=n: ScriptedPolicy(1000 + 5 * n + k),
            generator=generator,
        ).run(each)
    begin = learned(generalise(store, "a", "new", game.task, generator, "place"))
    assert any(game.placed.chore.start[0] in each.text for each in begin)
    assert not any(name in each.text for each in begin for name, _ in game.placed.house.containers)
    scores = [
        Clin(one, place="new", task_name="a", player=lambda k: ScriptedPolicy(45 + k), generator=generator, trials=1)
        .run(game)[0]
        .attempt.score
        for one in (in_memory(), store)
    ]
    assert scores[1] > scores[0]


LINES = st.builds(
    stated,
    st.sampled_from(["go to the hall", "look", "open the oak box", "take the key", "x"]),
    st.sampled_from(["look", "take the key", "make progress in the task", "complete the task", "x"]),
    st.sampled_from(["necessary", "contributes", "does not contribute", ""]),
    st.sampled_from(["may", "should", ""]),
)


@settings(max_examples=20)
@given(st.lists(LINES, max_size=30), st.integers(1, 30), st.integers(1, 12))
def test_a_loop_ends_whatever_was_learned(in_memory: Any, lines: Sequence[str], seed: int, steps: int) -> None:
    store = in_memory()
    store.write(("a", "b"), lines)
    game = chores.generate(seed, steps=steps)
    found = Clin(store, place="b", task_name="a", player=ScriptedPolicy, generator=TemplateGenerator(), trials=2).run(
        game
    )
    assert [len(each.attempt.trace) <= steps for each in found] == [True, True]
