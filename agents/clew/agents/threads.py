"""The thread that LangGraph runs an agent in, as a name that memory takes."""

from hashlib import blake2b

from langgraph.config import get_config

from clew.space import MAX_NAME_CHARACTERS

_DIGEST_BYTES = 8


def thread() -> str:
    """Return the id of the thread, which may be of any length; empty where there is none."""
    return str(get_config().get("configurable", {}).get("thread_id") or "")


def session_name(text: str) -> str:
    """Return a text as the name of a session: where it is too long its beginning, and a digest that tells it apart."""
    if len(text) <= MAX_NAME_CHARACTERS:
        return text
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
    return f"{text[: MAX_NAME_CHARACTERS - len(digest) - 1]}-{digest}"
