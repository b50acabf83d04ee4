"""A walk that can be repeated word by word, and all that a world holds with steps in the place of instants."""

import json
import re
from pathlib import Path

from clew.api.memory import Memory
from clew.api.world import World
from clew.text.instants import FOREVER

Walk = list[tuple[str, str]]
"""Of each step the action and what was observed."""

_INSTANT = re.compile(r'\{"\$instant": "([^"]+)"\}')


def walk(number: int = 1) -> Walk:
    """How a hunt through five rooms was won, in one of two houses; the third is the beginning of a longer hunt."""
    walks = json.loads(Path(__file__).with_name("walks.json").read_text("utf-8"))
    return [(action, text) for action, text in walks[str(number)]]


def observe(world: World, steps: Walk) -> None:
    """Take steps one after the other."""
    for action, text in steps:
        world.observe(text, action=action)


def held(memory: Memory, folder: Path) -> frozenset[str]:
    """Every node and relation of a space; an instant is the step that was written then, and its name is left out."""
    file = folder / "held.jsonl"
    memory.export(file)
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]]
    steps = {FOREVER.isoformat(): "never"}
    for each in records:
        if each.get("node", {}).get("kind") == "Episode":
            steps[each["node"]["created_at"]["$instant"]] = each["node"]["id"]
    return frozenset(_timeless(json.dumps(each, sort_keys=True), steps, memory.space.name) for each in records)


def _timeless(record: str, steps: dict[str, str], space: str) -> str:
    return _INSTANT.sub(lambda match: json.dumps(steps.get(match[1], "before")), record).replace(space, "")
