"""Fetches the jars from a Maven repository: only what is missing, checked, resumed where it broke off."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import requests
from filelock import FileLock
from requests.adapters import HTTPAdapter

from clew.errors import LocalServerError
from clew.model import Progress
from clew.server.layout import check_space, size_of, translated
from clew.server.lockfile import Jar

MAVEN_CENTRAL = "https://repo.maven.apache.org/maven2"
MAX_DOWNLOADS = 16
ATTEMPTS = 4  # how often in a row one jar is asked for and no more of it comes; every attempt resumes the one before
TIMEOUT = (10.0, 20.0)  # seconds for a connection, and for the next bytes
ROOM = 600_000_000  # bytes that must be free beside the server's jars: an empty store, its logs, the class archive
_CHUNK = 1 << 16

Report = Callable[[Progress], None]


def fetch(
    jars: Sequence[Jar], cache: Path, mirror: str | None = None, on_progress: Report | None = None, *, room: int = ROOM
) -> list[Path]:
    """Bring every jar into the cache and return their paths; complete, it asks nobody.

    The cache has a Maven repository's layout; other files in it are left alone. `room` bytes must be free beside those
    that are missing. Progress tells the size first, then how far it has come.
    """
    with translated(cache):
        if missing := _missing(jars, cache):
            cache.mkdir(parents=True, exist_ok=True)
            with FileLock(cache / ".clew.lock"):
                # Another process may have fetched some while this one waited for the lock.
                if missing := _missing(missing, cache):
                    _fetch(missing, cache, (mirror or MAVEN_CENTRAL).rstrip("/"), on_progress, room)
    return [cache / jar.path for jar in jars]


def _missing(jars: Sequence[Jar], cache: Path) -> list[Jar]:
    def is_intact(jar: Jar) -> bool:
        return jar.is_intact(cache / jar.path)

    with ThreadPoolExecutor(4) as pool:
        return [jar for jar, intact in zip(jars, pool.map(is_intact, jars), strict=True) if not intact]


def _fetch(missing: Sequence[Jar], cache: Path, repository: str, on_progress: Report | None, room: int) -> None:
    for jar in missing:
        (cache / jar.path).unlink(missing_ok=True)
    downloads = _Downloads(cache, repository, sum(jar.size for jar in missing), on_progress)
    check_space(cache, downloads.total + room)
    pool = ThreadPoolExecutor(MAX_DOWNLOADS)
    try:
        for done in [pool.submit(downloads.fetch, jar) for jar in missing]:
            done.result()
    finally:
        downloads.is_left = True
        pool.shutdown(cancel_futures=True)
        downloads.session.close()


class _Downloads:
    """Fetches jars into ``NAME.part``, each from where an earlier attempt stopped, and adds up what comes."""

    def __init__(self, cache: Path, repository: str, total: int, on_progress: Report | None) -> None:
        self._cache, self._repository, self._on_progress = cache, repository, on_progress
        self.total, self._done, self._lock = total, 0, Lock()
        self.is_left = False
        """True if nobody waits for the jars any more: one cannot be had, or a user has enough."""
        self.session = requests.Session()
        for scheme in ("http://", "https://"):
            self.session.mount(scheme, HTTPAdapter(pool_maxsize=MAX_DOWNLOADS))
        self._add(0)

    def _add(self, count: int) -> None:
        with self._lock:
            self._done += count
            if self._on_progress:
                self._on_progress(Progress("download", self._done, self.total, "bytes"))

    def fetch(self, jar: Jar) -> None:
        """Fetch one jar; twice where its bytes are wrong the first time. It gets its name when its bytes are right."""
        file = self._cache / jar.path
        url = f"{self._repository}/{jar.path.as_posix()}"
        part = file.with_name(f"{file.name}.part")
        with translated(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            for _ in range(2):
                self._complete(url, part, jar)
                if jar.is_intact(part):
                    part.replace(file)
                    return
                part.unlink()
                self._add(-jar.size)
        raise LocalServerError(
            f"{url} does not hold the bytes that clew was tested with (sha256 {jar.sha256}); use another Maven mirror"
        )

    def _complete(self, url: str, part: Path, jar: Jar) -> None:
        """Fetch what is missing of the file; give up after a few attempts in a row that bring no more of it."""
        self._add(min(size_of(part), jar.size))
        attempt, most = 0, size_of(part)
        while True:
            try:
                self._continue(url, part, jar)
            except requests.RequestException as error:
                attempt, most = (1, size) if (size := size_of(part)) > most else (attempt + 1, most)
                response = error.response
                if response is None:
                    reason = str(error).split("(Caused by ")[-1].rstrip(")")
                    is_final = isinstance(error, (requests.exceptions.InvalidURL, requests.exceptions.MissingSchema))
                else:
                    reason = f"HTTP {response.status_code} {response.reason}"
                    is_final = response.status_code < 500 and response.status_code != requests.codes.too_many_requests
                if attempt == ATTEMPTS or is_final:
                    raise LocalServerError(
                        f"cannot fetch {url}: {reason}; check the network, the proxy (HTTPS_PROXY) or the "
                        "Maven mirror, then repeat: what was fetched is kept"
                    ) from error
                if response is not None:  # the repository is busy, not the line broken
                    time.sleep(2**attempt)
            else:
                return

    def _continue(self, url: str, part: Path, jar: Jar) -> None:
        if self.is_left:
            raise CancelledError
        if (have := size_of(part)) == jar.size:
            return
        if have > jar.size:
            part.unlink()
            have = 0
        headers = {"Accept-Encoding": "identity", **({"Range": f"bytes={have}-"} if have else {})}
        with self.session.get(url, headers=headers, stream=True, timeout=TIMEOUT) as response:
            response.raise_for_status()
            resumed = response.status_code == requests.codes.partial_content
            if not resumed:
                self._add(-have)
            with part.open("ab" if resumed else "wb") as stream:
                for chunk in response.iter_content(_CHUNK):
                    if self.is_left:
                        raise CancelledError
                    stream.write(chunk)
                    self._add(len(chunk))
        if size_of(part) < jar.size:
            raise requests.ConnectionError(f"only {size_of(part)} of {jar.size} bytes came")
