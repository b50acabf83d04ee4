import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.loaders.conversation import demo
from clew.loaders.language.concepts import MAX_CONCEPTS, concepts
from clew.loaders.sources import detection
from clew.text.names import MAX_NAME_CHARACTERS, normalise, topic

TEXT = st.text(max_size=300) | st.lists(
    st.sampled_from(["I", "New", "York", "the", "'s", "cities.", ",", "Ünal", "東京", "हिन्दी", "C++", "of"])
).map(" ".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to New York in May.", ("new york",)),
        ("New York is loud", ("new york", "loud")),
        ("Visited New York", ("new york",)),
        ("Hiking Snowdon with Priya's brother", ("hiking", "snowdon", "priya", "brother")),
        ("We read The Lord of the Rings", ("lord of the rings",)),
        ("the Museum of Modern Art", ("museum of modern art",)),
        ("Thanks, Maria! Hey Bob! See you in Austin, Texas.", ("austin", "texas")),
        ("My cats like cities, buses and potatoes", ("cat", "city", "bus", "potato")),
        ("I'm happy, it's good, don't worry, you're right", ("worry",)),
        ("The dogs chased a dog's ball", ("dog", "ball")),
        ("Wir wohnen in München.", ("wir", "wohnen", "münchen")),
        ("Живу в Москве", ("живу", "москве")),
        ("हिन्दी में", ("हिन्दी", "में")),
        ("ភ្នំពេញ မြန်မာ", ("ភ្នំពេញ", "မြန်မာ")),
        ("😀 !!! 42 10am ___", ()),
        ("", ()),
        ("\0 \ud800", ()),
    ],
)
def test_finds_names_and_specific_words(text: str, expected: tuple[str, ...]) -> None:
    assert concepts(text) == expected


def test_keeps_names_and_the_longest_of_many() -> None:
    text = "a boat, a harbour, a lighthouse, an owl, a tide, a telescope, some rope, a sailor and Whitby Abbey"
    assert concepts(text) == ("boat", "harbour", "lighthouse", "telescope", "sailor", "whitby abbey")


@given(TEXT)
def test_concepts_are_few_clean_names_in_stable_order(text: str) -> None:
    found = concepts(text)
    assert len(found) <= MAX_CONCEPTS
    assert len(set(found)) == len(found)
    for name in found:
        assert 0 < len(name) <= MAX_NAME_CHARACTERS
        assert name == normalise(name)
        assert not any(unicodedata.category(sign) in {"Cc", "Cf", "Cs"} for sign in name)
    assert concepts(text) == found


@given(TEXT, TEXT)
def test_the_order_is_that_of_the_text(first: str, second: str) -> None:
    both = concepts(f"{first}\n\n{second}")
    order = {name: n for n, name in enumerate(concepts(first))}
    kept = [order[name] for name in both if name in order and name not in concepts(second)]
    assert kept == sorted(kept)


@given(st.text(max_size=500) | TEXT)
def test_normalising_again_changes_nothing(name: str) -> None:
    once = normalise(name)
    assert normalise(once) == once
    assert len(once) <= MAX_NAME_CHARACTERS
    assert once == once.strip()
    assert not any(unicodedata.category(sign) in {"Cc", "Cf", "Cs"} for sign in once)


@pytest.mark.parametrize(
    ("names", "identity"),
    [
        (
            [
                "New York",
                "new  york",
                " NEW\tYORK ",
                "“New York”",
                "the New York",
                "New York's",
                "\uff2e\uff45\uff57 York",
            ],
            "new york",
        ),
        (["cat", "Cats", "the cats", "a cat", "cat's"], "cat"),
        (["city", "Cities", "cities'"], "city"),
        (["STRASSE", "Straße"], "strasse"),
        (["O'Brien", "O\u2019Brien\u2019s", "O\u02bcBrien"], "o'brien"),
        (["Jean-Pierre", "Jean\u2010Pierre", "JEAN\u2011PIERRE"], "jean-pierre"),
        (["C++", "c++"], "c++"),
        (["Star Wars"], "star wars"),
        (["Texas"], "texas"),
        (["glass"], "glass"),
        (["children", "Child"], "child"),
        (["", " ", "!!!", "😀", "++", "\0", "\u200d"], ""),
    ],
)
def test_one_thing_has_one_name(names: list[str], identity: str) -> None:
    assert {normalise(name) for name in names} == {identity}


@pytest.mark.parametrize(
    ("ways", "name"),
    [
        (["Golden Retrievers", "golden retriever", "golden_retriever", "Golden-Retriever's"], "golden retriever"),
        (["T-Shirts", "t_shirt", "the t shirt"], "t shirt"),
        (["Cities", "city"], "city"),
        (["Los Angeles", "los_angeles"], "los angeles"),
        (["C++"], "c++"),
        (["-", "_ _", ""], ""),
    ],
)
def test_one_topic_has_one_name(ways: list[str], name: str) -> None:
    assert {topic(way) for way in ways} == {name}
    assert topic(name) == name


@given(st.text(max_size=30))
def test_the_name_of_a_topic_is_its_own_name(text: str) -> None:
    assert topic(topic(text)) == topic(text)


def test_is_fast_and_linear() -> None:
    texts = [turn.text for transcript in detection.read(demo.path()) for turn in transcript.turns] * 20
    start = time.process_time()
    for text in texts:
        concepts(text)
    assert len(texts) / (time.process_time() - start) > 2_000  # 40,000 a second on an idle core
    start = time.process_time()
    for hostile in ("a" * 2**20, "A " * 2**19, "Aa " * 300_000, "!" * 2**20, "a'" * 2**19, "\u0301" * 2**20):
        concepts(hostile)
        normalise(hostile)
    assert time.process_time() - start < 30
