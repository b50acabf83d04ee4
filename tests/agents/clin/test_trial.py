"""One trial: what is sent, what is asked for again, and every way in which it ends."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.agents.agent import finished
from clew.agents.clin.matching import TRIES, ActionMatcher, Match
from clew.agents.clin.trial import MAX_EQUAL, Attempt, ClinSituation, Decision, run_trial
from clew.agents.environment import Observation
from clew.embedding import MiniLM
from clew.errors import InvalidInput
from clew.model.learnings import Learning

ACTIONS = ("open the red door", "take the brass key", "look around")


class Counting:
    """A world in which every action is worth a point beside those that there are at first; it is over after so many."""

    def __init__(
        self, length: int = 50, max_score: float = 100.0, actions: tuple[str, ...] = ACTIONS, first: float = 0.0
    ) -> None:
        self.task, self.max_score, self._length, self._actions = "Act.", max_score, length, actions
        self._first = first
        self.sent: list[str] = []

    def reset(self) -> Observation:
        self.sent = []
        return self._moment("You stand here.")

    def step(self, action: str) -> Observation:
        self.sent.append(action)
        return self._moment(f"You did {action}.")

    def _moment(self, text: str) -> Observation:
        done = len(self.sent) >= self._length
        return Observation(text, () if done else self._actions, self._first + len(self.sent), done, done)


class Said:
    """Says what it is given, then nothing; keeps what it was shown."""

    def __init__(self, said: Sequence[str | Decision]) -> None:
        self._left, self.shown = list(said), list[ClinSituation]()

    def decide(self, situation: ClinSituation) -> Decision:
        self.shown.append(situation)
        said = self._left.pop(0) if self._left else ""
        return Decision(said) if isinstance(said, str) else said


def attempt(*said: str | Decision, length: int = 50, steps: int = 20) -> tuple[Attempt, Counting, Said]:
    world, policy = Counting(length), Said(said)
    return finished(run_trial(world, policy, steps=steps)), world, policy


def test_it_ends_with_the_environment() -> None:
    tried, world, _ = attempt(*ACTIONS, length=3)
    assert (tried.stop, tried.score, world.sent) == ("done", 3.0, list(ACTIONS))
    assert [each.score for each in tried.trace] == [1, 2, 3]
    assert tried.trace[1].observation == "You did take the brass key."


def test_it_ends_where_the_policy_says_so() -> None:
    tried, world, _ = attempt("look around", Decision("", is_complete=True), "look around")
    assert (tried.stop, world.sent) == ("complete", ["look around"])


def test_it_ends_with_its_steps() -> None:
    assert attempt(*(ACTIONS * 3), steps=4)[0].stop == "steps"
    with pytest.raises(InvalidInput, match="0 steps"):
        attempt(steps=0)


def test_it_ends_after_equal_actions_in_a_row_and_not_before() -> None:
    tried, world, _ = attempt(*["Look  around"] * 9)
    assert (tried.stop, len(world.sent)) == ("repeated", MAX_EQUAL)
    others = ["look around"] * (MAX_EQUAL - 1) + ["take the brass key"]
    assert attempt(*(others * 2), steps=2 * MAX_EQUAL)[0].stop == "steps"


def test_it_ends_where_nothing_can_be_done() -> None:
    world = Counting(actions=())
    assert finished(run_trial(world, Said([]))).stop == "no action"


def test_what_is_not_valid_is_asked_for_again_with_a_note_and_costs_no_step() -> None:
    tried, world, policy = attempt("sing a song", "take the brass key", steps=1)
    assert world.sent == ["take the brass key"]
    assert tried.unmatched == 1
    assert policy.shown[0].feedback == ""
    assert "'sing a song' is not valid now" in policy.shown[1].feedback


def test_the_last_try_takes_the_best_match() -> None:
    tried, world, policy = attempt(*["grab that brass thing"] * TRIES, steps=1)
    assert world.sent == ["take the brass key"]
    assert (len(policy.shown), tried.unmatched) == (TRIES, TRIES - 1)


def test_learnings_that_do_not_exist_were_not_used() -> None:
    policy = Said([Decision("look around", used=(0, 1, 2, 7), rationale="why")])
    tried = finished(run_trial(Counting(), policy, [Learning("one"), Learning("two")], steps=1))
    assert (tried.trace[0].used, tried.trace[0].rationale) == ((1, 2), "why")


def test_a_policy_is_shown_what_was_valid_before_each_step() -> None:
    _, _, policy = attempt(*ACTIONS[:2], steps=3)
    last = policy.shown[-1]
    assert (len(last.history), last.offered, last.steps_left) == (2, (ACTIONS, ACTIONS), 1)


@pytest.mark.parametrize(("max_score", "score"), [(4.0, 50.0), (1.0, 100.0), (200.0, 1.0)])
def test_a_score_is_put_on_one_scale(max_score: float, score: float) -> None:
    tried = finished(run_trial(Counting(max_score=max_score), Said(["look around", "take the brass key"]), steps=2))
    assert tried.score == score


def test_in_a_world_that_lists_no_actions_each_is_sent_as_it_was_said() -> None:
    world = Counting(2, actions=())
    tried = finished(run_trial(world, Said(["Open the red door", Decision("", is_complete=False), "wait"])))
    assert (tried.stop, world.sent, tried.unmatched) == ("done", ["Open the red door", "wait"], 1)


def test_what_holds_from_the_beginning_is_no_gain_of_the_first_action() -> None:
    tried = finished(run_trial(Counting(2, max_score=6, first=2), Said(ACTIONS)))
    assert [each.score for each in tried.trace] == [25, 50]
    assert finished(run_trial(Counting(0, max_score=6, first=6), Said([]))).score == 100


class TestMatching:
    def test_the_same_words_are_the_same_action(self) -> None:
        match = ActionMatcher().match(" Take the  BRASS key.", ACTIONS)
        assert match is not None
        assert (match.action, match.similarity) == ("take the brass key", 1.0)
        assert ActionMatcher().match("打开门。", ("关上门", "打开门")) == Match("打开门", 1.0)

    def test_a_vector_above_the_threshold_is_taken_and_one_below_is_not(self) -> None:
        encoder = MiniLM()
        assert ActionMatcher(encoder, threshold=0.6).match("pick up the brass key", ACTIONS) is not None
        strict = ActionMatcher(encoder)
        assert strict.match("dance", ACTIONS) is None
        best = strict.match("pick up the brass key", ACTIONS, is_last=True)
        assert best is not None
        assert best.action == "take the brass key"
        assert -1 <= best.similarity < 1

    @pytest.mark.parametrize(
        ("said", "actions"),
        [
            ("turn on the stove", ("turn off stove", "turn on stove", "wait")),
            ("switch on the stove", ("turn off stove", "turn on stove", "wait")),
            ("stack the block b on block c", ("stack block c on block b", "stack block b on block c")),
        ],
    )
    def test_among_actions_of_the_same_words_directions_and_order_decide(
        self, said: str, actions: tuple[str, ...]
    ) -> None:
        best = ActionMatcher().match(said, actions, is_last=True)
        assert best is not None
        assert best.action == actions[1]

    def test_nothing_is_chosen_from_nothing(self) -> None:
        assert ActionMatcher().match("look around", (), is_last=True) is None
        assert ActionMatcher().match("  . ", ACTIONS, is_last=True) is None

    def test_a_threshold_is_a_cosine(self) -> None:
        with pytest.raises(InvalidInput, match=r"threshold is 1.5; give a cosine"):
            ActionMatcher(threshold=1.5)


def test_a_number_answers_an_ambiguous_request() -> None:
    class Asking(Counting):
        def step(self, action: str) -> Observation:
            super().step(action)
            return self._moment("Ambiguous request: 0: the red key, 1: the brass key")

    world = Asking()
    finished(run_trial(world, Said(["look around", "1", "one more"]), steps=2))
    assert world.sent == ["look around", "1"]


@given(
    st.lists(st.sampled_from([*ACTIONS, "", "1", "sing", "the key"]) | st.text(max_size=8), max_size=12),
    st.integers(1, 8),
    st.integers(0, 6),
)
def test_a_trial_always_ends(said: list[str], steps: int, length: int) -> None:
    tried, world, policy = attempt(*said, steps=steps, length=length)
    assert len(tried.trace) == len(world.sent) <= steps
    assert len(policy.shown) <= (steps + 1) * TRIES
    assert -100 <= tried.score <= 100
