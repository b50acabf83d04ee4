"""Time and memory of reading each format at a size that people have.

    python benchmarks/sources.py                # 100,000 turns per format, in sessions of 1,000
    python benchmarks/sources.py --turns 10000

Files of invented turns are written, checked and read as `clew remember` reads them, without a graph. Each is read by a
process of its own. Memory is what that takes more than before at most: to check the file, and to read it. A list of
messages and a chat of two people are one session each, which comes in parts.
"""

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path

from circumstances import without_server, write

from clew.loaders.sources import detection
from clew.loaders.sources.rows import PART_TURNS

SESSION_TURNS = 1000
START = datetime(2024, 3, 12, 9, tzinfo=UTC)
NAMES = ("Nora", "Tom")

Said = tuple[str, str, datetime]


def main() -> int:
    """Write, read, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--json", type=Path, default=Path("out/sources.json"))
    options = parser.parse_args()
    found: list[dict[str, object]] = []
    for name, (file, made) in FORMATS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, file)
            with path.open("w", encoding="utf-8") as out:
                out.writelines(made(options.turns))
            with ProcessPoolExecutor(1, get_context("spawn")) as alone:
                found.append({"file": name, **alone.submit(_read, path).result()})
        print(" ".join(f"{key} {value}" for key, value in found[-1].items()), flush=True)
        write(options.json, {**without_server(("clew",)), "turns": options.turns, "formats": found})
    return 0


def _read(path: Path) -> dict[str, object]:
    begun, before = time.perf_counter(), _peak()
    sessions = turns = times = notes = 0
    speakers = set[str]()
    with detection.opened(path) as sources:
        check = _peak() - before
        for each in detection.transcripts(sources, PART_TURNS):
            sessions, turns, notes = sessions + (not each.start), turns + len(each.turns), notes + len(each.notes)
            speakers |= {turn.speaker for turn in each.turns}
            times += sum(turn.at is not None for turn in each.turns)
    return {
        "detected": detection.detect(path).name,
        "megabytes": round(path.stat().st_size / 1e6),
        "sessions": sessions,
        "turns": turns,
        "speakers": len(speakers),
        "times": times,
        "notes": notes,
        "seconds": round(time.perf_counter() - begun, 1),
        "check MB": round(check),
        "read MB": round(_peak() - before),
    }


def _peak() -> float:
    """Return the most memory that this process has had, in megabytes."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 1e6 if sys.platform == "darwin" else used / 1e3


def _said(count: int, first: int = 0) -> Iterator[Said]:
    for number in range(first, first + count):
        text = f"Turn {number}: the key of house {number % 97} is under the mat, as we said on the phone."
        yield NAMES[number % 2], text, START + timedelta(minutes=number)


def _talks(count: int) -> Iterator[tuple[int, Iterator[Said]]]:
    for first in range(0, count, SESSION_TURNS):
        yield first // SESSION_TURNS, _said(min(SESSION_TURNS, count - first), first)


def _jsonl(count: int) -> Iterator[str]:
    for number, talk in _talks(count):
        for who, text, at in talk:
            row = {"conversation_id": f"c{number}", "author": who, "text": text, "created_at": at.isoformat()}
            yield json.dumps(row) + "\n"


def _table(count: int) -> Iterator[str]:
    yield "Session,From,Message,Date\n"
    for number, talk in _talks(count):
        for who, text, at in talk:
            yield f'c{number},{who},"{text}",{at.isoformat()}\n'


def _listed(talks: Iterator[object]) -> Iterator[str]:
    yield "["
    for number, talk in enumerate(talks):
        yield ("," if number else "") + json.dumps(talk) + "\n"
    yield "]"


def _claude(count: int) -> Iterator[str]:
    def talk(number: int, talk: Iterator[Said]) -> object:
        messages = [{"sender": "human", "text": text, "created_at": at.isoformat()} for _, text, at in talk]
        return {"uuid": f"c{number}", "name": "Keys", "chat_messages": messages}

    return _listed(talk(*each) for each in _talks(count))


def _chatgpt(count: int) -> Iterator[str]:
    def talk(number: int, talk: Iterator[Said]) -> object:
        mapping: dict[str, object] = {}
        for place, (_, text, at) in enumerate(talk):
            content = {"content_type": "text", "parts": [text]}
            message = {"author": {"role": "user"}, "content": content, "create_time": at.timestamp()}
            mapping[f"m{place}"] = {"parent": f"m{place - 1}" if place else None, "message": message}
        return {"id": f"c{number}", "mapping": mapping, "current_node": f"m{len(mapping) - 1}"}

    return _listed(talk(*each) for each in _talks(count))


def _openai(count: int) -> Iterator[str]:
    yield '{"messages": '
    yield from _listed({"role": "user", "content": text, "timestamp": at.isoformat()} for _, text, at in _said(count))
    yield "}"


def _telegram(count: int) -> Iterator[str]:
    yield '{"name": "Nora", "type": "personal_chat", "id": 7, "messages": '
    yield from _listed(
        {"id": number, "type": "message", "from": who, "date_unixtime": str(int(at.timestamp())), "text": text}
        for number, (who, text, at) in enumerate(_said(count))
    )
    yield "}"


def _whatsapp(count: int) -> Iterator[str]:
    return (f"{at:%d/%m/%Y, %H:%M} - {who}: {text}\n" for who, text, at in _said(count))


def _mail(count: int) -> Iterator[str]:
    for number, (who, text, at) in enumerate(_said(count)):
        yield f"From {who}@example.org {at:%a %b %d %H:%M:%S %Y}\nMessage-ID: <{number}@x>\n"
        yield f"In-Reply-To: <{number // SESSION_TURNS * SESSION_TURNS}@x>\n" if number % SESSION_TURNS else ""
        yield f"From: {who} <{who}@example.org>\nDate: {at:%a, %d %b %Y %H:%M:%S} +0000\n\n{text}\n\n"


def _claude_code(count: int) -> Iterator[str]:
    for number, talk in _talks(count):
        for who, text, at in talk:
            role = "user" if who == NAMES[0] else "assistant"
            row = {"sessionId": f"c{number}", "type": role, "timestamp": at.isoformat()}
            yield json.dumps({**row, "message": {"role": role, "content": text}}) + "\n"


def _slack(count: int) -> Iterator[str]:
    """A day of a channel."""
    return _listed(
        {"type": "message", "user": who, "text": text, "ts": f"{at.timestamp():f}"} for who, text, at in _said(count)
    )


def _discord(count: int) -> Iterator[str]:
    yield '{"guild": {"name": "House"}, "channel": {"id": "7", "name": "keys"}, "messages": '
    yield from _listed(
        {"id": str(number), "type": "Default", "timestamp": at.isoformat(), "content": text, "author": {"name": who}}
        for number, (who, text, at) in enumerate(_said(count))
    )
    yield "}"


def _sharegpt(count: int) -> Iterator[str]:
    return _listed(
        {"id": f"c{number}", "conversations": [{"from": "human", "value": text} for _, text, _ in talk]}
        for number, talk in _talks(count)
    )


def _memories(count: int) -> Iterator[str]:
    yield '{"results": '
    yield from _listed(
        {"id": str(number), "memory": text, "user_id": who, "created_at": at.isoformat()}
        for number, (who, text, at) in enumerate(_said(count))
    )
    yield "}"


def _longmemeval(count: int) -> Iterator[str]:
    def question(number: int, talk: Iterator[Said]) -> object:
        session = [{"role": "user", "content": text} for _, text, _ in talk]
        dates = [f"{START + timedelta(days=number):%Y/%m/%d (%a) %H:%M}"]
        asked = {"question_id": f"q{number}", "haystack_dates": dates, "haystack_session_ids": [f"s{number}"]}
        return {**asked, "haystack_sessions": [session]}

    return _listed(question(*each) for each in _talks(count))


def _locomo(count: int) -> Iterator[str]:
    def sample(number: int, talk: Iterator[Said]) -> object:
        turns = [{"speaker": who, "dia_id": f"D1:{place}", "text": text} for place, (who, text, _) in enumerate(talk)]
        spoken = {"session_1_date_time": f"1:56 pm on {1 + number % 28} May, 2024", "session_1": turns}
        return {"sample_id": f"s{number}", "conversation": spoken}

    return _listed(sample(*each) for each in _talks(count))


FORMATS: dict[str, tuple[str, Callable[[int], Iterator[str]]]] = {
    "jsonl": ("log.jsonl", _jsonl),
    "csv": ("log.csv", _table),
    "openai": ("log.json", _openai),
    "claude": ("claude.json", _claude),
    "chatgpt": ("conversations.json", _chatgpt),
    "telegram": ("result.json", _telegram),
    "whatsapp": ("chat.txt", _whatsapp),
    "mail": ("box.mbox", _mail),
    "claude-code": ("code.jsonl", _claude_code),
    "slack": ("2024-03-12.json", _slack),
    "discord": ("discord.json", _discord),
    "sharegpt": ("sharegpt.json", _sharegpt),
    "mem0": ("mem0.json", _memories),
    "longmemeval": ("longmemeval.json", _longmemeval),
    "locomo": ("locomo.json", _locomo),
}

if __name__ == "__main__":
    raise SystemExit(main())
