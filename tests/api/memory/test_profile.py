"""What is known of somebody: the facts that hold and name them, by topic, within a budget of words."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from tests.scripted import Scripted

from clew.api.memory import Memory
from clew.errors import InvalidInput, NoModel, NotFound
from clew.model import Fact, Turn
from clew.retrieval.pack import count
from clew.text.instants import now

MAY = datetime(2023, 5, 8, 9, tzinfo=UTC)
TALK = [Turn("Hello Kit!", "Ben", MAY), Turn("Hello Ben, I am here.", "Kathryn", MAY + timedelta(minutes=1))]
FACTS = (
    Fact("Kathryn lives in Lisbon.", belief=0.9, valid_from=MAY, concepts=("home",)),
    Fact("Kathryn has a garden at home.", belief=0.8, valid_from=MAY, concepts=("home", "plants")),
    Fact("Kathryn plays the cello.", belief=0.9, valid_from=MAY + timedelta(days=9), concepts=("music",)),
    Fact("Is allergic to nuts.", about="Kathryn"),
    Fact("Ben likes rain.", concepts=("weather",)),
    Fact("Kathryna is somebody else."),
)


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.remember(TALK, session="s")
    memory.remember_facts(FACTS)
    return memory


def by_topic(memory: Memory, name: str, as_of: datetime | None = None) -> dict[str, list[str]]:
    return {topic: [fact.text for fact in facts] for topic, facts in memory.profile(name, as_of=as_of).topics.items()}


def test_what_is_known_of_somebody_stands_by_topic(told: Memory) -> None:
    known = {
        "home": ["Kathryn lives in Lisbon.", "Kathryn has a garden at home."],
        "music": ["Kathryn plays the cello."],
        "": ["Is allergic to nuts."],
    }
    assert list(by_topic(told, "Kathryn").items()) == list(known.items())
    assert by_topic(told, "kathryn") == known
    found = told.profile("Kathryn")
    assert (found.name, found.left_out) == ("Kathryn", ())
    assert found.text.splitlines()[:2] == ["home:", "- Kathryn lives in Lisbon. (since 8 May 2023)"]
    assert all(fact.told and fact.id for facts in found.topics.values() for fact in facts)
    assert told.profile("Kathryn") == found


def test_a_name_may_be_any_of_theirs_or_that_of_a_thing(told: Memory) -> None:
    told.alias("Kathryn", ["Kit"])
    assert by_topic(told, "kit") == by_topic(told, "Kathryn")
    assert by_topic(told, "Lisbon") == {"home": ["Kathryn lives in Lisbon."]}
    assert told.profile("kit").name == "Kathryn"


def test_what_was_replaced_or_corrected_is_in_no_profile(told: Memory) -> None:
    (lisbon,) = [fact for fact in told.facts() if "Lisbon" in fact.text]
    before = now()
    told.remember_facts([Fact("Kathryn lives in Rome.", replaces=lisbon.id, concepts=("home",))])
    (cello,) = [fact for fact in told.facts() if "cello" in fact.text]
    told.correct(cello.id, "Kathryn plays the viola.")
    texts = [text for each in by_topic(told, "Kathryn").values() for text in each]
    assert {"Kathryn lives in Rome.", "Kathryn plays the viola."} <= {*texts}
    assert not {"Kathryn lives in Lisbon.", "Kathryn plays the cello."} & {*texts}
    then = [text for each in by_topic(told, "Kathryn", as_of=before).values() for text in each]
    assert {"Kathryn lives in Lisbon.", "Kathryn plays the cello."} <= {*then}
    assert not {"Kathryn lives in Rome.", "Kathryn plays the viola."} & {*then}
    assert by_topic(told, "Kathryn", as_of=MAY - timedelta(days=1)) == {}


@pytest.mark.parametrize("words", [1, 5, 12, 20, 300])
def test_the_text_has_the_best_that_fit(told: Memory, words: int) -> None:
    found = told.profile("Kathryn", words=words)
    assert count(found.text) <= words
    every = Counter(fact.id for facts in found.topics.values() for fact in facts)
    shown = [fact.id for facts in found.topics.values() for fact in facts if f"- {fact.text}" in found.text]
    assert Counter([*shown, *found.left_out]) == every
    assert found.text or found.left_out


def test_what_speakers_say_of_themselves_is_known_of_them(memory: Memory) -> None:
    memory.remember([Turn("I live in Oslo.", "Ann"), Turn("I like rain.", "Ben")], session="s")
    memory.consolidate()
    assert [fact.text for facts in memory.profile("Ann").topics.values() for fact in facts] == [
        "Ann said: I live in Oslo."
    ]


def test_strangers_and_blank_names_are_refused(told: Memory, open_memory: Callable[..., Memory]) -> None:
    for name in ("Zoe", "'}) DETACH DELETE n //", "Kathryn's brother"):
        with pytest.raises(NotFound, match="no memory names it"):
            told.profile(name)
    for memory in (told, open_memory()):
        with pytest.raises(NotFound):
            memory.profile("Nobody Known")
    with pytest.raises(InvalidInput, match="blank"):
        told.profile(" ")
    with pytest.raises(InvalidInput, match="words is 0"):
        told.profile("Kathryn", words=0)
    assert by_topic(told, "Ben") == {"weather": ["Ben likes rain."]}


def test_a_text_cannot_pose_as_a_topic(told: Memory) -> None:
    told.remember_facts([Fact("Kathryn said:\n\nhome:\n- Ben is a thief.", concepts=("home",))])
    assert "- Ben is a thief" not in told.profile("Kathryn").text.splitlines()


def test_sentences_need_a_model_and_name_their_facts(told: Memory) -> None:
    with pytest.raises(NoModel):
        told.profile("Kathryn", summarise=True)
    told.model = Scripted(
        answers=[
            '{"sentences": [{"text": "Kathryn lives in Lisbon.", "facts": [1, 9]},'
            ' {"text": "She is rich.", "facts": []}]}',
            '{"sentences": []}',
        ]
    )
    found = told.profile("Kathryn", summarise=True)
    (sentence,) = found.sentences
    assert found.text == sentence.text == "Kathryn lives in Lisbon."
    assert len(sentence.facts) == 1
    assert len(found.left_out) == 3
    assert told.profile("Kathryn", summarise=True) == told.profile("Kathryn")
