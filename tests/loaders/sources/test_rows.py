"""JSON Lines and CSV: one turn per row."""

import csv
import json
import re
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.loaders.sources import detection, rows
from clew.model import Transcript, Turn

Write = Callable[[str, object], Path]
FIELDS: tuple[str, ...] = ("session", "speaker", "text", "at", "caption", "metadata")


def texts(turns: tuple[Turn, ...]) -> list[str]:
    return [turn.text for turn in turns]


def by_session(path: Path) -> dict[str, list[str]]:
    return {transcript.session: texts(transcript.turns) for transcript in detection.read(path)}


def test_jsonl_reads_every_field_and_keeps_the_rest(write: Write) -> None:
    path = write(
        "talk.jsonl",
        '\ufeff{"session": "mon", "speaker": "Ann", "text": "Look", "at": "2024-05-08T13:56:00+02:00",'
        ' "caption": "a red boat", "metadata": {"a": 1}, "mood": ["calm"]}\n'
        "\n"
        '{"role": "Bob", "content": "Nice", "timestamp": 1715169360, "session": 7}\r\n'
        '{"text": "alone", "at": null, "speaker": null}',
    )
    assert list(detection.read(path)) == [
        Transcript(
            "mon",
            (
                Turn(
                    "Look",
                    "Ann",
                    datetime(2024, 5, 8, 11, 56, tzinfo=UTC),
                    "a red boat",
                    {"a": 1, "mood": ["calm"]},
                ),
            ),
        ),
        Transcript("7", (Turn("Nice", "Bob", datetime(2024, 5, 8, 11, 56, tzinfo=UTC)),)),
        Transcript("talk", (Turn("alone"),)),
    ]


def test_the_better_name_of_a_field_wins_and_the_other_is_kept(write: Write) -> None:
    path = write("talk.jsonl", '{"text": "hi", "speaker": "Ann", "role": "host"}')
    assert next(detection.read(path)).turns == (Turn("hi", "Ann", metadata={"role": "host"}),)


@pytest.mark.parametrize("nothing", ["null", '""'])
def test_an_empty_name_of_a_field_hides_no_other(write: Write, nothing: str) -> None:
    empty = f'"text": {nothing}, "speaker": {nothing}, "at": {nothing}, "timestamp": {nothing}'
    path = write("talk.jsonl", f'{{{empty}, "content": "hi", "role": "Ann", "date": 1715169360, "mood": {nothing}}}')
    mood = None if nothing == "null" else ""
    at = datetime(2024, 5, 8, 11, 56, tzinfo=UTC)
    assert next(detection.read(path)).turns == (Turn("hi", "Ann", at, metadata={"mood": mood}),)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_reads_every_separator(write: Write, separator: str) -> None:
    rows = [
        ["Session", " Text ", "at", "Mood", "metadata"],
        ["mon", f"one{separator} two\nthree", "2024-05-08T13:56:00Z", "calm", '{""a"": 1}'],
        ["mon", "four", "", "", ""],
    ]
    lines = "\r\n".join(separator.join(f'"{cell}"' for cell in row) for row in rows)
    path = write("talk.csv", "\ufeff" + lines + "\r\n\r\n")
    at = datetime(2024, 5, 8, 13, 56, tzinfo=UTC)
    first = Turn(f"one{separator} two\nthree", at=at, metadata={"a": 1, "Mood": "calm"})
    assert list(detection.read(path)) == [Transcript("mon", (first, Turn("four")))]


def test_the_order_of_a_date_is_that_of_all_rows(write: Write) -> None:
    path = write("talk.csv", "text,session,at\nhi,a,12/06/2023\nho,b,13/06/2023\nhe,a,05/06/2023\n")
    found = {turn.text: turn.at for transcript in detection.read(path) for turn in transcript.turns}
    assert found == {text: datetime(2023, 6, day, tzinfo=UTC) for text, day in (("hi", 12), ("he", 5), ("ho", 13))}
    path = write("talk.csv", "text,at\nhi,12/31/2023\nho,13/06/2023\n")
    with pytest.raises(
        InvalidInput, match=r"line 3: at: .*talk.csv has the day first in '13/06/2023' and the month in '12/"
    ):
        next(detection.read(path))


def test_interleaved_sessions_come_out_whole(write: Write) -> None:
    lines = [{"session": f"s{n % 3}", "text": f"turn {n}"} for n in range(30)]
    path = write("talk.jsonl", "\n".join(map(json.dumps, lines)))
    expected = {f"s{s}": [f"turn {n}" for n in range(s, 30, 3)] for s in range(3)}
    assert by_session(path) == expected
    table = "session,text\n" + "".join(f'{row["session"]},"{row["text"]}"\n' for row in lines)
    assert by_session(write("talk.csv", table)) == expected


def test_positions_order_the_turns_and_repeats_fall_away(write: Write) -> None:
    order = [(2, "c"), (0, "a"), (1, "b"), (2, "c")]
    path = write("p.jsonl", "\n".join(json.dumps({"text": text, "position": n}) for n, text in order))
    assert by_session(path) == {"p": ["a", "b", "c"]}
    table = "position,text\n" + "".join(f"{n},{text}\n" for n, text in order)
    assert by_session(write("p.csv", table)) == {"p": ["a", "b", "c"]}


BAD_JSONL = [
    ('{"text": "a"}\n{"text": "b"\n', "line 2: broken JSON"),
    ('{"text": "a"}\n["b"]\n', "line 2 is a list; write one object per line"),
    ('{"text": "a"} {"text": "b"}\n', "line 1: broken JSON"),
    ('{"text": "a"}\n{"speaker": "Ann"}\n', "line 2 has no text"),
    ('{"text": "a"}\n{"text": "  \\n"}\n', "line 2 has no text"),
    ('{"text": 5}\n', "line 1: text is 5, a number; give text"),
    ('{"text": "a", "speaker": ["x"]}\n', "line 1: speaker is ['x'], a list"),
    ('{"text": "a", "caption": {}}\n', "line 1: caption is {}, an object"),
    ('{"text": "a", "metadata": "x"}\n', "line 1: metadata is 'x', text; give an object"),
    ('{"text": "a", "metadata": {"b": 1}, "b": 2}\n', "line 1: 'b' is both a field and inside metadata"),
    ('{"text": "a", "b": NaN}\n', "line 1: broken JSON: NaN"),
    ('{"text": "a", "b": 1e999}\n', "line 1: metadata is not JSON"),
    ('{"text": "a", "session": true}\n', "line 1: session is True"),
    (f'{{"text": "a", "session": {"1" * 201}}}\n', "line 1: session '11111111111111111111'… has 201 characters"),
    ('{"text": "a", "session": " "}\n', "line 1: session ' ' is blank"),
    ('{"text": "a", "session": "%s"}\n' % ("x" * 201), "line 1: session 'xxx"),
    ('{"text": "a", "session": "\\ud800"}\n', "line 1: session '\\ud800' holds half"),
    ('{"text": "a", "timestamp": "soon"}\n', "line 1: timestamp 'soon' is not a full date"),
    ('{"text": "a", "date": "May 2023"}\n', "line 1: date 'May 2023' is not a full date"),
    ('{"text": "a", "position": -1}\n', "line 1: position is -1; give 0, 1, 2"),
    ('{"text": "a", "position": 1.5}\n', "line 1: position is 1.5"),
    ('{"text": "a", "position": 0}\n{"text": "b", "position": 0}\n', "line 2: position 0 of session 'f' is 'b' here"),
    ('{"text": "a", "position": 0}\n{"text": "b", "position": 2}\n', "line 2: session 'f' has no position 1 before 2"),
    ('{"text": "a", "position": 1}\n', "line 1: session 'f' has no position 0 before 1"),
    ('{"text": "a", "position": 0}\n{"text": "b"}\n', "line 2: position is missing"),
    ('{"text": "a"}\n' + '{"a":' * 100_000 + "\n", "line 2: JSON is nested too deeply"),
    ('{"text": ' + "9" * 5000 + "}\n", "line 1: broken JSON"),
    ("\n \n", "holds no turn"),
    (b'{"text": "a"}\n{"text": "\xff"}\n', "line 2 is not UTF-8 text"),
    ('{"text": "a"}\n'.encode("utf-16"), "line 1 is not UTF-8 text"),
    (b"\x89PNG\r\n\x1a\n", "line 1 is not UTF-8 text"),
]
BAD_CSV = [
    ("", "is empty"),
    ("\n\n", "is empty; write a header"),
    ("speaker,at\nAnn,2024-05-08\n", "line 1: the header ['speaker', 'at'] has no column text"),
    ("text,,\na,,\nb,c,d\n", "line 3 has several cells in columns without a name; name these in the header"),
    ("text,text\na,b\n", "line 1: the column 'text' is there twice"),
    ("text\n", "holds no turn"),
    ("text,at\na\n", "line 2 has 1 cells and the header 2"),
    ("text,at\na,2024-05-08T00:00:00Z\nb,c,d\n", "line 3 has 3 cells and the header 2"),
    ('text,mood\n"a\nb",x\n,y\n', "line 4 has no text"),
    ('text,mood\n"a\nb",x\n"c" d,y\n', "line 4: broken CSV"),
    ('text\n"a\n', "line 2: broken CSV"),
    ("text,metadata\na,{\n", "line 2: metadata: broken JSON"),
    ("text,position\na,one\n", "line 2: position is 'one'"),
    ("text,position\na,0\nb,0\n", "line 3: position 0 of session 'f' is 'b' here and 'a' before"),
    ("text,at\na,soon\n", "line 2: at 'soon' is not a full date"),
    (b"text\n\xff\n", "line 2 is not UTF-8 text"),
]


def test_columns_that_a_spreadsheet_left_empty_are_none(write: Write) -> None:
    (talk,) = detection.read(write("f.csv", "speaker,text,,\nAnn,We moved.,,\n,,,\nBen,Nice.,,good\n"))
    assert [(turn.speaker, turn.text, dict(turn.metadata)) for turn in talk.turns] == [
        ("Ann", "We moved.", {}),
        ("Ben", "Nice.", {"": "good"}),
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [("f.jsonl", *bad) for bad in BAD_JSONL] + [("f.csv", *bad) for bad in BAD_CSV],
)
def test_what_cannot_be_used_is_one_error_before_anything_is_yielded(
    write: Write, name: str, content: str | bytes, message: str
) -> None:
    path = write(name, content)
    with pytest.raises(InvalidInput, match=f"^{re.escape(str(path))}.*{re.escape(message)}") as caught:
        next(detection.read(path, is_strict=True))
    assert "; " in str(caught.value)


def test_a_huge_line_is_refused_without_reading_it(write: Write) -> None:
    path = write("f.jsonl", b'{"text": "a"}\n"' + b"x" * (rows.MAX_LINE_BYTES + 1))
    with pytest.raises(InvalidInput, match="line 2 is longer than 16 MiB"):
        next(detection.read(path))


def test_a_bad_last_line_stops_the_first_session(write: Write) -> None:
    good = "".join(json.dumps({"session": f"s{n}", "text": "a"}) + "\n" for n in range(1000))
    with pytest.raises(InvalidInput, match="line 1001 has no text"):
        next(detection.read(write("f.jsonl", good + '{"session": "x"}\n'), is_strict=True))


def test_a_file_that_changes_while_it_is_read_is_noticed(write: Write) -> None:
    path = write("f.jsonl", '{"session": "a", "text": "1"}\n{"session": "b", "text": "2"}\n')
    reading = detection.read(path)
    assert next(reading).session == "a"
    with path.open("a") as file:
        file.write('{"session": "a", "text": "3"}\n')
    with pytest.raises(InvalidInput, match="changed while it was read"):
        next(reading)


def test_times_without_zone_are_said_once_per_file(write: Write) -> None:
    path = write("f.jsonl", '{"text": "a", "at": "2024-05-08 10:00"}\n{"text": "b", "at": "8 May 2024"}\n')
    (talk,) = detection.read(path)
    assert talk.turns[0].at == datetime(2024, 5, 8, 10, tzinfo=UTC)
    (note,) = [note for note in talk.notes if "zone" in note.what]
    assert (note.what, note.count) == ("times have no zone and are read as UTC", 2)
    assert note.example.endswith("f.jsonl, line 1: at '2024-05-08 10:00'")


HOSTILE = ["a\0b", "😀" * 50, "é\u0301\u202e", "x" * 2**20, '"', '""\r\n,', "a\u2028b", "=1+1", "{}", " a "]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_as_they_are(tmp_path: Path, text: str) -> None:
    transcript = Transcript("s", (Turn(text, "Ann"), Turn("b", "Bob")))
    for name in ("t.jsonl", "t.csv"):
        assert list(detection.read(_written(tmp_path / name, [transcript]))) == [transcript]


def test_half_a_surrogate_pair_is_replaced(write: Write) -> None:
    turn = next(detection.read(write("f.jsonl", r'{"text": "cut \ud83d here, whole \ud83d\ude00 there"}'))).turns[0]
    assert re.fullmatch("cut \ufffd+ here, whole 😀 there", turn.text)


def _written(path: Path, transcripts: list[Transcript]) -> Path:
    found = [_row(transcript.session, turn) for transcript in transcripts for turn in transcript.turns]
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            writer = csv.DictWriter(file, FIELDS)
            writer.writeheader()
            writer.writerows(row | {"metadata": json.dumps(row["metadata"])} for row in found)
        else:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in found)
    return path


def _row(session: str, turn: Turn) -> dict[str, Any]:
    at = turn.at.isoformat() if turn.at else None
    values = (session, turn.speaker, turn.text, at, turn.caption, turn.metadata)
    return dict(zip(FIELDS, values, strict=True))


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = WORDS.map(str.strip)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
TURNS = st.builds(
    Turn,
    text=st.tuples(WORDS, WORDS).map("x".join),
    speaker=NAMES,
    at=st.none() | st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC)),
    caption=NAMES,
    metadata=st.dictionaries(WORDS, JSON, max_size=2),
)
TRANSCRIPTS = st.lists(
    st.builds(
        Transcript,
        st.tuples(WORDS, WORDS).map(lambda words: normalize("NFC", "s".join(words))),
        st.lists(TURNS, min_size=1, max_size=4).map(tuple),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda transcript: transcript.session,
)


@pytest.mark.parametrize("name", ["t.jsonl", "t.csv"])
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(transcripts=TRANSCRIPTS)
def test_what_was_written_is_read(tmp_path: Path, name: str, transcripts: list[Transcript]) -> None:
    path = _written(tmp_path / name, transcripts)
    assert list(detection.read(path)) == transcripts
    with detection.opened(path) as (file,):
        assert file.sessions == {each.session: len(each.turns) for each in transcripts}


def test_memory_is_bounded_by_one_session(write: Write) -> None:
    line = json.dumps({"text": "x" * 10_000})[1:]
    path = write("f.jsonl", "".join(f'{{"session": "s{n}", {line}\n' for n in range(3000)))
    assert path.stat().st_size > 30_000_000
    tracemalloc.start()
    count = sum(len(transcript.turns) for transcript in detection.read(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 3000
    assert peak < 5_000_000
