"""Pages and pictures in files: each is written whole or not at all."""

from pathlib import Path
from tempfile import TemporaryFile

from clew.graph.drafts import drafted


def save(path: Path, page: str) -> Path:
    """Write a page as `save_bytes` does; what UTF-8 cannot hold becomes a question mark."""
    return save_bytes(path, page.encode("utf-8", "replace"))


def save_bytes(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all, so that what was there stays until then. Return its absolute path."""
    path = path.expanduser().absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_device(path):
        path.write_bytes(content)
    else:
        with drafted(path.resolve()) as draft:
            draft.write_bytes(content)
    return path


def check_writable(path: Path) -> None:
    """Check that a page, and a draft beside it, can be written there; no file is made."""
    path = path.expanduser().resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_device(path):
        return
    is_new = not path.exists()
    path.open("a").close()
    if is_new:
        path.unlink()
    TemporaryFile(dir=path.parent).close()


def _is_device(path: Path) -> bool:
    """Return whether a path is a device or a pipe, whose place nothing can take."""
    return path.exists() and not path.is_file() and not path.is_dir()
