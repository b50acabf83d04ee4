"""What is interrupted: operations of memory that may be done again, each made from a number."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from tests.faults import part_operations as parts

from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import NotFound
from clew.loaders.conversation import sessions
from clew.loaders.documents import documents
from clew.loaders.upkeep import forget
from clew.model import Fact, Turn

SMALL_PAGES = 12
"""Nodes in a transaction, so that small operations have many."""

BASE = datetime(2023, 5, 8, tzinfo=UTC)
THINGS = ("garden", "violin", "harbour", "telescope", "recipe", "mountain", "library", "kettle", "train", "letter")
PLACES = ("Oslo", "Lisbon", "Rome", "Lima", "Kyoto", "Accra")

Operation = Callable[[Memory, int, Path], object]


def page_small() -> None:
    """Have this process write and forget in small pages."""
    sessions.PAGE_NODES = SMALL_PAGES
    documents.GROUP_PASSAGES = documents.MAX_TRANSACTION_PASSAGES = SMALL_PAGES
    forget.PAGE_NODES = SMALL_PAGES


def turns(number: int, length: int) -> list[Turn]:
    """Turns of a talk."""
    chance = Random(number)
    return [
        Turn(
            f"I live in {chance.choice(PLACES)} and like the {chance.choice(THINGS)} of day {place}.",
            ("Ann", "Ben")[place % 2],
            BASE + timedelta(days=number, minutes=place),
        )
        for place in range(length)
    ]


def _remember(memory: Memory, number: int, _: Path) -> object:
    return memory.remember(turns(number, 60), session=f"s{number % 4}-{number}")


def _add(memory: Memory, number: int, _: Path) -> object:
    return [memory.add(each, session="live", id=f"{number}-{at}") for at, each in enumerate(turns(number, 6))]


def _remember_file(memory: Memory, number: int, folder: Path) -> object:
    path = folder / f"talks-{number}.jsonl"
    lines = [
        {"session": f"f{number}-{at}", "speaker": each.speaker, "text": each.text, "at": str(each.at)}
        for at in range(6)
        for each in turns(number + at, 4)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return memory.remember_file(path)


def _read(memory: Memory, number: int, _: Path) -> object:
    about = [f"The {thing} of {place} was built in {1800 + number}. " * 12 for thing in THINGS for place in PLACES[:3]]
    return memory.read("\n\n".join(about), title=f"Abbey {number}")


def _facts(memory: Memory, number: int, _: Path) -> object:
    said = memory.add(turns(number, 1)[0], session="said", id=f"said-{number}")
    told = (f"Ann lives in {place} since {number}." for place in PLACES)
    return memory.remember_facts([Fact(text, (said,), valid_from=BASE + timedelta(days=number)) for text in told])


def _consolidate(memory: Memory, number: int, _: Path) -> object:
    memory.remember(turns(number, 10), session=f"c{number}")
    return memory.consolidate()


def _observe(memory: Memory, number: int, _: Path) -> object:
    world = World(memory, run=f"w{number}")
    rooms = [f"-= {thing.title()} =-\nYou see a fridge. There is an exit to the east." for thing in THINGS[:5]]
    left = list(enumerate(rooms))[max(0, world.steps() - 1) :]  # the last one again: nobody knows whether it was told
    return [world.observe(text, action="go east" if at else "", step=at) for at, text in left]


def _alias(memory: Memory, number: int, _: Path) -> object:
    memory.add(turns(number, 1)[0], session="named", id=f"named-{number}")
    return memory.alias("Ann", [f"Annie{number}"])


def _recall(memory: Memory, number: int, _: Path) -> object:
    return [memory.recall(f"What do Ann and Ben say of {PLACES[number % 6]} and the {each}?") for each in THINGS[:4]]


def _export(memory: Memory, _: int, folder: Path) -> object:
    try:
        return memory.export(folder / "copy.jsonl")
    except NotFound:
        return None


def _forget_session(memory: Memory, number: int, _: Path) -> object:
    return _forget(memory, session=f"s{number % 4}-{number}")


def _forget_document(memory: Memory, number: int, _: Path) -> object:
    return _forget(memory, document=f"Abbey {number}")


def _forget_ids(memory: Memory, number: int, _: Path) -> object:
    return [_forget(memory, ids=f"episode:{number}-{at}") for at in range(6)]


def _move(memory: Memory, _: int, folder: Path) -> object:
    """Forget all, and take it in from the file that an earlier call of `prepare_move` wrote."""
    path = folder / f"move-{memory.space.name.rpartition('-')[2]}.jsonl"
    if not path.exists():
        return None
    _forget(memory, space=True)
    return memory.restore(path)


def prepare_move(memory: Memory, folder: Path) -> None:
    """Write the file that `move` restores."""
    path = folder / f"move-{memory.space.name.rpartition('-')[2]}.jsonl"
    path.unlink(missing_ok=True)
    try:
        memory.export(path)
    except NotFound:
        return


def _forget_all(memory: Memory, _: int, __: Path) -> object:
    return _forget(memory, space=True)


def _forget(memory: Memory, **what: object) -> object:
    try:
        return memory.forget(**what)  # pyright: ignore[reportArgumentType]
    except NotFound:
        return None


OPERATIONS: Mapping[str, Operation] = {
    "remember": _remember,
    "add": _add,
    "remember_file": _remember_file,
    "read": _read,
    "remember_facts": _facts,
    "consolidate": _consolidate,
    "observe": _observe,
    "alias": _alias,
    "recall": _recall,
    "export": _export,
    "forget a session": _forget_session,
    "forget a document": _forget_document,
    "forget turns": _forget_ids,
    "forget all": _forget_all,
    "restore": _move,
    "load a room": parts.load_room,
    "look around": parts.look_around,
    "learn": parts.learn,
    "work": parts.work,
    "keep": parts.keep,
    "forget a thing": parts.forget_thing,
    "forget a run": parts.forget_work,
}

UNDOES: Mapping[str, str] = {
    "forget a session": "remember",
    "forget a document": "read",
    "forget turns": "add",
    "restore": "remember_file",
    "forget all": "consolidate",
    "recall": "remember_file",
    "export": "remember_facts",
    "forget a thing": "load a room",
    "forget a run": "work",
}
"""What an operation needs before it."""
