"""From any text to at most 256 word pieces, in time that does not depend on what lies behind them."""

import re
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

VOCABULARY = Path(__file__).with_name("vocab.txt")
MAX_TOKENS = 256  # the two marks [CLS] and [SEP] included; what follows is not encoded
WINDOW = 2048  # characters looked at first; 254 word pieces of English take about 1,100
CLS, SEP = 101, 102
UNKNOWN = "[UNK]"

# No word piece reaches across these: the pre-tokeniser splits there, and none combines with what stands before it.
_BOUNDARY = re.compile("[\t\n\r !-/:-@[-`{-~\u4e00-\u9fff]")


class Tokens:
    """Lower-case WordPiece as all-MiniLM-L6-v2 was trained with; thread-safe.

    Marks such as ``[SEP]`` in a text are text. NUL and other control characters vanish.
    """

    def __init__(self) -> None:
        pieces = VOCABULARY.read_text("utf-8").rstrip("\n").split("\n")
        vocabulary = {piece: number for number, piece in enumerate(pieces)}
        self._tokenizer = Tokenizer(WordPiece(vocabulary, unk_token=UNKNOWN, max_input_chars_per_word=100))
        self._tokenizer.normalizer = BertNormalizer(lowercase=True)
        self._tokenizer.pre_tokenizer = BertPreTokenizer()

    def __call__(self, text: str) -> list[int]:
        """Return the numbers of the first 256 word pieces, ``[CLS]`` and ``[SEP]`` around them."""
        room, window = MAX_TOKENS - 2, WINDOW
        while True:
            opening = up_to_boundary(text, window)
            pieces = self._tokenizer.encode(opening, add_special_tokens=False).ids[:room]
            if len(pieces) == room or len(opening) == len(text):
                return [CLS, *pieces, SEP]
            window *= 8


def up_to_boundary(text: str, least: int) -> str:
    """Return the first `least` characters and the rest of the word there: its pieces are the first of the whole."""
    end = _BOUNDARY.search(text, least)
    return text[: end.start()] if end else text
