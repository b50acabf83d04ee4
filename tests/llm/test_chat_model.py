"""Chat models by their settings, over OpenAI's protocol: what goes out, and what becomes of a server's failures."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, SecretStr
from tests.serving import Protocol, Server, serving

from clew.errors import InvalidInput, MissingDependency, ModelFailed, ModelUnavailable
from clew.llm import Chain, LanguageModel, Prompt, chat_model
from clew.llm.choice import OPENAI, identity
from clew.settings import Settings

PROMPT = Prompt.parse("facts", "# System\nFind facts.\n# Human\n{chunk}")
GOOD = '{"facts": ["Ann lives in Oslo"]}'


class Facts(BaseModel):
    """Facts that were said."""

    facts: list[str]


CHAIN = Chain("facts", PROMPT, Facts)
STREAMED = Chain.text(PROMPT)


class Chat(Protocol):
    """OpenAI's protocol for chats; the model's name says how it answers."""

    def reply(self, body: dict[str, Any]) -> None:
        match body["model"]:
            case "good" if body.get("stream"):
                wanted = body.get("stream_options", {}).get("include_usage", False)
                self.stream(["Ann lives ", "in Oslo."], usage=wanted)
            case "o3-mini" | "openai/o4-mini" | "gpt-5-mini" | "openai/gpt-5-mini" if body.get("temperature", 1) != 1:
                self.refuse(400, "temperature is not supported with this model")
            case "good" | "o3-mini" | "openai/o4-mini" | "gpt-5-mini" | "openai/gpt-5-mini" | "openai/gpt-5-chat":
                self.say(GOOD)
            case "too-long":
                self.say(*(('{"facts": ["Ann li', "length") if len(self.owner.asked) == 1 else (GOOD,)))
            case "no-schemas" if "response_format" in body:
                self.refuse(400, "response_format is not supported here")
            case "no-schemas":
                self.say(f"Here you are: {GOOD}")
            case "too-much":
                self.refuse(400, "9999 tokens exceed the available context size of 4096")
            case "not-openai":
                self.answer(200, {"hello": "world"})
            case status:
                self.refuse(int(status), f"status {status}\nwith a reason")


@pytest.fixture
def service() -> Iterator[Server]:
    with serving(Chat) as server:
        yield server


def language_model(name: str, url: str, key: str = "") -> LanguageModel:
    made = chat_model(Settings.model_validate({"model": f"openai:{name}", "model_url": url, "model_key": key}))
    assert made is not None
    return LanguageModel(made)


class TestChoice:
    def test_no_name_is_no_model(self) -> None:
        assert chat_model(Settings()) is None

    @pytest.mark.parametrize("name", ["gpt-4o", "openai", "openai:", ":x"])
    def test_a_name_without_a_provider_is_refused(self, name: str) -> None:
        with pytest.raises(InvalidInput, match=f"model '{name}' is no PROVIDER:NAME"):
            chat_model(Settings(model=name, model_url="http://127.0.0.1:9/v1"))

    def test_an_unknown_provider_is_refused(self) -> None:
        with pytest.raises(InvalidInput, match=r"model other:x cannot be made: .*other.*openai"):
            chat_model(Settings(model="other:x", model_key=SecretStr("a key")))

    def test_a_provider_without_its_package_is_named_with_it(self) -> None:
        with pytest.raises(MissingDependency, match=r"model fireworks:x cannot be made: .*langchain-fireworks"):
            chat_model(Settings(model="fireworks:x", model_key=SecretStr("a key")))

    def test_openai_itself_needs_a_key(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        with pytest.raises(InvalidInput, match="model openai:gpt has no API key; set OPENAI_API_KEY"):
            chat_model(Settings(model="openai:gpt"))

    def test_openais_key_is_taken_from_its_usual_variable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "the usual one")
        made = chat_model(Settings(model="openai:gpt"))
        assert isinstance(made, ChatOpenAI)
        assert isinstance(made.openai_api_key, SecretStr)
        assert made.openai_api_key.get_secret_value() == "the usual one"

    def test_another_provider_answers_with_the_key_of_its_usual_variable(
        self, service: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", service.url)
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", "an azure key")
        monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
        made = chat_model(Settings(model="azure_openai:good"))
        assert made is not None
        assert LanguageModel(made).ask(CHAIN, chunk="x").facts == ["Ann lives in Oslo"]
        assert identity(made) == "AzureChatOpenAI:good"

    def test_a_provider_that_lacks_what_it_needs_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
        with pytest.raises(InvalidInput, match=r"model azure_openai:good cannot be made: .*model_key"):
            chat_model(Settings(model="azure_openai:good"))

    def test_a_stray_base_url_in_the_environment_is_not_followed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:9/v1")
        monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
        made = chat_model(Settings(model="openai:gpt", model_key=SecretStr("secret")))
        assert isinstance(made, ChatOpenAI)
        assert made.openai_api_base == OPENAI

    def test_missing_packages_are_named_with_the_command(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "langchain_openai", None)
        with pytest.raises(MissingDependency, match=r"openai:gpt needs langchain-openai.*pip install -e .*\[openai\]"):
            chat_model(Settings(model="openai:gpt", model_url="http://127.0.0.1:9/v1"))

    def test_the_settings_come_from_the_environment(self) -> None:
        read = Settings.from_env(
            {"CLEW_MODEL": "openai:m", "CLEW_MODEL_URL": "u", "CLEW_MODEL_KEY": "secret", "CLEW_MODEL_CALLS": "2"}
        )
        assert (read.model, read.model_url, read.model_key.get_secret_value(), read.model_calls) == (
            "openai:m", "u", "secret", 2,
        )  # fmt: skip
        assert "secret" not in repr(read)
        with pytest.raises(InvalidInput, match="CLEW_MODEL_CALLS"):
            Settings.from_env({"CLEW_MODEL_CALLS": "0"})

    @pytest.mark.parametrize("edge", ["\n", "\r\n", " ", "\t", "\x1b", "\ufeff"])
    def test_a_key_has_neither_white_space_nor_controls_around_it(self, edge: str) -> None:
        given = {f"CLEW_{name}_KEY": f"{edge}a secret{edge}" for name in ("MODEL", "ENCODER")}
        read = Settings.from_env(given)
        assert read.model_key == read.encoder_key == SecretStr("a secret")

    @pytest.mark.parametrize("edge", ["\r", " ", "\t", "\u00a0", "\ufeff"])
    def test_a_variable_is_read_without_what_nobody_sees_around_it(self, edge: str) -> None:
        given = {"SPACE": "ann lee", "USER": "neo4j", "CONCEPTS": "false", "RECALL__ENGINE": "local", "PASSWORD": "p"}
        read = Settings.from_env({f"CLEW_{name}": f"{value}{edge}" for name, value in given.items()})
        assert (read.space, read.user, read.concepts, read.recall.engine) == ("ann lee", "neo4j", False, "local")
        assert read.password.get_secret_value() == f"p{edge}".rstrip("\r")

    @pytest.mark.slow
    def test_nothing_heavy_is_imported_before_the_first_question(self) -> None:
        program = (
            "import sys, clew.llm as llm; from clew.settings import Settings\n"
            "llm.Chain('c', llm.Prompt.parse('p', '# System\\nHi\\n# Human\\n{x}'), int); llm.chat_model(Settings())\n"
            "heavy = ('openai', 'langchain_core.prompts', 'langchain_core.language_models.chat_models', 'langsmith')\n"
            "print([module for module in heavy if module in sys.modules])"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert (done.stdout.strip(), done.stderr) == ("[]", "")


class TestAsking:
    def test_question_schema_and_key_go_out_and_the_answer_comes_back(self, service: Server) -> None:
        model = language_model("good", service.url, "secret")
        assert model.ask(CHAIN, chunk="this").facts == ["Ann lives in Oslo"]
        ((key, body),) = service.asked
        assert (key, body["temperature"], body["max_completion_tokens"]) == ("Bearer secret", 0, 2000)
        assert [(said["role"], said["content"]) for said in body["messages"]] == [
            ("system", "Find facts."),
            ("user", "this"),
        ]
        asked_for = body["response_format"]
        assert (asked_for["type"], asked_for["json_schema"]["name"]) == ("json_schema", "Facts")
        assert asked_for["json_schema"]["schema"]["required"] == ["facts"]
        counted = model.usage.total
        assert (counted.calls, counted.prompt_tokens, counted.completion_tokens, counted.estimated) == (1, 11, 7, False)

    def test_a_server_of_ones_own_needs_no_key(self, service: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "stray")
        assert language_model("good", service.url).ask(CHAIN, chunk="x").facts
        assert "stray" not in service.asked[0][0]

    def test_a_server_without_schemas_is_asked_in_words_from_then_on(self, service: Server) -> None:
        model = language_model("no-schemas", service.url)
        assert model.ask(CHAIN, chunk="x").facts == ["Ann lives in Oslo"]
        assert model.ask(CHAIN, chunk="x").facts == ["Ann lives in Oslo"]
        assert ["response_format" in body for _, body in service.asked] == [True, False, False]
        assert '"facts"' in service.asked[1][1]["messages"][1]["content"]

    @pytest.mark.parametrize("name", ["o3-mini", "openai/o4-mini", "gpt-5-mini", "openai/gpt-5-mini"])
    def test_a_model_that_takes_no_temperature_is_given_none(self, name: str, service: Server) -> None:
        assert language_model(name, service.url).ask(CHAIN, chunk="x").facts == ["Ann lives in Oslo"]

    def test_a_model_that_is_called_alike_and_takes_one_is_given_it(self, service: Server) -> None:
        language_model("openai/gpt-5-chat", service.url).ask(CHAIN, chunk="x")
        assert service.asked[0][1]["temperature"] == 0

    def test_an_answer_that_was_cut_off_is_asked_for_again(self, service: Server) -> None:
        model = language_model("too-long", service.url)
        assert model.ask(CHAIN, chunk="x").facts == ["Ann lives in Oslo"]
        messages = service.asked[1][1]["messages"]
        assert "Ann li" not in messages[2]["content"]
        assert "cut off because it is too long" in messages[3]["content"]
        assert (model.usage.total.calls, model.usage.total.tokens, model.usage.total.estimated) == (2, 36, False)

    def test_text_comes_in_pieces_with_its_usage(self, service: Server) -> None:
        model = language_model("good", service.url)
        assert list(STREAMED.on(model).stream({"chunk": "x"})) == ["Ann lives ", "in Oslo."]
        counted = model.usage.total
        assert (counted.prompt_tokens, counted.completion_tokens, counted.estimated) == (11, 7, False)


class TestFailures:
    @pytest.mark.parametrize(
        ("name", "error", "said"),
        [
            ("401", ModelUnavailable, "refuses the key .*status 401 with a reason.*; give another model_key"),
            ("403", ModelUnavailable, "refuses the key"),
            ("404", ModelUnavailable, "is not known there .*404.*; correct model or model_url"),
            ("400", ModelFailed, "cannot be asked .*400"),
            ("too-much", ModelFailed, "cannot read so much at once .*9999 tokens.*; give less text"),
            ("429", ModelFailed, "is overloaded .*429.*; try again later"),
            ("500", ModelFailed, "has a fault of its own"),
            ("not-openai", ModelFailed, "cannot be asked"),
        ],
    )
    def test_what_goes_wrong_there_is_one_sentence(
        self, name: str, error: type[Exception], said: str, service: Server
    ) -> None:
        model = language_model(name, service.url)
        with pytest.raises(ModelFailed, match=f"^facts: model ChatOpenAI:{name} {said}") as caught:
            model.ask(CHAIN, chunk="x")
        assert type(caught.value) is error
        assert "\n" not in str(caught.value)
        assert len(service.asked) == 1
        with pytest.raises(ModelFailed) as streaming:
            list(STREAMED.on(model).stream({"chunk": "x"}))
        assert type(streaming.value) is error

    def test_a_server_that_is_down(self, service: Server) -> None:
        url = service.url
        service.server_close()
        with pytest.raises(ModelUnavailable, match=r"does not answer .*; start its server or correct model_url"):
            language_model("good", url).ask(CHAIN, chunk="x")
