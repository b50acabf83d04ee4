"""A score as one sentence. Source: CLIN, footnote 2 of section 3.4, whose code says two at the lowest score."""

from typing import Final

from clew.model.learnings import HIGHEST_SCORE, LOWEST_SCORE, checked_score

FAILED: Final = "A fatal mistake ended the attempt."
SOLVED: Final = "The task was solved without fault."

SENTENCES: Final = (
    (90.0, "Almost everything was right; only a last bit was missing."),
    (50.0, "Most of what matters was reached, but the task was not solved."),
    (20.0, "Some of what matters was reached; much of the task was left open."),
    (0.0, "Little was reached, far too little to solve the task."),
    (LOWEST_SCORE, "Nothing that matters was reached, and something went wrong."),
)
"""Each holds from its score on, up to the one before."""


def feedback(score: float) -> str:
    """Return the one sentence that a score stands for.

    Raises:
        InvalidInput: it is no number from -100 to 100.
    """
    if checked_score(score) == LOWEST_SCORE:
        return FAILED
    if score == HIGHEST_SCORE:
        return SOLVED
    return next(sentence for least, sentence in SENTENCES if score >= least)


def report(score: float) -> str:
    """Return a score with its sentence, as a generator is shown it."""
    return f"Final score: {score:g}. {feedback(score)}"
