"""Memory as an agent's tools: add, recall, ask, forget, and those of what else a space holds.

agent = create_agent(model, tools(memory, session="chat 7"))

Space and session are the application's choice: no tool has an argument for them, so no model can name another's.
"""

import logging
from collections.abc import Callable, Collection
from itertools import chain
from typing import TYPE_CHECKING, Any

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import ValidationError, create_model

from clew.agents.part_tools import PART_TOOLS, held_parts
from clew.agents.retriever import document
from clew.agents.spaces import Spaces
from clew.agents.tool_form import NOTHING, WORDS, Result, Tool
from clew.agents.tool_table import TOOLS, KeptTurn
from clew.api.memory import Memory
from clew.errors import ClewError, InvalidInput
from clew.model import Answer, Profile, Recall
from clew.retrieval.pack import header, line
from clew.text.quotation import QUOTED

if TYPE_CHECKING:
    from langgraph.prebuilt import ToolRuntime
else:
    try:
        from langgraph.prebuilt import ToolRuntime
    except ImportError:  # an agent without LangGraph has no runtime

        class ToolRuntime:
            """A stand-in for the annotation."""

            def __class_getitem__(cls, _: object) -> type:
                return cls


MAX_RESULT_CHARACTERS = 6000  # characters of what a tool gives back
NO_RUNTIME: Any = None

RECALLING = frozenset(
    tool.name for tool in chain(TOOLS, *PART_TOOLS.values()) if tool.only != "mcp" and tool.effect != "adds"
)
"""Tools that give back what is in memory: it is not remembered once more."""


def tools(
    memory: Memory,
    *,
    session: str = "agent",
    words: int = WORDS,
    parts: Collection[str] | None = None,
    by_context: bool = False,
) -> list[BaseTool]:
    """Return the tools of one memory; they may be called in several threads at once, and awaited.

    A tool that fails tells the agent why in one sentence.

    Args:
        memory: its space is the only one that they reach, unless each request names its own.
        session: what is remembered is appended to it, unless a request names another.
        words: of memory that `recall` gives back, and `ask` shows the language model.
        parts: `world`, `working`, `learnings` and `scene`: whose tools are added; None: those that the space holds now,
            and with `by_context` none.
        by_context: whether each request names its space in the runtime's context; see `clew.agents.spaces`.

    Returns:
        ``add``, ``recall``, ``forget``, ``correct``, ``profile``, those of the parts, with a language model ``ask``;
        where memory is only read, those of them that read.

    Raises:
        InvalidInput: a part has another name.
    """
    if unknown := set(parts or ()) - PART_TOOLS.keys():
        raise InvalidInput(f"there are no tools of {min(unknown)!r}; name some of {', '.join(PART_TOOLS)}")
    wanted = parts if parts is not None else () if by_context else held_parts(memory)
    offered = [each for each in TOOLS if each.only != "mcp" and (memory.model is not None or not each.needs_model)]
    offered += [each for part, own in PART_TOOLS.items() if part in wanted for each in own]
    if memory.space.graph.only_reads:
        offered = [each for each in offered if each.effect == "reads"]
    spaces = Spaces(memory, session, by_context=by_context)
    made = list[BaseTool]()
    for tool in offered:
        fields = tool.arguments.model_fields
        names = tool.in_agents or tuple(fields)
        own: dict[str, Any] = {name: (fields[name].annotation, fields[name]) for name in names}
        made.append(
            StructuredTool.from_function(
                _guarded(spaces, tool, names, {"words": words} if "words" in fields else {}),
                name=tool.name,
                description=tool.description,
                args_schema=create_model(tool.name, **own),
                response_format="content_and_artifact",
                handle_tool_error=True,
                handle_validation_error=_unusable,
            )
        )
    return made


def _guarded(spaces: Spaces, tool: Tool, names: Collection[str], fixed: dict[str, Any]) -> Callable[..., Result]:
    """Return what a tool does, with a bounded answer, and its errors as LangChain gives them back to the agent."""

    def guarded(runtime: ToolRuntime[Any, Any] = NO_RUNTIME, **given: Any) -> Result:  # noqa: ANN401
        # Outside of an agent a model's own argument of that name comes here: it is no runtime, and names no space.
        is_injected = isinstance(runtime, ToolRuntime)  # pyright: ignore[reportUnnecessaryIsInstance]
        context = runtime.context if is_injected else None
        try:
            bound = spaces.of(context)
            asked = tool.arguments(**{name: given[name] for name in names if name in given})
            content, artifact = _result(asked.model_copy(update=fixed).work(bound))
            return Result(_bounded(content), artifact)
        except ClewError as error:
            raise ToolException(_bounded(f"error: {error}")) from error
        except Exception as error:
            logging.getLogger(__name__).exception("%s failed", tool.name)
            raise ToolException(f"error: memory failed ({type(error).__name__}); go on without it") from error

    return guarded


def _result(found: Result | KeptTurn | Recall | Answer | Profile) -> Result:
    match found:
        case Recall():
            text = f"{QUOTED}\n\n{found.text}" if found.packed else NOTHING
            return Result(text, [document(hit) for hit in found.packed])
        case Answer():
            cited = [f"[{number}] {header(hit)}: {line(hit)}" for number, hit in found.cited.items()]
            text = "\n".join([found.text, "", QUOTED, *cited] if cited else [found.text])
            return Result(text, [document(hit) for hit in found.cited.values()])
        case Profile():
            topics = {topic: [fact.id for fact in facts] for topic, facts in found.topics.items()}
            return Result(f"{QUOTED}\n\n{found.text}" if found.text else NOTHING, topics)
        case KeptTurn():
            return Result("remembered", {"id": found.id})
        case Result():
            return found


def _unusable(error: ValueError) -> str:
    if not isinstance(error, ValidationError):  # of pydantic 1, which our forms do not use
        return _bounded(f"error: {error}")
    first = error.errors()[0]
    name = ".".join(map(str, first["loc"])) or "the call"
    return _bounded(f"error: {name}: {first['msg'].lower()}; correct it and call again")


def _bounded(text: str) -> str:
    return text if len(text) <= MAX_RESULT_CHARACTERS else f"{text[:MAX_RESULT_CHARACTERS]}…"
