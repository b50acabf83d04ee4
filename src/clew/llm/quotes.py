"""Quotation marks that a model puts around what it says, taken off."""

import re

_PAIRS = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019](?=\w)")


def unquoted(text: str) -> str:
    """Return a text without the pair of marks around the whole of it; marks around a part of it stay."""
    if len(text) < 2 or _PAIRS.get(text[0]) != text[-1]:
        return text
    inside = _APOSTROPHE.sub("", text[1:-1])
    return text if {text[0], text[-1]} & {*inside} else text[1:-1].strip()
