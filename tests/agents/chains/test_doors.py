"""One operation through memory's door and through its chain: the same trace, the same usage, the same budget."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tracers import Run
from langchain_core.tracers.context import collect_runs
from tests.agents.chains.cases import MUG
from tests.agents.clin.hall import Hall
from tests.api.memory.talk import Keyed, current, found, ruled, seen, thinking
from tests.api.memory.test_ask import QUESTION, TURNS
from tests.recording import recorded
from tests.scripted import Scripted

from clew.agents.agent import finished
from clew.agents.chains import (
    ANSWER,
    CHOOSE,
    CONTROL,
    EXECUTE,
    FACTS,
    KARMA_PLAN,
    LEARN,
    STATES_SEEN,
    SUMMARISE,
    TRIPLETS,
    AnyChain,
    Asked,
    Excerpt,
    InSight,
    LanguageModel,
    Offered,
    Seen,
)
from clew.agents.clin.model_generator import MAX_LEARNINGS, ModelGenerator
from clew.agents.clin.players import ModelPolicy
from clew.agents.clin.trial import run_trial
from clew.agents.karma import model as karma
from clew.agents.karma.planner import KarmaSituation
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.errors import BudgetSpent
from clew.graph.driver import Graph
from clew.llm import Usage
from clew.loaders.knowledge.pending import Said
from clew.loaders.learnings.lesson_text import assemble
from clew.loaders.scene.states import read_states
from clew.model import Turn
from clew.model.learnings import Lesson, TraceStep, TrialState
from clew.model.scene import Point

MAY = datetime(2023, 5, 8, 9, tzinfo=UTC)
CITIES = ["Oslo", "Rome", "Pisa"]
OWN = "# System\nYou note facts, in Dutch.\n# Human\n{date} {earlier}\n\nTurns to read:\n{turns}\n"


def shape(run: Run) -> tuple[Any, ...]:
    """Return a tracer's view of a run and the questions to a model, without times, ids and the order of threads."""
    asked = run.inputs["prompts"] if run.run_type == "llm" else []
    begun = [shape(child) for child in run.child_runs]
    children = sorted(begun, key=itemgetter(2)) if run.name.startswith("RunnableParallel") else begun
    return run.name, run.run_type, sorted(run.tags or []), asked, tuple(children)


def counted(usage: Usage) -> dict[str, dict[str, Any]]:
    """The accounts of a usage, but for the seconds."""
    return {name: asdict(account) | {"seconds": 0} for name, account in usage.chains.items()}


def costing(said: Callable[[str], str] | str) -> Callable[[str], AIMessage]:
    """An answer of 100 tokens."""
    used = {"input_tokens": 90, "output_tokens": 10, "total_tokens": 100}

    def answer(question: str) -> AIMessage:
        return AIMessage(said if isinstance(said, str) else said(question), usage_metadata=used)  # pyright: ignore

    return answer


def visiting() -> Keyed:
    """A model that finds a fact in each turn of a tour, judges pairs, and has an insight."""
    return Keyed(
        facts={city: costing(found({"text": f"Ann lives in {city}."})) for city in CITIES},
        verdicts=ruled(("Oslo", "Rome", "replaces")),
        insights=seen(("Ann moves a lot.", [1, 2])),
    )


@pytest.fixture
def tour(memory: Memory, graph: Graph) -> Memory:
    """A session per city, one turn in each."""
    for day, city in enumerate(CITIES):
        memory.remember([Turn(f"Greetings from {city}!", "Ann", MAY.replace(day=8 + day))], session=city)
    return thinking(graph, memory, visiting())


class TestAnswering:
    def test_through_memory_and_through_the_chain(self, memory: Memory, graph: Graph) -> None:
        for session, turns in TURNS.items():
            memory.remember(turns, session=session)
        door = thinking(graph, memory, recorded("ask", __file__))
        with collect_runs() as collector:
            answered = door.ask(QUESTION)
        direct = LanguageModel(recorded("ask", __file__))
        given = Asked(memory.recall(QUESTION), QUESTION)
        with collect_runs() as other:
            pieces = list(ANSWER.on(direct).stream(given))
        assert "".join(piece.text for piece in pieces) == answered.text
        assert pieces[-1].citations == answered.citations
        (through,), (alone,) = collector.traced_runs, other.traced_runs
        assert shape(through) == shape(alone)
        assert counted(door.usage) == counted(direct.usage)
        assert direct.usage.total.calls == 1

    def test_as_a_whole_it_has_the_same_trace(self, memory: Memory, graph: Graph) -> None:
        memory.remember(TURNS["monday"], session="monday")
        given, said = Asked(memory.recall(QUESTION), QUESTION), ["Miso [1]."]
        with collect_runs() as streamed:
            thinking(graph, memory, Scripted(answers=list(said))).ask(QUESTION)
        with collect_runs() as invoked:
            ANSWER.on(Scripted(answers=list(said))).invoke(given)
        assert [shape(run) for run in streamed.traced_runs] == [shape(run) for run in invoked.traced_runs]


class TestConsolidating:
    def test_it_is_one_tree_over_all_threads(self, tour: Memory) -> None:
        with collect_runs() as collector:
            done = tour.consolidate()
        (root,) = collector.traced_runs
        assert root.name == "consolidate"
        assert done.chunks == 3
        assert "Ann lives in Oslo." not in current(tour)
        names = [child.name for child in root.child_runs]
        assert {name: names.count(name) for name in ("facts", "aliases")} == {"facts": 3, "aliases": 3}
        assert {"verdicts", "reflections"} < set(names)

    def test_a_chunk_alone_has_the_same_trace_and_usage(self, tour: Memory) -> None:
        with collect_runs() as collector:
            tour.consolidate()
        (root,) = collector.traced_runs
        direct = LanguageModel(visiting())
        first = Said("episode:Oslo/0", "Oslo", 0, "Ann", "Greetings from Oslo!", MAY)
        with collect_runs() as other:
            extracted = FACTS.on(direct).invoke(Excerpt([first]))
        (alone,) = other.traced_runs
        assert [fact.text for fact in extracted.facts] == ["Ann lives in Oslo."]
        through = next(child for child in root.child_runs if child.name == "facts")
        assert shape(through) == shape(alone)
        account, whole = counted(direct.usage)["facts"], counted(tour.usage)["facts"]
        assert account["prompt_tokens"] * 3 == whole["prompt_tokens"]
        assert account["calls"] * 3 == whole["calls"]

    def test_a_budget_ends_both_with_one_sentence(self, tour: Memory) -> None:
        done = tour.consolidate(most_tokens=100)
        direct = LanguageModel(visiting(), most_tokens=100)
        chain = FACTS.on(direct)
        first = Said("episode:Oslo/0", "Oslo", 0, "Ann", "Greetings from Oslo!", MAY)
        chain.invoke(Excerpt([first]))
        with pytest.raises(BudgetSpent) as spent:
            chain.invoke(Excerpt([first]))
        assert done.left >= 2
        assert done.stopped.partition(": ")[2] == str(spent.value).partition(": ")[2]

    def test_prompts_of_a_folder_are_those_of_every_door(self, memory: Memory, graph: Graph, tmp_path: Path) -> None:
        (tmp_path / "facts.md").write_text(OWN, "utf-8")
        memory.remember([Turn("Greetings from Oslo!", "Ann", MAY)], session="s")
        door = thinking(graph, memory, visiting(), prompts=str(tmp_path))
        with collect_runs() as collector:
            door.consolidate()
        (root,) = collector.traced_runs
        through = next(child for child in root.child_runs if child.name == "facts")
        assert "in Dutch" in str(shape(through))
        model = door.language_model()
        assert model is not None
        assert model.prompt(FACTS.prompt).digest != FACTS.prompt.digest


class TestTheOtherDoors:
    def test_an_observation_is_one_tree(self, memory: Memory, graph: Graph) -> None:
        said = '{"place": "", "triplets": [{"subject": "lamp", "predicate": "is in", "object": "hall"}]}'
        world = World(thinking(graph, memory, Scripted(answers=[said])))
        with collect_runs() as collector:
            world.observe("A lamp hangs here, in the hall.")
        (root,) = collector.traced_runs
        assert root.name == "observe"
        assert [child.name for child in root.child_runs] == ["triplets", "outdated"]
        direct = LanguageModel(Scripted(answers=[said]))
        with collect_runs() as other:
            TRIPLETS.on(direct).invoke(Seen("A lamp hangs here, in the hall."))
        assert shape(root.child_runs[0]) == shape(other.traced_runs[0])
        assert counted(world.usage) == counted(direct.usage)

    def test_a_summary(self, memory: Memory, graph: Graph) -> None:
        said = '{"summary": "The kettle is full.", "met": true}'
        door = thinking(graph, memory, Scripted(answers=[said]))
        working = WorkingMemory(door)
        working.begin("make tea", name="run")
        working.subgoal("boil water")
        working.step("fill the kettle", "The kettle is full.")
        run = working.run
        with collect_runs() as collector:
            working.subgoal("pour it over the leaves")
        direct = LanguageModel(Scripted(answers=[said]))
        with collect_runs() as other:
            SUMMARISE.on(direct).invoke(run)
        assert [shape(each) for each in collector.traced_runs] == [shape(each) for each in other.traced_runs]
        assert counted(door.usage) == counted(direct.usage)

    def test_a_choice_of_learnings(self, memory: Memory, graph: Graph) -> None:
        said = '{"numbers": [2]}'
        learnings = Learnings(thinking(graph, memory, Scripted(answers=[said])))
        learnings.task("tea")
        learnings.environment("house")
        trial = learnings.begin("tea", "house")
        trial.end(10)
        held = trial.learn(["Filling the kettle SHOULD BE NECESSARY to boil it.", "Sing."]).learnings
        with collect_runs() as collector:
            (chosen,) = learnings.select("Make tea.", mode="model")
        offered = Offered("Make tea.", sorted(held, key=lambda each: each != chosen.stored, reverse=True), 5)
        same_as_the_chain(collector.traced_runs, learnings.memory.usage, CHOOSE, offered, said)

    def test_states_that_are_read(self) -> None:
        said = '{"states": [{"words": "mug is dirty", "thing": "mug", "state": "dirty"}]}'
        model = LanguageModel(Scripted(answers=[said]))
        with collect_runs() as collector:
            read_states(model, "Clean the mug.", [MUG], description="The mug is dirty.")
        given = InSight("Clean the mug.", [MUG], "The mug is dirty.")
        same_as_the_chain(collector.traced_runs, model.usage, STATES_SEEN, given, said)


class TestTheAgents:
    """An agent makes the inputs of its chain itself; they are taken from the trace."""

    def test_a_plan_of_karma(self) -> None:
        said = '{"steps": [{"skill": "explore", "target": "Mug"}]}'
        model = LanguageModel(Scripted(answers=[said]))
        situation = KarmaSituation(
            "Clean the mug.",
            {MUG.id: MUG},
            frozenset(),
            frozenset({MUG.id}),
            "",
            Point(0.0, 0.0, 0.0),
            None,
            None,
            (),
            "",
        )
        with collect_runs() as collector:
            karma.ModelPlanner(model).plan(situation)
        same_as_the_chain(collector.traced_runs, model.usage, KARMA_PLAN, given_to(collector.traced_runs[0]), said)

    def test_a_decision_of_clin_is_a_trace_per_chain(self) -> None:
        said = ['{"action": "find the kettle"}', '{"action": "go to the kitchen"}']
        model = LanguageModel(Scripted(answers=list(said)))
        with collect_runs() as collector:
            finished(run_trial(Hall(), ModelPolicy(model), steps=1))
        assert [run.name for run in collector.traced_runs] == [CONTROL.name, EXECUTE.name]
        both = LanguageModel(Scripted(answers=list(said)))
        with collect_runs() as other:
            for chain, run in zip((CONTROL, EXECUTE), collector.traced_runs, strict=True):
                chain.on(both).invoke(given_to(run))
        assert [shape(each) for each in collector.traced_runs] == [shape(each) for each in other.traced_runs]
        assert counted(model.usage) == counted(both.usage)

    def test_learnings_that_a_model_writes(self) -> None:
        said = "Pushing the gate SHOULD BE NECESSARY to enter."
        model = LanguageModel(Scripted(answers=[said]))
        ended = TrialState("x", 1, "enter", "yard", ((0, TraceStep("push gate", "It opens.", 20.0)),), 1, 20.0, "done")
        lesson = Lesson(ended, "Enter.", "A yard.", (), None)
        generator = ModelGenerator(model, budget=500, count=len)
        with collect_runs() as collector:
            generator(lesson)
        given = {"lesson": assemble(lesson, 500, len), "most": str(MAX_LEARNINGS)}
        same_as_the_chain(collector.traced_runs, model.usage, LEARN, given, said)


def given_to(run: Run) -> dict[str, str]:
    """Return the inputs of a chain of text."""
    return {str(name): str(value) for name, value in run.inputs.items()}


def same_as_the_chain(traced: list[Run], usage: Usage, chain: AnyChain, given: Any, said: str) -> None:
    """Check that a door's one run and its usage are those of its chain by itself."""
    direct = LanguageModel(Scripted(answers=[said]))
    on: Any = chain.on(direct)
    with collect_runs() as collector:
        list(on.stream(given))
    assert [shape(each) for each in traced] == [shape(each) for each in collector.traced_runs]
    assert counted(usage) == counted(direct.usage)
    assert direct.usage.total.calls == 1
