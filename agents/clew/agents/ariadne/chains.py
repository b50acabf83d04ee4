"""What is asked of a language model: what to plan and to do, and what each kind of memory needs to know."""

from pydantic import BaseModel, Field

from clew.llm import Chain, Prompt

MAX_TEXT_CHARACTERS = 4000
"""Characters of a plan or a summary that are shown again; a model that writes more is cut off there."""


class SearchTerm(BaseModel):
    """Something to look up."""

    name: str
    depth: int = Field(default=1, description="1 to 3")


class Relevant(BaseModel):
    """What matters now."""

    things: list[SearchTerm]


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

    @property
    def text(self) -> str:
        """Numbered lines, at most `MAX_TEXT_CHARACTERS`; the word none where there is no step."""
        lines = (f"{number}. {each.sub_goal} ({each.reason})" for number, each in enumerate(self.steps, 1))
        return "\n".join(lines)[:MAX_TEXT_CHARACTERS] or "none"


class Choice(BaseModel):
    """What is done next."""

    thought: str = ""
    action: int = Field(description="its number")


class Summary(BaseModel):
    """What has happened and still matters."""

    summary: str


class Importance(BaseModel):
    """How much an observation matters."""

    importance: int = Field(description="1 to 10")


RELEVANT = Chain("relevant", Prompt.load("clew.agents", "relevant"), Relevant)
EXPLORE = Chain("explore", Prompt.load("clew.agents", "explore"), Exploring)
PLAN = Chain("plan", Prompt.load("clew.agents", "plan"), Plan)
ACT = Chain("act", Prompt.load("clew.agents", "act"), Choice)
SUMMARY = Chain("summary", Prompt.load("clew.agents", "summary"), Summary)
IMPORTANCE = Chain("importance", Prompt.load("clew.agents", "importance"), Importance)
