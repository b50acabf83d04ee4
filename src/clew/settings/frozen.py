"""The base of every group of settings."""

from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from clew.errors import InvalidInput


class Frozen(BaseModel):
    """A group of settings: immutable, and strict about unknown names; its numbers are finite."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, allow_inf_nan=False)

    def changed(self, **values: object) -> Self:
        """Return a copy with other values.

        Raises:
            InvalidInput: a name is unknown or a value cannot be used.
        """
        try:
            return self.model_validate(self.model_dump() | values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            may_be_secret = first["type"] in ("string_type", "extra_forbidden")  # a password, or one under a wrong name
            is_shown = isinstance(first["input"], int | float) and not may_be_secret
            value = f" is {first['input']!r}" if is_shown else ""
            raise InvalidInput(f"{name}{value}: {worded(first)}; correct it") from None


def worded(fault: ErrorDetails) -> str:
    """Return what pydantic says of a value, without Python's name of the error before words of ours."""
    said = fault["msg"]
    return said.removeprefix("Value error, ") if fault["type"] == "value_error" else said.lower()
