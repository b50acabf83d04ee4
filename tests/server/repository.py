"""A Maven repository on this machine: real HTTP, a few made-up jars, and the faults of real ones."""

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from clew.server.lockfile import Jar


class Repository:
    """What it serves, what was asked of it, and how it misbehaves."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[tuple[str, str]] = []
        self.cut_after: list[int] = []
        """For each of the next answers, after how many bytes the connection breaks off."""
        self.ignores_range = False
        self.meanwhile: Callable[[str], object] = lambda _: None
        """What happens between the question for a path and its answer."""
        self.url = ""

    def jar(self, name: str, content: bytes, classifier: str = "") -> Jar:
        """Publish a jar."""
        made = Jar("org.example", name, "1.0", classifier, hashlib.sha256(content).hexdigest(), len(content))
        self.files[f"/{made.path.as_posix()}"] = content
        return made

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Answer requests inside the block."""
        handler = type("Handler", (_Handler,), {"repository": self})
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            self.url = f"http://127.0.0.1:{server.server_address[1]}"
            thread = threading.Thread(target=server.serve_forever, args=(0.02,))
            thread.start()
            try:
                yield
            finally:
                server.shutdown()
                thread.join()


class _Handler(BaseHTTPRequestHandler):
    repository: Repository

    def do_GET(self) -> None:
        wanted = self.headers.get("Range", "")
        self.repository.asked.append((self.path, wanted))
        self.repository.meanwhile(self.path)
        content = self.repository.files.get(self.path.removeprefix("http://repository.invalid"))
        if content is None:
            self.send_error(404)
            return
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and not self.repository.ignores_range else 0
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        cut = self.repository.cut_after.pop(0) if self.repository.cut_after else len(content)
        with suppress(ConnectionError):  # who asked may have left
            self.wfile.write(content[start : start + cut])

    def log_message(self, *_: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        pass
