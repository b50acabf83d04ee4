"""The control of learning by trials: the same policy without memory, which never takes the action that ends a trial.

Whatever learning adds beyond this is more than caution.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from clew.agents.clin.trial import ClinSituation, Decision, TrialPolicy


@dataclass(frozen=True, slots=True)
class Careful:
    """A policy to which some actions are not shown.

    Attributes:
        policy: decides among the others.
        is_fatal: whether an action is one of them.
    """

    policy: TrialPolicy
    is_fatal: Callable[[str], bool]

    def decide(self, situation: ClinSituation) -> Decision:
        """Return the next action."""
        moment = situation.moment
        safe = tuple(each for each in moment.actions if not self.is_fatal(each))
        return self.policy.decide(replace(situation, moment=replace(moment, actions=safe)))
