"""Adapters that plug memory into agents and their frameworks, and four agents for a world of yours.

    from clew.agents import Ariadne, Observation

Each public name is imported when it is first used, so what one framework needs is not needed for another.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.agents.agent import AgentStep
    from clew.agents.ariadne.ariadne import Ariadne
    from clew.agents.clin.loops import Clin
    from clew.agents.environment import Environment, Observation
    from clew.agents.gym import from_gym
    from clew.agents.hiagent.loop import HiAgent
    from clew.agents.karma.body import Body, Skill, SkillResult
    from clew.agents.karma.loop import Karma
    from clew.agents.karma.thor import from_thor
    from clew.agents.karma.ways import Ways

__all__ = [
    "AgentStep", "Ariadne", "Body", "Clin", "Environment", "HiAgent", "Karma", "Observation", "Skill", "SkillResult",
    "Ways", "from_gym", "from_thor",
]  # fmt: skip

_MODULES = {
    "AgentStep": "clew.agents.agent",
    "Ariadne": "clew.agents.ariadne.ariadne",
    "Body": "clew.agents.karma.body",
    "Clin": "clew.agents.clin.loops",
    "Environment": "clew.agents.environment",
    "HiAgent": "clew.agents.hiagent.loop",
    "Karma": "clew.agents.karma.loop",
    "Observation": "clew.agents.environment",
    "Skill": "clew.agents.karma.body",
    "SkillResult": "clew.agents.karma.body",
    "Ways": "clew.agents.karma.ways",
    "from_gym": "clew.agents.gym",
    "from_thor": "clew.agents.karma.thor",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    """Return the public names, for completion in an editor or a console."""
    return [*__all__]
