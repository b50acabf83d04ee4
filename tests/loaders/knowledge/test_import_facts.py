"""Facts that were made elsewhere: JSON lines, LoCoMo's observations, and what is said of a line that cannot be used."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.errors import InvalidInput
from clew.loaders.knowledge.import_facts import read
from clew.model import Fact

Write = Callable[[str, object], Path]
MAY, JUNE = datetime(2023, 5, 8, tzinfo=UTC), datetime(2023, 6, 1, 12, tzinfo=UTC)


def lines(*rows: object) -> str:
    return "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)


def test_a_line_is_a_fact(write: Write) -> None:
    path = write(
        "facts.jsonl",
        lines(
            {"text": " Ann has\na cat. ", "sources": ["talk/3", "episode:talk/4", "passage:notes.md#0f"]},
            "",
            {
                "text": "Ann lives in Oslo.",
                "sources": ["talk/0"],
                "belief": 1,
                "valid_from": "2023-05-08",
                "valid_to": "2023-06-01T14:00:00+02:00",
                "concepts": ["home", "moving"],
            },
            {"text": "{Ann} likes $tea.", "sources": ["talk/1"], "belief": 0.25, "valid_from": None},
        ),
    )
    assert read(path) == [
        Fact("Ann has a cat.", ("episode:talk/3", "episode:talk/4", "passage:notes.md#0f")),
        Fact("Ann lives in Oslo.", ("episode:talk/0",), 1.0, MAY, JUNE, ("home", "moving")),
        Fact("{Ann} likes $tea.", ("episode:talk/1",), 0.25),
    ]


def test_marks_of_byte_order_and_of_windows_are_no_text(write: Write) -> None:
    path = write("facts.jsonl", b'\xef\xbb\xbf{"text": "Ann has a cat.", "sources": ["s/0"]}\r\n\r\n')
    assert read(path) == [Fact("Ann has a cat.", ("episode:s/0",))]


GOOD = {"text": "Ann has a cat.", "sources": ["s/0"]}


def test_a_date_of_the_file_shows_whether_the_day_comes_first_in_all(write: Write) -> None:
    rows = [GOOD | {"valid_from": "8/5/2023", "valid_to": "1/6/2023 12:00"}, GOOD | {"valid_to": "13/6/2023"}]
    assert (read(write("facts.jsonl", lines(*rows)))[0]) == Fact("Ann has a cat.", ("episode:s/0",), 1.0, MAY, JUNE)
    said = r"facts\.jsonl, line 3: valid_from: .* has the day first in '13/6/2023' and the month in '6/13/2023'; write"
    with pytest.raises(InvalidInput, match=said):
        read(write("facts.jsonl", lines(*rows, GOOD | {"valid_from": "6/13/2023"})))
    months = lines(GOOD | {"valid_from": "5/8/2023", "valid_to": "6/1/2023 12:00"})
    assert (read(write("facts.jsonl", months))[0].valid_from) == MAY


def test_half_a_pair_in_a_source_or_concept_is_replaced_as_in_turns(write: Write) -> None:
    row = GOOD | {"sources": ["talk\ud800/0"], "concepts": ["cat \ud83d"]}
    assert read(write("facts.jsonl", lines(row))) == [
        Fact("Ann has a cat.", ("episode:talk\ufffd/0",), concepts=("cat \ufffd",))
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"text": ', r"broken JSON.*; correct it"),
        ("[1, 2]", r"it is \[1, 2\].*; correct it"),
        ({"sources": ["s/0"]}, r"text is missing; correct it"),
        (GOOD | {"text": "…!"}, r"text is '…!'.*; correct it"),
        (GOOD | {"text": "___"}, r"text is '___'.*; correct it"),
        (GOOD | {"text": 5}, r"text is 5.*; correct it"),
        (GOOD | {"text": "half a \ud800 pair"}, r"text is .*unicode.*; correct it"),
        (GOOD | {"sources": "s/0"}, r"sources is 's/0'.*; correct it"),
        (GOOD | {"sources": ["s/0", 1]}, r"sources\.1 is 1.*; correct it"),
        (GOOD | {"belief": 0}, r"belief is 0.*; correct it"),
        (GOOD | {"belief": 1.5}, r"belief is 1\.5.*; correct it"),
        (GOOD | {"belief": "high"}, r"belief is 'high'.*; correct it"),
        (GOOD | {"belief": True}, r"belief is True.*; correct it"),
        ('{"text": "A cat.", "sources": ["s/0"], "belief": NaN}', r"broken JSON: NaN is no number.*; correct it"),
        (GOOD | {"valid_from": "soon"}, r"valid_from 'soon' is not a full date; write it like 2023-05-08"),
        (GOOD | {"valid_to": "May 2023"}, r"valid_to 'May 2023' is not a full date; write it like 2023-05-08"),
        (GOOD | {"valid_to": 2023}, r"valid_to is 2023.*; correct it"),
        (GOOD | {"valid_from": "2023-05-08", "valid_to": "2023-05-08"}, r"valid_to is not after valid_from; correct"),
        (GOOD | {"concepts": "cat"}, r"concepts is 'cat'.*; correct it"),
        (GOOD | {"speaker": "Ann"}, r"speaker is 'Ann'.*; correct it"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_with_its_field_and_the_remedy(
    write: Write, line: object, said: str
) -> None:
    path = write("facts.jsonl", lines(GOOD, "", line, GOOD))
    with pytest.raises(InvalidInput, match=rf"facts\.jsonl, line 3: {said}") as caught:
        read(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("\n \n", "holds no fact; check that it is the right file"),
        ("", "is empty"),
        (b'{"text": "\xff"}', "is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_a_file_without_facts_is_named(write: Write, content: object, said: str) -> None:
    with pytest.raises(InvalidInput, match=f"facts.jsonl {said}"):
        read(write("facts.jsonl", content))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nowhere\.jsonl does not exist"):
        read(tmp_path / "nowhere.jsonl")


def sample(**observed: object) -> dict[str, object]:
    return {"sample_id": "tale-1", "conversation": {}, "observation": observed}


def test_observations_are_facts_with_the_turns_that_they_name(write: Write) -> None:
    """The shape is LoCoMo's: turns count from 1, stand in a text, in a list or apart by commas; some are misspelt."""
    path = write(
        "tales.json",
        [
            sample(
                session_10_observation={"Kim": [["Kim sold the\nboat.", "D10:2"]]},
                session_2_observation={
                    "Kim": [["Kim has a boat.", "D2:1"], ["Kim sails with Lee.", ["D2:1", "D:2:5"]]],
                    "Lee": [["Lee fears {storms}.", "D2:3, D2:4"], ["Lee is kind.", "D"], ["Lee sings.", []]],
                },
            ),
            {"observation": {"session_1_observation": {"Kim": [["Kim is back.", "D1:1"]]}}},
        ],
    )
    place = "episode:tale-1/session_{}/{}".format
    assert read(path) == [
        Fact("Kim has a boat.", (place(2, 0),)),
        Fact("Kim sails with Lee.", (place(2, 0), place(2, 4))),
        Fact("Lee fears {storms}.", (place(2, 2), place(2, 3))),
        Fact("Lee is kind.", ("episode:tale-1",)),
        Fact("Lee sings.", ("episode:tale-1",)),
        Fact("Kim sold the boat.", (place(10, 1),)),
        Fact("Kim is back.", ("episode:tales/session_1/0",)),
    ]


@pytest.mark.parametrize(
    "observed",
    [
        ["Kim has a boat."],
        {"Kim": "Kim has a boat."},
        {"Kim": [["Kim has a boat."]]},
        {"Kim": [["Kim has a boat.", "D1:1", "D1:2"]]},
        {"Kim": [[7, "D1:1"]]},
        {"Kim": [[" ", "D1:1"]]},
        None,
    ],
)
def test_observations_of_another_form_are_named(write: Write, observed: object) -> None:
    path = write("tales.json", [sample(session_3_observation=observed)])
    with pytest.raises(
        InvalidInput, match=r"tales\.json, tale-1, session_3_observation does not hold, per .*; correct it"
    ):
        read(path)


def test_a_file_of_conversations_without_observations_says_what_to_give(write: Write) -> None:
    with pytest.raises(InvalidInput, match=r"tales\.json, tale-1: no observation; give LoCoMo's file, or JSON lines"):
        read(write("tales.json", [{"sample_id": "tale-1"}]))
