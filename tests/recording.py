"""The answers of real models that tests replay, and how they are recorded anew."""

import os
from pathlib import Path

from tests.recorded_answers import Recorded

from clew.llm import chat_model
from clew.settings import Settings

TESTS = Path(__file__).parent


def recorded(name: str, test: str, **settings: object) -> Recorded:
    """The answers of `tests/cassettes/NAME.json` to a test file's questions; a model that records has these settings.

    To record them anew, delete the file and name the base URL of an OpenAI-compatible server: `CLEW_TEST_RECORD=URL
    pytest FILE`.
    """
    url = os.environ.get("CLEW_TEST_RECORD", "")
    chosen = Settings.model_validate({"model": "openai:local", "model_url": url, **settings}) if url else None
    how = f"CLEW_TEST_RECORD=URL pytest tests/{Path(test).relative_to(TESTS)}"
    return Recorded(cassette=TESTS / "cassettes" / f"{name}.json", live=chosen and chat_model(chosen), how=how)
