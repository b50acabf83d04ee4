"""Masks in quotations: keys and passwords that this process was given, and users in addresses."""

import re
from urllib.parse import quote

HIDDEN = "***"

MIN_SECRET_CHARACTERS = 8
"""A shorter secret is masked nowhere: it would be found in words. Neo4j takes no shorter password."""

_ADDRESS = re.compile(r"(?<=://)\S+")
_TOKEN = re.compile(r"\bsk-[\w-]{8,}|(?<=\bBearer )\S+", re.IGNORECASE)

_WORDS = frozenset({"database", "localhost", "password", "username"})
"""Words of messages, which somebody's password may be too; masking them would hide nothing but what to do."""

_secrets: set[str] = set()


def conceal(secret: str) -> None:
    """Have `masked` hide a secret from now on, as it is and as addresses and quotations write it."""
    if len(secret) >= MIN_SECRET_CHARACTERS and secret not in _WORDS:
        _secrets.update({secret, quote(secret, safe=""), repr(secret)[1:-1], ascii(secret)[1:-1]})


def conceal_keys_of(client: object) -> None:
    """Conceal the secrets among the fields of somebody's object, such as the key of a chat model."""
    for value in getattr(client, "__dict__", {}).values():
        if callable(reveal := getattr(value, "get_secret_value", None)):
            conceal(str(reveal()))


def masked(text: str) -> str:
    """Return a text without secrets that are known, keys by their form, and user and password in addresses."""
    for secret in sorted(_secrets.copy(), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return _TOKEN.sub(HIDDEN, _ADDRESS.sub(_without_user, text))


def _without_user(address: re.Match[str]) -> str:
    _, at, rest = address[0].rpartition("@")
    return f"{HIDDEN}{at}{rest}" if at else rest
