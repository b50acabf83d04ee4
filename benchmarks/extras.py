"""What each extra costs: its size on disk, the time that its door takes to import, and whether it works alone.

    python benchmarks/extras.py [--extra mcp ...] [--json out/extras.json] [--gate]

It builds the wheel once. Each extra gets a fresh environment with the wheel and that extra alone, in the exact versions
of constraints.txt; there its door is imported under `python -W error`, and used as far as that goes without a server.
The first row is Clew without extras: the baseline. Times are of the processor, the best of several
processes. `dev` holds the tools of the tests, and `sentence-transformers` brings torch: the former is left out, and
the latter unless it is named.
"""

import argparse
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from circumstances import without_server, write
from gating import missed
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
OUT = ROOT / "out"
NOTHING = "without extras"
LEFT_OUT = ("dev", "sentence-transformers")
RUNS = 3
BASE_SECONDS = 0.7
"""Of processor, for `import clew.api.memory`: the gate."""


@dataclass(frozen=True, slots=True)
class Door:
    """What an extra is for.

    Attributes:
        module: that is imported.
        use: lines that use it without a server.
        is_of_others: whether the module is not Clew's, and may warn of what is deprecated.
    """

    module: str
    use: str
    is_of_others: bool = False


DOORS: Mapping[str, Door] = {
    NOTHING: Door(
        "clew.api.memory", "from clew.graph.queries import load, names; assert [load(name) for name in names()]"
    ),
    "local": Door(
        "clew.embedding",
        "from clew import server; server.status(); assert len(clew.embedding.MiniLM().embed_query('tea')) == 384",
    ),
    "openai": Door(
        "clew.llm",
        "from clew.settings import Settings\n"
        "assert clew.llm.chat_model(Settings(model='openai:x', model_url='http://127.0.0.1:9'))",
    ),
    "langchain": Door("clew.agents.middleware", "assert clew.agents.middleware.WorkingMemoryMiddleware"),
    "langgraph": Door("clew.agents.store", "assert clew.agents.store.ClewStore"),
    "langmem": Door("langmem", "assert langmem.create_manage_memory_tool", is_of_others=True),
    "documents": Door(
        "clew.loaders.sources.readers",
        "from pathlib import Path; page = Path('page.html'); page.write_text('<p>Tea is warm.</p>')\n"
        "assert 'Tea is warm.' in next(iter(clew.loaders.sources.readers.documents(page, None))).text",
    ),
    "mcp": Door(
        "clew.interfaces.mcp.server",
        "from clew.interfaces.mcp.tenants import Tenants; from clew.settings import Settings\n"
        "import anyio; made = clew.interfaces.mcp.server.make(Tenants(Settings()), space='ann')\n"
        "assert anyio.run(made.list_tools)",
    ),
    "png": Door(
        "clew.interfaces.pages.scene.picture_file",
        'svg = \'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>\'\n'
        "assert clew.interfaces.pages.scene.picture_file.png(svg).startswith(b'\\x89PNG')",
    ),
    "py2neo": Door("clew.interfaces.ogm", "import py2neo; assert py2neo.Graph"),
    "analytics": Door("clew.interfaces.analytics", "import graphdatascience; assert graphdatascience.GraphDataScience"),
    "textworld": Door("clew.agents.environments.adapters.inform_games", "import textworld; assert textworld.start"),
    "textworld-express": Door("clew.agents.environments.adapters.express_games", "import textworld_express"),
    "scienceworld": Door("clew.agents.environments.adapters.science_games", "import scienceworld"),
    "sentence-transformers": Door("clew.embedding", "import sentence_transformers"),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """One extra.

    Attributes:
        extra: its name.
        megabytes: of all packages in its environment, without pip.
        added: of these, what it adds to Clew without extras.
        packages: how many there are.
        seconds: of processor, to import its door.
        fault: why it does not work alone; empty where it does.
    """

    extra: str
    megabytes: float
    added: float
    packages: int
    seconds: float
    fault: str


def main() -> int:
    """Install, use, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    unknown = [extra for extra in declared() if extra not in (*DOORS, *LEFT_OUT)]
    chosen = [NOTHING, *(options.extra or [each for each in declared() if each in DOORS and each not in LEFT_OUT])]
    measured: list[Measured] = []
    with TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        for number, extra in enumerate(dict.fromkeys(chosen)):
            base = measured[0].megabytes if measured else 0.0
            measured.append(measure(extra, wheel, Path(folder, str(number)), base))
            print(f"{extra}: {measured[-1].fault or 'works alone'}", file=sys.stderr)
    gates = {
        "every extra has a door here": not unknown,
        "every extra works alone": not any(each.fault for each in measured),
        f"without extras, less than {BASE_SECONDS} s of processor": measured[0].seconds < BASE_SECONDS,
    }
    Console().print(report(measured))
    for name in unknown:
        print(f"no door: {name}; add one to DOORS")
    for name, holds in gates.items():
        print(f"{'pass' if holds else 'FAIL'}  {name}")
    around = without_server(("clew", "pip"))
    write(options.json, {**around, "extras": [asdict(each) for each in measured], "gates": gates})
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--extra", action="append", choices=[*DOORS][1:], help="only this one; may be repeated")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "extras.json")
    return parser.parse_args()


def declared() -> list[str]:
    """Return the extras of pyproject.toml."""
    return [*tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]]


def build(folder: Path) -> Path:
    """Build the wheel of this checkout."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def measure(extra: str, wheel: Path, folder: Path, base: float) -> Measured:
    """Install the wheel with one extra, weigh the environment, and use the door."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    wanted = str(wheel) if extra == NOTHING else f"{wheel}[{extra}]"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python), "install", "--quiet"]
    command = [*pip, "--no-compile", "-c", str(ROOT / "constraints.txt"), wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return Measured(extra, 0.0, 0.0, 0, 0.0, _last(done.stderr) or "it cannot be installed")
    site = next((folder / "lib").glob("python*/site-packages"))
    megabytes = sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) / 1e6
    packages = len([*site.glob("*.dist-info")])
    fault = _fault(python, DOORS[extra], folder)
    return Measured(extra, megabytes, megabytes - base, packages, _seconds(python, DOORS[extra], folder), fault)


def _fault(python: Path, door: Door, folder: Path) -> str:
    done = _run(python, f"import {door.module}\n{door.use}", door, folder)
    return _last(done.stderr) or f"exit code {done.returncode}" if done.returncode else ""


def _seconds(python: Path, door: Door, folder: Path) -> float:
    """Return the processor's time for an import: the least of some processes, the first of which compiles."""
    script = "import time; began = time.process_time()\nimport {}\nprint(time.process_time() - began)"
    runs = [_run(python, script.format(door.module), door, folder).stdout for _ in range(RUNS + 1)]
    return min((float(each) for each in runs[1:] if each), default=0.0)


def _run(python: Path, script: str, door: Door, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run lines in an environment that knows nothing of this one's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CLEW_"))}
    warned = ["-W", "error", *(["-W", "ignore::DeprecationWarning"] if door.is_of_others else [])]
    command = [str(python), *warned, "-c", script]
    return subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True, check=False)


def _last(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]


def report(measured: Sequence[Measured]) -> Table:
    """Return the table: a row per extra."""
    table = Table("extra", "MB", "added", "packages", "import, s", "works alone", title="Extras, each alone")
    for each in measured:
        figures = (f"{each.megabytes:,.0f}", f"{each.added:+,.0f}", str(each.packages), f"{each.seconds:.2f}")
        table.add_row(each.extra, *figures, each.fault or "yes")
    return table


if __name__ == "__main__":
    sys.exit(main())
