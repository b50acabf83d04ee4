"""A walker that is killed, at any moment, and goes on from what is stored: the graph is that of an undisturbed walk."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

from langchain_core.embeddings import Embeddings
from playground.tests.players.forgetful import Forgetful

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.server import Address
from clew_playground.environments import hunt
from clew_playground.readers import GAMES


class Mortal(Embeddings):
    """The encoder; it kills its process after so many calls, which is in the middle of an observation's transaction."""

    def __init__(self, calls: int) -> None:
        self.encoder, self.calls = MiniLM(), calls
        self.identity = self.encoder.identity

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if not self.calls:
            os.kill(os.getpid(), signal.SIGKILL)
        self.calls -= 1
        return self.encoder.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.encoder.embed_query(text)


@contextmanager
def living(server: Address, space: str, calls: int) -> Iterator[World]:
    auth = (server.user, server.password)
    with Memory.open(server.uri, auth=auth, space=space, encoder=Mortal(calls)) as memory:
        yield World(memory, rules=GAMES)


def started(work: Callable[..., None], *arguments: object) -> BaseProcess:
    process = get_context("spawn").Process(target=work, args=arguments, daemon=True)
    process.start()
    return process


def died(process: BaseProcess) -> bool:
    """Wait for the end; whether it was a kill, for a failure is none."""
    process.join(200)
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


class Lasting:
    """A hunt that outlives its players: what was done in it is in a file, before anybody is told what came of it."""

    def __init__(self, file: Path) -> None:
        self.game, self.file = hunt.generate(3, hunt.Size(8, 3)), file
        self.task, self.max_score = self.game.task, self.game.max_score

    def reset(self) -> Observation:
        """Go on: a look around, and at what is carried."""
        moment = self.game.reset()
        for action in self.file.read_text("utf-8").splitlines():
            moment = self.game.step(action)
        if moment.done:
            return moment
        around, carried = self.game.step("look"), self.game.step("inventory")
        return replace(carried, text=f"{around.text}\n{carried.text}")

    def step(self, action: str) -> Observation:
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{action}\n")
        return self.game.step(action)


def go_on_playing(server: Address, space: str, file: Path, calls: int) -> None:
    with living(server, space, calls) as world:
        assert Ariadne(world, player=Forgetful("hunt")).run(Lasting(file)).won


def test_a_killed_player_wins_by_what_is_remembered(server: Address, memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "actions.txt"
    file.touch()
    random, deaths = Random(0), 0
    while died(started(go_on_playing, server, memory.space.name, file, random.randrange(3, 9))):
        deaths += 1
        done = len(file.read_text("utf-8").splitlines())
        assert World(memory).steps() == done  # of each life the first look is one more, the last answer one less
    assert deaths >= 2
