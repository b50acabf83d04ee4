"""The walks of one recall: those that go equally far share what is fetched around their seeds, and its projection."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from clew.graph.space import SpaceTransaction
from clew.retrieval.context import Context
from clew.retrieval.neighbourhood import NOWHERE, Neighbourhood, neighbourhood, walk_graph
from clew.retrieval.pagerank import Start, pageranks
from clew.settings import WalkSettings

MAX_CAP = 5000
"""Nodes that are walked together."""


class Walk(NamedTuple):
    """Where a walk starts, by id and weight, and how it goes; without seeds it goes nowhere."""

    seeds: Mapping[str, float]
    settings: WalkSettings


def explore(
    transaction: SpaceTransaction, context: Context, walks: Sequence[Walk]
) -> Callable[[], list[Neighbourhood]]:
    """Ask for what each walk can reach: one neighbourhood for all walks of equally many rounds, as large as their caps.

    Returns:
        What fetches, per walk, its neighbourhood; walks that share one have the same object.
    """
    fetches = {
        rounds: neighbourhood(transaction, context, *_together(group)) for rounds, group in _by_rounds(walks).items()
    }

    def fetch() -> list[Neighbourhood]:
        arounds = {rounds: fetch_one() for rounds, fetch_one in fetches.items()}
        return [arounds[walk.settings.rounds] if walk.seeds else NOWHERE for walk in walks]

    return fetch


def rank(context: Context, walks: Sequence[Walk], arounds: Sequence[Neighbourhood]) -> list[dict[str, float]]:
    """Compute PageRank of what each walk can reach, by id; each walk keeps its own seeds and damping factor.

    Args:
        context: weights and engine.
        walks: of the families.
        arounds: per walk what it can reach, as `explore` returns it; it is projected once for all that share it.

    Returns:
        Per walk the ranks; empty where nothing is walked from.
    """
    ranks = [dict[str, float]() for _ in walks]
    for shared in {id(around): around for around in arounds}.values():
        numbers = {node: number for number, node in enumerate(shared.degrees)}
        starts = {
            place: Start({numbers[each]: weight for each, weight in walk.seeds.items() if each in numbers}, damping)
            for place, walk in enumerate(walks)
            for damping in [walk.settings.damping]
            if arounds[place] is shared
        }
        starts = {place: start for place, start in starts.items() if start.seeds}
        if starts:
            walked = walk_graph(shared, context.common, context.settings)
            found = pageranks(context.space.graph, walked, list(starts.values()), context.settings)
            for place, values in zip(starts, found, strict=True):
                ranks[place] = dict(zip(numbers, values.tolist(), strict=True))
    return ranks


def _by_rounds(walks: Sequence[Walk]) -> dict[int, list[Walk]]:
    groups: dict[int, list[Walk]] = {}
    for walk in walks:
        if walk.seeds:
            groups.setdefault(walk.settings.rounds, []).append(walk)
    return groups


def _together(walks: Sequence[Walk]) -> tuple[dict[str, float], WalkSettings]:
    """Return the seeds of several walks, heaviest first, and how far they go together."""
    seeds: dict[str, float] = {}
    for walk in walks:
        for each, weight in walk.seeds.items():
            seeds[each] = seeds.get(each, 0.0) + weight
    cap = min(MAX_CAP, sum(walk.settings.cap for walk in walks))
    return dict(sorted(seeds.items(), key=lambda seed: -seed[1])), walks[0].settings.changed(cap=cap)
