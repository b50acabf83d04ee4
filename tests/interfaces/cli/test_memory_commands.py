"""Every command that touches memory, on a real server."""

import json
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.interfaces.conftest import Clew

pytestmark = pytest.mark.whole_store


def test_remember_and_recall(clew: Clew, conversation: Path) -> None:
    first = clew("remember", conversation)
    assert (first.code, "5 new turns in 2 sessions." in first.out) == (0, True), first.err
    said = clew("recall", "What is the kitten called?")
    assert said.code == 0
    assert re.search(r"1 +8 May 2023 +Ann +I adopted a kitten called Miso", said.out)
    assert "vector (meaning)" in said.out
    assert re.search(r"\d+ ms \(.*no PageRank", said.out)


def test_a_question_needs_no_quotation_marks(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    said = clew("recall", "What", "is", "--limit", "1", "the", "kitten", "called?", "--json").json
    assert said["query"] == "What is the kitten called?"


def test_a_turn_without_a_session_is_of_today(clew: Clew) -> None:
    days = {datetime.now(UTC).date().isoformat()}
    said = clew("add", "I like green tea.")
    days.add(datetime.now(UTC).date().isoformat())
    assert said.out.removeprefix("episode:").partition("/")[0] in days


def test_remembering_twice_adds_nothing(clew: Clew, conversation: Path) -> None:
    assert [each["appended"] for each in clew("remember", conversation, "--json").json] == [3, 2]
    assert [each["appended"] for each in clew("remember", conversation, "--json").json] == [0, 0]
    assert clew("stats", "--json").json["nodes"]["Episode"] == 5


def test_bulk_remembers_the_same(clew: Clew, conversation: Path) -> None:
    assert clew("remember", "--bulk", conversation).code == 0
    assert clew("recall", "kitten", "--json").json["hits"][0]["speaker"] == "Ann"


def test_stdin_is_json_lines(shell: Clew, clew: Clew, conversation: Path) -> None:
    said = shell("remember", "-", "--json", stdin=conversation.read_text("utf-8"))
    assert [each["session"] for each in said.json] == ["monday", "friday"]
    assert clew("stats", "--json").json["speakers"] == ["Ann", "Ben"]


def test_stats_tell_the_languages_of_what_was_said(clew: Clew) -> None:
    for text in ("The key is under the pot.", "Der Schlüssel ist unter dem Topf.", "Es liegt auf dem Tisch.", "Oslo!"):
        assert clew("add", text).code == 0
    assert clew("stats", "--json").json["languages"] == {"de": 2, "en": 1, "unknown": 1}
    assert "German 50%, English 25%, unknown 25%, of 4 texts" in clew("stats").out


def test_what_is_wrong_on_stdin_is_said_of_stdin(clew: Clew) -> None:
    said = clew("remember", "-", stdin='{"speaker": "Ann", "text": "I adopted a cat"')
    assert said.code == 2
    assert said.err.startswith("clew: error: standard input, line 1: broken JSON")
    assert clew("remember", "-").err.startswith("clew: error: standard input is empty")
    said = clew("remember", "-", stdin='{"text": "I adopted a cat"}\n{"text": 5}')
    assert said.code == 2
    assert "rows are left out (1), such as standard input, line 2: text is 5, a number; give text" in said.err


def test_a_turn_comes_from_stdin(clew: Clew) -> None:
    turn = ("add", "-", "--session", "live", "--speaker", "Ann")
    assert clew(*turn, stdin="The kitten is\ncalled Mis\u014d.\n").out == "episode:live/0\n"
    assert clew("recall", "kitten", "--json").json["hits"][0]["text"] == "The kitten is\ncalled Mis\u014d."
    assert clew(*turn, stdin="\n").err.startswith("clew: error: turn 0 has no text")


def test_add_is_a_retry_with_the_same_id(clew: Clew) -> None:
    turn = ("add", "The kitten is called Miso.", "--session", "live", "--speaker", "Ann", "--id", "7")
    assert clew(*turn).out == "episode:7\n"
    assert clew(*turn, "--json").json == {"id": "episode:7"}
    wide = clew("add", "Two spaces.", "--session", "my  notes").out.removesuffix("\n")
    assert clew("forget", "--id", wide, "--yes", "--json").json["removed"]["Episode"] == 1
    other = clew("add", "Another text.", "--session", "live", "--id", "7")
    assert other.code == 4
    assert other.err.startswith("clew: error: ")


def test_a_speaker_is_found_by_another_name(clew: Clew) -> None:
    clew("add", "I moved to Lisbon.", "--session", "monday", "--speaker", "Kathryn")
    assert clew("alias", "Kathryn", "Kit", "Aunt Kate").code == 0
    assert clew("stats", "--json").json["aliases"]["Kathryn"] == ["Kit", "Aunt Kate"]
    assert "Nobody" in clew("alias", "Nobody", "Kit").err


def test_a_time_without_a_zone_is_noted_once(clew: Clew) -> None:
    said = clew("add", "It rained.", "--session", "live", "--at", "2023-05-08 13:56")
    assert said.code == 0
    assert said.err.count("read as UTC") == 1
    assert clew("recall", "rain", "--json").json["hits"][0]["at"] == "2023-05-08T13:56:00+00:00"


def test_a_zone_is_that_of_times_without_one_and_of_days(clew: Clew) -> None:
    """At eight in the evening of 8 May it is the 9th in UTC; --until holds the whole day there."""
    zone = ("--zone", "America/Los_Angeles")
    said = clew("add", "It rained.", "--session", "live", "--at", "2023-05-08 20:00", *zone)
    assert (said.code, said.err) == (0, "")

    def found(*narrowed: str) -> list[str]:
        return [hit["at"] for hit in clew("recall", "rain", *narrowed, "--by", "said", "--json").json["hits"]]

    assert found("--since", "2023-05-08", "--until", "2023-05-08", *zone) == ["2023-05-08T20:00:00-07:00"]
    assert found("--since", "2023-05-08", "--until", "2023-05-08") == ["2023-05-08T20:00:00-07:00"]  # the space's
    assert found("--since", "2023-05-08", "--until", "2023-05-08", "--zone", "UTC") == []
    assert "13-45" in clew("recall", "rain", "--since", "2023-13-45").err
    assert len(clew("recall", "rain", "--as-of", "2023-05-08", *zone, "--json").json["hits"]) == 1


def test_what_happened_and_what_was_said_are_told_apart(clew: Clew) -> None:
    clew("add", "Yesterday it rained.", "--session", "live", "--at", "2023-05-08T20:00:00Z")
    clew("add", "It rains.", "--session", "live", "--at", "2023-05-07T20:00:00Z")

    def found(*by: str) -> dict[str, str]:
        day = ("--since", "2023-05-07", "--until", "2023-05-07")
        return {hit["text"]: hit["on_date"] for hit in clew("recall", "rain", *day, *by, "--json").json["hits"]}

    happened, said = {"Yesterday it rained.": "happened"}, {"It rains.": "said"}
    assert found() == happened | said
    assert found("--by", "happened") == happened
    assert found("--by", "said") == said
    shown = clew("recall", "rain", "--since", "2023-05-07", "--until", "2023-05-07").out
    assert shown.count("names 7 May 2023") == 1


def test_recall_can_be_narrowed(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)

    def sessions(*narrowed: str) -> set[tuple[str, str]]:
        found = clew("recall", "kitten or vet", *narrowed, "--json").json["hits"]
        return {(hit["session"], hit["speaker"]) for hit in found}

    assert sessions("--session", "friday") == {("friday", "Ann"), ("friday", "Ben")}
    assert sessions("--speaker", "Ben") == {("monday", "Ben"), ("friday", "Ben")}
    assert sessions("--since", "2023-06-01T00:00:00Z") == {("friday", "Ann"), ("friday", "Ben")}
    assert sessions("--until", "2023-06-01T00:00:00Z") == {("monday", "Ann"), ("monday", "Ben")}
    assert (
        sessions("--until", "2023-05-08") == sessions("--as-of", "2023-05-08") == {("monday", "Ann"), ("monday", "Ben")}
    )
    assert sessions("--until", "2023-05-08T00:00:00Z") == sessions("--as-of", "2023-05-08T00:00:00Z") == set()
    assert len(clew("recall", "kitten", "--limit", "1", "--json").json["hits"]) == 1


@pytest.mark.slow
def test_the_walk_can_be_chosen_and_left_out(clew: Clew, conversation: Path, tmp_path: Path) -> None:
    clew("remember", conversation)
    (tmp_path / "kittens.md").write_text("A kitten sleeps for eighteen hours a day.", "utf-8")
    clew("read", tmp_path / "kittens.md")
    assert clew("recall", "kitten", "--json").json["engine"] == "gds"
    assert clew("recall", "kitten", "--engine", "local", "--json").json["engine"] == "local"
    without = clew("recall", "kitten", "--no-pagerank", "--json").json
    assert without["engine"] is None
    assert all(hit["parts"]["pagerank"] == 0 for hit in without["hits"])


def test_text_is_only_what_goes_into_a_prompt(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    said = clew("recall", "kitten", "--text", "--words", "12")
    assert "Ann: I adopted a kitten called Miso." in said.out
    assert len(said.out.split()) <= 12
    assert "ms" not in said.out


def test_an_empty_space_says_so(clew: Clew) -> None:
    said = clew("recall", "anything")
    assert said.code == 0
    assert "Nothing in space" in said.out
    assert clew("recall", "anything", "--json").json["hits"] == []
    assert clew("stats").out.endswith("It holds nothing.\n")


def test_recall_draws_a_picture(clew: Clew, conversation: Path, tmp_path: Path) -> None:
    clew("remember", conversation)
    page = tmp_path / "new" / "folder" / "page.html"
    said = clew("recall", "kitten", "--picture", page)
    assert str(page) in said.err.replace("\n", "")
    assert "I adopted a kitten called Miso." in page.read_text("utf-8")


def test_documents_that_need_an_extra_are_reported_and_the_others_read(
    clew: Clew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdf.errors", None)
    paper, note = tmp_path / "paper.pdf", tmp_path / "note.md"
    paper.write_bytes(b"%PDF-1.7")
    note.write_text("# Miso\n\nMiso is a kitten.")
    assert clew("read", paper, note, "--title", "Miso").code == 2
    assert clew("stats", "--json").json["nodes"] == {}
    said = clew("read", paper, note)
    assert (said.code, "1 document, 1 new passage" in said.out) == (2, True), said.err
    assert "left out: " in said.err
    assert "pip install" in said.err


def test_a_picture_that_cannot_be_written_is_found_before_the_work(clew: Clew, tmp_path: Path) -> None:
    for command in (("recall", "kitten"), ("demo", "--json")):
        said = clew(*command, "--picture", tmp_path)
        assert (said.code, said.out) == (74, "")
        assert str(tmp_path) in said.err
    assert clew("stats", "--json").json["nodes"] == {}


def test_forget_prints_a_receipt(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    said = clew("forget", "--id", "episode:monday/0", "--yes")
    assert "nothing names it any more" in said.out
    assert (said.code, re.search(r"Episode +1", said.out) is not None) == (0, True), said.err
    assert clew("forget", "--session", "monday", "--yes", "--json").json["removed"]["Episode"] == 2
    assert clew("forget", "--all", "--yes", "--json").json["removed"]["Episode"] == 2
    assert clew("stats", "--json").json["nodes"].get("Episode", 0) == 0


def test_forget_proves_it_and_checks_it_later(clew: Clew, conversation: Path, tmp_path: Path) -> None:
    clew("remember", conversation)
    file = tmp_path / "proof.json"
    said = clew("forget", "--id", "episode:monday/0", "--yes", "--proof", file)
    assert "Nothing of it is left." in said.out + said.err
    assert file.stat().st_mode & 0o777 == 0o600
    assert clew("forget", "--check", file, "--json").json == []
    assert clew("forget", "--session", "monday", "--yes", "--verify", "--json").json["proof"]["found"] == []
    file.write_text("{}")
    assert clew("forget", "--check", file).code == 2


def test_forget_asks_first(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    for command in (("forget", "--all"), ("reembed",)):
        refused = clew(*command, stdin="y\n")
        assert refused.code == 2
        assert "add --yes" in refused.err
    assert clew("stats", "--json").json["nodes"]["Episode"] == 5


def test_forget_takes_exactly_one_thing(clew: Clew) -> None:
    assert clew("forget", "--yes").code == 2
    assert clew("forget", "--yes", "--all", "--session", "monday").code == 2


def test_a_space_travels_as_a_file(clew: Clew, conversation: Path, tmp_path: Path) -> None:
    clew("remember", conversation)
    file = tmp_path / "space.jsonl"
    nodes = clew("export", file, "--json").json["nodes"]
    assert 0 < nodes < len(file.read_text("utf-8").splitlines())
    again = clew("export", file)
    assert (again.code, "--force" in again.err) == (2, True)
    assert "not to stdout" in clew("export", "-").err
    assert "is no regular file" in clew("restore", "/dev/null").err
    assert clew("export", file, "--force").code == 0
    before = clew("stats", "--json").json
    clew("forget", "--all", "--yes")
    assert clew("restore", file, "--json").json["nodes"] == nodes
    assert clew("stats", "--json").json == before
    assert clew("restore", file).code == 0
    assert clew("stats", "--json").json == before
    assert clew("restore", file, "--space", "").code == 2


def test_a_part_of_a_space_travels_as_turns(clew: Clew, tmp_path: Path) -> None:
    clew("add", "I live in Porto.", "--session", "monday", "--speaker", "Ann", "--at", "2024-03-01T20:00:00Z")
    clew("add", "I live in Leeds.", "--session", "monday", "--speaker", "Bo", "--at", "2024-03-01T20:00:00Z")
    file = tmp_path / "ann.jsonl"
    assert clew("export", file, "--speaker", "Ann", "--json").json == {"turns": 1}
    assert "--bulk takes all" in clew("export", tmp_path / "all", "--bulk", "--speaker", "Ann").err
    refused = clew("restore", file, "--space", "another")
    assert (refused.code, "clew remember" in refused.err) == (2, True)
    assert clew("remember", file, "--space", "another").code == 0
    (hit,) = clew("recall", "Where does Ann live?", "--space", "another", "--json").json["hits"]
    assert (hit["text"], hit["at"]) == ("I live in Porto.", "2024-03-01T20:00:00+00:00")


def test_a_bulk_export_says_how_it_is_imported(clew: Clew, conversation: Path, tmp_path: Path) -> None:
    clew("remember", conversation)
    folder = tmp_path / "bulk"
    done = clew("export", folder, "--bulk", "--json").json
    assert done["nodes"] == sum(clew("stats", "--json").json["nodes"].values())
    assert (folder / "import.args").is_file()
    again = clew("export", folder, "--bulk")
    assert (again.code, "name a new folder" in again.err) == (2, True)
    assert "its README.md says how" in clew("export", tmp_path / "other", "--bulk").err
    for wrong, said in (("--force", "--force replaces no folder"), ("--all-spaces", "--all-spaces needs --bulk")):
        refused = clew("export", tmp_path / "third", wrong, *(["--bulk"] if wrong == "--force" else []))
        assert (refused.code, said in refused.err) == (2, True)
    assert clew("server", "import", tmp_path).code == 2


def test_spaces_do_not_see_each_other(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    assert clew("recall", "kitten", "--space", "cli another one", "--json").json["hits"] == []


def test_schema_prints_what_an_administrator_would_run(clew: Clew) -> None:
    said = clew("schema", "--dry-run")
    assert said.code == 0
    assert "CREATE VECTOR INDEX clew_vector" in said.out
    assert "384" in said.out
    assert said.out.count(";\n") == len(clew("schema", "--dry-run", "--json").json["statements"])
    assert clew("schema").code == 0


def test_hostile_text_is_only_text(clew: Clew) -> None:
    hostile = "[bold red]x[/bold red] [/] \x1b[2Jgone '); MATCH (n) DETACH DELETE n // +*:~^ \u202e </script>"
    assert clew("add", hostile, "--session", hostile[:60], "--speaker", "[link=x]\x1b[31m").code == 0
    said = clew("recall", hostile)
    assert said.code == 0
    assert "\x1b[2J" not in said.out
    assert "[bold red]x[/bold" in re.sub(r"\s+", " ", said.out)
    assert clew("recall", "gone", "--json").json["hits"][0]["text"] == hostile
    assert clew("stats").code == 0


def test_titles_sessions_and_chunks_are_text_whatever_markup_they_hold(clew: Clew, tmp_path: Path) -> None:
    title = "[/b] a [link=http://h.example]title[/link] \U000e0041\u200f"
    (tmp_path / "note.md").write_text(f"# {title}\n\nA mill stands there.", "utf-8")
    shown = "[/b] a [link=http://h.example]title[/link] \\U000e0041\\u200f"
    said = clew("read", tmp_path / "note.md")
    assert (said.code, shown in said.out) == (0, True), said.err
    assert clew("add", "I am here.", "--session", title, "--speaker", "Ann").code == 0
    assert "[/b] a" in clew("consolidate", "--status").out
    said = clew("forget", "--session", title, "--yes")
    assert (said.code, shown in said.out) == (0, True)


def test_json_escapes_what_could_steer_a_terminal(clew: Clew) -> None:
    hostile = "a\x7f\x9b2J\u202e\u2066b \U000e0041 \u00e9"
    clew("add", hostile, "--session", "s")
    said = clew("recall", "b", "--json")
    assert said.json["hits"][0]["text"] == hostile
    assert all(each.isprintable() for each in said.out.splitlines())
    assert "\u00e9" in said.out


def test_a_repeated_import_into_another_conversation_is_refused(clew: Clew, conversation: Path, tmp_path: Path) -> None:
    clew("remember", conversation)
    clew("export", tmp_path / "space.jsonl")
    clew("add", "Something else.", "--session", "sunday")
    assert clew("restore", tmp_path / "space.jsonl").code == 4


def test_what_memory_holds_is_listed_and_shown(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    listed = clew("list")
    assert [each.split() for each in listed.out.splitlines()] == [
        ["friday", "2023-06-02", "2", "turns", "Ann,", "Ben"],
        ["monday", "2023-05-08", "3", "turns", "Ann,", "Ben"],
    ], listed.err
    turns = clew("list", "turns", "--session", "monday").out.splitlines()
    assert len(turns) == 3
    id = turns[0].split()[0]
    assert id == "episode:monday/0"
    shown = clew("show", id)
    assert (shown.code, "kitten" in shown.out, "position" in shown.out) == (0, True, True)
    assert clew("show", id, "--json").json["memory"]["id"] == id
    memories = clew("list", "memories", "--speaker", "ben", "--json").json["items"]
    assert {each["speaker"] for each in memories} == {"Ben"}
    assert clew("list", "facts").err.startswith("nothing is there")


@pytest.mark.slow
def test_lists_and_profiles_are_shown_as_they_were_believed(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    clew("consolidate")
    for command in (("list",), ("list", "turns", "--session", "monday"), ("list", "entities"), ("profile", "Ann")):
        now, later, before = (
            clew(*command, *then).out for then in ((), ("--known-at", "9999-12-30"), ("--known-at", "2020-01-01"))
        )
        assert now == later != ""
        assert before == ""


def test_a_condition_that_is_nested_without_end_is_refused(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    refused = clew("list", "memories", "--metadata", "x=" + "[" * 100_000)
    assert (refused.code, "at most 1,000" in refused.err) == (2, True)


def test_a_list_goes_on_where_its_page_ended(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    first = clew("list", "--limit", "1", "--json").json
    assert [each["name"] for each in first["items"]] == ["friday"]
    assert [each["name"] for each in clew("list", "--after", first["after"], "--json").json["items"]] == ["monday"]
    turns = clew("list", "turns", "--session", "monday", "--limit", "2")
    assert "--after 1" in turns.err
    rest = clew("list", "turns", "--session", "monday", "--after", "1")
    assert [each.split()[0] for each in rest.out.splitlines()] == ["episode:monday/2"]
    assert "more follows" not in rest.err + clew("list", "turns", "--session", "monday", "--limit", "3").err


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (("list", "turns"), "--session"),
        (("list", "turns", "--session", "monday", "--after", "x"), "position"),
        (("list", "--after", "x"), "page before"),
        (("list", "--speaker", "Ann"), "--known-at alone"),
        (("list", "entities", "--since", "2023-05-08"), "--known-at alone"),
        (("list", "facts", "--kind", "episode"), "all options but --kind"),
        (("list", "turns", "--session", "monday", "--speaker", "Ann"), "--session and --known-at"),
        (("show", "episode:none/0"), "is not in this space"),
    ],
)
def test_what_cannot_be_listed_says_what_to_do(clew: Clew, arguments: tuple[str, ...], remedy: str) -> None:
    said = clew(*arguments)
    assert said.code
    assert remedy in said.err
    assert said.out == ""


def test_the_spaces_of_the_store_are_listed(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    told = ["2", "sessions", "2023-06-02", "2", "to", "consolidate"]
    assert any(each.split()[-6:] == told for each in clew("spaces").out.splitlines())


@pytest.mark.slow
def test_metadata_and_names_narrow_every_command(clew: Clew, tmp_path: Path) -> None:
    rows = [
        {"session": "s", "speaker": "Ann", "text": "We flew to Lisbon.", "metadata": {"channel": "mail", "size": 3}},
        {"session": "s", "speaker": "Ben", "text": "We like Oslo.", "metadata": {"channel": "chat", "size": "3"}},
        {"session": "t", "speaker": "Cleo", "text": "We swam.", "metadata": {"channel": "post", "size": 9}},
    ]
    (tmp_path / "talk.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    clew("remember", tmp_path / "talk.jsonl")

    def found(*narrowed: str) -> set[str]:
        recalled = {hit["speaker"] for hit in clew("recall", "we", *narrowed, "--json").json["hits"]}
        listed = {each["speaker"] for each in clew("list", "memories", *narrowed, "--json").json["items"]}
        assert recalled == listed
        return recalled

    assert found("--metadata", "channel=mail", "--metadata", "channel=chat") == {"Ann", "Ben"}
    assert found("--metadata", "size=3") == {"Ann", "Ben"}
    assert found("--metadata", "size>=3", "--metadata", "size<9") == {"Ann"}
    assert found("--metadata", "nobody=has it") == set()
    assert found("--speaker", "ann", "--speaker", "Cleo") == {"Ann", "Cleo"}
    assert found("--session", "t", "--session", "s", "--entity", "Oslo", "--kind", "episode") == {"Ben"}
    for wrong in (["size"], ["=3"], ["size=3", "size>1"]):
        said = clew("recall", "we", *(word for each in wrong for word in ("--metadata", each)))
        assert said.code != 0
        assert "--metadata" in said.err


def test_what_expired_is_forgotten_by_a_command(clew: Clew) -> None:
    clew("add", "It rains.", "--session", "s", "--expires-at", "2030-01-01")
    clew("add", "It rained.", "--session", "s", "--expires-at", "2001-01-01")
    planned = clew("forget", "--expired", "--dry-run", "--json").json
    assert planned["removed"]["Episode"] == 1
    assert clew("forget", "--expired", "--yes", "--json").json == planned
    assert [each["text"] for each in clew("list", "memories", "--json").json["items"]] == ["It rains."]


def test_forget_takes_what_narrows_and_a_dry_run(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    told = clew("forget", "--speaker", "Ben", "--session", "friday", "--dry-run")
    assert (told.code, "Would be forgotten" in told.out) == (0, True)
    planned = clew("forget", "--speaker", "Ben", "--session", "friday", "--dry-run", "--json").json
    done = clew("forget", "--speaker", "Ben", "--session", "friday", "--yes", "--json").json
    assert done == planned
    assert done["removed"]["Episode"] == 1
    left = {(each["session"], each["speaker"]) for each in clew("list", "memories", "--json").json["items"]}
    assert left == {("monday", "Ann"), ("monday", "Ben"), ("friday", "Ann")}
    assert "session:friday" in clew("forget", "--session", "friday", "--yes", "--json").json["ids"]


def test_a_memory_is_corrected_and_shown_in_both_versions(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    said = clew("correct", "episode:monday/0", "I moved to [bold]Rome[/bold].")
    id = said.out.strip()
    assert "clew consolidate" in said.err
    shown = clew("show", id)
    assert "[bold]Rome[/bold]" in shown.out
    assert "its versions" in shown.err
    assert [each["text"] for each in clew("show", id, "--json").json["history"]][1:] == [
        "I moved to [bold]Rome[/bold]."
    ]
    again = clew("correct", "episode:monday/0", "I moved to [bold]Rome[/bold].", "--json").json
    assert (again["id"], again["replaced"]) == (id, "")
    assert "was corrected already" in clew("correct", "episode:monday/0", "I moved.").err
    assert "which is not corrected" in clew("correct", "session:monday", "I moved.").err


def test_a_memory_is_retracted_with_its_reason_and_reinstated(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    said = clew("retract", "episode:monday/0", "--why", "said in [bold]jest[/bold]")
    assert said.out == "holds no more: episode:monday/0\n"
    assert "said in [bold]jest[/bold]" in clew("show", "episode:monday/0").out
    assert "nothing has changed" in clew("retract", "episode:monday/0").err
    turns = clew("list", "memories", "--kind", "episode", "--known-at", "9999-12-30", "--json").json["items"]
    assert "episode:monday/0" not in {each["id"] for each in turns}
    assert clew("list", "memories", "--kind", "episode", "--known-at", "2020-05-08", "--json").json["items"] == []
    assert clew("reinstate", "episode:monday/0", "--json").json["revived"] == ["episode:monday/0"]
    assert "which is not retracted" in clew("retract", "session:monday").err


def test_a_file_of_told_facts_is_remembered(clew: Clew, tmp_path: Path) -> None:
    lines = [{"text": "Ann is vegetarian."}, {"text": "Likes rain.", "about": "Ann", "sources": [], "belief": 0.7}]
    file = tmp_path / "facts.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert clew("remember-facts", file, "--json").json["new"] == 2
    assert clew("remember-facts", file, "--json").json["repeated"] == 2
    assert {each["told"] for each in clew("list", "facts", "--json").json["items"]} == {True}


def test_a_profile_shows_what_is_known_of_somebody(clew: Clew, tmp_path: Path) -> None:
    lines = [{"text": "Ann is [bold]vegetarian[/bold].", "concepts": ["food"]}, {"text": "Likes rain.", "about": "Ann"}]
    file = tmp_path / "facts.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    clew("remember-facts", file)
    shown = clew("profile", "Ann").out.splitlines()
    assert shown[0] == "food:"
    assert shown[1].startswith("- Ann is [bold]vegetarian[/bold].")
    assert "more facts" in clew("profile", "Ann", "--words", "8").err
    assert list(clew("profile", "Ann", "--json").json["topics"]) == ["food", ""]
    assert "no memory names it" in clew("profile", "Zoe").err
    assert clew("profile", "Ann", "--summarise").code == 14
