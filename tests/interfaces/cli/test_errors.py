"""An error is one line on stderr and an exit code, never a trace."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.conftest import Clew, Said, listen_to_interrupts

from clew.interfaces.cli.main import run


def one_line(said: Said, code: int, *parts: str) -> None:
    assert said.code == code, said.err
    assert said.out == ""
    assert said.err.startswith("clew: error: "), said.err
    assert said.err.count("\n") == 1
    for part in parts:
        assert part in said.err


@pytest.fixture
def silent() -> Iterator[int]:
    """A port where nothing answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        yield listener.getsockname()[1]


def test_a_server_that_is_down(clew: Clew, silent: int) -> None:
    one_line(clew("stats", "--uri", f"bolt://127.0.0.1:{silent}"), 8, str(silent))


@pytest.mark.slow
def test_a_server_that_is_not_neo4j(clew: Clew) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)
        process = subprocess.Popen(
            [sys.executable, "-c", "import socket, sys\ns = socket.socket(fileno=int(sys.argv[1]))\nwhile True:\n"
             "    c, _ = s.accept(); c.recv(100); c.sendall(b'HTTP/1.1 400 Bad Request\\r\\n\\r\\n'); c.close()",
             str(listener.fileno())],
            pass_fds=[listener.fileno()],
        )  # fmt: skip
        try:
            said = clew("stats", "--uri", f"bolt://127.0.0.1:{listener.getsockname()[1]}")
        finally:
            process.kill()
            process.wait()
    one_line(said, 8)


def test_a_wrong_password(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEW_PASSWORD", "wrong \u2014 \u00e9")
    one_line(clew("stats"), 9, "password")
    monkeypatch.delenv("CLEW_PASSWORD")
    one_line(clew("stats"), 9, "none is set", "--user", "CLEW_PASSWORD")


def test_an_address_that_cannot_be_read(clew: Clew) -> None:
    one_line(clew("stats", "--uri", "localhost:7687"), 2, "localhost:7687")


def test_a_database_that_does_not_exist(clew: Clew) -> None:
    assert clew("stats", "--database", "nowhere").code in {2, 8}


def test_a_sentence_is_no_file(clew: Clew) -> None:
    one_line(clew("remember", "I like green tea"), 2, "I like green tea does not exist", "use `clew add`")


def test_a_retry_names_its_session(clew: Clew) -> None:
    one_line(clew("add", "I like green tea", "--id", "7"), 2, "--session")


def test_an_unknown_file(clew: Clew) -> None:
    one_line(clew("remember", "/does/not/exist.jsonl"), 2, "/does/not/exist.jsonl")
    one_line(clew("restore", "/does/not/exist.jsonl"), 2, "/does/not/exist.jsonl")
    one_line(clew("demo", "--file", "/does/not/exist.json"), 2, "exist.json")


def test_an_unknown_format(clew: Clew, tmp_path: Path) -> None:
    file = tmp_path / "chat.pdf"
    file.write_bytes(b"%PDF-1.7")
    one_line(clew("remember", file), 2, ".pdf")
    one_line(clew("remember", file, "--format", "nonsense"), 2, "nonsense")


def test_broken_json_names_its_line_and_nothing_is_written(clew: Clew, conversation: Path) -> None:
    with conversation.open("a") as file:
        file.write('{"text": \n')
    one_line(clew("remember", conversation, "--strict"), 2, "line 6")
    assert clew("stats", "--json").json["nodes"].get("Episode", 0) == 0


def test_of_a_file_with_a_broken_line_the_rest_is_remembered_and_the_line_reported(
    clew: Clew, conversation: Path
) -> None:
    with conversation.open("a") as file:
        file.write('{"text": \n')
    said = clew("remember", conversation)
    assert said.code == 2
    assert "5 new turns in 2 sessions." in said.out
    assert re.search(r"rows are left out \(1\), such as .*line 6: broken JSON", said.err)
    again = json.loads(clew("remember", conversation, "--json").out)
    assert [note["what"] for note in again[0]["notes"] if note["is_lost"]] == ["rows are left out"]


def test_nothing_is_written_where_one_of_several_files_is_broken(clew: Clew, conversation: Path) -> None:
    broken = conversation.with_name("broken.jsonl")
    broken.write_text('{"text": \n', "utf-8")
    one_line(clew("remember", conversation, broken, "--json"), 2, "broken.jsonl, line 1")
    assert clew("stats", "--json").json["nodes"].get("Episode", 0) == 0


@pytest.mark.parametrize("query", ["", "   "])
def test_an_empty_question(clew: Clew, query: str) -> None:
    one_line(clew("recall", query), 2)


@pytest.mark.parametrize("space", ["", "x" * 201])
def test_a_space_that_cannot_be(clew: Clew, space: str) -> None:
    one_line(clew("stats", "--space", space), 2, "space")


def test_an_unreadable_date(clew: Clew) -> None:
    one_line(clew("recall", "cat", "--since", "yesterdayish"), 2, "--since", "yesterdayish")
    one_line(clew("add", "text", "--session", "s", "--at", "May"), 2, "--at", "May")
    one_line(clew("recall", "cat", "--since", "2023-05-09", "--until", "2023-05-08"), 2, "since", "until")
    one_line(clew("recall", "cat", "--zone", "Berlin"), 2, "zone", "'Berlin' is no time zone")
    one_line(clew("recall", "cat", "--by", "said"), 2, "by is 'said'", "since or until")


@pytest.mark.parametrize(
    "command",
    [
        ("recall", "cat", "--since"),
        ("recall", "cat", "--until"),
        ("recall", "cat", "--as-of"),
        ("ask", "cat", "--as-of"),
        ("add", "text", "--session", "s", "--at"),
    ],
)
def test_an_empty_time_is_none(clew: Clew, silent: int, command: tuple[str, ...]) -> None:
    one_line(clew(*command, "", "--uri", f"bolt://127.0.0.1:{silent}"), 2, command[-1])


def test_an_unknown_encoder(clew: Clew) -> None:
    one_line(clew("stats", "--encoder", "nonsense"), 2, "nonsense")


@pytest.mark.parametrize("name", ["CLEW_URI", "CLEW_MODEL_URL", "CLEW_ENCODER_URL"])
@pytest.mark.parametrize(
    "address",
    ["http://[::1", "http://[x]/v1", "http://host:70000", "http://host/v1\r", "http://a host", "\nbolt://host"],
)
def test_an_address_without_a_host_or_port(
    clew: Clew, monkeypatch: pytest.MonkeyPatch, name: str, address: str
) -> None:
    if name == "CLEW_MODEL_URL":
        one_line(clew("doctor", "--model-url", address), 2, "model_url")
    monkeypatch.setenv(name, address)
    one_line(clew("doctor"), 2, name)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("CLEW_RECALL__POOL", "many", "input should be a valid integer"),
        ("CLEW_RECALL__VECTOR_WEIGHT", "inf", "input should be a finite number"),
        ("CLEW_RECALL__EPISODE_WALK__WEIGHT", "nan", "input should be a finite number"),
    ],
)
def test_a_setting_that_cannot_be(
    clew: Clew, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    one_line(clew("stats"), 2, f"{name}: {said}")


def test_a_picture_that_cannot_be_written(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    said = clew("recall", "kitten", "--picture", conversation / "page.html")
    assert said.code == 74
    assert said.err.startswith("clew: error: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no /dev/full")
def test_a_picture_on_a_full_disk(clew: Clew, conversation: Path) -> None:
    clew("remember", conversation)
    one_line(clew("recall", "kitten", "--picture", "/dev/full"), 74, "no space is left on the disk; make room")


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (("mcp", "--host", "0.0.0.0"), "--http"),
        (("mcp", "--port", "0"), "--port"),
        (("mcp", "--tokens", "t"), "--tokens"),
        (("mcp", "--allow-host", "h"), "--allow-host"),
        (("mcp", "--origin", "http://h"), "--origin"),
        (("mcp", "--http", "--space", "ann"), "--space is for serving stdio"),
        (("--space", "ann", "mcp", "--http"), "--space is for serving stdio"),
        (("consolidate", "--status", "--again"), "--again"),
        (("consolidate", "--status", "--max-tokens", "5"), "--max-tokens"),
        (("consolidate", "--status", "--usage"), "--usage"),
    ],
)
def test_options_that_do_nothing_are_refused(clew: Clew, command: tuple[str, ...], named: str) -> None:
    one_line(clew(*command), 2, named)


def test_an_unknown_option_is_a_usage_error(clew: Clew) -> None:
    said = clew("recall", "q", "--nonsense")
    assert said.code == 2
    assert "--nonsense" in said.err
    assert "Traceback" not in said.err


def test_a_choice_that_is_none_is_refused_in_plain_words(clew: Clew) -> None:
    said = clew("recall", "cat", "--engine", "nothing")
    assert said.code == 2
    assert "'nothing' is not one of" in said.err
    assert "Value error" not in said.err


def test_a_fault_of_our_own_is_one_line_too(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clew.api.memory", None)  # an installation that lacks a module
    one_line(clew("stats"), 70, "CLEW_DEBUG=1")
    monkeypatch.setenv("CLEW_DEBUG", "1")
    assert "Traceback" in clew("stats").err


def test_help_needs_no_server_and_no_good_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEW_RECALL__POOL", "many")
    assert run(["recall", "--help"]) == 0


@pytest.mark.slow
def test_a_closed_pipe_is_quiet(environment: dict[str, str]) -> None:
    assert environment
    clew = Path(sys.executable).with_name("clew")
    command = f"{clew} schema --dry-run --json | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("forget --all <&-", 2, "there is no terminal to ask on"),
        ("schema --dry-run >&-", 0, ""),
        ("schema --dry-run >&- 2>&-", 0, ""),
    ],
)
def test_a_closed_stream_is_an_empty_one(command: str, code: int, said: str) -> None:
    line = f"{Path(sys.executable).with_name('clew')} {command}"
    watching = os.environ | {"PYTHONWARNINGS": "always::ResourceWarning"}
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, env=watching)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr if said else done.stderr == ""


def test_an_interrupt_ends_with_130(environment: dict[str, str]) -> None:
    assert environment
    command = [str(Path(sys.executable).with_name("clew")), "remember", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_interrupts
    ) as process:
        assert process.stdin is not None
        more_than_a_pipe_holds = json.dumps({"text": "hello"}) * 20_000
        process.stdin.write(more_than_a_pipe_holds)  # returns when the command reads
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err


@pytest.mark.slow
def test_an_interrupt_while_the_command_is_imported_ends_with_130() -> None:
    command = [sys.executable, "-X", "importtime", str(Path(sys.executable).with_name("clew")), "stats"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_interrupts) as process:
        assert process.stderr is not None
        imported = iter(process.stderr.readline, "")
        assert any(line.split()[-1] == "logging" for line in imported)  # the first of many
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "clew.api.memory" not in err


def test_an_interrupt_that_meets_a_destructor_is_not_lost() -> None:
    script = """
import os, signal, sys, time
from clew.interfaces.cli.entry import interrupt_again

class Freed:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        raise AssertionError  # the interrupt comes before

sys.unraisablehook = interrupt_again
Freed()
try:
    time.sleep(60)
except KeyboardInterrupt:
    sys.exit(130)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, preexec_fn=listen_to_interrupts
    )
    assert (done.returncode, done.stderr) == (130, b"")


def test_an_unknown_variable(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEW_SPACES", "ann")
    one_line(clew("stats"), 2, "CLEW_SPACES")
