"""How long each stage of a recall takes."""

import time
from collections.abc import Generator
from contextlib import contextmanager


class Stopwatch:
    """Seconds per stage, and in all."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._stages: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        """Count what runs in the block for the stage."""
        begin = time.perf_counter()
        yield
        self._stages[name] = self._stages.get(name, 0.0) + time.perf_counter() - begin

    def seconds(self) -> dict[str, float]:
        """Return the seconds per stage, and ``total``."""
        return self._stages | {"total": time.perf_counter() - self._start}
