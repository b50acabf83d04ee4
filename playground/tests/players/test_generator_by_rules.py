"""The generator without a model: what a trace teaches, what a new one contradicts, and what places and tasks share."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.agents.clin.matching import means
from clew.agents.clin.trial import Stop
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import (
    Change,
    Digest,
    Learning,
    LearningSet,
    Lesson,
    Line,
    Modality,
    Relation,
    StoredLearning,
    TraceStep,
    TrialState,
)
from clew_playground.players.causal import ENDS, PROGRESS, mentions, phrases, statement
from clew_playground.players.evidence import is_refused
from clew_playground.players.template import MAX_LINES, TemplateGenerator

DONE = "It is done."
NO = "Nothing happens."


def tried(*steps: tuple[str, str, float], stop: Stop = "steps") -> TrialState:
    trace = tuple(enumerate(TraceStep(*each) for each in steps))
    return TrialState("x", 1, "t", "e", trace, len(trace), trace[-1][1].score or 0.0, stop)


def a_set(learnings: tuple[Learning, ...], score: float = 0.0) -> LearningSet:
    stored = tuple(StoredLearning("l", place, each, "t", "e", "s") for place, each in enumerate(learnings, 1))
    return LearningSet("s", 1, "t", "e", stored, "x", score)


def lines(attempt: TrialState, before: tuple[Learning, ...] = ()) -> tuple[Line, ...]:
    return TemplateGenerator()(Lesson(attempt, "Act.", "There.", (a_set(before),) if before else ()))


def learned(attempt: TrialState, before: tuple[Learning, ...] = ()) -> tuple[Learning, ...]:
    return tuple(parse(each.text) for each in lines(attempt, before))


def summarised(change: Change, *sets: tuple[Learning, ...]) -> tuple[Learning, ...]:
    found = TemplateGenerator().summarise(Digest("New.", change, tuple(a_set(each, 9.0) for each in sets)))
    return tuple(parse(each.text) for each in found)


def said(learnings: tuple[Learning, ...]) -> set[str]:
    return {each.text.removesuffix(".") for each in learnings}


OPENED = tried(
    ("push gate", NO, 0.0),
    ("lift stone", "Something clicks.", 0.0),
    ("push gate", "The gate opens.", 20.0),
    ("kick fence", NO, 20.0),
)


class TestATrace:
    def test_what_raises_the_score_is_necessary(self) -> None:
        assert "push gate SHOULD BE NECESSARY to make progress in the task" in said(learned(OPENED))

    def test_what_shows_nothing_new_or_repeats_the_task_causes_nothing(self) -> None:
        attempt = tried(
            ("look", "A yard with a gate.", 0.0),
            ("go to hallway", "A yard with a gate.", 0.0),
            ("task", "Your task is to open the old gate.", 0.0),
            ("lift stone", "Something clicks.", 0.0),
            ("push gate", "The gate opens.", 20.0),
        )
        found = TemplateGenerator()(Lesson(attempt, "open the old gate", "There."))
        causes = {parse(each.text).cause for each in found if parse(each.text).relation != "does not contribute"}
        assert {"lift stone", "push gate"} <= causes
        assert causes.isdisjoint({"go to hallway", "task"})

    def test_what_ends_a_trial_well_completes_the_task(self) -> None:
        found = learned(tried(("push gate", "The gate opens.", 20.0), ("go through", DONE, 100.0), stop="done"))
        assert said(found) == {
            "push gate SHOULD BE NECESSARY to make progress in the task",
            "go through SHOULD BE NECESSARY to complete the task",
        }

    def test_one_action_between_a_refusal_and_a_success_is_surely_its_cause(self) -> None:
        assert "lift stone SHOULD BE NECESSARY to push gate" in said(learned(OPENED))

    def test_of_several_each_may_be(self) -> None:
        found = said(
            learned(
                tried(
                    ("push gate", NO, 0.0),
                    ("lift stone", "Something clicks.", 0.0),
                    ("turn wheel", "It turns.", 0.0),
                    ("push gate", "The gate opens.", 20.0),
                )
            )
        )
        assert {"lift stone MAY BE NECESSARY to push gate", "turn wheel MAY BE NECESSARY to push gate"} <= found

    def test_what_was_sure_stays_so_beside_what_was_done_with_it(self) -> None:
        again = tried(
            ("push gate", NO, 0.0),
            ("lift stone", "Something clicks.", 0.0),
            ("turn wheel", "It turns.", 0.0),
            ("push gate", "The gate opens.", 20.0),
        )
        found = said(learned(again, learned(OPENED)))
        assert {"lift stone SHOULD BE NECESSARY to push gate", "turn wheel MAY BE NECESSARY to push gate"} <= found

    def test_what_shows_a_thing_is_necessary_to_use_it(self) -> None:
        found = said(learned(tried(("open box", "You see a silver coin.", 0.0), ("take silver coin", "Taken.", 10.0))))
        assert "open box SHOULD BE NECESSARY to take silver coin" in found

    def test_what_did_nothing_may_not_contribute_however_often(self) -> None:
        first = learned(OPENED)
        assert "kick fence MAY NOT CONTRIBUTE to make progress in the task" in said(first)
        again = tried(
            ("kick fence", NO, 0.0),
            ("lift stone", "Something clicks.", 0.0),
            ("kick fence", NO, 0.0),
            ("push gate", "The gate opens.", 20.0),
        )
        assert "kick fence MAY NOT CONTRIBUTE to make progress in the task" in said(learned(again, first))

    def test_what_led_to_no_gain_teaches_nothing(self) -> None:
        before = (
            ("open box", "You see a silver coin.", 0.0),
            ("take silver coin", "Taken.", 0.0),
            ("kick fence", NO, 0.0),
        )
        assert learned(tried(*before)) == ()
        after = tried(("push gate", "The gate opens.", 20.0), *((action, seen, 20.0) for action, seen, _ in before[:2]))
        assert said(learned(after)) == {"push gate SHOULD BE NECESSARY to make progress in the task"}
        on_the_way = said(learned(tried(*before, ("push gate", "The gate opens.", 20.0))))
        assert "open box SHOULD BE NECESSARY to take silver coin" in on_the_way

    def test_what_costs_points_does_not_contribute(self) -> None:
        found = said(learned(tried(("pull lever", "It breaks. You cannot go on.", -100.0), stop="done")))
        assert found == {"pull lever DOES NOT CONTRIBUTE to make progress in the task"}

    def test_a_kind_of_which_several_cost_points_and_none_is_of_use_may_be_of_no_use(self) -> None:
        kind = "poke MAY NOT CONTRIBUTE to make progress in the task"
        first = learned(tried(("poke hive", "Bees come.", -100.0), stop="done"))
        assert kind not in said(first)
        second = learned(tried(("poke bear", "It wakes.", -100.0), stop="done"), first)
        assert kind in said(second)
        assert kind not in said(learned(tried(("poke lock", "It opens.", 20.0)), second))
        assert kind not in said(learned(tried(("poke bear", "It wakes.", -100.0), stop="done"), first[:0]))

    def test_the_answer_to_which_was_meant_is_the_action_itself(self) -> None:
        asked = "Ambiguous request: enter the number of what you mean.\n0: the red one\n1: the blue one"
        found = lines(tried(("take ball", asked, 0.0), ("1", "You take it.", 30.0)))
        assert [(each.text.removesuffix("."), each.steps) for each in found] == [
            ("take ball SHOULD BE NECESSARY to make progress in the task", (1,))
        ]

    def test_the_answer_to_an_action_without_words_is_an_action(self) -> None:
        found = said(learned(tried(("?", "Ambiguous request: enter 0.", 0.0), ("0", "You take it.", 30.0))))
        assert found == {"0 SHOULD BE NECESSARY to make progress in the task"}

    def test_an_action_of_joining_words_or_of_another_script_is_one(self) -> None:
        for first, last in (("take key", "up"), ("\u0432\u0437\u044f\u0442\u044c \u043a\u043b\u044e\u0447", "\u4e0a")):
            found = said(learned(tried((first, "Taken.", 50.0), (last, DONE, 100.0), stop="done")))
            assert found == {
                f"{first} SHOULD BE NECESSARY to make progress in the task",
                f"{last} SHOULD BE NECESSARY to complete the task",
            }

    def test_what_worked_and_explains_nothing_may_contribute(self) -> None:
        found = said(learned(tried(("turn wheel", "It turns.", 0.0), ("push gate", "The gate opens.", 20.0))))
        assert "turn wheel MAY CONTRIBUTE to make progress in the task" in found

    def test_a_line_names_the_steps_that_show_it_and_one_that_is_only_kept_names_none(self) -> None:
        shown = {each.text: each.steps for each in lines(OPENED)}
        assert shown["lift stone SHOULD BE NECESSARY to push gate."] == (1, 2)
        assert shown["kick fence MAY NOT CONTRIBUTE to make progress in the task."] == (3,)
        later = {each.text: each.steps for each in lines(tried(("sing", "La.", 0.0)), learned(OPENED))}
        assert later["lift stone SHOULD BE NECESSARY to push gate."] == ()


class TestMerging:
    def test_what_a_trace_says_nothing_about_is_kept(self) -> None:
        first = learned(OPENED)
        assert said(first) <= said(learned(tried(("climb tree", "You see far.", 0.0)), first))

    def test_a_cause_without_which_its_effect_was_reached_is_dropped(self) -> None:
        found = said(learned(tried(("push gate", "The gate opens.", 20.0)), learned(OPENED)))
        assert not any("lift stone" in each and "push gate" in each for each in found)

    def test_what_was_of_no_use_and_brings_points_is_necessary(self) -> None:
        found = said(learned(tried(("kick fence", "It falls.", 30.0)), learned(OPENED)))
        assert {each for each in found if each.startswith("kick fence")} == {
            "kick fence SHOULD BE NECESSARY to make progress in the task"
        }

    def test_progress_without_which_the_task_was_completed_only_contributes(self) -> None:
        finished = tried(("go through", DONE, 80.0), stop="done")
        found = said(learned(finished, learned(OPENED)))
        assert "push gate SHOULD CONTRIBUTE to make progress in the task" in found

    def test_an_end_that_was_none_later_is_progress(self) -> None:
        first = learned(tried(("push gate", DONE, 20.0), stop="done"))
        found = said(learned(tried(("push gate", "The gate opens.", 20.0), ("sing", "La.", 20.0)), first))
        assert not any("complete the task" in each for each in found)

    def test_progress_that_ends_the_task_later_is_its_end_alone(self) -> None:
        found = said(learned(tried(("push gate", DONE, 90.0), stop="done"), learned(OPENED)))
        assert "push gate SHOULD BE NECESSARY to complete the task" in found
        assert "push gate SHOULD BE NECESSARY to make progress in the task" not in found

    def test_a_set_is_written_anew_and_does_not_grow_by_the_same_trace(self) -> None:
        first = learned(OPENED)
        assert set(learned(OPENED, first)) == set(first)

    def test_what_cost_a_trial_is_kept_however_many_causes_are_known(self) -> None:
        causes = tuple(
            statement(f"lift stone {each}", f"push gate {each}", "necessary", "should") for each in range(2 * MAX_LINES)
        )
        warnings = (
            statement("kick guard", PROGRESS, "does not contribute", "should"),
            statement("kick", PROGRESS, "does not contribute", "may"),
        )
        kept = learned(tried(("wait", NO, 0.0)), (*causes, *warnings))
        assert len(kept) == MAX_LINES
        assert said(warnings) <= said(kept)


class TestOtherPlaces:
    def test_names_of_one_place_are_cut_off(self) -> None:
        sets = [
            learned(
                tried(
                    ("open box", f"You see a silver coin in the {room} box.", 0.0),
                    (f"take silver coin from {room}", DONE, 9.0),
                )
            )
            for room in ("attic", "cellar", "garden", "tower")
        ]
        found = summarised("place", *sets)
        assert "take silver coin SHOULD BE NECESSARY to make progress in the task" in said(found)
        assert not any(room in each.text for each in found for room in ("attic", "cellar", "garden", "tower"))

    def test_where_places_contradict_each_other_nothing_is_sure(self) -> None:
        helps, does_not = "sing a song SHOULD BE NECESSARY to complete the task", "sing a song DOES NOT CONTRIBUTE to"
        one, other = (parse(helps),), (parse(f"{does_not} complete the task"),)
        assert said(summarised("place", one, other)) == {"sing a song MAY BE NECESSARY to complete the task"}
        assert said(summarised("place", one, one, other)) == {helps}

    def test_of_one_place_alone_nothing_can_be_cut(self) -> None:
        first = learned(OPENED)
        assert said(summarised("place", first)) <= said(first)


class TestOtherTasks:
    def test_what_the_place_needs_is_kept_and_the_ends_of_the_other_task_are_not(self) -> None:
        first = learned(
            tried(
                ("pull door", NO, 0.0),
                ("lift stone", "A click.", 0.0),
                ("pull door", "It opens.", 0.0),
                ("bake bread", DONE, 50.0),
            )
        )
        found = said(summarised("task", first))
        assert "lift stone SHOULD BE NECESSARY to pull door" in found
        assert not any("bake bread" in each for each in found)

    def test_of_several_tasks_only_what_two_say_is_kept(self) -> None:
        shared = ("pull door", "It opens.", 0.0)
        end = ("ring bell", "It rings.", 10.0)
        sets = [learned(tried(shared, (f"sing song {each}", "La.", 0.0), end)) for each in ("one", "two", "three")]
        found = said(summarised("task", *sets))
        assert found == {"pull door MAY CONTRIBUTE to make progress in the task"}


def test_words_that_name_things() -> None:
    assert phrases("take the brass key from the blue box") == {"brass key", "blue box"}
    assert means("take the brass key", "take the brass key from the blue box")
    assert not means("take the brass key", "take the blue box")
    assert not means("", "look")
    assert means("up", "up")
    assert not means("up", "pick up the key")
    assert not means("\u0926\u093f\u0928", "\u0926\u0940\u0928")
    assert means("press \u2191", "press \u2191 now")
    assert not means("press \u2191", "press \u2193")
    assert phrases("stack block a on block b") == {"block a", "block b"}


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("turn on stove", "turn off stove"),
        ("go up", "go down"),
        ("go to hall", "go from hall to kitchen"),
        ("go from kitchen to hall", "go from hall to kitchen"),
        ("stack block b on block c", "stack block c on block b"),
        ("pick up block a", "pick up block b"),
    ],
)
def test_an_action_with_other_directions_order_or_names_is_another_one(said: str, other: str) -> None:
    assert not means(said, other)
    assert not mentions(f"Avoid this: {other}.", said)
    assert means(said, f"{said} at once")
    assert mentions(f"Avoid this: {said}.", said)


def test_refusals_are_read_in_the_words_of_many_worlds() -> None:
    refusals = (
        "Nothing happens.",
        "No known action matches that input.",
        "You can't do that.",
        "That is not possible.",
        "The fridge is not moveable.",
        "That can't be moved there, because the drawer isn't open.",
        "I'm not sure how to use the orange.",
        "The box is locked.",
        "You can't see any such thing.",
        "That is closed.",
        "I didn't understand that sentence.",
        "That's not a verb I recognise.",
        "I only understood you as far as wanting to take the lamp.",
        "That's not something you can open.",
        "What do you want to open?",
        "Which do you mean, the brass key or the iron key?",
        "That's fixed in place.",
        "The door is already open.",
        "It seems to be locked.",
        "You don't have the key.",
        "You need to take the knife first.",
        "The action is not recognized. Please check valid actions.",
        "Unknown command: xyzzy",
        "Action failed: the agent is too far away.",
        "There is no such thing here.",
    )
    refusals = (*refusals, *(each.replace("'", "\u2019") for each in refusals))
    assert all(is_refused(each) for each in (*refusals, "The action is not valid and therefore takes no effect."))
    worked = ("You open the box.", "It cannot be mended.", "The box is closed.", "You don't see anything unusual here.")
    assert not any(
        map(is_refused, (*worked, "You are not carrying anything.", "You already hear the sea as you go east."))
    )


def test_an_arrival_where_something_is_locked_is_no_refusal() -> None:
    told = ("-= Hall =-\nYou see a locker. The locker is locked.", "You go to the hall. Here, a locker is locked.")
    assert not any(map(is_refused, told))


ACTIONS = st.sampled_from(["go to the hall", "take the key from the blue box", "look", "open box 3", "don't wait"])


@given(
    ACTIONS,
    ACTIONS | st.sampled_from(ENDS),
    st.sampled_from(["necessary", "contributes", "does not contribute"]),
    st.sampled_from(["may", "should"]),
)
def test_a_statement_is_read_back_as_it_was_written(
    cause: str, effect: str, relation: Relation, modality: Modality
) -> None:
    written = statement(cause, effect, relation, modality)
    assert parse(written.text) == written


STEPS = st.tuples(
    st.sampled_from(["push gate", "lift stone", "take stone", "open box", "go to gate", "look", "", "the"]),
    st.sampled_from([NO, "You see a gate and a stone.", "The box opens.", ""]),
    st.sampled_from([0.0, 10.0, 30.0, -100.0]),
)


@settings(max_examples=60)
@given(st.lists(st.lists(STEPS, min_size=1, max_size=12), min_size=1, max_size=4))
def test_any_traces_make_sets_within_the_bound_and_each_statement_once(
    traces: list[list[tuple[str, str, float]]],
) -> None:
    found: tuple[Learning, ...] = ()
    for steps in traces:
        found = learned(tried(*steps, stop="done"), found)
        assert len(found) <= MAX_LINES
        assert len({(each.cause, each.effect) for each in found}) == len(found)
        assert all(each.cause and each.effect and each.cause != each.effect for each in found)
