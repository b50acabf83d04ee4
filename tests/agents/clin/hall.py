"""A world of two places, in which nothing is to be gained."""

from clew.agents.environment import Observation


class Hall:
    """A hall with a way to the kitchen, and back."""

    task, max_score = "Make tea.", 1.0

    def reset(self) -> Observation:
        return Observation("You are in the hall.", ("go to the kitchen", "look around"), 0.0, done=False, won=False)

    def step(self, action: str) -> Observation:
        actions = ("go to the hall", "look around") if action == "go to the kitchen" else ("look around",)
        return Observation(f"You did this: {action}.", actions, 0.0, done=False, won=False)
