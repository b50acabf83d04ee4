"""The choice of questions where a model is too slow for all of them."""

from collections.abc import Sequence
from typing import TypeVar

Question = TypeVar("Question")


def spread(asked: Sequence[Question], most: int) -> tuple[Question, ...]:
    """So many of the questions, evenly spread from the first on; all where `most` is 0 or more than there are."""
    number = min(most or len(asked), len(asked))
    return tuple(asked[place * len(asked) // number] for place in range(number))
