"""Knowledge of a policy without a model at one step: what worked, what did nothing, what learnings say of actions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clew.agents.clin.matching import means
from clew.agents.clin.trial import ClinSituation
from clew.model.learnings import Learning, Modality
from clew_playground.players.causal import ENDS, certainty, mentions
from clew_playground.players.evidence import is_refused

AVOID = "avoid"
"""First word of a free text that speaks against what it mentions."""


@dataclass(slots=True)
class Knowledge:
    """A situation to ask.

    Attributes:
        situation: it.
        first: actions that worked in this trial, each with the step at which it first did.
        last: the same, with the last such step.
        refused: actions that did nothing, each with the last step at which that was so.
        times: how often they did nothing.
    """

    situation: ClinSituation
    first: dict[str, int] = field(default_factory=dict[str, int])
    last: dict[str, int] = field(default_factory=dict[str, int])
    refused: dict[str, int] = field(default_factory=dict[str, int])
    times: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        for place, each in enumerate(self.situation.history):
            if is_refused(each.observation):
                self.refused[each.action] = place
                self.times[each.action] = self.times.get(each.action, 0) + 1
            else:
                self.first.setdefault(each.action, place)
                self.last[each.action] = place

    @property
    def valid(self) -> tuple[str, ...]:
        """The valid actions."""
        return self.situation.moment.actions

    @property
    def latest(self) -> str:
        """The last action; empty at the beginning."""
        return self.situation.history[-1].action if self.situation.history else ""

    def is_done(self, said: str) -> bool:
        """True if what is said has worked in this trial."""
        return any(means(said, each) for each in self.first)

    def is_tried(self, action: str) -> bool:
        """True if an action was done in this trial, whether it worked or not."""
        return action in self.first or action in self.refused

    def is_known(self, action: str) -> bool:
        """True if a learning or a step of this trial tells of an action."""
        learnings = self.situation.learnings
        return self.is_tried(action) or any(means(each.cause, action) for each in learnings if each.relation)

    def is_bad(self, action: str, modality: Modality) -> bool:
        """True if a learning says so surely that an action is of no use."""
        return any(_speaks_against(each, modality, action) for each in self.situation.learnings)

    def match(self, said: str) -> str:
        """Return the valid action that is said; empty where there is none, or it is surely of no use."""
        return next((each for each in self.valid if means(said, each) and not self.is_bad(each, "should")), "")

    def causes(self, said: str) -> list[Learning]:
        """Return the learnings on what is necessary for what is said."""
        learnings = self.situation.learnings
        return [each for each in learnings if each.relation == "necessary" and means(each.effect, said)]

    def ends(self, modality: Modality) -> Iterator[Learning]:
        """Yield the learnings on what is good for the task, this sure."""
        for each in self.situation.learnings:
            if each.effect in ENDS and each.relation != "does not contribute" and certainty(each) == modality:
                yield each

    def advised(self) -> list[str]:
        """Return the valid actions, not yet done, that a free text mentions and does not speak against."""
        texts = [each.text for each in self.situation.learnings if not each.relation and not _warns(each)]
        return [each for each in self.valid if not self.is_tried(each) and any(mentions(text, each) for text in texts)]

    def may_try(self, action: str, *, far: bool = False) -> bool:
        """True if an action never did nothing, or so much has changed since that another try is worth its steps.

        After each further time that it did nothing twice as much has to be new, and twice as much where it is far.
        """
        if action not in self.refused:
            return True
        news = sum(place > self.refused[action] for place in self.first.values())
        return news >= 2 ** (self.times[action] - (0 if far else 1))

    def has_news(self, action: str) -> bool:
        """True if an action did nothing, and something worked for the first time since."""
        return action in self.refused and self.refused[action] < max(self.first.values(), default=-1)

    def moved(self, action: str) -> bool:
        """True if the list of valid actions was another after an action than before, at least once in this trial."""
        lists = [*self.situation.offered, self.valid]
        return any(
            each.action == action and set(lists[place]) != set(lists[place + 1])
            for place, each in enumerate(self.situation.history)
        )

    def refused_as(self, said: str) -> str:
        """Return the action that is said and did nothing; empty where there is none."""
        return next((each for each in self.refused if means(said, each)), "")

    def vain_returns(self, action: str, said: str, causes: Sequence[str]) -> int:
        """Count the times that an action was done after all causes, and what is said was not valid after it."""
        since = max((self.first[each] for one in causes for each in self.first if means(one, each)), default=-1)
        after = [*self.situation.offered[1:], self.valid]
        return sum(
            each.action == action and not any(means(said, valid) for valid in after[place])
            for place, each in enumerate(self.situation.history)
            if place > since
        )


def speaks_for(learning: Learning, action: str) -> bool:
    """True if a learning gives a reason to do an action."""
    if not learning.relation:
        return mentions(learning.text, action) and not _warns(learning)
    return learning.relation != "does not contribute" and means(learning.cause, action)


def _speaks_against(learning: Learning, modality: Modality, action: str) -> bool:
    if not learning.relation:
        return modality == "should" and _warns(learning) and mentions(learning.text, action)
    return (
        learning.relation == "does not contribute" and certainty(learning) == modality and means(learning.cause, action)
    )


def _warns(learning: Learning) -> bool:
    return learning.text.lower().startswith(AVOID)
