"""TextWorldExpress's games, which run in a Java process of their own."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self

from clew.agents.environment import Observation
from clew.errors import InvalidInput
from clew_playground.environments.adapters.required import java_on_path, required

EXTRA = "textworld-express"

NAMES = ("cookingworld", "twc", "coin", "mapreader", "arithmetic", "sorting", "simonsays", "peckingorder")
"""The games. `twc` is a house to tidy, `coin` and `mapreader` are about finding the way."""

FOLDS = ("train", "dev", "test")
"""Each has seeds of its own."""

MAX_STEPS = 100
"""Steps of one game at most. Source: the default of TextWorldExpress."""

USUAL = "usual"

SIZES: Mapping[str, Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {
        "coin": {USUAL: {}},
        "mapreader": {USUAL: {}, "large": {"numLocations": 40, "maxDistanceApart": 8}},
        "cookingworld": {USUAL: {}, "large": {"numIngredients": 5}},
        "twc": {USUAL: {}},
    }
)
"""Options by name, of the games that have places. The usual ones are the framework's defaults.

`coin` and `twc` have no larger ones: 11 and 3 rooms are the most that they take. `mapreader` takes 50 rooms, but makes
no game of so many.
"""


class ExpressGame:
    """One game by its name and seed. Close it, or use it in a `with`: it keeps a Java process.

    Attributes:
        task: what the game says that shall be done.
        max_score: always 1; what is reached on the way counts in parts.

    Args:
        name: one of `NAMES`.
        seed: which of the many variations; any number.
        fold: one of `FOLDS`.
        options: the game's own, such as ``{"numLocations": 5}``; none for its defaults.
        steps: after so many the game is over.

    Raises:
        MissingDependency: textworld-express is not installed, or there is no Java.
        InvalidInput: there is no such game, fold or option, or no game of these options.
    """

    max_score = 1.0

    def __init__(
        self,
        name: str,
        seed: int = 0,
        *,
        fold: str = "train",
        options: Mapping[str, int] | None = None,
        steps: int = MAX_STEPS,
    ) -> None:
        if name not in NAMES or fold not in FOLDS:
            raise InvalidInput(f"game {name!r} of fold {fold!r} is unknown; choose of {NAMES} and {FOLDS}")
        self._seed, self._fold = seed, fold
        self._running = False
        self._env: Any = _started(steps)
        try:
            self._env.load(name, ",".join(f"{key}={value}" for key, value in (options or {}).items()))
            self.task: str = " ".join(str(self._begun()["taskDescription"]).split())
        except ValueError as error:
            self.close()
            raise InvalidInput(f"game {name!r} does not take the options {dict(options or {})} ({error})") from error

    def reset(self) -> Observation:
        """Begin, or begin again."""
        return self._moment(self._begun(), over=False)

    def step(self, action: str) -> Observation:
        """Act.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        if not self._running:
            raise InvalidInput(f"action {action!r} comes outside of a game; call reset() first")
        _, _, over, infos = self._env.step(action)
        return self._moment(infos, over=bool(over))

    def close(self) -> None:
        """End the Java process; doing it again does nothing."""
        self._running = False
        if self._env is not None:
            _stop(self._env)
        self._env = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begun(self) -> dict[str, Any]:
        if self._env is None:
            raise InvalidInput("this game is closed; make it again")
        bridge = required("py4j.protocol", EXTRA)
        try:
            _, infos = self._env.reset(seed=self._seed, gameFold=self._fold)
        except bridge.Py4JJavaError as error:
            raise ValueError(f"{error.java_exception}") from error
        if str(infos["observation"]).startswith("ERROR:"):
            raise ValueError(infos["observation"])
        return infos

    def _moment(self, infos: dict[str, Any], *, over: bool) -> Observation:
        self._running = not over
        actions = () if over else tuple(sorted(infos["validActions"]))
        text = "\n".join(line.rstrip() for line in str(infos["observation"]).strip().splitlines())
        return Observation(text, actions, float(infos["score"]), over, over and bool(infos["tasksuccess"]))


def _started(steps: int) -> Any:  # noqa: ANN401  textworld-express has no types
    package = required("textworld_express", EXTRA)
    with java_on_path():  # it starts the `java` of the path, and takes no other
        return package.TextWorldExpressEnv(envStepLimit=steps)


def _stop(env: Any) -> None:  # noqa: ANN401  textworld-express has no types
    """Close it, and wait until its process is gone: it is told to end only when its input is."""
    process = env._gateway.java_process  # noqa: SLF001  there is no other way to wait for it
    env.close()
    process.stdin.close()
    process.wait(timeout=30)
