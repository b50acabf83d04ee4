"""A turn in any usual shape into ours: one table of names, for every interface and every file.

It reads `Turn`, mappings under any of the `NAMES`, OpenAI's messages, and Anthropic's and Google's lists of parts.
LangChain's messages may be objects, pairs, or as `messages_to_dict`, `dumpd` and `model_dump` write them.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple, cast
from unicodedata import normalize

from clew.errors import InvalidInput
from clew.graph.space import check_name
from clew.loaders.language.splitting import visible
from clew.loaders.sources.checks import check
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.parts import TOOL, MessageParts, calls_in, said_in, text_of
from clew.loaders.sources.quoting import kind
from clew.model import Metadata, Turn
from clew.text.arguments import quoted

NAMES: Mapping[str, tuple[str, ...]] = {
    "session": (
        *("session", "session_id", "conversation_id", "conversation", "thread_id", "thread", "chat_id", "dialogue_id"),
        *("channel_id", "channel", "room_id", "room"),
    ),
    "position": ("position",),
    "speaker": ("speaker", "name", "author", "sender", "from", "user", "user_name", "author_name", "sender_name"),
    "role": ("role",),
    "type": ("type",),
    "text": ("text", "content", "message", "body", "contents", "parts", "value"),
    "at": (
        *("at", "timestamp", "created_at", "create_time", "created", "datetime", "date_time", "sent_at", "date"),
        *("time", "ts", "when", "time_anchor"),
    ),
    "caption": ("caption",),
    "metadata": ("metadata",),
    "expires_at": ("expires_at", "expiration_date"),
}
"""Our fields and the names they may have, the better first; every other name goes into the metadata.

Case counts for nothing, nor do spaces and signs: `Created At` and `createdAt` are `created_at`. The best name that has
a value counts. A worse one goes into the metadata, unless it is null or empty.
"""

ROLES: Mapping[str, str | None] = {
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("assistant", "ai", "gpt", "chatgpt", "model"), "assistant"),
    "chat": "",
    **dict.fromkeys(("tool", "function"), TOOL),
    **dict.fromkeys(("system", "developer", "remove"), None),
}
"""Roles in conversations with models, and the speaker that each is to us; None: what it says is left out."""

_PLUMBING = frozenset(
    {
        *("additional_kwargs", "response_metadata", "usage_metadata", "example", "tool_calls", "invalid_tool_calls"),
        *("tool_call_id", "tool_call_chunks", "chunk_position", "function_call", "refusal", "annotations", "audio"),
        *("logprobs", "usage", "stop_reason", "stop_sequence", "artifact", "status", "model"),
    }
)
"""Fields of a model's messages that are no part of what was said."""

_PERSON = ("name", "display_name", "displayName", "global_name", "real_name", "nickname", "username", "role", "id")
"""Names of what a speaker is called, where an object stands for one; the better first."""

_CLOCK = re.compile(r"\s*\d{1,2}:\d\d.*")
_LIKE_TIME = re.compile(r"time|date|stamp|datum|zeit|fecha|heure|hora|sent")
_LIKE_NAME = re.compile(r"name|author|sender|user|speaker|person|from|member|participant")

_Values = Mapping[str, object]


class TurnRow(NamedTuple):
    """A turn and its place; `session` is empty, and `position` None, where the source names none."""

    session: str
    position: int | None
    turn: Turn


class _Layout(NamedTuple):
    """The names that a row has for our fields, its other names, and those of them that look like a time or a name."""

    names: Mapping[str, str]
    others: tuple[str, ...]
    like_time: str
    like_name: str


def row_of(given: object, place: str, dates: Dates, notes: Notes) -> TurnRow | None:
    """Read a turn of any shape; None where it is left out on purpose, which is noted.

    Raises:
        InvalidInput: it cannot be used; the error calls it `place`.
    """
    if isinstance(given, Turn):
        at = dates.read(given.at, f"{place}: date")
        expires_at = dates.read(given.expires_at, f"{place}: expires_at")
        turn = Turn(given.text, given.speaker, at, given.caption, given.metadata, expires_at)
        return TurnRow("", None, check(turn, place))
    values = _flat(given, place)
    layout = _layout(tuple(values), tuple(not _is_empty(value) for value in values.values()))
    found = {field: values.get(name) for field, name in layout.names.items()}
    speaker, is_message = _speaker(found, layout.names["speaker"], place, keeps_tools=notes.keeps_tools)
    if speaker is None:
        notes.say("messages of the system or of tools are left out", place)
        return None
    is_model = speaker == ROLES["ai"]
    said = said_in(found["text"], layout.names["text"], place, is_model=is_model)
    text, is_result = _words(said, values, place, notes)
    speaker = TOOL if is_result else speaker
    if is_message and not visible(text):
        notes.say("messages without words are left out", place)
        return None
    others = {name: values[name] for name in layout.others}
    at = _at(layout, values, others, place=place, dates=dates, notes=notes)
    if not at and layout.like_time:
        notes.say(f"rows have no time, though the field {layout.like_time!r} looks like one", place)
    if not speaker and layout.like_name:
        notes.say(f"rows have no speaker, though the field {layout.like_name!r} looks like one", place)
    metadata = _metadata(found, others, place, is_message=is_message)
    caption = text_of(found["caption"], "caption", place) or "; ".join(said.captions)
    position = found["position"]
    if isinstance(position, str) and position.isascii() and position.isdigit() and len(position) < 16:
        position = int(position)
    position = None if position == "" else position
    if position is not None and (isinstance(position, bool) or not isinstance(position, int) or position < 0):
        raise InvalidInput(f"{place}: position is {quoted(position)}; give 0, 1, 2 and so on, or leave it out")
    try:
        expires_at = dates.read(found["expires_at"], f"{place}: {layout.names['expires_at']}")
    except InvalidInput as error:  # kept for good, it would outlive what its writer allowed
        notes.fault("rows are left out whose expiry is not understood", error)
        return None
    turn = check(Turn(text, speaker, at, caption, metadata, expires_at), place)
    return TurnRow(session_name(found["session"], place), position, turn)


def _words(said: MessageParts, values: _Values, place: str, notes: Notes) -> tuple[str, bool]:
    """Return a message's words, and whether they are a tool's, which a user hands on."""
    calls, texts, is_result = said.calls or calls_in(values), said.texts, False
    if notes.keeps_tools:
        texts = [*texts, *calls]
        is_result = bool(said.results) and not texts
        texts, left = (said.results, []) if is_result else (texts, ["tool_result"] * len(said.results))
    else:
        left = ["tool_use"] * len(said.calls) + ["tool_result"] * len(said.results)
        if calls and not said.calls:
            notes.say("calls of tools are left out", place, len(calls))
    for type_ in (*said.others, *left):
        notes.say(f"parts of messages are left out: {type_}", place)
    return "\n".join(texts), is_result


def session_name(value: object, place: str) -> str:
    """Return a session's name in its composed spelling (NFC), or say why it cannot be one; empty where none is given.

    It may be a number, or stand in an object as its id.
    """
    if isinstance(value, Mapping):
        value = cast("_Values", value).get("id")
    if value is None or value == "":
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InvalidInput(f"{place}: session is {quoted(value)}, {kind(value)}; give its name as text")
    try:
        return _good_name(str(value))
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error}") from None


@lru_cache(maxsize=1024)
def plain(name: str) -> str:
    """Return a field's name in lower case, as letters and digits only."""
    return "".join(each for each in name.casefold() if each.isalnum())


def field_of(name: str) -> str:
    """Return our field that a name stands for; empty where it is none of the `NAMES`."""
    return _FIELDS.get(plain(name), "")


_FIELDS = {plain(name): field for field, names in NAMES.items() for name in names}
_RANKS = {plain(name): rank for names in NAMES.values() for rank, name in enumerate(names)}


def _flat(given: object, place: str) -> _Values:
    """Return the fields of a message as one mapping, whatever wraps them."""
    pair = cast("list[object]", given) if isinstance(given, tuple | list) else []
    if len(pair) == 2 and isinstance(pair[0], str) and pair[0].casefold() in ROLES:
        return {"role": pair[0], "content": pair[1]}
    dump = getattr(cast("object", given), "model_dump", None)
    dumped = cast("object", dump() if callable(dump) else given)
    if not isinstance(dumped, Mapping):
        shown = quoted(cast("object", given))
        raise InvalidInput(f"{place} is {shown}; give a list of turns, each like {{'text': …, 'speaker': …}}")
    values = cast("_Values", dumped)
    for wrapper in ("kwargs", "data", "message"):
        inner = values.get(wrapper)
        outer = {name: value for name, value in values.items() if name != wrapper}
        if isinstance(inner, Mapping) and not any(field_of(name) == "text" for name in outer):
            for name in ("lc", "id") if wrapper == "kwargs" else ():  # of LangChain, not of the message
                outer.pop(name, None)
            return outer | dict(cast("_Values", inner))
    return values


def _is_empty(value: object) -> bool:
    return value is None or value in ("", [], {})


@lru_cache(maxsize=256)
def _layout(given: tuple[str, ...], filled: tuple[bool, ...]) -> _Layout:
    """Return how a row is written; most rows of a file share one layout."""
    names, others, full = dict[str, str](), list[str](), dict(zip(given, filled, strict=True))
    for name in sorted(given, key=lambda name: (not full[name], _RANKS.get(plain(name), 0))):
        names.setdefault(field_of(name), name)
    names.pop("", None)
    used = set(names.values())
    for name in given:
        if name not in used and (full[name] or not field_of(name)):
            others.append(name)
    unknown = [name for name in others if full[name] and not field_of(name)]
    like = [next((name for name in unknown if form.search(plain(name))), "") for form in (_LIKE_TIME, _LIKE_NAME)]
    return _Layout({field: names.get(field, field) for field in NAMES}, tuple(others), *like)


def _speaker(found: _Values, name: str, place: str, *, keeps_tools: bool) -> tuple[str | None, bool]:
    """Return who speaks, None where that is left out, and whether the row is a message of a chat with a model."""
    who = found["speaker"]
    if isinstance(who, Mapping):
        person = cast("_Values", who)
        who = str(next((person[name] for name in _PERSON if person.get(name)), ""))
    is_role = name not in ("speaker", "name")  # a name may be that of a role as well
    who = str(who) if is_role and type(who) is int else text_of(who, "speaker", place)
    roles = [_word(found["role"]), _word(found["type"])] + ([_word(who)] if is_role else [])
    known = [ROLES[role] for role in roles if role in ROLES]
    if None in known or (TOOL in known and not keeps_tools):
        return None, True
    if is_role and _word(who) in ROLES:
        who = ""
    spoken = next((role for role in known if role), "")
    if not spoken or _word(found["role"]) not in ROLES:
        spoken = text_of(found["role"], "speaker", place) or spoken
    return who or spoken, bool(known)


def _word(value: object) -> str:
    """Return a role or a type in the one form that `ROLES` has."""
    return value.removesuffix("Chunk").removesuffix("Message").casefold() if isinstance(value, str) else ""


def _at(
    layout: _Layout, values: _Values, others: dict[str, object], *, place: str, dates: Dates, notes: Notes
) -> datetime | None:
    """Return when a turn was said; a time of day in a field of its own joins its day, and leaves `others`."""
    name = layout.names["at"]
    value = values.get(name)
    for other in list(others):
        clock = others[other]
        if field_of(other) == "at" and isinstance(value, str) and isinstance(clock, str) and _CLOCK.fullmatch(clock):
            value = f"{value} {others.pop(other)}"
    try:
        return dates.read(value, f"{place}: {name}")
    except InvalidInput as error:
        if dates.is_mixed:
            raise
        notes.fault("times are not understood", error, is_lost=False)
        return None


def _metadata(found: _Values, others: _Values, place: str, *, is_message: bool) -> Metadata:
    rest = dict(others)
    if is_message:
        rest = {name: value for name, value in rest.items() if name not in _PLUMBING and not _is_empty(value)}
        # Claude's export has a message's text, and its parts as well.
        rest = {name: value for name, value in rest.items() if field_of(name) != "text" or isinstance(value, str)}
        if _word(found["type"]) in ROLES and "id" in rest:
            rest["message"] = rest.pop("id")
    else:
        both = {"role": found["role"] if found["speaker"] else None, "type": found["type"]}
        rest |= {name: value for name, value in both.items() if not _is_empty(value)}
    given = found["metadata"]
    if _is_empty(given):
        return rest
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{place}: metadata is {quoted(given)}, {kind(given)}; give an object")
    metadata = cast("dict[str, object]", given)
    if both := sorted(metadata.keys() & rest.keys()):
        raise InvalidInput(f"{place}: {quoted(both[0])} is both a field and inside metadata; keep one of them")
    return {**metadata, **rest}


@lru_cache(maxsize=256)
def _good_name(name: str) -> str:
    return check_name("session", normalize("NFC", name))
