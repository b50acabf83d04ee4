"""Each conversation is judged by the variant that does best on all the others."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np


class Place(NamedTuple):
    """Where a question is from."""

    kind: str
    conversation: str


def best_elsewhere(found: Mapping[str, Sequence[float]], places: Sequence[Place]) -> list[float]:
    """Return for each question the figure of the variant that does best without its conversation.

    Kinds of conversations count alike, whatever the number of their questions; ties go to the first variant.

    Args:
        found: per variant the figure of each question.
        places: of the questions.
    """
    chosen = {
        left_out: max(found, key=lambda name, left_out=left_out: _mean(found[name], places, left_out))
        for left_out in {place.conversation for place in places}
    }
    return [found[chosen[place.conversation]][row] for row, place in enumerate(places)]


def _mean(values: Sequence[float], places: Sequence[Place], left_out: str) -> float:
    """The mean over the kinds of the mean over their questions."""
    by_kind: dict[str, list[float]] = {}
    for value, place in zip(values, places, strict=True):
        if place.conversation != left_out:
            by_kind.setdefault(place.kind, []).append(value)
    return float(np.mean([np.mean(each) for each in by_kind.values()]))
