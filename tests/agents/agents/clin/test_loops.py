"""Trials in a row: what is carried on, what an archive holds, and that memory helps and nothing else does."""

from collections.abc import Sequence
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.agents.clin.advice import AdviceGenerator
from clew.agents.clin.budget import CUT, first_sentence, shown
from clew.agents.clin.generator import MAX_PAST, Change, Generator, Past
from clew.agents.clin.loops import ARCHIVE, Episode, Trial, adapt, archive, generalised
from clew.agents.clin.scripted import ScriptedPolicy
from clew.agents.clin.template import TemplateGenerator
from clew.agents.clin.trial import Attempt
from clew.environments import chores
from clew.errors import InvalidInput
from clew.learning_model import Learning, TraceStep

SEEDS = (1, 2, 3, 4)  # of those on which the rules were written: a test is no figure


class Kept:
    """Writes one line for each trial, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[Past, ...]] = []

    def adapt(self, task: str, attempt: Attempt, past: Sequence[Past] = ()) -> tuple[Learning, ...]:  # noqa: ARG002
        self.given.append(tuple(past))
        return (Learning(f"line {len(self.given)}"),)

    def generalise(self, task: str, best: Sequence[Past], change: Change) -> tuple[Learning, ...]:  # noqa: ARG002
        self.given.append(tuple(best))
        return tuple(each.learnings[0] for each in best)


def episode(*scores: float, name: str = "a") -> Episode:
    trials = [
        Trial(number, (), Attempt((), score, "done"), (Learning(f"{name}{number}"),))
        for number, score in enumerate(scores)
    ]
    return Episode(name, tuple(trials))


def mean_scores(generator: Generator | None, seeds: Sequence[int] = SEEDS) -> list[float]:
    episodes = [
        adapt(chores.generate(seed), lambda k, seed=seed: ScriptedPolicy(seed * 5 + k), generator, trials=4)
        for seed in seeds
    ]
    return [mean(scores) for scores in zip(*(each.scores for each in episodes), strict=True)]


def test_each_trial_has_what_the_one_before_it_taught_and_a_generator_at_most_three_sets() -> None:
    generator = Kept()
    found = adapt(chores.generate(1, steps=3), ScriptedPolicy, generator, trials=6)
    assert [[each.text for each in trial.given] for trial in found.trials] == [
        [],
        *([f"line {number}"] for number in range(1, 6)),
    ]
    assert [len(each) for each in generator.given] == [0, 1, 2, 3, 3, 3]
    assert [each.learnings[0].text for each in generator.given[-1]] == ["line 3", "line 4", "line 5"]
    assert MAX_PAST == 3


def test_what_an_episode_begins_with_is_shown_in_its_first_trials_only() -> None:
    generator, begin = Kept(), (Learning("before"),)
    found = adapt(chores.generate(1, steps=3), ScriptedPolicy, generator, begin=begin, trials=5)
    assert found.trials[0].given == begin
    assert [any(each.learnings == begin for each in given) for given in generator.given] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_without_a_generator_nothing_is_carried_on() -> None:
    seen = list[Trial]()
    found = adapt(chores.generate(1, steps=3), ScriptedPolicy, None, trials=3, on_trial=seen.append)
    assert all(each.given == each.learned == () for each in found.trials)
    assert tuple(seen) == found.trials


def test_the_best_trial_of_an_episode_is_kept_and_of_equal_ones_the_later() -> None:
    assert episode(10, 40, 40, -100).best == Past((Learning("a2"),), 40, "a")


def test_an_archive_holds_the_best_sets_and_of_equal_episodes_the_later() -> None:
    episodes = [episode(50, name="a"), episode(10, name="b"), episode(50, name="c"), episode(90, name="d")]
    assert [each.task for each in archive(episodes)] == ["b", "a", "c", "d"]
    assert [each.task for each in archive(episodes, 2)] == ["c", "d"]
    assert archive(episodes, 0) == archive([]) == ()
    assert generalised("x", [], Kept(), "place") == ()


@given(st.lists(st.lists(st.integers(-100, 100), min_size=1, max_size=4), max_size=25), st.integers(0, 12))
def test_an_archive_is_never_larger_and_never_leaves_a_better_one_out(scores: list[list[int]], most: int) -> None:
    episodes = [episode(*each, name=str(number)) for number, each in enumerate(scores)]
    kept = archive(episodes, most)
    assert len(kept) == min(most, len(episodes))
    assert len(archive(episodes)) <= ARCHIVE
    assert sorted(each.score for each in kept) == [each.score for each in kept]
    left = sorted(max(each) for each in scores)
    assert [each.score for each in kept] == (left[-most:] if most else [])


def test_with_memory_scores_rise_and_without_they_do_not() -> None:
    with_memory, without = mean_scores(TemplateGenerator()), mean_scores(None)
    assert with_memory[0] == without[0]
    assert with_memory[-1] - with_memory[0] >= (100 - with_memory[0]) / 2
    assert without[-1] - without[0] < (100 - without[0]) / 2


def test_other_houses_teach_a_house_that_none_has_seen() -> None:
    game, generator = chores.generate(9), TemplateGenerator()
    taught = [
        adapt(each, lambda k, n=n: ScriptedPolicy(1000 + 5 * n + k), generator)
        for n, each in enumerate(chores.elsewhere(game, 4))
    ]
    begin = generalised(game.task, taught, generator, "place")
    assert any(game.placed.chore.start[0] in each.text for each in begin)
    assert not any(name in each.text for each in begin for name, _ in game.placed.house.containers)
    first = adapt(game, lambda k: ScriptedPolicy(45 + k), generator, begin=begin, trials=1)
    assert first.scores[0] > adapt(game, lambda k: ScriptedPolicy(45 + k), None, trials=1).scores[0]


def test_advice_has_no_effects_and_says_what_to_avoid() -> None:
    game = chores.generate(5)
    found = adapt(game, lambda k: ScriptedPolicy(25 + k), AdviceGenerator(TemplateGenerator()), trials=3)
    lines = [each for trial in found.trials for each in trial.learned]
    assert lines
    assert all(not each.relation and not each.effect for each in lines)
    assert all(each.text.startswith(("Try to ", "Avoid this: ")) for each in lines)


LEARNINGS = st.builds(
    Learning,
    st.just("text"),
    st.sampled_from(["go to the hall", "look", "open the oak box", "take the key", "x"]),
    st.sampled_from(["look", "take the key", "make progress in the task", "complete the task", "x"]),
    st.sampled_from(["necessary", "contributes", "does not contribute", ""]),
    st.sampled_from(["may", "should", ""]),
)


@settings(max_examples=20, deadline=None)
@given(st.lists(LEARNINGS, max_size=30), st.integers(1, 30), st.integers(1, 12))
def test_a_loop_ends_whatever_was_learned(learnings: list[Learning], seed: int, steps: int) -> None:
    found = adapt(chores.generate(seed, steps=steps), ScriptedPolicy, TemplateGenerator(), begin=learnings, trials=2)
    assert [len(each.attempt.trace) <= steps for each in found.trials] == [True, True]


class TestBudget:
    TRACE = tuple(TraceStep(f"do {number}", f"Seen {number}. And more of it.", 10.0 * number) for number in range(6))
    PAST = tuple(Past((Learning(f"old {number}"),), 10.0) for number in range(3))
    META = (Past((Learning("elsewhere"),), 90.0),)

    def fit(self, budget: int) -> str:
        return shown(
            "Act.", self.TRACE, "Fair.", self.PAST, meta=self.META, feedback=lambda _: "So.", budget=budget, count=len
        ).text

    def test_all_is_shown_where_it_fits(self) -> None:
        text = self.fit(10_000)
        assert all(each in text for each in ("elsewhere", "old 0", "old 2", "And more of it.", "do 5", "(+10 points)"))

    def test_parts_are_given_up_in_order(self) -> None:
        marks = ("elsewhere", "old 0", "old 1", "old 2", "And more of it.", "do 5")
        counts = [sum(mark in self.fit(budget) for mark in marks) for budget in range(len(self.fit(10_000)), 20, -1)]
        assert counts == sorted(counts, reverse=True)
        assert set(counts) == set(range(7))
        for budget in range(len(self.fit(10_000)), 20, -1):
            present = [mark in self.fit(budget) for mark in marks]
            assert present == sorted(present), "an earlier part stays while a later one goes"

    def test_a_cut_is_told(self) -> None:
        assert CUT in self.fit(150)

    def test_what_cannot_fit_is_one_error(self) -> None:
        with pytest.raises(InvalidInput, match="do not fit into 3 tokens"):
            self.fit(3)

    def test_a_sentence(self) -> None:
        assert first_sentence(" You see 1.5 keys. And a box.") == "You see 1.5 keys."
        assert first_sentence("no end") == "no end"


@given(st.lists(st.text(max_size=60), max_size=20), st.lists(st.text(max_size=80), max_size=4), st.integers(40, 500))
def test_what_a_generator_is_shown_is_never_above_its_budget(seen: list[str], old: list[str], budget: int) -> None:
    trace = [TraceStep("do", each, None) for each in seen]
    past = [Past((Learning(each),), 0.0) for each in old]
    fits = shown("Act.", trace, "Fair.", past, meta=past, feedback=lambda _: "So.", budget=budget, count=len)
    assert len(fits.text) <= budget
