"""TextWorld's games, compiled to Z-code: the text that an agent shall see, and what can be done."""

import re
from pathlib import Path
from typing import Any, Self

from clew.agents.environment import Observation
from clew.errors import InvalidInput
from clew_playground.environments.adapters.required import required, unsaid

EXTRA = "textworld"

_GAP = re.compile(r"\n{3,}")
_PROMPT = re.compile(r"^>", re.MULTILINE)
_HEADER = re.compile(r"^-= .* =-", re.MULTILINE)
_OBITUARY = re.compile(r"^\s*\*\*\* .* \*\*\*", re.MULTILINE)


class InformGame:
    """A game from its file. Close it, or use it in a `with`: it keeps an interpreter and a temporary file.

    Attributes:
        task: what the game says that shall be done.
        max_score: what can be reached.

    Args:
        path: a `.z8` file with its `.json` beside it, as `inform_maker` writes them.

    Raises:
        MissingDependency: textworld is not installed.
        InvalidInput: there is no such file, or it is no game.
    """

    def __init__(self, path: Path) -> None:
        self._env: Any = _started(path)
        self._running = False
        state = self._env.reset()
        self.task: str = " ".join(str(state["objective"] or "").split())
        self.max_score = float(state["max_score"] or 0)

    def reset(self) -> Observation:
        """Begin, or begin again: the description of the first room, without banner and task.

        Raises:
            InvalidInput: the game is closed.
        """
        if self._env is None:
            raise InvalidInput("this game is closed; open its file again")
        state = self._env.reset()
        text = cleaned(state["feedback"])
        header = _HEADER.search(text)
        return self._moment(state, text[header.start() :] if header else text, over=False)

    def step(self, action: str) -> Observation:
        """Act.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        if not self._running:
            raise InvalidInput(f"action {action!r} comes outside of a game; call reset() first")
        state, _, over = self._env.step(" ".join(action.split()))
        return self._moment(state, cleaned(state["feedback"]), over=bool(over))

    def close(self) -> None:
        """End the interpreter; doing it again does nothing."""
        if self._env is not None:
            self._env.close()
        self._env, self._running = None, False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _moment(self, state: Any, text: str, *, over: bool) -> Observation:  # noqa: ANN401  textworld has no types
        self._running = not over
        actions = () if over else tuple(sorted(state["admissible_commands"]))
        return Observation(text, actions, float(state["score"] or 0), over, over and bool(state["won"]))


def cleaned(feedback: str) -> str:
    """Clean an observation of what stands around it: the prompt, the status bar, and what a game says at its end."""
    text = _OBITUARY.split(_PROMPT.split(feedback, maxsplit=1)[0], maxsplit=1)[0]
    return _GAP.sub("\n\n", "\n".join(line.rstrip() for line in text.strip().splitlines()))


def _started(path: Path) -> Any:  # noqa: ANN401  textworld has no types
    textworld = required("textworld", EXTRA)
    if not (path.is_file() and path.with_suffix(".json").is_file()):
        raise InvalidInput(f"game {str(path)!r} has no file of that name with a .json beside it; make it again")
    wanted = textworld.EnvInfos(
        **dict.fromkeys(("feedback", "admissible_commands", "score", "max_score", "won", "objective"), True)
    )
    with unsaid():
        return textworld.start(str(path), wanted)
