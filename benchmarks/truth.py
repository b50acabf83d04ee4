"""Truth of recall: time, updates, repeats, and what it does not know; generated stores, flat baselines beside.

    python benchmarks/truth.py --gate
    python benchmarks/truth.py --half kept                              # once, at the end: nothing is tuned on it
    python benchmarks/truth.py --only silence --locomo locomo7.json --chats beam.json.xz --unanswerable FILE...

`truth_scenarios.py` tells what is said, asked and right; the wordings are in `wordings/`. Language models take no part.
See README.md for what the figures mean.
"""

import argparse
import math
import random
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import connection
import numpy as np
import truth_free
import truth_order
import truth_report as report
import truth_silence as silence
from circumstances import circumstances, write
from dateutil import parser as dates
from gating import missed
from langchain_core.language_models import BaseChatModel
from multihop_baselines import Remembered
from truth_baselines import VECTOR, Flat
from truth_report import OURS, Figures
from truth_scenarios import SCENARIOS, Found, Planned, Store, answered, everything, notes, planned_dates
from truth_wordings import HALVES, Half, wordings

from clew.api.memory import Memory
from clew.embedding import encoder, identity
from clew.loaders.conversation.sessions import remember_together
from clew.model import Recall
from clew.settings import RecallSettings
from clew.text.dates import dates_in
from clew.text.instants import day

OUT = Path("out")
SPACE = "bench-truth-"
SILENCE, ORDER = "silence", "order"
STORES = SCENARIOS | truth_free.FREE
PLANNED = {"planned dates": planned_dates, "planned dates in free words": truth_free.planned_dates}
NAMES = (*STORES, *PLANNED, SILENCE, ORDER)
SILENT, WRONGLY = "silent where nothing fits", "answered, but silent"
IN_FREE_WORDS = ("general", "talk", "unsaid")
"""Kinds of `wordings/requests_free.txt` that memory does not answer."""
WRONGLY_SHARE = 0.02
"""Of the answered questions, that may be met with silence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options(arguments)
    run = Run(options)
    for name in options.only or NAMES:
        begin = time.perf_counter()
        run.measure(name)
        print(f"{name}: {time.perf_counter() - begin:.0f} s", flush=True)
    kept = report.gates(run.found)
    report.show(run.found, kept)
    settings = RecallSettings().model_dump()
    asked = {"half": options.half, "seed": options.seed, "settings": settings}
    write(options.json, {**run.around, **asked, **report.plain(run.found), "gates": kept})
    if report.RELIABILITY in run.found.others:
        report.plot(run.found, options.plot)
    return int(options.gate and missed(kept))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--half", choices=HALVES, default=HALVES[0], help="of the wordings; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="draws days, names, orders and talk")
    parser.add_argument("--only", nargs="+", choices=NAMES, metavar="SCENARIO", help=", ".join(NAMES))
    parser.add_argument("--consolidate", action="store_true", help="every store by rules, before anything is asked")
    parser.add_argument("--stores", type=int, metavar="N", help="only the first N of each scenario, to try things")
    parser.add_argument("--orders", type=int, default=math.factorial(4), help="of hearing, at most, of each length")
    parser.add_argument("--locomo", type=Path, help="LoCoMo's file: its answered questions must not meet silence")
    parser.add_argument("--chats", type=Path, nargs="*", default=(), help="files of chats: likewise")
    parser.add_argument(
        "--unanswerable", type=Path, nargs="*", default=(), help="questions by the names of these chats"
    )
    parser.add_argument("--questions", type=int, default=0, metavar="N", help="at most N answered ones a conversation")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "truth.json")
    parser.add_argument("--plot", type=Path, default=OUT / "truth.png", help="of how reliable confidence is")
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    return parser.parse_args(arguments)


class Run:
    """One run: where it works, and what it has found so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.half: Half = options.half
        self.found = Figures()
        self.around: Mapping[str, object] = {}
        self._place = connection.place(options)
        default = encoder(options.encoder)
        self._encoder = Remembered(default, identity(default))

    def measure(self, name: str) -> None:
        """Measure one scenario."""
        rng = random.Random(f"{self.options.seed}/{name}")
        if name in PLANNED:
            self._planned(name, rng)
        elif name == ORDER:
            self._order(rng)
        elif name == SILENCE:
            self._silence()
            self._silence_apart()
            self._corpora()
        else:
            for store in list(STORES[name](self.half, rng))[: self.options.stores]:
                self._store(name, store)

    @contextmanager
    def _memory(self, name: str, model: BaseChatModel | None = None) -> Iterator[Memory]:
        """Open an empty memory; what it remembers goes afterwards."""
        place, space = self._place, f"{SPACE}{re.sub(r'[^a-z0-9]+', '-', name.lower())}"
        with Memory.open(
            place.uri, auth=place.auth, database=place.database, space=space, encoder=self._encoder, model=model
        ) as memory:
            connection.forget(memory.space)
            try:
                yield memory
                self.around = self.around or circumstances(memory.space.graph)
            finally:
                if not self.options.keep:
                    connection.forget(memory.space)

    def _store(self, name: str, store: Store) -> None:
        flat = Flat(store.sessions, self._encoder)
        with self._memory(name) as memory:
            remember_together(memory.space, store.sessions)
            if store.days or self.options.consolidate:
                memory.consolidate()
            for asked in store.asked:
                recalled = memory.recall(asked.question, words=asked.words)
                self.found.add(name, OURS, asked.right(_found(recalled)))
                for way, found in flat.found(asked.question, asked.words or RecallSettings().words).items():
                    self.found.add(name, way, asked.right(found))
        if store.days:
            self._prompts(name, store)

    def _prompts(self, name: str, store: Store) -> None:
        """Look which day a model that consolidates the store is shown."""
        model = truth_order.IdealModel()
        with self._memory(name, model) as memory:
            remember_together(memory.space, store.sessions)
            memory.consolidate()
        for key, about in store.days:
            shown = [line for line in model.shown if key in line]
            # "On Friday" has no date behind it: a verb decides whether it is past or ahead. The model has a calendar.
            is_right = bool(shown) and all(notes(line) in ([], [day(about)]) for line in shown)
            self.found.add(name, OURS, {"no other day shown to a model": is_right})

    def _planned(self, name: str, rng: random.Random) -> None:
        for case in PLANNED[name](self.half, rng):
            for way, days in ((OURS, _read(case)), ("dateutil, fuzzy", _read_fuzzy(case))):
                wrong = bool(days) and (case.days is None or any(each != case.days for each in days))
                self.found.add(name, way, {"right or undated": not wrong})
                if case.days:
                    self.found.add(name, way, {"dated, and right": bool(days) and not wrong})

    def _order(self, rng: random.Random) -> None:
        for way, rows in truth_order.orders(self.half, self._memory, rng, self.options.orders):
            for right in rows:
                self.found.add(f"{ORDER}, {way}", OURS, right)
        if not truth_order.offers_replacing():
            self.found.absent.add((f"{ORDER}, {truth_order.REPLACING}", "one value at a time"))

    def _silence(self) -> None:
        """Ask a varied store what it answers, what it does not, and nothing at all."""
        sessions = everything()
        flat = Flat(sessions, self._encoder)
        chatter = wordings("chatter", self.half)
        nothing = [text for _, text in chatter] + [text for (text,) in wordings("unrelated", self.half)]
        asked = (answered(self.half), nothing)
        with self._memory(SILENCE) as memory:
            remember_together(memory.space, sessions)
            recalled = [[silence.unasked(memory, each) for each in texts] for texts in asked]
            for kind, text in wordings("requests_free", self.half):
                if kind in IN_FREE_WORDS:
                    self._silent(f"{SILENCE}, {kind} in free words", {SILENT: [not silence.unasked(memory, text).fits]})
        ours = [np.array([each.confidence for each in those]) for those in recalled]
        answered_silent, silent = ([not each.fits for each in those] for those in recalled)
        self._silent(SILENCE, {WRONGLY: answered_silent, SILENT: silent})
        groups = [language for language, _ in chatter] + ["unrelated"] * (len(nothing) - len(chatter))
        for group, each in zip(groups, silent, strict=True):
            self._silent(f"{SILENCE}, {group}", {SILENT: [each]})
        flatly = [flat.closeness(texts).max(axis=1) for texts in asked]
        title = f"where nothing fits; {len(asked[0])} answered questions, {len(nothing)} others"
        self.found.others[title] = {
            name: {
                "AUROC": silence.auroc(right, others),
                f"silent at {WRONGLY_SHARE:.0%} wrongly": silence.silent_at(right, others, WRONGLY_SHARE),
            }
            for name, (right, others) in ((f"{OURS}, confidence", ours), (f"{VECTOR}, top cosine", flatly))
        }

    def _silence_apart(self) -> None:
        """Ask stores that others wrote what they answer, and what they do not."""
        for sessions, asked, others in truth_free.messages(self.half):
            with self._memory(SILENCE) as memory:
                remember_together(memory.space, sessions)
                fits = {text: silence.unasked(memory, text).fits for text in (*asked, *(text for _, text in others))}
            self._silent(f"{SILENCE}, chats of others", {WRONGLY: [not fits[text] for text in asked]})
            for kind, text in others:
                self._silent(f"{SILENCE}, chats of others, {kind}", {SILENT: [not fits[text]]})

    def _silent(self, name: str, silent: Mapping[str, Sequence[bool]]) -> None:
        """Count how often an agent is shown nothing by default."""
        for figure, values in silent.items():
            for each in values:
                self.found.add(name, OURS, {figure: each})

    def _corpora(self) -> None:
        """Ask the conversations of the files that are given; each is remembered and asked once."""
        options = self.options
        given = silence.corpora(options.locomo, options.chats, options.unanswerable)
        both: list[silence.Signals] = []
        for number, corpus in enumerate(given, 1):
            turns = sum(len(each.turns) for each in corpus.sessions)
            print(f"{number} of {len(given)}: {corpus.name}, {turns} turns", flush=True)
            with self._memory(f"corpus {corpus.name}") as memory:
                for each in corpus.sessions:
                    memory.remember(each.turns, session=each.session)
                signals = silence.signals(corpus, memory, options.questions)
            if corpus.is_for_silence:
                self._silent(f"{SILENCE}, LoCoMo and chats", {WRONGLY: signals.silent})
            if corpus.unanswered:
                both.append(signals)
                self._aurocs(corpus.name, [signals])
        if len(both) > 1:
            self._aurocs("all of these", both)
        if both:
            answered, unanswered = (
                np.concatenate([getattr(each, side)[silence.CONFIDENCE] for each in both])
                for side in ("answered", "unanswered")
            )
            self.found.others[report.RELIABILITY] = silence.reliability(answered, unanswered)

    def _aurocs(self, name: str, signals: Sequence[silence.Signals]) -> None:
        rows = self.found.others.setdefault("AUROC of answered questions against unanswerable ones", {})
        rows[name] = {
            signal: silence.auroc(
                np.concatenate([each.answered[signal] for each in signals]),
                np.concatenate([each.unanswered[signal] for each in signals]),
            )
            for signal in signals[0].answered
        }


def _found(recalled: Recall) -> Found:
    return Found(tuple(hit.text for hit in recalled.hits), recalled.text)


def _read(case: Planned) -> list[tuple[object, object]]:
    """Return the first and the last day of each time that Clew reads in a text."""
    found = dates_in(case.text, case.at)
    return [(each.since.date(), (each.until - silence.DAY).date()) for each in found]


def _read_fuzzy(case: Planned) -> list[tuple[object, object]]:
    try:
        read = dates.parse(case.text, fuzzy=True, default=case.at.replace(tzinfo=None)).date()
    except (ValueError, OverflowError):
        return []
    return [(read, read)]


if __name__ == "__main__":
    sys.exit(main())
