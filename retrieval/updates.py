"""Statements about one thing: what is said again is one hit, and what was corrected or replaced stands behind.

Without a language model only the words tell that two turns are about one thing. So a later turn leads where it says
that it corrects, or where both have nearly the same words. Of a question about now the recent hits lead.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from clew.model import Hit, Replacement
from clew.retrieval.question import Question, Time
from clew.text.language import FUNCTION_WORDS, function_words, language

NEWER = 0.01
"""By how much a statement leads over the one that it corrects or replaces."""

RECENT_SHARE = 0.6
"""Of the best score: from there on a hit is near enough to a question about now for its age to matter."""

RECENT = 0.8
"""The gain of the most recent of these over the oldest."""

NEAR = 60
"""The best hits whose age counts where a caller prefers what is recent."""

MOST = 30
"""The best hits that are looked at for nearly the same words; twice as many are for corrections."""

ALIKE = 0.6
"""Share of the words of the shorter that two statements about one thing have in common."""

READ = 8192
"""Texts whose reading is kept for the next recall."""

LOOK_BACK = 6
"""Turns before a correction, among which is what it corrects."""

_WORD = re.compile(r"\w+")
_SIGNS = " .,;:!?…\n\t"
_FILLERS = re.compile(
    r"(?:by the way|btw|as i (?:said|told you)|like i said|you know|well|so|oh|anyway|again|fyi|übrigens|wie gesagt|"
    r"au fait|comme (?:je l'ai )?dit|por cierto|como (?:ya )?dije)\b\W*"
)
"""Open a turn and say nothing of their own."""

_CORRECTS = re.compile(
    r"\b(?:scratch that|take (?:that|it) back|correction|correct(?:ing)? myself|stand corrected|my mistake|typo|"
    r"i (?:meant|misspoke|misread|mistyped|misheard)|i (?:should|meant to) have said|"
    r"i(?: was|'m) (?:wrong|mistaken|misinformed)|(?:got|had|mixed) (?:that|it|this) (?:wrong|up))\b",
    re.IGNORECASE,
)
_MAY_CORRECT = re.compile(
    r"^\W*(?:(?:oh|ah|hm+|well|no|wait)\W+)*"
    r"(?:actually|no|wait|hang on|hold on|sorry|apologies|excuse me|o+ps|whoops)"
    r"(?:\s*[,.:;!]|\s+(?=(?:it|he|she|they|that|there)\b))",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\bnot\s+(?!at all\b)(?:(?:at|in|on|for|by|with|from|to|the|an?)\s+)*(\w+)", re.IGNORECASE)
"""Names the words that were wrong: "Rather five cloves, not three"."""

MOST_WORDS = 15
"""Of a turn that only may correct: who says more tells something else."""

_VALUES = (
    re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|half)\b"),
    re.compile(r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|yesterday)\b", re.IGNORECASE),
    re.compile(
        r"\b(?:jan|febr)uary|\b(?:march|april|may|june|july|august)\b|\b(?:septem|octo|novem|decem)ber\b", re.IGNORECASE
    ),
)
"""A correction changes one of these, where it names the thing by a pronoun: a number, a day, a month."""
_ARTICLES = frozenset(("the", "a", "an", "my", "our", "your", "his", "her", "their"))
_LEADS = frozenset((
    "s", "m", "re", "am", "is", "are", "was", "were", "be", "at", "in", "on", "by", "for", "from", "of", "to", "until",
    "with", "than", "about", "but", "not",
))  # fmt: skip
"""One stands before what is said in place of something else: "it's 620", "she starts in the spring"."""
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
    """Return hits with one for what is said again, and the later of two statements about one thing first.

    Args:
        hits: best first.
        question: of one about the past the earlier leads where it asks for what was before, else neither.
        answering: speakers whose role is to answer: they tell nothing of now.
        recent: whether the recent sessions lead; None: they do where a model read a live request. Of a question about
            now the recent turns do.
    """
    hits = _with_corrections(said_once(hits))
    by_id = {hit.id: hit for hit in hits}
    time = time_of(question)
    pairs: list[tuple[Hit, Hit]] = []
    for hit in hits:
        later = hit.replaced_by
        if later and later.id in by_id and (later.since is None or time != "past"):
            pairs.append((hit, by_id[later.id]))
    if time != "past":
        pairs += _alike(hits[:MOST], question)
    elif _BEFORE.search(question.query):
        pairs += _alike(hits[:MOST], question, is_earlier_ahead=True)
    gains: dict[str, float] = {}
    if recent or (recent is None and time == "live"):
        gains = _by_session(hits)
    elif recent is None and time == "now":
        gains = _recent(hits, answering)
    for behind, ahead in sorted(pairs, key=lambda pair: _instant(pair[1])):
        lead = behind.score + gains.get(behind.id, 0.0) + NEWER - ahead.score
        gains[ahead.id] = max(gains.get(ahead.id, 0.0), lead)
    if not gains:
        return hits
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


def _with_corrections(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return hits of which those that were corrected know what corrects them."""
    near = hits[: 2 * MOST]
    placed = {(hit.session, hit.position): hit for hit in near if hit.kind == "Episode" and hit.speaker}
    corrected: dict[str, Hit] = {}
    for hit in placed.values():
        is_correction = _corrects(hit.text)
        if is_correction or _may_correct(hit.text):
            before = [placed.get((hit.session, hit.position - back)) for back in range(1, LOOK_BACK + 1)]
            last = before[0]
            if not is_correction and last and last.speaker != hit.speaker and "?" in last.text:
                continue  # it answers
            own = [each for each in before if each and each.speaker == hit.speaker and "?" not in each.text]
            about = _about(hit, own) or (own if is_correction else [])
            corrected.update((each.id, hit) for each in about[:1])
    if not corrected:
        return tuple(hits)
    return tuple(
        replace(hit, replaced_by=Replacement(corrected[hit.id].id, corrected[hit.id].text))
        if hit.id in corrected and not hit.replaced_by
        else hit
        for hit in hits
    )


@lru_cache(maxsize=READ)
def _corrects(text: str) -> bool:
    return _CORRECTS.search(text) is not None


@lru_cache(maxsize=READ)
def _may_correct(text: str) -> bool:
    """Return whether a text opens like a correction or denies something, is short, and does not ask."""
    is_short = "?" not in text and len(text.split()) <= MOST_WORDS
    return is_short and bool(_MAY_CORRECT.search(text) or _DENIES.search(text))


def _about(hit: Hit, own: Sequence[Hit]) -> list[Hit]:
    """Return the earlier turns that a correction is about: it denies their words, shares some, or has a value too.

    One that only opens so also says something in place of their words. "Actually, she starts in May" does so, and
    "Sorry, the bus took 20 minutes" does not.
    """
    opening = _MAY_CORRECT.search(hit.text)
    if (denied := _DENIES.search(hit.text)) and not opening:
        return [each for each in own if denied[1].lower() in _content(each)]
    news = [(each, hit.text) for each in own]
    if opening and not _corrects(hit.text):
        said, news = _WORD.findall(hit.text[opening.end() :].lower()), list[tuple[Hit, str]]()
        for each in own:
            known = _words_of(each.text)
            place = next((n for n, word in enumerate(said) if word not in known | FUNCTION_WORDS["en"]), len(said))
            before = [word for word in said[:place] if word in _LEADS or word not in known | _ARTICLES]
            new = "".join(said[place : place + 1])
            if before[-1] in _LEADS if before else any(kind.search(new) for kind in _VALUES):
                news.append((each, new))
    sharing = [each for each, _ in news if _content(hit) & _content(each)]
    return sharing or [
        each for each, new in news if any(kind.search(each.text) and kind.search(new) for kind in _VALUES)
    ]


@lru_cache(maxsize=READ)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _content(hit: Hit) -> frozenset[str]:
    return _words_of(hit.text) - function_words(hit.text)


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
