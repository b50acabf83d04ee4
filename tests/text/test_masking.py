"""Keys and passwords are in no message, whoever quotes them, and not in what is stored."""

from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.scripted import Scripted

from clew.api.memory import Memory
from clew.errors import InvalidInput, ModelFailed
from clew.graph.driver import Graph
from clew.llm import Chain, LanguageModel, Prompt
from clew.llm.failure import translated
from clew.settings import Settings
from clew.text.arguments import quoted
from clew.text.masking import conceal, masked

SECRET = "correct-horse-7431"
PROMPT = Prompt.parse("facts", "# System\nFind facts.\n# Human\n{chunk}")


@pytest.mark.parametrize("name", ["CLEW_OPENAI_KEY", "CLEW_NEO4J_PASSWORD", "CLEW_PASSWORD__X", "CLEW_HEAP_MB"])
def test_a_variable_that_cannot_be_is_named_without_its_value(name: str) -> None:
    with pytest.raises(InvalidInput, match=name.removesuffix("__X")) as raised:
        Settings.from_env({name: "unheard-of-5521"})
    assert "5521" not in str(raised.value)


def test_what_is_wrong_with_a_setting_is_said_in_words_of_ours() -> None:
    with pytest.raises(InvalidInput, match=r"^CLEW_URI: it holds a space"):
        Settings.from_env({"CLEW_URI": "bolt://a host"})
    with pytest.raises(InvalidInput, match=r"^uri: it is no address; .* for Neo4j;"):
        Settings().changed(uri="http://[::1")


def test_a_setting_that_cannot_be_is_named_without_its_value() -> None:
    with pytest.raises(InvalidInput) as raised:
        Settings(pasword="unheard-of-5522")  # pyright: ignore[reportCallIssue]
    with pytest.raises(InvalidInput) as changed:
        Settings().changed(pasword="unheard-of-5522")
    assert "5522" not in f"{raised.value} {changed.value}"


@pytest.mark.parametrize("name", ["password", "model_key", "encoder_key", "pasword"])
def test_a_password_that_is_given_as_a_number_is_not_shown(name: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{name}: ") as raised:
        Settings().changed(**{name: 1234565521})
    assert "5521" not in str(raised.value)


def test_a_number_that_cannot_be_is_shown() -> None:
    with pytest.raises(InvalidInput, match=r"^threads is -1: "):
        Settings().changed(threads=-1)


@pytest.mark.parametrize(
    "password", ["unheard-of-5523", "un'heard-5523", "un/heard-5523", "un heard@of?5523", "a://5523"]
)
def test_an_address_with_a_user_is_refused_without_showing_the_password(password: str) -> None:
    with pytest.raises(InvalidInput, match=r"^the address of '127.0.0.1:7687' names a user; give user") as raised:
        Graph.connect(f"bolt://ann:{password}@127.0.0.1:7687")
    assert "5523" not in str(raised.value)


@pytest.mark.parametrize("auth", ["unheard-of-5524", ("neo4j", "unheard-of-5524", "x"), ("neo4j", b"unheard-of-5524")])
def test_a_malformed_login_is_not_shown(auth: object) -> None:
    with pytest.raises(InvalidInput, match="auth is a ") as raised:
        Memory.open("bolt://127.0.0.1:1", auth=auth)  # pyright: ignore[reportArgumentType]
    assert "5524" not in str(raised.value)


def test_a_login_that_is_known_is_masked_wherever_others_quote_it() -> None:
    Settings(model_key=SecretStr(SECRET))
    error = translated(RuntimeError(f"the key {SECRET} of http://ann:pw@host/v1, Bearer abc is refused"), "facts", "m")
    assert (
        str(error) == "facts: model m cannot be asked (the key *** of http://***@host/v1, Bearer *** is refused); "
        "correct its settings or use another"
    )
    assert SECRET not in quoted(f"{'x' * 50}{SECRET}")


def test_the_key_of_a_model_that_is_passed_in_is_masked() -> None:
    class Keyed(Scripted):
        api_key: SecretStr = SecretStr("unheard-of-5525")

    model = LanguageModel(Keyed(answers=[RuntimeError("unheard-of-5525 is refused")]))
    with pytest.raises(ModelFailed) as raised:
        Chain.text(PROMPT).on(model).invoke({"chunk": "x"})
    assert "5525" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("bolt://ann:p@ss:w/o://rd@host/a", "bolt://***@host/a"),
        ("http://@host and 'http://ann@host'", "http://***@host and 'http://***@host'"),
        ("'http://ann:pa'ss\"word@host'", "'http://***@host'"),
        (f"bolt://ann:{'long' * 9999}@host", "bolt://***@host"),
        (f"{'://a' * 9999}@host", "://***@host"),
    ],
)
def test_users_in_addresses_are_masked(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.timeout(10)
@pytest.mark.parametrize("text", ["://a" * 200_000, "://@" * 200_000, "sk-" * 200_000, "Bearer " * 200_000])
def test_a_text_of_any_form_is_masked_in_time_that_grows_with_its_length(text: str) -> None:
    assert len(masked(text)) <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "give the right user and password",
        "https://neo4j.com/docs: ann@host.example wrote",
        "a sk-ill",
        "bolt://localhost:7687",
    ],
)
def test_other_text_stays(text: str) -> None:
    conceal("short")
    conceal("password")
    assert masked(f"{text} short") == f"{text} short"


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("swordfish of 5521\n", "utf-8")
    assert Settings.from_env({"CLEW_PASSWORD_FILE": str(file)}).password.get_secret_value() == "swordfish of 5521"
    assert masked("it is swordfish of 5521") == "it is ***"
    with pytest.raises(InvalidInput, match="are both set; unset one"):
        Settings.from_env({"CLEW_PASSWORD_FILE": str(file), "CLEW_PASSWORD": "x"})
    file.write_bytes("\ufeffswordfish of 5521\r\n".encode())  # as Windows' editor writes it
    assert Settings.from_env({"CLEW_PASSWORD_FILE": str(file)}).password.get_secret_value() == "swordfish of 5521"
    file.write_bytes(b"\xff")
    for path in (file, tmp_path, tmp_path / "none"):
        with pytest.raises(InvalidInput, match=r"CLEW_MODEL_KEY_FILE: the file .* cannot be read"):
            Settings.from_env({"CLEW_MODEL_KEY_FILE": str(path)})
