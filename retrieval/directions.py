"""Directions in an encoder's vectors that tell one kind of text from another; learnt from wordings of our own.

`benchmarks/directions.py` learns them and says what each is worth.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

LEARNT = Path(__file__).with_name("directions.json")
"""By the name of the direction and the encoder's identity: the direction, and where texts of its kind begin."""

DirectionName = Literal["corrections", "requests"]


class Direction(NamedTuple):
    """A vector, shape (dimensions,) and length 1, and the cosine with it from which on a text is of its kind."""

    vector: list[float]
    threshold: float

    def reaches(self, vector: Sequence[float]) -> bool:
        """Return whether a text with this vector, of length 1, is of the kind."""
        return sum(map(float.__mul__, self.vector, map(float, vector))) >= self.threshold


@cache
def directions(name: DirectionName) -> dict[str, Direction]:
    """Return what was learnt under a name, by the encoder's identity; other encoders have none."""
    return {encoder: Direction(**each) for encoder, each in json.loads(LEARNT.read_text("utf-8"))[name].items()}
