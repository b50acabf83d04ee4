"""What is forgotten leaves the server's files too, where the store is made anew; interrupted, nothing is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import on_own_server

from clew import server
from clew.api.compaction import FOLDER, compact, found_words
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import Conflict
from clew.model import Turn
from clew.server import ServerSettings, managed

pytestmark = pytest.mark.slow

WORD = "Xylanthemum"
FORGOTTEN = f"The word that opens the vault behind the mill is {WORD}, and nobody else knows it."
KEPT = "The river behind the mill is called Aulne."
SPACES = ("ann", "ben")

Contents = Callable[[Memory], tuple[frozenset[str], frozenset[str]]]


def files_with(word: str, folder: Path) -> list[Path]:
    """The files that hold a word, in any case, in the encodings that a store may use."""
    forms = {each.encode(code) for each in (word, word.lower()) for code in ("utf-8", "utf-16-le", "utf-16-be")}
    files = (each for each in folder.rglob("*") if each.is_file())
    return [each for each in files if any(form in each.read_bytes() for form in forms)]


def remember(settings: ServerSettings, contents: Contents) -> dict[str, object]:
    before = dict[str, object]()
    for space in SPACES:
        with on_own_server(settings, space) as memory:
            memory.remember([Turn(FORGOTTEN, "Ann"), Turn(KEPT, "Ben")], session="s")
            memory.consolidate()
            memory.forget(ids=["episode:s/0"])
            before[space] = contents(memory)
    return before


def test_a_compaction_takes_forgotten_words_off_the_disk(own_server: ServerSettings, contents: Contents) -> None:
    home, before = server.home(own_server), remember(own_server, contents)
    (home / FOLDER).mkdir()  # as one that was killed left it
    (home / FOLDER / "kept").mkdir()
    server.stop(own_server)
    assert files_with(WORD, home / "data" / "databases")
    assert files_with(WORD, home / "data" / "transactions")
    assert list(found_words(home, [WORD]))
    told = list[str]()
    done = compact(own_server, words=[WORD], encoder=MiniLM(), on_progress=lambda each: told.append(each.stage))
    assert (done.spaces, done.words, done.found) == (len(SPACES), 1, ())
    assert told.count("compact") == len(SPACES)
    for space in SPACES:
        with on_own_server(own_server, space) as memory:
            assert contents(memory) == before[space]
            assert memory.recall("What is the river called?").hits[0].text == KEPT
    server.stop(own_server)
    assert files_with(WORD, home) == []
    assert files_with("Aulne", home / "data")
    assert not (home / FOLDER).exists()


@pytest.mark.parametrize("is_new", [False, True])
def test_an_exchange_of_the_data_that_was_interrupted_ends_at_the_next_start(
    own_server: ServerSettings, contents: Contents, is_new: bool
) -> None:
    home, before = server.home(own_server), remember(own_server, contents)
    server.stop(own_server)
    if is_new:  # the new data are in place, and the old ones not yet removed
        (home / managed.REPLACED).mkdir()
    else:
        (home / "data").replace(home / managed.REPLACED)
    with on_own_server(own_server, SPACES[0]) as memory:
        assert contents(memory) == before[SPACES[0]]
    assert not (home / managed.REPLACED).exists()


def test_a_space_that_is_written_meanwhile_keeps_the_old_store(
    own_server: ServerSettings, contents: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, restore = remember(own_server, contents), Memory.restore

    def restoring(self: Memory, path: Path) -> int:
        with on_own_server(own_server, SPACES[0]) as other:
            other.remember([Turn("Somebody writes.", "Cy")], session=f"late {self.space.name}")
        return restore(self, path)

    monkeypatch.setattr(Memory, "restore", restoring)
    with pytest.raises(Conflict, match="stop its writers"):
        compact(own_server, encoder=MiniLM())
    with on_own_server(own_server, SPACES[1]) as memory:
        assert contents(memory) == before[SPACES[1]]
    assert not (server.home(own_server) / FOLDER).exists()
