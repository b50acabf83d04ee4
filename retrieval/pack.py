"""Hits into the text that a prompt gets: one header per session with its date, turns in time order, then documents."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from clew.graph.schema import declared
from clew.model import Hit, Recall
from clew.text.instants import BEGINNING, FOREVER, day
from clew.text.quotation import uncited

MAX_WORD_CHARACTERS = 40
"""Of one word of a budget: a key or an address takes more than one."""

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff9f"
"""Thai, Lao, Burmese, Khmer, Kana and Han, with their signs: no space stands between words, of about two letters."""
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = re.compile(rf"[{_UNSPACED}]{{1,2}}|[^\s{_UNSPACED}]+")

_POSES = re.compile(
    rf"\s*(?:(?:Session|Document)\s|(?:{'|'.join(declared().headings.values())})\s*$|[^\s:][^:]{{0,60}}:(?:\s|$))"
)
"""Begins like a header, or like what somebody says."""

REPLACEMENT_WORDS = 20
"""About so many words are shown behind a turn of what may correct it, or replaces it."""

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
    stands with the opening of the question that it replied to exactly where the text shows nothing of the question
    itself.

    Args:
        hits: best first.
        words: what the text may hold, its headers included, as `count` counts.
        fact_words: share of the words that facts and reflections may take, and leave to others; None: all hits compete.
        each_words: what the shortest form of a turn may hold; None: the part of it that matches best.

    Returns:
        The hits taken with their text. Where none fits, the best is cut, without the question that it replied to.
    """
    best = {hit.id: _with_question(hit) for hit in hits}
    forms, headings = [_shortest(hit, each_words) for hit in best.values()], declared().headings
    text, first = _Text(), 0
    if fact_words is not None:
        first = round(fact_words * words)
        text.take([form for form in forms if form.kind in headings], first)
        forms = [form for form in forms if form.kind not in headings]
    text.take(forms, words - first)
    if not text.shown and hits:
        hit = _unasked(_shortest(best[hits[0].id], each_words))  # the question would take words from what it says
        whole = render([hit])
        cut = _cut(whole, words)
        is_whole = cut == whole and hit.spans == _parts(best[hit.id]).spans
        return Packing((hit,), cut, shortened=() if is_whole else (hit.id,))
    text.widen([best[id] for id in text.shown])
    shown = sorted(text.shown.values(), key=_place)
    last = max((place for place, hit in enumerate(hits) if hit.id in text.shown), default=0)
    passed_over = tuple(hit.id for hit in hits[:last] if hit.id not in text.shown)
    shortened = tuple(hit.id for hit in shown if hit.spans != _parts(best[hit.id]).spans)
    return Packing(tuple(shown), render(shown), passed_over, shortened)


def shortest(hit: Hit) -> Hit:
    """Return a hit as it is shown beside others: of a long turn the part that matches best."""
    return _shortest(_with_question(hit), None)


def _with_question(hit: Hit) -> Hit:
    """Return a hit with the opening of the question that it replied to."""
    asked = hit.replied_to
    end = _opening(asked, QUESTION_WORDS)
    return replace(hit, replied_to=f"{asked[:end]} …") if end < len(asked) else hit


def _shortest(hit: Hit, each_words: int | None) -> Hit:
    """Return a hit in its shortest form: by the part that matches best, or by the opening of that."""
    part = _parts(hit, 1)
    if each_words is None or hit.kind in declared().headings:
        return part
    begin, end = part.spans[0] if part.spans else (0, len(hit.text))
    opening = begin + _opening(hit.text[begin:end], each_words)
    return replace(hit, spans=((begin, opening),)) if opening < end else part


def _parts(hit: Hit, number: int | None = None) -> Hit:
    """Return a hit with so many of its parts, the best of them; None: with all."""
    return replace(hit, spans=tuple(sorted(hit.spans[:number]))) if hit.spans else hit


def _opening(text: str, words: int) -> int:
    """Return where a text's opening of about so many words ends: where a sentence does, if that is in its second half.

    All of the text where what is left would be shorter than half of the opening.
    """
    pieces = list(_WORD.finditer(text))
    costs = list(itertools.accumulate(count(piece.group()) for piece in pieces))
    if not pieces or costs[-1] <= words * 3 // 2:
        return len(text)
    fitting = [piece for piece, cost in zip(pieces, costs, strict=True) if cost <= words] or pieces[:1]
    closing = [piece for piece in fitting[len(fitting) // 2 :] if piece.group()[-1] in ".!?\u2026\u3002\uff01\uff1f"]
    return (closing or fitting)[-1].end()


class _Text:
    """Hits as a text shows them, within its budget.

    Attributes:
        left: words that it may still take.
        shown: the form of each hit, by its id, in the order in which they were taken.
    """

    def __init__(self) -> None:
        self.left = 0
        self.shown: dict[str, Hit] = {}
        self._turns: dict[tuple[str, str, int], str] = {}
        self._headers: set[str] = set()

    def show(self, form: Hit) -> bool:
        """Show a hit in this form, in place of a shorter one, if the words that are left suffice; say if they do.

        Neither the form nor the answer to it stands with a question that is shown itself.
        """
        asked, answer, over = self._beside(form, -1), self._beside(form, 1), header(form)
        changed = [_unasked(form) if asked else form]
        if answer and answer.replied_to:
            changed.append(_unasked(answer))
        cost = 0 if over in self._headers else count(over)
        for hit in changed:
            shown = self.shown.get(hit.id)
            cost += count(_marked(hit)) - (count(_marked(shown)) if shown else 0)
        if cost > self.left:
            return False
        self.left -= cost
        self.shown |= {hit.id: hit for hit in changed}
        self._turns[form.kind, form.session, form.position] = form.id
        self._headers.add(over)
        return True

    def take(self, forms: Sequence[Hit], words: int) -> None:
        """Show what fits, best first, with so many words more.

        An answer that did not fit is tried again: behind its question it stands bare.
        """
        self.left += words
        for form in (*forms, *(form for form in forms if form.replied_to)):
            if form.id not in self.shown:
                self.show(form)

    def widen(self, hits: Iterable[Hit]) -> None:
        """Show each hit by more of its parts, the best hit first, as far as the words that are left go."""
        # found by doubling and halving: to show one part after the other takes minutes where there are thousands
        for hit in hits:
            shown, step = int(self.shown[hit.id].spans == hit.spans[:1]), 1
            while step:
                if shown + step <= max(1, len(hit.spans)) and self.show(_parts(hit, shown + step)):
                    shown, step = shown + step, 2 * step
                else:
                    step //= 2

    def _beside(self, hit: Hit, steps: int) -> Hit | None:
        """Return what is shown so many turns after a turn."""
        return self.shown.get(self._turns.get((hit.kind, hit.session, hit.position + steps), ""))


def _unasked(form: Hit) -> Hit:
    return replace(form, replied_to="")


def numbered(recalled: Recall) -> str:
    """Return the packed text with ``[1]``, ``[2]`` and so on before its lines: each hit's place in `recalled.packed`.

    Nothing else in it is a number in square brackets: those of the memories are put in round ones.
    """
    return _cut(render(recalled.packed, places=True), count(recalled.text) + len(recalled.packed))


def render(hits: Iterable[Hit], *, places: bool = False) -> str:
    """Render hits that are in time order: a line each, under a header where the session or the day changes.

    With places each line begins with its own, ``[1]``.
    """
    lines: list[str] = []
    groups: dict[str, list[str]] = {}
    for place, hit in enumerate(hits, 1):
        over, text = header(hit), _flat(_marked(hit))
        if places:
            over, text = uncited(over), f"[{place}] {uncited(line(hit))}"
        groups.setdefault(over, []).append(text)
    for name, members in groups.items():
        lines += [name, *members, ""]
    return "\n".join(lines).rstrip()


def header(hit: Hit) -> str:
    """Return the header of a hit: ``Facts``, ``Session trip, 8 May 2023`` or ``Document Lisbon``."""
    if heading := declared().headings.get(hit.kind):
        return heading
    if hit.session:
        return f"Session {_flat(hit.session)}" + (f", {day(hit.at)}" if hit.at else "")
    return f"Document {_flat(hit.title)}"


def line(hit: Hit) -> str:
    """Return a turn, ``Ann: text [image: caption]``, or a fact with its time; on one line.

    Of a turn with spans these stand there, with an ellipsis for what is left out.
    """
    return _flat(_said(hit))


def _marked(hit: Hit) -> str:
    """Return what a line says, behind a dash where nobody is its speaker and it poses as a header or as a turn."""
    said = _said(hit)
    is_turn = hit.speaker and hit.kind not in declared().headings
    return f"- {said}" if not is_turn and _POSES.match(said) else said


def _said(hit: Hit) -> str:
    """Return what a line says, white space as it stands; it has as many words."""
    if hit.kind in declared().headings:
        held = validity(hit)
        return f"{hit.text} [{held}]" if held else hit.text
    pieces: list[str] = []
    reached = 0
    for begin, end in hit.spans:  # between those that touch there is nothing: a part may end within a word
        gap = hit.text[reached:begin]
        pieces += [" … " if gap.strip() else gap, hit.text[begin:end]]
        reached = end
    if pieces and hit.text[reached:].strip():
        pieces.append(" …")
    asked = f" (asked: {hit.replied_to})" if hit.replied_to else ""
    speaker = f"{hit.speaker}{asked}: " if hit.speaker else ""
    caption = f" [image: {hit.caption}]" if hit.caption else ""
    often = f" (said {hit.repeats} times, first on {day(hit.first_said)})" if hit.first_said else ""
    return f"{speaker}{''.join(pieces) if pieces else hit.text}{caption}{often}{_replacement(hit)}"


def _replacement(hit: Hit) -> str:
    """Say what may correct a turn, or what holds in its place."""
    later = hit.replaced_by
    if later is None:
        return ""
    words = later.text[: _opening(later.text, REPLACEMENT_WORDS)]
    return f" (until {day(later.since)}, then: {words})" if later.since else f" (later: {words})"


def count(text: str) -> int:
    """Count words: what white space separates, and two letters each of a script that has none between its words.

    Of a longer word each `MAX_WORD_CHARACTERS` count.
    """
    pairs = 0
    if not text.isascii() and (runs := _UNSPACED_RUN.findall(text)):
        pairs = sum((len(run) + 1) // 2 for run in runs)
        text = _UNSPACED_RUN.sub(" ", text)
    words = text.split()
    if len(max(words, key=len, default="")) <= MAX_WORD_CHARACTERS:
        return pairs + len(words)
    return pairs + sum(1 + (len(word) - 1) // MAX_WORD_CHARACTERS for word in words)


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
    group = headings.index(hit.kind) if hit.kind in headings else len(headings) + (not hit.session)
    return group, hit.at or BEGINNING, hit.session or f"{hit.title} {hit.document}", hit.position


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, words: int) -> str:
    """Return all of a text that fits into so many words, or else its beginning, with an ellipsis for the rest."""
    left = words
    for piece in _WORD.finditer(text):
        cost = count(piece.group())
        if cost > left:
            kept = text[: piece.start() + left * MAX_WORD_CHARACTERS].rstrip()
            while kept and count(f"{kept}…") > words:
                kept = kept[:-1].rstrip()
            return f"{kept}…"
        left -= cost
    return text
