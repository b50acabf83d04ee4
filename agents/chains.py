"""Every chain of Clew by its name, with what it takes and gives; `on(model)` makes a LangChain Runnable of it.

    from clew.agents.chains import CHAINS, FACTS, Excerpt

    FACTS.on(model).invoke(Excerpt([Said(…)]))      # or batch, stream, ainvoke, with_fallbacks, |
    {name: (chain.input, chain.output) for name, chain in CHAINS.items()}

Memory's doors ask these very chains, so a chain costs and shows the same whoever calls it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from clew.agents.ariadne.chains import ACT, EXPLORE, IMPORTANCE, PLAN, RELEVANT, SUMMARY
from clew.agents.clin.model_generator import GENERALISE, LEARN
from clew.agents.clin.players import CONTROL, EXECUTE
from clew.agents.karma.model import KARMA_PLAN
from clew.llm import Chain, LanguageModel, Prompt
from clew.loaders.knowledge.extraction import FACTS, Excerpt
from clew.loaders.knowledge.learnt_aliases import ALIASES, Hints
from clew.loaders.knowledge.pending import Said
from clew.loaders.knowledge.reconcile import VERDICTS, Pair
from clew.loaders.knowledge.reflection import REFLECTIONS, Related, ShownFact
from clew.loaders.knowledge.triplets import TRIPLETS as PASSAGE_TRIPLETS
from clew.loaders.knowledge.triplets import ShownPassage
from clew.loaders.scene.states import STATES_SEEN, InSight
from clew.loaders.working.summary import SUMMARISE
from clew.loaders.world.extraction import TRIPLETS, Seen
from clew.loaders.world.outdated import OUTDATED, Believed
from clew.retrieval.answer import ANSWER, Asked, Reply
from clew.retrieval.learnings.select import CHOOSE, Offered
from clew.retrieval.profile import PROFILE, Portrayed
from clew.retrieval.read_question import QUESTION, Posed

AnyChain: TypeAlias = Chain[Any, Any]

_ALL: tuple[AnyChain, ...] = (
    *(FACTS, ALIASES, VERDICTS, REFLECTIONS, PASSAGE_TRIPLETS),
    *(TRIPLETS, OUTDATED, SUMMARISE, STATES_SEEN),
    *(ANSWER, PROFILE, CHOOSE, QUESTION),
    *(PLAN, ACT, RELEVANT, EXPLORE, SUMMARY, IMPORTANCE),
    *(KARMA_PLAN, LEARN, GENERALISE, CONTROL, EXECUTE),
)

CHAINS: Mapping[str, AnyChain] = MappingProxyType({chain.name: chain for chain in _ALL})
"""By name: those that loaders ask to write memory, retrieval to answer from it, and agents to plan and learn."""

__all__ = [
    "ACT", "ALIASES", "ANSWER", "CHAINS", "CHOOSE", "CONTROL", "EXECUTE", "EXPLORE", "FACTS", "GENERALISE",
    "IMPORTANCE", "KARMA_PLAN", "LEARN", "OUTDATED", "PASSAGE_TRIPLETS", "PLAN", "PROFILE", "QUESTION", "REFLECTIONS",
    "RELEVANT", "STATES_SEEN", "SUMMARISE", "SUMMARY", "TRIPLETS", "VERDICTS", "AnyChain", "Asked", "Believed",
    "Excerpt", "Hints", "InSight", "LanguageModel", "Offered", "Pair", "Portrayed", "Posed", "Prompt", "Related",
    "Reply", "Said", "Seen", "ShownFact", "ShownPassage",
]  # fmt: skip
