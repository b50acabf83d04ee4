"""The memories that `peers.py` compares: their environments, servers and processes."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import psutil
from recall_times import LEAST
from rivals.interface import Server

from clew import server
from clew.server import ServerSettings

HERE = Path(__file__).parent
ROOT = HERE.parent
HEAP_MB, PAGE_CACHE_MB = 2048, 1024
MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class System:
    """A memory to compare.

    Attributes:
        name: on the command line, and before its ways in tables.
        module: in `rivals/`.
        packages: its requirements file there, without the suffix; empty: it runs in this environment.
        version_of: the package whose version is told.
        has_server: it needs a Neo4j.
        most_turns: of a made-up tenant; larger ones take too long to store.
        turns_only: the ways that find turns and no paragraphs, and in tenants of so many turns at most.
    """

    name: str
    module: str
    packages: str
    version_of: str
    has_server: bool = False
    most_turns: int = 1_000_000
    turns_only: Mapping[str, int] = field(default_factory=dict[str, int])


GAAMA = "GAAMA's recipe"

SYSTEMS = {
    each.name: each
    for each in (
        System("Clew", "clew_memory", "", "clew", has_server=True, turns_only={LEAST: 100_000, GAAMA: 10_000}),
        System("LanceDB", "lance_hybrid", "lancedb", "lancedb"),
        System("LangGraph", "langgraph_store", "langgraph", "langgraph"),
        System("graphiti", "graphiti_edges", "graphiti", "graphiti-core", has_server=True, most_turns=10_000),
        System(
            "agent-memory", "agent_memory", "agent-memory", "neo4j-agent-memory", has_server=True, most_turns=10_000
        ),
        System("mem0", "mem0_raw", "mem0", "mem0ai", most_turns=10_000),
        System("Chroma", "chroma_collections", "chroma", "chromadb"),
    )
}
OURS = "Clew"

NOT_RUN = {
    "HippoRAG": "not run: it pins torch 2.5.1 and vllm 0.6.6, and a language model filters the facts of every question"
}


class Failed(Exception):
    """A memory could not do what it was asked; says what its library said."""


class Worker:
    """The process of a memory, and its server where it has one; it works when it is told to."""

    def __init__(self, system: System, home: Path, vectors: Path) -> None:
        self.system = system
        self._settings = None
        folder = home / system.module
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            given = ""
            if system.has_server:
                given = json.dumps(asdict(self._start_server(folder / "neo4j", stack)))
            script = str(HERE / "peers_worker.py")
            command = [environment(system), script, system.module, str(folder / "data"), str(vectors.resolve()), given]
            log = stack.enter_context((folder / "log").open("w"))
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": log}
            started = subprocess.Popen(command, **pipes, text=True, env=_variables())
            self._process = stack.enter_context(started)
            stack.callback(self._end_process)
            self.ways: list[str] = self._heard()["ways"]
            self._stack = stack.pop_all()

    def ask(self, work: str, **given: object) -> dict[str, Any]:
        """Return what came of a work.

        Raises:
            Failed: it could not be done.
        """
        assert self._process.stdin
        with suppress(BrokenPipeError):  # then there is nothing to hear either
            print(json.dumps({"work": work, **given}), file=self._process.stdin, flush=True)
        return self._heard()

    def memory_mb(self) -> dict[str, int]:
        """Return the resident memory of the process, and of its server."""
        found = {"process": self._process.pid}
        if self._settings and (pid := server.status(self._settings).pid):
            found["server"] = pid
        return {name: round(psutil.Process(pid).memory_info().rss / MEGABYTE) for name, pid in found.items()}

    def end(self) -> None:
        """Let it end, then its server."""
        self._stack.close()

    def _end_process(self) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):  # it has died
            self._process.stdin.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _start_server(self, home: Path, stack: ExitStack) -> Server:
        self._settings = ServerSettings(home=home, heap_mb=HEAP_MB, page_cache_mb=PAGE_CACHE_MB)
        address = server.start(self._settings)
        stack.callback(server.stop, self._settings)
        return Server(address.uri, address.user, address.password, address.database)

    def _heard(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        found = json.loads(line) if line else {"error": "its process has ended; its log says why"}
        if "error" in found:
            raise Failed(found["error"])
        return found


def environment(system: System) -> str:
    """Return the Python of a memory; its environment is made where its requirements have changed since."""
    if not system.packages:
        return sys.executable
    wanted = HERE / "rivals" / f"{system.packages}.txt"
    digest = hashlib.sha256(wanted.read_bytes()).hexdigest()
    folder = ROOT / f".venv-peers-{system.packages}"
    stamp, python = folder / ".installed", folder / "bin" / "python"
    if not stamp.exists() or stamp.read_text() != digest:
        print(f"Installing {system.name} into {folder.name}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-deps"]
        subprocess.run([*pip, "-r", str(wanted)], check=True)
        stamp.write_text(digest)
    return str(python)


def version(system: System) -> str:
    """Return the version of its package."""
    code = f"import importlib.metadata as m; print(m.version({system.version_of!r}))"
    done = subprocess.run([environment(system), "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _variables() -> dict[str, str]:
    """Clew's code is on the path of every process: a rival uses its encoder."""
    silent = {
        "EMBEDDING_DIM": "384",
        "MEM0_TELEMETRY": "False",
        "GRAPHITI_TELEMETRY_ENABLED": "false",
        "ANONYMIZED_TELEMETRY": "False",
    }
    return {**os.environ, **silent, "PYTHONPATH": str(ROOT / "src")}


def chosen(names: Sequence[str]) -> list[System]:
    """Return the systems of those names, Clew always the first."""
    return [SYSTEMS[name] for name in dict.fromkeys([OURS, *names])]
