"""Ranks the observations of a world by how much they say of what was found.

Source: AriGraph, section 2.3: of N triplets of an episode n were found, and its relevance is n / max(N, 1) *
log2(max(N, 1)). Its code adds the likeness of the plan to the episode; here that has a weight of its own. As there,
what is seen again in the same words is one observation.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.world import Held, RunStep


def episodic(
    space: Space,
    found: Sequence[Held],
    *,
    most: int,
    at: datetime,
    without: Collection[str] = (),
    plan: str = "",
    weight: float = 0.0,
) -> tuple[RunStep, ...]:
    """Rank the observations, made until then, that what was found stems from.

    Observations that the caller holds already (`without`) make room for others, in other words. The plan's likeness to
    an observation (cosine, as 0 to 1) counts with its `weight` beside the relevance. The best relevance is scaled to 1.

    Returns:
        Best first, each text once; of equal ones the later, in whatever run.
    """
    vector = space.embed_query(plan) if weight and plan.strip() else None
    ids = [each.id for each in found]
    query = load("world/episodes", tuple[RunStep, int, int])
    ask = space.read if vector is None else space.compare
    rows = ask(query, ids=ids, without=list(without), vector=vector, at=at) if ids else []
    relevances = [(step, relevance(stated, all_)) for step, stated, all_ in rows]
    best = max((score for _, score in relevances), default=0.0) or 1.0
    steps = [replace(step, score=score / best + weight * step.score) for step, score in relevances]
    told: dict[str, RunStep] = {}
    for each in sorted(steps, key=lambda each: -each.score):
        told.setdefault(each.text, each)
    return tuple(told.values())[:most]


def relevance(found: int, of: int) -> float:
    """Return the paper's formula: the share of an episode's triplets that were found, weighted by how many it has."""
    return found / max(of, 1) * math.log2(max(of, 1))


def history(
    space: Space, run: str, action: str | None, most: int, at: datetime, *, like: str = ""
) -> tuple[RunStep, ...]:
    """Return the last steps of a run until then, the newest first; given an action, only those after it.

    The score of a step is the likeness of its observation to the text `like` (cosine, as 0 to 1).
    """
    vector = space.embed_query(like) if like.strip() else None
    query = load("world/history", RunStep)
    ask = space.read if vector is None else space.compare
    return tuple(ask(query, run=run, action=action, most=most, at=at, vector=vector))
