"""A world brought to where a stored run stands, by its recorded actions."""

from clew.agents.environment import Environment, Observation
from clew.errors import Conflict
from clew.model.working import Run

_SILENCE = "Nothing is said."
MAX_QUOTED_CHARACTERS = 80


def seen(moment: Observation) -> str:
    """Return the observation as a run keeps it, which is never blank."""
    return moment.text.strip() or _SILENCE


def replay(environment: Environment, run: Run) -> Observation:
    """Reset a world, send it the actions of a run, and return what came last.

    Raises:
        Conflict: the world answers otherwise than it did, or steps of the run were forgotten.
    """
    if run.length != len(run.steps):
        raise Conflict(
            f"run {run.name!r} has {run.length} steps, and only {len(run.steps)} are not forgotten; begin anew"
        )
    moment = environment.reset()
    if run.observation:
        _check(run, "at the beginning", run.observation, moment)
    for step in run.steps:
        if moment.done:
            raise Conflict(
                f"run {run.name!r}: the world is over before step {step.number}; give the world that it began in"
            )
        moment = environment.step(step.action)
        _check(run, f"after step {step.number} ({step.action!r})", step.observation, moment)
    return moment


def _check(run: Run, when: str, recorded: str, moment: Observation) -> None:
    if seen(moment) != recorded:
        raise Conflict(
            f"run {run.name!r}: {when} the world says {seen(moment)[:MAX_QUOTED_CHARACTERS]!r} and said "
            f"{recorded[:MAX_QUOTED_CHARACTERS]!r}; give the world that the run began in"
        )
