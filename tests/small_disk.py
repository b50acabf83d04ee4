"""A disk that is full soon: no file of this process may become larger."""

import resource
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def full_after(size: int) -> Generator[None]:
    """Let no file grow beyond so many bytes inside the block."""
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))
