"""The line that stands for the steps of a closed subgoal: a language model's, or the last observation.

Source: HiAgent, section 3.3 and appendix C.1; without a model its ablation without observation summaries.
"""

from contextlib import suppress

from pydantic import BaseModel, ConfigDict, Field

from clew.errors import BudgetSpent, ModelFailed
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.model.working import Run, Summary
from clew.text.quotation import indented

LAST_OBSERVATION = "last observation"  # the author of a summary that no model wrote
MAX_SUMMARY_CHARACTERS = 500  # a longer line is cut: it stands in every later prompt
MAX_OBSERVATION_CHARACTERS = 1000  # of each observation that the model is shown
MAX_STEPS = 40  # of the last steps that the model is shown


class SubgoalLine(BaseModel):
    """What became of the subgoal."""

    model_config = ConfigDict(title="Line")

    summary: str = Field(description="one line")
    met: bool | None = Field(default=None, description="whether the subgoal was reached")


def summarise(run: Run, model: LanguageModel | None) -> Summary:
    """Summarise the open subgoal of a run, which has steps.

    Without a model, or where it fails, the last observation that is not blank is the line, else the last action.
    """
    if model:
        with suppress(ModelFailed, BudgetSpent):  # the run goes on: what was seen last is there without a model
            said = SUMMARISE.on(model).invoke(run)
            return Summary(said.summary, said.met, model.name)
    steps = run.subgoals[-1].steps
    seen = (each.observation for each in reversed(steps) if each.observation.strip())  # many a tool says nothing
    return Summary(_one_line(next(seen, f"> {steps[-1].action}")), None, LAST_OBSERVATION)


def _show(run: Run) -> Inputs:
    subgoal = run.subgoals[-1]
    steps = [
        f"Action: {indented(step.action)}\nObservation: {indented(step.observation[:MAX_OBSERVATION_CHARACTERS])}"
        for step in subgoal.steps[-MAX_STEPS:]
    ]
    before = run.steps[-len(subgoal.steps) - 1].observation if len(run.steps) > len(subgoal.steps) else run.observation
    return {
        "subgoal": indented(subgoal.text),
        "before": f"  {indented(before[:MAX_OBSERVATION_CHARACTERS] or 'nothing')}",
        "steps": "\n".join(steps),
    }


def _read(_: Run, said: SubgoalLine) -> SubgoalLine:
    if not (line := _one_line(said.summary)):
        raise ModelFailed("the summary is blank")
    return SubgoalLine(summary=line, met=said.met)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_SUMMARY_CHARACTERS else f"{line[:MAX_SUMMARY_CHARACTERS].rstrip()} …"


SUMMARISE = Chain("subgoal summary", Prompt.load("clew.loaders", "summarise_subgoal"), SubgoalLine).between(
    Run, SubgoalLine, _show, _read
)
