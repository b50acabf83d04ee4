"""The one way to write: what takes time is done while others can write, and what they change is met."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from langchain_core.embeddings import Embeddings
from tests.api.memory.talk import Keyed, found, stating

from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.errors import Conflict
from clew.graph.queries import generated
from clew.graph.space import MAX_ROUNDS, Changed, SpaceTransaction
from clew.model import Fact, Filter
from clew.server import Address

WAIT_SECONDS = 60


class Interrupted(Embeddings):
    """The encoder; before it embeds a text with a word for the first time it lets others do what `meanwhile` says."""

    def __init__(self, encoder: MiniLM, word: str, meanwhile: Callable[[], object]) -> None:
        self.encoder, self.word, self.meanwhile, self.identity = encoder, word, meanwhile, encoder.identity
        self.dimensions = 384
        self.happened = Event()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if not self.happened.is_set() and any(self.word in text for text in texts):
            self.happened.set()
            with ThreadPoolExecutor(1) as thread:
                thread.submit(self.meanwhile).result(WAIT_SECONDS)
        return self.encoder.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.encoder.embed_query(text)


Interrupting = Callable[[str, Callable[[], object]], tuple[Memory, Interrupted]]


@pytest.fixture
def interrupting(server: Address, encoder: MiniLM, memory: Memory) -> Interrupting:
    """Open the same space with an encoder during whose work something happens."""

    def interrupting(word: str, meanwhile: Callable[[], object]) -> tuple[Memory, Interrupted]:
        interrupted = Interrupted(encoder, word, meanwhile)
        model = Keyed(facts={"cats": found({"text": "Ann has cats.", "concepts": ["cats"]})},
                      triplets={"vinegar": stating(("Pickle", "lies in", "vinegar"))})  # fmt: skip
        auth = (server.user, server.password)
        return Memory.open(
            server.uri, auth=auth, space=memory.space.name, encoder=interrupted, model=model
        ), interrupted

    return interrupting


WRITERS: dict[str, tuple[str, Callable[[Memory], object]]] = {
    "remember": ("More", lambda memory: memory.remember([{"text": "More cats."}], session="another")),
    "add": ("More", lambda memory: memory.add("More cats.", session="another")),
    "read": ("Gherkin", lambda memory: memory.read("Gherkins are small.", title="Gherkin")),
    "facts": ("purr", lambda memory: memory.remember_facts([Fact("Cats purr.", ("episode:s/0",), concepts=("cats",))])),
    "consolidate": ("Ann has", lambda memory: memory.consolidate()),
    "documents": ("lies in", lambda memory: memory.consolidate(documents=True)),
    "observe": ("table", lambda memory: World(memory, reader="rules").observe("-= Hall =-\nYou see a table.")),
}
"""Each with a word of what it embeds."""


@pytest.mark.parametrize("writer", WRITERS)
def test_others_can_write_while_a_writer_embeds(writer: str, memory: Memory, interrupting: Interrupting) -> None:
    memory.add("I have cats.", session="s", speaker="Ann")
    memory.read("Pickle is a vegetable in vinegar.", title="Pickle")
    word, write = WRITERS[writer]
    patient, encoder = interrupting(word, lambda: memory.add("Me first.", session="meanwhile"))
    with patient:
        before = memory.stats().nodes
        write(patient)
    assert encoder.happened.is_set()
    after = memory.stats().nodes
    assert after["Episode"] > before["Episode"]
    assert after != {**before, "Episode": before["Episode"] + 1, "Session": before["Session"] + 1}


def test_a_passage_that_is_forgotten_while_its_document_changes_stays_forgotten(
    memory: Memory, interrupting: Interrupting
) -> None:
    parts = [
        f"{name} is a town. " + f"Its {name} hall is made of {name} stone. " * 25 for name in ("Aba", "Bec", "Cid")
    ]
    memory.read("\n\n".join(parts), title="Towns")
    (second,) = (hit.id for hit in memory.recall("Bec", Filter(kinds=["passage"])).hits if "Bec is a town" in hit.text)
    patient, encoder = interrupting("Dol is", lambda: memory.forget(ids=second))
    with patient:
        patient.read("\n\n".join([*parts, "Dol is a town."]), title="Towns")
    assert encoder.happened.is_set()
    texts = [hit.text for hit in memory.recall("town", Filter(kinds=["passage"]), limit=100).hits]
    assert any("Dol is a town" in text for text in texts)
    assert not any("Bec is a town" in text for text in texts)


def test_a_write_that_does_not_fit_any_more_leaves_nothing_and_is_prepared_again(memory: Memory) -> None:
    plans: list[int] = []

    def prepare() -> int:
        plans.append(len(plans))
        return plans[-1]

    def write(transaction: SpaceTransaction, plan: int) -> int:
        transaction.lock()
        if plan < 2:
            raise Changed
        return plan

    def never(transaction: SpaceTransaction, _: int) -> int:
        transaction.lock()
        raise Changed

    with pytest.raises(Conflict, match=f"changed by others {MAX_ROUNDS} times .* try again"):
        memory.space.settle(prepare, never)
    assert len(plans) == MAX_ROUNDS
    assert memory.stats().nodes == {}
    plans.clear()
    assert memory.space.settle(prepare, write) == 2
    assert memory.stats().nodes == {"Space": 1}


def test_a_write_that_is_prepared_again_takes_the_connection_that_is_there(memory: Memory) -> None:
    counted = generated("connections", "CALL dbms.listConnections() YIELD connectionId RETURN count(*) AS number")

    def never(transaction: SpaceTransaction, _: int) -> int:
        transaction.lock()
        raise Changed

    (before,) = memory.space.graph.read(counted)
    for _ in range(3):
        with pytest.raises(Conflict):
            memory.space.settle(lambda: 1, never)
    (after,) = memory.space.graph.read(counted)
    assert after["number"] < before["number"] + MAX_ROUNDS


def test_nothing_to_write_takes_no_lock(memory: Memory) -> None:
    def write(transaction: SpaceTransaction, plan: object) -> object:
        transaction.lock()
        return plan

    assert memory.space.settle(lambda: None, write) is None
    assert memory.stats().nodes == {}
