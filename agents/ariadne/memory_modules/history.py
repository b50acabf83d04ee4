"""All observations and actions of the run, as far as a budget of tokens goes; and its ablation, which has none.

Source: AriGraph, section 4.1, full history, which takes 14,000 tokens after 150 steps there.
"""

from dataclasses import dataclass

from clew.agents.ariadne.memory_modules.module import Now, RecalledText, newest
from clew.api.world import World


@dataclass(frozen=True, slots=True)
class FullHistory:
    """Everything, read from the run at each decision.

    Attributes:
        tokens: at most, of four characters each; beyond them the oldest steps are left out, and the text says so.
    """

    tokens: int = 16_000

    def recall(self, world: World, now: Now) -> RecalledText:
        """Return the steps before the last ones, oldest first."""
        steps = newest(now.earlier(world, self.tokens), self.tokens)  # no step has less than a token
        return RecalledText(f"Everything before the last steps:\n{steps or 'nothing'}")


class LastSteps:
    """The ablation without any memory: the last steps are all of the past that is shown."""

    def recall(self, world: World, now: Now) -> RecalledText:  # noqa: ARG002 - as every memory module
        """Return nothing."""
        return RecalledText("Before the last steps: not remembered")
