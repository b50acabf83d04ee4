"""Slack's export: a folder of channels, each a folder of days; or the messages of one day."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import cast

from clew.loaders.language.splitting import visible
from clew.loaders.sources.json_stream import elements
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.quoting import called
from clew.loaders.sources.rows import Row

_SPOKEN = frozenset({"", "bot_message", "file_share", "me_message", "thread_broadcast"})
_MENTION = re.compile(r"<@(\w+)(?:\|[^<>]*)?>")
_DAY = re.compile(r"\d{4}-\d\d-\d\d\.json")

_Object = Mapping[str, object]


def fits(first: object) -> bool:
    """Return whether a file's first object is a message."""
    return isinstance(first, dict) and {"ts", "type", "text"} <= cast("_Object", first).keys()


def is_export(folder: Path) -> bool:
    """Return whether a folder is a whole export."""
    return (folder / "users.json").is_file() and (folder / "channels.json").is_file()


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield the messages; a session is a channel, or of one file is called like it."""
    if not path.is_dir():
        yield from _messages(path, name, "", {}, notes)
        return
    people: dict[str, str] = {}
    for each in elements(path / "users.json", f"{name}/users.json"):
        people[str(each.get("id"))] = _called(each)
    for channel in sorted(each for each in path.iterdir() if each.is_dir()):
        for day in sorted(each for each in channel.iterdir() if _DAY.fullmatch(each.name)):
            yield from _messages(day, f"{name}/{called(Path(channel.name, day.name))}", channel.name, people, notes)


def _messages(path: Path, name: str, channel: str, people: Mapping[str, str], notes: Notes) -> Iterator[Row]:
    for number, message in enumerate(elements(path, name), 1):
        place, text, user = f"{name}, message {number}", message.get("text"), str(message.get("user") or "")
        if str(message.get("subtype") or "") not in _SPOKEN:
            notes.say("messages of the app are left out", place)
            continue
        if not isinstance(text, str) or not visible(text):
            notes.say("messages without words are left out", place)
            continue
        profile = message.get("user_profile")
        speaker = people.get(user) or (_called(cast("_Object", profile)) if isinstance(profile, dict) else "")
        written = unescape(_MENTION.sub(lambda found: f"@{people.get(found[1], found[1])}", text))
        row = {"session": channel, "speaker": speaker or user or message.get("username"), "text": written}
        threads = {key: message[key] for key in ("ts", "thread_ts") if key in message}
        yield place, {**row, "at": message.get("ts"), "metadata": threads}


def _called(user: _Object) -> str:
    """Return the name of a user, as others see it."""
    profile = user.get("profile")
    both = {**user, **cast("_Object", profile)} if isinstance(profile, dict) else user
    return next((str(both[each]) for each in ("real_name", "display_name", "name") if both.get(each)), "")
