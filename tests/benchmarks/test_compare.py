"""A commit is compared by its own code, in the layout that it has."""

from pathlib import Path

from benchmarks.compare import HERE, sources


def test_the_sources_of_a_commit_are_those_of_its_layout(tmp_path: Path) -> None:
    (tmp_path / "core" / "clew").mkdir(parents=True)
    assert [each.name for each in sources(tmp_path)] == ["core", "loaders", "retrieval", "agents", "interfaces"]
    assert sources(HERE) == [HERE / "src"]
