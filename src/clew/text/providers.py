"""Turns what LangChain's providers raise, where a model cannot be made, into errors of our own."""

from collections.abc import Generator
from contextlib import contextmanager

from clew.errors import InvalidInput, MissingDependency
from clew.text.masking import masked


@contextmanager
def provider_errors(what: str, key: str) -> Generator[None]:
    """Say of whatever a provider's class raises what cannot be made, and the remedy.

    Args:
        what: the model, such as ``model anthropic:NAME``.
        key: where its key may be given too.

    Raises:
        MissingDependency: the provider's package is not installed.
        InvalidInput: the provider is unknown, or refuses what it was given, which may be no key at all.
    """
    try:
        yield
    except ImportError as error:
        raise MissingDependency(f"{what} cannot be made: {error}") from None
    except Exception as error:  # noqa: BLE001 - each provider's class has errors of its own
        reason = masked(" ".join(str(error).split()))[:300]
        raise InvalidInput(
            f"{what} cannot be made: {reason}; correct its name, or set the provider's key or {key}"
        ) from None
