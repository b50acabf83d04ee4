"""Matches a model's words to a valid action: the same words, else the nearest by its vector.

Source: CLIN, section 3.3: similarity above 0.9, else the model is told and asked again, 5 times at most. As in its
public code the last try takes the best match, whatever its similarity.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from langchain_core.embeddings import Embeddings

from clew.errors import InvalidInput
from clew.text.names.phrases import MARKS, SIGNS

THRESHOLD = 0.9  # cosine above which the nearest action is taken. Source: CLIN, section 3.3.
TRIES = 5  # answers of a model for one step. Source: CLIN, section 3.3.
MAX_COMPARED = 200
"""Actions that are compared by their vectors: those that share most words with what was said, joining ones last."""

_DIRECTIONS = {
    **{each: each for each in ("to", "in", "on", "from", "off", "out", "up", "down", "over", "under")},
    "into": "in",
    "onto": "on",
}
"""Words that make another action of one; those that say the same are one."""

_FUNCTION_WORDS = frozenset(
    {*_DIRECTIONS, *("a", "an", "the", "of", "at", "by", "with", "for", "and", "or", "round", "around", "again")}
)
_WORD = rf"[^\W_](?:[^\W_]|[{MARKS}])*"
_TOKEN = re.compile(rf"\d+(?:[./:]\d+)+(?!\w)|{_WORD}(?:'{_WORD})*(?:[+#]+(?!\w))?|[{SIGNS}]|(?<!\S)[+=<>](?!\S)")
_NUMBER = re.compile(r"[0-9]{1,3}")
_NO_STOPS = str.maketrans(".\u3002", "  ")


@dataclass(frozen=True, slots=True)
class Match:
    """An action and how near it is to what was said."""

    action: str  # a valid one; empty where there is none to choose from
    similarity: float  # 1 for the same words, else the cosine, -1 to 1


class ActionMatcher:
    """Finds the valid action that is meant. Vectors of actions are kept, because the same ones return at each step.

    Args:
        encoder: of vectors; None: the same words only, and the share of common words where the best must be taken.
        threshold: of the similarity.

    Raises:
        InvalidInput: the threshold is no cosine.
    """

    def __init__(self, encoder: Embeddings | None = None, *, threshold: float = THRESHOLD) -> None:
        if not -1 <= threshold <= 1:
            raise InvalidInput(f"the threshold is {threshold}; give a cosine, -1 to 1")
        self._encoder, self._threshold = encoder, threshold
        self._vectors: dict[str, np.ndarray] = {}

    def match(self, said: str, actions: Sequence[str], *, is_last: bool = False) -> Match | None:
        """Return the action that is meant; None where nothing is near enough. The last try takes the best of all."""
        plain = _plain(said)
        for each in actions:
            if _plain(each) == plain:
                return Match(each, 1.0)
        if not plain or not actions:
            return None
        best = self._nearest(plain, actions)
        return best if is_last or best.similarity > self._threshold else None

    def _nearest(self, said: str, actions: Sequence[str]) -> Match:
        shared = {each: _common(words(said), words(each)) for each in actions}

        def closeness(action: str) -> tuple[float, float, bool]:
            return shared[action], _common(tokens(said), tokens(action)), means(said, action)

        compared = sorted(actions, key=closeness, reverse=True)[:MAX_COMPARED]
        if self._encoder is None:
            return Match(compared[0], 0.0 if shared[compared[0]] == 1 else shared[compared[0]])
        new = [each for each in compared if each not in self._vectors]
        self._vectors |= dict(zip(new, map(_unit, self._encoder.embed_documents(new) if new else []), strict=True))
        cosines = np.array([self._vectors[each] for each in compared]) @ _unit(self._encoder.embed_query(said))
        place = int(cosines.argmax())
        return Match(compared[place], float(cosines[place]))


def feedback(said: str) -> str:
    """Return what a model is told whose action was no valid one."""
    return f"{said!r} is not valid now. Say it in other words, or choose another action of those that are listed."


def is_choice(said: str, observation: str) -> bool:
    """True if a bare number answers an observation that asks which of several things was meant."""
    return bool(_NUMBER.fullmatch(said.strip())) and "ambiguous" in observation.lower()


@lru_cache(maxsize=65536)
def words(text: str) -> tuple[str, ...]:
    """Return the words of an action, lower case, those that only join others left out, unless there are no others."""
    found = tokens(text)
    return tuple(each for place, each in enumerate(found) if not joins(found, place)) or found


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """Return all words of an action, lower case."""
    return tuple(_TOKEN.findall(unicodedata.normalize("NFC", text).lower()))


def is_function_word(token: str) -> bool:
    """True if a word only joins others."""
    return token in _FUNCTION_WORDS


def joins(found: Sequence[str], place: int) -> bool:
    """True if a word only joins others; an `a` that no other kind of word follows is a name."""
    following = found[place + 1 : place + 2]
    is_name = found[place] == "a" and all(map(is_function_word, following))
    return is_function_word(found[place]) and not is_name


@lru_cache(maxsize=65536)
def means(said: str, action: str) -> bool:
    """True if an action is what a cause or effect says: it has all of its words and directions, in their order."""
    wanted = words(said)
    if not wanted or not set(wanted) <= set(words(action)):
        return False
    rest = iter(_directed(action))
    return all(each in rest for each in _directed(said))


@lru_cache(maxsize=65536)
def _directed(text: str) -> tuple[str, ...]:
    found = tokens(text)
    directed = (_DIRECTIONS.get(each, "" if joins(found, place) else each) for place, each in enumerate(found))
    return tuple(filter(None, directed))


def _common(first: Sequence[str], second: Sequence[str]) -> float:
    return len({*first} & {*second}) / max(1, len({*first} | {*second}))


def _plain(text: str) -> str:
    return " ".join(text.lower().translate(_NO_STOPS).split())


def _unit(vector: Sequence[float]) -> np.ndarray:
    values = np.asarray(vector, dtype=np.float64)
    return values / max(float(np.linalg.norm(values)), 1e-12)
