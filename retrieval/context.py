"""One query against one space: the question, the filter, and the candidates that it considers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from math import nan
from typing import NamedTuple

from clew.errors import InvalidInput, NotFound
from clew.graph.schema import CONVERSATION, DOCUMENTS, declared
from clew.graph.space import Contents, Space, SpaceTransaction, session_as_stored
from clew.model import Filter
from clew.retrieval.question import Question
from clew.settings import RecallSettings
from clew.text.instants import BEGINNING, FOREVER
from clew.text.names import composed

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
        common: an entity that more texts mention is not walked.
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
    common: int
    settings: RecallSettings
    happening: frozenset[str] = frozenset()

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
        """True if nothing that is reached has to be looked at for its session, speaker or time."""
        return self.where.is_open and self.where.as_of is None

    @property
    def is_timed(self) -> bool:
        """True if instants are wanted: the question or the filter names some."""
        return bool(self.question.dates) or not self.is_everything

    @property
    def bounds(self) -> dict[str, str | datetime | None]:
        """The ranges of the filter, as statements take them."""
        return bounds(self.where)

    def is_by_source(self, kind: str) -> bool:
        """True if the filter bounds what nodes of a kind rest on: they are said in no session themselves."""
        return not self.where.is_open and kind in declared().derived_kinds()

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
        if where.by == "happened":
            return False  # search finds these
        if where.as_of is not None and second > where.as_of.timestamp() and candidate.kind in declared().text_kinds():
            return False
        return (
            where.session in {None, candidate.session}
            and where.speaker in {None, candidate.speaker}
            and (where.since is None or second >= where.since.timestamp())
            and (where.until is None or second < where.until.timestamp())
        )


def returned_kinds(where: Filter) -> tuple[str, ...]:
    """Return the labels of the kinds that a filter asks for.

    Without kinds, a filter by session, speaker or time asks for turns.

    Raises:
        InvalidInput: a kind is not searched, or is said in no session and so cannot be filtered by one.
    """
    known = {declared().kind(label).name.casefold(): label for label in declared().searched_kinds()}
    wanted = {kind.casefold() for kind in where.kinds} if where.kinds is not None else known.keys()
    if unknown := sorted(wanted - known.keys()):
        raise InvalidInput(f"kind {unknown[0]!r} is not searched; name some of {', '.join(known)}")
    labels = tuple(label for name, label in known.items() if name in wanted)
    if where.is_open:
        return labels
    if where.kinds is None:
        return tuple(label for label in labels if _is_said(label) and label in declared().text_kinds())
    if aside := [declared().kind(label).name for label in labels if not _is_said(label)]:
        raise InvalidInput(
            f"kind {aside[0]!r} cannot be filtered by session, speaker or time, for it is said in no session; "
            "leave that filter out, or that kind"
        )
    return labels


def _is_said(label: str) -> bool:
    return CONVERSATION in declared().kind(label).searched


def searched_kinds(returned: Sequence[str], there: Sequence[str], where: Filter) -> frozenset[str]:
    """Return the labels to search, of those that the space has: what is returned, what lifts that, and their parts.

    With a filter by session, speaker or time that is the texts themselves, else whole families.
    """
    schema = declared()
    families = {family for label in returned for family in schema.kind(label).searched}
    if where.is_open:
        wanted = {label for label in there if families.intersection(schema.kind(label).searched)}
    else:
        wanted = {*returned, *(label for label in schema.text_kinds() if _is_said(label))}
    return frozenset(label for label in there if (schema.kind(label).part_of or label) in wanted)


def bounds(where: Filter) -> dict[str, str | datetime | None]:
    """Return the ranges of a filter that hold everything where a side is open: the index knows equality and range only.

    It orders texts by code points. Cypher does by UTF-16, where full-width letters come after the highest text, and is
    given the lower bound alone. Where all sides are open, nobody looks at them, and the instants are none: one costs
    the driver 50 microseconds.
    """
    since = where.since or BEGINNING
    until = min(where.until or FOREVER, where.as_of + timedelta.resolution if where.as_of else FOREVER)
    if where.by == "happened":
        since, until = FOREVER, BEGINNING
    first, last = (None, None) if where.days is None or where.by == "said" else map(date.isoformat, where.days)
    return {
        "session_low": where.session or "",
        "session_high": where.session or "\U0010ffff",
        "speaker_low": where.speaker or "",
        "speaker_high": where.speaker or "\U0010ffff",
        "since": None if where.is_open else since.astimezone(UTC),
        "until": None if where.is_open else until.astimezone(UTC),
        "first_day": first,
        "last_day": last,
    }


def resolve(transaction: SpaceTransaction, where: Filter, contents: Contents) -> Filter:
    """Return the filter with the names of its session and speaker as they are stored.

    Raises:
        NotFound: the space has no such speaker or session, or speakers who are written so in other capitals only.
    """
    space = transaction.space
    if where.session is not None:
        if (stored := session_as_stored(transaction.run, where.session)) is None:
            raise NotFound(
                f"space {space.name!r} has no session {where.session!r}; leave the filter out, or name another"
            )
        where = replace(where, session=stored)
    if where.speaker in {None, *contents.speakers}:
        return where
    wanted = composed(str(where.speaker)).casefold()
    names = [name for name in contents.speakers if composed(name).casefold() == wanted]
    if len(names) > 1:
        raise NotFound(f"speaker {where.speaker!r} may be each of {', '.join(names)}; write one of them so")
    if not names:
        others = len(contents.speakers) - SHOWN_SPEAKERS
        heard = ", ".join(contents.speakers[:SHOWN_SPEAKERS]) or "nobody"
        heard += f", and {others} more" if others > 0 else ""
        raise NotFound(f"space {space.name!r} has no speaker {where.speaker!r}; it has {heard}")
    return replace(where, speaker=names[0])
