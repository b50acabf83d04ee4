"""Ariadne's chains: a language model plans, decides, and tells each kind of memory what it needs."""

from collections.abc import Mapping
from typing import cast

from pydantic import BaseModel, Field, model_validator

from clew.llm import Chain, Prompt
from clew.llm.answer import Number

MAX_TEXT_CHARACTERS = 4000
"""Characters of a plan or a summary that are shown again; a model that writes more is cut off there."""


class Lenient(BaseModel):
    """An answer that small models may write as its first field alone, and with null for a field that is left out."""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, given: object) -> object:
        if isinstance(given, str):
            return {next(iter(cls.model_fields)): given}
        if isinstance(given, Mapping):
            fields = cast("Mapping[object, object]", given)
            return {name: each for name, each in fields.items() if each is not None}
        return given


class SearchTerm(Lenient):
    """Something to look up."""

    name: str
    depth: Number = Field(default=1, description="1 to 3")


class Relevant(BaseModel):
    """What matters now."""

    things: list[SearchTerm]


class Exploring(BaseModel):
    """Whether to look for what is unknown."""

    explore: bool


class SubGoal(Lenient):
    """One step of a plan."""

    sub_goal: str
    reason: str = ""


class ActionPlan(BaseModel):
    """What is left to do."""

    steps: list[SubGoal]

    @property
    def text(self) -> str:
        """Numbered lines, at most `MAX_TEXT_CHARACTERS`; the word none where there is no step."""
        lines = (f"{number}. {each.sub_goal} ({each.reason})" for number, each in enumerate(self.steps, 1))
        return "\n".join(lines)[:MAX_TEXT_CHARACTERS] or "none"


class Choice(Lenient):
    """What is done next."""

    thought: str = ""
    action: Number = Field(description="its number")


class RunSummary(BaseModel):
    """What has happened and still matters."""

    summary: str


class Importance(BaseModel):
    """How much an observation matters."""

    importance: Number = Field(description="1 to 10")


RELEVANT = Chain("relevant", Prompt.load("clew.agents", "relevant"), Relevant)
EXPLORE = Chain("explore", Prompt.load("clew.agents", "explore"), Exploring)
PLAN = Chain("plan", Prompt.load("clew.agents", "plan"), ActionPlan)
ACT = Chain("act", Prompt.load("clew.agents", "act"), Choice)
SUMMARY = Chain("summary", Prompt.load("clew.agents", "summary"), RunSummary)
IMPORTANCE = Chain("importance", Prompt.load("clew.agents", "importance"), Importance)
