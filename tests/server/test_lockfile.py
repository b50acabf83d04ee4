"""The list of jars is complete and strictly read."""

from pathlib import Path

import pytest

from clew.errors import LocalServerError
from clew.server import lockfile

SHA = "ab" * 32


def test_the_list_names_the_server_and_its_procedures() -> None:
    jars = lockfile.jars()
    assert len(jars) == len({jar.path for jar in jars}) == 390
    assert sum(jar.size for jar in jars) == 166_092_093
    assert lockfile.versions() == ("2026.01.4", "2.26.0")
    assert sum(jar.is_procedures for jar in jars) == 13


def test_a_row_says_where_its_file_lies() -> None:
    plain, native = lockfile.parse(["# comment", f"a.b:c:1.0 {SHA} 12", "", f"a.b:c:1.0:linux {SHA} 7"])
    assert plain.path == Path("a/b/c/1.0/c-1.0.jar")
    assert native.path == Path("a/b/c/1.0/c-1.0-linux.jar")
    assert (native.sha256, native.size) == (SHA, 7)


@pytest.mark.parametrize("row", ["a.b:c:1.0", f"a.b:c {SHA} 1", f"a.b:c:1.0 {SHA[:-1]} 1", f"../x:c:1/0 {SHA} 1"])
def test_a_row_that_cannot_be_read(row: str) -> None:
    with pytest.raises(LocalServerError, match=r"lock:2: cannot read .* install clew again"):
        lockfile.parse(["# comment", row])
