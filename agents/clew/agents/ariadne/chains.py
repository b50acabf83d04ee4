"""What Ariadne asks a language model: what matters, whether to explore, what to plan, what to do."""

from pydantic import BaseModel, Field

from clew.llm import Chain, Prompt


class Thing(BaseModel):
    """Something to look up."""

    name: str
    depth: int = Field(default=1, description="1 to 3")


class Relevant(BaseModel):
    """What matters now."""

    things: list[Thing]


class Exploring(BaseModel):
    """Whether to look for what is unknown."""

    explore: bool


class SubGoal(BaseModel):
    """One step of a plan."""

    sub_goal: str
    reason: str = ""


class Plan(BaseModel):
    """What is left to do."""

    steps: list[SubGoal]


class Choice(BaseModel):
    """What is done next."""

    thought: str = ""
    action: int = Field(description="its number")


RELEVANT = Chain("relevant", Prompt.load("clew.agents", "relevant"), Relevant)
EXPLORE = Chain("explore", Prompt.load("clew.agents", "explore"), Exploring)
PLAN = Chain("plan", Prompt.load("clew.agents", "plan"), Plan)
ACT = Chain("act", Prompt.load("clew.agents", "act"), Choice)
