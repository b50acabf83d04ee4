"""Whether a question wants many moments and not the one that is closest: order, summary, change, count, all."""

import re

_FORMS = (
    r"\bin\s+(?:what|which)\s+order\b|\bthe\s+order\s+(?:of|in\s+which)\b|\b(?:what|which|the)\s+sequence\b",
    r"\b(?:what|which)\s+order\s.*\bin\W*$|\bin\s+order\b(?!\s+(?:to|for|that)\b)",
    r"\bchronolog|\btime\s?line\b",
    r"\bsummar(?:y|ies|i[sz]|is)|\boverview\b|\brecap\b|\bup\s+to\s+(?:date|speed)\b",
    r"\bhow\s+(?:did|do|does|has|have|had)\b.*\b(?:chang|evolv|develop|progress|shift)",
    r"\bover\s+(?:time|the\s+(?:past\s+|last\s+)?(?:\w+\s+)?(?:days|weeks|months|years))\b",
    r"\bthroughout\s+(?:all|my|our|the\s+(?:conversation|chat|session|project|year))",
    r"\bacross\s+(?:all\s+)?(?:of\s+)?(?:our|my|the|these|those|all)\b|\b(?:all|every one|each)\s+of\b(?!\s+a\b)",
    r"\ball\s+(?:the|my|his|her|their|our|your)\b|\beverything\s+(?:about|that|I|we)\b|\b(?:list|name)\s+(?:all|every|each)\b",
    r"\bhow\s+(?:often\b|many\s+(?:different|distinct|total|times|kinds|types|ways)\b)|\bin\s+total\b|\baltogether\b",
)
_BREADTH = re.compile("|".join(_FORMS), re.IGNORECASE)


def asks_breadth(query: str) -> bool:
    """Return whether a question's form asks for many moments, such as "in which order", "summarise", "all the"."""
    return _BREADTH.search(query) is not None
