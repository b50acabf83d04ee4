"""The language of a text, as its script or its function words tell: no model, and nothing where they do not tell."""

import re
from functools import lru_cache

from clew.text.names import words

LANGUAGES = {
    "en": "English", "de": "German", "es": "Spanish", "fr": "French", "it": "Italian", "nl": "Dutch",
    "pt": "Portuguese", "ja": "Japanese", "ko": "Korean", "zh": "Chinese",
}  # fmt: skip
"""The languages that are told apart, by their code."""

FUNCTION_WORDS = {
    each: words(f"function_words_{each}.txt", "clew.text") for each in ("en", "de", "es", "fr", "it", "nl", "pt", "zh")
}
"""Of some languages the words that carry no topic, in lower case; of Chinese pairs of characters."""

SURE, SHARE = 2, 0.2
"""Function words of a language that a text has at least, and their share of its words."""

MOST_CHARACTERS = 2000
"""Of a text's opening that are read."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_CHARACTERS = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SCRIPTS = {"ja": re.compile(r"[\u3041-\u30ff]"), "ko": re.compile(r"[\uac00-\ud7af]")}


@lru_cache(maxsize=8192)
def language(text: str) -> str:
    """Return the code of a text's language, of `LANGUAGES`; empty where the words tell none, or two alike."""
    opening = text[:MOST_CHARACTERS].lower().replace("’", "'")
    found = _WORD.findall(_CHARACTERS.sub(" ", opening))
    characters = len(_CHARACTERS.findall(opening))
    if characters > len(found):
        return next((each for each, script in _SCRIPTS.items() if script.search(opening)), "zh")
    counts = {each: sum(word in listed for word in found) for each, listed in FUNCTION_WORDS.items()}
    best = max(counts, key=lambda each: counts[each])
    is_sure = counts[best] >= max(SURE, SHARE * len(found)) and list(counts.values()).count(counts[best]) == 1
    return best if is_sure else ""


def function_words(text: str) -> frozenset[str]:
    """Return the function words of a text's language; the English ones where it tells none."""
    return FUNCTION_WORDS.get(language(text) or "en", frozenset[str]())
