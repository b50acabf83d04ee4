"""Hostile arguments at every public door: whatever is passed, it works or is an error of ours, and memory lives on."""

import inspect
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, get_type_hints
from uuid import uuid4

from langchain_core.messages import AIMessage
from tests.faults.hostile import Values, files, is_shown_as_written, text
from tests.faults.other_doors import store_doors, tool_doors
from tests.faults.site import Site

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.errors import ClewError, NotFound
from clew.interfaces.cli.main import run
from clew.settings import RecallSettings, Settings
from clew.text.instants import NaiveTimeWarning

CALLS = 100
"""Inputs between two checks, in a space of their own."""

LEFT_OUT = frozenset({"local", "from_settings", "close", "language_model", "standing_model", "generate"})
"""They start or stop a server, take no input, or call a function of the caller's, whose errors are the caller's."""

Door = Callable[..., object]


def inputs(site: Site, chance: Random) -> Iterator[str]:
    """Call one door after the other, chosen at random, with arguments chosen at random."""
    paths = files(site.folder / "inputs")
    home = Path.cwd()
    os.chdir(site.folder / "inputs")  # a text may be taken for a path
    try:
        while True:
            with site.opened(f"faults-inputs-{uuid4().hex}") as memory:
                memory.remember([{"text": "I live in Oslo.", "speaker": "Ann"}], session="s")
                values = Values(chance, paths, {RecallSettings: RecallSettings, AIMessage: lambda: AIMessage("Hi.")})
                known = doors(memory)
                for _ in range(CALLS):
                    name = chance.choice(list(known))
                    _call(site, name, known[name], values)
                    yield name
                for _ in range(2):
                    yield _command(site, memory, chance, paths)
                _check(site, memory)
    finally:
        os.chdir(home)


def doors(memory: Memory) -> Mapping[str, Door]:
    """Return every public method, and what makes each kind of object, by name."""
    held = (
        memory,
        World(memory, "walk"),
        WorkingMemory(memory),
        Learnings(memory),
        Scene(memory),
        ShortTermMemory(memory),
    )
    found: dict[str, Door] = {}
    for each in (*held, _trial(Learnings(memory))):
        kind = type(each)
        for name, _ in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_") and name not in LEFT_OUT:
                found[f"{kind.__name__}.{name}"] = getattr(each, name)
    for kind in (World, WorkingMemory, Learnings, Scene, ShortTermMemory):
        found[kind.__name__] = lambda kind=kind, **given: kind(memory, **given)
    found |= {**store_doors(memory), **tool_doors(memory)}
    found["Settings"] = lambda **given: Settings.from_env({f"CLEW_{name}": str(value) for name, value in given.items()})
    return found


def _trial(learnings: Learnings) -> object:
    learnings.task("cool", "Cool the quaggas.")
    learnings.environment("hall", "A hall.")
    return learnings.begin("cool", "hall")


def _arguments(name: str, door: Door, values: Values) -> Mapping[str, object]:
    if name == "Settings":
        return {each.upper(): text(values.chance) for each in values.chance.sample(sorted(Settings.model_fields), 3)}
    inner = inspect.unwrap(door) if not name[0].isupper() or "." in name else None
    kind = {each.__name__: each for each in (World, WorkingMemory, Learnings, Scene, ShortTermMemory)}.get(name)
    function = kind.__init__ if kind else inner or door
    hints = get_type_hints(function, localns={"AnyModel": object})  # whatever is given as a model
    parameters = [
        each for each in inspect.signature(function).parameters.values() if each.name not in {"self", "memory"}
    ]
    needed = [each for each in parameters if each.default is each.empty or values.chance.random() < 0.4]
    return {each.name: values.of(hints.get(each.name, object)) for each in needed if each.kind is not each.VAR_KEYWORD}


def _call(site: Site, name: str, door: Door, values: Values) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NaiveTimeWarning)
        try:
            given = _arguments(name, door, values)
        except ClewError:
            return  # a value refused to be made, by an error of ours
        except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
            site.wrong(f"a value for {name} cannot be made: {type(error).__name__}: {str(error)[:300]!r}")
            return
        if name in {"Memory.export", "Memory.export_audit"}:
            given = {"path": _inside(site, given.get("path"))}
        try:
            door(**given)
        except ClewError as error:
            if not is_shown_as_written(str(error)) or len(str(error)) > 5000:
                site.wrong(f"{name}: an error that cannot be shown: {str(error)[:300]!r}")
        except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
            site.wrong(f"{name}({_shown(given)}): {type(error).__name__}: {str(error)[:300]!r}")


def _inside(site: Site, path: object) -> object:
    """Return a path below the folder of the inputs, for what writes files; what is no path stays."""
    if not isinstance(path, Path | str):
        return path
    below = str(path).replace("..", "").lstrip("/").removeprefix(str(site.folder / "inputs").lstrip("/"))
    return site.folder / "inputs" / "written" / below.lstrip("/")


def _shown(given: Mapping[str, object]) -> str:
    def shown(value: object) -> str:
        try:
            return f"{value!r:.120}"
        except Exception:  # noqa: BLE001 - it is hostile
            return f"a {type(value).__name__}"

    return ", ".join(f"{name}={shown(value)}" for name, value in given.items())


def _command(site: Site, memory: Memory, chance: Random, paths: Any) -> str:
    path, word = str(chance.choice(paths)), text(chance)
    command = chance.choice(
        (
            ["recall", word],
            ["recall", "Oslo", "--session", word],
            *(["remember", path], ["remember", path, "--format", word], ["remember-facts", path], ["restore", path]),
            *(["read", path], ["read", path, "--title", word], ["stats"], ["consolidate"], ["alias", word, word]),
            *(["forget", "--yes", name, word] for name in ("--session", "--id", "--document")),
            *(["--json", "recall", word], *([name, word, "stats"] for name in ("--space", "--encoder", "--uri"))),
        )
    )
    address = site.address
    before = [
        "--uri",
        address.uri,
        "--user",
        address.user,
        "--password",
        address.password,
        "--space",
        memory.space.name,
    ]
    if command[0] in {"--space", "--uri"}:
        at = before.index(command[0])
        del before[at : at + 2]
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = run([*before, *command])
        except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
            code, _ = 70, err.write(f"{type(error).__name__}: {error}")
    if code == 70 or address.password in out.getvalue() + err.getvalue():
        site.wrong(f"clew {command!r:.200}: {err.getvalue()[:400]!r}")
    return f"clew {command[0]}"


def _check(site: Site, memory: Memory) -> None:
    site.check(memory)
    try:
        memory.forget(space=True)
    except NotFound:
        return  # one of the calls was to forget it
    except ClewError as error:
        site.wrong(f"what was put in cannot be forgotten: {error}")
