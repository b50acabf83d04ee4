"""The arguments of public functions and methods, checked against their annotations: a wrong type is one clear error."""

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from difflib import get_close_matches
from functools import cache, wraps
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, InstanceOf, TypeAdapter, ValidationError

from clew.errors import InvalidInput
from clew.text.masking import masked

P = ParamSpec("P")
T = TypeVar("T")

MAX_QUOTED_CHARACTERS = 60  # characters of a value that an error shows
SECRET_ARGUMENTS = frozenset({"auth", "settings", "encoder", "model"})
"""Arguments that may hold a password or key, of which an error shows the type only."""

_TENANTS = frozenset({"user_id", "user", "agent_id", "tenant", "namespace", "group_id"})

_ELSEWHERE: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("k", "top_k", "n", "n_results", "num_results", "max_results"), ("limit",)),
    **dict.fromkeys(("filter", "filters"), ("where",)),
    **dict.fromkeys(("session_id", "thread_id", "conversation_id", "run_id"), ("session",)),
    **dict.fromkeys(_TENANTS, ("space",)),
    **dict.fromkeys(("timestamp", "date", "time", "created_at"), ("at",)),
    **dict.fromkeys(("max_tokens", "tokens"), ("most_tokens", "words")),
    **dict.fromkeys(("messages", "data"), ("turns", "turn")),
    **dict.fromkeys(("text", "content", "message", "memory"), ("turn", "query")),
    **dict.fromkeys(("q", "question"), ("query", "question")),
    **dict.fromkeys(("embeddings", "embedder", "embedding"), ("encoder",)),
    **dict.fromkeys(("llm", "chat_model"), ("model",)),
    **dict.fromkeys(("url", "host"), ("uri",)),
    **dict.fromkeys(("memory_id", "node_id"), ("id", "ids")),
    "role": ("speaker",),
}
"""Arguments of other memories, to the names here that an error tells."""

_FAULTS = {
    "model_type": "input should be an object",
    "string_pattern_mismatch": "input should be a text with words",
    "extra_forbidden": "there is no such field",
}
"""Faults of JSON, by pydantic's names, of which pydantic speaks in Python's words."""

_STRICT = ConfigDict(arbitrary_types_allowed=True, strict=True)


class _LangChain(dict[str, Any]):
    """LangChain's types by the names that annotations have for them, imported when first looked up: they are slow."""

    def __missing__(self, name: str) -> Any:  # noqa: ANN401
        if name == "Embeddings":
            from langchain_core.embeddings import Embeddings

            return Embeddings
        if name == "ChatModel":
            from langchain_core.runnables import Runnable

            return Runnable
        if name == "AnyModel":
            return object  # `clew.llm.language_model` says what it takes
        raise KeyError(name)


_LANGCHAIN = _LangChain()


def check_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Check the arguments of each call of a public method or function against their annotations.

    Nothing is converted, and nothing that can be read once only is read.

    Raises:
        InvalidInput: an argument has another type; names it, its value and the type. Or the function has no such
            argument, or lacks one; names the function, and the argument that may be meant.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise InvalidInput(f"{function.__name__}() {_misfit(signature, kwargs, error)}") from None
        for name, value in given.items():
            if adapter := _argument(function, name):
                check_type(name, value, adapter)
        return function(*args, **kwargs)

    return checked


def check_methods(kind: type[T]) -> type[T]:
    """Check the arguments of the public methods that a class defines, as `check_arguments` does."""
    for name, member in list(vars(kind).items()):
        function = getattr(member, "__func__", member)
        if inspect.isfunction(function) and not name.startswith("_"):
            checked = check_arguments(function)
            setattr(kind, name, checked if function is member else type(member)(checked))
    return kind


def check_type(name: str, value: object, adapter: TypeAdapter[Any]) -> None:
    """Hold one value against a type.

    Raises:
        InvalidInput: it has another type.
    """
    try:
        adapter.validate_python(value)
    except ValidationError as error:
        wanted = " or ".join(dict.fromkeys(each["msg"].removeprefix("Input ") for each in error.errors()))
        shown = f"a {type(value).__name__}" if name in SECRET_ARGUMENTS else quoted(value)
        raise InvalidInput(f"{name} is {shown}, but {wanted}; correct it") from None


def check_fields(value: object) -> None:
    """Hold the fields of a dataclass against their annotations.

    Raises:
        InvalidInput: one has another type; names it, its value and the type.
    """
    for name, adapter in _fields(type(value)).items():
        check_type(name, getattr(value, name), adapter)


def check_list(name: str, values: Iterable[T], kind: type[T]) -> list[T]:
    """Read values, all of one type.

    Raises:
        InvalidInput: one has another type, or they cannot be read, or are one text, whose letters nobody means.
    """
    if isinstance(values, str):
        raise InvalidInput(f"{name} is {quoted(values)}, one text; give a list")
    try:
        found = list(values)
    except Exception:  # noqa: BLE001 - the caller's own iteration may fail in any way
        raise InvalidInput(f"{name} is {quoted(values)}, which cannot be read; give a list") from None
    for value in found:
        if not isinstance(value, kind):  # pyright: ignore[reportUnnecessaryIsInstance] - the caller may be wrong
            raise InvalidInput(f"{name} holds {quoted(value)}; give {kind.__name__} only")
    return found


def texts(name: str, given: str | Iterable[str]) -> list[str]:
    """Return texts as a list; one text alone is one of them."""
    return [given] if isinstance(given, str) else check_list(name, given, str)


def file_path(path: Path | str) -> Path:
    """Return the path of a file that can be on a disk.

    Raises:
        InvalidInput: no file can be called so.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return Path(path)
    except (ValueError, OSError) as error:
        fault = error.strerror if isinstance(error, OSError) else error
        raise InvalidInput(f"{quoted(str(path))} cannot be the name of a file: {fault}; give another") from None
    return Path(path)


def fitted(form: TypeAdapter[T], value: object, place: str, context: object = None) -> T:
    """Return a value of JSON in a form.

    Args:
        form: that it must have.
        value: as JSON holds it.
        place: the name by which an error calls the value.
        context: for the validators of the form.

    Raises:
        InvalidInput: it does not fit; names the part that does not, what it is, and why.
    """
    try:
        return form.validate_python(value, context=context)
    except ValidationError as error:
        first = error.errors()[0]
        part = ".".join(map(str, first["loc"]))
        fault = _FAULTS.get(first["type"], first["msg"].lower())
        why = "missing" if first["type"] == "missing" else f"{quoted(first['input'])}: {fault}"
        raise InvalidInput(f"{place}: {part or 'it'} is {why}; correct it") from None


def quoted(value: object) -> str:
    """Return the opening of a value as an error shows it, its control and bidirectional characters escaped."""
    try:
        text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    except Exception as error:  # noqa: BLE001 - the value's own __repr__ may fail in any way
        text = f"a {type(value).__name__} that cannot be shown ({type(error).__name__})"
    text = masked(text)  # before it is cut: half a secret is known by nobody
    return text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[:MAX_QUOTED_CHARACTERS]}…"


def _misfit(signature: inspect.Signature, given: Iterable[str], error: TypeError) -> str:
    """Say why arguments do not fit a function, and which may be meant."""
    known = [name for name in signature.parameters if name not in ("self", "cls")]
    unknown = next((name for name in given if name not in known), None)
    if unknown is None:
        return f"cannot be called so: {error}; it takes {', '.join(known)}"
    told = f"has no argument {quoted(unknown)}; "
    for name, parameter in signature.parameters.items():
        if unknown in getattr(parameter.annotation, "__dataclass_fields__", ()):
            return f"{told}give {name}={parameter.annotation.__name__}({unknown}=…)"
    if unknown in _TENANTS and "space" not in known:
        return f"{told}each user has a space: memory.for_space('ann') opens it"
    likely = [name for name in _ELSEWHERE.get(unknown, ()) if name in known] or get_close_matches(unknown, known, 1)
    return f"{told}did you mean {likely[0]}?" if likely else f"{told}it takes {', '.join(known)}"


@cache
def _fields(kind: type) -> Mapping[str, TypeAdapter[Any]]:
    return {name: _adapter(hint) for name, hint in get_type_hints(kind).items()}


@cache
def _argument(function: Callable[..., object], name: str) -> TypeAdapter[Any] | None:
    """Return the check of one argument: the types of those that are not given need not be imported."""
    if name not in function.__annotations__:
        return None
    alone = SimpleNamespace(__annotations__={name: function.__annotations__[name]})
    return _adapter(get_type_hints(alone, getattr(function, "__globals__", {}), _LANGCHAIN)[name])


def _adapter(hint: Any) -> TypeAdapter[Any]:  # noqa: ANN401
    """Return the check of a type; a class with fields of its own is checked by itself, its fields are its own."""
    if inspect.isclass(hint) and (is_dataclass(hint) or issubclass(hint, BaseModel)):
        return TypeAdapter(InstanceOf[hint])  # pyright: ignore[reportInvalidTypeForm, reportUnknownArgumentType]
    return TypeAdapter(hint, config=_STRICT)
