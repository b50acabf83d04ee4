"""Recorded answers: a real model's, replayed to the letter, and how to record is said where one is missing.

The answers in `tests/cassettes/recorded.json` are a small model's.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel
from tests.recorded_answers import Recorded
from tests.recording import recorded
from tests.scripted import NoAnswer, Scripted

from clew.errors import ModelFailed
from clew.llm import Chain, LanguageModel, Prompt

PROMPT = Prompt.parse(
    "facts",
    "# System\nYou find facts in conversations. Each fact is one short sentence that can be understood alone.\n"
    "# Human\nFind the facts in this conversation:\n{chunk}",
)
CHUNK = "Ann: I moved to Oslo in May. Ben: Nice! I adopted a cat called Miso."


class Facts(BaseModel):
    """Facts that were said."""

    facts: list[str]


CHAIN = Chain("facts", PROMPT, Facts)
STREAMED = Chain.text(PROMPT)
GOOD = '{"facts": ["Ann lives in Oslo"]}'


@pytest.fixture
def real() -> Recorded:
    """A real model's answers."""
    return recorded("recorded", __file__)


class TestOfARealModel:
    def test_answers_in_the_form_that_was_asked_for(self, real: Recorded) -> None:
        model = LanguageModel(real)
        facts = " ".join(model.ask(CHAIN, chunk=CHUNK).facts)
        assert "Oslo" in facts
        assert "Miso" in facts
        counted = model.usage.total
        assert (counted.calls, counted.re_asks, counted.estimated) == (1, 0, False)
        assert counted.prompt_tokens > 20 < counted.completion_tokens

    def test_text_in_pieces_with_its_usage(self, real: Recorded) -> None:
        model = LanguageModel(real)
        pieces = list(STREAMED.on(model).stream({"chunk": CHUNK}))
        assert len(pieces) > 1
        assert "Oslo" in "".join(pieces)
        assert model.usage.total.prompt_tokens > 20
        assert not model.usage.total.estimated


def record(cassette: Path, *answers: str | AIMessage) -> Recorded:
    return Recorded(cassette=cassette, live=Scripted(answers=[*answers]))


@pytest.fixture
def cassette(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "facts.json"


class TestRecording:
    def test_what_was_recorded_is_replayed(self, cassette: Path) -> None:
        used = {"input_tokens": 6, "output_tokens": 4, "total_tokens": 10}
        said = AIMessage(GOOD, usage_metadata=used, response_metadata={"finish_reason": "stop", "id": "x"})  # pyright: ignore[reportArgumentType]
        first = LanguageModel(record(cassette, said)).ask(CHAIN, chunk="a")
        model = LanguageModel(Recorded(cassette=cassette))
        assert model.ask(CHAIN, chunk="a") == first == Facts(facts=["Ann lives in Oslo"])
        assert (model.usage.total.tokens, model.usage.total.estimated) == (10, False)

    def test_what_is_recorded_is_not_asked_again(self, cassette: Path) -> None:
        live = Scripted(answers=[GOOD, GOOD])
        for chunk in ("a", "a", "b", "a"):
            LanguageModel(Recorded(cassette=cassette, live=live)).ask(CHAIN, chunk=chunk)
        assert len(live.asked) == 2

    def test_many_threads_record_into_one_file(self, cassette: Path) -> None:
        def ask(number: int) -> None:
            LanguageModel(record(cassette, GOOD)).ask(CHAIN, chunk=f"chunk {number}")

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(ask, range(24)))
        assert len(json.loads(cassette.read_text("utf-8"))) == 24

    def test_a_missing_answer_says_how_to_record_it(self, cassette: Path) -> None:
        with pytest.raises(NoAnswer, match=r"facts.json holds no answer to 'Find the facts .*a' .*live=MODEL"):
            LanguageModel(Recorded(cassette=cassette)).ask(CHAIN, chunk="a")
        with pytest.raises(NoAnswer, match=r"; say please$"):
            LanguageModel(Recorded(cassette=cassette, how="say please")).ask(CHAIN, chunk="a")
        assert not cassette.exists()

    def test_another_schema_text_or_tool_is_another_question(self, cassette: Path) -> None:
        class Other(BaseModel):
            facts: list[str]
            concepts: list[str] = []

        LanguageModel(record(cassette, GOOD)).ask(CHAIN, chunk="a")
        replaying = LanguageModel(Recorded(cassette=cassette))
        with pytest.raises(NoAnswer):
            replaying.ask(CHAIN, chunk="b")
        with pytest.raises(NoAnswer):
            replaying.ask(Chain("facts", PROMPT, Other), chunk="a")
        with pytest.raises(NoAnswer):
            list(STREAMED.on(replaying).stream({"chunk": "a"}))

    def test_the_file_does_not_depend_on_the_order_of_recording(self, cassette: Path) -> None:
        other = cassette.with_name("other.json")
        for file, chunks in ((cassette, "ab"), (other, "ba")):
            for chunk in chunks:
                LanguageModel(record(file, GOOD)).ask(CHAIN, chunk=chunk)
        assert cassette.read_bytes() == other.read_bytes()
        assert {path.name for path in cassette.parent.iterdir()} == {"facts.json", "other.json"}
        recordings = json.loads(cassette.read_text("utf-8"))
        assert [one["asked"][-1] for one in recordings.values()].count("a") == 1

    def test_texts_that_no_file_can_hold_are_recorded(self, cassette: Path) -> None:
        answer = LanguageModel(record(cassette, '{"facts": ["a\ud83d", "\0"]}')).ask(CHAIN, chunk="a")
        assert LanguageModel(Recorded(cassette=cassette)).ask(CHAIN, chunk="a") == answer

    def test_a_failure_is_not_recorded(self, cassette: Path) -> None:
        live = Scripted(answers=[KeyError("x")])
        with pytest.raises(ModelFailed):
            LanguageModel(Recorded(cassette=cassette, live=live)).ask(CHAIN, chunk="a")
        assert not cassette.exists()

    def test_a_broken_file_is_one_sentence(self, cassette: Path) -> None:
        cassette.parent.mkdir()
        cassette.write_text("{")
        with pytest.raises(NoAnswer, match=r"facts.json is no JSON .*; delete it and record again"):
            LanguageModel(Recorded(cassette=cassette)).ask(CHAIN, chunk="a")


@tool
def weather(city: str) -> str:
    """The weather in a city."""
    return f"rain in {city}"


class TestTools:
    def test_an_agents_turns_are_recorded_and_replayed(self, cassette: Path) -> None:
        call = AIMessage("", tool_calls=[{"name": "weather", "args": {"city": "Oslo"}, "id": "7"}])
        for model in (record(cassette, call, "It rains."), Recorded(cassette=cassette)):
            agent = model.bind_tools([weather])
            asked = [HumanMessage("Will it rain in Oslo?")]
            said = agent.invoke(asked)
            (made,) = said.tool_calls
            done = weather.invoke(made)
            assert isinstance(done, ToolMessage)
            assert agent.invoke([*asked, said, done]).content == "It rains."

    def test_a_tool_call_is_streamed(self) -> None:
        call = AIMessage("", tool_calls=[{"name": "weather", "args": {"city": "Oslo"}, "id": "7"}])
        chunks = list(Scripted(answers=[call]).stream("Will it rain?"))
        whole = chunks[0]
        for chunk in chunks[1:]:
            whole += chunk
        assert [(made["name"], made["args"], made["id"]) for made in whole.tool_calls] == [
            ("weather", {"city": "Oslo"}, "7")
        ]


class TestSchemas:
    @pytest.mark.parametrize(
        ("schema", "expected"), [(Facts, Facts(facts=["a"])), (Facts.model_json_schema(), {"facts": ["a"]})]
    )
    def test_a_class_or_a_json_schema(self, schema: type[Facts] | dict[str, object], expected: object) -> None:
        scripted = Scripted(answers=['{"facts": ["a"]}', '{"facts": ["a"]}', "rubbish"])
        assert scripted.with_structured_output(schema).invoke("?") == expected
        raw = scripted.with_structured_output(schema, include_raw=True, method="json_schema")
        assert raw.invoke("?")["parsed"] == expected  # pyright: ignore[reportIndexIssue]
        broken = raw.invoke("?")
        assert isinstance(broken, dict)
        assert (broken["raw"].content, broken["parsed"]) == ("rubbish", None)
        assert isinstance(broken["parsing_error"], Exception)
