"""The words of a question that full text looks for, whatever its language.

Full text stems as in English, which costs other languages little. Function words do: few are in the list of the index,
and in short texts they are rare enough to count.
"""

import re
from collections.abc import Iterator, Sequence

from clew.text.language import FUNCTION_WORDS, language

_HIRAGANA = r"[\u3041-\u309f]+"
_RUN = re.compile(
    rf"[\u3005\u3400-\u4dbf\u4e00-\u9fff]+|{_HIRAGANA}|[\u30a0-\u30ff]+|[^\u3005\u3041-\u30ff\u3400-\u9fff]+"
)
_PAIRED = re.compile(r"[\u3005\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff]{2,}")
"""Chinese characters and hiragana, each of which is a word of the index."""


def asked_words(found: Sequence[str], *, in_chat: bool = False) -> list[str]:
    """Return the words of a question without the function words of its language (`FUNCTION_WORDS`).

    Chinese and Japanese have no spaces: their characters become pairs, which are phrases of the index (`is_phrase`).
    Hiragana beside other characters writes endings and particles, and is left out. A question of function words alone
    keeps them.

    Args:
        found: its words in lower case, in their order.
        in_chat: whether an assistant takes part. English ones stay then. "Always name the day when I ask about
            meetings" shares few other words with a question about one, and is read in English alone.
    """
    spoken = language(" ".join(found))
    left_out = FUNCTION_WORDS["zh"] | FUNCTION_WORDS.get("" if in_chat and spoken == "en" else spoken, frozenset[str]())
    return [piece for word in found for piece in _pieces(word) if piece not in left_out] or list(found)


def is_phrase(word: str) -> bool:
    """Return whether a word is several of the index, which stand beside each other."""
    return _PAIRED.fullmatch(word) is not None


def _pieces(word: str) -> Iterator[str]:
    runs = _RUN.findall(word)
    for run in [each for each in runs if not re.fullmatch(_HIRAGANA, each)] or runs:
        yield from (run[place : place + 2] for place in range(len(run) - 1)) if is_phrase(run) else (run,)
