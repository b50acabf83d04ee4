"""A filter of memories: of which kinds, from which session, by whom, and from when."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, get_args

from clew.errors import InvalidInput
from clew.text.arguments import quoted
from clew.text.instants import as_utc_if_any, fixed

By = Literal["either", "happened", "said"]
"""The times that a filter's since and until bound."""


@dataclass(frozen=True, slots=True)
class Filter:
    """The memories that recall may return; None leaves a side open.

    With session, speaker, since or until, and no kinds, only turns are returned. Name kinds such as ``fact`` to get
    what rests on turns: it passes where one of those turns passes. A memory that is said in no session, such as a
    passage, cannot be named with them.

    Attributes:
        kinds: names such as ``episode``, ``fact`` or ``passage``, in any case.
        session: name of the one session.
        speaker: the one speaker, in any case.
        since: not before this instant, with a zone.
        until: before this instant, with a zone.
        by: ``said``: since and until bound when it was said. ``happened``: they bound the days that its text names.
            ``either``: one of both lies there.
        as_of: as of this instant: said or begun by then, and not replaced by then; an end learnt later is not told.

    Raises:
        InvalidInput: a field has another type. No instant lies within since, until and as_of, or `by` bounds nothing.

    Example:
        Filter(kinds=["fact"], since=datetime(2023, 5, 1, tzinfo=UTC))
    """

    kinds: Collection[str] | None = None
    session: str | None = None
    speaker: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    by: By = "either"

    def __post_init__(self) -> None:
        if self.kinds is not None:
            try:
                kinds: list[object] = [self.kinds] if isinstance(self.kinds, str) else [*self.kinds]
            except Exception:  # noqa: BLE001 - whatever it is, it is no collection of names
                kinds = [None]
            if any(not isinstance(name, str) for name in kinds):
                raise InvalidInput(f"kinds is {quoted(self.kinds)}; give names such as 'episode' or 'fact'")
            object.__setattr__(self, "kinds", tuple(map(str, kinds)))
        for name in ("session", "speaker"):
            value = getattr(self, name)
            if not isinstance(value, str | None):
                raise InvalidInput(f"{name} is {quoted(value)}; give a name")
        for name in ("since", "until", "as_of"):
            value = getattr(self, name)
            instant = as_utc_if_any(value)
            has_day = instant is not None and value.tzinfo is not None and name != "as_of"
            object.__setattr__(self, name, fixed(value) if has_day else instant)
        if self.by not in get_args(By) or (self.by != "either" and not (self.since or self.until)):
            raise InvalidInput(f"by is {quoted(self.by)}; give 'either', or 'happened' or 'said' with since or until")
        if self.since and self.until and self.since >= self.until:
            raise InvalidInput(f"since {self.since} is not before until {self.until}; give an earlier since")
        if self.by == "said" and self.since and self.as_of and self.since > self.as_of:
            raise InvalidInput(f"since {self.since} is after as_of {self.as_of}; give an earlier since")

    @property
    def is_open(self) -> bool:
        """True if turns of any session, speaker and time may be returned, and with them passages."""
        return self.session is None and self.speaker is None and self.since is None and self.until is None

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last day between since and until; None where both are open."""
        if self.since is None and self.until is None:
            return None
        return (
            self.since.date() if self.since else date.min,
            (self.until - timedelta.resolution).date() if self.until else date.max,
        )
