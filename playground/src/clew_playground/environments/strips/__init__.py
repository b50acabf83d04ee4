"""Worlds of classical planning (STRIPS), from PDDL files of any domain or made from a seed in domains of our own.

game = load("domain.pddl", "problem.pddl")      # or: generate("blocksworld", seed=1, size=3)
moment = game.reset()
moment = game.step(moment.actions[0])
walkthrough(game)                               # the actions that win from here
"""

from clew_playground.environments.strips.problems import DOMAINS, SIZES, generate
from clew_playground.environments.strips.search import plan
from clew_playground.environments.strips.strips import CHECK, LOOK, STEPS, Strips, load, walkthrough
from clew_playground.environments.strips.task import Operator, Task

__all__ = [
    "CHECK",
    "DOMAINS",
    "LOOK",
    "SIZES",
    "STEPS",
    "Operator",
    "Strips",
    "Task",
    "generate",
    "load",
    "plan",
    "walkthrough",
]
