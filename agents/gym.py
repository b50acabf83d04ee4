"""A world that is written for Gymnasium, as an environment of Clew's agents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from clew.agents.environment import Observation, WrongWorld

_LISTED = ("actions", "valid_actions", "valid", "admissible_commands")
"""Keys under which the `info` of worlds of text lists the valid actions."""


class _GymWorld:
    """See `from_gym`."""

    def __init__(
        self,
        world: Any,  # noqa: ANN401
        task: str,
        actions: Sequence[str],
        text: Callable[[Any], str],
        max_score: float | None,
    ) -> None:
        self.task, self.max_score = task, max_score
        self._world, self._actions, self._text, self._points = world, tuple(actions), text, 0.0

    def reset(self) -> Observation:
        """Begin, or begin again."""
        self._points = 0.0
        given = self._world.reset()
        seen, info = cast("tuple[Any, Mapping[str, Any]]", given if _is_pair(given) else (given, {}))
        return self._moment(seen, info, done=False, won=False)

    def step(self, action: str) -> Observation:
        """Act."""
        if self._actions and action not in self._actions:
            return replace(self._last, text=f"{action!r} is no action here.")
        given = self._world.step(self._actions.index(action) if self._actions else action)
        match given:
            case (seen, reward, terminated, truncated, info):
                pass
            case (seen, reward, terminated, info):  # of Gym before Gymnasium
                truncated = False
            case _:
                raise WrongWorld(
                    f"step() of the world {type(self._world).__name__} gave a {type(given).__name__} that is no "
                    "(observation, reward, terminated, truncated, info); wrap it by hand, see docs/own_world.md"
                )
        gained, told = float(reward), cast("Mapping[str, Any]", info or {})
        self._points += gained
        is_over = bool(terminated) or bool(truncated)
        won = bool(told.get("won", told.get("is_success", bool(terminated) and gained > 0)))
        return self._moment(seen, told, done=is_over, won=won and is_over)

    def _moment(self, seen: Any, info: Mapping[str, Any], *, done: bool, won: bool) -> Observation:  # noqa: ANN401
        listed = next((info[key] for key in _LISTED if key in info), self._actions)
        valid = () if done else tuple(listed or ())
        self._last = Observation(self._text(seen), valid, self._points, done=done, won=won)
        return self._last


def _is_pair(given: object) -> bool:
    return isinstance(given, tuple) and len(cast("tuple[object, ...]", given)) == 2 and isinstance(given[1], Mapping)


def from_gym(
    world: Any,  # noqa: ANN401 - Gymnasium's `Env`, which is not needed to be installed
    task: str,
    *,
    actions: Sequence[str] = (),
    text: Callable[[Any], str] = str,
    max_score: float | None = None,
) -> _GymWorld:
    """Return a world of Gymnasium's as an environment.

    Args:
        world: has `reset()`, which returns ``(observation, info)``, and `step(action)`, which returns ``(observation,
            reward, terminated, truncated, info)``. The older forms ``observation`` and ``(observation, reward, done,
            info)`` are read too. Where `info` lists valid actions under ``actions``, ``valid_actions``, ``valid`` or
            ``admissible_commands``, these are shown. Its ``won`` or ``is_success`` says whether a world that is over is
            won; without them, the last reward does by being above 0.
        task: in words.
        actions: names for the numbers of a discrete space of actions, from 0; empty: actions are sent as words.
        text: puts what the world shows into words.
        max_score: the sum of rewards that can be reached; None: winning is all that counts.

    Returns:
        The environment.

    Example:
        ship = from_gym(gymnasium.make("Ship-v0"), "Light the lamp.", actions=("up", "down"), text=describe)
    """
    return _GymWorld(world, task, actions, text, max_score)
