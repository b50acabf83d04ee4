"""Selects the learnings for a situation: all, the most similar, what the graph leads to, or a model's choice.

Source: CLIN, section 3.3, which asks a language model; the other ways are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import BaseModel, Field

from clew.errors import InvalidInput
from clew.graph.queries import load
from clew.graph.space import Space
from clew.llm import Chain, LanguageModel, Prompt, required
from clew.model import Filter
from clew.model.learnings import Chosen, StoredLearning
from clew.retrieval.learnings import read
from clew.retrieval.learnings.family import LearningsFamily
from clew.retrieval.learnings.read import NOW, Times
from clew.retrieval.recall import recall
from clew.settings import RecallSettings
from clew.text.quotation import indented

Selection = Literal["all", "similarity", "graph", "model"]

KIND: Final = "learning"

MAX_SHOWN = 60  # learnings that a model chooses from; of more it is shown the most similar


class Numbers(BaseModel):
    """The learnings that help."""

    numbers: list[int] = Field(description="numbers of the learnings, the most helpful first")


@dataclass(frozen=True, slots=True)
class LearningQuery:
    """The situation for which an agent wants learnings."""

    text: str  # what is to be done, and what is seen
    task: str = ""  # name of the present task; empty: any
    environment: str = ""  # name of the present environment; empty: any
    across: bool = False  # whether learnings of other tasks and environments may be returned too
    times: Times = NOW  # when they shall hold, and by what was believed when

    def held(self, space: Space) -> tuple[StoredLearning, ...]:
        """Return the learnings that may be returned, in the order of their sets."""
        pair = ("", "") if self.across else (self.task, self.environment)
        return tuple(each for one in read.held(space, *pair, self.times) for each in one.learnings)


def select(
    space: Space,
    situation: LearningQuery,
    settings: RecallSettings,
    *,
    k: int,
    mode: Selection,
    model: LanguageModel | None = None,
) -> tuple[Chosen, ...]:
    """Return the learnings that fit a situation, best first: at most `k`, but with the mode `all` every one.

    Raises:
        InvalidInput: the situation is blank, `k` is less than 1, or a model shall choose and none is given.
    """
    if k < 1:
        raise InvalidInput(f"{k} learnings were asked for; give 1 or more")
    if not situation.text.strip():
        raise InvalidInput("the situation is blank; say what is to be done or seen")
    if mode == "all":
        return tuple(map(Chosen, situation.held(space)))
    is_then = situation.times.known_at is not None  # no index knows what was believed then
    is_bound = is_then or (not situation.across and bool(situation.task or situation.environment))
    within = frozenset(each.id for each in situation.held(space)) if is_bound else None
    if mode == "graph":
        names = {"task": situation.task, "environment": situation.environment}
        ids = [f"{kind}:{name}" for kind, name in names.items() if name]
        places = tuple(space.read(load("learnings/there", str), ids=ids)) if ids else ()
        return _ranked(space, situation, settings, k, LearningsFamily(places=places, within=within))
    by_meaning = LearningsFamily(within=within, is_walked=False)
    if mode == "similarity":
        return _ranked(space, situation, settings, k, by_meaning)
    chooser = required(model, "selecting by a model")
    if not (near := _ranked(space, situation, settings, MAX_SHOWN, by_meaning)):
        return ()
    return tuple(map(Chosen, CHOOSE.on(chooser).invoke(Offered(situation.text, [each.stored for each in near], k))))


def _ranked(
    space: Space, situation: LearningQuery, settings: RecallSettings, k: int, family: LearningsFamily
) -> tuple[Chosen, ...]:
    if not family.is_walked:
        settings = settings.changed(text_weight=0.0).without_pagerank()
    times = situation.times
    where = Filter(kinds=[KIND], as_of=None if times == NOW else times.holding, known_at=times.known_at)
    hits = recall(space, situation.text, settings.changed(limit=min(k, 1000)), where, [family]).hits
    ids = [hit.id for hit in hits]
    found = space.reading(lambda transaction: read.read_learnings(transaction, ids, times.holding))
    held = {each.id: each for each in found}
    return tuple(Chosen(held[hit.id], hit.score, hit.path) for hit in hits if hit.id in held)


@dataclass(frozen=True, slots=True)
class Offered:
    """Learnings that a model chooses from for a situation, and how many at most."""

    situation: str
    learnings: Sequence[StoredLearning]
    k: int

    def chosen(self, said: Numbers) -> tuple[StoredLearning, ...]:
        """Return the learnings of the numbers that a model said; other numbers are passed over."""
        numbers = [number for number in dict.fromkeys(said.numbers) if 1 <= number <= len(self.learnings)]
        return tuple(self.learnings[number - 1] for number in numbers[: self.k])


def listed(learnings: Sequence[StoredLearning]) -> str:
    """Return learnings as a numbered list, from 1."""
    return "\n".join(f"{number}. {indented(each.learning.text)}" for number, each in enumerate(learnings, 1))


CHOOSE = Chain("learning selection", Prompt.load("clew.retrieval", "select_learnings"), Numbers).between(
    Offered,
    tuple[StoredLearning, ...],
    lambda offered: {
        "situation": f"  {indented(offered.situation)}",
        "learnings": listed(offered.learnings),
        "most": str(offered.k),
    },
    Offered.chosen,
    lambda offered: None if offered.learnings else (),
)
