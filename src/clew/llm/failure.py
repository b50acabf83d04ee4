"""What a provider's packages raise, as one sentence: each has its own tree of errors, so names and statuses decide."""

from collections.abc import Container
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clew.errors import ModelFailed, ModelUnavailable
from clew.text.masking import masked

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

MAX_QUOTED_CHARACTERS = 200  # characters of what the provider says


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of failure."""

    names: tuple[str, ...]  # parts of the names of its exceptions
    statuses: Container[int | None]  # of HTTP
    error: type[ModelFailed]
    what: str  # that the model did, and what to do about it; a semicolon between
    passing: bool = False  # whether asking again may help
    phrases: tuple[str, ...] = ()  # in what the provider says, in lower case


_KINDS = (
    _Kind(
        ("ContextOverflow",),
        (413,),
        ModelFailed,
        "cannot read so much at once; give less text, or another model",
        phrases=("context size", "context length", "context window"),
    ),
    _Kind(
        ("Authentication", "PermissionDenied", "Unauthorized"),
        (401, 403),
        ModelUnavailable,
        "refuses the key; give another model_key",
    ),
    _Kind(("NotFound",), (404,), ModelUnavailable, "is not known there; correct model or model_url"),
    _Kind(
        ("RateLimit", "TooManyRequests"),
        (429,),
        ModelFailed,
        "is overloaded or has a limit; try again later, or lower model_calls",
        passing=True,
    ),
    _Kind(
        ("Timeout",), (408, 504), ModelFailed, "did not answer in time; try again, or lower model_calls", passing=True
    ),
    _Kind(
        ("Connect", "RemoteProtocolError", "ReadError", "WriteError"),
        (),
        ModelUnavailable,
        "does not answer; start its server or correct model_url",
        passing=True,
    ),
    _Kind(
        ("InternalServer", "ServiceUnavailable", "ModelAPIError"),
        range(500, 600),
        ModelFailed,
        "has a fault of its own; try again later",
        passing=True,
    ),
)
_OTHER = _Kind((), (), ModelFailed, "cannot be asked; correct its settings or use another")


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
    statuses = (
        getattr(error, "status_code", None),
        getattr(response, "status_code", None),
        getattr(error, "code", None),
    )
    status = next((each for each in statuses if isinstance(each, int)), None)
    for kind in _KINDS:
        is_named = any(name in names for name in kind.names)
        if is_named or status in kind.statuses or any(phrase in reason for phrase in kind.phrases):
            return kind
    return _OTHER
