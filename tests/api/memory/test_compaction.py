"""What is forgotten leaves the server's files too, where somebody does what the page says."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.conftest import small_server

from clew import server
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.model import Turn
from clew.server import ServerSettings

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[3] / "docs" / "server.md"
WORD = "Xylanthemum"
FORGOTTEN = f"The word that opens the vault behind the mill is {WORD}, and nobody else knows it."
KEPT = "The river behind the mill is called Aulne."
SPACES = ("ann", "ben")

Contents = Callable[[Memory], tuple[frozenset[str], frozenset[str]]]


@pytest.fixture
def settings(tmp_path: Path, jar_cache: Path | None) -> Iterator[ServerSettings]:
    """A server of its own, whose files nothing else has written to."""
    settings = small_server(tmp_path / "home", jar_cache)
    yield settings
    server.stop(settings)


def opened(settings: ServerSettings, space: str) -> Memory:
    """A memory whose encoder is not the one that a new store has: the page's lines keep what was chosen."""
    address = server.start(settings)
    return Memory.open(address.uri, auth=(address.user, address.password), space=space, encoder=MiniLM())


def files_with(word: str, folder: Path) -> list[Path]:
    """The files that hold a word, in any case, in the encodings that a store may use."""
    forms = {each.encode(code) for each in (word, word.lower()) for code in ("utf-8", "utf-16-le", "utf-16-be")}
    files = (each for each in folder.rglob("*") if each.is_file())
    return [each for each in files if any(form in each.read_bytes() for form in forms)]


def test_the_page_takes_forgotten_words_off_the_disk(
    settings: ServerSettings, contents: Contents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, before = server.home(settings), dict[str, object]()
    for space in SPACES:
        with opened(settings, space) as memory:
            memory.remember([Turn(FORGOTTEN, "Ann"), Turn(KEPT, "Ben")], session="s")
            memory.consolidate()
            memory.forget(ids=["episode:s/0"])
            before[space] = contents(memory)
    server.stop(settings)
    assert files_with(WORD, home / "data" / "databases")
    assert files_with(WORD, home / "data" / "transactions")
    assert files_with("Aulne", home / "data")
    (lines,) = re.findall(r"```python\n(import shutil.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(server, "ServerSettings", lambda: settings)
    exec(lines, {})
    for space in SPACES:
        with opened(settings, space) as memory:
            assert contents(memory) == before[space]
            assert memory.recall("What is the river called?").hits[0].text == KEPT
    server.stop(settings)
    assert files_with(WORD, tmp_path) == []
