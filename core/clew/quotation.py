"""Texts of others in a prompt: nothing that they hold can pose as another numbered line."""

import re

NUMBERS = r"[\d\s,;\u2013-]*"
"""Pattern of what stands between the brackets of a citation."""

_NUMBERED = re.compile(rf"\[({NUMBERS})\]")


def uncited(text: str) -> str:
    """Return the text with its numbers in round brackets, so that nothing in it looks like a citation."""
    return _NUMBERED.sub(r"(\1)", text)


def quotation(text: str) -> str:
    """Return the text on one line, and `uncited`: what a numbered line of a prompt may hold."""
    return uncited(" ".join(text.split()))
