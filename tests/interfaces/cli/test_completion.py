"""A shell completes the names of spaces and sessions, and never runs one."""

import uuid
from collections.abc import Callable

import pytest
from tests.interfaces.conftest import Clew

from clew.api.memory import Memory

Complete = Callable[[str], list[str]]


@pytest.fixture
def complete(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> Complete:
    """What bash is offered at the end of a line."""

    def completed(line: str) -> list[str]:
        with monkeypatch.context() as patch:
            patch.setenv("_CLEW_COMPLETE", "complete_bash")
            patch.setenv("COMP_WORDS", line)
            patch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
            said = clew()
        assert said.err == ""
        return said.out.split()

    return completed


@pytest.fixture
def told(open_memory: Callable[..., Memory]) -> Memory:
    memory = open_memory(name=f"cli-{uuid.uuid4()}")
    for session in ("monday", "money", "tuesday", "with space", "$(echo)", "\\$(echo)", "a'b", "-m"):
        memory.add("It rains.", session=session)
    return memory


@pytest.mark.parametrize("line", ["clew --space {}", "clew recall it --space {}", "clew stats --json --space {}"])
def test_a_space_is_completed_wherever_its_option_stands(complete: Complete, told: Memory, line: str) -> None:
    name = told.space.name
    assert complete(line.format(name[:-4])) == [name]


def test_a_session_is_one_of_the_space_that_is_named(complete: Complete, told: Memory) -> None:
    assert complete(f"clew recall it --space {told.space.name} --session mon") == ["money", "monday"]
    assert complete("clew recall it --session mon") == []


def test_a_name_that_a_shell_might_run_is_not_offered(complete: Complete, told: Memory) -> None:
    assert set(complete(f"clew add it --space {told.space.name} --session ")) == {"monday", "money", "tuesday"}


def test_without_a_server_nothing_is_offered_and_nothing_is_started(
    complete: Complete, told: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    del told
    monkeypatch.setenv("CLEW_URI", "bolt://127.0.0.1:9")
    assert complete("clew --space c") == []
    monkeypatch.delenv("CLEW_URI")
    assert complete("clew --space c") == []
    monkeypatch.setenv("CLEW_URI", "nonsense")
    assert complete("clew --space c") == []


def test_commands_are_completed_as_before(complete: Complete) -> None:
    assert complete("clew reca") == ["recall"]
