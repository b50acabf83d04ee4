"""Whether a question wants many moments and not the one that is closest: order, summary, change, count, all."""

import re

_PLACED = r"(?<!\bplace\s)(?<!\bplaced\s)"
_NOT_IS = r"(?<!\bis\s)(?<!\bare\s)(?<!\bwas\s)(?<!\bwere\s)(?<!\bbe\s)(?<!\bbeen\s)"
_OBJECT = r"(?:the|an?|my|our|your|his|her|its|their|it|them)"
"""Opens what somebody changed once, as in "change the tyre"; what changed by itself has none."""

_FORMS = (
    rf"\bin\s+(?:what|which)\s+order\b|{_PLACED}\bthe\s+order\s+(?:of|in\s+which)\b",
    r"\b(?:what|which|the)\s+sequence\b|\b(?:what|which)\s+order\s.{0,200}\bin\W*$",
    r"\bchronolog|\btime\s?line\b",
    r"\bsummar(?:y|ies|i[sz]|is)|\boverview\b|\brecap\b|\bup\s+to\s+(?:date|speed)\b",
    r"\bhow\s+(?:has|have|had)\b.{0,200}\b(?:chang|evolv|develop|progress|shift)",
    rf"\bhow\s+(?:did|do|does)\b.{{0,200}}\b(?:chang|evolv|develop|progress|shift)\w*\b(?!\s+{_OBJECT}\b)",
    r"\bover\s+(?:time|the\s+(?:past\s+|last\s+)?(?:\w+\s+)?(?:days|weeks|months|years))\b",
    r"\bthroughout\s+(?:all|my|our|the\s+(?:conversation|chat|session|project|year))",
    r"\bacross\s+(?:all\s+)?(?:of\s+)?(?:our|my|the|these|those|all)\b|\b(?:all|every one|each)\s+of\b(?!\s+a\b)",
    r"\ball\s+(?:the(?!\s+(?:time|way|while|same|best|better|more)\b)|my|his|her|their|our|your)\b",
    r"\beverything\s+(?:about|that|I|we)\b|\b(?:list|name)\s+(?:all|every|each)\b",
    r"\bhow\s+(?:often\b|many\s+(?:different|distinct|total|times|kinds|types|ways)\b)|\bin\s+total\b|\baltogether\b",
)
_BREADTH = re.compile("|".join(_FORMS), re.IGNORECASE)
_IN_ORDER = re.compile(rf"{_NOT_IS}\bin\s+order\b(?!\s+(?:to|for|that|\W*\d+)\b)", re.IGNORECASE)
_ASKS_STATE = re.compile(r"(?:^|[.?!]\s)\W*(?:is|are|was|were)\b(?:[^.?!]|[.?!](?!\s))*\Z", re.IGNORECASE)
"""Opens a sentence that asks whether something is in order."""


def asks_breadth(query: str) -> bool:
    """Return whether a question's form asks for many moments, such as "in which order", "summarise", "all the"."""
    ordered = _IN_ORDER.search(query)
    return _BREADTH.search(query) is not None or (
        ordered is not None and _ASKS_STATE.search(query, 0, ordered.start()) is None
    )
