"""The base of every group of settings, and how recall seeds, walks, scores and packs."""

from typing import TYPE_CHECKING, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from clew.errors import InvalidInput
from clew.graph.schema import DOCUMENTS, LEARNINGS, declared
from clew.model import Engine

LIMIT = 100
"""Hits returned where nothing else is asked for."""


class Frozen(BaseModel):
    """A group of settings: immutable, and strict about unknown names; its numbers are finite."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, allow_inf_nan=False)

    if not TYPE_CHECKING:  # a type checker reads the fields

        def __init__(self, **values: object) -> None:
            """Take values by the names of the fields; `InvalidInput` says which cannot be used."""
            try:
                super().__init__(**values)
            except ValidationError as error:
                raise _refused(error) from None

        __init__.__pydantic_base_init__ = True  # groups inside others are checked as ever, with their places

    def changed(self, **values: object) -> Self:
        """Return a copy with other values.

        Args:
            values: new values by the name of the field.

        Returns:
            The copy.

        Raises:
            InvalidInput: a name is unknown or a value cannot be used.

        Example:
            settings.changed(space="ben")
        """
        try:
            return self.model_validate(self.model_dump() | values)
        except ValidationError as error:
            raise _refused(error) from None


def _refused(error: ValidationError) -> InvalidInput:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    may_be_secret = first["type"] in ("string_type", "extra_forbidden")  # a password, or one under a wrong name
    is_shown = isinstance(first["input"], int | float) and not may_be_secret
    value = f" is {first['input']!r}" if is_shown else ""
    told = "there is no such setting" if first["type"] == "extra_forbidden" else worded(first)
    return InvalidInput(f"{name}{value}: {told}; correct it")


def worded(fault: ErrorDetails) -> str:
    """Return what pydantic says of a value, without Python's name of the error before words of ours."""
    said = fault["msg"]
    return said.removeprefix("Value error, ") if fault["type"] == "value_error" else said.lower()


class WalkSettings(Frozen):
    """Settings of PageRank for hits of one kind: its seeds, its walk, its weight."""

    weight: float = Field(ge=0)
    """Share of PageRank over its maximum in a hit's score; 0 switches the walk off."""
    seeds: int = Field(ge=1, le=200)
    """How many of the best of each kind are walked from, weighted by their lead over the next."""
    damping: float = Field(ge=0, lt=1)
    """Probability of following a relationship."""
    named: float = Field(ge=0, le=1)
    """Share of the walk that starts from what the question names: entities, and on conversations concepts."""
    rounds: int = Field(ge=1, le=4)
    """How often the neighbourhood is widened by two relationships: from text to text through what both mention."""
    cap: int = Field(ge=1, le=5000)
    """Nodes walked; cost grows with it."""
    about: float = Field(default=0.0, ge=0)
    """Weight of the way from a passage to one of a document about what it mentions. It is multiplied by the score with
    which search found that one, and divided by the number of documents about it. Of walks that go equally far
    together the largest holds."""


class EpisodeWalk(WalkSettings):
    """On conversations the walk adds about nothing: where an answer is, its neighbours are next to it."""

    weight: float = Field(default=0.3, ge=0)
    seeds: int = Field(default=10, ge=1, le=200)
    """Uniform weights cost 1.3 points. 5 to 20 measure the same on LoCoMo."""
    damping: float = Field(default=0.7, ge=0, lt=1)
    """Flat from 0.6 to 0.95."""
    named: float = Field(default=0.1, ge=0, le=1)
    """Flat from 0 to 0.3."""
    rounds: int = Field(default=1, ge=1, le=4)
    cap: int = Field(default=50, ge=1, le=5000)
    """75, 100 and 150 find nothing more, with facts or without, and take up to a tenth more of the time. Chosen on
    every second question of seven conversations of LoCoMo."""


class PassageWalk(WalkSettings):
    """On documents the walk is what finds evidence that the question does not name."""

    weight: float = Field(default=6.0, ge=0)
    """6 and 7 are equal; 8 costs 2 points on MuSiQue, 4 costs 3, 2 costs 11. On HotpotQA 3 to 7 are one question apart.
    Chosen with e5-small on the questions at even places; those at odd places say the same. With MiniLM 4
    finds 1 more."""
    seeds: int = Field(default=3, ge=1, le=200)
    """1 to 3 are equal, 10 cost 3 points, 20 cost 4."""
    damping: float = Field(default=0.85, ge=0, lt=1)
    """0.5 costs 3 points on HotpotQA and 6 on MuSiQue."""
    named: float = Field(default=0.5, ge=0, le=1)
    """None cost 4 points on MuSiQue."""
    rounds: int = Field(default=2, ge=1, le=4)
    """1 costs 2 points: evidence is two entities away."""
    cap: int = Field(default=500, ge=1, le=5000)
    """250 cost half a point on MuSiQue."""
    about: float = Field(default=4.0, ge=0)
    """It brings 5 points of R@5 on MuSiQue. 1.5 to 6 are equal. Chosen on the questions at even places."""


class LearningWalk(WalkSettings):
    """On learnings the walk finds what the words of a situation do not: what was learned of the same task or place.

    Chosen on 60 situations of `playground/benchmarks/learning_selection.py`; differences below 5 points are chance.
    """

    weight: float = Field(default=2.0, ge=0)
    """1 costs 7 points; 2 to 4 are equal."""
    seeds: int = Field(default=5, ge=1, le=200)
    """Where neither a task nor a place is named: 3 to 20 are equal, 10 cost a tenth of the time more."""
    damping: float = Field(default=0.85, ge=0, lt=1)
    """0.5 costs 5 points: what several sets say is further away."""
    named: float = Field(default=0.3, ge=0, le=1)
    """Where neither a task nor a place is named: 0.1 to 0.6 are equal."""
    rounds: int = Field(default=1, ge=1, le=4)
    """2 find nothing more, and could not share the walk of turns."""
    cap: int = Field(default=300, ge=1, le=5000)
    """500 find nothing more, and cost a fifth of the time; 250 cost 0.3 points."""


class RecallSettings(Frozen):
    """How recall seeds, walks, scores and packs; each default was measured.

    One hundred random settings of the weights within a factor two spanned 2.5 points of evidence recall, so the plateau
    is wide. Values that hurt are named beside each.
    """

    pool: int = Field(default=100, ge=1, le=1000)
    """Hits taken from each of vector and full text. 50 and 200 measure the same."""
    vector_weight: float = Field(default=0.65, ge=0)
    """Share of the min-max scaled cosine; without it -4.9 points."""
    text_weight: float = Field(default=0.35, ge=0)
    """Share of BM25 over the best BM25; without it -2.2. Flat from 0.25 to 0.55."""
    min_confidence: float = Field(default=0, ge=0, le=1)
    """Where a recall is less sure than this that memory holds what was asked, it returns no hits."""
    floor: float = Field(default=0.005, ge=0, le=1)
    """The same for `ask`, which then asks no model, and for an agent's middleware, which asks for more beside it.

    0 switches all of them off. It meets small talk. A question that has to be inferred ("Where do I live?", of a move)
    has 0.01 to 0.1 where little else is stored. A higher floor would silence true answers.
    """
    near_share: float = Field(default=0, ge=0, le=1)
    """Share of the best relevance that a hit has to have. An agent's middleware has 0.05.

    Of 1,000 words of LoCoMo it leaves 870. They hold 0.4 points less of the evidence.
    """
    part_discount: float = Field(default=0.05, ge=0, le=1)
    """How much more similar a part of a long turn must be than a whole turn, as similarity from 0 to 1. The best of
    several draws is high by chance."""
    next_one: float = Field(default=0.6, ge=0, le=1)
    """How much of a turn's score its neighbour gets, by maximum; summing costs 1.2 points, none costs 2."""
    next_two: float = Field(default=0.4, ge=0, le=1)
    """The same two turns away."""
    chained: int = Field(default=60, ge=1, le=2000)
    """The best turns found whose neighbours are looked at, and of which is asked whom they mention. On LoCoMo 30, 40,
    100 and all measure the same within 0.2 points among the best ten and in 1,000 words. But 40 cost ten chats with an
    assistant 0.8. All turns find 0.1 more among the best fifty, and take a tenth more of the time."""
    fact_pool: int = Field(default=50, ge=1, le=1000)
    """Facts, and reflections, taken from each of vector and full text."""
    fact_share: float = Field(default=1.0, ge=0, le=1)
    """How much of a fact's score the turns get that it is derived from, by maximum."""
    source_share: float = Field(default=0.6, ge=0, le=1)
    """How much of a turn's score the facts get that are derived from it, by maximum."""
    speaker_weight: float = Field(default=0.4, ge=0)
    """For turns of the one speaker that the question names; without it -2.7."""
    role_weight: float = Field(default=0.25, ge=0)
    """For turns of the user or the assistant, where a question means one of them by "I" or "you". Chosen on five chats
    with an assistant: 0.2 to 0.3 are equal, 0 costs 5 points of r@10, 0.6 costs 3."""
    session_weight: float = Field(default=0.25, ge=0)
    """Share of the session's own BM25; without it -0.7."""
    session_full: int = Field(default=16, ge=1, le=100)
    """In a chat with an assistant, sessions from which on it counts in full. With fewer it counts less, because one of
    three long ones tells little. On five chats of three to five sessions the full weight cost 4 points of r@10."""
    date_weight: float = Field(default=0.3, ge=0)
    """For turns of a day, month or year that the question names: said then, or telling of nothing with another date."""
    happened_weight: float = Field(default=1.0, ge=0)
    """The same for turns and facts that tell of something that happened then."""
    wish_weight: float = Field(default=0.3, ge=0)
    """For standing instructions of the user in a chat with an assistant; a third of it for preferences. Chosen on five
    such chats: 0.2 to 0.5 are equal, 0 costs 2.2 points of r@10."""
    turns_walk: bool = False
    """A space that holds turns alone is walked. On ten chats with an assistant that adds 1.2 points of the evidence in
    1,000 words, and between two people 0.2, both within chance. In made-up groups it takes 5 to 7 points of MRR. It
    takes a third of the time, too."""
    episode_walk: EpisodeWalk = EpisodeWalk()
    passage_walk: PassageWalk = PassageWalk()
    learning_walk: LearningWalk = LearningWalk()
    kind_contrast: float = Field(default=0.05, gt=0)
    """Where turns and passages are asked together: a kind whose closest hit is so much less similar than the other's
    scores e times less. Flat from 0.03 to 0.07; 0.02 costs turns 1 point, 0.1 costs passages 4, none costs them 29."""
    common_share: float = Field(default=0.005, gt=0, le=1)
    """An entity that more than this share of the space's texts mention is not walked: it says nothing."""
    common_least: int = Field(default=5, ge=1)
    """Mentions that are never too many."""
    iterations: int = Field(default=20, ge=1, le=500)
    """Steps of PageRank, at most."""
    remainder: float = Field(default=0.04, gt=0, lt=1)
    """Share of the mass that further steps would move, where PageRank ends: after 10 at a damping of 0.7, after 20 at
    0.85. On half of LoCoMo's questions 0.0008 at 0.7 finds nothing more; 0.08 at 0.85 costs MuSiQue a point, 0.2 two. A
    step takes Graph Data Science 0.25 ms."""
    tolerance: float = Field(default=1e-7, gt=0)
    """Where PageRank may stop earlier."""
    hub_degree: float = Field(default=5.0, gt=0)
    """A relationship into a node of a higher degree is dampened by hub_degree / degree."""
    expand_degree: int = Field(default=500, ge=1)
    """A node of a higher degree is not expanded: it says nothing and costs much."""
    first_hop: int = Field(default=50, ge=1)
    """Neighbours taken per seed."""
    second_hop: int = Field(default=30, ge=1)
    """Neighbours taken per node of the first hop."""
    engine: Engine = "gds"
    """The engine that computes PageRank: the database's Graph Data Science, or the same iteration in process."""
    words: int = Field(default=1000, ge=1)
    """Budget of the packed text, its headers included."""
    fact_words: float | None = Field(default=None, ge=0, le=1)
    """Share of the words that facts and reflections may take; None: they compete with turns."""
    limit: int = Field(default=LIMIT, ge=1, le=1000)
    """Hits returned; with more than by default each search takes as many."""
    rerank_pool: int = Field(default=50, ge=2, le=1000)
    """The best hits, which a reranker reads where a memory has one; those behind them stay behind."""
    rerank_weight: float = Field(default=1.0, ge=0)
    """The gain of the reranker's first over its last; 1: as much as lies between our best and our worst score."""
    breadth: bool | None = None
    """True where many moments are wanted and not the closest one; None: where the question's form says so."""
    read_by: Literal["rules", "model"] = "rules"
    """Rules read a question, or one call of the memory's language model does, with the rules where it fails."""
    recent: bool | None = None
    """True where the recent sessions shall lead, False where age shall not count; None: as the question says."""
    repeat_discount: float = Field(default=0.2, ge=0)
    """Where many moments are wanted: what a turn loses for each better one of its session. Chosen on five chats with an
    assistant: 0.02 to 1 are equal."""
    breadth_words: int = Field(default=30, ge=1)
    """Where many moments are wanted: words that are shown of each turn, before those that are left are shared out."""

    def pool_of(self, kind: str) -> int:
        """Return how many hits of a kind are taken from each search."""
        own = self.fact_pool if declared().kind(kind).section == "semantic" else self.pool
        return own if self.limit <= LIMIT else max(own, self.limit)

    def walk(self, family: str) -> WalkSettings:
        """Return how hits of a family are walked to."""
        own: dict[str, WalkSettings] = {DOCUMENTS: self.passage_walk, LEARNINGS: self.learning_walk}
        return own.get(family, self.episode_walk)

    def for_chat(self, sessions: int) -> Self:
        """Return the settings for a chat of so many sessions with an assistant."""
        return self.changed(session_weight=self.session_weight * min(1.0, sessions / self.session_full))

    def common(self, texts: int) -> int:
        """Return how many of so many texts may mention an entity that is walked."""
        return max(self.common_least, int(self.common_share * texts))

    def without_pagerank(self) -> Self:
        """Return the same settings with the walk switched off."""
        off = {"weight": 0.0}
        return self.changed(
            episode_walk=self.episode_walk.changed(**off),
            passage_walk=self.passage_walk.changed(**off),
            learning_walk=self.learning_walk.changed(**off),
        )
