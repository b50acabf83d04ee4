"""What speakers say of themselves: which sentences count, when they hold, and how a text is cut into sentences."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.loaders.knowledge.rule_extraction import MAX_CONCEPTS, Statement, statements
from clew.loaders.language.first_person import MAX_WORDS, MIN_WORDS
from clew.text.dates import resolve_dates
from clew.text.sentences import sentences, spans

MONDAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)

PIECES = [
    *(
        "I",
        "I'm",
        "I\u2019ve",
        "My",
        "our",
        "we",
        "you",
        "moved",
        "adopted",
        "a",
        "kitten",
        "to",
        "Lisbon",
        "yesterday",
    ),
    *(
        "last week",
        "since 2019",
        "if",
        "said",
        '"',
        "\u201c",
        "\u201d",
        "?",
        "!",
        ".",
        "...",
        "\u2026",
        "Mr.",
        "U.S.",
        "3.5",
    ),
    *("e.g.", "1.", "J.", "😀", "\n", "\u3002", "東京", "Ünal", "\0", ")", "'", "5 p.m.", "really", "always", "May"),
]
TEXT = st.text(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)
JOINED = st.lists(st.sampled_from([*PIECES, " ", " "]), max_size=60).map("".join)
INSTANT = st.datetimes(max_value=datetime(9999, 12, 30), timezones=st.just(UTC))


def said(text: str, at: datetime | None = MONDAY) -> list[str]:
    return [each.text.removeprefix("Ann said: ") for each in statements(text, "Ann", at)]


def days(statement: Statement) -> tuple[str | None, str | None]:
    since, until = statement.valid_from, statement.valid_to
    return since and f"{since:%Y-%m-%d}", until and f"{until:%Y-%m-%d}"


@pytest.mark.parametrize(
    "text",
    [
        "I am a nurse in Oslo.",
        "I have two dogs.",
        "I'm allergic to peanuts!",
        "I\u2019m allergic to peanuts.",
        "I don\u2019t eat meat or fish.",
        "i moved to berlin in spring 2022",
        "I've lived in Rome since 2019.",
        "We adopted a kitten.",
        "We roasted chestnuts and sang around the fire.",
        "My brother plays the cello in an orchestra.",
        "My girlfriend and I went sailing near Split.",
        "Our daughter started school.",
        "Yeah, I painted that lighthouse by the harbour.",
        "But in the end I sold the bakery to my cousin.",
        "When I was ten, my parents opened a bakery.",
        "I got married in June 2021.",
        "I want to become a vet someday.",
        "I was born in Kraków, in Poland.",
        "I opened a café in May 2022.",
        "My sister lives in Rio de Janeiro.",
        'I read "The Hobbit" to my kids.',
        "I moved 'cause my parents' house is in Lisbon.",
        'I own a TV 55" wide in Lisbon.',
        "I work for the U.S. embassy at 3.5 stars... or so.",
    ],
)
def test_a_first_person_sentence_with_content_is_a_statement(text: str) -> None:
    assert said(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Do I look like a pirate?",
        "I look like a pirate, right?",
        "I love it so much!",
        "I wish I had a boat.",
        "I'd love to visit Japan.",
        "I would buy the lighthouse.",
        "I might buy a bicycle.",
        "If I win, I buy a boat.",
        "I think the museum is closed.",
        "I guess I like museums.",
        "I hope the museum is open.",
        "Maybe I will paint the kitchen.",
        "I'm so happy for the kids at school!",
        "I really appreciate the lovely card.",
        "I totally agree about the museum.",
        "I'm sorry to hear about the accident.",
        "I'm not sure about the museum.",
        "Thanks, I needed the umbrella!",
        "You can visit my garden.",
        "I love the kitchen that you painted.",
        "Your painting shows my childhood.",
        "She bought a kayak for my brother.",
        "The museum opened in 1999.",
        "That was a museum of my youth.",
        "Painting my kitchen took a week.",
        "Let's paint my kitchen green.",
        "We can paint the kitchen green.",
        "I'll bring the umbrella.",
        "I won't sell the umbrella.",
        "I moved out.",
        "I've got funny news!",
        "I had so much fun.",
        "Hello Zoe, I've been doing rather well.",
        'He said "I moved to Lisbon."',
        '"I moved to Lisbon in June. I bought a boat there."',
        "\u201cI moved to Lisbon in June.\u201d",
        'My brother: "I bought a boat and a bakery',
        'He wrote: "I moved to Lisbon in June.\nI bought a boat there."',
        "He wrote: \u201cI moved to Lisbon in June.\nI bought a boat there.\u201d",
        "Bob's mail:\n> I moved to Lisbon in June.\n  > I have two cats and a dog.",
        "\u00abI moved to Lisbon in June.\u00bb",
        "\u201eI moved to Lisbon in June.\u201c",
        "'I moved to Lisbon in June.'",
        "\u2018I moved to Lisbon, and I don\u2019t eat fish.\u2019",
        "",
        "...",
        "\0 \ud800",
        " ".join(["I bought", *["boats and"] * 30, "a bakery."]),
        # other languages say nothing
        "My jsme včera šli do kina.",
        "My máme doma psa a dvě kočky.",
        "My pojechaliśmy do Krakowa w maju.",
        "My wiemy o tym od dawna.",
        "I ludzie poszli do domu.",
        "I bambini giocano a calcio nel parco.",
        "I gatti dormono sul divano rosso.",
        "We gaan morgen naar het strand.",
        "We hebben een hond en twee katten.",
        "We waren in het museum.",
        "I går var jeg på biografen.",
        "I morgen skal vi til stranden.",
        "I Sverige dricker man mycket kaffe.",
        "I København bor mange studerende.",
        "Ich bin nach Lissabon gezogen.",
        "Je suis allé au marché hier.",
        "Yo vivo en Madrid desde 2019.",
        "Живу в Москве.",
        "我昨天搬到了里斯本\u3002",
    ],
)
def test_what_is_no_statement(text: str) -> None:
    assert said(text) == []


def test_only_the_sentences_that_count_are_kept_in_order() -> None:
    text = (
        "Hi Bo! I moved to Lisbon yesterday. How are you? I think my boat sank last May...\nWe own a bakery in Porto."
    )
    assert statements(text, "  Ann\tB. ", MONDAY) == (
        Statement(
            "Ann B. said: I moved to Lisbon yesterday (7 May 2023).",
            datetime(2023, 5, 7, tzinfo=UTC),
            None,
            ("lisbon",),
        ),
        Statement("Ann B. said: We own a bakery in Porto.", None, None, ("bakery", "porto")),
    )


def test_a_quotation_ends_with_its_paragraph() -> None:
    text = 'He wrote: "I moved to Lisbon.\n\nI own a bakery in Porto.\nAnd: "I sold it." I own a boat in Porto.'
    assert said(text) == ["I own a bakery in Porto.", "I own a boat in Porto."]


def test_code_is_not_what_its_speaker_says() -> None:
    code = "# I have a pet snake called Monty\nmy_cats = [1, 2]"
    fenced, unclosed = f"```python\n{code}\n```", f"  ~~~\n{code}\n```\n{code}"
    text = f"I wrote a parser.\n```x``` is new.\n{fenced}\nI own a bakery in Porto.\n{unclosed}"
    assert said(text) == ["I wrote a parser.", "I own a bakery in Porto."]


def test_marks_of_a_list_are_no_words() -> None:
    text = "I have:\n- I own a bakery in Porto.\n2. I own a bakery in Porto.\n* I own a boat in Porto."
    assert said(text) == [*["I own a bakery in Porto."] * 2, "I own a boat in Porto."]


@pytest.mark.parametrize("speaker", ["", "  ", "\n"])
def test_without_a_speaker_there_are_no_statements(speaker: str) -> None:
    assert statements("I moved to Lisbon.", speaker, MONDAY) == ()


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("I ran a marathon in Porto yesterday.", "2023-05-07", "2023-05-08"),
        ("Last week my brother visited a castle.", "2023-05-01", "2023-05-08"),
        ("I was in Porto in 2019.", "2019-01-01", "2020-01-01"),
        ("I saw two seals today.", "2023-05-08", "2023-05-09"),
        ("Since we spoke, I saw two seals on Friday.", "2023-05-05", "2023-05-06"),
        ("I've known the baker since last May.", "2022-05-01", None),
        ("I have lived in Porto since the summer of 2019.", "2019-06-01", None),
        ("We adopted a kitten last month.", "2023-04-01", None),
        ("Two years ago I started a bakery.", "2021-01-01", None),
        ("I am in Porto this week.", "2023-05-08", None),
        ("I fly to Porto tomorrow.", None, None),
        ("I have an interview at the bakery on Friday.", None, None),
        ("I love the boat from last year.", None, None),
        ("I ran in Porto yesterday and in Braga last week.", None, None),
        ("I own a bakery in Porto.", None, None),
        ("I lived in Rome until May 2019.", None, None),
        ("I lived in Rome until the end of May 2019.", None, None),
        ("We owned a bakery till last year.", None, None),
        ("I ran a bakery in Porto before the summer of 2019.", None, None),
        ("I moved to Porto after May 2019.", None, None),
        ("I sold the boat by 2019.", None, None),
        ("I never moved to Berlin in 2019.", None, None),
        ("I didn't buy the house yesterday.", None, None),
        ("I didn\u2019t buy the house yesterday.", None, None),
        ("I ran a marathon in Porto the day before yesterday.", "2023-05-06", "2023-05-07"),
        ("I lived in Rome from May 2010 until 2015.", None, None),
        ("I worked at Acme since 2010 until 2015.", None, None),
        ("I lived in Rome from 2010 to May 2015.", None, None),
        ("I lived in Rome from May 2010 \u2013 2015.", None, None),
        ("I was in Rome from 5 to 7 May 2021.", "2021-05-05", "2021-05-08"),
        ("I was in Rome from the 5th to the 7th of May 2021.", "2021-05-05", "2021-05-08"),
        ("I was in Rome on 5, 6 and 7 May 2021.", None, None),
        ("I was in Rome on 7 May 2021 and the 8th.", None, None),
        ("I lived in Rome in 2019, 2020 and 2021.", None, None),
        ("I taught in Rome in May or June 2021.", None, None),
        ("I was in Rome 3-7 May 2021.", "2021-05-03", "2021-05-08"),
        ("I was in Rome from the 3rd\u20137th of May 2021.", "2021-05-03", "2021-05-08"),
        ("I moved to Rome at the end of 2019.", None, None),
        ("I moved to Rome in the last week of May 2022.", None, None),
        ("I moved to Rome in late May 2022.", None, None),
        ("I moved to Rome in mid-May 2022.", None, None),
        ("I moved to Rome the week before last month.", None, None),
        ("I moved to Rome the day before last Christmas.", None, None),
        ("I was born in Rome on 7 May.", None, None),
        ("I was born on 7 May.", None, None),
        ("I got married in Rome ten years ago today.", "2013-05-08", None),
        ("I moved to Rome at the start of 2019.", "2019-01-01", None),
        ("I was in Porto in 2019, 20 friends came too.", "2019-01-01", "2020-01-01"),
        ("I was in Porto in 2019 and decided to stay.", "2019-01-01", "2020-01-01"),
        ("I ran 5 km and a marathon in Porto on 7 May 2021.", "2021-05-07", "2021-05-08"),
    ],
)
def test_when_a_statement_holds(text: str, since: str | None, until: str | None) -> None:
    (found,) = statements(text, "Ann", MONDAY)
    assert days(found) == (since, until)


def test_without_the_day_of_speaking_only_years_tell_when() -> None:
    found = statements("I moved to Porto in 2019. I ran a marathon yesterday.", "Ann", None)
    assert [days(each) for each in found] == [("2019-01-01", None), (None, None)]


@given(TEXT | JOINED, st.text(max_size=10), st.none() | INSTANT)
def test_a_statement_is_a_sentence_of_the_text(text: str, speaker: str, at: datetime | None) -> None:
    whole = {resolve_dates(part, at) for each in sentences(text) for part in (each, each.split(maxsplit=1)[-1])}
    name = " ".join(speaker.split())
    for each in statements(text, speaker, at):
        assert name
        assert each.text.startswith(f"{name} said: ")
        assert each.text.removeprefix(f"{name} said: ") in whole
        assert len(each.concepts) <= MAX_CONCEPTS
        assert each.valid_from is not None or each.valid_to is None
        assert at is None or each.valid_from is None or each.valid_from <= at
        assert each.valid_to is None or (each.valid_from is not None and each.valid_from < each.valid_to)


@given(st.integers(1, 80))
def test_statements_are_neither_very_short_nor_very_long(count: int) -> None:
    text = " ".join(["I bought", *["boats"] * (count - 2)]) if count > 1 else "I"
    assert bool(said(text)) == (MIN_WORDS <= count <= MAX_WORDS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Mr. Li met Dr. Wu, e.g. at 3.5 km. Then home.", ["Mr. Li met Dr. Wu, e.g. at 3.5 km.", "Then home."]),
        (
            "Mt. Fuji on Jan. 5, No. 5, 6 ft. tall. No. We left in Dec. Then.",
            ["Mt. Fuji on Jan. 5, No. 5, 6 ft. tall.", "No.", "We left in Dec.", "Then."],
        ),
        ("The U.S. Army and J. Smith. Done.", ["The U.S. Army and J. Smith.", "Done."]),
        ("At 5 p.m. we left. At 6 p.m. They came.", ["At 5 p.m. we left.", "At 6 p.m.", "They came."]),
        ("Well... maybe. Well... Maybe\u2026 yes", ["Well... maybe.", "Well...", "Maybe\u2026 yes"]),
        ("So good!!! Really?! Yes", ["So good!!!", "Really?!", "Yes"]),
        ("It was fun. we left", ["It was fun.", "we left"]),
        ("Great!😀 I left 🎉 We slept ❤ well", ["Great!😀", "I left 🎉", "We slept ❤ well"]),
        ('"Stop!" she said. "Go." He went.', ['"Stop!" she said.', '"Go."', "He went."]),
        ("(It rained.) We left.", ["(It rained.)", "We left."]),
        ("a line\nanother\n\n- third", ["a line", "another", "- third"]),
        ("1. Milk\n2. Bread is on 12. Yes", ["1. Milk", "2. Bread is on 12.", "Yes"]),
        ("It was I. Then he.", ["It was I.", "Then he."]),
        (
            "東京\u3002京都\uff01」奈良",
            ["東京\u3002", "京都\uff01」奈良"],
        ),
        ("  . ", ["."]),
        (" \n\t", []),
        ("", []),
    ],
)
def test_sentences_of_chat_text(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(TEXT | JOINED | st.text(" .!?\n\u2026\u3002a\"'", max_size=60))
def test_sentences_and_the_white_space_between_them_give_the_text(text: str) -> None:
    place = 0
    for start, end in spans(text):
        assert start < end
        assert text[place:start] == "" or text[place:start].isspace()
        assert text[start:end] == text[start:end].strip()
        place = end
    assert text[place:] == "" or text[place:].isspace()
    assert sentences(text) == [text[start:end] for start, end in spans(text)]


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "a",
            " ",
            "I ",
            "I bought boats. ",
            '"',
            '" ',
            "\u201c",
            ". ",
            ".",
            "! ",
            "\n",
            "A",
            "I'",
            "'",
            "Mr. ",
            "a.b. ",
        ),
        *(
            "😀 A ",
            "\u3002",
            "\u200d",
            "I'm really ",
            "My boats and ",
            "\0",
            "\u0301",
            "we ",
            "?",
            "I bought a boat in 2019 ",
        ),
    ],
)
def test_hostile_text_takes_time_in_proportion(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    statements(text, "Ann", MONDAY)
    assert time.process_time() - start < 10


def test_is_fast() -> None:
    texts = ["Hey Bo! Yesterday I ran 5 km with my brother, and next month we go to Porto. How are you?"] * 1000
    start = time.process_time()
    for text in texts:
        statements(text, "Ann", MONDAY)
    assert len(texts) / (time.process_time() - start) > 300  # 5,000 a second on an idle core
