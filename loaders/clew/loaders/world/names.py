"""When two names are one thing: "the key 1" and "key 1" are, "key 1" and "key 2" are not.

Articles, case and plurals are folded away before (`clew.naming`). What is left is one thing where it is spelt the same
but for spaces and hyphens, or where it means the same: the vectors are close, and the names share no word. Names that
share one, such as white locker and black locker, are told apart by the other, however close they are.
"""

import re

SAME = 0.95
"""Similarity (0 to 1, of a vector index) of "fridge" and "refrigerator" is 0.98, of "husband" and "wife" 0.93."""

_GAP = re.compile(r"(?<!\d)[\s\-_']+|[\s\-_']+(?!\d)")


def traits(name: str) -> dict[str, object]:
    """Return what of a normalised name is compared: spelling without gaps, words, whether one holds a digit."""
    return {
        "spelling": _GAP.sub("", name),
        "words": re.split(r"[\s\-_]+", name),
        "numbered": any(map(str.isdigit, name)),
    }
