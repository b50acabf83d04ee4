"""Parts of a saved state, read and checked: a damaged one is one clear error."""

from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter

from clew.errors import InvalidInput
from clew.loaders.scene.replacement.policy import State
from clew.text.arguments import check_type, quoted

T = TypeVar("T")

_STRICT = ConfigDict(strict=True)
_KEYS = TypeAdapter(list[str], config=_STRICT)
_COUNTED = TypeAdapter(list[tuple[str, int]])
_NUMBER = TypeAdapter(int, config=_STRICT)
_TEXT = TypeAdapter(str, config=_STRICT)
_PART = TypeAdapter(dict[str, Any], config=_STRICT)


def check_parameters(state: State, **parameters: object) -> None:
    """Hold the parameters of a saved state against the parameters of the policy that shall take it.

    Raises:
        InvalidInput: one differs or is missing.
    """
    for name, value in parameters.items():
        if (saved := state.get(name)) != value:
            raise InvalidInput(
                f"the saved state has {name} {quoted(saved)}, and this policy {quoted(value)}; "
                "build the policy that it was saved from"
            )


def saved_keys(state: State, name: str, most: int) -> list[str]:
    """Return a list of distinct keys.

    Raises:
        InvalidInput: it is none, or longer than `most`.
    """
    keys: list[str] = _read(state, name, _KEYS)
    check_distinct(name, keys)
    return _short(name, keys, most)


def saved_slots(state: State, name: str, most: int) -> list[str]:
    """Return a list of keys that may repeat.

    Raises:
        InvalidInput: it is none, or longer than `most`.
    """
    return _short(name, _read(state, name, _KEYS), most)


def saved_uses(state: State, name: str, most: int) -> dict[str, int]:
    """Return keys with counts of at least 1, in their saved order.

    Raises:
        InvalidInput: they are none, more than `most`, or not distinct.
    """
    pairs: list[tuple[str, int]] = _short(name, _read(state, name, _COUNTED), most)
    check_distinct(name, [key for key, _ in pairs])
    if any(uses < 1 for _, uses in pairs):
        raise InvalidInput(f"{name} of the saved state holds a count below 1; it is damaged")
    return dict(pairs)


def saved_number(state: State, name: str, most: int | None = None) -> int:
    """Return a number from 0 to `most`.

    Raises:
        InvalidInput: it is none.
    """
    number: int = _read(state, name, _NUMBER)
    if number < 0 or (most is not None and number > most):
        raise InvalidInput(f"{name} of the saved state is {number}; it is damaged")
    return number


def saved_text(state: State, name: str) -> str:
    """Return a text.

    Raises:
        InvalidInput: it is none.
    """
    return _read(state, name, _TEXT)


def saved_part(state: State, name: str) -> State:
    """Return a state within a state.

    Raises:
        InvalidInput: it is none.
    """
    return _read(state, name, _PART)


def check_distinct(name: str, keys: list[str]) -> None:
    """Hold that no key repeats.

    Raises:
        InvalidInput: one does.
    """
    if len(set(keys)) < len(keys):
        raise InvalidInput(f"{name} of the saved state holds a key twice; it is damaged")


def _read(state: State, name: str, adapter: TypeAdapter[T]) -> T:
    value = state.get(name)
    check_type(f"{name} of the saved state", value, adapter)
    return adapter.validate_python(value)


def _short(name: str, values: list[T], most: int) -> list[T]:
    if len(values) > most:
        raise InvalidInput(f"{name} of the saved state holds {len(values)} keys, and {most} are the most")
    return values
