"""The loop over working memory, in real games and on the real graph: what is shown, sent, stored and refused."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage
from tests.scripted import Scripted

from clew.agents.environment import Environment, Observation
from clew.agents.hiagent.loop import (
    MAX_RAW_CHARACTERS,
    MAX_RETRIEVALS,
    NO_ACTION,
    NOTHING,
    TOO_MANY,
    UNREADABLE,
    HiAgent,
    PlayedRun,
    divided,
    replay,
)
from clew.agents.hiagent.players import ModelPlayer
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.errors import ClewError, Conflict, ModelFailed, ModelUnavailable, NotFound
from clew.llm import LanguageModel
from clew.model.working import MAX_RETRIEVED

LAMP = "Switch on the lamp."


@dataclass
class Room:
    """A room whose lamp is on after so many pushes; it notes what it was sent."""

    pushes: int = 1
    task: str = LAMP
    max_score: float = 2.0
    sent: list[str] = field(default_factory=list[str])

    def reset(self) -> Observation:
        self.sent.clear()
        return self._moment("It is dark.")

    def step(self, action: str) -> Observation:
        self.sent.append(action)
        pushed = action == "push"
        return self._moment(f"Click {self.sent.count('push')}." if pushed else "The action is not valid.")

    def _moment(self, text: str) -> Observation:
        is_on = self.sent.count("push") >= self.pushes
        score = self.max_score * min(1.0, self.sent.count("push") / self.pushes)
        return Observation(text, () if is_on else ("push",), score, done=is_on, won=is_on)


class Cave(Room):
    """Another room."""

    def reset(self) -> Observation:
        return Observation("It is damp.", ("push",), 0.0, done=False, won=False)


@dataclass
class Said:
    """A player that says these replies, and notes what it was shown."""

    replies: Sequence[str | BaseMessage | Exception]
    shown: list[str] = field(default_factory=list[str])
    instructions: str = ""

    def reply(self, messages: Sequence[BaseMessage]) -> str | BaseMessage:
        system, user = messages
        self.instructions = str(system.text)
        self.shown.append(str(user.text))
        said = self.replies[(len(self.shown) - 1) % len(self.replies)]
        if isinstance(said, Exception):
            raise said
        return said


def play(
    memory: Memory, *replies: str | BaseMessage, pushes: int = 1, **options: object
) -> tuple[PlayedRun, Room, Said]:
    room, player = Room(pushes), Said(replies)
    agent = HiAgent(memory, player=player, **{"shows_actions": False, **options})  # pyright: ignore[reportArgumentType]
    return agent.run(room), room, player


def stored(memory: Memory, name: str) -> WorkingMemory:
    working = WorkingMemory(memory)
    working.resume(name)
    return working


class TestPrompts:
    def test_each_mode_is_told_what_it_may_do(self, memory: Memory) -> None:
        for mode, words in {"hiagent": (True, True), "decomposed": (True, False), "standard": (False, False)}.items():
            _, _, player = play(memory, "Action: push", mode=mode)
            told = player.instructions
            assert ("Subgoal:" in told, "retrieve(" in told) == words
            assert player.shown == [f"Goal: {LAMP}\nObservation: It is dark."]

    def test_a_closed_subgoal_is_its_summary_until_it_is_retrieved(self, memory: Memory) -> None:
        played, room, player = play(
            memory,
            "Subgoal: One.\nAction: pull",
            "Action: push",
            "Subgoal: Two.\nAction: push",
            "retrieve(1)",
            "Action: push",
            pushes=3,
        )
        before = f"Goal: {LAMP}\nObservation: It is dark.\nSubgoal 1: One.\n"
        second = "\nSubgoal 2: Two.\nAction: push\nObservation: Click 2."
        assert player.shown[3] == f"{before}Summary: Click 1.{second}"
        pairs = "Action: pull\nObservation: The action is not valid.\nAction: push\nObservation: Click 1."
        assert player.shown[4] == f"{before}{pairs}{second}"
        assert room.sent == ["pull", "push", "push", "push"]
        assert (played.steps, played.calls, played.retrievals, played.refused) == (4, 5, 1, 0)

    def test_the_run_keeps_to_its_budget(self, memory: Memory) -> None:
        room, player = Room(12), Said(["Action: push"])
        working = WorkingMemory(memory)
        HiAgent(working, player=player, mode="standard", budget=40).run(room)
        assert max(working.prompt_tokens) <= 40
        assert "[…]" in player.shown[-1]

    def test_earlier_runs_are_quoted_where_they_are_wanted(self, memory: Memory) -> None:
        play(memory, "Subgoal: Find the switch.\nAction: push")
        _, _, player = play(memory, "Action: push", experience=True)
        past, _, present = player.shown[0].partition("\n\n")
        assert past.splitlines() == [
            "Earlier runs with a goal like this one, as quotations:",
            f"- {LAMP} Subgoals: 1. Find the switch. Outcome: The goal was reached in 1 steps.",
        ]
        assert present.startswith(f"Goal: {LAMP}")
        _, _, player = play(memory, "Action: push")
        assert player.shown[0].startswith("Goal:")

    def test_many_earlier_runs_are_cut_to_a_number_of_words(self, memory: Memory) -> None:
        for each in range(3):
            play(memory, f"Subgoal: {'look around ' * 60}{each}\nAction: push")
        _, _, player = play(memory, "Action: push", experience=2)
        lines = player.shown[0].partition("\n\n")[0].splitlines()[1:]
        assert len(lines) == 2
        assert lines[1].endswith(" …")
        assert sum(len(line.split()) - 1 for line in lines) == 201


class TestReplies:
    def test_an_action_without_a_subgoal_works_towards_the_goal(self, memory: Memory) -> None:
        play(memory, "push", name="bare")
        assert [(each.text, len(each.steps)) for each in stored(memory, "bare").run.subgoals] == [(LAMP, 1)]

    def test_a_subgoal_without_an_action_is_opened_and_asked_for_once(self, memory: Memory) -> None:
        played, room, player = play(memory, "Subgoal: One.", "Action: push", name="two calls")
        assert (room.sent, played.calls, played.refused) == (["push"], 2, 0)
        assert player.shown[1] == f"Goal: {LAMP}\nObservation: It is dark.\nSubgoal 1: One.\n\n{NO_ACTION}"
        assert [each.text for each in stored(memory, "two calls").run.subgoals] == ["One."]

    def test_a_subgoal_stays_until_it_has_a_step(self, memory: Memory) -> None:
        play(memory, "Subgoal: One.", "Subgoal: Two.\nAction: push", name="hasty")
        assert [each.text for each in stored(memory, "hasty").run.subgoals] == ["One."]

    def test_a_subgoal_that_is_said_again_is_the_open_one(self, memory: Memory) -> None:
        play(memory, "Subgoal: One.\nAction: push", "subgoal:  one\nAction: push", pushes=4, name="again")
        assert [(each.text, len(each.steps)) for each in stored(memory, "again").run.subgoals] == [("One.", 4)]

    def test_rubbish_is_asked_for_again_and_then_costs_a_step(self, memory: Memory) -> None:
        rubbish = "I do not know.\nPerhaps we should talk."
        played, room, player = play(memory, rubbish, "\n \n", "", rubbish, rubbish, "push")
        assert room.sent == [NOTHING, "I do not know.", "push"]
        assert player.shown[1] == f"{player.shown[0]}\n\n{UNREADABLE}"
        assert UNREADABLE not in player.shown[2]
        assert (played.steps, played.calls, played.refused) == (3, 6, 5)

    def test_what_is_sent_of_rubbish_is_bounded(self, memory: Memory) -> None:
        _, room, _ = play(memory, "x " * 5000 + "\n\ny", most_steps=1)
        assert [len(each) for each in room.sent] == [MAX_RAW_CHARACTERS]

    def test_the_same_action_twice_is_two_steps(self, memory: Memory) -> None:
        played, room, _ = play(memory, "look", most_steps=3, name="idle")
        assert played.steps == len(stored(memory, "idle").run.steps) == len(room.sent) == 3
        assert stored(memory, "idle").run.outcome == "The goal was not reached in 3 steps; 0% of it was."

    def test_messages_are_read_as_texts_are(self, memory: Memory) -> None:
        call = AIMessage("", tool_calls=[{"name": "action", "args": {"action": "push"}, "id": "1"}])
        assert play(memory, call)[0].won
        _, room, _ = play(memory, AIMessage("a\nb"), most_steps=1)
        assert room.sent == ["a"]


class TestRetrieval:
    def test_what_cannot_be_retrieved_is_said_once(self, memory: Memory) -> None:
        played, room, player = play(memory, "retrieve(7)", "Subgoal: One.\nAction: push")
        assert "no open subgoal" in player.shown[1].rpartition("\n\n")[2]
        assert (room.sent, played.retrievals) == (["push"], 0)
        _, _, player = play(memory, "Subgoal: One.\nAction: look", "retrieve(7)", "Action: push")
        assert "no closed subgoal 7; it has none" in player.shown[2].rpartition("\n\n")[2]

    def test_a_player_that_only_retrieves_comes_to_an_end_and_the_world_never_hears_of_it(self, memory: Memory) -> None:
        opening = ["Subgoal: One.\nAction: look", "Subgoal: Two.\nAction: look"]
        room, player = Room(), Said([*opening, *["Action: retrieve(1)"] * 100])
        played = HiAgent(WorkingMemory(memory), player=player, most_steps=4).run(room)
        assert room.sent == ["look", "look", NOTHING, NOTHING]
        assert played.calls == 2 + 2 * (MAX_RETRIEVALS + 2)
        assert played.retrievals == 1
        assert player.shown[-1].endswith(TOO_MANY)

    def test_one_subgoal_may_retrieve_so_many_only(self, memory: Memory) -> None:
        numbers = count(1)
        opening = [f"Subgoal: Number {each}.\nAction: look" for each in range(1, 10)]
        asking = [reply for _ in range(8) for reply in (f"retrieve({next(numbers)})", "Action: look")]
        room, player = Room(), Said([*opening, *asking])
        played = HiAgent(WorkingMemory(memory), player=player, name="curious", most_steps=17).run(room)
        assert played.retrievals == MAX_RETRIEVED
        assert stored(memory, "curious").run.subgoals[-1].retrieved == (1, 2, 3, 4, 5, 6)
        assert any("6 retrievals are allowed for one subgoal" in each for each in player.shown)

    def test_a_subgoal_and_a_retrieval_in_one_reply_are_both_done(self, memory: Memory) -> None:
        replies = ["Subgoal: One.\nAction: look", "Subgoal: Two.\nretrieve(1)", "Action: push"]
        _, room, player = play(memory, *replies, name="both")
        assert "Subgoal 1: One.\nAction: look" in player.shown[2]
        assert stored(memory, "both").run.subgoals[1].retrieved == (1,)
        assert room.sent == ["look", "push"]

    def test_other_modes_know_none(self, memory: Memory) -> None:
        played, room, player = play(memory, "retrieve(1)", "Action: push", mode="decomposed")
        assert (room.sent, played.retrievals) == (["push"], 0)
        assert player.shown[1].endswith(TOO_MANY)


class TestGoingOn:
    def test_a_run_whose_model_failed_goes_on_where_it_stood(self, memory: Memory) -> None:
        down = ModelFailed("the model is down")
        first = Said(["Subgoal: One.\nAction: push", "Action: push", down])
        with pytest.raises(ModelFailed, match="is down"):
            HiAgent(WorkingMemory(memory), player=first, name="long").run(Room(4))
        working = stored(memory, "long")
        assert (len(working.run.steps), working.run.outcome) == (2, None)
        room, player = Room(4), Said(["Action: push"])
        played = HiAgent(working, player=player).run(room)
        assert "Click 2." in player.shown[0]
        assert room.sent == ["push"] * 4
        assert (played.steps, played.calls, played.won) == (4, 2, True)
        assert [each.number for each in stored(memory, "long").run.steps] == [0, 1, 2, 3]

    def test_steps_are_those_of_the_whole_run(self, memory: Memory) -> None:
        working = WorkingMemory(memory)
        with pytest.raises(ModelFailed):
            HiAgent(working, player=Said(["push", "push", ModelFailed("down")])).run(Room(9))
        assert HiAgent(working, player=Said(["push"]), most_steps=5).run(Room(9)).steps == 5

    def test_a_run_that_was_over_is_only_ended(self, memory: Memory) -> None:
        working = WorkingMemory(memory)
        working.begin(LAMP, observation="It is dark.")
        working.subgoal("One.")
        working.step("push", "Click 1.")
        played = HiAgent(working, player=Said([])).run(Room())
        assert (played.calls, played.won, working.run.met) == (0, True, True)

    def test_another_world_is_refused_and_nothing_is_written(self, memory: Memory) -> None:
        working = WorkingMemory(memory)
        working.begin(LAMP, observation="It is dark.")
        working.subgoal("One.")
        working.step("push", "The lamp glows.")
        before = working.run
        with pytest.raises(
            Conflict, match=r"after step 0 \('push'\) the world says 'Click 1.' and said 'The lamp glows.'"
        ):
            HiAgent(working, player=Said(["push"])).run(Room(4))
        with pytest.raises(Conflict, match="at the beginning"):
            HiAgent(working, player=Said(["push"])).run(Cave())
        assert stored(memory, before.name).run == before

    def test_a_shorter_game_is_another_world(self, memory: Memory) -> None:
        working = WorkingMemory(memory)
        working.begin(LAMP)
        working.subgoal("One.")
        for number in (1, 2):
            working.step("push", f"Click {number}.")
        with pytest.raises(Conflict, match="is over before step 1"):
            replay(Room(1), working.run)

    def test_a_run_that_has_ended_is_followed_by_another(self, memory: Memory) -> None:
        agent = HiAgent(memory, player=Said(["push"]))
        names = [(agent.run(Room()).won, agent.working.run.name) for _ in range(2)]
        assert [won for won, _ in names] == [True, True]
        assert names[0] != names[1]

    def test_a_run_with_forgotten_steps_is_not_replayed(self, memory: Memory) -> None:
        working = WorkingMemory(memory)
        working.begin(LAMP, name="partly")
        working.subgoal("One.")
        id = working.step("push", "Click 1.")
        working.step("push", "Click 2.")
        memory.forget(ids=[id])
        with pytest.raises(Conflict, match="2 steps, and only 1"):
            replay(Room(4), stored(memory, "partly").run)


class TestModels:
    def test_a_chat_model_plays(self, memory: Memory) -> None:
        model = Scripted(answers=["**Subgoal:** One.\n**Action:** `push`", '{"action": "push"}'])
        played = HiAgent(WorkingMemory(memory), player=ModelPlayer(model)).run(Room(2))
        assert played.won
        assert [type(each).__name__ for each in model.asked[1]] == ["SystemMessage", "HumanMessage"]

    def test_its_failure_is_one_of_ours_and_the_run_can_be_resumed(self, memory: Memory) -> None:
        model = Scripted(answers=["push", ConnectionError("refused")])
        working = WorkingMemory(memory)
        with pytest.raises(ModelUnavailable, match=r"hiagent: model .* does not answer"):
            HiAgent(working, LanguageModel(model, tries=1)).run(Room(2))
        played = HiAgent(working, player=Said(["push"])).run(Room(2))
        assert played.won
        assert (played.steps, played.acted, played.tokens_per_step) == (2, 1, played.prompt_tokens[0])


SHAPES = st.sampled_from(
    [
        *("", "push", "Action: look", "Subgoal: One.", "Subgoal: Two.\nAction: look", "retrieve(1)", "retrieve(1, 2)"),
        *(
            "Action: retrieve(2)",
            "retrieve(99)",
            "Retrieve()",
            "I will\nretrieve(",
            "Subgoal: Three.\nretrieve(1)",
            "{",
            "\ud800",
        ),
        *(
            '{"action": "retrieve", "ids": [1]}',
            "Observation: x",
            "<think>",
            "a\nb",
            "Action: \ud800",
            "Subgoal: \x00\nb",
        ),
    ]
)


@given(
    st.lists(SHAPES | st.text(max_size=30), min_size=1, max_size=12),
    st.sampled_from(["standard", "decomposed", "hiagent"]),
)
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_replies_end_within_the_steps_and_no_retrieval_is_sent(
    memory: Memory, replies: list[str], mode: str
) -> None:
    room, working, player = Room(3), WorkingMemory(memory), Said(replies)
    played = HiAgent(working, player=player, mode=mode, most_steps=4).run(room)  # pyright: ignore[reportArgumentType]
    assert played.steps == len(room.sent) == len(working.run.steps) <= 4
    assert played.calls == len(player.shown) <= 4 * (MAX_RETRIEVALS + 2)
    assert not any("retrieve(" in each.lower() for each in room.sent)
    assert working.run.outcome


def test_any_environment_will_do(memory: Memory) -> None:
    room: Environment = Room(task="x " * 20_000)
    assert HiAgent(WorkingMemory(memory), player=Said(["push"])).run(room).won
    with pytest.raises(ClewError):
        HiAgent(WorkingMemory(memory), player=Said(["push"])).run(Room(task=" "))
    with pytest.raises(NotFound):
        stored(memory, "none")


class Yard(Room):
    """A room that lists its valid actions: so many kinds of knocking, and pushing."""

    def __init__(self, knocks: int) -> None:
        super().__init__(1)
        self.valid = tuple(f"knock {number} times" for number in range(knocks))

    def reset(self) -> Observation:
        return replace(super().reset(), actions=(*self.valid, "push"))

    def step(self, action: str) -> Observation:
        return replace(super().step(action), actions=(*self.valid, "push"))


class TestValidActions:
    def test_few_are_listed(self, memory: Memory) -> None:
        player = Said(["Action: push"])
        assert HiAgent(memory, player=player).run(Yard(3)).won
        assert player.shown[0].endswith("\n\nValid actions:\nknock 0 times\nknock 1 times\nknock 2 times\npush")

    def test_many_are_listed_where_they_are_asked_for_which_costs_no_step(self, memory: Memory) -> None:
        room, player = Yard(40), Said(["Action: Check valid actions.", "Action: push"])
        played = HiAgent(memory, player=player).run(room)
        assert (played.won, played.steps, played.calls, room.sent) == (True, 1, 2, ["push"])
        assert "knock" not in player.shown[0]
        assert "41 actions are valid now" in player.shown[0]
        assert "knock 39 times\npush" in player.shown[1]

    def test_one_who_asks_for_them_again_has_said_an_action(self, memory: Memory) -> None:
        room, player = Yard(40), Said(["Action: check valid actions"] * 2 + ["Action: push"])
        HiAgent(memory, player=player).run(room)
        assert room.sent == ["check valid actions", "push"]

    def test_a_list_without_end_is_cut(self, memory: Memory) -> None:
        player = Said(["Action: check valid actions", "Action: push"])
        HiAgent(memory, player=player).run(Yard(5000))
        assert len(player.shown[1]) < 9000
        assert player.shown[1].endswith("times\n…")

    def test_without_them_the_question_is_an_action(self, memory: Memory) -> None:
        room, player = Yard(3), Said(["Action: check valid actions", "Action: push"])
        HiAgent(memory, player=player, shows_actions=False).run(room)
        assert "knock" not in "".join(player.shown)
        assert room.sent == ["check valid actions", "push"]


@pytest.mark.parametrize(
    ("task", "goal", "rules"),
    [
        ("Make tea.", "Make tea.", ""),
        ("It is hot here.\nYour goal: make tea.", "make tea.", "It is hot here."),
        ("Goal: light the lamp.\nRules:\n- Be quick.", "light the lamp.", "Rules:\n- Be quick."),
        ("Task: play well.\n**Goal:** light the lamp.\nBe quick.", "light the lamp.", "Task: play well.\nBe quick."),
        ("# Goal:\n\nLight the lamp.\nBe quick.", "Light the lamp.", "Be quick."),
        ("Be quick.\nLight the lamp.", "Light the lamp.", "Be quick."),
        ("Goal:", "Goal:", ""),
    ],
)  # fmt: skip
def test_the_line_with_a_title_is_the_goal(task: str, goal: str, rules: str) -> None:
    assert divided(task) == (goal, rules)
