"""The loop over working memory, in real games and on the real graph: what is shown, sent, stored and refused."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from langchain_core.messages import BaseMessage

from clew.agents.environment import Observation
from clew.agents.hiagent.loop import HiAgent, replay
from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.model.working import Step
from clew_playground.environments import cooking, hunt, strips
from clew_playground.players.planned import ScriptedPlayer, planned

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


def stored(memory: Memory, name: str) -> WorkingMemory:
    working = WorkingMemory(memory)
    working.resume(name)
    return working


def in_threes(actions: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    return [(f"Reach milestone {at // 3 + 1}.", actions[at : at + 3]) for at in range(0, len(actions), 3)]


class TestPlans:
    @pytest.mark.parametrize(
        ("kind", "mode"), [(hunt, "standard"), (hunt, "decomposed"), (hunt, "hiagent"), (cooking, "hiagent")]
    )
    def test_a_known_plan_wins_and_the_graph_holds_it(self, memory: Memory, kind: object, mode: str) -> None:
        game = kind.generate(4)  # type: ignore[attr-defined]
        plan = kind.walkthrough(game)[:16]  # type: ignore[attr-defined]
        steps: list[Step] = []
        played = HiAgent(
            WorkingMemory(memory),
            player=ScriptedPlayer(in_threes(plan)),
            mode=mode,  # pyright: ignore[reportArgumentType]
            name="known",
            on_step=lambda step, _: steps.append(step),
            most_steps=len(plan),
        ).run(game)
        known = stored(memory, "known").run
        assert [each.action for each in known.steps] == list(plan)
        assert known.steps == tuple(steps)
        assert (played.steps, played.calls, played.refused) == (len(plan), len(plan), 0)
        assert played.progress == game.score / game.max_score
        assert (played.won, known.met) == (game.ending == "won",) * 2
        expected = 1 if mode == "standard" else -(-len(plan) // 3)
        assert (played.subgoals, len(known.subgoals)) == (expected, expected)
        assert replay(game, known).text == known.steps[-1].observation

    def test_prompts_are_shorter_where_closed_subgoals_are_hidden(self, memory: Memory) -> None:
        plan = in_threes(["push"] * 8)
        modes = ("hiagent", "decomposed", "standard")
        found = {
            mode: HiAgent(WorkingMemory(memory), player=ScriptedPlayer(plan), mode=mode).run(Room(8))  # pyright: ignore[reportArgumentType]
            for mode in modes
        }
        assert all(len(each.prompt_tokens) == 8 for each in found.values())
        growth = {mode: each.prompt_tokens[-1] - each.prompt_tokens[0] for mode, each in found.items()}
        assert growth["hiagent"] < growth["standard"] < growth["decomposed"]
        assert found["hiagent"].tokens_per_step == sum(found["hiagent"].prompt_tokens) / 8

    @pytest.mark.parametrize("mode", ["standard", "hiagent"])
    def test_a_planning_world_is_won_by_its_plan_and_its_rules_are_shown(self, memory: Memory, mode: str) -> None:
        game = strips.generate("gripper", seed=3, size=2)
        game.reset()
        plan = planned(game)
        player, shown = ScriptedPlayer(plan), list[str]()

        class Watched:
            def reply(self, messages: Sequence[BaseMessage]) -> str:
                shown.append(str(messages[-1].text))
                return player.reply(messages)

        played = HiAgent(WorkingMemory(memory), player=Watched(), mode=mode, name="planned").run(game)  # pyright: ignore[reportArgumentType]
        assert (played.won, played.progress) == (True, 1.0)
        rules, _, goal = game.task.rpartition("\nYour goal: ")
        assert all(each.startswith(f"{rules}\n\nGoal: {goal}\nObservation: ") for each in shown)
        known = stored(memory, "planned").run
        assert known.goal == goal
        if mode == "hiagent":
            assert [each.text for each in known.subgoals] == [text for text, _ in plan]

    def test_a_planning_world_says_what_is_valid(self, memory: Memory) -> None:
        game, working = strips.generate("blocksworld", seed=1, size=2), WorkingMemory(memory)
        HiAgent(working, player=Said(["Action: fly", f"Action: {strips.CHECK}"]), most_steps=2).run(game)
        assert [each.observation.partition(":")[0] for each in working.run.steps][1] == "Valid actions"
        assert replay(game, working.run).actions == game.reset().actions
