"""When a trial ends: the environment is over, the agent says so of the task, it repeats itself, or its steps are used.

The length of a known solution is no rule here, unlike in CLIN's public code: an agent has none.
"""

import re
from collections.abc import Sequence
from typing import Literal

from clew.model.learnings import TraceStep

Stop = Literal["done", "complete", "repeated", "steps", "no action"]
"""Why a trial ended: the environment was over, the agent said so, it repeated an action, or nothing was left to do."""

DONE: Stop = "done"
"""The environment ended the trial."""

MAX_EQUAL = 5
"""Equal actions in a row that end a trial. Source: CLIN's public code."""

_OVER = r"(?:completed?|done|finished|accomplished|fulfilled|achieved|reached|solved)"
_THING = r"(?:task|goal|job|mission|objective)"
_THINGS = rf"(?:\b{_THING}|\ball\W+(?:(?:of|the|these|my|our)\W+){{0,2}}{_THING}s)"
_ADVERB = r"(?:(?:'s|is|are|was|were|has|have|been|should\W+now\W+be|now|already|successfully|fully|all)\W+)"
_COMPLETE = re.compile(
    rf"""{_THINGS}\W{{0,3}}{_ADVERB}{{0,4}}{_OVER}\b(?!\s+(?:a|an|the|all|this|your|my|it)\b)
    | \b(?:have|ve|has|successfully|i)\W+{_ADVERB}{{0,3}}{_OVER}
      (?:\W+(?:all|of|the|this|these|my|our)){{0,3}}\W+{_THING}s?\b
    | \bsuccessfully\W+completed\b
    | \btaskcompleted?\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NEGATION = re.compile(
    r"\b(?:not|never|until|once|when|before|after|if|whether|cannot|almost|nearly|isn't|hasn't|to\s+be)\b|n't\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|would|gets?|so\s+that|to\s+(?:have\s+(?:the|this|my|our)|check|see|know|verify|confirm|(?:en|make\s+)sure))\b|'ll\b",
    re.IGNORECASE,
)
"""Before what would be complete, it says that this is to come."""


def says_complete(text: str) -> bool:
    """True if a reply says that the task is complete, in any usual spelling, and does not deny, ask or check it."""
    plain = text.replace("\u2019", "'").replace("_", " ")
    sentences = re.split(r"(?<=[.!?\n])", plain)
    for sentence in sentences:
        if sentence.endswith("?") or not (found := _COMPLETE.search(sentence)):
            continue
        if not _NEGATION.search(sentence) and not _AHEAD.search(sentence, 0, found.end()):
            return True
    return False


def is_repeated(trace: Sequence[TraceStep]) -> bool:
    """True if the last `MAX_EQUAL` actions are one and the same."""
    last = [" ".join(each.action.lower().split()) for each in trace[-MAX_EQUAL:]]
    return len(last) == MAX_EQUAL and len(set(last)) == 1
