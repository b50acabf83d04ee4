"""A chat model that replays what a real one answered."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from tests.scripted import Double, NoAnswer

from clew.embedding.unicode import well_formed
from clew.graph.drafts import drafted
from clew.llm.failure import cut_off

MAX_QUOTED_CHARACTERS = 120  # characters of a question that its recording keeps, for who reads the file

Recording = Mapping[str, Any]
"""One answer: `asked`, `content`, and where the model gave them `usage`, `tool_calls` and `finish_reason`."""

_FILES = Lock()  # held while a file is read or written: several models may share one


class Recorded(Double):
    """Replays answers from a JSON file, so that a test with a model's real answers runs without the model. Thread-safe.

    A question is known again by its messages, schema and tools. A changed prompt is another question and must be
    recorded. A question that no test asks any more stays in the file until that is deleted and recorded anew.

    Attributes:
        cassette: the file; with a `live` model it need not exist.
        live: a model that is asked what the file does not hold; its answers are added to the file.
        how: how to record, for the error about a missing answer.

    Raises:
        NoAnswer: when asked what is not recorded, and there is no `live` model; or the file cannot be read.
    """

    cassette: Path
    live: BaseChatModel | None = None
    how: str = "run this once with Recorded(cassette=…, live=MODEL), MODEL being any of LangChain's, and keep the file"

    @property
    def _llm_type(self) -> str:
        return "recorded"

    def _answer(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:
        of_tools = ("name", "tool_calls", "tool_call_id")
        asked = [
            {"type": each.type, "content": each.content, **{name: getattr(each, name, None) for name in of_tools}}
            for each in messages
        ]
        key = sha256(json.dumps({"messages": asked, **options}, sort_keys=True).encode()).hexdigest()
        with _FILES:
            recording = _recordings(self.cassette).get(key)
        recording = recording or self._record(key, messages, options)
        reason = recording.get("finish_reason")
        return AIMessage(
            recording["content"],
            tool_calls=recording.get("tool_calls", []),
            usage_metadata=recording.get("usage"),
            response_metadata={"finish_reason": reason} if reason else {},
        )

    def _record(self, key: str, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> Recording:
        opening = " ".join(str(messages[-1].text).split())[:MAX_QUOTED_CHARACTERS]
        if self.live is None:
            raise NoAnswer(f"{self.cassette} holds no answer to {opening!r} (key {key[:12]}); {self.how}")
        said = _ask(self.live, messages, options)
        usage = said.usage_metadata or {}
        kept = {  # the provider's ids and times are not
            "content": said.content,
            "tool_calls": said.tool_calls,
            "usage": {name: usage[name] for name in ("input_tokens", "output_tokens", "total_tokens") if name in usage},
            "finish_reason": said.response_metadata.get("finish_reason"),
        }
        recording = {"asked": opening, **{name: value for name, value in kept.items() if value or name == "content"}}
        with _FILES:
            # Sorted, so that a change shows as one; whole or not at all.
            recordings = _recordings(self.cassette) | {key: recording}
            text = json.dumps(recordings, indent=1, sort_keys=True, ensure_ascii=False)
            self.cassette.parent.mkdir(parents=True, exist_ok=True)
            with drafted(self.cassette) as new:
                new.write_text(well_formed(text) + "\n", "utf-8")
        return recording


def _ask(live: BaseChatModel, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:
    asked, rest = list(messages), dict(options)
    stop = rest.pop("stop", None)
    if schema := rest.pop("schema", None):
        bound = live.with_structured_output(schema, method="json_schema", include_raw=True)
        try:
            return cast("dict[str, AIMessage]", bound.invoke(asked))["raw"]
        except Exception as error:
            if said := cut_off(error):
                return said
            raise
    if tools := rest.pop("tools", None):
        return live.bind_tools(tools, **rest).invoke(asked, stop=stop)
    return live.invoke(asked, stop=stop)


def _recordings(cassette: Path) -> dict[str, Recording]:
    if not cassette.exists():
        return {}
    try:
        return json.loads(cassette.read_text("utf-8"))
    except ValueError as error:
        raise NoAnswer(f"{cassette} is no JSON ({error}); delete it and record again") from error
