"""Arguments of tools that may be left out, in whichever form a model gives them."""

import json
from contextlib import suppress
from typing import Annotated

from pydantic import BeforeValidator


def _as_list(given: object) -> object:
    if given is None or given == "":
        return []
    if not isinstance(given, str):
        return given
    if given.lstrip().startswith("["):  # no id that a tool shows begins so
        with suppress(ValueError, RecursionError):
            return json.loads(given)
    return [given]


OptionalText = Annotated[str, BeforeValidator(lambda given: "" if given is None else given)]
"""A text that may be left out; a model may also say null. The SDK of MCP reads a text of another annotation as JSON."""

OptionalTexts = Annotated[list[str], BeforeValidator(_as_list)]
"""Texts that may be left out; a model may also say null, one text alone, or the list as JSON text."""


OptionalNames = Annotated[
    str, BeforeValidator(lambda given: json.dumps(given) if isinstance(given, list) else "" if given is None else given)
]
"""One name, or several as a list or its JSON text, which may be left out. See `OptionalText` for why it is a text."""


def names(given: str) -> list[str] | None:
    """Return the names of an argument of that type; None where it is left out."""
    with suppress(ValueError, RecursionError):
        several = json.loads(given) if given.startswith("[") else None
        if several and all(isinstance(each, str) for each in several):
            return several
    return [given] if given else None
