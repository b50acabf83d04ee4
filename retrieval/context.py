"""One query against one space: the question, the filter, the candidates, and which of them were believed then."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import product
from math import nan
from typing import NamedTuple

from clew.errors import InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.schema import CONVERSATION, DOCUMENTS, declared
from clew.graph.space import Contents, QueryRunner, Space, SpaceTransaction, session_as_stored
from clew.model import Filter, ListedMemory, ScoreParts
from clew.retrieval.question import Question
from clew.settings import RecallSettings
from clew.text.instants import BEGINNING, FOREVER, now
from clew.text.names import composed, in_full, normalise
from clew.text.names.phrases import name as as_name
from clew.text.names.phrases import read

Edge = tuple[str, str, str]
"""The id of a node, a relationship's type, and the id of the node that it leads to."""

Steps = list[tuple[str, str]]
"""Relationship type and id of each node on the way to a hit; the type of the first is empty."""


class Candidate(NamedTuple):
    """A text as scoring sees it; a tuple, because a recall makes a thousand.

    Attributes:
        id: of the node.
        session: its session, or its document; None for a fact.
        speaker: who said it; None for a passage.
        second: its instant in seconds since 1970; None for a passage.
        kind: its label.
        score: in the search that found it, not scaled; 0 where none did.
    """

    id: str
    session: str | None
    speaker: str | None
    second: float | None
    kind: str = "Episode"
    score: float = 0.0

    @property
    def whole(self) -> "Candidate":
        """The whole that it is a part of, or itself: a part is found for its whole."""
        whole, name = _part_of(self.kind)
        return self._replace(id=self.id.removeprefix(f"{name}:").rpartition("#")[0], kind=whole) if whole else self

    @property
    def family(self) -> str:
        """The family that it is ranked in; empty where its kind is not searched."""
        return family_of(self.kind, self.session is not None)


@cache
def _part_of(label: str) -> tuple[str, str]:
    """The kind that a kind is a part of, or nothing, and its own name."""
    kind = declared().by_label.get(label)
    return (kind.part_of, kind.name) if kind and kind.part_of else ("", "")


@cache
def family_of(label: str, is_placed: bool) -> str:
    """The family of a kind; of several, that of documents where a node names a document, even an unknown one."""
    kind = declared().by_label.get(label)
    families = kind.searched if kind else ()
    if len(families) < 2:
        return families[0] if families else ""
    others = [family for family in families if family != DOCUMENTS]
    return DOCUMENTS if is_placed else others[0]


SHOWN_SPEAKERS = 10
"""Of a space, named where a filter names none of them."""


@dataclass(frozen=True, slots=True)
class Context:
    """A query against a space, and how it is to be answered.

    Attributes:
        space: where.
        question: what for.
        vector: its embedding, shape (dimensions,); empty until it is made.
        where: which memories; its speaker is written as it is stored.
        returned: labels of the kinds that may be returned.
        searched: labels of the kinds that are searched, because they are returned or lift what is, and of their parts.
        answering: speakers whose role is to answer.
        texts: that the space holds.
        settings: weights, pools, engine, budget.
        happening: ids of what tells of something in the times that the question names, or else the filter; empty until
            it is searched.
    """

    space: Space
    question: Question
    vector: Sequence[float]
    where: Filter
    returned: tuple[str, ...]
    searched: frozenset[str]
    answering: tuple[str, ...]
    texts: int
    settings: RecallSettings
    happening: frozenset[str] = frozenset()

    @property
    def common(self) -> int:
        """The number of texts: an entity that more mention is not walked."""
        return self.settings.common(self.texts)

    @property
    def as_of(self) -> datetime:
        """The instant at which memories shall hold; the open end for now."""
        return self.where.as_of or FOREVER

    @property
    def wants_breadth(self) -> bool:
        """True if many moments are wanted: as the settings say, or else the question's form."""
        return self.question.wants_breadth if self.settings.breadth is None else self.settings.breadth

    @property
    def is_everything(self) -> bool:
        """True if all that holds now may be returned."""
        return self.where.is_open and self.where.as_of is None and not self.is_aside

    @property
    def is_aside(self) -> bool:
        """True if the vector index does not know all that the filter narrows: what it finds is read again."""
        where = self.where
        return bool(where.metadata or where.entity or where.min_belief or where.known_at) or _pairs(where) > MAX_PAIRS

    @property
    def is_timed(self) -> bool:
        """True if instants are wanted: the question or the filter names some."""
        return bool(self.question.dates) or not self.is_everything

    @property
    def conditions(self) -> dict[str, object]:
        """The conditions of the filter, as statements take them."""
        return conditions(self.where)

    def is_by_source(self, kind: str) -> bool:
        """True if the filter narrows what nodes of a kind rest on: they are said in no session themselves."""
        return not self.where.is_open and kind in declared().derived_kinds()

    def is_read_again(self, kind: str) -> bool:
        """True if hits of a kind that the vector index finds may not pass the filter."""
        return self.is_aside or self.is_by_source(kind)

    def kinds_of(self, family: str) -> list[str]:
        """Labels of what is searched of a family; what rests on its texts only where they are searched too."""
        kinds = [kind for kind in declared().searched_kinds(family) if kind in self.searched]
        texts = set(declared().text_kinds())
        has_texts = any(kind in texts for kind in kinds)
        return [kind for kind in kinds if has_texts or len(declared().kind(kind).searched) < 2]

    def passes(self, candidate: Candidate) -> bool:
        """True if a text that was reached, not searched for, is wanted."""
        second = nan if candidate.second is None else candidate.second
        where = self.where
        if where.by == "happened" or self.is_aside:
            return False  # search finds these
        if where.as_of is not None and second > where.as_of.timestamp() and candidate.kind in declared().text_kinds():
            return False
        return (
            (not where.session or candidate.session in where.sessions)
            and (not where.speaker or candidate.speaker in where.speakers)
            and (where.since is None or second >= where.since.timestamp())
            and (where.until is None or second < where.until.timestamp())
        )


def asked_on(space: Space, where: Filter) -> date:
    """Return the day from which "yesterday" counts: that of the filter's `as_of` or `known_at`, else today."""
    return (where.as_of or where.known_at or now()).astimezone(space.zone).date()


def returned_kinds(where: Filter) -> tuple[str, ...]:
    """Return the labels of the kinds that a filter asks for.

    Without kinds, a filter by session, speaker, time or metadata asks for turns.

    Raises:
        InvalidInput: a kind is not searched, or is said in no session and so cannot be filtered by one.
    """
    by_name = {declared().kind(label).name.casefold(): label for label in declared().searched_kinds()}
    wanted = {kind.casefold() for kind in where.kinds} if where.kinds is not None else by_name.keys()
    if unknown := sorted(wanted - by_name.keys()):
        raise InvalidInput(f"kind {unknown[0]!r} is not searched; name some of {', '.join(by_name)}")
    labels = tuple(label for name, label in by_name.items() if name in wanted)
    if where.is_open:
        return labels
    if where.kinds is None:
        return tuple(label for label in labels if _is_said(label) and label in declared().text_kinds())
    if aside := [declared().kind(label).name for label in labels if not _is_said(label)]:
        raise InvalidInput(
            f"kind {aside[0]!r} cannot be filtered by session, speaker, time or metadata, for it is said in no "
            "session; leave that filter out, or that kind"
        )
    return labels


def _is_said(label: str) -> bool:
    return CONVERSATION in declared().kind(label).searched


def searched_kinds(returned: Sequence[str], there: Sequence[str], where: Filter) -> frozenset[str]:
    """Return the labels to search, of those that the space has: what is returned, what lifts that, and their parts.

    With a filter by session, speaker, time or metadata that is the texts themselves, else whole families.
    """
    schema = declared()
    families = {family for label in returned for family in schema.kind(label).searched}
    if where.is_open:
        wanted = {label for label in there if families.intersection(schema.kind(label).searched)}
    else:
        wanted = {*returned, *(label for label in schema.text_kinds() if _is_said(label))}
    return frozenset(label for label in there if (schema.kind(label).part_of or label) in wanted)


MAX_PAIRS = 20
"""Pairs of a session and a speaker that the vector index is asked for one by one: of more it is asked for all."""

_HIGHEST = "\U0010ffff"


def index_ranges(where: Filter) -> list[dict[str, str]]:
    """Return the ranges of sessions and speakers that the vector index is asked for: it knows equality and range only.

    It orders texts by code points.
    """
    if _pairs(where) > MAX_PAIRS:
        return index_ranges(Filter())
    return [
        {
            "session_low": session or "",
            "session_high": session or _HIGHEST,
            "speaker_low": speaker or "",
            "speaker_high": speaker or _HIGHEST,
        }
        for session, speaker in product(where.sessions or [None], where.speakers or [None])
    ]


def _pairs(where: Filter) -> int:
    return max(1, len(where.sessions)) * max(1, len(where.speakers))


def conditions(where: Filter) -> dict[str, object]:
    """Return the conditions of a filter as statements take them; those on turns are not looked at where it is open.

    Its instants are none then: one costs the driver 50 microseconds. A turn that nobody dated holds since the
    beginning, and is not known to be said before anything.
    """
    first_dated = BEGINNING + timedelta.resolution if where.until else BEGINNING
    since = where.since or first_dated
    until = min(where.until or FOREVER, where.as_of + timedelta.resolution if where.as_of else FOREVER)
    if where.by == "happened":
        since, until = FOREVER, BEGINNING
    first, last = (None, None) if where.days is None or where.by == "said" else map(date.isoformat, where.days)
    return {
        "is_open": where.is_open,
        "sessions": where.sessions,
        "speakers": where.speakers,
        "since": None if where.is_open else since.astimezone(UTC),
        "until": None if where.is_open else until.astimezone(UTC),
        "first_day": first,
        "last_day": last,
        "metadata": where.spans,
        "entities": where.entities,
        "min_belief": where.min_belief,
    }


def resolve(transaction: SpaceTransaction, where: Filter, contents: Contents) -> Filter:
    """Return the filter with the names of its sessions and speakers as they are stored, and ids of its entities.

    Raises:
        NotFound: the space has no such speaker or session, or speakers who are written so in other capitals only. Or no
            memory names such an entity.
    """
    if where.session is not None:
        stored = {name: session_as_stored(transaction.run, name) for name in where.sessions}
        if missing := next((name for name, each in stored.items() if each is None), None):
            told = f"space {transaction.space.name!r} has no session {missing!r}"
            raise NotFound(f"{told}; leave the filter out, or name another")
        where = replace(where, session=list(stored.values()))
    if where.speaker is not None:
        where = replace(where, speaker=[_speaker(transaction.space, name, contents) for name in where.speakers])
    if where.entity is not None:
        where = replace(where, entity=[id for name in where.entities for id in _entities(transaction, name)])
    return where


def _speaker(space: Space, name: str, contents: Contents) -> str:
    if name in contents.speakers:
        return name
    wanted = composed(name).casefold()
    names = [each for each in contents.speakers if composed(each).casefold() == wanted]
    if len(names) > 1:
        raise NotFound(f"speaker {name!r} may be each of {', '.join(names)}; write one of them so")
    if not names:
        others = len(contents.speakers) - SHOWN_SPEAKERS
        heard = ", ".join(contents.speakers[:SHOWN_SPEAKERS]) or "nobody"
        heard += f", and {others} more" if others > 0 else ""
        raise NotFound(f"space {space.name!r} has no speaker {name!r}; it has {heard}")
    return names[0]


def things(transaction: SpaceTransaction, *names: str) -> list[str]:
    """Return the ids of the entities that are called by any of some names, and of what is known to be the same."""
    written = {each for name in names for each in (as_name(read(name)), normalise(name), in_full(name))} - {""}
    ids = [*names, *(f"entity:{each}" for each in sorted(written))]
    return transaction.run(load("recall/named_things", str), ids=ids)


def _entities(transaction: SpaceTransaction, name: str) -> list[str]:
    if found := things(transaction, name):
        return found
    told = f"space {transaction.space.name!r} names nothing that is called {name!r}"
    raise NotFound(f"{told}; its entities, as a list shows them, are what can be named")


def known(
    run: QueryRunner, ids: Iterable[str], known_at: datetime, as_of: datetime | None = None
) -> dict[str, ListedMemory]:
    """Return those of some memories that were believed at an instant, by id, as they were then.

    Args:
        run: runs statements in the space.
        ids: of the memories.
        known_at: the instant at which they were believed.
        as_of: when they held, by what was believed then; None: they had not been replaced.
    """
    query = load("browse/known", ListedMemory)
    found = run(query, ids=list(ids), known_at=known_at, as_of=as_of or FOREVER, forever=FOREVER)
    return {each.id: each for each in found}


def believed_then(
    run: QueryRunner, where: Filter, candidates: Mapping[str, ScoreParts]
) -> tuple[Mapping[str, ScoreParts], Mapping[str, ListedMemory]]:
    """Leave out candidates that were not believed at the times of a filter, by id.

    Return the others, and with `known_at` as what they were believed.
    """
    if where.known_at is not None:
        then = known(run, candidates, where.known_at, where.as_of)
        then = {id: each for id, each in then.items() if each.belief >= where.min_belief}
        return {id: each for id, each in candidates.items() if id in then}, then
    if where.as_of is not None:
        gone = {*run(load("recall/unbelieved", str), ids=list(candidates), as_of=where.as_of)}
        return {id: each for id, each in candidates.items() if id not in gone}, {}
    return candidates, {}
