"""Working memory on the graph: what is held is what is stored, and an ended run is long-term memory."""

from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.scripted import Scripted

from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.errors import ClewError, Conflict, InvalidInput, ModelFailed, NotFound
from clew.graph.queries import load
from clew.loaders.working.summary import LAST_OBSERVATION
from clew.model import Filter, Turn
from clew.text.instants import FOREVER, now

GOAL = "Bring the vase of the museum to the ship."


@pytest.fixture
def working(memory: Memory) -> WorkingMemory:
    return WorkingMemory(memory)


def two_subgoals(working: WorkingMemory, name: str = "voyage") -> WorkingMemory:
    working.begin(GOAL, observation="You stand at the harbour.", name=name)
    working.subgoal("Find the vase.")
    working.step("walk to the museum", "You are in the museum. A vase stands on a plinth.")
    working.step("take the vase", "You carry the vase.")
    working.subgoal("Reach the ship.")
    working.step("walk to the harbour", "The ship is at anchor.")
    return working


def stored(memory: Memory, name: str = "voyage") -> WorkingMemory:
    other = WorkingMemory(memory)
    other.resume(name)
    return other


def count(memory: Memory, kind: str) -> int:
    return memory.stats().nodes.get(kind, 0)


def test_a_second_process_sees_what_the_first_one_holds(working: WorkingMemory) -> None:
    two_subgoals(working).retrieve([1])
    other = stored(working.memory)
    assert other.run == working.run
    assert other.render() == working.render()


def test_a_runs_name_is_one_in_both_spellings_of_unicode(working: WorkingMemory) -> None:
    composed, divided = normalize("NFC", "Überfahrt"), normalize("NFD", "Überfahrt")
    run = two_subgoals(working, divided).run
    with pytest.raises(Conflict, match="already"):
        working.begin(GOAL, name=composed)
    assert stored(working.memory, composed).run == run


def test_rendering_asks_the_graph_nothing(working: WorkingMemory) -> None:
    two_subgoals(working)
    working.memory.close()
    assert "The ship is at anchor." in working.render()[0].text


def test_a_run_goes_on_where_another_process_left_it(working: WorkingMemory) -> None:
    two_subgoals(working)
    other = stored(working.memory)
    other.step("board the ship", "You are on deck.")
    with pytest.raises(Conflict, match="another process has gone on with run 'voyage'"):
        working.step("wait", "Nothing happens.")
    assert working.resume("voyage") == other.run
    working.end("The vase is on board.", met=True)
    with pytest.raises(Conflict, match="gone on"):
        other.subgoal("Rest.")
    assert stored(working.memory).run == working.run


def test_a_step_whose_answer_was_lost_is_taken_up_and_said_twice_without_an_error_it_is_two(
    working: WorkingMemory,
) -> None:
    two_subgoals(working)
    other = stored(working.memory)
    other.render()
    assert working.step("wait", "Nothing.") == other.step("wait", "Nothing.") == "episode:voyage/3"
    assert other.run == working.run == stored(working.memory).run
    assert working.step("wait", "Nothing.") == "episode:voyage/4"
    working.step("wait", "Nothing.")
    with pytest.raises(Conflict, match="gone on"):
        other.step("wait", "Nothing.")


def test_a_summary_is_written_when_the_next_subgoal_opens_and_never_again(working: WorkingMemory) -> None:
    first = two_subgoals(working).run.subgoals[0].summary
    assert first
    assert (first.text, first.author) == ("You carry the vase.", LAST_OBSERVATION)
    assert working.run.subgoals[1].summary is None
    working.subgoal("Hand it over.")
    assert stored(working.memory).run.subgoals[0].summary == first
    assert count(working.memory, "Summary") == 2


def test_a_model_writes_the_summary_and_says_whether_the_subgoal_was_met(memory: Memory) -> None:
    model = Scripted(answers=['{"summary": "The vase is\\ncarried now.", "met": true}'])
    with_model = Memory(memory.space.graph, memory.space.encoder, memory.space.name, memory.settings, model)
    working = two_subgoals(WorkingMemory(with_model))
    summary = stored(memory).run.subgoals[0].summary
    assert summary
    assert (summary.text, summary.met) == ("The vase is carried now.", True)
    (asked,) = model.asked
    assert "take the vase" in asked[-1].text
    assert "You stand at the harbour." in asked[-1].text
    assert "Summary: The vase is carried now." in working.render()[0].text


@pytest.mark.parametrize("answers", [["nonsense"] * 5, [ModelFailed("down")] * 5, ['{"summary": "  "}'] * 5])
def test_a_model_that_fails_costs_a_summary_and_not_the_run(memory: Memory, answers: list[str | Exception]) -> None:
    model = Scripted(answers=answers)  # pyright: ignore[reportArgumentType]
    with_model = Memory(memory.space.graph, memory.space.encoder, memory.space.name, memory.settings, model)
    summary = two_subgoals(WorkingMemory(with_model)).run.subgoals[0].summary
    assert summary
    assert (summary.text, summary.author) == ("You carry the vase.", LAST_OBSERVATION)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda w: w.step("act", "seen"), InvalidInput, "no run is open"),
        (lambda w: w.begin("  "), InvalidInput, "goal is blank"),
        (lambda w: w.begin("g", name=" "), InvalidInput, "run ' ' is blank"),
        (lambda w: w.resume("nowhere"), NotFound, "no run 'nowhere'"),
        (lambda w: w.begin("g", name="said"), Conflict, "has a session 'said' already"),
    ],
)
def test_bad_input_is_one_error_and_nothing_is_written(
    working: WorkingMemory, call: Callable[[WorkingMemory], object], error: type[ClewError], says: str
) -> None:
    working.memory.remember([Turn("Hello.", "Ann")], session="said")
    before = working.memory.stats()
    with pytest.raises(error, match=says):
        call(working)
    assert working.memory.stats() == before


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda w: w.step("", "seen"), InvalidInput),
        (lambda w: w.subgoal(" "), InvalidInput),
        (lambda w: w.retrieve([2]), NotFound),
        (lambda w: w.retrieve([7]), NotFound),
        (lambda w: w.retrieve(["1"]), InvalidInput),
        (lambda w: w.render(budget=3), InvalidInput),
        (lambda w: w.render("short"), InvalidInput),
        (lambda w: (w.subgoal("next"), w.subgoal("and next"))[0], Conflict),
    ],
)
def test_what_is_refused_leaves_the_run_as_it_was(
    working: WorkingMemory, call: Callable[[WorkingMemory], object], error: type[ClewError]
) -> None:
    two_subgoals(working)
    with pytest.raises(error):
        call(working)
    assert stored(working.memory).run == working.run


def test_a_change_whose_commit_was_lost_is_found_written(working: WorkingMemory) -> None:
    two_subgoals(working)
    node = {"text": "> wait\nNothing.", "search_text": "", "action": "wait", "speaker": "", "caption": "",
            "embedding": working.memory.space.embed(["wait"])[0]}  # fmt: skip
    fixed = {"space_key": working.memory.space.key, "run": "voyage", "subgoal": 2, "step": 3, "episode": node,
             "revision": working.run.revision, "next": "token", "now": now(), "forever": FOREVER}  # fmt: skip
    rows = [working.memory.space.write(load("working/step"), **fixed)[0] for _ in range(2)]
    assert [(row["revision"], row["written"]) for row in rows] == [("token", True), ("token", False)]
    assert stored(working.memory).run.length == 4


def test_an_ended_run_is_recalled_by_what_it_was_for_and_steps_lead_to_it(working: WorkingMemory) -> None:
    two_subgoals(working).end("The vase is on board.", met=True)
    memory = working.memory
    found = memory.recall("Who carried a vessel of the gallery onto a boat?")
    assert "Runs\n- Bring the vase of the museum to the ship. Subgoals: 1. Find the vase.; 2. Reach" in found.text
    assert "> take the vase You carry the vase." in found.text
    settings = memory.settings.recall.changed(pool=1, fact_pool=1)
    reached = memory.recall("The ship is at anchor in the harbour", settings=settings)
    run = next(hit for hit in reached.hits if hit.id == "run:voyage")
    assert [step.relationship for step in run.path] in (["", "HAS_STEP", "HAS_SUBGOAL"], [""])


def test_a_run_that_goes_on_is_not_recalled_and_its_steps_are(working: WorkingMemory) -> None:
    two_subgoals(working)
    hits = working.memory.recall("Where is the vase of the museum?").hits
    assert {hit.kind for hit in hits} == {"Episode"}
    assert working.similar() == ()


def test_similar_runs_are_those_of_this_space_with_such_a_goal(
    working: WorkingMemory, open_memory: Callable[..., Memory]
) -> None:
    two_subgoals(WorkingMemory(open_memory()), "foreign").end("Theirs.")
    two_subgoals(working).end("The vase is on board.", met=True)
    working.begin("Bake a cake.", name="cake")
    working.end("Burnt.", met=False)
    working.begin("Carry the amphora of the gallery to the boat.", name="now")
    found = working.similar(limit=1)
    assert [hit.id for hit in found] == ["run:voyage"]
    assert "Outcome: The vase is on board." in found[0].text
    assert working.memory.recall(GOAL, Filter(kinds=["run"])).hits[0].id == "run:voyage"


def test_runs_of_one_name_in_two_spaces_know_nothing_of_each_other(
    working: WorkingMemory, open_memory: Callable[..., Memory]
) -> None:
    other = WorkingMemory(open_memory())
    two_subgoals(working)
    other.begin("Bake a cake.", name="voyage")
    other.subgoal("Break the eggs.")
    other.step("break the eggs", "The eggs are in the bowl.")
    assert "vase" not in stored(other.memory).render("standard")[0].text
    assert "eggs" not in stored(working.memory).render("standard")[0].text
    assert "eggs" not in working.memory.recall("Were the eggs broken into the bowl?").text


def test_a_long_observation_is_found_by_any_of_its_parts(working: WorkingMemory) -> None:
    working.begin("Read the log.", name="log")
    working.subgoal("Open it.")
    filler = "The wind was fair and the sea was calm all day. " * 30
    working.step("open the log", f"{filler}\n\nAn octopus with three hearts was caught.\n\n{filler}")
    hit = working.memory.recall("How many hearts has an octopus?").hits[0]
    begin, end = hit.spans[0]
    assert "three hearts" in hit.text[begin:end]
    assert stored(working.memory, "log").run == working.run


def test_a_forgotten_step_takes_its_summary_and_leaves_nothing_of_it(working: WorkingMemory, tmp_path: Path) -> None:
    two_subgoals(working)
    working.memory.export(tmp_path / "before.jsonl")
    assert "carry" in (tmp_path / "before.jsonl").read_text("utf-8")
    receipt = working.memory.forget(ids="episode:voyage/1")
    assert receipt.removed == {"Episode": 1, "Summary": 1}
    working.memory.export(tmp_path / "space.jsonl")
    assert "carry" not in (tmp_path / "space.jsonl").read_text("utf-8")
    other = stored(working.memory)
    assert "Summary: (forgotten)" in other.render()[0].text
    other.step("board the ship", "You are on deck.")
    assert [step.number for step in stored(working.memory).run.steps] == [0, 2, 3]


def test_who_holds_a_forgotten_step_writes_none_of_it_back(working: WorkingMemory, tmp_path: Path) -> None:
    two_subgoals(working)
    working.memory.forget(ids="episode:voyage/2")
    for change in (
        lambda: working.step("board the ship", "You are on deck."),
        lambda: working.subgoal("Rest."),
        lambda: working.end("They reached Lisbon."),
    ):
        with pytest.raises(Conflict, match="a step of it was forgotten; resume it"):
            change()
    working.resume("voyage")
    working.step("board the ship", "You are on deck.")
    working.subgoal("Rest.")
    working.memory.export(tmp_path / "space.jsonl")
    written = (tmp_path / "space.jsonl").read_text("utf-8")
    assert "You are on deck." in written
    assert "at anchor" not in written


def test_nothing_is_said_in_the_session_of_a_run(working: WorkingMemory) -> None:
    working.begin(GOAL, name="voyage")
    for say in (
        lambda: working.memory.add("How is it going?", session="voyage"),
        lambda: working.memory.remember([Turn("How is it going?")], session="voyage"),
    ):
        with pytest.raises(Conflict, match="session 'voyage' holds the steps of a run or a trial; name another"):
            say()
    working.subgoal("Find the vase.")
    assert working.step("wait", "Nothing.") == "episode:voyage/0"


@pytest.mark.parametrize("asked", [{"ids": "run:voyage"}, {"session": "voyage"}])
def test_a_forgotten_run_takes_its_subgoals_and_steps(working: WorkingMemory, asked: dict[str, str]) -> None:
    two_subgoals(working).end("They reached Lisbon at noon.")
    assert count(working.memory, "Entity") == 1
    working.memory.forget(**asked)  # pyright: ignore[reportArgumentType]
    assert set(working.memory.stats().nodes) <= {"Space", "Session"}
    with pytest.raises(NotFound):
        working.resume("voyage")


@pytest.mark.parametrize("asked", [{"ids": "run:voyage"}, {"space": True}])
def test_who_goes_on_with_a_forgotten_run_is_told(working: WorkingMemory, asked: dict[str, object]) -> None:
    two_subgoals(working)
    working.memory.forget(**asked)  # pyright: ignore[reportArgumentType]
    with pytest.raises(NotFound, match="no run 'voyage' any more"):
        working.step("wait", "Nothing.")


def test_a_restored_run_goes_on(working: WorkingMemory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    two_subgoals(working).retrieve([1])
    two_subgoals(working, "ended").end("There.", met=True)
    working.memory.export(tmp_path / "space.jsonl")
    other = open_memory()
    other.restore(tmp_path / "space.jsonl")
    assert other.stats().nodes == working.memory.stats().nodes
    assert other.stats().relationships == working.memory.stats().relationships
    taken = stored(other)
    assert taken.run == stored(working.memory).run
    taken.step("board the ship", "You are on deck.")
    assert WorkingMemory(other).similar(GOAL)[0].id == "run:ended"


CALLS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.one_of(
            st.tuples(st.just("subgoal"), st.sampled_from(["find", "bring", " "])),
            st.tuples(st.just("step"), st.sampled_from(["go", "take", ""])),
            st.tuples(st.just("retrieve"), st.integers(0, 3)),
            st.tuples(st.just("resume"), st.just("")),
        ),
    ),
    min_size=4,
    max_size=16,
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=CALLS)
def test_two_processes_in_any_order_leave_one_run_that_both_can_read(
    working: WorkingMemory, calls: list[tuple[int, tuple[str, str | int]]]
) -> None:
    name = working.begin(GOAL).name
    clients = [working, stored(working.memory, name)]
    for which, (call, value) in calls:
        client = clients[which]
        try:
            if call == "resume":
                client.resume(name)
            elif call == "step":
                client.step(str(value), "seen")
            elif call == "retrieve":
                client.retrieve([int(value)])
            else:
                client.subgoal(str(value))
        except ClewError:
            continue
        truth = stored(working.memory, name).run
        assert client.run == truth, "a change that succeeds leaves its caller with what is stored"
        assert [each.number for each in truth.subgoals] == list(range(1, len(truth.subgoals) + 1))
        assert [each.number for each in truth.steps] == list(range(truth.length))
        assert all(each.steps and each.summary for each in truth.closed)
