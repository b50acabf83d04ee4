"""Exports changed at random: each is restored or refused by an error of ours, and memory lives on."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import uuid4

from tests.api.memory.whole import fill
from tests.faults.site import Site, held

from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import ClewError

Line = dict[str, Any]

VALUES = (
    *(None, True, 0, -1, 2**63 - 1, 2**63, 0.5, -0.5, 1e308, float("nan"), "", " ", "x", "\0", "\ud800", "é" * 250),
    *("x" * 40_000, [], ["x"], [1.0], [[1.0]], {}, {"x": 1}, "space", "session:s", "Episode", "REPLACED_BY"),
    *({"$instant": "2023-05-08T00:00:00+00:00"}, {"$instant": "9999-12-31T23:59:59-14:00"}, {"$instant": 5}),
    *({"$instant": "2023-05-08T00:00:00"}, "\u202e", "\U000e0041", "[link=file:///etc/passwd]x[/link]"),
)


def restores(site: Site, chance: Random) -> Iterator[str]:
    """Restore one changed file after the other, each into a space of its own."""
    with site.opened(f"faults-{uuid4().hex}") as whole:
        fill(whole, whole.space.graph)
        path = site.folder / "whole.jsonl"
        whole.export(path)
        whole.forget(space=True)
    lines: list[Line] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    while True:
        crafted = copy.deepcopy(lines)
        for _ in range(chance.choice([1, 1, 2, 5])):
            mutate(chance, crafted)
        text = "\n".join(map(json.dumps, crafted))
        if chance.random() < 0.1:
            text = text[: chance.randrange(len(text))]
        path.write_text(text, "utf-8")
        with site.opened(f"faults-{uuid4().hex}") as target:
            yield _restored(site, target)


def _restored(site: Site, target: Memory) -> str:
    try:
        target.restore(site.folder / "whole.jsonl")
    except ClewError as error:
        if held(target):
            site.wrong(f"a refused file was written: {error}")
        return "refused"
    except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
        site.wrong(f"restore: {type(error).__name__}: {error}")
        return "failed"
    site.check(target)
    _use(site, target)
    return "restored"


def _use(site: Site, memory: Memory) -> None:
    """Whatever was restored, memory answers, or says in an error of ours why it cannot; all of it can be forgotten."""
    world = World(memory, "walk")
    for each in (
        lambda: memory.recall("Where does Ann live?"),
        lambda: world.observe("-= Hall =-\nYou see a fridge.", action="go west"),
        lambda: memory.add("Hello.", session="s"),
        lambda: memory.consolidate(),
        lambda: memory.forget(session="s"),
        lambda: memory.forget(space=True),
    ):
        try:
            each()
        except ClewError:
            continue
        except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
            site.wrong(f"after a restore: {type(error).__name__}: {error}")
    if memory.stats().nodes:
        site.wrong(f"a restored space cannot be forgotten: {memory.stats().nodes}")


def mutate(chance: Random, lines: list[Line]) -> None:
    """Change something: a value at any depth, a name, a line, the order."""
    place = chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            lines[place] = copy.deepcopy(chance.choice(lines))
        case 1:
            lines.insert(place, copy.deepcopy(chance.choice(lines)))
        case 2:
            lines[-1] = {"end": len(lines)} if chance.random() < 0.5 else lines[-1]
        case _:
            holder, key = chance.choice(list(fields(lines[place])))
            if chance.random() < 0.2:
                holder[chance.choice(["id", "kind", "text", "more", "space", "claim"])] = holder.pop(key)
            elif chance.random() < 0.4:
                others = [other for line in lines for other in fields(line) if other[1] == key]
                holder[key] = copy.deepcopy(chance.choice(others)[0][key])
            else:
                holder[key] = copy.deepcopy(chance.choice(VALUES))


def fields(record: Line) -> Iterator[tuple[Line, str]]:
    """Each object in a record, with each of its keys."""
    for key, value in record.items():
        yield record, key
        if isinstance(value, dict):
            yield from fields(value)  # pyright: ignore[reportUnknownArgumentType]
