"""E-mail: one message (`.eml`), or a box of them (`.mbox`), of which a session is a thread."""

import re
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parseaddr
from html.parser import HTMLParser
from pathlib import Path

from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.readers.raw import LARGEST, content
from clew.loaders.sources.rows import Row, open_file

_LIKE_HEADER = re.compile(
    r"^(?:Message-ID|Return-Path|MIME-Version):|^From \S+ .*\d\d:\d\d", re.IGNORECASE | re.MULTILINE
)
"""A line of a message that is one of a header, or begins the next message of a box."""

_HEADERS = ("message-id", "in-reply-to", "references")
LONGEST = 200  # characters of a session's name


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield the messages; a session is called by the id of its thread's first one."""
    roots: dict[str, str] = {}
    for number, message in enumerate(_messages(path, name), 1):
        place = f"{name}, message {number}"
        try:
            text = _text(message)
            found = [[each.strip("<>") for each in str(message.get(name, "")).split()] for name in _HEADERS]
            id, *before = ([each for each in ids if each] for ids in found)
            own = id[0] if id else f"{path.stem}/{number}"
            parent = next((roots[each] for each in (*before[1], *before[0]) if each in roots), "")
            root = roots[own] = parent or (before[1] or before[0] or [own])[0]
            sender, address = parseaddr(str(message.get("from", "")))
            date = message.get("date")
            at = str(date) if date and date.datetime else None
            about = {"message": own, "subject": str(message.get("subject", "")), "to": str(message.get("to", ""))}
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            notes.fault("messages are left out", InvalidInput(f"{place} cannot be decoded: {error}; export it again"))
            continue
        for part in message.iter_attachments():
            notes.say(f"attachments are left out: {part.get_content_type()}", place)
        if _LIKE_HEADER.search(text):
            notes.say("messages may hold another one, whose header stands in their words", place)
        for defect in message.defects:
            notes.say(f"messages are damaged: {type(defect).__name__}", place)
        if not message.keys():
            notes.say("messages have no header, and may be words of the one before", place)
        if not visible(text):
            notes.say("messages without words are left out", place)
            continue
        metadata = {key: value for key, value in about.items() if value}
        yield (
            place,
            {"session": root[:LONGEST], "speaker": sender or address, "text": text, "at": at, "metadata": metadata},
        )


def _messages(path: Path, name: str) -> Iterator[EmailMessage]:
    parser = BytesParser(policy=policy.default)
    with open_file(path) as file:
        if path.suffix.lower() == ".eml":
            yield parser.parsebytes(content(path))
            return
        held: list[bytes] = []
        is_blank, size = True, 0
        while line := file.readline(LARGEST + 1):
            size = 0 if is_blank and line.startswith(b"From ") else size + len(line)
            if size > LARGEST:
                raise InvalidInput(f"{name} has a message of more than {LARGEST // 2**20} MiB; take it out")
            if is_blank and line.startswith(b"From "):
                if held:
                    yield parser.parsebytes(b"".join(held))
                held = [b""]
            elif held:
                held.append(line.removeprefix(b">") if line.startswith(b">From ") else line)
            elif line.strip():
                raise InvalidInput(f"{name} does not begin with 'From ', as a box of mails does; export it again")
            is_blank = not line.strip()
        yield parser.parsebytes(b"".join(held))


def _text(message: EmailMessage) -> str:
    body = message.get_body(("plain", "html"))
    if body is None:
        return ""
    text = str(body.get_content())
    if body.get_content_subtype() == "html":
        reader = _Page()
        reader.feed(text)
        text = "".join(reader.texts)
    return text.strip()


class _Page(HTMLParser):
    """Collects the words of a message in HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._hidden += tag in ("script", "style", "head")
        if tag in ("br", "p", "div", "tr", "li"):
            self.texts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style", "head") and self._hidden > 0

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(" ".join(data.split()) + (" " if data[-1:].isspace() else ""))
