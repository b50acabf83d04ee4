"""Hits into the text that a prompt gets: one header per session with its date, turns in time order, then documents."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from clew.clock import BEGINNING, FOREVER, day
from clew.model import Hit, Recall, Span
from clew.quotation import uncited
from clew.schema import declared

MAX_WORD_CHARACTERS = 40
"""Of one word of a budget: a key, an address, or a script without spaces takes more than one."""

QUESTION_WORDS = 10
"""About so many words of the question are shown before an answer to it."""


class Packing(NamedTuple):
    """The text for a prompt, and the hits that it holds.

    Attributes:
        hits: in the order of the text.
        text: within the budget.
        passed_over: ids of hits that did not fit, though worse ones did; best first.
        shortened: ids of hits that the text does not hold whole, in its order.
    """

    hits: tuple[Hit, ...]
    text: str
    passed_over: tuple[str, ...] = ()
    shortened: tuple[str, ...] = ()


def pack(hits: Sequence[Hit], words: int, fact_words: float | None = None, each_words: int | None = None) -> Packing:
    """Take the best hits that fit; pass over one that does not, and try the next.

    Each is taken in its shortest form, and shown in a longer one with the words that are left in the end. An answer
    stands with the opening of the question that it replied to, unless that is a better hit itself.

    Args:
        hits: best first.
        words: what the text may hold, its headers included; words are what white space separates.
        fact_words: share of the words that facts and reflections may take, and leave to others; None: all hits compete.
        each_words: what the shortest form of a turn may hold; None: the part of it that matches best.

    Returns:
        The hits taken with their text. Where none fits, the best is cut.
    """
    places = {(hit.session, hit.position): place for place, hit in enumerate(hits) if hit.session}
    asked = [places.get((hit.session, hit.position - 1), len(hits)) for hit in hits]
    forms = {
        hit.id: _forms(hit, each_words, with_question=before > place)
        for place, (hit, before) in enumerate(zip(hits, asked, strict=True))
    }
    short = [each[0] for each in forms.values()]
    taken = _taken(short, words, set()) if fact_words is None else _apart(short, words, fact_words)
    if not taken and hits:
        return Packing(tuple(short[:1]), _cut(render(short[:1]), words), shortened=(hits[0].id,))
    ids = {hit.id for hit in taken}
    last = max((place for place, hit in enumerate(hits) if hit.id in ids), default=0)
    spare = words - count(render(taken)) if any(len(forms[hit.id]) > 1 for hit in taken) else 0
    shown = sorted(_widened([forms[hit.id] for hit in taken], spare), key=_place)
    shortened = tuple(hit.id for hit in shown if hit.spans != forms[hit.id][-1].spans)
    passed_over = tuple(hit.id for hit in hits[:last] if hit.id not in ids)
    return Packing(tuple(shown), render(shown), passed_over, shortened)


def shortest(hit: Hit) -> Hit:
    """Return a hit as it is shown beside others: of a long turn the part that matches best."""
    return _forms(hit, None, with_question=True)[0]


def _forms(hit: Hit, each_words: int | None, *, with_question: bool) -> list[Hit]:
    """Return a hit as it may be shown, from the shortest form to the whole: by more and more of its parts."""
    if hit.replied_to:
        hit = replace(hit, replied_to=_cut_off(hit.replied_to, QUESTION_WORDS) if with_question else "")
    wider = [replace(hit, spans=tuple(sorted(hit.spans[:number]))) for number in range(1, len(hit.spans) + 1)]
    whole = wider or [hit]
    if each_words is None or hit.kind in declared().headings:
        return whole
    begin, end = hit.spans[0] if hit.spans else (0, len(hit.text))
    opening = begin + _opening(hit.text[begin:end], each_words)
    return [replace(hit, spans=((begin, opening),)), *whole] if opening < end else whole


def _cut_off(text: str, words: int) -> str:
    end = _opening(text, words)
    return text[:end] + (" …" if end < len(text) else "")


def _opening(text: str, words: int) -> int:
    """Return where a text's opening of about so many words ends: where a sentence does, if that is in its second half.

    All of the text where what is left would be shorter than half of the opening.
    """
    pieces = list(re.finditer(r"\S+", text))
    costs = list(itertools.accumulate(count(piece.group()) for piece in pieces))
    if not pieces or costs[-1] <= words * 3 // 2:
        return len(text)
    fitting = [piece for piece, cost in zip(pieces, costs, strict=True) if cost <= words] or pieces[:1]
    closing = [piece for piece in fitting[len(fitting) // 2 :] if piece.group()[-1] in ".!?\u2026"]
    return (closing or fitting)[-1].end()


def _widened(hits: Sequence[Sequence[Hit]], words: int) -> list[Hit]:
    """Show each hit in a longer of its forms, the best hit first, as far as the words that are left go."""
    shown: list[Hit] = []
    for forms in hits:
        chosen = forms[0]
        for wider in forms[1:]:
            cost = count(_said(wider)) - count(_said(chosen))
            if cost > words:
                break
            words -= cost
            chosen = wider
        shown.append(chosen)
    return shown


def _apart(hits: Sequence[Hit], words: int, share: float) -> list[Hit]:
    """Take facts and reflections within their share, then all others with what is left."""
    headings = declared().headings
    derived = [hit for hit in hits if hit.kind in headings]
    first = _taken(derived, round(share * words), set())
    headers = {header(hit) for hit in first}
    left = words - sum(count(_said(hit)) for hit in first) - sum(map(count, headers))
    return first + _taken([hit for hit in hits if hit.kind not in headings], left, headers)


def _taken(hits: Sequence[Hit], words: int, headers: set[str]) -> list[Hit]:
    taken: list[Hit] = []
    shown = set(headers)
    for hit in hits:
        cost = count(_said(hit))
        if cost > words:
            continue
        over = header(hit)
        cost += 0 if over in shown else count(over)
        if cost <= words:
            words -= cost
            shown.add(over)
            taken.append(hit)
    return taken


def numbered(recalled: Recall) -> str:
    """Return the packed text with ``[1]``, ``[2]`` and so on before its lines: each hit's place in `recalled.packed`.

    Nothing else in it is a number in square brackets: those of the memories are put in round ones.
    """
    text = render(recalled.packed, places=True)
    words = count(recalled.text) + len(recalled.packed)
    return text if count(text) <= words else _cut(text, words)


def render(hits: Iterable[Hit], *, places: bool = False) -> str:
    """Render hits that are in time order: a line each, under a header where the session or the day changes."""
    lines: list[str] = []
    groups: dict[str, list[str]] = {}
    for place, hit in enumerate(hits, 1):
        over, text = header(hit), line(hit)
        if places:
            over, text = uncited(over), f"[{place}] {uncited(text)}"
        groups.setdefault(over, []).append(text)
    for name, members in groups.items():
        lines += [name, *members, ""]
    return "\n".join(lines).rstrip()


def header(hit: Hit) -> str:
    """Return the header of a hit: ``Facts``, ``Session trip, 8 May 2023`` or ``Document Lisbon``."""
    if heading := declared().headings.get(hit.kind):
        return heading
    return f"Session {_flat(hit.session)}, {day(hit.at)}" if hit.at else f"Document {_flat(hit.title)}"


def line(hit: Hit) -> str:
    """Return a turn, ``Ann: text [image: caption]``, or a fact with its time; on one line, to pose as no header.

    Of a turn with spans these stand there, with an ellipsis for what is left out.
    """
    return _flat(_said(hit))


def _said(hit: Hit) -> str:
    """Return what a line says, white space as it stands; it has as many words."""
    if hit.kind in declared().headings:
        held = validity(hit)
        return f"{hit.text} [{held}]" if held else hit.text
    asked = f" (asked: {hit.replied_to})" if hit.replied_to else ""
    speaker = f"{hit.speaker}{asked}: " if hit.speaker else ""
    caption = f" [image: {hit.caption}]" if hit.caption else ""
    return f"{speaker}{_excerpt(hit.text, hit.spans)}{caption}"


def _excerpt(text: str, spans: Iterable[Span]) -> str:
    """Return the spans of a text, in its order, with an ellipsis for each gap; all of it where there are none."""
    pieces: list[str] = []
    reached = 0
    for begin, end in spans:
        if text[reached:begin].strip():
            pieces.append("…")
        pieces.append(text[begin:end])
        reached = end
    if pieces and text[reached:].strip():
        pieces.append("…")
    return " ".join(pieces) if pieces else text


def count(text: str) -> int:
    """Count words: what white space separates; of a longer one each `MAX_WORD_CHARACTERS` count."""
    words = text.split()
    if len(max(words, key=len, default="")) <= MAX_WORD_CHARACTERS:
        return len(words)
    return sum(1 + (len(word) - 1) // MAX_WORD_CHARACTERS for word in words)


def validity(hit: Hit) -> str:
    """Say when a fact holds, such as ``since 8 May 2023``, or else when it was said; empty where unknown."""
    since = None if hit.valid_from == BEGINNING else hit.valid_from
    if hit.valid_to is not None and hit.valid_to != FOREVER:
        return f"{day(since)} to {day(hit.valid_to)}" if since else f"until {day(hit.valid_to)}"
    if since is None:
        return ""
    return f"{'said on' if hit.kind == 'Fact' and since == hit.at else 'since'} {day(since)}"


def _place(hit: Hit) -> tuple[int, datetime, str, int]:
    """Order hits by heading, then turns, each in time order, then passages by document."""
    headings = list(declared().headings)
    group = headings.index(hit.kind) if hit.kind in headings else len(headings) + (hit.at is None)
    return group, hit.at or BEGINNING, hit.session or f"{hit.title} {hit.document}", hit.position


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, words: int) -> str:
    kept: list[str] = []
    for line_ in text.split("\n"):
        kept.append(" ".join(line_.split()[:words]))
        words -= count(kept[-1])
        if words <= 0:
            break
    return "\n".join(kept) + "…"
