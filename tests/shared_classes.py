"""Record the classes of a server that was used, so that the tests' servers map them and need not read and verify them.

`python -m tests.shared_classes` does it; Java uses no record that does not fit it or the jars.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(sys.prefix) / "share" / "java"
"""Of this environment, whose Java it is."""

OF_JAVA, OF_A_SERVER = FOLDER / "java.jsa", FOLDER / "server.jsa"


def options() -> tuple[str, ...]:
    """Java's options that use what was recorded; none where nothing was."""
    return (f"-XX:SharedArchiveFile={OF_JAVA}:{OF_A_SERVER}", "-Xshare:auto") if OF_A_SERVER.exists() else ()


def record() -> None:
    """Start a server, fill and ask it, and stop it: then Java writes the record."""
    from tests.conftest import cache_of_jars, small_server
    from tests.story import tell

    from clew import server
    from clew.api.memory import Memory
    from clew.embedding import MiniLM
    from clew.graph.driver import Graph
    from clew.server import java

    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in (OF_JAVA, OF_A_SERVER):
        file.unlink(missing_ok=True)
    subprocess.run([java.find().path, "-Xshare:dump", f"-XX:SharedArchiveFile={OF_JAVA}", "-Xlog:disable"], check=True)
    recording = (f"-XX:SharedArchiveFile={OF_JAVA}", f"-XX:ArchiveClassesAtExit={OF_A_SERVER}")
    with TemporaryDirectory() as folder:
        settings = small_server(Path(folder), cache_of_jars(), *recording)
        try:
            address = server.start(settings)
            auth = (address.user, address.password)
            with (
                Graph.connect(address.uri, auth=auth) as graph,
                Memory.open(address.uri, auth=auth, encoder=MiniLM()) as memory,
            ):
                tell(memory, graph).recall("What does Ann drink?")
        finally:
            server.stop(settings)


if __name__ == "__main__":
    record()
