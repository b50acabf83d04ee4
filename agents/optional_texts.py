"""Arguments of tools that may be left out, in whichever form a model gives them."""

import json
from contextlib import suppress
from typing import Annotated, cast

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


def _as_names(given: object) -> object:
    """Return names as a list: the SDK of MCP has read as JSON a text that is the name of a session, such as ``[1]``."""
    if given is None or given == "":
        return []
    names = cast("list[object]", given) if isinstance(given, list) else [None]
    is_list = all(isinstance(each, str) for each in names)
    return names if is_list else [given if isinstance(given, str) else json.dumps(given)]


OptionalNames = Annotated[list[str], BeforeValidator(_as_names)]
"""One name or several, which may be left out; a model may also say null."""
