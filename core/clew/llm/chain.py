"""A question to a model with the form of its answer."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from clew.llm.prompt import Prompt

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Chain(Generic[Answer]):
    """What `LanguageModel.ask` asks.

    Attributes:
        name: what usage is counted under.
        prompt: the question.
        answer: the answer's form. The model sees its docstring and its fields' descriptions; flat ones serve small
            models best, and one with a single list may be answered by the bare list.
    """

    name: str
    prompt: Prompt
    answer: type[Answer]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the answer."""
        return self.answer.model_json_schema()
