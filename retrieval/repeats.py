"""Turns that say the same in the same words, as one: what is said every week leaves room for the rest."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from clew.model import Hit

_WORD = re.compile(r"\w+")


def said_once(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return hits with the latest of the turns in which one speaker says the same words, in the place of the best.

    Capitals, signs and spaces make no difference. `Hit.repeats` counts them, and `Hit.first_said` is when it began.
    """
    alike: dict[tuple[str, tuple[str, ...]], list[tuple[datetime, Hit]]] = {}
    keys: list[tuple[str, tuple[str, ...]] | None] = []
    for hit in hits:
        words = tuple(_WORD.findall(f"{hit.text} {hit.caption}".casefold()))
        key = (hit.speaker, words) if words and hit.at and hit.kind == "Episode" else None
        keys.append(key)
        if key and hit.at:
            alike.setdefault(key, []).append((hit.at, hit))
    found: list[Hit] = []
    for hit, key in zip(hits, keys, strict=True):
        said = alike.get(key, []) if key else []
        if len(said) < 2:
            found.append(hit)
        elif said[0][1] is hit:  # the best of them
            _, latest = max(said, key=lambda each: each[0])
            found.append(replace(latest, repeats=len(said), first_said=min(at for at, _ in said)))
    return tuple(found)
