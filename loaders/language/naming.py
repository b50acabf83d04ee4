"""Finds the names that a text gives its writer: "my friends call me Kit".

A name that is refused ("don't call me Liz"), wished, supposed, quoted or said of somebody else counts for nobody.
"""

import re
from functools import cache

from clew.text.names import words
from clew.text.sentences import spans, unquoted_but_words

MAX_CHARACTERS = 4_000  # of a turn, in which names are looked for
_STRAIGHT = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014", "''\"\"--")
"""Typographic quotes, apostrophes and dashes; each takes one character either way."""

_NAME = r"""["']?(?P<name>(?:The )?[^\W\d_a-z][\w'-]*[^\W_](?: [^\W\d_a-z][\w'-]*[^\W_]){0,2})["']?"""
_NO_MORE_OF_IT = "is|was|by|instead|morning|mornings|afternoon|evening|night|nights|street"
_END = rf"(?=[,;:.!?\u2026)\n-]|\s+[-(]|\s*$|\s+(?!(?:{_NO_MORE_OF_IT})\b)[a-z])"
_WHO = (
    r"(?:friends?|buddies|mates|teammates|classmates|colleagues|co-?workers|neighbou?rs|students|kids|children|family"
    r"|folks|people|everybody|everyone|they|we|parents|grandparents|sisters?|brothers?|mum|mom|dad|mother|father"
    r"|grandma|grandpa|wife|husband|partner)"
)
_PLACE = r"(?:\s+(?:at|in|on)(?:\s+\w+){1,3}?)?"
_SORT = "(?:full|real|first|given|middle|stage|pen)"
_LEADS = (
    rf"my\s+{_SORT}?\s*(?:nick-?)?name{_PLACE}(?:\s+is|\s+has\s+always\s+been|'s)",
    rf"my\s+nick-?name{_PLACE}\s+was",
    r"^(?:(?:hi|hey|hello)[,!]?\s+)?(?:the\s+)?name's",
    rf"{_WHO}(?:\s+(?:all|just|mostly|usually|often|always|still|here|there))?(?:\s+at\s+\w+)?\s+calls?\s+me",
    rf"{_WHO}\s+(?:has\s+|have\s+)?always\s+called\s+me",
    r"(?:^|[,;:-]\s*|\b(?:and|so|but|just|please|can|may|to)\s+)call\s+me",
    rf"(?:{_WHO}|i\s+work\s+with|i\s+know)\s+knows?\s+me\s+as",
    r"i(?:\s+am|'m|'ve\s+been|\s+have\s+been)(?:\s+\w+)?\s+(?:known(?:\s+\w+){0,3}?\s+as|called)",
    r"i\s+(?:used\s+to\s+be|was\s+always)\s+(?:called|known\s+as)",
    r"i(?:'ve|\s+have)?(?:\s+(?:now|usually|mostly|always|just|also))?\s+(?:go|gone)\s+by"
    r"\s+(?:the\s+(?:nick-?)?name(?:\s+of)?|my\s+(?:\w+\s+)?(?:nick-?)?name,?)",
    r"\b(?:my\s+(?:\w+\s+)?name|calls?\s+me)\b[^.!?]{1,60}?(?:\b(?:but|though|so)|[,;-])\s+i(?:\s+(?:now|usually|mostly|always|just|also))?\s+go\s+by",
)
_DOUBT = re.compile(
    r"\b(?:not|never|nobody|no\s+one|stop|hate|wish|would|could|might|should|if|unless|when|until|imagine|pretend|game"
    r"|character|dream|novel|film|movie|song|mistake|jokingly|used\s+to\s+call)\b|n't\b",
    re.IGNORECASE,
)
_MISTAKEN = re.compile(r"\b(?:by\s+mistake|instead\s+of|by\s+accident|wrong(?:ly)?|not\s+my)\b", re.IGNORECASE)
_SELF = re.compile(r"\b(?:me|I|my\s+(?:\w+\s+)?(?:nick-?)?name)\b", re.IGNORECASE)
_SAYING = re.compile(
    r"(?<!\bi\s)(?<!\bwe\s)(?<!\bto\s)\b(?:say|says|said|saying|write|writes|wrote|began|begins|replied|replies|answered|answers"
    r"|goes(?!\s(?:to|by|on|with|for|into|out|back|home)\b)|(?:is|was|were|be)\s(?:all\s)?like)\b"
    r"|\b(?:s?he|they|it)'s\s(?:all\s)?like\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"[\s\"',.!-]{0,4}(?!(?:i|we)\b)(?:(?:the|my|our|a)\s)?\w+\s(?:said|says|wrote|writes|goes|replied|answered)\b"
    r"|[\s\"',.!-]{0,4}(?:said|says)\s(?!i\b)\w",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:.!?\u2026]|\s-+\s|\bbut\b")
_NOT_NAMES = words("not_names.txt", "clew.loaders.language")
_CAPITAL = r"[\"']?[^\W\d_a-z]"
_HINT = re.compile(
    rf"\bcall(?:s|ing)?\s+(?:(?:me|him|her|them)\s+)?{_CAPITAL}|\bcalled\s+(?:me|him|her|them)\s+{_CAPITAL}"
    rf"|\b[Nn]ick-?name|\bknown(?:\s+\w+){{0,3}}\s+as\s+{_CAPITAL}|\b(?:go|goes|went)\s+by\s+{_CAPITAL}"
    rf"|\bshort\s+for\s+{_CAPITAL}|\ba\.?k\.?a\b|\b[Mm]y\s+(?:{_SORT}\s+)?name(?:\s+is|'s)\s|\bnamed\s+me\s"
    r"|\bto\s+(?:his|her|their)\s+friends\b|\b[Cc]hristened\b"
)


def own_names(text: str) -> tuple[str, ...]:
    """Return the names by which a text says that its writer is called, each once, in its order."""
    text = text[:MAX_CHARACTERS]
    spoken = _straight(text)
    found: dict[str, None] = {}
    for start, end in spans(text):
        sentence = spoken[start:end]
        if "?" in sentence or _MISTAKEN.search(sentence):
            continue
        matches = (match for form in _forms() for match in form.finditer(sentence))
        for match in sorted(matches, key=lambda each: each.start("name")):
            before = sentence[max(match.start() - 300, 0) : match.start()]
            # Others say it: "She goes hi my name is Kim", "My name is Kim, he said".
            is_reported = _SAYING.search(before) or _SAID.match(sentence, match.end("name"))
            is_doubtful = _DOUBT.search(_clause(sentence[: match.start("name")]))
            if not is_reported and not is_doubtful and is_name(match["name"]):
                found[match["name"]] = None
    return tuple(found)


def may_name(sentence: str) -> bool:
    """Return whether a sentence has words with which people say by which other name somebody is called."""
    return _HINT.search(_straight(sentence)) is not None


def is_name(name: str) -> bool:
    """Return whether a word may be somebody's name: it has a capital, and is no title, day, month or endearment."""
    return name[:1].isupper() and not any(word.casefold() in _NOT_NAMES for word in name.split())


def is_of_self(sentence: str, name: str) -> bool:
    """Return whether the clause before a name speaks of the writer, and neither refuses nor supposes the name."""
    straight = _straight(sentence)
    if name not in straight:
        return False
    clause = _clause(straight[: straight.find(name)])
    return bool(_SELF.search(clause)) and not _DOUBT.search(clause) and not _MISTAKEN.search(straight)


def _straight(text: str) -> str:
    """Return a text with straight quotation marks, without other people's words; what stays keeps its place."""
    return unquoted_but_words(text).translate(_STRAIGHT)


def _clause(before: str) -> str:
    return _CLAUSE.split(before.rstrip(",: "))[-1]


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """Compile the forms with the first sentence: they are slow to compile."""
    return tuple(re.compile(rf"(?i:(?<!\w){lead})\s+{_NAME}{_END}") for lead in _LEADS)
