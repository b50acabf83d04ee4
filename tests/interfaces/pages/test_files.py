"""Pages in files: whole or not at all."""

import resource
from collections.abc import Iterator
from os import mkfifo
from pathlib import Path
from threading import Thread

import pytest
from tests.interfaces.pages.scene.houses import room

from clew.interfaces.pages.files import check_writable, save
from clew.interfaces.pages.scene.picture_file import save_picture


@pytest.fixture
def full_disk() -> Iterator[None]:
    """No file may grow beyond a kibibyte."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("name", ["page.html", "map.svg", "map.png"])
def test_what_cannot_be_written_to_its_end_leaves_what_was_there(name: str, tmp_path: Path) -> None:
    place = tmp_path / name
    place.write_text("the old one")
    with pytest.raises(OSError, match="large"):
        save(place, "new " * 1000) if name == "page.html" else save_picture(place, room())
    assert place.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [place]


def test_a_link_stays_and_leads_to_the_page(tmp_path: Path) -> None:
    link = tmp_path / "latest.html"
    link.symlink_to("page.html")
    check_writable(link)
    assert list(tmp_path.iterdir()) == [link]
    assert save(link, "a page") == link
    assert link.is_symlink()
    assert (tmp_path / "page.html").read_text() == "a page"


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", list[str]()
    mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    check_writable(pipe)
    save(pipe, "a page")
    reader.join(10)
    assert read == ["a page"]
    assert pipe.is_fifo()
