"""The line that stands for the steps of a closed subgoal: a language model's, or the last observation.

Source: HiAgent, section 3.3 and appendix C.1; without a model its ablation without observation summaries.
"""

from collections.abc import Iterator
from contextlib import suppress

from pydantic import BaseModel, Field

from clew.errors import BudgetSpent, ModelFailed
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.model.working import Run, Step, Summary

LAST_OBSERVATION = "last observation"
"""The author of a summary that no model wrote."""

MAX_SUMMARY_CHARACTERS = 500
"""A longer line is cut: it stands in every later prompt."""

MAX_OBSERVATION_CHARACTERS = 1000
"""Of each observation that the model is shown."""

MAX_STEPS = 40
"""Of the last steps that the model is shown."""


class Line(BaseModel):
    """What became of the subgoal."""

    summary: str = Field(description="one line")
    met: bool | None = Field(default=None, description="whether the subgoal was reached")


def summarise(run: Run, model: LanguageModel | None) -> Summary:
    """Summarise the open subgoal of a run, which has steps.

    Args:
        run: with an open subgoal.
        model: writes the line; None: the last observation that is not blank is the line, else the last action. So it
            is where the model fails.
    """
    if model:
        with suppress(ModelFailed, BudgetSpent):  # the run goes on: what was seen last is there without a model
            return _by_model(run, model)
    steps = run.subgoals[-1].steps
    seen = (each.observation for each in reversed(steps) if each.observation.strip())  # many a tool says nothing
    return Summary(_one_line(next(seen, f"> {steps[-1].action}")), None, LAST_OBSERVATION)


def _by_model(run: Run, model: LanguageModel) -> Summary:
    said = SUMMARISE.on(model).invoke(run)
    return Summary(said.summary, said.met, model.name)


def _show(run: Run) -> Inputs:
    subgoal = run.subgoals[-1]
    before = run.steps[-len(subgoal.steps) - 1].observation if len(run.steps) > len(subgoal.steps) else run.observation
    return {
        "subgoal": subgoal.text,
        "before": before[:MAX_OBSERVATION_CHARACTERS] or "nothing",
        "steps": "\n".join(_shown(subgoal.steps[-MAX_STEPS:])),
    }


def _read(_: Run, said: Line) -> Line:
    if not (line := _one_line(said.summary)):
        raise ModelFailed("the summary is blank")
    return Line(summary=line, met=said.met)


def _shown(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        yield f"Action: {step.action}"
        yield f"Observation: {step.observation[:MAX_OBSERVATION_CHARACTERS]}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_SUMMARY_CHARACTERS else f"{line[:MAX_SUMMARY_CHARACTERS].rstrip()} …"


SUMMARISE = Chain("subgoal summary", Prompt.load("clew.loaders", "summarise_subgoal"), Line).between(
    Run, Line, _show, _read
)
