"""Which valid action is meant by what a model said: the same words, else the nearest by its vector.

Source: CLIN, section 3.3: similarity above 0.9, else the model is told and asked again, 5 times at most. As in its
public code the last try takes the best match, whatever its similarity.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from langchain_core.embeddings import Embeddings

from clew.agents.clin.statements import means, tokens, words
from clew.errors import InvalidInput

THRESHOLD = 0.9
"""Cosine above which the nearest action is taken. Source: CLIN, section 3.3."""

TRIES = 5
"""Answers of a model for one step. Source: CLIN, section 3.3."""

MAX_COMPARED = 200
"""Actions that are compared by their vectors: those that share most words with what was said, joining ones last."""

_NUMBER = re.compile(r"[0-9]{1,3}")
_NO_STOPS = str.maketrans(".\u3002", "  ")


@dataclass(frozen=True, slots=True)
class Match:
    """An action and how near it is to what was said.

    Attributes:
        action: a valid one; empty where there is none to choose from.
        similarity: 1 for the same words, else the cosine, -1 to 1.
    """

    action: str
    similarity: float


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
        """Return the action that is meant; None where nothing is near enough.

        Args:
            said: by the model.
            actions: valid ones.
            is_last: whether the best has to be taken, however far.
        """
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


def _common(first: Sequence[str], second: Sequence[str]) -> float:
    return len({*first} & {*second}) / max(1, len({*first} | {*second}))


def _plain(text: str) -> str:
    return " ".join(text.lower().translate(_NO_STOPS).split())


def _unit(vector: Sequence[float]) -> np.ndarray:
    values = np.asarray(vector, dtype=np.float64)
    return values / max(float(np.linalg.norm(values)), 1e-12)
