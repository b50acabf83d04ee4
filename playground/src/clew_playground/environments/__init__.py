"""Text games for agents with memory: seeded, in plain Python, and told in sentences that a rule can read.

Each module of a game has `generate(seed, size)`, its `SIZES` by name, `MAX_STEPS` within which points count, and
`walkthrough(game)`, which wins it from its hidden state. Their rules are those of the games in AriGraph, section 4.1;
houses, recipes and texts are ours. `strips` has worlds of classical planning, from PDDL files or from a seed; `chores`
has houses that hide what a task needs.
"""

from clew.agents.environment import Environment, Observation
from clew_playground.environments import chores, cleaning, cooking, hunt, strips
from clew_playground.environments.game import Game

__all__ = ["Environment", "Game", "Observation", "chores", "cleaning", "cooking", "hunt", "strips"]
