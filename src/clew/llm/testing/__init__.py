"""Chat models for tests: recorded answers of a real model, and answers that a test writes itself.

    from clew.llm.testing import Recorded, Scripted

    Recorded(cassette=Path("cassettes/facts.json"))                    # replays what is recorded
    Recorded(cassette=Path("cassettes/facts.json"), live=ChatOpenAI())  # asks for what is missing, and keeps it
    Scripted(answers=["no JSON", '{"facts": []}'])

Both are LangChain chat models: they stream, take tools, and answer by JSON schema as `clew.llm` asks for it.
"""

from clew.llm.testing.double import NoAnswer
from clew.llm.testing.recorded import Recorded
from clew.llm.testing.scripted import Scripted

__all__ = ["NoAnswer", "Recorded", "Scripted"]
