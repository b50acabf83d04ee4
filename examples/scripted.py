"""Chat models whose answers are there already, for examples and tests that need no model.

    Scripted(answers=["no JSON", '{"facts": []}'])

They are LangChain chat models: they stream, take tools, and answer by JSON schema as `clew.llm` asks for it.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from threading import Lock
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.output_parsers import JsonOutputParser, PydanticOutputParser
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable, RunnableMap, RunnablePassthrough
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import BaseModel, InstanceOf, PrivateAttr

from clew.errors import ClewError

PIECES = 4  # of a text that is streamed


class NoAnswer(ClewError):
    """A test's model has no answer to this question; the message says how to give it one."""


class Double(BaseChatModel):
    """A chat model that knows its answers; a subclass says which."""

    @abstractmethod
    def _answer(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:
        """Answer messages, under what is set of the options `schema`, `tools`, `tool_choice` and `stop`."""

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Return the model with these tools."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], tool_choice=tool_choice, **kwargs)

    def with_structured_output(
        self,
        schema: dict[str, Any] | type,
        *,
        include_raw: bool = False,
        **kwargs: Any,  # noqa: ARG002 - LangChain's signature
    ) -> Runnable[LanguageModelInput, dict[str, Any] | BaseModel]:
        """Return the model with this schema, whatever the `method`."""
        form = schema if isinstance(schema, type) and issubclass(schema, BaseModel) else None
        bound = self.bind(schema=form.model_json_schema() if form else schema)
        parser: Runnable[Any, Any] = PydanticOutputParser(pydantic_object=form) if form else JsonOutputParser()
        if not include_raw:
            return bound | parser
        parsed = RunnablePassthrough.assign(parsed=itemgetter("raw") | parser, parsing_error=lambda _: None)
        unparsed = RunnablePassthrough.assign(parsed=lambda _: None)
        return RunnableMap(raw=bound) | parsed.with_fallbacks([unparsed], exception_key="parsing_error")

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._answer(messages, _options(stop, kwargs)))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        said = self._answer(messages, _options(stop, kwargs))
        pieces: list[Any] = [said.content]  # content blocks are one
        if isinstance(text := said.content, str):
            size = max(1, -(-len(text) // PIECES))
            pieces = [text[start : start + size] for start in range(0, len(text), size)] or [""]
        *openings, last = pieces
        for opening in openings:
            yield ChatGenerationChunk(message=AIMessageChunk(content=opening))
        end = {name: value for name, value in said if name not in {"type", "content"}}
        yield ChatGenerationChunk(message=AIMessageChunk(content=last, chunk_position="last", **end))


class Scripted(Double):
    """Gives these answers in this order, whatever it is asked. Thread-safe.

    Attributes:
        answers: a text, a message (with tool calls, usage and so on), or an exception, which is raised.

    Raises:
        NoAnswer: when asked once more.
    """

    answers: list[str | InstanceOf[AIMessage] | Exception]
    _asked: list[tuple[BaseMessage, ...]] = PrivateAttr(default_factory=list[tuple[BaseMessage, ...]])
    _lock: Lock = PrivateAttr(default_factory=Lock)

    @property
    def asked(self) -> Sequence[tuple[BaseMessage, ...]]:
        """The messages of each call so far."""
        return tuple(self._asked)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _answer(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:  # noqa: ARG002
        with self._lock:
            place = len(self._asked)
            self._asked.append(tuple(messages))
        if place >= len(self.answers):
            raise NoAnswer(f"Scripted was asked {place + 1} times and has {len(self.answers)} answers; give it more")
        answer = self.answers[place]
        if isinstance(answer, Exception):
            raise answer
        return AIMessage(answer) if isinstance(answer, str) else answer.model_copy()


def _options(stop: list[str] | None, bound: Mapping[str, Any]) -> dict[str, Any]:
    options = {"stop": stop, **{name: bound.get(name) for name in ("schema", "tools", "tool_choice")}}
    return {name: value for name, value in options.items() if value is not None}
