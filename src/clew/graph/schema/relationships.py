"""The relationships between kinds: which way each points, what it means for recall and for forgetting."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from clew.graph.schema import properties as of
from clew.graph.schema.properties import Property, fault_of

Role = Literal["contains", "follows", "names", "rests_on", "replaces", "same", "joins"]
"""The role of a relationship, read from its source to its target:

contains: the target is a part of the source, and goes with it.
follows: the two are neighbours in a chain; where one is taken out, its neighbours are joined.
names: the source speaks of the target, which goes when nothing speaks of it any more.
rests_on: the source is derived from the target, and falls with it.
replaces: the target holds in place of the source, which holds again without it.
same: the source is another name for the target.
joins: the two are beside each other, or one is in the other; neither falls with the other.
"""

EVERY = (of.CREATED_AT, of.EXPIRED_AT)  # what every relationship has


@dataclass(frozen=True, slots=True)
class RelationshipKind:
    """A relationship type between two kinds; one type may join several.

    Relationships point from the specific to the shared, so hubs are targets.
    """

    type: str  # such as ``MENTIONS``
    source: str  # label of the kind that it leaves
    target: str  # label of the kind that it enters
    role: Role  # the same for all of one type
    weight: float  # how strongly PageRank follows it, both ways; 0 means never
    meaning: str
    properties: tuple[Property, ...] = ()  # what it may have beside `EVERY`
    # whether the source is no text that mentions what it names, but is made of it or is one, as a triplet of its
    # subject and a cup of all cups: it does not make that common
    is_constituent: bool = False

    def fault(self, properties: Mapping[str, object]) -> str:
        """Say what is wrong with the properties of one; empty if nothing is."""
        return fault_of(properties, EVERY, self.properties)


_SUPPORT = (of.CLAIM, of.BELIEF)
_SUPPORT_OF_FACT = (*_SUPPORT, of.REWORDED, of.EXTRACTOR)
_NAMED = (of.TITLED, of.STATED)
_STATED = (of.STATED,)

_mentions = partial(RelationshipKind, "MENTIONS", target="Entity", role="names", weight=1.0, properties=_NAMED)
_derived = partial(RelationshipKind, "DERIVED_FROM", role="rests_on", weight=0.5, properties=_SUPPORT)
_replaced = partial(RelationshipKind, "REPLACED_BY", role="replaces", weight=0.0, properties=(of.VALID_TO,))
_corrected = partial(_replaced, properties=(of.VALID_TO, of.CORRECTS))
_summarises = partial(RelationshipKind, "SUMMARISES", role="rests_on", weight=0.0, properties=(of.CLAIM,))

RELATIONSHIPS = (
    RelationshipKind("HAS_EPISODE", "Session", "Episode", "contains", 0.0, "Session to turn: a feature, not a path."),
    RelationshipKind(
        "HAD_EPISODE", "Session", "Episode", "contains", 0.0, "Session to a turn that was corrected or retracted."
    ),
    RelationshipKind("HAS_PART", "Episode", "Part", "contains", 0.0, "Turn to its stretches, where it is long."),
    RelationshipKind("NEXT", "Episode", "Episode", "follows", 1.0, "The turn that followed, within the session."),
    RelationshipKind("NEXT", "Passage", "Passage", "follows", 1.0, "The passage that followed, within the document."),
    RelationshipKind(
        *("HAS_CONCEPT", "Episode", "Concept", "names", 0.3),
        "A topic of a turn; `stated`: only facts say so. Concepts found without a model add little to recall: "
        "measured, hence the low weight.",
        _STATED,
    ),
    RelationshipKind(
        "HAS_CONCEPT", "Episode", "Entity", "names", 0.3, "The same, where the word is a name elsewhere.", _STATED
    ),
    RelationshipKind("HAS_PASSAGE", "Document", "Passage", "contains", 0.0, "Document to passage."),
    _mentions("Episode", meaning="A name in a turn; `titled`: only a document's title says so."),
    RelationshipKind(
        *("ADDRESSES", "Episode", "Entity", "joins", 1.0),
        "Whom a turn is said to, of those it mentions: its greeting or thanks has the name.",
    ),
    _mentions(
        "Passage",
        meaning="A name in a passage, its subject and its triplets' things included; `stated`: only triplets say so.",
    ),
    RelationshipKind("TITLED", "Document", "Entity", "names", 0.0, "The subject of a document, by its title."),
    _derived(
        "Fact",
        "Episode",
        meaning="A turn that says it; `claim`: which turns say it together.",
        properties=(*_SUPPORT_OF_FACT, of.PART),
    ),
    _derived("Fact", "Passage", meaning="A passage that says it.", properties=_SUPPORT_OF_FACT),
    RelationshipKind(
        *("RESTED_ON", "Fact", "Episode", "joins", 0.0),
        "A turn that said it, and was corrected or retracted, where other turns still say it.",
        (*_SUPPORT_OF_FACT, of.PART),
    ),
    RelationshipKind("ABOUT_CONCEPT", "Fact", "Concept", "names", 0.3, "A topic of a fact."),
    RelationshipKind("ABOUT_CONCEPT", "Fact", "Entity", "names", 0.3, "The same, where the word is a name elsewhere."),
    _mentions("Fact", meaning="A name in a fact."),
    _corrected(
        "Fact",
        "Fact",
        meaning="The fact in its place; `valid_to`: its end before; `corrects`: what was wrong is put right.",
    ),
    _corrected("Episode", "Episode", meaning="The true words, where a turn was corrected."),
    _corrected("Reflection", "Reflection", meaning="Its words, where it was corrected."),
    RelationshipKind(
        "SUBJECT", "Triplet", "Entity", "names", 0.5, "The thing that a triplet speaks of.", is_constituent=True
    ),
    RelationshipKind(
        "OBJECT", "Triplet", "Entity", "names", 0.5, "The thing that it says of that.", is_constituent=True
    ),
    _derived("Triplet", "Episode", meaning="An observation that says it."),
    _derived("Triplet", "Passage", meaning="A passage that says it."),
    _replaced("Triplet", "Triplet", meaning="The triplet that is believed in its place; `valid_to`: its end before."),
    RelationshipKind("HAS_RUN", "Session", "Run", "contains", 0.0, "The session of a run's steps to the run."),
    RelationshipKind("HAS_SUBGOAL", "Run", "Subgoal", "contains", 0.5, "Run to subgoal."),
    RelationshipKind("HAS_STEP", "Subgoal", "Episode", "contains", 0.5, "Subgoal to each step towards it."),
    RelationshipKind("HAS_SUMMARY", "Subgoal", "Summary", "contains", 0.0, "Subgoal to what stands for its steps."),
    RelationshipKind("NEXT", "Subgoal", "Subgoal", "follows", 0.5, "The subgoal that followed, within the run."),
    _summarises(
        "Summary", "Episode", meaning="A step that a summary tells of; all have one `claim`, for they say it together."
    ),
    _mentions("Run", meaning="A name in the goal or the outcome of a run."),
    RelationshipKind("SAME_AS", "Entity", "Entity", "same", 0.0, "The known thing that another name means."),
    RelationshipKind(
        *("DERIVED_FROM_FACT", "Reflection", "Fact", "rests_on", 0.5),
        "A fact that a reflection rests on.",
        (of.CLAIM, of.REWORDED, of.HELD),
    ),
    RelationshipKind("HAS_AREA", "Floor", "Area", "contains", 0.0, "Floor to area."),
    RelationshipKind(
        *("ADJACENT", "Area", "Area", "joins", 0.1),
        "From here one can walk there without crossing a third area.",
        (of.DISTANCE,),
    ),
    RelationshipKind("CONTAINS", "Area", "SceneObject", "contains", 0.5, "Area to the objects that are in it."),
    RelationshipKind("INSIDE", "SceneObject", "SceneObject", "joins", 0.5, "The object that it lies in or on."),
    RelationshipKind("HAS_SIGHTING", "SceneObject", "Sighting", "contains", 1.0, "Object to where it was seen."),
    RelationshipKind(
        *("INSTANCE_OF", "SceneObject", "Entity", "names", 1.0), "The sort of an object, in words.", is_constituent=True
    ),
    RelationshipKind(
        *("HOLDS", "ShortTermMemory", "Sighting", "joins", 0.0),
        "A unit: what short-term memory holds of an object.",
        (of.SEEN_AT, of.IMAGE),
    ),
    RelationshipKind(
        "PART_OF", "Area", "Entity", "names", 0.5, "The room that an area belongs to, in words.", is_constituent=True
    ),
    RelationshipKind("HAS_TRIAL", "Session", "Trial", "contains", 0.0, "The session of a trial's steps to the trial."),
    RelationshipKind("HAS_STEP", "Trial", "Episode", "contains", 0.5, "Trial to each of its steps."),
    RelationshipKind("OF_TASK", "Trial", "Task", "names", 0.1, "The task that a trial attempts.", is_constituent=True),
    RelationshipKind(
        "OF_TASK", "LearningSet", "Task", "names", 0.5, "The task that a set is for.", is_constituent=True
    ),
    RelationshipKind("IN_ENVIRONMENT", "Trial", "Environment", "names", 0.1, "Where.", is_constituent=True),
    RelationshipKind("IN_ENVIRONMENT", "LearningSet", "Environment", "names", 0.5, "Where.", is_constituent=True),
    RelationshipKind("PRODUCED", "Trial", "LearningSet", "contains", 0.3, "The set that was learned after a trial."),
    RelationshipKind("HAS_LEARNING", "LearningSet", "Learning", "contains", 0.5, "Set to each of its statements."),
    RelationshipKind(
        *("CONTINUES", "Learning", "Learning", "follows", 0.0),
        "The learning that it says anew, of the set before or of one summarised.",
    ),
    _replaced("LearningSet", "LearningSet", meaning="The version that holds in its place; `valid_to`: its end before."),
    _replaced(
        "Learning", "LearningSet", meaning="The version that holds in place of its own; `valid_to`: its end before."
    ),
    _summarises(
        "LearningSet", "LearningSet", meaning="One of the best sets of other places or tasks that it was made of."
    ),
    _derived("Learning", "Trial", meaning="A trial that taught it; `claim`: with which steps."),
    _derived("Learning", "Episode", meaning="A step that taught it."),
    RelationshipKind(
        "USED", "Episode", "Learning", "joins", 0.3, "A learning that the agent says that it used for a step."
    ),
    _mentions("Learning", meaning="A name in a learning."),
    RelationshipKind("WITHIN", "ItemNamespace", "ItemNamespace", "names", 0.0, "The namespace that it is within."),
    RelationshipKind("IN_NAMESPACE", "Item", "ItemNamespace", "names", 0.0, "Item to its namespace."),
    RelationshipKind("HAS_TEXT", "Item", "ItemText", "contains", 0.0, "Item to the texts that it is found by."),
    *(
        RelationshipKind("HAS_CONCEPT", source, target, "names", weight, f"A topic of {of_what}.", _STATED)
        for source, of_what, weight in (
            ("Learning", "the cause or the effect of a learning", 0.1),
            ("Task", "a task", 0.05),
            ("Environment", "an environment", 0.0),
        )
        for target in ("Concept", "Entity")
    ),
)
