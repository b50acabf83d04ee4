"""How a memory is opened: by names of models, and as another space of the same store."""

from collections.abc import Callable

import pytest

from clew.api.memory import Memory
from clew.errors import DatabaseError, InvalidInput
from clew.server import Address

pytestmark = pytest.mark.filterwarnings("ignore::clew.api.opening.EngineWarning")


def opened(server: Address, **given: object) -> Memory:
    auth = (server.user, server.password)
    return Memory.open(server.uri, auth=auth, database=server.database, space="names", **given)  # pyright: ignore[reportArgumentType]


def test_model_and_encoder_are_named_by_strings(server: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with opened(server, model="openai:gpt-4o-mini", encoder="minilm") as memory:
        assert memory.standing_model
        assert memory.standing_model.name == "ChatOpenAI:gpt-4o-mini"
        assert memory.settings.encoder == "minilm"
        assert memory.for_space("names 2").model is memory.model


@pytest.mark.parametrize("given", [{"model": "gpt-4o-mini"}, {"encoder": "ada"}])
def test_a_name_that_is_unknown_is_one_clear_error(server: Address, given: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(given))):
        opened(server, **given)


def test_each_user_has_a_space_of_the_same_connection(memory: Memory) -> None:
    name = memory.space.name
    ann, ben = memory.for_space(f"{name} ann"), memory.for_space(f"{name} ben")
    ann.add("I adopted a cat, Miso.", session="monday", speaker="Ann")
    ben.add("I adopted a dog, Pickle.", session="monday", speaker="Ben")
    assert "Miso" in ann.recall("Which pet?").text
    assert "Miso" not in ben.recall("Which pet?").text
    assert memory.stats().nodes == {}
    ann.close()
    assert ann.turns("monday")  # the connection is the first memory's
    for each in (ann, ben):
        each.forget(space=True)


def test_a_space_of_a_closed_memory_says_that_it_is_closed(open_memory: Callable[..., Memory]) -> None:
    first = open_memory()
    other = first.for_space(f"{first.space.name} other")
    first.close()
    with pytest.raises(DatabaseError, match="this memory was closed: open it again"):
        other.stats()


def test_a_space_needs_a_name(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="space"):
        memory.for_space(" ")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda memory: memory.recall("cats", k=3), r"recall\(\) has no argument 'k'; did you mean limit\?"),
        (lambda memory: memory.recall("cats", session="a"), r"recall\(\) has no argument 'session'; give where=Filter"),
        (lambda memory: memory.recall("cats", user_id="ann"), r"each user has a space: memory.for_space"),
        (lambda memory: memory.recall("cats", wrods=3), r"did you mean words\?"),
        (lambda memory: memory.recall("cats", colour=3), r"it takes query, where, words"),
        (lambda memory: memory.recall(), r"recall\(\) cannot be called so: missing a required argument: 'query'"),
        (lambda memory: memory.add("Hello."), r"add\(\) cannot be called so: missing a required argument: 'session'"),
        (lambda _: Memory.local(llm="x"), r"local\(\) has no argument 'llm'; did you mean model\?"),  # pyright: ignore[reportCallIssue]
    ],
)
def test_a_call_with_other_arguments_names_the_method_and_what_is_meant(
    memory: Memory, call: Callable[[Memory], object], told: str
) -> None:
    with pytest.raises(InvalidInput, match=told):
        call(memory)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("get_all", "use sessions, turns, facts or search"),
        ("delete", "use forget"),
        ("aupdate", "use correct"),
        ("arecall", "await recall of an AsyncMemory"),
        ("nonsense", "a memory has no 'nonsense'"),
    ],
)
def test_a_method_of_other_memories_is_named_as_it_is_here(memory: Memory, name: str, told: str) -> None:
    with pytest.raises(AttributeError, match=told):
        getattr(memory, name)
