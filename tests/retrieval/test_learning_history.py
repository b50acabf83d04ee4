"""What learnings continue, over many versions."""

from clew.retrieval.learnings.history import all_before


def test_all_versions_of_statements_that_contradict_each_other_are_found_at_once() -> None:
    names = [[f"{version}/{line}" for line in range(3)] for version in range(200)]
    direct = {each: tuple(earlier) for earlier, later in zip([[], *names], names, strict=False) for each in later}
    assert len(all_before("199/0", direct)) == 3 * 199
