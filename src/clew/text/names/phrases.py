"""The words of a text with their places, and every run of them that could be the name of something."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from clew.text.names import normalise, words

MAX_PHRASE_WORDS = 6  # words of a name that is looked for in a text
_SCRIPTS = (*range(0x300, 0x3100), *range(0xA600, 0xAC00))
MARKS = (
    "".join(sign for sign in map(chr, _SCRIPTS) if unicodedata.category(sign) in ("Mn", "Mc")) + "\u05be\u200c\u200d"
)
"""No letters for Python, though words of Khmer, Thai, Arabic and many other scripts need them: marks of the BMP,
the joiners, and Hebrew's hyphen."""
SIGNS = "\u00a2-\u00a5\u00ac\u00b0\u00b1\u00d7\u00f7\u20a0-\u20c0\u2190-\u2211\u2213-\u2bff\U0001f000-\U0001faff"
"""Words by themselves: signs of money, measures and sums (without the minus), arrows, shapes and emoji."""
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
"""Signs of Thai, Lao, Burmese, Khmer, Japanese and Chinese, which set no spaces between words."""
_WORD = re.compile(rf"[^\W_][\w{MARKS}]*(?:[-\u2010\u2011'\u2019&.][^\W_][\w{MARKS}]*)*[+#]*")
MIN_WIDTH = 40
"""Characters of the longest line of a text that was wrapped; shorter ones are a list, a poem or an address."""
FILLED = 0.9
"""Share of that width which a line and the word after it exceed where it was wrapped; letters differ in width."""
_RUNS_ON = re.compile(r"(?!(?:\d{1,3}|\w)[.)]\s)\w\S*")
"""The word that a line begins with; the number of a list is none."""
_BREAK = re.compile(r"[!?;\n\"\u201c\u201d()]|\s[-\u2013\u2014]\s")
_SENTENCE_END = re.compile(r"[.!?:;\n\"\u201c\u201d(*\u2022]")
_ABBREVIATIONS = frozenset(
    (
        *("st", "mr", "mrs", "ms", "dr", "jr", "sr", "lt", "col", "gen"),
        *("prof", "mt", "ft", "sgt", "capt", "rev", "hon", "no", "vol", "vs"),
    )
)
_EMPTY = words("stop.txt")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text."""

    text: str  # as written
    start: int  # its first character's place
    end: int  # the place after its last
    opens: bool  # whether it opens a sentence, so that a capital says nothing
    # whether a name may run on from the word before: nothing but a space, or a full stop after an initial or an
    # abbreviation, lies between
    joined: bool
    near: bool  # whether a title may: no more than light punctuation lies between

    @property
    def is_capital(self) -> bool:
        """True where it is written with a capital, in a script that has them."""
        return self.text[0].isupper()


def read(text: str) -> list[Word]:
    """Return the words of a text, in order; a name may run on over the end of a line that was wrapped."""
    text = unwrapped(text)
    result: list[Word] = []
    for match in _WORD.finditer(text):
        before = result[-1] if result else None
        gap = text[before.end : match.start()] if before else ""
        abbreviated = (
            gap == ". "
            and before is not None
            and ((len(before.text) == 1 and before.text.isupper()) or before.text.lower() in _ABBREVIATIONS)
        )
        joined = before is not None and (gap == " " or abbreviated)
        opens = before is None or (not abbreviated and _SENTENCE_END.search(gap) is not None)
        near = before is not None and len(gap) <= 3 and _BREAK.search(gap) is None
        result.append(Word(match[0], match.start(), match.end(), opens, joined, near))
    return result


def unwrapped(text: str) -> str:
    """Return a text with a space for each line break that is there because the next word did not fit its line."""
    lines = text.split("\n")
    width = max(map(len, lines))
    if len(lines) == 1 or width < MIN_WIDTH:
        return text
    ends = (" " if _is_wrapped(line, after, width) else "\n" for line, after in pairwise(lines))
    return "".join(each for pair in zip(lines, (*ends, ""), strict=True) for each in pair)


def name(run: Sequence[Word]) -> str:
    """Return what a run of words is called, normalised; empty where it says nothing: numbers and words such as "it"."""
    key = normalise(" ".join(word.text for word in run))
    says_something = any(sign.isalpha() for sign in key) and not all(map(is_empty, key.split()))
    return key if says_something else ""


def phrases(text: str) -> set[str]:
    """Return every normalised name of at most six words that a text could hold, whatever its capitals."""
    found, keys = read(text), set[str]()
    for first, word in enumerate(found):
        if is_empty(word.text):
            continue
        for last in range(first, min(first + MAX_PHRASE_WORDS, len(found))):
            if last > first and not found[last].near:
                break
            if not is_empty(found[last].text):
                keys.add(name(found[first : last + 1]))
    return keys - {""}


def _is_wrapped(line: str, after: str, width: int) -> bool:
    """Return whether a line was ended because the next word did not fit; headings and rows of tables are not."""
    if line.startswith("#") or "|" in line or "\t" in line:
        return False
    word = _RUNS_ON.match(after)
    return word is not None and len(line) + 1 + len(word[0]) > FILLED * width


@lru_cache(maxsize=65536)
def is_empty(word: str) -> bool:
    """Return whether a word alone names nothing: "the", "did", "today"."""
    lower = word.lower()
    return lower in _EMPTY or re.split("['\u2019]", lower, maxsplit=1)[0] in _EMPTY
