"""Labels into concepts: the same topic is one node, however it is written."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clew.queries import load
from clew.space import SpaceTransaction

SAME = 0.85
"""Cosine from which two labels are one concept: "adopting a child" and "child adoption", not "cat" and "dog"."""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a label as `topic` gives it, the label as it is shown, and its vector, of length 1."""

    name: str
    text: str
    vector: Sequence[float]


def concepts_of(transaction: SpaceTransaction, labels: Sequence[Label]) -> dict[str, str]:
    """Which concept each label stands for: a known one of its spelling, one close in meaning, else itself.

    Args:
        transaction: of the space.
        labels: of different names.

    Returns:
        Names of concepts, by the labels' names.
    """
    if not labels:
        return {}
    rows = [{"name": each.name, "vector": list(each.vector)} for each in labels]
    known = transaction.run(load("write/known_concepts", str), rows=rows, least=(1 + SAME) / 2)
    vectors = np.array([each.vector for each in labels])
    alike = vectors @ vectors.T >= SAME
    chosen: list[str] = []
    for row, (label, name) in enumerate(zip(labels, known, strict=True)):
        like = next((chosen[before] for before in np.flatnonzero(alike[row, :row])), "")
        chosen.append(name or like or label.name)
    return dict(zip((label.name for label in labels), chosen, strict=True))
