"""Text that every encoder can take."""

import re

_HALF = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """Return the text with U+FFFD for each half of a surrogate pair, which no encoder's UTF-8 can hold."""
    return _HALF.sub("\ufffd", text)
