"""What a model thinks before it answers, taken out of what it said."""

import re

_NAME = r"(?:(?:seed:)?think(?:ing)?|thoughts?|reasoning)"
_TAG = re.compile(rf"<(/?){_NAME}>", re.IGNORECASE)
_JSON = r"""\s*(?:```\w*\s*)?(?:\{\s*["}]|\[\s*["{\]])"""
"""How an answer begins; in its strings, where a tag may be quoted, the quotation mark would be escaped."""
_UNBEGUN = rf"(?:(?!<{_NAME}>).)*?</{_NAME}>"
_LEADING = re.compile(
    rf"\A(?: \s*<{_NAME}>.*?</{_NAME}> | (?!{_JSON}){_UNBEGUN} | {_UNBEGUN}(?={_JSON}) )",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)


def without_thoughts(text: str) -> str:
    """Remove what stands between ``<think>`` and ``</think>``; either may be missing at an end of the text."""
    *thinking, rest = _TAG.sub(r"<\1think>", text).split("</think>")
    spoken = [part.partition("<think>")[0] for part in thinking if "<think>" in part]
    return "\n".join([*spoken, rest.partition("<think>")[0]])


def without_leading_thoughts(text: str) -> str:
    """Remove thoughts before the answer alone, whose values may quote the tags; some servers show the end tag only.

    In a text that begins as JSON it ends them only where JSON follows it.
    """
    return _LEADING.sub("", text)
