"""The worth of each family of rules that read words: recall with the family and without it, in one run.

    python benchmarks/rules.py locomo.json chats.json.xz ... --json out/rules.json

A file is LoCoMo's, or one of chats (`chats_data.py`); chats may name whole sessions as evidence. A family that reads
questions is switched off where recall has parsed the question; a question that it does not change keeps its figures.
A family that writes is switched off in a space of its own. Families that recall does not show are counted.
"""

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import connection
from circumstances import circumstances, write
from evidence_recall import contained, share
from intervals import differences, estimates
from langchain_core.embeddings import Embeddings
from locomo_data import observations
from recall_data import Asked, Talk, is_of_chats, talks
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tables import interval
from vectors import kept

import clew.loaders.knowledge.rule_extraction as extraction
import clew.retrieval.recall as recalling
from clew.api.memory import Memory
from clew.embedding import encoder
from clew.graph.driver import Graph
from clew.loaders.language import first_person
from clew.loaders.language.concepts import concepts
from clew.loaders.language.entities import named
from clew.loaders.language.naming import own_names
from clew.model import Filter, Hit
from clew.retrieval.question import Question, parse_question
from clew.settings import RecallSettings, Settings
from clew.text.dates import dates_in, resolve_dates
from clew.text.names import is_role
from clew.text.names.vocatives import addressed
from clew.text.sentences import spans, unquoted

SPACE = "bench-rules-"
TURNS = Filter(kinds=("Episode",))
PLAIN = Settings()
RECALLED = RecallSettings(engine="local")
SAMPLED = 40
"""Texts of each counted family that `--sample` prints, drawn with one seed."""

Rows = list[dict[str, float]]


def main() -> int:
    """Run, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="+", help="files of LoCoMo or of chats")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="only the first N of each file")
    parser.add_argument("--limit-questions", type=int, metavar="N", help="at most N of each file, spread evenly")
    parser.add_argument("--vectors", type=Path, help="file that keeps vectors from run to run")
    parser.add_argument("--questions-only", action="store_true", help="only families that read questions")
    parser.add_argument("--sample", action="store_true", help="only print texts of the counted families")
    parser.add_argument("--json", type=Path, default=Path("out/rules.json"))
    connection.add_arguments(parser)
    connection.add_encoder_argument(parser)
    options = parser.parse_args()
    limits = {"conversations": options.limit_conversations, "questions": options.limit_questions}
    told = [talk for path in options.paths for talk in talks(path, **limits)]
    if options.sample:
        _print_samples(told)
        return 0
    place, default = connection.place(options), encoder(options.encoder)
    found: dict[str, Any] = {}
    counted: dict[str, dict[str, list[int]]] = {}
    with (
        kept(default, options.vectors),
        Graph.connect(place.uri, auth=place.auth, database=place.database) as graph,
    ):
        of_path = {path: [talk for talk in told if talk.corpus == path.name] for path in options.paths}
        for path in options.paths:
            counted[path.name] = _counts(of_path[path])
            if not is_of_chats(path):
                facts = [fact.text for each in observations(path).values() for fact in each]
                flagged = sum(map(first_person.is_in_first_person, facts))
                counted[path.name]["observations of the third person taken for the first"] = [flagged, len(facts)]
        for path in options.paths:
            found[path.name] = _measure(of_path[path], place, default, questions_only=options.questions_only)
            write(options.json, {**circumstances(graph), "worth": found, "counts": counted})  # after each, if it ends
    _show(found, counted)
    return 0


# Families that read questions


@dataclass(frozen=True, slots=True)
class Reading:
    """The arguments that recall gives `parse_question`."""

    query: str
    speakers: Sequence[str]
    aliases: Mapping[str, str]
    date_order: str | None
    asked_on: date | None

    def parsed(self) -> Question:
        """Return the question as recall reads it."""
        return parse_question(self.query, self.speakers, self.aliases, self.date_order, self.asked_on)


def _without_names(reading: Reading) -> Question:
    return replace(reading, speakers=[name for name in reading.speakers if is_role(name)], aliases={}).parsed()


def _without_roles(reading: Reading) -> Question:
    question = reading.parsed()
    return replace(question, speakers=()) if question.by_role else question


QUESTIONS: dict[str, Callable[[Reading], Question]] = {
    "dates in questions": lambda reading: replace(reading.parsed(), dates=(), days_alone=False),
    "dates in questions, relative": lambda reading: replace(reading, asked_on=None).parsed(),
    "speakers' names in questions": _without_names,
    "other names of speakers": lambda reading: replace(reading, aliases={}).parsed(),
    "roles": _without_roles,
    "breadth": lambda reading: replace(reading.parsed(), wants_breadth=False),
}
"""By family, the question as it is read without the family."""


class Switch:
    """Stands in recall for `parse_question`, and may leave a family out."""

    def __init__(self) -> None:
        self.change: Callable[[Reading], Question] = Reading.parsed
        self.last: Reading | None = None

    def __call__(
        self,
        query: str,
        speakers: Sequence[str],
        aliases: Mapping[str, str],
        date_order: str | None,
        asked_on: date | None,
    ) -> Question:
        """Read a question."""
        self.last = Reading(query, speakers, aliases, date_order, asked_on)
        return self.change(self.last)


@contextmanager
def _switched(owner: object, **others: object) -> Generator[None]:
    """Put others in place of names of a module, which must be there."""
    held = {name: getattr(owner, name) for name in others}
    for name, other in others.items():
        setattr(owner, name, other)
    try:
        yield
    finally:
        for name, other in held.items():
            setattr(owner, name, other)


# Measuring


def _measure(
    told: Sequence[Talk], place: connection.Place, default: Embeddings, *, questions_only: bool
) -> dict[str, object]:
    """Return for each family how many questions it changes, and what recall has by it, in points."""
    plain: Rows = []
    rows: dict[str, Rows] = defaultdict(list)
    fired: Counter[str] = Counter()
    packed: dict[str, Rows] = defaultdict(list)
    made: Counter[str] = Counter()
    for talk in track(told, description=told[0].corpus):
        with _opened(place, default, talk) as memory:
            of_talk = _ask_without(talk, memory, rows, fired)
            plain += of_talk
            if questions_only:
                continue
            made["facts"] += memory.consolidate().facts.new
            rows["self statements"] += [_figures(talk, memory, each) for each in talk.questions]
            packed["with"] += [_figures(talk, memory, each, None) for each in talk.questions]
        without_dates = {"dates_in": lambda *_: [], "resolve_dates": lambda text, *_: text}
        with _opened(place, default, talk, "undated") as memory, _switched(extraction, **without_dates):
            memory.consolidate()
            packed["without"] += [_figures(talk, memory, each, None) for each in talk.questions]
        has_roles = any(is_role(turn.speaker) for each in talk.transcripts for turn in each.turns)
        for name in () if has_roles else ("concepts", "entities"):  # a chat with an assistant is not walked
            with _opened(place, default, talk, name, Settings.model_validate({name: False})) as memory:
                rows[name] += [_figures(talk, memory, each) for each in talk.questions]
    worth: dict[str, object] = {}
    for name, others in rows.items():
        pair = (others, plain) if name == "self statements" else (plain, others)
        worth[name] = {"changed": fired.get(name, len(plain)), **_difference(*pair)}
    if packed:
        worth["dates in statements"] = {"changed": len(plain), **_difference(packed["with"], packed["without"])}
    whole = {name: each.rounded(2) for name, each in estimates(plain).items()}
    return {"questions": len(plain), "with all": whole, "facts": made["facts"], "families": worth}


def _ask_without(talk: Talk, memory: Memory, rows: dict[str, Rows], fired: Counter[str]) -> Rows:
    """Ask all questions with all families, and again without each that reads the question otherwise."""
    plain: Rows = []
    switch = Switch()
    with _switched(recalling, parse_question=switch):
        for asked in talk.questions:
            hits = memory.recall(asked.text, TURNS, settings=RECALLED).hits
            usual = _figures(talk, memory, asked)
            reading = switch.last
            assert reading is not None
            for name, change in QUESTIONS.items():
                changes = change(reading) != reading.parsed()
                fired[name] += changes
                switch.change = change
                rows[name].append(_figures(talk, memory, asked) if changes else usual)
                switch.change = Reading.parsed
            changes = any(hit.parts.wish for hit in hits)
            fired["preferences"] += changes
            unwished = RECALLED.changed(wish_weight=0.0)
            rows["preferences"].append(_figures(talk, memory, asked, TURNS, unwished) if changes else usual)
            plain.append(usual)
    return plain


def _figures(
    talk: Talk, memory: Memory, asked: Asked, where: Filter | None = TURNS, settings: RecallSettings = RECALLED
) -> dict[str, float]:
    """Return the shares of the evidence in the best ten and in the packed words, and of the answer's words there."""
    found = memory.recall(asked.text, where or Filter(), settings=settings)
    best, packed = _called(talk, found.hits[:10]), _called(talk, found.packed)
    return {
        "r@10": share(best, asked.evidence),
        "1,000 words": share(packed, asked.evidence),
        "answer": contained(asked.answer, found.text),
    }


def _called(talk: Talk, hits: Sequence[Hit]) -> list[str]:
    ids = [id for hit in hits for id in (hit.sources if hit.kind == "Fact" else (hit.id,))]
    return [talk.ids[id] for id in ids if id in talk.ids]


def _difference(ours: Rows, theirs: Rows) -> dict[str, list[float]]:
    return {name: each.rounded(2) for name, each in differences(ours, theirs).items()}


@contextmanager
def _opened(
    place: connection.Place, default: Embeddings, talk: Talk, without: str = "", settings: Settings = PLAIN
) -> Generator[Memory]:
    """Remember a conversation in a space, which goes at the end."""
    space = f"{SPACE}{talk.name}-{without}"
    with Memory.open(
        place.uri, auth=place.auth, database=place.database, space=space, encoder=default, settings=settings
    ) as memory:
        connection.forget(memory.space)  # what an interrupted run left
        for each in talk.transcripts:
            memory.remember(each.turns, session=each.session)
        try:
            yield memory
        finally:
            connection.forget(memory.space)


# Counting

_FIRES: dict[str, Callable[[str, datetime | None], int]] = {
    "dates in statements": lambda text, at: resolve_dates(text, at) != text or bool(dates_in(text, at)),
    "self statements": lambda text, at: any(True for _ in first_person.self_statements(text, at)),
    "first person": lambda text, _: first_person.is_in_first_person(text),
    "names of oneself": lambda text, _: bool(own_names(text)),
    "vocatives": lambda text, _: bool(addressed(text)),
    "quotations": lambda text, _: unquoted(text) != text,
    "concepts": lambda text, _: bool(concepts(text)),
    "entities": lambda text, _: bool(named(text)),
}
"""By family, whether it reads something in a text."""


def _counts(told: Sequence[Talk]) -> dict[str, list[int]]:
    """Return of each family the texts in which it reads something, and all texts."""
    texts = [(turn.text, turn.at) for talk in told for each in talk.transcripts for turn in each.turns]
    found = {name: [sum(map(bool, (fires(*text) for text in texts))), len(texts)] for name, fires in _FIRES.items()}
    kept = {(text, each) for text, at in texts for each in first_person.self_statements(text, at)}
    with _switched(first_person, unquoted=lambda text: text):
        more = {(text, each) for text, at in texts for each in first_person.self_statements(text, at)}
    sentences = sum(len(spans(text)) for text, _ in texts)
    found["sentences kept as self statements"] = [len(kept), sentences]
    found["sentences kept besides where quotations count"] = [len(more - kept), sentences]
    return found


def _print_samples(told: Sequence[Talk]) -> None:
    """Print texts in which a counted family reads something, to be read for its precision."""
    texts = [(turn.text, turn.at) for talk in told for each in talk.transcripts for turn in each.turns]
    reads: dict[str, Callable[[str, datetime | None], object]] = {
        "names of oneself": lambda text, _: own_names(text),
        "vocatives": lambda text, _: addressed(text),
        "quotations": lambda text, _: (
            []
            if (left := unquoted(text)) == text
            else ["".join(sign for sign, kept in zip(text, left, strict=True) if sign != kept)[:200]]
        ),
        "self statements": lambda text, at: list(first_person.self_statements(text, at)),
    }
    for name, read in reads.items():
        found = [(text, what) for text, at in texts if (what := read(text, at))]
        for text, what in random.Random(1).sample(found, min(SAMPLED, len(found))):
            print(f"{name}: {what}\n    {text[:300]!r}")


def _show(found: Mapping[str, Any], counted: Mapping[str, Mapping[str, Sequence[int]]]) -> None:
    for corpus, worth in found.items():
        table = Table(
            "family",
            "questions changed",
            "r@10",
            "1,000 words",
            "answer",
            title=f"{corpus}, {worth['questions']} questions, points",
        )
        for name, each in worth["families"].items():
            figures = (interval(each[figure], "+.2f") for figure in ("r@10", "1,000 words", "answer"))
            table.add_row(name, str(each["changed"]), *figures)
        Console().print(table)
    for corpus, counts in counted.items():
        table = Table("family", "texts", "of", title=corpus)
        for name, (fired, among) in counts.items():
            table.add_row(name, f"{fired:,}", f"{among:,}")
        Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
