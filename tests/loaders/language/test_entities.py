"""What a text names: runs of capitals, initials and abbreviations, subjects; and what it must not name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.loaders.language.entities import lead, named, subject
from clew.text.names.phrases import name, phrases, read


def keys(text: str) -> list[str]:
    return [entity.key for entity in named(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met Ann Hathaway in Stratford.", ["ann hathaway", "stratford"]),
        ("It is kept in the Museum of Modern Art of New York.", ["museum of modern art of new york"]),
        ("He read J. K. Rowling and G. Stanley Hall.", ["j k rowling", "g stanley hall"]),
        ("They flew to St. Louis. Paris was next.", ["st louis"]),
        ("They saw Paris. Paris was next.", ["paris"]),
        ("Yesterday the train to Łódź stopped in Ústí nad Labem.", ["łódź", "ústí"]),
        ("Θησεύς followed the thread of Ἀριάδνη.", ["ἀριάδνη"]),
        ("She joined Apollo 11 in July.", ["apollo 11"]),
        ("On Monday Jean\u2011Pierre O\u2019Brien came.", ["jean-pierre o'brien"]),
        ("We read Arthur's Magazine.", ["arthur's magazine", "arthur", "magazine"]),
        ("THIS IS VERY LOUD AND GOES ON FOR MANY WORDS INDEED", []),
        ("Hello! Great, thanks. It was nice. Today I rest.", []),
        ("nothing here has a capital", []),
        ("", []),
    ],
)
def test_names_are_runs_of_capitalised_words(text: str, expected: list[str]) -> None:
    found = keys(text)
    assert [key for key in expected if key not in found] == []
    if not expected:
        assert found == []


@pytest.mark.parametrize(
    "text",
    ["ភ្នំពេញ", "မြန်မာ", "ຫຼວງ", "ལྗོངས", "ꯃꯅꯤꯄꯨꯔ", "ދިވެހި", "رحمٰن", "தமிழ்", "תל־אביב"],
)
def test_a_word_keeps_its_marks(text: str) -> None:
    assert [word.text for word in read(text)] == [text]


def test_a_word_that_opens_a_sentence_counts_where_it_stands_inside_one_too() -> None:
    assert "lilu" not in keys("Lilu is a spirit. Spirits roam.")
    assert "lilu" in keys("Lilu is a spirit. The people feared Lilu.")


WRAPPED = """\
The house in Brno was designed in 1929 by Mies van
der Rohe, and Lilly Reich, who wrote to the Royal
Opera House of it, called it the Villa
Tugendhat. It is open again, and Fritz went."""


def test_a_name_runs_on_over_the_end_of_a_wrapped_line() -> None:
    found = {each.key: each.text for each in named(WRAPPED)}
    assert found["mies van der rohe"] == "Mies van der Rohe"
    assert {"royal opera house", "villa tugendhat"} <= found.keys()
    assert not {"rohe", "royal", "villa"} & found.keys()
    assert "royal opera house" in phrases(WRAPPED)


@pytest.mark.parametrize(
    "text",
    [
        "Berlin\nParis\nRome",
        "- a visit to the old museum of the city of Berlin\n- Paris",
        "1. a visit to the old museum of the city of Berlin\n2. Paris",
        "# A visit to the old museum of the city of Berlin\nParis was next.",
        "the old museum of the city and its garden | Berlin\nParis | the new museum of the city and a park",
        "we saw the old museum of the city of Berlin, and then we left for home\nand saw Berlin\nParis was next",
    ],
)
def test_other_lines_end_a_name(text: str) -> None:
    assert not [key for key in keys(text) if "berlin" in key and key != "berlin"]


def test_an_entity_keeps_its_spelling() -> None:
    assert {each.text for each in named("They honoured Georg Philipp Telemann's godson.")} == {
        "Georg Philipp Telemann's"
    }


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("Demon Dice", "demon dice"),
        ("Lilu (mythology)", "lilu"),
        ("It (novel)", "it novel"),
        ("1984 (film)", "1984 film"),
        ("The Beatles", "beatle"),
        ("1984", None),
        ("It", None),
        ("???", None),
        ("Winston Smith works for the…", None),
    ],
)
def test_the_subject_is_the_title_without_its_qualifier(title: str, key: str | None) -> None:
    found = subject(title)
    assert (found.key if found else None) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Winston Smith lives in London.", "winston smith"),
        ("Lilu is a spirit.", "lilu"),
        ("nothing with a name", None),
        ("", None),
        (f"{'x' * 115} Chicago is a city.", None),
    ],
)
def test_the_lead_is_the_first_name_of_the_opening(text: str, key: str | None) -> None:
    found = lead(text)
    assert (found.key if found else None) == key


@pytest.mark.parametrize("text", ["It happened in 1984.", "it is", "the who", "12 34"])
def test_numbers_and_empty_words_are_never_phrases(text: str) -> None:
    assert not phrases(text) & {"it", "1984", "the", "who", "is", "12", "34", "12 34"}


def test_a_title_is_a_phrase_of_a_text_in_any_capitals() -> None:
    assert {"connection pool", "pool"} <= phrases("We tuned the CONNECTION pool twice.")
    assert "pool twice" not in phrases("We tuned the pool. Twice it broke.")


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    words = read(text)
    assert [text[word.start : word.end] for word in words] == [word.text for word in words]
    assert all(key == key.strip() and key for key in [*keys(text), *phrases(text)])


@given(st.lists(st.sampled_from(["Ann", "New", "York", "demon", "dice", "of", "the", "Łódź", "11", "."]), max_size=20))
def test_every_short_entity_is_a_phrase_of_its_text(words: list[str]) -> None:
    text = " ".join(words)
    runs = {each.key for each in named(text) if len(read(each.text)) <= 6}
    assert runs <= phrases(text)


def test_a_name_is_the_same_however_it_is_cut_out() -> None:
    text = "the Villa Tugendhat in Brno"
    assert name(read(text)[1:3]) == name(read("Villa Tugendhat")) == "villa tugendhat"
