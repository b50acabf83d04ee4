"""Trials in a row over the graph: what is carried on, what new places and tasks begin with, and what a kill leaves."""

from collections.abc import Sequence
from random import Random

import pytest
from tests.api.learnings.mortal import Killed, Mortal

from clew.agents.clin.loops import Clin, PlayedTrial, generalise, learned
from clew.agents.clin.trial import DONE, ClinSituation, Decision
from clew.agents.environment import Observation
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.model.learnings import Digest, LearningSet, Lesson, Line
from clew.server import Address


class Gate:
    """A gate that opens after a stone was lifted: two steps, each worth half of what there is."""

    task, max_score = "Open the gate.", 2.0

    def __init__(self) -> None:
        self._lifted = False

    def reset(self) -> Observation:
        self._lifted = False
        return Observation("You stand before a gate.", ("push gate", "lift stone"), 0.0, done=False, won=False)

    def step(self, action: str) -> Observation:
        opened = self._lifted and action == "push gate"
        text = "Done." if opened else "Something clicks." if action == "lift stone" else "Nothing happens."
        self._lifted = self._lifted or action == "lift stone"
        actions = () if opened else ("push gate", "lift stone")
        return Observation(text, actions, float(self._lifted + opened), done=opened, won=opened)


class Thorough:
    """Does the last action that it has not done."""

    def decide(self, situation: ClinSituation) -> Decision:
        done = {each.action for each in situation.history}
        actions = situation.moment.actions
        return Decision(next((each for each in reversed(actions) if each not in done), actions[0]))


class Kept:
    """Writes one line for each trial and summary, and keeps what it was given."""

    def __init__(self) -> None:
        self.lessons: list[Lesson] = []
        self.digests: list[Digest] = []

    def __call__(self, lesson: Lesson) -> Sequence[str | Line]:
        self.lessons.append(lesson)
        return [f"line {len(self.lessons)}"]

    def summarise(self, digest: Digest) -> Sequence[str | Line]:
        self.digests.append(digest)
        return [f"summary {len(self.digests)}"]


@pytest.fixture
def learnings(memory: Memory) -> Learnings:
    return described(memory)


def described(memory: Memory) -> Learnings:
    door = Learnings(memory)
    for task in ("open", "shut"):
        door.task(task)
    for place in ("yard", "park", "barn"):
        door.environment(place)
    return door


def texts(one: LearningSet | None) -> list[str]:
    return [each.text for each in learned(one)]


def play(
    door: Learnings, trials: int, generator: Kept | None, *, task: str = "open", place: str = "yard"
) -> tuple[PlayedTrial, ...]:
    return Clin(
        door, place=place, task_name=task, player=lambda _: Thorough(), generator=generator, trials=trials, most_steps=1
    ).run(Gate())


def test_each_trial_has_what_the_one_before_it_taught_and_a_generator_at_most_three_sets(learnings: Learnings) -> None:
    generator = Kept()
    found = play(learnings, 5, generator)
    assert [texts(each.given) for each in found] == [[], *([f"line {number}"] for number in (1, 2, 3, 4))]
    assert [[texts(one) for one in each.before] for each in generator.lessons[-2:]] == [
        [["line 1"], ["line 2"], ["line 3"]],
        [["line 2"], ["line 3"], ["line 4"]],
    ]
    last = generator.lessons[-1].trial
    assert [step.action for _, step in last.steps] == [step.action for step in found[-1].attempt.trace]
    assert (last.score, last.outcome) == (found[-1].attempt.score, "steps")


def test_without_a_generator_nothing_is_carried_on_and_two_places_never_mix(learnings: Learnings) -> None:
    assert [each.given or each.written for each in play(learnings, 2, None)] == [None, None]
    play(learnings, 1, Kept(), place="park")
    play(learnings, 1, Kept(), task="shut")
    assert learnings.begin("open", "yard").in_use is None
    assert texts(learnings.begin("open", "park").in_use) == ["line 1"]


def test_a_new_place_and_a_new_task_begin_with_what_others_taught_and_go_on_from_there(learnings: Learnings) -> None:
    generator = Kept()
    assert generalise(learnings, "open", "barn", "Open.", generator, "place") is None
    play(learnings, 2, generator)
    play(learnings, 1, generator, place="park")
    meta = generalise(learnings, "open", "barn", "Open.", generator, "place")
    (digest,) = generator.digests
    assert (digest.task, digest.change) == ("Open.", "place")
    assert {(each.environment, *texts(each)) for each in digest.archived} == {("yard", "line 2"), ("park", "line 3")}
    assert generalise(learnings, "open", "barn", "Open.", generator, "place") == meta
    found = play(learnings, 2, generator, place="barn")
    assert [texts(each.given) for each in found] == [["summary 1"], ["line 4"]]
    assert [texts(each.meta) for each in generator.lessons[-2:]] == [["summary 1"]] * 2
    generalise(learnings, "shut", "yard", "Shut.", generator, "task")
    assert [(each.task, each.environment) for each in generator.digests[-1].archived] == [("open", "yard")]


def test_a_task_and_a_place_that_nobody_described_are_described(memory: Memory) -> None:
    (played,) = Clin(memory, place="moon", player=lambda _: Thorough(), trials=1, most_steps=1).run(Gate())
    learnings = Learnings(memory)
    (kept,) = learnings.trials(Gate.task, "moon")
    assert kept.name == played.name
    assert (learnings.task(Gate.task, Gate.task), learnings.environment("moon")) == (Gate.task, "moon")


def test_killed_before_any_write_a_loop_goes_on_and_what_never_ended_teaches_nothing(
    server: Address, encoder: MiniLM, memory: Memory
) -> None:
    def generator(lesson: Lesson) -> list[Line]:
        return [Line("Lifting the stone SHOULD BE NECESSARY to push the gate.", (lesson.trial.steps[0][0],))]

    random, deaths, trials = Random(3), 0, 2
    door = described(memory)
    with Mortal.connect(server.uri, auth=(server.user, server.password)) as graph:
        graph.left = 1_000_000
        mortal = Learnings(Memory(graph, encoder, memory.space.name))
        while True:
            graph.left = random.randrange(1, 14)
            try:
                Clin(
                    mortal,
                    place="yard",
                    task_name="open",
                    player=lambda _: Thorough(),
                    generator=generator,
                    trials=trials,
                ).run(Gate())
                break
            except Killed:
                deaths += 1
    records = door.trials("open", "yard")
    ended = [each for each in records if each.score is not None]
    assert deaths
    assert len(ended) == trials < len(records)
    assert [one.trial for one in door.versions("open", "yard")] == [each.name for each in ended]
    assert all(each.set_id for each in ended)
    taught = {one.trial for each in door.versions("open", "yard")[-1].learnings for one in door.why(each.id)}
    assert taught <= {each.name for each in ended}
    assert ended[-1].outcome == DONE
