"""GAAMA's scoring on Clew's graph: the nearest turns, two hops around the best of them, a walk, and a weighted sum.

The recipe is that of its public code, which differs from its paper. Similarity weighs ten times as much as the walk,
and a node that only the walk finds has no similarity. So the walk reorders the nodes that the vectors found. There are
no facts or reflections here, because a language model makes them.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np
from recall_times import NEAREST
from scipy.sparse import csr_array

from clew.graph.queries import generated, parse
from clew.graph.rows import Row
from clew.graph.space import Space
from clew.text.instants import FOREVER

POOL, SEEDS = 330, 40
FOLLOW = 0.6
WALK_SHARE, SIMILARITY_SHARE = 0.1, 1.0
ITERATIONS, TOLERANCE = 100, 1e-6

SEARCH = generated("gaama_nearest", NEAREST.replace("LIMIT 100", f"LIMIT {POOL}"))
TWO_HOPS = parse("two_hops", (Path(__file__).parents[1] / "cypher" / "two_hops.cypher").read_text("utf-8"))


def recall(space: Space, question: str, limit: int) -> list[str]:
    """Return the ids of the best turns, best first."""
    vector = space.embed_query(question)
    found = {row["id"]: row["score"] for row in space.read(SEARCH, vector=vector, forever=FOREVER)}
    if not found:
        return []
    seeds = dict(list(found.items())[:SEEDS])
    ranks = _walk(space.read(TWO_HOPS, ids=list(seeds)), seeds)
    best, most = max(found.values()), max(ranks.values())
    scores = {
        id: SIMILARITY_SHARE * score / best + WALK_SHARE * ranks.get(id, 0.0) / most for id, score in found.items()
    }
    return sorted(scores, key=lambda id: -scores[id])[:limit]


def _walk(rows: list[Row], seeds: dict[str, float]) -> dict[str, float]:
    """Personalized PageRank over the nodes within two hops; every type of relation weighs the same here."""
    numbers: dict[str, int] = defaultdict(lambda: len(numbers))
    for id in [*seeds, *(row["source"] for row in rows)]:
        numbers[id]
    pairs = [(numbers[row["source"]], numbers[id]) for row in rows for id in row["targets"] if id in numbers]
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    source, target = np.concatenate([ends, ends[:, ::-1]]).T
    degrees = np.bincount(source, minlength=len(numbers))
    follow = csr_array((1 / degrees[source], (target, source)), shape=(len(numbers), len(numbers)))
    start = np.zeros(len(numbers))
    start[: len(seeds)] = list(seeds.values())
    start /= start.sum()
    ranks = start
    for _ in range(ITERATIONS):
        sinking = ranks[degrees == 0].sum()
        after = (1 - FOLLOW + FOLLOW * sinking) * start + FOLLOW * (follow @ ranks)
        if np.abs(after - ranks).sum() < TOLERANCE:
            break
        ranks = after
    return dict(zip(numbers, ranks.tolist(), strict=True))
