"""Statements about one thing: what is said again is one hit, and what was corrected or replaced stands behind.

Without a language model only the words tell that two turns are about one thing. So a later turn leads where it says
that it corrects, or where both have nearly the same words. One that may correct stands right behind, unless it is
better anyway. Of a question about now the recent hits lead.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from clew.model import Hit
from clew.retrieval.corrections import says_so
from clew.retrieval.question import Question, Time
from clew.text.language import FUNCTION_WORDS, function_words, language

NEWER = 0.01
"""By how much a statement leads over the one that it corrects or replaces, or is behind one that it may correct."""

RECENT_SHARE = 0.6
"""Of the best score: from there on a hit is near enough to a question about now for its age to matter."""

RECENT = 0.8
"""The gain of the most recent of these over the oldest."""

NEAR = 60
"""The best hits whose age counts where a caller prefers what is recent."""

MOST = 30
"""The best hits that are looked at for nearly the same words."""

ALIKE = 0.6
"""Share of the words of the shorter that two statements about one thing have in common."""

READ = 8192
"""Texts whose reading is kept for the next recall."""

_WORD = re.compile(r"\w+")
_SIGNS = " .,;:!?…\n\t"
_FILLERS = re.compile(
    r"(?:by the way|btw|as i (?:said|told you)|like i said|you know|well|so|oh|anyway|again|fyi|übrigens|wie gesagt|"
    r"au fait|comme (?:je l'ai )?dit|por cierto|como (?:ya )?dije)\b\W*"
)
"""Open a turn and say nothing of their own."""

_NOW = re.compile(
    r"\b(?:now|currently|current|nowadays|still|these days|at (?:the moment|present)|at this point|latest|newest|"
    r"jetzt|derzeit|zurzeit|aktuell\w*|inzwischen|maintenant|actuellement|en ce moment|ahora|actualmente)\b"
    r"|现在|目前|今は|現在",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:did|was|were|had|used to|before|previous(?:ly)?|former(?:ly)?|first|original(?:ly)?|initial(?:ly)?|then|"
    r"ago|back when|in the past|last)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|original(?:ly)?|initial(?:ly)?|used to)\b", re.IGNORECASE
)


def settle(
    hits: Sequence[Hit], question: Question, answering: Collection[str] = (), recent: bool | None = None
) -> tuple[Hit, ...]:
    """Return hits with the later of two statements about one thing first.

    Args:
        hits: best first; what is said again is one of them.
        question: of one about the past the earlier leads where it asks for what was before, else neither.
        answering: speakers whose role is to answer: they tell nothing of now.
        recent: whether the recent sessions lead; None: they do where a model read a live request. Of a question about
            now the recent turns do.
    """
    by_id = {hit.id: hit for hit in hits}
    time = time_of(question)
    pairs: list[tuple[Hit, Hit, float]] = []
    for hit in hits:
        later = hit.replaced_by
        if later and later.id in by_id and (later.since is None or time != "past"):
            is_sure = later.since is not None or says_so(later.text)
            pairs.append((hit, by_id[later.id], NEWER if is_sure else -NEWER))
    if time != "past":
        pairs += [(*pair, NEWER) for pair in _alike(hits[:MOST], question)]
    elif _BEFORE.search(question.query):
        pairs += [(*pair, NEWER) for pair in _alike(hits[:MOST], question, is_earlier_ahead=True)]
    gains: dict[str, float] = {}
    if recent or (recent is None and time == "live"):
        gains = _by_session(hits)
    elif recent is None and time == "now":
        gains = _recent(hits, answering)
    for other, moved, lead in sorted(pairs, key=lambda pair: _instant(pair[1])):
        gain = other.score + gains.get(other.id, 0.0) + lead - moved.score
        gains[moved.id] = max(gains.get(moved.id, 0.0), gain)
    if not gains:
        return tuple(hits)
    changed: list[Hit] = []
    for hit in hits:
        parts = replace(hit.parts, newer=gains[hit.id]) if gains.get(hit.id) else hit.parts
        changed.append(replace(hit, parts=parts, score=parts.total) if parts is not hit.parts else hit)
    return tuple(sorted(changed, key=lambda hit: (-hit.score, hit.id)))


def time_of(question: Question) -> Time:
    """Return of which time a question asks, as a model or else its words and dates say; only a model knows ``live``."""
    if question.time == "live":
        return "live"
    if question.dates:
        return "past"
    if question.time:
        return question.time
    if language(question.query) in {"", "en"} and _PAST.search(question.query):  # "was" is German, too
        return "past"
    return "now" if _NOW.search(question.query) else "any"


def said_once(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return hits with the latest of the turns in which one speaker says the same words, in the place of the best.

    `Hit.repeats` counts them, and `Hit.first_said` is when the first was said. A turn of a day that is asked for stays.
    """
    ends = [_end(hit) if hit.at and hit.kind == "Episode" and not hit.on_date else None for hit in hits]
    often = Counter(ends)  # few end alike: the others need no closer look
    alike: dict[tuple[str, str], list[tuple[datetime, Hit]]] = {}
    keys: list[tuple[str, str] | None] = []
    for hit, end in zip(hits, ends, strict=True):
        words = _said(hit.text, hit.caption) if end and often[end] > 1 else ""
        keys.append((hit.speaker, words) if words else None)
        if words and hit.at:
            alike.setdefault((hit.speaker, words), []).append((hit.at, hit))
    left_out = {
        (hit.session, hit.position + 1) for said in alike.values() if len(said) > 1 for _, hit in said
    }  # an answer to one of them shows no question: it is shown once
    found: list[Hit] = []
    for hit, key in zip(hits, keys, strict=True):
        said = alike[key] if key else []
        if len(said) < 2:
            is_answer = hit.replied_to and (hit.session, hit.position) in left_out
            found.append(replace(hit, replied_to="") if is_answer else hit)
        elif said[0][1] is hit:  # the best of them
            _, latest = max(said, key=lambda each: each[0])
            first = min(at for at, _ in said)
            relevance = max(each.relevance for _, each in said)
            best = replace(latest, parts=hit.parts, score=hit.score, relevance=relevance)
            found.append(replace(best, repeats=len(said), first_said=first, replied_to=""))
    return tuple(found)


def _end(hit: Hit) -> tuple[str, str, str]:
    """Return what turns have in common that say the same: the speaker, the caption, and the last word."""
    return hit.speaker, hit.caption, hit.text.rstrip(_SIGNS).rpartition(" ")[2].casefold()


@lru_cache(maxsize=READ)
def _said(text: str, caption: str) -> str:
    """Return the words of a turn without capitals, signs and what opens it without a meaning."""
    text = f"{text} {caption}".casefold()
    while (opener := _FILLERS.match(text)) and opener.end() < len(text):
        text = text[opener.end() :]
    return " ".join(_WORD.findall(text))


@lru_cache(maxsize=READ)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _alike(hits: Sequence[Hit], question: Question, *, is_earlier_ahead: bool = False) -> Iterable[tuple[Hit, Hit]]:
    """Yield pairs of statements of one speaker in nearly the same words, that which stands ahead last.

    The later one leads if it has each word of the question that the earlier has. "How did the run go?" is not answered
    by what "How did the swim go?" asks. Asked what was before something, the later has the words of that.
    """
    said = [hit for hit in hits if hit.kind == "Episode" and hit.speaker and hit.at]  # what was seen is said by nobody
    turns = [(hit, _words_of(hit.text)) for hit in sorted(said, key=_instant, reverse=is_earlier_ahead)]
    asked = frozenset[str]() if is_earlier_ahead else frozenset(question.words) - FUNCTION_WORDS["en"]
    for place, (ahead, own) in enumerate(turns):
        for behind, others in turns[:place]:
            if ahead.speaker != behind.speaker or ahead.at == behind.at or asked & others - own:
                continue
            common = own & others
            if len(common) >= max(2, ALIKE * min(len(own), len(others))) and common - function_words(ahead.text):
                yield behind, ahead


def _recent(hits: Sequence[Hit], answering: Collection[str]) -> dict[str, float]:
    """Return what each turn that is near to a question about now gains for its age, by its id."""
    turns = [hit for hit in hits if hit.kind == "Episode" and hit.at and hit.speaker not in answering]
    best = max((hit.score - hit.parts.next for hit in turns), default=0.0)
    near = [hit for hit in turns if hit.score - hit.parts.next >= RECENT_SHARE * best]
    order = sorted(near, key=_instant)
    return {hit.id: RECENT * place / max(1, len(order) - 1) for place, hit in enumerate(order) if place}


def _by_session(hits: Sequence[Hit]) -> dict[str, float]:
    """Return what each of the best turns gains for the age of its session, whoever says it, by its id."""
    turns = [hit for hit in hits if hit.kind == "Episode" and hit.at][:NEAR]
    latest: dict[str, float] = {}
    for hit in turns:
        latest[hit.session] = max(latest.get(hit.session, 0.0), _instant(hit))
    places = {session: place for place, session in enumerate(sorted(latest, key=latest.__getitem__))}
    return {hit.id: RECENT * places[hit.session] / (len(places) - 1) for hit in turns if places[hit.session]}


def _instant(hit: Hit) -> float:
    return hit.at.timestamp() if hit.at else 0.0
