"""The thread that LangGraph runs an agent in, as a name that memory takes."""

from hashlib import blake2b
from typing import Any

from langchain_core.runnables.config import ensure_config

from clew.graph.space import MAX_NAME_CHARACTERS

_DIGEST_BYTES = 8

_LEVELS = "|"  # separates the levels of a place
_TOOLS = "tools"
"""The node that calls an agent's tools; a level is its name, and but for an agent that keeps its state a task's id."""


def thread() -> str:
    """Return the id of the thread, which may be of any length; empty where there is none."""
    id = _given().get("thread_id")
    return "" if id is None else str(id)


def place() -> str:
    """Return where in the thread's graph the agent runs; empty where it is the graph.

    An agent that a tool or a node of a graph calls is given the caller's thread.
    """
    return str(_given().get("checkpoint_ns") or "").rpartition(_LEVELS)[0]


def is_in_tool() -> bool:
    """True if a tool of another agent calls this one: what it is asked for are that agent's words."""
    return any(each.partition(":")[0] == _TOOLS for each in place().split(_LEVELS))


def _given() -> dict[str, Any]:
    return ensure_config().get("configurable", {})


def session_name(text: str) -> str:
    """Return a text as the name of a session: where it is too long its beginning, and a digest that tells it apart."""
    if len(text) <= MAX_NAME_CHARACTERS:
        return text
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
    return f"{text[: MAX_NAME_CHARACTERS - len(digest) - 1]}-{digest}"
