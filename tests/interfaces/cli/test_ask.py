"""Facts, consolidation and answers from the shell, with a language model and without."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.cli.service import Chat
from tests.interfaces.conftest import Clew
from tests.serving import Server, serving

FACTS = (
    {"text": "Ann's kitten is called Miso.", "sources": ["monday/0"], "valid_from": "2023-05-07"},
    {"text": "Miso sleeps in the laundry basket.", "sources": ["monday/2"], "belief": 0.75},
    {"text": "Nobody said this.", "sources": ["sunday/9"]},
)
FOUND = '{"facts": [{"text": "Ann adopted a kitten called Miso.", "turns": [1], "concepts": ["cats"]}]}'
NOTHING = '{"facts": []}'
QUESTION = "What is the kitten called?"


@pytest.fixture
def service(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A language model that the environment names, asked for one thing at a time."""
    assert environment
    with serving(Chat) as service:
        monkeypatch.setenv("CLEW_MODEL", "openai:m")
        monkeypatch.setenv("CLEW_MODEL_URL", service.url)
        monkeypatch.setenv("CLEW_MODEL_CALLS", "1")
        yield service


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    """Three facts, one of them of a turn that nobody said."""
    file = tmp_path / "facts.jsonl"
    file.write_text("".join(f"{json.dumps(fact)}\n" for fact in FACTS), "utf-8")
    return file


class TestAsk:
    def test_an_answer_with_the_memories_that_say_it(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = ["She is called Miso [1][9], and sleeps in a basket [3]."]
        said = clew("ask", QUESTION, "--usage")
        assert said.code == 0, said.err
        first, *rest = said.out.split("\n")
        assert first == "She is called Miso [1], and sleeps in a basket [3]."
        assert re.match(r"\[1\] +8 May 2023 +Ann +I adopted a kitten called Miso\. *$", rest[0])
        assert re.match(r"\[3\] +8 May 2023 +Ann +Ten weeks", rest[1])
        assert re.search(r"^answer +1 +0 +0 +11 +7 +\d+ *$", said.out, re.MULTILINE)
        assert "1 citations of memories that the model was not shown" in said.err
        assert service.asked[0][1]["stream"] is True

    def test_as_json(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = ["Miso [1]."]
        said = clew("ask", QUESTION, "--json", "--words", "20").json
        assert (said["text"], said["citations"], said["found"]) == ("Miso [1].", ["episode:monday/0"], True)
        assert said["usage"]["total"]["prompt_tokens"] == 11
        assert len(said["recall"]["text"].split()) <= 20
        assert len(said["recall"]["packed"]) < 5

    def test_what_is_not_there(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = ["Not in memory."]
        said = clew("ask", "What does Ben drive?")
        assert said.code == 0
        assert said.out == "not in memory\n"
        assert "`clew recall` shows what comes closest" in said.err
        assert clew("ask", "Anything?", "--space", "cli ask nothing").out == "not in memory\n"
        assert len(service.asked) == 1

    def test_without_a_model_the_evidence_and_what_to_do(self, clew: Clew, conversation: Path) -> None:
        clew("remember", conversation)
        said = clew("ask", QUESTION)
        assert said.code == 14
        assert re.search(r"1 +8 May 2023 +Ann +I adopted a kitten called Miso", said.out)
        assert said.err.startswith("clew: error: answering needs a language model")
        assert "CLEW_MODEL" in said.err
        assert said.err.count("\n") == 1
        as_json = clew("ask", QUESTION, "--json")
        assert as_json.code == 14
        assert json.loads(as_json.out)["recall"]["hits"][0]["id"] == "episode:monday/0"
        assert json.loads(as_json.out)["found"] is False
        assert clew("ask", QUESTION, "--space", "cli ask nothing").code == 14

    def test_the_model_may_be_an_option(self, clew: Clew, conversation: Path) -> None:
        clew("remember", conversation)
        with serving(Chat, ["Miso [1]."]) as service:
            said = clew("ask", QUESTION, "--model", "openai:other", "--model-url", service.url)
            assert said.out.startswith("Miso [1].\n"), said.err
            assert service.asked[0][1]["model"] == "other"
        said = clew("ask", QUESTION, "--model", "other:x")
        assert (said.code, said.out) == (2, "")
        assert "model other:x cannot be made" in said.err

    def test_as_of_a_time_only_what_was_said_by_then_is_shown(
        self, clew: Clew, conversation: Path, service: Server
    ) -> None:
        clew("remember", conversation)
        service.answers = ["Miso [1]."]
        clew("ask", QUESTION, "--as-of", "2023-05-20")
        asked = service.asked[0][1]["messages"][1]["content"]
        assert "Miso" in asked
        assert "Almeida" not in asked
        recalled = clew("recall", "kitten or vet", "--as-of", "2023-05-20", "--json").json["hits"]
        assert {hit["session"] for hit in recalled} == {"monday"}
        assert "--as-of" in clew("ask", QUESTION, "--as-of", "then").err

    def test_a_model_that_fails_is_one_line(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = [401]
        said = clew("ask", QUESTION)
        assert (said.code, said.err.count("\n")) == (12, 1)
        assert "refuses the key" in said.err

    @pytest.mark.slow
    def test_on_a_terminal_it_comes_in_pieces_and_cannot_steer(
        self, clew: Clew, conversation: Path, service: Server
    ) -> None:
        clew("remember", conversation)
        service.answers = ["Miso \x1b[2J is what Ann called \x9b the kitten in May, and nobody since [8][1]."]
        shown = on_a_terminal("ask", QUESTION)
        assert "Miso \\x1b[2J is what Ann called \\x9b the kitten in May, and nobody since [1].\r\n" in shown
        assert "I adopted a kitten called Miso." in shown
        assert "asking" in shown


class TestFacts:
    def test_they_are_counted_and_found(self, clew: Clew, conversation: Path, facts: Path) -> None:
        clew("remember", conversation)
        said = clew("remember-facts", facts)
        assert said.code == 0
        assert said.out == "2 new facts, 0 repeated, 0 replaced, 1 rejected.\n"
        assert "1 rejected: their sources are not in this space" in said.err
        assert clew("remember-facts", facts, "--json").json == {"new": 0, "repeated": 2, "replaced": 0, "rejected": 1}

    def test_recall_shows_when_they_hold_and_from_where(self, clew: Clew, conversation: Path, facts: Path) -> None:
        clew("remember", conversation)
        clew("remember-facts", facts)
        said = re.sub(r"\s+", " ", clew("recall", "Where does Miso sleep?", "--kind", "fact").out)
        assert "fact Miso sleeps in the laundry basket." in said
        assert "said on 8 May 2023, belief 0.75, from episode:monday/2" in said
        assert "since 7 May 2023, belief 1.00, from episode:monday/0" in said
        assert "f=derived (fact and source)" in said
        found = clew("recall", "Miso", "--kind", "fact", "--json").json["hits"]
        assert {hit["kind"] for hit in found} == {"Fact"}
        assert clew("recall", "Miso", "--kind", "reflection", "--json").json["hits"] == []

    def test_a_file_that_cannot_be_used(self, clew: Clew, tmp_path: Path) -> None:
        broken = tmp_path / "facts.jsonl"
        broken.write_text('{"text": "Hi", "sources": 1}\n')
        assert "line 1: sources" in clew("remember-facts", broken).err
        assert clew("remember-facts", broken).code == 2
        assert clew("remember-facts", tmp_path / "none.jsonl").code == 2


class TestConsolidate:
    def test_without_a_model_rules_find_what_was_said(self, clew: Clew, conversation: Path) -> None:
        clew("remember", conversation)
        said = clew("consolidate", "--usage")
        assert said.code == 0
        assert re.match(r"2 chunks: [1-9]\d* new facts?, 0 repeated, 0 replaced, 0 rejected, 0 reflections\.", said.out)
        assert "no language model is set: rules find" in said.err
        assert "no language model was asked" in said.err
        assert clew("consolidate").out == "Nothing waits to be consolidated.\n"
        assert clew("consolidate", "--json").json["chunks"] == 0

    def test_with_one_its_use_is_shown_per_chain(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = [FOUND, NOTHING]
        said = clew("consolidate", "--usage")
        assert said.code == 0, said.err
        assert said.out.startswith("2 chunks: 1 new fact, 0 repeated, 0 replaced, 0 rejected, 0 reflections.\n")
        assert re.search(r"^facts +2 +0 +0 +22 +14 +\d+ *$", said.out, re.MULTILINE)
        assert "consolidate 2 chunks" in said.err
        assert clew("recall", "kitten", "--kind", "fact", "--json").json["hits"][0]["text"].startswith("Ann adopted")

    def test_what_fails_is_named_and_stays(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = [429, FOUND.replace("[1]", "[9]")]
        said = clew("consolidate")
        assert said.code == 2
        assert said.out.startswith("1 chunk: 0 new facts, 0 repeated, 0 replaced, 1 rejected, 0 reflections.\n")
        failures = [line for line in said.err.split("\n") if "failed" in line]
        assert len(failures) == 1
        assert re.match(r"monday, turns 0 to 2 failed: facts: .*429", failures[0])
        listed = clew("consolidate", "--status")
        assert listed.code == 0
        assert re.search(r"monday, turns 0 to 2 +8 May 2023 +3 +facts: model ChatOpenAI:m", listed.out)
        assert "1 chunks wait, 1 of them failed before." in listed.out
        (pending,) = clew("consolidate", "--status", "--json").json
        assert (pending["turns"], "429" in pending["failure"]) == (3, False)  # a provider's words are not kept
        assert "is overloaded or has a limit" in pending["failure"]
        service.answers = [FOUND]
        assert clew("consolidate", "--json").json["facts"]["new"] == 1
        assert clew("consolidate", "--status").out == "Nothing waits to be consolidated.\n"

    def test_a_budget_stops_it_and_what_is_left_is_listed(
        self, clew: Clew, conversation: Path, service: Server
    ) -> None:
        clew("remember", conversation)
        waiting = clew("consolidate", "--status").out
        assert re.search(r"friday, turns 0 to 1 +2 June 2023 +2", waiting)
        assert "2 chunks wait, 0 of them failed before." in waiting
        service.answers = [NOTHING, NOTHING]
        said = clew("consolidate", "--max-tokens", "18")
        assert said.code == 0
        assert "1 chunks wait; `clew consolidate` goes on with them." in said.out
        assert "stopped: facts: 18 tokens are used" in said.err
        assert len(service.asked) == 1

    def test_documents_become_triplets_where_that_is_asked_for(
        self, clew: Clew, tmp_path: Path, service: Server
    ) -> None:
        (tmp_path / "Brno.txt").write_text("Brno has a castle.")
        clew("read", tmp_path / "Brno.txt")
        assert clew("consolidate").out == "Nothing waits to be consolidated.\n"
        assert "1 chunks wait, 0 of them failed before." in clew("consolidate", "--status", "--documents").out
        (waiting,) = clew("consolidate", "--status", "--documents", "--json").json
        assert waiting["name"].endswith("Brno.txt, passage 0")
        service.answers = ["rubbish"] * 3
        said = clew("consolidate", "--documents")
        assert "1 chunks wait; `clew consolidate --documents` goes on with them." in said.out
        service.answers = ['{"triplets": [{"subject": "Brno", "predicate": "has", "object": "castle"}]}']
        said = clew("consolidate", "--documents")
        assert (said.code, said.out.split("\n")[1]) == (0, "1 new triplet, 0 repeated, 0 rejected.")
        assert clew("recall", "castle", "--kind", "triplet", "--json").json["hits"][0]["text"] == "Brno has castle"

    def test_documents_need_a_model(self, clew: Clew) -> None:
        said = clew("consolidate", "--documents")
        assert (said.code, said.out) == (14, "")
        assert said.err.startswith("clew: error: consolidating documents needs a language model")

    def test_a_model_that_is_down_is_one_line(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = [401]
        said = clew("consolidate")
        assert (said.code, said.out) == (12, "")
        assert "refuses the key" in said.err

    @pytest.mark.slow
    def test_on_a_terminal_progress_is_shown(self, clew: Clew, conversation: Path, service: Server) -> None:
        clew("remember", conversation)
        service.answers = [FOUND, NOTHING]
        shown = on_a_terminal("consolidate")
        assert "2 of 2 chunks, 1 facts, 36 tokens" in shown
        assert "left" in shown


def on_a_terminal(*arguments: str) -> str:
    """What a command shows on a terminal of 100 columns."""
    terminal, other = pty.openpty()
    command = [str(Path(sys.executable).with_name("clew")), *arguments]
    environment = os.environ | {"COLUMNS": "100", "TERM": "xterm"}
    shown = b""
    with subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment) as process:
        os.close(other)
        while piece := _read(terminal):
            shown += piece
    os.close(terminal)
    assert process.returncode == 0, shown.decode()
    return shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other end is closed
        return b""
