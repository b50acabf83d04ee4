"""Says a provider's errors in one sentence: each package has its own tree of errors, so names and statuses decide."""

import re
from collections.abc import Container
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import ModelFailed, ModelUnavailable
from clew.text.masking import masked

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

MAX_QUOTED_CHARACTERS = 200  # characters of what the provider says


class _Kind(NamedTuple):
    names: str  # matches the names of its exceptions
    statuses: Container[int | None]  # of HTTP
    error: type[ModelFailed]
    what: str  # that the model did, and what to do about it; a semicolon between
    passing: bool = False  # whether asking again may help
    phrases: str = "(?!)"  # matches what the provider says, in lower case


_TOO_LONG = "cannot read so much at once; give less text, or another model"
_REFUSED = "refuses the key; give another model_key"
_LIMITED = "is overloaded or has a limit; try again later, or lower model_calls"
_LATE = "did not answer in time; try again, or lower model_calls"
_DOWN = "does not answer; start its server or correct model_url"
_FAULTY = "has a fault of its own; try again later"
_KINDS = (
    _Kind("ContextOverflow", (413,), ModelFailed, _TOO_LONG, phrases="context (?:size|length|window)"),
    _Kind("Authentication|PermissionDenied|Unauthorized", (401, 403), ModelUnavailable, _REFUSED),
    _Kind("NotFound", (404,), ModelUnavailable, "is not known there; correct model or model_url"),
    _Kind("RateLimit|TooManyRequests", (429,), ModelFailed, _LIMITED, passing=True),
    _Kind("Timeout", (408, 504), ModelFailed, _LATE, passing=True),
    _Kind("Connect|RemoteProtocolError|ReadError|WriteError", (), ModelUnavailable, _DOWN, passing=True),
    _Kind("InternalServer|ServiceUnavailable|ModelAPIError", range(500, 600), ModelFailed, _FAULTY, passing=True),
)
_OTHER = _Kind("(?!)", (), ModelFailed, "cannot be asked; correct its settings or use another")


def translated(error: Exception, chain: str, model: str) -> ModelFailed:
    """Return the sentence for what asking the model raised."""
    kind = _kind(error)
    what, _, remedy = kind.what.partition("; ")
    reason = masked(" ".join(str(error).split()))[:MAX_QUOTED_CHARACTERS] or type(error).__name__
    begins = f"{chain}: model {model} {what}"
    return kind.error(f"{begins} ({reason}); {remedy}", f"{begins}; {remedy}")


def passing(error: BaseException) -> bool:
    """Return whether asking again in a moment may help."""
    return _kind(error).passing


def lacks_schemas(error: Exception) -> bool:
    """Return whether a server says that it does not know answers by JSON schema."""
    reason = str(error).lower()
    return "response_format" in reason or "json_schema" in reason


def cut_off(error: Exception) -> "AIMessage | None":
    """Return the unfinished answer that OpenAI's package throws away: it raises where a limit of tokens was reached."""
    if type(error).__name__ != "LengthFinishReasonError":
        return None
    from langchain_core.messages import AIMessage

    completion: Any = getattr(error, "completion", None)
    said = AIMessage(completion.choices[0].message.content or "", response_metadata={"finish_reason": "length"})
    if used := completion.usage:
        said.usage_metadata = {
            "input_tokens": used.prompt_tokens,
            "output_tokens": used.completion_tokens,
            "total_tokens": used.total_tokens,
        }
    return said


def _kind(error: BaseException) -> _Kind:
    names, reason = " ".join(each.__name__ for each in type(error).__mro__), str(error).lower()
    response = getattr(error, "response", None)
    found = ((error, "status_code"), (response, "status_code"), (error, "code"))
    status = next((each for of, name in found if isinstance(each := getattr(of, name, None), int)), None)
    for kind in _KINDS:
        if re.search(kind.names, names) or status in kind.statuses or re.search(kind.phrases, reason):
            return kind
    return _OTHER
