"""ScienceWorld's tasks: rooms, substances and living things, simulated by one Java process for all games of ours."""

import atexit
from functools import cache
from tempfile import gettempdir
from typing import Any, Self

from clew.agents.environment import Observation
from clew.errors import InvalidInput
from clew_playground.environments.adapters.required import java, required
from clew_playground.environments.adapters.science_actions import derived, templates

EXTRA = "scienceworld"

FOLDS = ("train", "dev", "test")
"""Each has variations of its own."""

MAX_STEPS = 100
"""Moves of one game at most. Source: the default of ScienceWorld."""

FINDING = ("find-animal", "find-living-thing", "find-non-living-thing", "find-plant")
"""The tasks of finding one of a kind."""

_LOOK = "look around"
_CHOICE = "Ambiguous request"
"""How an answer begins that asks which of several numbered readings was meant."""


class ScienceGame:
    """One task by its name and variation. Close it, or use it in a `with`: the simulator keeps it until then.

    An arrival is described at once: the look around, which costs no move in these games, follows the answer.

    Attributes:
        task: what the game says that shall be done.
        max_score: always 1; what is reached on the way counts in parts, and some mistakes end the game with -1.

    Args:
        name: one of `tasks()`.
        variation: of that task, 0 or greater; see `variations`.
        steps: moves after which the game is over.
        all_actions: whether valid actions are those that the simulator finds by trying thousands of combinations, a
            quarter of a second each time. Else they are derived from what is seen: each action with each thing, and
            those with two things where the first is carried. Some of them are refused, which costs a move.

    Raises:
        MissingDependency: scienceworld is not installed, or there is no Java.
        InvalidInput: there is no such task or variation.
    """

    max_score = 1.0

    def __init__(self, name: str, variation: int = 0, *, steps: int = MAX_STEPS, all_actions: bool = False) -> None:
        most = _variations(name)
        if not 0 <= variation < most:
            raise InvalidInput(f"task {name!r} has no variation {variation!r}; choose of 0 to {most - 1}")
        self._name, self._variation, self._steps, self._all_actions = name, variation, steps, all_actions
        self._running = False
        self._place = ""
        self._simulator: Any = _gateway().jvm.scienceworld.runtime.pythonapi.PythonInterface()
        self._load()
        self._templates = templates(self._simulator)
        self.task: str = " ".join(str(self._simulator.getTaskDescription()).split())

    def reset(self) -> Observation:
        """Begin, or begin again: the description of the first place.

        Raises:
            InvalidInput: the game is closed.
        """
        if self._simulator is None:
            raise InvalidInput("this game is closed; make it again")
        self._load()
        self._place = self._heading()
        return self._moment(self._simulator.step(_LOOK))

    def step(self, action: str) -> Observation:
        """Act.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        if not self._running:
            raise InvalidInput(f"action {action!r} comes outside of a game; call reset() first")
        text = self._simulator.step(" ".join(action.split()))
        before, self._place = self._place, self._heading()
        if self._place != before:
            text = f"{text}\n{self._simulator.freeActionLook()}"
        return self._moment(text)

    def close(self) -> None:
        """Leave the simulator, which goes on for other games; doing it again does nothing."""
        self._simulator, self._running = None, False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _load(self) -> None:
        self._simulator.load(self._name, self._variation, "", False)
        self._simulator.reset()

    def _heading(self) -> str:
        """Return the first sentence of the present place's description, which names it."""
        return str(self._simulator.freeActionLook()).partition(".")[0]

    def _moment(self, text: str) -> Observation:
        score = float(self._simulator.getScore())
        completed = bool(self._simulator.getCompleted())
        over = completed or score < 0 or self._simulator.getNumMoves() >= self._steps
        self._running = not over
        text = "\n".join(line.rstrip() for line in text.strip().splitlines())
        return Observation(
            text, () if over else self._actions(text), score, over, completed and score >= self.max_score
        )

    def _actions(self, text: str) -> tuple[str, ...]:
        if text.startswith(_CHOICE):
            numbers = (line.partition(":")[0].strip() for line in text.splitlines())
            return tuple(each for each in numbers if each.isdigit())
        if self._all_actions:
            return tuple(sorted({*self._simulator.getValidActionObjectCombinations()}))
        return derived(self._simulator, self._templates)


def tasks() -> tuple[str, ...]:
    """Return the names of the tasks.

    Raises:
        MissingDependency: scienceworld is not installed, or there is no Java.
    """
    return tuple(_catalogue().getTaskNames())


def variations(name: str, fold: str = "train") -> tuple[int, ...]:
    """Return the variations of a task that belong to a fold.

    Raises:
        MissingDependency: scienceworld is not installed, or there is no Java.
        InvalidInput: there is no such task or fold.
    """
    if fold not in FOLDS:
        raise InvalidInput(f"fold {fold!r} is unknown; choose of {FOLDS}")
    _variations(name)
    catalogue = _catalogue()
    catalogue.load(name, 0, "", False)
    return tuple(getattr(catalogue, f"getVariations{fold.capitalize()}")())


def _variations(name: str) -> int:
    """Count the variations of a task."""
    if name not in tasks():
        raise InvalidInput(f"task {name!r} is unknown; choose of {', '.join(tasks())}")
    return int(_catalogue().getTaskMaxVariations(name))


@cache
def _catalogue() -> Any:  # noqa: ANN401  py4j has no types
    """Return a simulator that plays no game, and is asked about them."""
    return _gateway().jvm.scienceworld.runtime.pythonapi.PythonInterface()


@cache
def _gateway() -> Any:  # noqa: ANN401  py4j has no types
    """Start the Java process of all games; it ends with ours."""
    jar = required("scienceworld.constants", EXTRA).JAR_PATH
    bridge = required("py4j.java_gateway", EXTRA)
    port, process = bridge.launch_gateway(
        classpath=jar,
        java_path=java(),
        die_on_exit=True,
        return_proc=True,
        cwd=gettempdir(),  # it writes a list of its things there
    )
    gateway = bridge.JavaGateway(
        gateway_parameters=bridge.GatewayParameters(auto_field=True, auto_convert=True, port=port),
        java_process=process,
    )
    atexit.register(_stop, gateway)
    return gateway


def _stop(gateway: Any) -> None:  # noqa: ANN401  py4j has no types
    """End the process, which goes when its input is closed, and wait until it is gone."""
    gateway.shutdown()
    gateway.java_process.stdin.close()
    gateway.java_process.wait(timeout=30)
