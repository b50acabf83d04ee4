"""Every choice in one frozen object; only the command line reads the environment."""

import os
from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from clew.errors import InvalidInput
from clew.model import Engine

PREFIX = "CLEW_"

NO_SETTINGS = frozenset({"CLEW_DEBUG", "CLEW_TEST_CACHE"})
"""Variables of the command line and of the tests."""


class Frozen(BaseModel):
    """A group of settings: immutable, and strict about unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def changed(self, **values: object) -> Self:
        """A copy with other values.

        Raises:
            InvalidInput: a name is unknown or a value cannot be used.
        """
        try:
            return self.model_validate(self.model_dump() | values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            raise InvalidInput(f"{name} is {first['input']!r}: {first['msg'].lower()}; correct it") from None


class RecallSettings(Frozen):
    """How recall seeds, walks, scores and packs; the defaults are form R of the measured study.

    One hundred random settings of the weights within a factor two spanned 2.5 points of evidence recall, so
    the plateau is wide; what hurts is named beside each.
    """

    pool: int = Field(default=100, ge=1, le=1000)
    """Hits taken from each of vector and full text. 50 and 200 measure the same."""
    vector_weight: float = Field(default=0.65, ge=0)
    """Share of the min-max scaled cosine; without it -4.9 points."""
    text_weight: float = Field(default=0.35, ge=0)
    """Share of BM25 over the best BM25; without it -2.2. Flat from 0.25 to 0.55."""
    next_one: float = Field(default=0.6, ge=0, le=1)
    """How much of a turn's score its neighbour gets, by maximum; summing costs 1.2 points, none costs 2."""
    next_two: float = Field(default=0.4, ge=0, le=1)
    """The same two turns away."""
    speaker_weight: float = Field(default=0.4, ge=0)
    """For turns of the one speaker that the question names; without it -2.7."""
    session_weight: float = Field(default=0.25, ge=0)
    """Share of the session's own BM25; without it -0.7."""
    date_weight: float = Field(default=0.3, ge=0)
    """For turns of a day, month or year that the question names."""
    pagerank_weight: float = Field(default=0.3, ge=0)
    """Share of PageRank over its maximum; 0 switches the walk off. About 0 on chats, large on documents."""
    seeds: int = Field(default=20, ge=1, le=200)
    """How many of the best are walked from, weighted by their lead over the next; uniform costs 1.3."""
    damping: float = Field(default=0.7, ge=0, lt=1)
    """Probability of following a relation; flat from 0.6 to 0.95."""
    iterations: int = Field(default=20, ge=1, le=500)
    """0.7 to the 20th leaves 0.08 % of the mass."""
    tolerance: float = Field(default=1e-7, gt=0)
    """Where PageRank may stop earlier."""
    hub_degree: float = Field(default=5.0, gt=0)
    """A relation into a node of a higher degree is dampened by hub_degree / degree."""
    expand_degree: int = Field(default=500, ge=1)
    """A node of a higher degree is not expanded: it says nothing and costs much."""
    first_hop: int = Field(default=50, ge=1)
    """Neighbours taken per seed."""
    second_hop: int = Field(default=30, ge=1)
    """Neighbours taken per node of the first hop."""
    cap: int = Field(default=500, ge=1, le=5000)
    """Nodes walked; 500 keep 94 % of the top 50 of a walk over everything, and cost grows with it."""
    engine: Engine = "gds"
    """What computes PageRank: the database's Graph Data Science, or the same iteration in process."""
    words: int = Field(default=1000, ge=1)
    """Budget of the packed text, its headers included."""
    limit: int = Field(default=100, ge=1, le=1000)
    """Hits returned."""


class Settings(Frozen):
    """Where memory lives and how it works."""

    uri: str = ""
    """Of a Neo4j of your own, such as neo4j://localhost:7687; empty: the managed local server."""
    user: str = "neo4j"
    password: SecretStr = SecretStr("")
    database: str = "neo4j"
    mirror: str = ""
    """A Maven repository to fetch the managed server from; empty: Maven Central."""
    heap_mb: int = Field(default=0, ge=0)
    """Java heap of the managed server; 0: by the machine."""
    page_cache_mb: int = Field(default=0, ge=0)
    """Page cache of the managed server; 0: by the machine."""
    space: str = "default"
    encoder: str = "minilm"
    """`minilm`, `sentence-transformers:MODEL` or `openai:MODEL`."""
    encoder_url: str = ""
    """Base URL of an OpenAI-compatible server, for `openai:MODEL`."""
    encoder_key: SecretStr = SecretStr("")
    """API key, for `openai:MODEL`."""
    threads: int = Field(default=0, ge=0)
    """Threads of the default encoder; 0: one per core."""
    concepts: bool = True
    """Whether remembering links turns to the concepts that they mention."""
    recall: RecallSettings = RecallSettings()

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Read `CLEW_URI`, `CLEW_SPACE`, `CLEW_RECALL__POOL` and so on; called by the command line only.

        Raises:
            InvalidInput: a variable is unknown or its value cannot be used.
        """
        values: dict[str, object] = {}
        recall: dict[str, object] = {}
        for name, value in (os.environ if environ is None else environ).items():
            if not name.startswith(PREFIX) or name in NO_SETTINGS:
                continue
            group, _, field = name.removeprefix(PREFIX).lower().partition("__")
            if field and group == "recall":
                recall[field] = value
            else:
                values[group] = value
        try:
            return cls.model_validate(values | ({"recall": recall} if recall else {}))
        except ValidationError as error:
            raise InvalidInput(_explain(error)) from None


def _explain(error: ValidationError) -> str:
    first = error.errors()[0]
    name = PREFIX + "__".join(str(part) for part in first["loc"]).upper()
    return f"{name}={first['input']!r}: {first['msg'].lower()}; correct or unset it"
