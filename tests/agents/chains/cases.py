"""A call of each kind of chain without a graph: what is given, what a model says, and what comes of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from clew.agents.ariadne.chains import ActionPlan, SubGoal
from clew.agents.chains import (
    ALIASES,
    ANSWER,
    CHOOSE,
    FACTS,
    KARMA_PLAN,
    OUTDATED,
    PASSAGE_TRIPLETS,
    PLAN,
    PROFILE,
    QUESTION,
    REFLECTIONS,
    STATES_SEEN,
    SUMMARISE,
    TRIPLETS,
    VERDICTS,
    AnyChain,
    Asked,
    Believed,
    Excerpt,
    Hints,
    InSight,
    Offered,
    Pair,
    Portrayed,
    Posed,
    Related,
    Reply,
    Said,
    Seen,
    ShownFact,
    ShownPassage,
)
from clew.agents.karma.model import SaidPlan, SaidStep
from clew.loaders.knowledge.extraction import ExtractedFacts
from clew.loaders.knowledge.histories import Known
from clew.loaders.knowledge.learnt_aliases import Alias, HintLine
from clew.loaders.knowledge.reconcile import Claim
from clew.loaders.knowledge.triplets import ExtractedTriplets, Stated
from clew.loaders.language.entities import Entity
from clew.loaders.scene.states import ReadStates
from clew.loaders.working.summary import SubgoalLine
from clew.loaders.world.reading import Extraction
from clew.model import Fact, Hit, ListedMemory, ProfileSentence, Recall, ScoreParts
from clew.model.learnings import Learning, StoredLearning
from clew.model.scene import Point, Thing
from clew.model.triplet import Triplet
from clew.model.working import Run
from clew.retrieval.question import QuestionForm
from clew.text.instants import FOREVER

NOON = datetime(2023, 5, 8, 12, tzinfo=UTC)
MOVED = Said("episode:s/0", "s", 0, "Ann", "I moved to Oslo.", NOON)
HIT = Hit(
    *("episode:s/0", "Episode", "I moved to Oslo.", "Ann", NOON, "s", 0, "", {}, 1.0),
    ScoreParts(),
    (),
)
"""One memory that was recalled."""

BERGEN = Fact("Ann lives in Bergen.", ("episode:s/0",))
OSLO = Fact("Ann lives in Oslo.", ("episode:s/1",))
PAIR = Pair(Claim(OSLO, [1.0], NOON, "Ann", NOON), Known("fact:1", BERGEN.text, "key", NOON, FOREVER, NOON, 0.8))
LEARNT = StoredLearning("learning:1", 1, Learning("Opening the tap fills the cup."), "fill", "kitchen", "set:1")
MUG = Thing("Mug|1", "Mug", Point(1.0, 0.9, 1.0), True)


def recalled(*hits: Hit) -> Recall:
    """Return a recall that found and packed these hits."""
    return Recall("Where does Ann live?", hits, hits, "", None, {})


@dataclass(frozen=True)
class Case:
    """One call.

    Attributes:
        chain: is asked.
        given: its input.
        said: what the model says.
        result: its output.
    """

    chain: AnyChain
    given: Any
    said: str
    result: Any


def says(**answer: Any) -> str:
    """An answer in its form."""
    return json.dumps(answer)


def open_run() -> Run:
    """A run whose subgoal has a step."""
    return Run("run", "make tea").with_subgoal("boil water", None).with_step("fill the kettle", "The kettle is full.")


CASES: Mapping[str, Case] = {
    case.chain.name: case
    for case in (
        Case(
            FACTS,
            Excerpt([MOVED]),
            says(facts=[{"text": "Ann moved to Oslo.", "turns": [1]}, {"text": "Nobody said so.", "turns": [7]}]),
            ExtractedFacts((Fact("Ann moved to Oslo.", ("episode:s/0",)),), 1),
        ),
        Case(
            ALIASES,
            Hints(["Ann"], [HintLine(MOVED, "Call me Annie.", "Call me Annie.")]),
            says(aliases=[{"name": "Annie", "label": "Ann", "lines": [1]}]),
            (Alias("Annie", "Ann", "episode:s/0"),),
        ),
        Case(VERDICTS, [PAIR], says(rulings=[{"pair": 1, "verdict": "replaces"}]), {PAIR.ids: "replaces"}),
        Case(
            REFLECTIONS,
            Related(
                [ShownFact("a", "Ann has a cat."), ShownFact("b", "Ann has a dog."), ShownFact("c", "It rains.")], []
            ),
            says(insights=[{"text": "Ann likes animals.", "facts": [1, 2]}, {"text": "It is wet.", "facts": [3]}]),
            {"Ann likes animals.": ("a", "b")},
        ),
        Case(
            PASSAGE_TRIPLETS,
            ShownPassage("Oslo", "Oslo is the capital of Norway."),
            says(triplets=[{"subject": "Oslo", "predicate": "is the capital of", "object": "Norway"}]),
            ExtractedTriplets(
                (Stated(Entity("oslo", "Oslo"), "is the capital of", Entity("norway", "Norway")),),
            ),
        ),
        Case(
            TRIPLETS,
            Seen("A key lies on the table.", place="hall"),
            says(place="", triplets=[{"subject": "key", "predicate": "on top of", "object": "table"}]),
            Extraction("hall", (Triplet("key", "is on", "table"),), "model"),
        ),
        Case(
            OUTDATED,
            Believed({"t1": Triplet("fire", "burns in", "stove")}, [Triplet("fire", "died in", "stove")]),
            says(replaced=[{"old": 1, "new": 1}, {"old": 9, "new": 1}]),
            {"t1": Triplet("fire", "died in", "stove")},
        ),
        Case(
            SUMMARISE,
            open_run(),
            says(summary="The kettle\nis full.", met=False),
            SubgoalLine(summary="The kettle is full.", met=False),
        ),
        Case(
            STATES_SEEN,
            InSight("Clean the mug.", [MUG], "The mug is dirty."),
            says(states=[{"words": "mug is dirty", "thing": "mug", "state": "dirty"}]),
            ReadStates((MUG.having("dirty"),)),
        ),
        Case(CHOOSE, Offered("fill the cup", [LEARNT], 3), says(numbers=[1, 4]), (LEARNT,)),
        Case(
            ANSWER,
            Asked(recalled(HIT), "Where does Ann live?"),
            "She lives in Oslo [1], not in Rome [2].",
            Reply("She lives in Oslo [1], not in Rome.", ("episode:s/0",), 1),
        ),
        Case(
            PROFILE,
            Portrayed("Ann", [ListedMemory("fact:1", "Fact", "Ann has a cat.", "", "", None, NOON, None, 1.0, ())], 20),
            says(sentences=[{"text": "Ann keeps\na cat.", "facts": [1, 7]}, {"text": "She sings.", "facts": [2]}]),
            (ProfileSentence("Ann keeps a cat.", ("fact:1",)),),
        ),
        Case(
            QUESTION,
            Posed("Was hat Ann gestern gekauft?", ["Ann", "Ben"], NOON.date()),
            says(speakers=["Ann"], period="2023-05-07", many=False, time="past"),
            QuestionForm(speakers=["Ann"], period="2023-05-07", many=False, time="past"),
        ),
        Case(
            PLAN,
            dict.fromkeys(PLAN.prompt.inputs, "none"),
            says(steps=[{"sub_goal": "open the door"}]),
            ActionPlan(steps=[SubGoal(sub_goal="open the door")]),
        ),
        Case(
            KARMA_PLAN,
            dict.fromkeys(KARMA_PLAN.prompt.inputs, "none"),
            says(steps=[{"skill": "explore", "target": "Mug"}]),
            SaidPlan(steps=[SaidStep(skill="explore", target="Mug")]),
        ),
    )
}
"""By the name of the chain."""
