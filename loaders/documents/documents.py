"""Writes documents into the graph: as passages, which are embedded with the title and joined to named entities.

Reading a document again changes nothing; a changed document keeps the passages that are the same. One transaction,
under the lock of the space's one writer, writes a group of documents.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.loaders.conversation.episodes import embed
from clew.loaders.knowledge.statement_keys import digest
from clew.loaders.language import mentions
from clew.loaders.language.entities import Entity, lead, named, subject
from clew.loaders.language.splitting import MAX_STRETCH_TOKENS, opening, spans, tokens
from clew.loaders.sources.readers import Written
from clew.loaders.upkeep.forget_cascade import remove
from clew.model import Read
from clew.text.instants import BEGINNING, FOREVER, now

GROUP_PASSAGES = 500  # minimum of passages in a transaction, if there are as many
MAX_TRANSACTION_PASSAGES = 2000
"""Maximum of passages in a transaction; the rest of a longer document goes into the next."""

MAX_TITLE_TOKENS = 50  # tokens of a title that stand above a passage
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class _Document:
    """A document to store: its passages by id, in order, and its subject."""

    id: str
    written: Written
    digest: str
    passages: dict[str, str]
    subject: Entity | None

    @property
    def first(self) -> str:
        """Id of its first passage, which stands for the document in the graph; empty if all are forgotten."""
        return next(iter(self.passages), "")

    def without(self, forgotten: Iterable[str]) -> "_Document":
        """Return it without the passages that were forgotten for good, as notes say, or in older stores ids."""
        gone = frozenset(forgotten)
        left = {id: text for id, text in self.passages.items() if gone.isdisjoint((id, forgotten_note(id, text)))}
        return replace(self, passages=left)

    @property
    def about(self) -> tuple[str, str]:
        """Its title and its subject; if they change, so do all passages."""
        return self.written.title, self.subject.key if self.subject else ""

    def missing(self, stored: "_Stored") -> Iterator[dict[str, Any]]:
        title = heading(self.written.title)
        kept = stored.kept(self)
        for position, (id, text) in enumerate(self.passages.items()):
            if id not in kept:
                shown = {"title": title, "text": text, "search_text": f"{title}\n{text}"}
                properties = {"kind": "Passage", **shown}
                yield {"id": id, "document": self.id, "position": position, "properties": properties}


class _Stored(NamedTuple):
    """A document as it is stored; without a digest while some of its passages are missing."""

    id: str
    title: str = ""
    subject: str = ""
    digest: str = ""
    first: str | None = None
    passages: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()

    @property
    def about(self) -> tuple[str, str]:
        """Its title and its subject; both are empty if it is not there."""
        return self.title, self.subject

    def kept(self, document: _Document) -> frozenset[str]:
        """Return the stored passages that can stay: no first one if it changes, because the first names the subject."""
        if self.about != document.about:
            return frozenset()
        same = frozenset(self.passages) & document.passages.keys()
        return same if self.first == document.first else same - {self.first, document.first}


_Plan = tuple[Sequence[_Document], Mapping[str, _Stored], Sequence[dict[str, Any]]]
"""Documents that are to change, what was known of them, and the rows of new passages, with their vectors."""


def remember(space: Space, documents: Sequence[Written], *, link_entities: bool = True) -> tuple[Read, ...]:
    """Bring stored documents, of different sources, up to the given ones; return what was done to each.

    One transaction writes them, except for documents of very many passages.
    """
    wanted: list[_Document] = []
    for written in documents:
        passages: dict[str, str] = {}
        times: Counter[str] = Counter()
        for text in split(written.title, written.text):
            times[text] += 1
            passages[passage_id(written.source, written.title, text, times[text])] = text
        whole = digest((written.title, written.text))
        wanted.append(_Document(f"document:{written.source}", written, whole, passages, subject(written.title)))
    before = space.reading(lambda transaction: _stored(transaction, wanted))
    while _write_next(space, wanted, link_entities=link_entities):
        pass  # very many passages: the rest goes in a transaction of its own
    done: list[Read] = []
    for each in wanted:
        stored = before[each.id]
        left = each.without(stored.forgotten)
        kept = len(stored.kept(left))
        added, removed = len(left.passages) - kept, len(stored.passages) - kept
        done.append(Read(each.id, each.written.title, added=added, unchanged=kept, removed=removed))
    return tuple(done)


def grouped(documents: Iterable[Written]) -> Iterator[list[Written]]:
    """Yield documents in groups of about `GROUP_PASSAGES` passages; a source is in a group once."""
    group: dict[str, Written] = {}
    size = 0
    for document in documents:
        if size >= GROUP_PASSAGES or document.source in group:
            yield list(group.values())
            group, size = {}, 0
        group[document.source] = document
        size += 1 + len(document.text) // 1000
    if group:
        yield list(group.values())


def _write_next(space: Space, wanted: Sequence[_Document], *, link_entities: bool) -> bool:
    """Write missing passages, up to `MAX_TRANSACTION_PASSAGES`; return whether there was anything to write."""

    def prepare() -> _Plan | None:
        known = space.reading(lambda transaction: _stored(transaction, wanted))
        left = [each.without(known[each.id].forgotten) for each in wanted]
        changed = [each for each in left if known[each.id].digest != each.digest]
        missing = (passage for each in changed for passage in each.missing(known[each.id]))
        new = list(islice(missing, MAX_TRANSACTION_PASSAGES))
        embed(space, [each["properties"] for each in new])
        return (changed, {each.id: known[each.id] for each in changed}, new) if changed else None

    def write(transaction: SpaceTransaction, plan: _Plan) -> bool:
        documents, known, _ = plan
        transaction.lock()
        if _stored(transaction, documents) != known:
            raise Changed
        gone: list[str] = []  # passages that their documents no longer hold, documents that are about something else
        for each in documents:
            stored = known[each.id]
            gone += frozenset(stored.passages) - stored.kept(each)
            if stored.about not in {each.about, _Stored(each.id).about}:
                gone.append(each.id)
        if gone:
            remove(transaction, dict.fromkeys(sorted(gone), "the document changed"))
        _load(transaction, plan, link_entities=link_entities)
        return True

    return bool(space.settle(prepare, write))


def _stored(transaction: SpaceTransaction, documents: Sequence[_Document]) -> dict[str, _Stored]:
    stored = {each.id: _Stored(each.id) for each in documents}
    found = transaction.run(load("write/stored_documents", _Stored), ids=list(stored))
    return stored | {each.id: each for each in found}


def _load(transaction: SpaceTransaction, plan: _Plan, *, link_entities: bool) -> None:
    documents, known, passages = plan
    instants = {"now": now(), "forever": FOREVER}
    there = {each["id"] for each in passages}.union(*(known[each.id].kept(each) for each in documents))
    complete = {each.id for each in documents if each.passages.keys() <= there}
    rows = [
        {
            "id": each.id,
            "digest": each.digest if each.id in complete else "",
            "forgotten": list(known[each.id].forgotten),
            "source": each.written.source,
            "file": each.written.file,
            "title": each.written.title,
            "subject": each.subject.key if each.subject else "",
        }
        for each in documents
    ]
    transaction.run(load("write/documents"), rows=rows, now=instants["now"])
    if link_entities:  # join documents to their subjects, and the texts that are there to the subjects that are new
        about = [(each.id, each.subject) for each in documents if each.subject]
        titled = [{"document": id, "name": subject.key, "spelling": subject.text} for id, subject in about]
        new = transaction.run(load("write/title_documents", str), rows=titled, **instants)
        subjects = {subject.key: subject for _, subject in about}
        mentions.join_topics(transaction, subjects)
        mentions.link_titles(transaction, [subjects[name] for name in sorted(new)], instants["now"])
    key = transaction.space.key
    transaction.run(load("write/passages"), space_key=key, rows=list(passages), beginning=BEGINNING, **instants)
    order = [{"passages": list(each.passages)} for each in documents if each.passages and each.id in complete]
    transaction.run(load("write/order_passages"), rows=order, **instants)
    if link_entities:
        firsts = {each.first: each.subject or lead(each.written.text) for each in documents}
        texts: list[mentions.Text] = []
        for each in passages:
            text, first = str(each["properties"]["text"]), firsts.get(each["id"])
            texts.append(mentions.Text(each["id"], text, [*([first] if first else []), *named(text)]))
        mentions.link(transaction, texts, instants["now"])


def passage_id(source: str, title: str, text: str, repeated: int) -> str:
    """Return the id of a passage; the first, second and so on with its title and text in a document."""
    return f"passage:{source}#{digest((title, text))[:_DIGITS]}" + (f".{repeated}" if repeated > 1 else "")


def forgotten_note(id: str, text: str) -> str:
    """Return what a document keeps of a passage that is forgotten for good: a digest of its text, whatever the title.

    Of a text that the document has several times, it tells which.
    """
    return digest((text,)) + id.rpartition("#")[2][_DIGITS:]


def heading(title: str) -> str:
    """Return the title that stands above each passage: at most its first 50 tokens, cut between words if possible."""
    return opening(title, MAX_TITLE_TOKENS)


def split(title: str, text: str) -> list[str]:
    """Return a document's passages in order: stretches of its text that do not overlap and leave out nothing visible.

    Each has at most 200 tokens together with `heading(title)`. A document that has no more is one passage. Text
    that is appended to a document changes its last few passages only.
    """
    return [text[begin:end] for begin, end in spans(text, MAX_STRETCH_TOKENS - tokens(heading(title)))]
