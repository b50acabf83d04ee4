"""A filter of memories: of which kinds, from which session, by whom, from when, about whom, and with which metadata."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime, timedelta
from typing import Literal, cast, get_args

from clew.errors import InvalidInput
from clew.text.arguments import quoted
from clew.text.instants import as_utc_if_any, fixed
from clew.text.terms import Span, spans

By = Literal["either", "happened", "said"]
"""The times that a filter's since and until bound."""

Names = str | Collection[str] | None
"""A name, several of which one is enough, or None for any."""


@dataclass(frozen=True, slots=True, repr=False)
class Filter:
    """The memories that recall may return; None leaves a side open. A memory passes where it fulfils every side.

    With session, speaker, since, until or metadata, and no kinds, only turns are returned. Name kinds such as ``fact``
    to get what rests on turns: it passes where one of those turns passes. A memory that is said in no session, such as
    a passage, cannot be named with them.

    Attributes:
        kinds: names such as ``episode``, ``fact`` or ``passage``, in any case.
        session: name of the session, or of several.
        speaker: the speaker, or several, in any case.
        since: not before this instant, with a zone.
        until: before this instant, with a zone.
        by: ``said``: since and until bound when it was said. ``happened``: they bound the days that its text names.
            ``either``: one of both lies there.
        as_of: as of this instant: said or begun by then, and not replaced by then; an end learnt later is not told.
        known_at: as memory believed at this instant: what it was told by then, whatever was corrected, retracted or
            replaced since; what was forgotten since is gone. With as_of, what held at that instant by what was
            believed at this one; without, what had not been replaced.
        metadata: of its turn, by key: a value, a list of values of which one is enough, or a range. A range is such as
            ``{"gte": 1, "lt": 5}``, of numbers, texts or dates. Of a stored list, one item is enough. A key that no
            turn has is no error: nothing passes.
        entity: name of the person or thing that the memory itself names, or of several.
        min_belief: 0 to 1: how sure memory is of a statement, at least. It is its ``belief``; a text has 1.

    Raises:
        InvalidInput: a field has another type. No instant lies within since, until and as_of, or `by` bounds nothing.
            No value can be as the metadata are wanted.

    Example:
        Filter(kinds=["fact"], since=datetime(2023, 5, 1, tzinfo=UTC), metadata={"channel": ["mail", "chat"]})
    """

    kinds: Collection[str] | None = None
    session: Names = None
    speaker: Names = None
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    by: By = "either"
    metadata: Mapping[str, object] | None = field(default=None, hash=False)
    entity: Names = None
    min_belief: float = 0.0
    known_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.kinds is not None:
            kinds = _texts(self.kinds)
            if kinds is None:
                raise InvalidInput(f"kinds is {quoted(self.kinds)}; give names such as 'episode' or 'fact'")
            object.__setattr__(self, "kinds", kinds)
        for name in ("session", "speaker", "entity"):
            value = getattr(self, name)
            names = () if value is None else _texts(value)
            if names is None or (value is not None and not names):
                raise InvalidInput(f"{name} is {quoted(value)}; give a name, or several")
            object.__setattr__(self, name, value if isinstance(value, str | None) else tuple(dict.fromkeys(names)))
        for name in ("since", "until", "as_of", "known_at"):
            value = getattr(self, name)
            instant = as_utc_if_any(value)
            has_day = instant is not None and value.tzinfo is not None and name in {"since", "until"}
            object.__setattr__(self, name, fixed(value) if has_day else instant)
        self._check_times()
        if self.metadata is not None:
            if not isinstance(self.metadata, Mapping) or not all(isinstance(key, str) for key in self.metadata):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidInput(f"metadata is {quoted(self.metadata)}; give keys with the values that are wanted")
            object.__setattr__(self, "metadata", dict(self.metadata))
            _ = self.spans
        sure: object = self.min_belief
        if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput(f"min_belief is {quoted(sure)}; give 0 to 1")

    def _check_times(self) -> None:
        if self.by not in get_args(By) or (self.by != "either" and not (self.since or self.until)):
            raise InvalidInput(f"by is {quoted(self.by)}; give 'either', or 'happened' or 'said' with since or until")
        if self.since and self.until and self.since >= self.until:
            raise InvalidInput(f"since {self.since} is not before until {self.until}; give an earlier since")
        if self.by == "said" and self.since and self.as_of and self.since > self.as_of:
            raise InvalidInput(f"since {self.since} is after as_of {self.as_of}; give an earlier since")

    def __repr__(self) -> str:
        """Return the sides that it narrows."""
        values = ((each.name, getattr(self, each.name), each.default) for each in fields(self))
        return f"Filter({', '.join(f'{name}={value!r}' for name, value, open_ in values if value != open_)})"

    @property
    def sessions(self) -> tuple[str, ...]:
        """The names of the sessions; none for any."""
        return _texts(self.session) or ()

    @property
    def speakers(self) -> tuple[str, ...]:
        """The speakers; none for any."""
        return _texts(self.speaker) or ()

    @property
    def entities(self) -> tuple[str, ...]:
        """The people and things that it names; none for any."""
        return _texts(self.entity) or ()

    @property
    def spans(self) -> list[tuple[Span, ...]]:
        """Per key of the metadata, where the terms lie that pass."""
        return [spans(key, wanted) for key, wanted in (self.metadata or {}).items()]

    @property
    def is_open(self) -> bool:
        """True if turns of any session, speaker, time and metadata may be returned, and with them passages."""
        return not (self.session is not None or self.speaker is not None or self.since or self.until or self.metadata)

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last day between since and until; None where both are open."""
        if self.since is None and self.until is None:
            return None
        return (
            self.since.date() if self.since else date.min,
            (self.until - timedelta.resolution).date() if self.until else date.max,
        )


def _texts(value: object) -> tuple[str, ...] | None:
    """Return one text or several as several; None where it is neither."""
    if isinstance(value, str):
        return (value,)
    try:
        texts = list(cast("Collection[object]", value))
    except Exception:  # noqa: BLE001 - whatever it is, it is no collection of names
        return None
    return tuple(map(str, texts)) if all(isinstance(each, str) for each in texts) else None
