"""What an agent has learned of what works, as values: tasks, places, trials, and the learnings that they taught.

Source: CLIN, section 3. A memory is one list of causal statements, written anew as a whole after each trial.
"""

from dataclasses import dataclass
from typing import Final, Literal

from clew.errors import InvalidInput

Relation = Literal["necessary", "contributes", "does not contribute", ""]
"""How a cause bears on an effect; empty for a learning that is free text."""

Modality = Literal["may", "should", ""]
"""How sure it is: moderately, highly; empty where it is stated without either."""

LOWEST_SCORE: Final = -100.0
HIGHEST_SCORE: Final = 100.0


@dataclass(frozen=True, slots=True)
class Learning:
    """One causal statement, or one line of free text.

    Attributes:
        text: as it is shown to a model: the statement in one spelling, or the line as it was written.
        cause: what is done or holds; empty for free text.
        effect: what it is necessary for, or contributes to; empty for free text.
        relation: how the cause bears on the effect.
        modality: how sure that is.
    """

    text: str
    cause: str = ""
    effect: str = ""
    relation: Relation = ""
    modality: Modality = ""


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of a trial.

    Attributes:
        action: as it was done.
        observation: as it was seen after it.
        score: reached after it, -100 to 100; None where the environment does not tell.
        used: positions, from 1, of the learnings of the set in use that the agent says it used.
        rationale: why it was done, in the agent's words; may be empty.
    """

    action: str
    observation: str
    score: float | None = None
    used: tuple[int, ...] = ()
    rationale: str = ""


def checked_score(score: float) -> float:
    """Return a final score.

    Raises:
        InvalidInput: it is no number from -100 to 100.
    """
    if not LOWEST_SCORE <= score <= HIGHEST_SCORE:
        raise InvalidInput(f"the score is {score}; give a number from {LOWEST_SCORE:g} to {HIGHEST_SCORE:g}")
    return score
