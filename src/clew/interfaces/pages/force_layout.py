"""The places of the nodes of a drawn graph."""

from collections.abc import Mapping, Sequence

import numpy as np

_ROUNDS = 250
_USUAL = 200  # nodes. Of more, fewer rounds do: a round takes the square of their number.
Spot = tuple[float, float]  # shares of width and height, 0 to 1


def springs(count: int, pulls: Mapping[tuple[int, int], float], start: Sequence[Spot] | None = None) -> list[Spot]:
    """Compute Fruchterman and Reingold's layout with a pull to the middle: the same for the same graph.

    `pulls` say how strongly two nodes, by number, attract each other; 1 is usual. Without a start they stand anywhere.
    """
    if count < 2:
        return [(0.5, 0.5)] * count
    spots = np.array(start) - 0.5 if start else np.random.default_rng(7).random((count, 2)) - 0.5
    joined = np.zeros((count, count))
    for (one, other), pull in pulls.items():
        joined[one, other] = joined[other, one] = pull
    ideal = 0.9 / np.sqrt(count)
    for heat in np.linspace(0.12, 0.001, max(_ROUNDS * _USUAL // max(count, _USUAL), 50)):
        x, y = spots.T
        far = np.maximum((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2, 1e-8)  # squares of distances
        force = ideal**2 / far - joined * np.sqrt(far) / ideal
        push = spots * force.sum(axis=1, keepdims=True) - force @ spots - 1.2 * spots
        length = np.maximum(np.linalg.norm(push, axis=1, keepdims=True), 1e-9)
        spots += push / length * np.minimum(length, heat)
    low, high = spots.min(axis=0), spots.max(axis=0)
    shares = (spots - low) / np.maximum(high - low, 1e-9)
    return [(float(x), float(y)) for x, y in shares]
