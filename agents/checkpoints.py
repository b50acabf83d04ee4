"""The threads that a checkpointer of LangGraph keeps, as sessions.

    remember_threads(memory, InMemorySaver())

A thread is a session of its name. A message was said when the first checkpoint that has it was written.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from langchain_core.messages import BaseMessage

from clew.agents.threads import session_name
from clew.api.memory import Memory
from clew.errors import MissingDependency, install_hint
from clew.loaders.conversation.sessions import OnChange, remember_together
from clew.loaders.conversation.turns import turns_of
from clew.loaders.sources.notes import Notes
from clew.model import Remembered, Transcript

try:
    from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
except ImportError as error:
    raise MissingDependency(f"threads of a checkpointer need langgraph; {install_hint('langgraph')}") from error


def remember_threads(
    memory: Memory,
    saver: BaseCheckpointSaver[Any],
    *,
    channel: str = "messages",
    tools: bool = False,
    on_change: OnChange = "report",
) -> tuple[Remembered, ...]:
    """Remember all threads that a checkpointer keeps; the same call again changes nothing.

    Args:
        memory: its space is written to.
        saver: the checkpointer; its threads are listed.
        channel: the part of the graph's state that holds the messages.
        tools: whether calls of tools, and what they return, are turns too; else they are left out and noted.
        on_change: what becomes of threads that differ from what is stored: see `Memory.remember_file`.

    Returns:
        The counts of new and known turns of each thread, and notes of what was left out.

    Raises:
        InvalidInput: a message cannot be used.
        Conflict: a thread differs from what is stored, and `on_change` is ``stop``.

    Example:
        remember_threads(memory, agent.checkpointer)
    """
    names = dict.fromkeys(str(each.config.get("configurable", {})["thread_id"]) for each in saver.list(None))
    results: list[Remembered] = []
    for name in names:
        messages = _messages(saver.list({"configurable": {"thread_id": name, "checkpoint_ns": ""}}), channel)
        notes = Notes(is_strict=True, keeps_tools=tools, zone=memory.space.zone)
        if turns := turns_of(messages, notes):
            thread = Transcript(session_name(name), tuple(turns), notes.all())
            results += remember_together(memory.space, [thread], on_change=on_change)
    return tuple(results)


def _messages(checkpoints: Iterable[CheckpointTuple], channel: str) -> list[object]:
    """Return the messages of a thread, each with the time of the first checkpoint that has it."""
    newest: Sequence[object] | None = None
    times: dict[str, str] = {}
    for each in checkpoints:  # the newest comes first
        found = each.checkpoint["channel_values"].get(channel)
        messages = cast("Sequence[object]", found) if isinstance(found, list | tuple) else ()
        newest = messages if newest is None else newest
        with_id = (message.id for message in messages if isinstance(message, BaseMessage))
        times |= {id: each.checkpoint["ts"] for id in with_id if id}
    return [
        message.model_dump() | {"at": times.get(message.id or "")} if isinstance(message, BaseMessage) else message
        for message in newest or ()
    ]
