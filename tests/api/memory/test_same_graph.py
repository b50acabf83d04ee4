"""The same turns make the same graph, whichever shape they have and whichever way they come."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from langchain_core.load import dumpd
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage, messages_to_dict
from tests.api.memory.conftest import Contents

from clew.agents.spaces import Bound
from clew.agents.tool_table import TOOLS
from clew.api.memory import Memory

TIMES = [f"2024-05-08T13:5{minute}:00Z" for minute in range(4)]
CALL = {"name": "note", "args": {}, "id": "t1"}
LANGCHAIN: list[BaseMessage] = [
    HumanMessage("My cat is Miso."),
    AIMessage("", tool_calls=[CALL]),
    ToolMessage("done", tool_call_id="t1"),
    AIMessage([{"type": "text", "text": "A fine name."}]),
]
SHAPES: dict[str, list[dict[str, object]]] = {
    "ours": [{"speaker": "user", "text": "My cat is Miso."}, {}, {}, {"speaker": "assistant", "text": "A fine name."}],
    "sharegpt": [{"from": "human", "value": "My cat is Miso."}, {}, {}, {"from": "gpt", "value": "A fine name."}],
    "google": [
        {"role": "user", "parts": [{"text": "My cat is Miso."}]},
        {},
        {},
        {"role": "model", "parts": [{"text": "A fine name."}]},
    ],
    "openai": [
        {"role": "user", "content": [{"type": "text", "text": "My cat is Miso."}]},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "t1", "function": {"name": "note"}}]},
        {"role": "tool", "tool_call_id": "t1", "content": "done"},
        {"role": "assistant", "content": "A fine name."},
    ],
    "anthropic": [
        {"role": "user", "content": "My cat is Miso."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "note", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "A fine name."}]},
    ],
    "to_dict": messages_to_dict(LANGCHAIN),
    "dumpd": [dumpd(each) for each in LANGCHAIN],
    "model_dump": [each.model_dump() for each in LANGCHAIN],
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_makes_the_same_graph_through_every_interface(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], Contents], tmp_path: Path, name: str
) -> None:
    shape = [each | {"timestamp": at} for each, at in zip(SHAPES[name], TIMES, strict=True) if each]
    given, lines, listed, asked, live = (open_memory() for _ in range(5))
    given.remember(shape, session="talk")
    (tmp_path / "talk.jsonl").write_text("\n".join(map(json.dumps, shape)), "utf-8")
    lines.remember_file(tmp_path / "talk.jsonl")
    (tmp_path / "talk.json").write_text(json.dumps({"messages": shape}), "utf-8")
    listed.remember_file(tmp_path / "talk.json")
    (tool,) = (each for each in TOOLS if each.name == "remember")
    tool.arguments.model_validate({"session": "talk", "turns": shape}).work(Bound(asked, ""))
    for each in (shape[0], shape[-1]):
        live.add(each, session="talk")
    expected = contents(given)
    assert given.stats().nodes["Episode"] == 2
    for memory in (lines, listed, asked, live):
        assert contents(memory) == expected
