"""Nothing beyond the last steps."""

from clew.agents.ariadne.memory_modules.module import Now, Recalled
from clew.world import World


class LastSteps:
    """The ablation without any memory: the last steps are all of the past that is shown."""

    def recall(self, world: World, now: Now) -> Recalled:  # noqa: ARG002 - as every memory module
        """Return nothing."""
        return Recalled("Before the last steps: not remembered")
