"""Answers that leave out what the action says, and how they are completed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Echo:
    """An answer that leaves out what the action says.

    Attributes:
        action: form of the whole action.
        said: form of the whole answer.
        means: the answer in full; may use the groups of both, and `said`.
    """

    action: re.Pattern[str]
    said: re.Pattern[str]
    means: str


def echoing(*given: tuple[str, str, str]) -> Callable[[str, str], str]:
    """Return what completes an answer by declared echoes: forms of action and answer, and the answer in full.

    One group in both must name one thing: the action may name it by more words, and these are kept.
    """
    echoes = [Echo(re.compile(one, re.IGNORECASE), re.compile(two, re.IGNORECASE), full) for one, two, full in given]

    def completed(sentence: str, action: str) -> str:
        action = " ".join(action.split())
        for each in echoes:
            asked, said = each.action.fullmatch(action), each.said.fullmatch(sentence)
            if asked and said and _agree(one := asked.groupdict(""), other := said.groupdict("")):
                return each.means.format(**(other | one), said=sentence)
        return sentence

    return completed


def _agree(asked: Mapping[str, str], said: Mapping[str, str]) -> bool:
    """Return whether a juvenile beaver was asked for and a beaver, or the same, is answered."""
    return all(f" {asked[name]}".lower().endswith(f" {said[name]}".lower()) for name in asked.keys() & said.keys())
