"""Reads causal lines in every spelling that CLIN's prompts, figures and samples have, and writes them in one.

    1. Opening the door MAY BE NECCESSARY to enter the kitchen.
    - moving to another room does not contribute to freezing mercury

A line that does not fit is kept as free text: no line of a list is lost.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import cast

from clew.errors import InvalidInput
from clew.llm.thoughts import unquoted
from clew.model.learnings import Learning, Modality, Relation

MAX_LINE_CHARACTERS = 2000  # of one line of a learning set
_BULLET = r"(?:[-*+\u00b7\u2022\u2023\u2013\u2014\u25a0-\u25ff\u2713\u2714\u2705]|>+|\#{1,6}|\[[ x]\])\s+"
_NUMBER = r"""(?:[(\uff08]?\d{1,3}[.):\u3001\uff09\uff0e\uff1a]+(?=\s|\D) | \[\d{1,3}\] | \d{1,3}\s*[-\u2013](?=\s)
    | [\u2460-\u2473] | \(?[a-z]\)
    | (?:learning|lesson|insight|statement)\s+\#?\d{1,3}\s*[.:])\s*"""
_MARK = re.compile(rf"\s*(?:(?:{_BULLET}){{1,3}}(?:{_NUMBER})?|{_NUMBER})", re.VERBOSE | re.IGNORECASE)
_EMPHASIS = re.compile(r"\*{2,}|`|(?<!\w)[*_]+(?=\w)|(?<=\w)[*_]+(?!\w)")
_SENTENCES = re.compile(r"(?<=[.;])\s+|(?<=[\u3002\uff1b])\s*(?=\S)")
_QUOTES = "\"'`*_\u201c\u201d\u2018\u2019\u00ab\u00bb "
_STOPS = (".", "!", "?", "\u3002", "\uff01", "\uff1f", "\u061f", "\u06d4", "\u0964")
_EMPHASES = "*_ "
_COLONS = (":", "\uff1a")
_ENDS = ".;,!:\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff61\u060c\u061b\u06d4\u0964"
_FENCED = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"\s*(?:>+\s+)+")
_TAGGED = re.compile(r"<(\w+)[^<>]*>(.*)</\1>")
_HEADING = re.compile(r"```.*|\#{1,6}\s.*|\*\*[^*]*[^*.!?]\*\*|</?\w+>|[\W_]*", re.DOTALL)
_JSON = re.compile(r"(?:^|:)\s*([\[{])(?=\s*[\"\[\]{])", re.MULTILINE)
_JSON_NEXT = re.compile(r"[\s,]*(?=[\[{]\s*[\"\[\]{])")
_JSON_TEXT = re.compile(r'"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"(?!\s*:)')
_MODAL = "may|might|could|should|must|can|will"
_CJK = "[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]"
"""Beside signs of these scripts, which know no white space, none need stand."""
_DENIED = r"(?:\b(?:not|never|no longer|unlikely|hardly|barely|rarely|scarcely|seldom|fails?)|n['\u2019]t)"
_ADVERBS = rf"(?:(?:(?!{_DENIED}\b)\w+ly|also|always|still|often|sometimes|even)\s+){{0,3}}"
_AID = r"(?:be|been|is|are|(?:have|has|had|does|do|did)(?!\s+contributes))"
_NOT = r"not|doesn['\u2019]?t|don['\u2019]?t|cannot"


def _relation_pattern(verbs: str) -> re.Pattern[str]:
    """Return what reads a line, with the flag of the verbs' case: ``-i`` for capitals, ``i`` for any."""
    return re.compile(
        rf"""(?P<cause>.*?\S)(?:\s+|(?<={_CJK}))
        (?:(?P<modal>{_MODAL})\s+{_ADVERBS})?
        (?:
            (?:(?:(?:have|has|had)\s+)?(?P<be>be|been|is|are|was|were)\s+{_ADVERBS})?
            (?P<necessary>(?{verbs}:NEC+ES+AR(?:Y|ILY)))
          | (?:{_AID}\s+{_ADVERBS}){{0,2}}(?:(?P<not>{_NOT})\s+(?:{_AID}\s+){{0,2}})?
            (?P<contribute>(?{verbs}:CONTRIBUT(?:E|ES|ED|ING)))
        )
        \s+(?P<join>in\s+order\s+to|to(?:wards?)?|for)(?:\s+|(?={_CJK}))(?P<effect>\S.*)""",
        re.VERBOSE | re.IGNORECASE | re.DOTALL,
    )


_STRESSED, _ANY = _relation_pattern("-i"), _relation_pattern("i")
_PART = rf"(?:{_MODAL.upper()}|BE|IS|ARE|DOES|HAVE|HAS|NOT|NEC+ES+AR(?:Y|ILY)|CONTRIBUT\w+|TO|FOR)"
_BEGINS_WITHIN = re.compile(rf"{_PART}\b")
_ENDS_WITHIN = re.compile(rf"\b(?:{_PART}|an?|the|and|or|of|to|for|from|with|at|into)$|,$")
_MODALITIES: Mapping[str, Modality] = {"may": "may", "might": "may", "could": "may", "should": "should"}
_ENDS_DENIED = re.compile(rf"{_DENIED}$", re.IGNORECASE)
_IS_DENIED = re.compile(
    rf"(?:{_DENIED}|\b(?:less|little))(?: \w+){{0,3}}$|\b(?:{_MODAL})(?: \w+){{1,2}}$", re.IGNORECASE
)
"""Words that deny or weaken a verb that is none by itself: "contribute" behind "does not seem to", "may help"."""
_NO_CAUSE = re.compile(r"(?:neither|no|none|nobody|nothing)(?!\S)", re.IGNORECASE)
_WHOLE_VERBS = frozenset({"is", "are", "was", "were", "contributes", "contributed"})
_EMPTY_CAUSES = frozenset({"it", "this", "that", "there", "which", "and", "or", "may", "might", "could", "should"})
_PHRASES: Mapping[tuple[Relation, Modality], str] = {
    ("necessary", ""): "IS NECESSARY",
    ("necessary", "may"): "MAY BE NECESSARY",
    ("necessary", "should"): "SHOULD BE NECESSARY",
    ("contributes", ""): "CONTRIBUTES",
    ("contributes", "may"): "MAY CONTRIBUTE",
    ("contributes", "should"): "SHOULD CONTRIBUTE",
    ("does not contribute", ""): "DOES NOT CONTRIBUTE",
    ("does not contribute", "may"): "MAY NOT CONTRIBUTE",
    ("does not contribute", "should"): "SHOULD NOT CONTRIBUTE",
}


def parse(line: str) -> Learning:
    """Read one line; what is no causal statement becomes free text.

    Raises:
        InvalidInput: it is blank, or too long to be a learning.
    """
    text = _bare(line)
    if not text:
        raise InvalidInput("a learning is blank; give a line, or leave it out")
    if len(text) > MAX_LINE_CHARACTERS:
        raise InvalidInput(f"a learning has {len(text):,} characters; give at most {MAX_LINE_CHARACTERS:,}")
    found = _related(text)
    if not found or not _has_both(found) or _is_denied(found):
        return Learning(text)
    relation: Relation = "does not contribute" if found["not"] else "contributes"
    if found["necessary"]:
        relation = "necessary"
    modality = _MODALITIES.get((found["modal"] or "").lower(), "")
    cause, effect = _unwrapped(found["cause"]), _unwrapped(found["effect"].rstrip(_ENDS + _EMPHASES))
    join = "for" if found["join"].lower() == "for" else "to"
    return Learning(f"{cause} {_PHRASES[relation, modality]} {join} {effect}.", cause, effect, relation, modality)


def stated(cause: str, effect: str, relation: Relation, modality: Modality = "") -> str:
    """Return a causal statement as a line that `parse` reads."""
    return f"{cause} {_PHRASES[relation, modality]} to {effect}." if relation else cause


def lines(reply: str) -> list[str]:
    """Split what a model wrote into its lines, one for each learning.

    A line that was wrapped is joined to the one before. Headings and fences are left out, and what is said around
    marked lines. Of JSON the texts are taken, of a line in tags what they hold, of the row of a table the cell that
    states.
    """
    fenced, beside = "\n\n".join(_FENCED.findall(reply)), _FENCED.sub("\n", reply)
    # what is fenced is the answer where that is all of it, or alone states something
    answer = fenced if (_states(fenced) or not beside.strip()) and not _states(beside) else reply
    if (texts := _json_texts(answer)) is not None:
        return [each for each in texts if _bare(each)]
    found = [""]
    for line in answer.splitlines():
        text = _TAGGED.sub(r"\2", _QUOTED.sub("", line, count=1)).strip()
        if text.startswith("|"):
            parts = [cell for cell in text.split("|") if _is_whole(cell)]
        else:
            parts = ["" if _is_heading(text) else text]  # a blank line ends what was wrapped
        for each in parts:
            if each and found[-1] and _goes_on(found[-1], each):
                found[-1] = f"{found[-1]} {each}"
            else:
                found.append(each)
    said = [each for line in found for each in _apart(line) if _bare(each)]
    marked = any(map(_is_marked, said))
    return [each for each in said if not marked or _is_marked(each) or _is_whole(each)]


def _states(text: str) -> bool:
    return any(map(_is_whole, text.splitlines()))


def _json_texts(answer: str) -> list[str] | None:
    """Return the texts of JSON lists or objects in a row, cut off or not; None where none is, or more is stated."""
    if not (begun := _JSON.search(answer)) or _states(answer[: begun.start(1)]):
        return None
    texts, end = list[str](), begun.start(1)
    try:
        while following := _JSON_NEXT.match(answer, end):
            found, end = json.JSONDecoder(strict=False).raw_decode(answer, following.end())
            texts += _texts(found)
    except (ValueError, RecursionError):
        end = len(answer)
        texts = [json.loads(each, strict=False) for each in _JSON_TEXT.findall(answer, begun.start(1))]
        if not texts:
            return None
    return None if _states(answer[end:]) else [" ".join(each.split()) for each in texts]


def _texts(found: object) -> Iterator[str]:
    """Yield the texts of a JSON value; of an object what states, else those of what it holds, or its only text.

    One whose texts are the cause, the relation and the effect states what they say together.
    """
    if isinstance(found, str):
        yield found
    elif isinstance(found, list):
        for each in cast("list[object]", found):
            yield from _texts(each)
    elif isinstance(found, dict):
        values = list(cast("dict[str, object]", found).values())
        texts = [each for each in values if isinstance(each, str)]
        nested = [text for each in values if not isinstance(each, str) for text in _texts(each)]
        together = (" ".join(texts), " to ".join((" ".join(texts[:-1]), *texts[-1:])))
        whole = list(filter(_is_whole, [*texts, *nested])) if any(map(_is_whole, texts)) else nested
        yield from whole or (texts if len(texts) == 1 else list(filter(_is_whole, together))[:1])


def _apart(line: str) -> list[str]:
    """Return the statements of a line that holds several, each with its mark and what is said behind it."""
    said = [""]
    for each in _SENTENCES.split(line):
        if _is_whole(said[-1]) and (_is_whole(each) or _MARK.fullmatch(f"{each} ")):
            said.append(each)
        else:
            said[-1] = f"{said[-1]} {each}".strip()
    return said


def _is_heading(text: str) -> bool:
    """Return whether a line is a fence, a rule or a title: it states nothing, or ends in a colon without a mark."""
    item = text.lstrip("#").strip()
    if text.rstrip(_QUOTES).endswith(_COLONS):
        return not (_is_marked(item) and _is_whole(item))
    return bool(_HEADING.fullmatch(text)) and not (_is_marked(item) or _is_whole(item))


def _is_marked(text: str) -> bool:
    return bool(_MARK.match(text) or _MARK.match(text.lstrip(_QUOTES)))


def _goes_on(line: str, after: str) -> bool:
    """Return whether a line goes on in the one behind it: one has not ended, and the other begins within a sentence.

    Two whole statements are two lines.
    """
    before, rest = line.rstrip(_QUOTES), after.lstrip(f"{_QUOTES}(")
    if before.endswith(_STOPS) or _is_marked(after):
        return False
    within = rest[:1].islower() or rest[:1].isdigit() or _BEGINS_WITHIN.match(rest) or _ENDS_WITHIN.search(before)
    return bool(within) and not (_is_whole(line) and _is_whole(after))


def _is_whole(line: str) -> bool:
    """Return whether a line says of a cause of its own what it does to an effect, or does not do."""
    found = _related(_bare(line)) if len(line) <= MAX_LINE_CHARACTERS else None
    return found is not None and _has_both(found)


def _related(text: str) -> re.Match[str] | None:
    """Return a line without its emphasis as a cause, a relation and an effect; None where it is not made so.

    A verb in capitals is the relation, whatever stands before it: "what is necessary for the meal SHOULD BE NECESSARY".
    """
    plain = " ".join(_EMPHASIS.sub("", text).split())
    return _STRESSED.fullmatch(plain) or _ANY.fullmatch(plain)


def _bare(line: str) -> str:
    text = _unwrapped(" ".join(line.split()))
    if (mark := _MARK.match(text)) and text[mark.end() :].strip():
        text = text[mark.end() :]
    return _unwrapped(text) if text.strip(_QUOTES) else ""


def _unwrapped(text: str) -> str:
    """Return a text without emphasis at its ends, and without quotation marks around the whole of it."""
    text = text.strip(_EMPHASES)
    ended = text.rstrip(_ENDS + _EMPHASES)
    inner = unquoted(ended)
    return text if inner == ended else inner.strip(_EMPHASES)


def _has_both(found: re.Match[str]) -> bool:
    """Return whether what is found has a cause and an effect of its own: "it is necessary to …" has no cause."""
    cause = found["cause"].strip(_QUOTES).lower()
    return bool(cause) and cause not in _EMPTY_CAUSES and bool(found["effect"].strip(_ENDS + _QUOTES))


def _is_denied(found: re.Match[str]) -> bool:
    """Return whether the cause denies the verb behind it: "X is not always" of "necessary", or "no X"."""
    verb = (found["be"] or found["contribute"] or "").lower()
    denied = _ENDS_DENIED if found["modal"] or found["not"] or verb in _WHOLE_VERBS else _IS_DENIED
    cause = found["cause"].strip(_QUOTES)
    return bool(_NO_CAUSE.match(cause) or denied.search(cause))
