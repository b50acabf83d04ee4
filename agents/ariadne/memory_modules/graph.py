"""The graph as memory: what it believes of what matters now, the observations behind that, and its map.

Source: AriGraph, section 3. What differs: the memory shown is that of the present observation, and observations that
the last steps show are not recalled beside them.
"""

from dataclasses import dataclass

from clew.agents.ariadne.chains import EXPLORE, RELEVANT
from clew.agents.ariadne.memory_modules.module import Now, RecalledText, line
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel
from clew.model.world import GO_TO

DEEPEST, MOST_THINGS = 3, 8
"""Of what the model looks up, as it is told in `prompts/relevant.md`; each thing is a search of its own."""


@dataclass(frozen=True, slots=True)
class GraphMemory:
    """Ariadne's memory; the paper's figures are the defaults.

    Attributes:
        model: says what matters, and whether to explore.
        episodes: earlier observations that are recalled; 0: none.
        width: triplets per step of a search.
        explores: whether the ways that nobody has gone are shown.
    """

    model: LanguageModel
    episodes: int = 2
    width: int = 6
    explores: bool = True

    def recall(self, world: World, now: Now) -> RecalledText:
        """Recall facts, observations, ways that nobody has gone; a place that can be reached is a choice."""
        found = world.recall(
            self._relevant(now), width=self.width, most=self.episodes, without=[each.id for each in now.shown]
        )
        facts = "\n".join(each.triplet.text for each in found.triplets) or "none"
        episodes = "\n".join(f"(step {each.step}) {line(each.text)}" for each in found.episodes) or "none"
        unexplored = "not needed"
        if self.explores and self._wants_more(now, facts):
            ways = (f"{place}: {', '.join(ways)}" for place, ways in world.unexplored().items())
            unexplored = "\n".join(ways) or "none is known"
        text = (
            f"Facts from memory:\n{facts}\n\nEarlier observations that may matter:\n{episodes}\n\n"
            f"Ways that nobody has gone:\n{unexplored}"
        )
        return RecalledText(text, tuple(f"{GO_TO}{place}" for place in sorted(world.nearest())))

    def _relevant(self, now: Now) -> dict[str, int]:
        """Return the things to look up, with how far; where the model names none, the observation itself."""
        try:
            answer = self.model.ask(
                RELEVANT, task=now.task, plan=now.plan.text, inventory=now.inventory, observation=now.observation
            )
        except UnusableAnswer:
            return {now.observation: 1}
        things = {
            each.name: min(max(each.depth, 1), DEEPEST) for each in answer.things[:MOST_THINGS] if each.name.strip()
        }
        return things or {now.observation: 1}

    def _wants_more(self, now: Now, facts: str) -> bool:
        if not now.plan.steps:
            return True
        try:
            return self.model.ask(EXPLORE, task=now.task, plan=now.plan.text, memory=facts).explore
        except UnusableAnswer:
            return True
