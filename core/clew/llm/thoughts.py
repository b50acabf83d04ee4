"""What a model thinks before it answers, taken out of what it said."""

import re

_TAG = re.compile(r"<(/?)(?:think(?:ing)?|thoughts?|reasoning)>", re.IGNORECASE)
_LEADING = re.compile(
    r"\A(?: \s*<think(?:ing)?>.*? | (?:(?!<think(?:ing)?>).)*? )</think(?:ing)?>",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)


def without_thoughts(text: str) -> str:
    """Remove what stands between ``<think>`` and ``</think>``; either may be missing at an end of the text."""
    *thinking, rest = _TAG.sub(r"<\1think>", text).split("</think>")
    spoken = [part.partition("<think>")[0] for part in thinking if "<think>" in part]
    return "\n".join([*spoken, rest.partition("<think>")[0]])


def without_leading_thoughts(text: str) -> str:
    """Remove thoughts before the answer alone, whose values may quote the tags; some servers show the end tag only."""
    return _LEADING.sub("", text)
