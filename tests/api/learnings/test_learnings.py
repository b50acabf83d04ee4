"""Learnings on the graph: trials, versions, where each learning comes from, and what forgetting takes."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from unicodedata import normalize

import pytest
from tests.scripted import Scripted

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.trial import Trial
from clew.errors import ClewError, Conflict, InvalidInput, NoModel, NotFound
from clew.model import Filter
from clew.model.learnings import LearningSet, Lesson, Line
from clew.retrieval.learnings.family import worth
from clew.text.instants import now

POWER = "Switching on the power SHOULD BE NECESSARY to use the stove."
POT = "Filling the pot MAY BE NECESSARY to boil water."
SINGING = "Singing DOES NOT CONTRIBUTE to boiling water."


@pytest.fixture
def learnings(memory: Memory) -> Learnings:
    return kitchen(memory)


def kitchen(memory: Memory) -> Learnings:
    """Two tasks and two environments."""
    door = Learnings(memory)
    door.task("boil", "Boil water.")
    door.task("freeze", "Freeze water.")
    door.environment("house", "A house with a kitchen.")
    door.environment("ship", "A ship with a galley.")
    return door


def trial(
    door: Learnings, score: float, *lines: str | Line, task: str = "boil", place: str = "house", name: str | None = None
) -> Trial:
    """A trial with two steps, and what was learned of it."""
    attempt = door.begin(task, place, name=name)
    attempt.step("turn on the stove", "The stove has no power.", score=0)
    attempt.step("switch on the power", "The stove hums.", score=score)
    attempt.end(score)
    if lines:
        attempt.learn(lines)
    return attempt


def texts(found: LearningSet | None) -> list[str]:
    return [each.learning.text for each in found.learnings] if found else []


def test_what_another_agent_learned_meanwhile_is_in_the_lesson(learnings: Learnings) -> None:
    one, other = trial(learnings, 40), trial(learnings, 40)
    lessons: list[Lesson] = []

    def all_so_far(lesson: Lesson) -> list[str]:
        lessons.append(lesson)
        if not lessons[1:]:
            other.generate(lambda lesson: [*texts(lesson.latest), SINGING])
        return [*texts(lesson.latest), POWER]

    written = one.generate(all_so_far)
    assert (written.number, texts(written)) == (2, [SINGING, POWER])
    assert [lesson.number for lesson in lessons] == [1, 2]


def test_each_version_takes_the_place_of_the_one_before(learnings: Learnings) -> None:
    assert learnings.current("boil", "house") is None
    trial(learnings, 10, POWER, SINGING)
    first = learnings.current("boil", "house")
    between = now()
    attempt = trial(learnings, 40, POWER, POT)
    second = learnings.current("boil", "house")
    assert first
    assert second
    assert (texts(first), texts(second)) == ([POWER, SINGING], [POWER, POT])
    assert (first.number, second.number, second.trial, second.score) == (1, 2, attempt.name, 40)
    assert learnings.current("boil", "house", as_of=between) == LearningSet(
        first.id, 1, "boil", "house", first.learnings, first.trial, 10, first.valid_from, second.valid_from
    )
    assert {hit.text for hit in learnings.memory.recall("stove", Filter(kinds=["learning"])).hits} == {POWER, POT}
    found = learnings.diff(first.id, second.id)
    assert [pair[1].learning.text for pair in found.kept] == [POWER]
    assert [each.learning.text for each in (*found.dropped, *found.added)] == [SINGING, POT]
    assert [each.set_id for each in learnings.lineage(second.learnings[0].id)] == [first.id, second.id]


def test_a_learning_knows_the_trials_and_steps_that_taught_it(learnings: Learnings) -> None:
    one = trial(learnings, 10, POWER)
    two = trial(learnings, 40, Line(POWER, (1,)), Line(POT, (0,)))
    found = learnings.current("boil", "house")
    assert found
    (first, second), (only,) = (learnings.why(each.id) for each in found.learnings)
    assert (first.trial, first.score, second.trial, second.score) == (one.name, 10, two.name, 40)
    assert {id for id, _ in first.steps} == {f"episode:{one.name}/0", f"episode:{one.name}/1"}
    assert second.steps == ((f"episode:{two.name}/1", "> switch on the power\nThe stove hums."),)
    assert (only.trial, [id for id, _ in only.steps]) == (two.name, [f"episode:{two.name}/0"])


def test_forgetting_a_trial_takes_what_only_it_taught_down_the_lineage(learnings: Learnings) -> None:
    one = trial(learnings, 10, POWER, SINGING)
    two = trial(learnings, 20, POWER, SINGING, POT)
    trial(learnings, 30, POWER, Line(SINGING, (0,)), POT)
    receipt = learnings.memory.forget(session=one.name)
    assert f"trial:{one.name}" in receipt.ids
    found = learnings.current("boil", "house")
    assert texts(found) == [SINGING, POT]
    learnings.memory.forget(ids=[f"trial:{two.name}"])
    assert texts(learnings.current("boil", "house")) == [SINGING]
    text = " ".join(hit.text for hit in learnings.memory.recall("power pot singing").hits)
    assert POWER not in text
    assert POT not in text


def test_a_learning_that_turned_round_stands_by_itself(learnings: Learnings) -> None:
    useless = POWER.replace("SHOULD BE NECESSARY", "DOES NOT CONTRIBUTE")
    one = trial(learnings, 40, POWER)
    attempt = learnings.begin("boil", "house")
    attempt.step("switch on the power", "The stove burns.", used=[1])
    attempt.end(-100)
    attempt.learn([useless])
    held = learnings.current("boil", "house")
    assert held
    (learned,) = held.learnings
    assert (learned.uses, [each.trial for each in learnings.why(learned.id)]) == (0, [attempt.name])
    assert len(learnings.lineage(learned.id)) == 2
    learnings.memory.forget(session=one.name)
    assert texts(learnings.current("boil", "house")) == [useless]


def test_forgetting_the_last_trial_brings_back_the_version_before(learnings: Learnings) -> None:
    trial(learnings, 10, POWER)
    first = learnings.current("boil", "house")
    middle = trial(learnings, 20, POT)
    last = trial(learnings, 30, SINGING)
    learnings.memory.forget(session=middle.name)
    assert texts(learnings.current("boil", "house")) == [SINGING]
    receipt = learnings.memory.forget(session=last.name)
    assert first
    assert set(receipt.revived) == {first.id, first.learnings[0].id}
    assert learnings.current("boil", "house") == first
    assert {hit.text for hit in learnings.memory.recall("stove", Filter(kinds=["learning"])).hits} == {POWER}


def test_forgetting_a_step_takes_what_it_showed(learnings: Learnings) -> None:
    attempt = trial(learnings, 10, Line(POWER, (1,)), Line(POT, (0,)))
    learnings.memory.forget(ids=[f"episode:{attempt.name}/1"])
    assert texts(learnings.current("boil", "house")) == [POT]


def test_the_sets_of_two_environments_never_mix(learnings: Learnings) -> None:
    trial(learnings, 10, POWER)
    trial(learnings, 20, SINGING, place="ship")
    trial(learnings, 30, POT, task="freeze")
    assert texts(learnings.current("boil", "house")) == [POWER]
    (chosen,) = learnings.select("Use the stove, sing, fill the pot.", task="boil", environment="ship")
    assert chosen.stored.learning.text == SINGING
    assert {each.stored.environment for each in learnings.select("Boil water.", environment="house")} == {"house"}
    assert len(learnings.select("Boil water.", mode="all", task="boil", environment="house")) == 1
    assert len(learnings.select("Boil water.", mode="all", task="boil", environment="house", across=True)) == 3
    assert learnings.begin("boil", "ship").in_use == learnings.current("boil", "ship")


def test_a_learning_of_failing_trials_loses_weight(learnings: Learnings) -> None:
    trial(learnings, 10, POWER, POT)
    before = {each.stored.learning.text: each for each in learnings.select("Use the stove.", task="boil")}
    for score in (0.0, -100.0):
        attempt = learnings.begin("boil", "house")
        attempt.step("switch on the power", "Nothing.", used=[1])
        attempt.end(score)
    unfinished = learnings.begin("boil", "house")
    unfinished.step("fill the pot", "It is full.", used=[2])
    after = {each.stored.learning.text: each for each in learnings.select("Use the stove.", task="boil")}
    assert after[POWER].score < before[POWER].score
    assert (after[POWER].stored.uses, after[POWER].stored.mean_score) == (2, -50.0)
    assert (after[POT].stored.uses, after[POT].stored.mean_score) == (0, None)
    learnings.resume(attempt.name).learn([POWER])
    held = learnings.current("boil", "house")
    assert held
    assert held.learnings[0].uses == 2


@pytest.mark.slow
def test_a_learning_remembers_its_first_use_however_many_versions_follow(learnings: Learnings) -> None:
    both = [POWER, POWER.replace("SHOULD", "MAY")]  # of one key: each continues both of before, so paths double
    trial(learnings, 10, *both)
    attempt = learnings.begin("boil", "house")
    attempt.step("switch on the power", "It hums.", used=[1])
    attempt.end(50)
    attempt.learn(both)
    for _ in range(103):
        attempt = learnings.begin("boil", "house")
        attempt.end(0)
        attempt.learn(both)
    held = learnings.current("boil", "house")
    assert held
    assert (held.number, held.learnings[1].uses, held.learnings[1].mean_score) == (105, 1, 50.0)
    assert len(learnings.lineage(held.learnings[0].id)) == 2 * 104 + 1


def test_the_graph_leads_from_a_task_to_what_its_words_do_not_say(learnings: Learnings) -> None:
    trial(learnings, 10, "Taking the brass key SHOULD BE NECESSARY to open the pantry.", SINGING)
    trial(learnings, 10, "Oiling the hinge MAY CONTRIBUTE to raising the anchor.", place="ship", task="freeze")
    ask = "Where is the pantry?"
    alone = learnings.select(ask, k=3)
    there = learnings.select(ask, k=3, task="boil", environment="house", across=True)
    assert [each.stored.learning.cause for each in (alone[0], there[0])] == ["Taking the brass key"] * 2
    before, after = (
        next(each.score for each in found if each.stored.learning.text == SINGING) for found in (alone, there)
    )
    assert after > before
    assert all(each.path for each in there)
    assert learnings.memory.recall("brass key pantry").hits[0].text.startswith("Taking the brass key")


def test_a_statement_of_several_sets_counts_for_all_of_them_and_is_shown_once(learnings: Learnings) -> None:
    trial(learnings, 10, POWER, SINGING)
    trial(learnings, 10, POWER.replace("SHOULD", "MAY"), POT, place="ship")
    learnings.environment("barn")
    found = learnings.select("Anything.", k=9, task="boil", environment="barn", across=True)
    causes = [each.stored.learning.cause for each in found]
    assert causes[0] == "Switching on the power"
    assert sorted(causes) == ["Filling the pot", "Singing", "Switching on the power"]
    assert len(learnings.select("Anything.", k=9, mode="similarity")) == 3
    recalled = [hit.text for hit in learnings.memory.recall("power", Filter(kinds=["learning"])).hits]
    assert sum("Switching on the power" in text for text in recalled) == 1


def test_a_denial_is_no_repetition(learnings: Learnings) -> None:
    denied = "Switching on the power DOES NOT CONTRIBUTE to use the stove."
    trial(learnings, 10, POWER)
    trial(learnings, 10, denied, place="ship")
    assert {each.stored.learning.text for each in learnings.select("Use the stove.")} == {POWER, denied}


def test_a_task_or_place_that_nobody_described_is_passed_over(learnings: Learnings) -> None:
    trial(learnings, 10, POWER, SINGING)
    found = learnings.select("Use the stove.", task="fry", environment="moon", across=True)
    assert found[0].stored.learning.text == POWER
    assert found[0].path


def test_forgetting_a_failed_trial_gives_back_the_weight_that_it_took(learnings: Learnings) -> None:
    trial(learnings, 10, POWER)
    attempt = learnings.begin("boil", "house")
    attempt.step("switch on the power", "Nothing.", used=[1])
    attempt.end(0)
    (before,) = learnings.select("Use the stove.")
    learnings.memory.forget(session=attempt.name)
    (after,) = learnings.select("Use the stove.")
    assert (before.stored.uses, after.stored.uses) == (1, 0)
    assert after.score == pytest.approx(before.score / worth([0]))


def test_nothing_is_summarised_of_sets_that_teach_nothing(learnings: Learnings) -> None:
    attempt = trial(learnings, 10)
    empty = attempt.learn([])
    with pytest.raises(InvalidInput, match="hold no learning"):
        learnings.summarise("boil", "ship", [POWER], [empty])
    assert learnings.current("boil", "ship") is None


def test_a_model_chooses_and_what_it_invents_is_passed_over(learnings: Learnings) -> None:
    trial(learnings, 10, POWER, POT, SINGING)
    memory = learnings.memory
    model = Scripted(answers=['{"numbers": [9, 2, 2, 1, 0]}'])
    asking = Learnings(Memory(memory.space.graph, memory.space.encoder, memory.space.name, memory.settings, model))
    shown = learnings.select("Use the stove.", k=3, mode="similarity", task="boil")
    chosen = asking.select("Use the stove.", k=5, mode="model", task="boil")
    assert [each.stored for each in chosen] == [shown[1].stored, shown[0].stored]
    with pytest.raises(NoModel):
        learnings.select("Use the stove.", mode="model")


def test_contradictions_are_found(learnings: Learnings) -> None:
    denied = "Switching on the power DOES NOT CONTRIBUTE to use the stove"
    trial(learnings, 10, POWER, SINGING)
    trial(learnings, 10, denied, place="ship")
    (found,) = learnings.contradictions()
    assert (found.helps.environment, found.does_not.environment) == ("house", "ship")
    assert learnings.contradictions(environment="house") == ()
    trial(learnings, 10, SINGING, place="ship")
    assert learnings.contradictions() == ()


def test_the_best_set_of_each_episode_is_archived_and_can_be_summarised(learnings: Learnings) -> None:
    learnings.environment("barn")
    trial(learnings, 50, POWER)
    later = trial(learnings, 50, POT)
    best = trial(learnings, 70, SINGING, place="ship")
    trial(learnings, 20, POWER, place="ship")
    archived = learnings.archive(task="boil")
    assert [each.trial for each in archived] == [best.name, later.name]
    assert [each.trial for each in learnings.archive(task="boil", most=1)] == [best.name]
    meta = learnings.summarise("boil", "barn", [SINGING, "Be quick."], archived)
    assert learnings.begin("boil", "barn").in_use == meta
    assert [each.trial for each in learnings.why(meta.learnings[0].id)] == [best.name]
    assert {each.trial for each in learnings.why(meta.learnings[1].id)} == {best.name, later.name}
    learnings.memory.forget(session=later.name)
    assert texts(learnings.current("boil", "barn")) == [SINGING]
    learnings.memory.forget(session=best.name)
    assert learnings.current("boil", "barn") is None


def test_the_best_set_that_teaches_anything_stands_for_its_episode(learnings: Learnings) -> None:
    trial(learnings, 40, POWER)
    shown = Line("Turning on the stove MAY BE NECESSARY to boil water.", (0,))
    best = trial(learnings, 90, shown)
    learnings.memory.forget(ids=f"episode:{best.name}/0")
    (one,) = learnings.archive()
    assert (texts(one), one.score) == ([POWER], 40)


def test_a_generator_sees_the_trace_and_the_last_three_sets(learnings: Learnings) -> None:
    for score in (1, 2, 3, 4):
        trial(learnings, score, f"Waiting {score} hours MAY CONTRIBUTE to boiling water.")
    attempt = trial(learnings, 5)
    lesson = attempt.lesson()
    assert [each.score for each in lesson.before] == [2, 3, 4]
    assert [step.action for _, step in lesson.trial.steps] == ["turn on the stove", "switch on the power"]
    assert (lesson.task, lesson.trial.score, lesson.meta) == ("Boil water.", 5, None)
    assert texts(attempt.generate(lambda lesson: [f"I reached {lesson.trial.score:g} points."])) == [
        "I reached 5 points."
    ]


def unasked(_: Lesson) -> list[str]:
    """A generator that must not be asked."""
    raise AssertionError("a trial that cannot be learned from paid for a generator")


def test_a_reply_is_learned_without_its_thoughts_and_in_order(learnings: Learnings) -> None:
    attempt = trial(learnings, 5)
    said = f"<think>{SINGING}</think>1. {POWER}\n2. {POT}\n3. {POWER}"
    assert texts(attempt.learn(said)) == [POWER, POT]
    assert texts(trial(learnings, 6).learn([])) == []


def test_it_is_exported_and_restored(learnings: Learnings, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    trial(learnings, 10, POWER, SINGING)
    trial(learnings, 20, POWER)
    learnings.memory.export(tmp_path / "space.jsonl")
    restored = Learnings(open_memory())
    restored.memory.restore(tmp_path / "space.jsonl")
    assert restored.current("boil", "house") == learnings.current("boil", "house")
    assert restored.archive() == learnings.archive()


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda one, _: one.begin("fry", "house"), NotFound, "no task 'fry'"),
        (lambda one, _: one.begin("boil", "moon"), NotFound, "no environment 'moon'"),
        (lambda one, _: one.begin("boil", "house", name="open"), Conflict, "has a session 'open' already"),
        (lambda one, _: one.resume("nowhere"), NotFound, "no trial 'nowhere'"),
        (lambda one, _: one.resume("over").end(3), Conflict, "ended with the score 10; it cannot end twice"),
        (lambda one, _: one.resume("open").end(101), InvalidInput, "the score is 101; .* -100 to 100"),
        (lambda one, _: one.resume("open").end(float("nan")), InvalidInput, "the score is nan"),
        (lambda one, _: one.resume("open").step(" ", "seen"), InvalidInput, "the action is blank"),
        (lambda one, _: one.resume("open").step("wait", "seen", score=-101), InvalidInput, "the score is -101"),
        (
            lambda one, _: one.resume("open").step("wait", "seen", used=[2]),
            InvalidInput,
            "learning 2 is of no learning in use; name some of 1, or none",
        ),
        (
            lambda one, _: one.resume("over").step("wait", "seen", used=[1]),
            InvalidInput,
            "name none, for none is in use",
        ),
        (lambda one, _: one.resume("over").step("wait", "seen"), Conflict, "has ended"),
        (lambda one, _: one.resume("open").learn([POWER]), Conflict, "'open' goes on; end it"),
        (lambda one, _: one.resume("over").learn([POWER]), Conflict, "has its learnings already"),
        (lambda one, _: one.resume("open").generate(unasked), Conflict, "'open' goes on; end it"),
        (lambda one, _: one.resume("over").generate(unasked), Conflict, "has its learnings already"),
        (lambda one, _: one.resume("bare").learn([" "]), InvalidInput, "a learning is blank"),
        (lambda one, _: one.resume("bare").learn(""), InvalidInput, "the reply '' holds no learning"),
        (lambda one, _: one.resume("bare").learn("I learned the following:"), InvalidInput, "holds no learning"),
        (lambda one, _: one.resume("bare").learn(f"<think>{POWER}</think>"), InvalidInput, "holds no learning"),
        (lambda one, _: one.resume("bare").learn(["x" * 3000]), InvalidInput, "has 3,000 characters"),
        (lambda one, _: one.resume("bare").learn([POWER] * 201), InvalidInput, "of 201 lines"),
        (lambda one, _: one.resume("bare").learn([Line(POWER, (7,))]), InvalidInput, "has no step 7"),
        (lambda one, _: one.task("boil", "Cook."), Conflict, "task 'boil' is 'Boil water.'"),
        (lambda one, _: one.environment(" "), InvalidInput, "environment ' ' is blank"),
        (lambda one, _: one.archive(most=11), InvalidInput, "an archive of 11 sets"),
        (lambda one, _: one.select(" "), InvalidInput, "the situation is blank"),
        (lambda one, _: one.select("x", k=0), InvalidInput, "0 learnings were asked for"),
        (lambda one, _: one.why("learning:none/1"), NotFound, "no learning 'learning:none/1'"),
        (lambda one, other: one.diff(other.id, other.id), NotFound, "no learning set 'learning set:theirs'"),
        (lambda one, other: one.summarise("boil", "ship", [POWER], [other]), NotFound, "set 'learning set:theirs'"),
        (lambda one, _: one.summarise("boil", "ship", [POWER], []), InvalidInput, "no learning set was given"),
    ],
)
def test_bad_input_is_one_error_and_nothing_is_written(
    tried: Learnings,
    theirs: LearningSet,
    call: Callable[[Learnings, LearningSet], object],
    error: type[ClewError],
    says: str,
) -> None:
    before = tried.memory.stats()
    with pytest.raises(error, match=says) as caught:
        call(tried, theirs)
    assert "\n" not in str(caught.value)
    assert tried.memory.stats() == before


@pytest.fixture(scope="module")
def tried(open_module_memory: Callable[..., Memory]) -> Learnings:
    """A kitchen with a trial that has ended and taught, one that has only ended, and one that goes on."""
    door = kitchen(open_module_memory())
    trial(door, 10, POWER, name="over")
    trial(door, 10, name="bare")
    door.begin("boil", "house", name="open")
    return door


@pytest.fixture(scope="module")
def theirs(module_memory: Memory) -> LearningSet:
    """A learning set of another space."""
    door = kitchen(module_memory)
    trial(door, 10, POWER, name="theirs")
    found = door.current("boil", "house")
    assert found
    return found


def test_a_second_process_goes_on_and_the_first_is_told(learnings: Learnings) -> None:
    one = learnings.begin("boil", "house", name="shared")
    other = learnings.resume("shared")
    one.step("wait", "Nothing.")
    assert other.step("wait", "Nothing.") == "episode:shared/0"
    other.step("sing", "Nobody hears.")
    with pytest.raises(Conflict, match="gone on with trial 'shared'"):
        one.step("dance", "Nobody sees.")
    assert learnings.resume("shared").length == 2


def test_a_name_is_one_in_both_spellings_of_unicode(memory: Memory) -> None:
    composed, divided = normalize("NFC", "Küche"), normalize("NFD", "Küche")
    door = Learnings(memory)
    assert door.task(divided, "Boil water.") == door.task(composed) == divided
    assert door.environment(composed) == door.environment(divided) == composed
    trial(door, 40, POWER, task=composed, place=divided, name=divided)
    with pytest.raises(Conflict, match="already"):
        door.begin(divided, composed, name=composed)
    assert door.resume(composed).name == divided
    for task, place in ((composed, divided), (divided, composed)):
        assert [each.score for each in door.trials(task, place)] == [40]
        assert texts(door.current(task, place)) == [POWER]
        assert door.archive(task=task, environment=place) == door.versions(task, place)
        assert [each.stored.task for each in door.select("A stove.", task=task, environment=place)] == [divided]


def test_describing_twice_changes_nothing(learnings: Learnings) -> None:
    before = learnings.memory.stats()
    assert learnings.task("boil", "Boil water.") == learnings.task("boil") == "boil"
    assert learnings.memory.stats() == before


def test_times_are_asked_for_in_any_zone(learnings: Learnings) -> None:
    trial(learnings, 10, POWER)
    assert learnings.current("boil", "house", as_of=now() - timedelta(days=1)) is None
    assert learnings.select("stove", as_of=now() - timedelta(days=1)) == ()
    assert len(learnings.select("stove", as_of=now())) == 1
