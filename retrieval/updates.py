"""Statements about one thing: what is said again is one hit, and what was corrected or replaced stands behind.

Without a language model only the words tell that two turns are about one thing. So a later turn leads where it says
that it corrects, or where both have nearly the same words. It leads, too, where it tells a change of what is asked.
One that may correct stands right behind, unless it is better anyway. The age of the closest turns counts where a
question is about now, in the present tense, or about what was before.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from clew.model import Hit
from clew.retrieval.confidence import content, stems
from clew.retrieval.corrections import MOST, says_so
from clew.retrieval.question import Question, Time
from clew.text.language import FUNCTION_WORDS, function_words, language

NEWER = 0.01
"""By how much a statement leads over the one that it corrects or replaces, or is behind one that it may correct."""

CLOSEST = 4
"""The best turns of one speaker whose age counts."""

CLOSE = 0.35
"""Of the best relevance, and of the best score: a turn of less is not about the question."""

RECENT = 0.8
"""The gain of the most recent of these over the oldest, where a question is about now ("still", "these days").

It is that of the oldest where one asks what was before ("Where did I live before Porto?").
"""

PRESENT = 0.1
"""The same where it is in the present tense ("Where do I live?")."""

NEAR = 60
"""The best hits whose age counts where a caller prefers what is recent; as many are settled, if fewer are wanted."""

ALIKE = 0.6
"""Share of the words of the shorter that two statements about one thing have in common."""

ABOUT = 0.5
"""Share of what a question asks that two statements have in common, one of which tells a change of it.

Likewise that of the best relevance which both have. Chosen on half of BEAM's ten chats.
"""

READ = 8192
"""Texts whose reading is kept for the next recall."""

_Place = tuple[float, str, int]
"""When a turn is said, as Unix seconds, and its place then: its session, and its position there."""

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
_CHANGED = re.compile(
    r"\b(?:now|recent(?:ly)?|no longer|any ?more|never|reschedul\w*|postpon\w*|"
    r"(?:chang|extend|increas|lower|mov|push|rais|reduc|replac|shift|switch|updat)ed)\b",
    re.IGNORECASE,
)
"""Tells in English that something is not as it was."""
_PAST = re.compile(
    r"\b(?:did|was|were|had|used to|before|previous(?:ly)?|former(?:ly)?|first|original(?:ly)?|initial(?:ly)?|then|"
    r"ago|back when|in the past|last)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|original(?:ly)?|initial(?:ly)?|used to)\b", re.IGNORECASE
)
_PRESENT = re.compile(
    r"(?:\b(?:what|which|where|who|whose|how)\b.{0,200}?|^\W*)(?:['’]s|\b(?:is|are|am|do|does))\b", re.IGNORECASE
)
_ANY_TIME = re.compile(
    r"\b(?:when|what time|have|has|been|ever|will|would|should|could|can|might|going to)\b", re.IGNORECASE
)
"""Ask for a day, for whether something ever was, or for what may be: "Have I been there before?"."""


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
        pairs += [(*pair, NEWER) for pair in _changed(hits[:MOST], question, answering)]
    elif _BEFORE.search(question.query):
        pairs += [(*pair, NEWER) for pair in _alike(hits[:MOST], question, is_earlier_ahead=True)]
    gains: dict[str, float] = {}
    if recent or (recent is None and time == "live"):
        gains = _by_age(_sessions(hits), RECENT)
    elif recent is None and (gain := _age_gain(question, time)):
        gains = _by_age(_closest(hits, answering), gain)
    for other, moved, lead in sorted(pairs, key=lambda pair: _place(pair[1])):
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


def _changed(hits: Sequence[Hit], question: Question, answering: Collection[str]) -> Iterable[tuple[Hit, Hit]]:
    """Yield pairs of statements of one speaker about what is asked: the earlier, and one that tells a change."""
    said = [hit for hit in hits if hit.kind == "Episode" and hit.speaker not in {"", *answering} and hit.at]
    least, asked = ABOUT * max((hit.relevance for hit in said), default=0.0), content(question.text)
    near = sorted((hit for hit in said if hit.relevance >= least), key=_place)
    turns = [(hit, asked & stems(hit.text)) for hit in near]
    for place, (later, has) in enumerate(turns):
        if not tells_change(later.text):
            continue
        for earlier, had in turns[:place]:
            is_known = earlier.at != later.at or earlier.session == later.session
            if is_known and earlier.speaker == later.speaker and len(has & had) >= max(2, ABOUT * len(asked)):
                yield earlier, later


@lru_cache(maxsize=READ)
def tells_change(text: str) -> bool:
    """Return whether a text tells in English that something is not as it was."""
    return _CHANGED.search(text) is not None and language(text) in {"", "en"}


def _age_gain(question: Question, time: Time) -> float:
    """Return by how much the most recent of the closest turns gains on the oldest; below 0: the oldest gains."""
    query = question.query
    if time == "now":
        return RECENT
    if question.dates or question.wants_breadth or _ANY_TIME.search(query):
        return 0.0
    if time == "past":
        return -RECENT if _BEFORE.search(query) else 0.0
    is_present = time == "any" and language(query) in {"", "en"} and _PRESENT.search(query)
    return PRESENT if is_present else 0.0


def _closest(hits: Sequence[Hit], answering: Collection[str]) -> dict[str, _Place]:
    """Return when the best turns of the speaker of the best one were said, by their ids; all are about the question."""
    turns = [hit for hit in hits if hit.kind == "Episode" and hit.at and hit.speaker not in answering]
    scores = {hit.id: hit.score - hit.parts.next for hit in turns}
    turns.sort(key=lambda hit: -scores[hit.id])
    relevance, score = (CLOSE * max(each, default=0.0) for each in ((hit.relevance for hit in turns), scores.values()))
    near = [hit for hit in turns if hit.relevance >= relevance and scores[hit.id] >= score]
    return {hit.id: _place(hit) for hit in [hit for hit in near if hit.speaker == near[0].speaker][:CLOSEST]}


def _sessions(hits: Sequence[Hit]) -> dict[str, _Place]:
    """Return when the sessions of the best turns were last spoken in, by the turns' ids."""
    turns = [hit for hit in hits if hit.kind == "Episode" and hit.at][:NEAR]
    latest: dict[str, float] = {}
    for hit in turns:
        latest[hit.session] = max(latest.get(hit.session, 0.0), _instant(hit))
    return {hit.id: (latest[hit.session], hit.session, 0) for hit in turns}


def _by_age(places: Mapping[str, _Place], gain: float) -> dict[str, float]:
    """Return what each turn gains for its place in time; below 0 the first gains most, else the last."""
    order = {place: number for number, place in enumerate(sorted(set(places.values()), reverse=gain < 0))}
    return {id: abs(gain) * order[place] / (len(order) - 1) for id, place in places.items() if order[place]}


def _place(hit: Hit) -> _Place:
    """Return a key that sorts turns by when they are said."""
    return _instant(hit), hit.session, hit.position


def _instant(hit: Hit) -> float:
    return hit.at.timestamp() if hit.at else 0.0
