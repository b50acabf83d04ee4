"""The past that each player is shown, and what it must not be shown; a model that answers by rote plays."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage
from pydantic import PrivateAttr
from tests.agents.ariadne.rote import Rote, importance, listed
from tests.api.world.walks import observe
from tests.api.world.walks import walk as recorded
from tests.scripted import Double

from clew.agents.ariadne.ariadne import Ariadne, PlanningPlayer
from clew.agents.ariadne.chains import MAX_TEXT_CHARACTERS
from clew.agents.ariadne.memory_modules import told
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.errors import InvalidInput
from clew.llm import LanguageModel
from clew.model.world import GO_TO, RunStep
from clew.text.quotation import indented
from clew_playground.environments import hunt
from clew_playground.players.by_model import PLAYERS, FlatRetrieval, FullHistory, RunningSummary, newest, player

BASELINES = ("history", "summary", "rag", "window")
TASK = "Find the treasure."
STEPS = 14
WINDOW = 5
ACTIONS = ("look", "go north")
SAW = re.compile(r"Saw \(step (\d+)\)")


@pytest.fixture(scope="module")
def walked(module_memory: Memory) -> World:
    """The beginning of a hunt that is won: keys are taken, lockers opened, rooms seen again."""
    return walk(World(module_memory, reader="rules"))


@pytest.fixture
def growing(memory: Memory) -> World:
    """The same, in a space of the test's own."""
    return walk(World(memory, reader="rules"))


def walk(world: World) -> World:
    observe(world, recorded(3))
    return world


def now(world: World) -> Observation:
    return Observation(world.history(most=1)[0].text, ACTIONS, 0.0, done=False, won=False)


def asked(name: str, world: World) -> Rote:
    """A model that has played two steps, and looked up what is carried."""
    model = Rote(things=[{"name": thing, "depth": 2} for thing in world.inventory()])
    agent = player(name, LanguageModel(model), TASK)
    for _ in range(2):
        agent.choose(world, now(world))
    return model


def section(question: str, heading: str, following: str = "\n\n") -> str:
    return question.partition(f"{heading}:\n")[2].partition(following)[0]


def flat(text: str) -> str:
    return " ".join(text.split())


class TestEveryPlayer:
    @pytest.mark.parametrize("name", PLAYERS)
    def test_is_shown_the_task_the_inventory_the_observation_and_the_last_steps(self, name: str, walked: World) -> None:
        model = asked(name, walked)
        for question in (*model.asked("steps"), *model.asked("thought")):
            assert f"Task: {TASK}" in question
            assert f"Carried: {', '.join(walked.inventory())}\n" in question
            assert indented(now(walked).text) in question
            assert SAW.findall(section(question, "Last steps")) == [str(step) for step in range(STEPS - WINDOW, STEPS)]
        assert walked.inventory()

    @pytest.mark.parametrize("name", BASELINES)
    def test_but_a_baseline_nothing_of_the_graph(self, name: str, walked: World) -> None:
        seen = "\n".join(flat(each.text) for each in walked.history(most=99))
        of_the_graph = [each.triplet.text for each in walked.triplets() if each.triplet.text not in seen]
        model = asked(name, walked)
        questions = [each for kind in ("steps", "thought", "summary", "importance") for each in model.asked(kind)]
        assert len(of_the_graph) > 20
        assert not [each for each in of_the_graph if any(each in question for question in questions)]
        assert not any("nobody has gone" in question for question in questions)
        assert listed(model.asked("thought")[-1]) == [*ACTIONS]
        assert model.asked("things") == model.asked("explore") == []

    def test_while_ariadne_is_shown_it(self, walked: World) -> None:
        question = asked("ariadne", walked).asked("thought")[-1]
        believed = [each.triplet.text for each in walked.triplets()]
        assert set(section(question, "Facts from memory").splitlines()) <= {*believed}
        assert f"{walked.inventory()[0]} is in inventory" in section(question, "Facts from memory")
        assert any(each.startswith(GO_TO) for each in listed(question))

    @pytest.mark.parametrize(("name", "heading", "shown"), [
        ("no-episodes", "Earlier observations that may matter", "none"),
        ("no-exploration", "Ways that nobody has gone", "not needed"),
    ])  # fmt: skip
    def test_an_ablation_lacks_its_part(self, name: str, heading: str, shown: str, walked: World) -> None:
        assert section(asked(name, walked).asked("thought")[-1], heading) == shown
        assert section(asked("ariadne", walked).asked("thought")[-1], heading) != shown

    @pytest.mark.parametrize("name", PLAYERS)
    def test_plays_whole_games(self, name: str, memory: Memory) -> None:
        agent = player(name, LanguageModel(Rote(action=2)), TASK)
        played = Ariadne(World(memory, reader="rules"), player=agent, most_steps=8).run(hunt.generate(1, hunt.EASY))
        assert (played.steps, played.refused) == (8, 0)

    def test_has_a_name(self) -> None:
        with pytest.raises(InvalidInput, match=r"'chess'.*ariadne, history, summary, rag"):
            player("chess", LanguageModel(Rote()), TASK)


class Anarchic(Double):
    """Says these things in turn, whatever it is asked."""

    said: Sequence[str]
    _turn: Any = PrivateAttr(default=None)

    @property
    def _llm_type(self) -> str:
        return "anarchic"

    def _answer(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:  # noqa: ARG002
        self._turn = self._turn or cycle(self.said)
        return AIMessage(next(self._turn))


VALUES = st.recursive(
    st.none() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=5,
)
FIELDS = st.sampled_from(["action", "steps", "things", "explore", "summary", "importance", "name", "sub_goal"])
ANSWERS = st.text(max_size=60) | st.dictionaries(FIELDS, VALUES, min_size=1).map(json.dumps)


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(PLAYERS)),
    said=st.lists(ANSWERS, min_size=1, max_size=6),
    actions=st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4, unique=True),
    empty=st.booleans(),
)
@example(
    name="rag", said=['{"importance": 10000000000000000000000}', '{"action": -1}'], actions=["{task}"], empty=False
)
@example(name="summary", said=['{"summary": "\\ud800 {steps}"}', '{"action": 1}'], actions=["look"], empty=False)
def test_a_choice_is_valid_whatever_the_model_says(
    walked: World, name: str, said: list[str], actions: list[str], *, empty: bool
) -> None:
    world = World(walked.memory, "nothing was seen in this run") if empty else walked
    agent = player(name, LanguageModel(Anarchic(said=said)), TASK)
    moment = Observation("You see nothing {new}.", tuple(actions), 0.0, done=False, won=False)
    for _ in range(2):
        chosen = agent.choose(world, moment)
        assert chosen in actions or (name not in BASELINES and chosen.startswith(GO_TO))


@pytest.mark.parametrize("name", PLAYERS)
def test_a_choice_is_valid_in_an_empty_space(name: str, open_memory: Callable[..., Memory]) -> None:
    moment = Observation("You see nothing.", ACTIONS, 0.0, done=False, won=False)
    agent = player(name, LanguageModel(Rote(rubbish=["things", "steps", "thought", "summary", "importance"])), TASK)
    assert agent.choose(World(open_memory(), reader="rules"), moment) == "look"


SEEN = st.lists(
    st.builds(RunStep, st.just(""), st.just("run"), st.just(0), st.text(max_size=30), st.text(max_size=300)),
    max_size=20,
).map(lambda some: [RunStep("", each.run, step, each.action, each.text) for step, each in enumerate(some)][::-1])


class TestFullHistory:
    @given(seen=SEEN, tokens=st.integers(1, 700))
    def test_keeps_to_its_budget_and_says_what_it_leaves_out(self, seen: list[RunStep], tokens: int) -> None:
        shown = newest(seen, tokens)
        note = re.match(r"\(step (\d+) and what came before it are left out\)\n", shown)
        kept = seen[: len(seen) - int(note[1]) - 1] if note else seen
        assert kept or not seen
        assert len(shown) - (note.end() if note else 0) <= 4 * tokens
        if len(kept) > 1:
            assert shown[note.end() if note else 0 :] == "\n".join(map(told, reversed(kept)))
        if note:
            assert len("\n".join(map(told, seen[: len(kept) + 1]))) >= 4 * tokens

    def test_shows_every_step_once(self, walked: World) -> None:
        question = asked("history", walked).asked("thought")[-1]
        assert list(map(int, SAW.findall(question))) == list(range(STEPS))
        assert all(flat(each.text) in flat(question) for each in walked.history(most=99))

    def test_leaves_out_the_oldest(self, walked: World) -> None:
        model = Rote()
        PlanningPlayer(LanguageModel(model), TASK, FullHistory(tokens=100)).choose(walked, now(walked))
        shown = section(model.asked("thought")[-1], "Everything before the last steps")
        first = int(SAW.findall(shown)[0])
        assert 0 < first < STEPS - WINDOW
        assert shown.startswith(f"(step {first - 1} and what came before it are left out)")


class TestRunningSummary:
    def test_is_renewed_from_itself_and_what_is_new(self, growing: World) -> None:
        model = Rote(summary="The hall is north.")
        agent = player("summary", LanguageModel(model), TASK)
        for _ in range(2):
            agent.choose(growing, now(growing))
            growing.observe("Nothing happens.", action="look")
        agent.choose(growing, now(growing))
        first, second, third = model.asked("summary")
        assert section(first, "Notes so far") == "none"
        assert list(map(int, SAW.findall(first))) == list(range(STEPS + 1))
        for question, step in ((second, STEPS + 1), (third, STEPS + 2)):
            assert section(question, "Notes so far") == "The hall is north."
            assert section(question, "Latest steps") == f"Did: look\nSaw (step {step}): Nothing happens."
        assert section(model.asked("thought")[-1], "Summary of what has happened") == "The hall is north."

    def test_is_not_renewed_where_nothing_is_new(self, walked: World) -> None:
        assert len(asked("summary", walked).asked("summary")) == 1

    def test_its_input_is_bounded(self, growing: World) -> None:
        model = Rote(summary="north " * 5000)
        asked = LanguageModel(model)
        agent = PlanningPlayer(asked, TASK, RunningSummary(asked, tokens=100))
        agent.choose(growing, now(growing))
        growing.observe("You see a very long corridor. " * 100, action="look")
        agent.choose(growing, now(growing))
        first, second = (each.partition("Latest steps:\n")[2] for each in model.asked("summary"))
        note, _, steps = first.partition("\n")
        assert note.startswith("(step")
        assert SAW.findall(steps)[-1] == str(STEPS)
        assert len(steps) <= 400
        assert second.startswith("Did: look\nSaw")
        assert len(second) <= 400
        assert len(section(model.asked("summary")[-1], "Notes so far")) <= MAX_TEXT_CHARACTERS
        assert len(section(model.asked("thought")[-1], "Summary of what has happened")) <= MAX_TEXT_CHARACTERS

    @pytest.mark.parametrize("summary", [None, " "])
    def test_what_is_new_waits_where_the_model_says_nothing(self, growing: World, summary: str | None) -> None:
        model = Rote(summary="The hall is north.")
        agent = player("summary", LanguageModel(model), TASK)
        agent.choose(growing, now(growing))
        model.rubbish, model.summary = ("summary",) if summary is None else (), summary or ""
        for _ in range(2):
            growing.observe("Nothing happens.", action="look")
            agent.choose(growing, now(growing))
        last = model.asked("summary")[-1]
        assert SAW.findall(last) == [str(STEPS + 1), str(STEPS + 2)]
        assert section(last, "Notes so far") == "The hall is north."
        assert section(model.asked("thought")[-1], "Summary of what has happened") == "The hall is north."


class TestFlatRetrieval:
    def test_shows_the_best_by_the_papers_score(self, growing: World, encoder: MiniLM) -> None:
        model = Rote()
        asked = LanguageModel(model)
        agent = PlanningPlayer(asked, TASK, FlatRetrieval(asked, most=3, decay=0.7))
        recalled: dict[int, int] = {}
        for turn in range(4):
            step = STEPS + turn
            query = now(growing).text if not turn else f"{now(growing).text}\n1. find key 1 (it opens the locker)"
            agent.choose(growing, now(growing))
            earlier = [each for each in growing.history(most=99) if each.step < step - WINDOW]
            best = by_hand(earlier, query, recalled, step, encoder)[:3]
            recalled |= dict.fromkeys(best, step)
            shown = section(model.asked("thought")[-1], "Observations that may matter", "\n\nCarried")
            assert list(map(int, SAW.findall(shown))) == best
            growing.observe(f"You hear {turn} bells.", action="look")

    @pytest.mark.parametrize("rubbish", [(), ("importance",)])
    def test_each_observation_is_rated_once(self, growing: World, rubbish: tuple[str, ...]) -> None:
        model = Rote(rubbish=rubbish)
        asked = LanguageModel(model)
        agent = PlanningPlayer(asked, TASK, FlatRetrieval(asked))
        for _ in range(3):
            agent.choose(growing, now(growing))
            growing.observe("Nothing happens.", action="look")
        account = asked.usage.chains["importance"]
        assert account.calls - account.re_asks == STEPS - WINDOW + 2
        assert account.failures == (STEPS - WINDOW + 2 if rubbish else 0)

    def test_looks_back_only_so_far(self, walked: World) -> None:
        model = Rote()
        asked = LanguageModel(model)
        PlanningPlayer(asked, TASK, FlatRetrieval(asked, reach=4)).choose(walked, now(walked))
        shown = set(map(int, SAW.findall(model.asked("thought")[-1])))
        assert shown == set(range(STEPS - WINDOW - 4, STEPS))
        assert len(model.asked("importance")) == 4


def by_hand(
    earlier: Sequence[RunStep], query: str, recalled: Mapping[int, int], step: int, encoder: MiniLM
) -> Sequence[int]:
    """The steps by recency, importance and relevance: each of them from 0 to 1, and all of them counting alike."""
    vectors = np.array(encoder.embed_documents([each.text for each in earlier]))
    meant = np.array(encoder.embed_query(query))
    parts = np.array(
        [
            [0.7 ** (step - recalled.get(each.step, each.step)) for each in earlier],
            [importance(flat(each.text)) for each in earlier],
            vectors @ meant / np.linalg.norm(vectors, axis=1),
        ]
    )
    parts -= parts.min(axis=1, keepdims=True)
    parts /= parts.max(axis=1, keepdims=True)
    order = np.argsort(-parts.sum(axis=0))
    return [earlier[place].step for place in order]
