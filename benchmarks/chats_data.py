"""Chats as a test of retrieval: sessions of turns, and questions with the turns or the sessions that answer them.

The form of a file, packed or not: ``{"conversations": [{"name", "sessions": [{"session", "turns": [{"id", "speaker",
"text", "at", "caption"}]}], "questions": [{"question", "category", "answer", "evidence": [ids]}]}]}``. A turn may have
no caption. A question may name `evidence_sessions` instead of turns, and the session `before` which it is asked.
`chats_formats.py` writes such files from those of published benchmarks.
"""

import json
import lzma
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from clew.model import Transcript, Turn


def content(path: Path) -> list[dict[str, Any]]:
    """Return the conversations of a file as it holds them."""
    packed = path.read_bytes()
    return json.loads(lzma.decompress(packed) if path.suffix == ".xz" else packed)["conversations"]


def transcripts(given: Mapping[str, Any]) -> tuple[Transcript, ...]:
    """Return the sessions of a conversation."""
    return tuple(
        Transcript(each["session"], tuple(_turn(turn) for turn in each["turns"])) for each in given["sessions"]
    )


def _turn(given: Mapping[str, Any]) -> Turn:
    return Turn(given["text"], given["speaker"], datetime.fromisoformat(given["at"]), given.get("caption", ""))
