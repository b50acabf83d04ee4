"""Imports the files of a bulk export into a managed server that holds nothing yet."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from clew.errors import InvalidInput, LocalServerError
from clew.graph.drafts import mark
from clew.model import Progress
from clew.server import archive, config, credentials, java, lockfile, process
from clew.server.layout import ServerLayout, translated
from clew.server.settings import ServerSettings

ARGUMENTS = "import.args"  # what a bulk export calls the file of the importer's options
MAIN_CLASS = "org.neo4j.cli.AdminTool"
DRAFT = "importing-"
"""Begins the name of the folder in the server's home that the importer writes to; then it says which process."""

FOLDERS = ("transactions", "databases")  # folders of a database; an import is complete when the last is in its place


def run(
    layout: ServerLayout, settings: ServerSettings, folder: Path, on_progress: Callable[[Progress], None] | None
) -> None:
    """Run Neo4j's importer; the server does not run, and nobody starts it meanwhile.

    All of it is imported, or nothing: it is moved to its place in the end. The rest of a killed import goes, and so
    does an importer that outlived the process that began it.
    """
    from clew.server import artifacts

    if not (folder / ARGUMENTS).is_file():
        raise InvalidInput(f"{str(folder)!r} holds no {ARGUMENTS}; name a folder that `clew export --bulk` wrote")
    if layout.databases.joinpath(credentials.DATABASE).exists():
        raise LocalServerError(f"{layout.home} holds a database already; an import needs a server that was never used")
    if (orphan := process.find(layout)) is not None:
        process.end(orphan, layout)
    jars = artifacts.fetch(lockfile.jars(), layout.cache, settings.mirror, on_progress)
    memory, found = config.size(settings), java.find()
    draft = layout.home / f"{DRAFT}{mark()}"
    with translated(layout.home):
        remove_drafts(layout)
        (layout.conf / "neo4j.conf").write_text(f"server.directories.data={draft.name}\n", "utf-8")
        chosen = (*archive.options(layout, found, jars, record=False), *settings.jvm_options)
        options = (*config.OPTIONS, f"-Xmx{memory.heap}m", *chosen, "-cp", ":".join(map(str, jars)), MAIN_CLASS)
        layout.arguments.write_text("".join(f"{config.quoted(option)}\n" for option in options), "utf-8")
        try:
            _import(layout, found, folder, memory)
            for kind in FOLDERS:
                place = layout.data / kind / credentials.DATABASE
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.rmtree(place, ignore_errors=True)  # of an import that was killed between the two
                (draft / kind / credentials.DATABASE).replace(place)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def remove_drafts(layout: ServerLayout) -> None:
    """Remove what killed imports left; none may run."""
    for left in layout.home.glob(f"{DRAFT}*"):
        shutil.rmtree(left)


def _import(layout: ServerLayout, found: java.Java, folder: Path, memory: config.MemorySizes) -> None:
    command = [
        *(found.path, f"@{layout.arguments}", "database", "import", "full", f"@{ARGUMENTS}"),
        *(f"--max-off-heap-memory={memory.page_cache}m", f"--report-file={os.devnull}", credentials.DATABASE),
    ]
    environment = process.environment() | {"NEO4J_HOME": str(layout.home), "NEO4J_CONF": str(layout.conf)}
    with layout.console.open("wb") as console:
        done = subprocess.run(  # noqa: S603
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, cwd=folder, env=environment, check=False
        )
    if done.returncode:
        said = process.tail(layout.console, 20).splitlines()
        reason = next((line for line in reversed(said) if line and "--verbose" not in line), "it was killed")
        raise LocalServerError(f"the import failed: {reason.rstrip('.')[:300]}; see {layout.console}")
