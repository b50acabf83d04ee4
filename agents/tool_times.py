"""The arguments of tools that ask for another time than now."""

from datetime import datetime, tzinfo
from typing import Self

from pydantic import Field, model_validator

from clew.agents.tool_form import Arguments, OptionalText
from clew.text.instants import parse_end


class KnownAt(Arguments):
    """The argument that asks for what memory believed at an instant."""

    known_at: OptionalText = Field(
        "", description="As believed at this time, or by the end of this day, whatever was learned since: ISO 8601."
    )

    @model_validator(mode="after")
    def check_known_at(self) -> Self:
        """Hold that it is an instant, whatever the zone."""
        self.then()
        return self

    def then(self, zone: tzinfo | None = None) -> datetime | None:
        """Return the instant at which memory believed it; None: now."""
        return parse_end(self.known_at, "known_at", zone, is_included=True) if self.known_at else None


class HeldAt(KnownAt):
    """The same, and the argument that asks for what held at an instant."""

    as_of: OptionalText = Field(
        "", description="What was known and held at this time, or by the end of this day: ISO 8601."
    )

    @model_validator(mode="after")
    def check_as_of(self) -> Self:
        """Hold that it is an instant, whatever the zone."""
        self.instant()
        return self

    def instant(self, zone: tzinfo | None = None) -> datetime | None:
        """Return the instant at which it held; None: now."""
        return parse_end(self.as_of, "as_of", zone, is_included=True) if self.as_of else None
