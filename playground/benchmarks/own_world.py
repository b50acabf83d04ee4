"""Do the four agents play worlds that they were not made for, with anybody's model, and is every call counted?

    python playground/benchmarks/own_world.py --gate
    python playground/benchmarks/own_world.py --worlds ship --ways script

Three small worlds (`own_world_places.py`) are played by each agent in two ways: by a script that knows the way, and by
a chat model of LangChain's over HTTP (`ChatOpenAI(base_url=…)`), behind which a script answers in each agent's form.
So nothing is said of how well a model plays. What is measured is the road to it: whether the world is won, calls and
tokens, whether memory's account has each call that the server had, and of Ariadne's map which of its routes lead where
they should. The floor is valid actions by chance, with as many steps.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path
from typing import Any
from uuid import uuid4

import connection
from circumstances import circumstances, write
from gating import missed
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from own_world_places import PLACES, Arm, Place
from pydantic import SecretStr
from rich.console import Console
from rich.table import Table

from clew.agents import Ariadne, Clin, HiAgent, Karma, Skill
from clew.agents.clin.trial import ClinSituation, Decision
from clew.agents.environment import Observation
from clew.agents.karma.planner import KarmaSituation
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.world import World

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.agents.rehearsed import Rehearsed
from tests.serving import Protocol, Server, serving

OUT = Path("out")
WAYS = ("script", "http")
AGENTS = ("ariadne", "hiagent", "clin", "karma")
TRIALS = 2  # of CLIN's
STEPS = 30  # of the floor


@dataclass(frozen=True, slots=True)
class Row:
    """How one agent did in one world."""

    world: str
    agent: str
    way: str
    won: bool
    steps: int
    calls: int  # on the memory's account
    served: int  # that the server had; those of the account where there is none
    tokens: int  # on the memory's account
    map_precision: float | None  # share of the routes in memory that lead where they should; of Ariadne alone


class Said:
    """Whoever decides for an agent by a script that knows the way."""

    def __init__(self, place: Place, arm: Arm) -> None:
        self._way, self._made = place.way, 0
        self._plans = [
            (Skill("pick", next(id for id, each in arm.things.items() if each.movable)), Skill("put", arm.goal)),
            (),
        ]

    def _next(self) -> str:
        self._made += 1
        return self._way[(self._made - 1) % len(self._way)]

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        """For Ariadne."""
        return self._next()

    def reply(self, messages: object) -> str:  # noqa: ARG002
        """For HiAgent."""
        return f"Action: {self._next()}"

    def decide(self, situation: ClinSituation) -> Decision:  # noqa: ARG002
        """For CLIN."""
        return Decision(self._next())

    def plan(self, situation: KarmaSituation) -> tuple[Skill, ...]:  # noqa: ARG002
        """For KARMA's agent."""
        return self._plans.pop(0)


class Brain(Protocol):
    """Answers a chat over HTTP as the script behind it does."""

    known: Rehearsed

    def reply(self, body: dict[str, Any]) -> None:
        """Answer, by JSON schema where that is asked for, in pieces where these are."""
        kinds = {"system": SystemMessage, "user": HumanMessage}
        messages: list[BaseMessage] = [kinds[each["role"]](each["content"]) for each in body["messages"]]
        form = body.get("response_format")
        options = {"schema": form["json_schema"]["schema"]} if form else {}
        said = str(self.known.answered(messages, options).text)
        if body.get("stream"):
            self.stream([said], usage=True)
        else:
            self.say(said)


def played(memory: Memory, place: Place, agent: str, way: str) -> Row:
    """Play a world once."""
    arm = Arm(place)
    movable = next(id for id, each in arm.things.items() if each.movable)
    plan = ({"skill": "pick", "target": movable}, {"skill": "put", "target": arm.goal})
    brain = type("Known", (Brain,), {"known": Rehearsed(way=place.way, plan=plan)})
    with serving(brain) if way == "http" else nullcontext() as server:
        said = Said(place, arm)
        by: dict[str, Any] = (
            {"model": _chat(server)} if server else {"player": (lambda _: said) if agent == "clin" else said}
        )
        won, steps, precision = _run(memory, place, arm, agent, by)
        used = memory.usage.total
        served = len(server.asked) if server else used.calls
    return Row(place.name, agent, way, won, steps, used.calls, served, used.tokens, precision)


def _chat(server: Server) -> ChatOpenAI:
    return ChatOpenAI(model="gpt-4o", base_url=server.url, api_key=SecretStr("none"), temperature=0)


def _run(memory: Memory, place: Place, arm: Arm, agent: str, by: Mapping[str, Any]) -> tuple[bool, int, float | None]:
    match agent:
        case "ariadne":
            world = World(memory, reader="rules")
            game = Ariadne(world, **by).run(place)
            return game.won, game.steps, precision_of(world, place)
        case "hiagent":
            run = HiAgent(memory, **by).run(place)
            return run.won, run.steps, None
        case "clin":
            trials = Clin(memory, place=place.name, trials=TRIALS, **by).run(place)
            return (
                all(each.attempt.stop == "done" for each in trials),
                sum(len(each.attempt.trace) for each in trials),
                None,
            )
        case _:
            Scene(memory).load(arm.room)
            task = Karma(memory, **by).run(arm)
            return arm.won, task.skills, None


def precision_of(world: World, place: Place) -> float:
    """Return which share of the routes between places that memory has lead where they should."""
    right = known = 0
    for start, goal in permutations(place.ways, 2):
        if route := world.route(goal, start=start):
            known, here = known + 1, start
            for action in route.actions:
                here = place.ways[here].get(action, "")
                if not here:
                    break
            right += here == goal
    return right / known if known else 0.0


def by_chance(place: Place, seed: int) -> bool:
    """Return whether valid actions by chance win within so many steps."""
    dice, moment = random.Random(seed), place.reset()
    for _ in range(STEPS):
        if not moment.done:
            moment = place.step(dice.choice(moment.actions))
    return moment.won


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    at = connection.place(options)
    rows = list(_rows(at, options))
    with Memory.open(at.uri, auth=at.auth, database=at.database, space="bench-own-world") as memory:
        around = circumstances(memory.space.graph)
    chance = {each.name: sum(by_chance(each, seed) for seed in range(100)) / 100 for each in PLACES}
    gates = {
        "every world is won": all(each.won for each in rows),
        "every call is on the account": all(each.calls == each.served for each in rows),
        "every route leads where it should": all(each.map_precision in (None, 1.0) for each in rows),
    }
    result = {"rows": [asdict(each) for each in rows], "won by chance": chance, "gates": gates}
    write(options.json, {**around, **result})
    table = Table(*Row.__slots__)
    for each in rows:
        table.add_row(*("" if value is None else str(value) for value in asdict(each).values()))
    Console(width=140).print(table, json.dumps({"won by chance": chance, **gates}, indent=1))
    return int(options.gate and missed(gates))


def _rows(at: connection.Place, options: argparse.Namespace) -> Iterator[Row]:
    for place in PLACES:
        for agent in AGENTS if place.name in options.worlds else ():
            for way in options.ways:
                space = f"bench-own-world-{uuid4().hex[:12]}"
                with Memory.open(at.uri, auth=at.auth, database=at.database, space=space) as memory:
                    yield played(memory, place, agent, way)
                    connection.forget(memory.space)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = [each.name for each in PLACES]
    parser.add_argument("--worlds", nargs="+", choices=names, default=names)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "own_world.json")
    connection.add_arguments(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
