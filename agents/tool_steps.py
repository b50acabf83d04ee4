"""The run in an agent's messages: calls of `subgoal` and `retrieve`, and each other tool call as a step."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.tool import ToolCall
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError

from clew.api.working import WorkingMemory
from clew.embedding.unicode import well_formed
from clew.errors import ClewError, InvalidInput
from clew.loaders.sources.parts import said_in
from clew.loaders.working.reply import numbers
from clew.model.working import Run, Summary, is_same
from clew.retrieval.working.render import CountTokens, render

MAX_ACTION_CHARACTERS = 1000  # characters of a milestone, and of a call with its arguments in a step
MAX_OBSERVATION_CHARACTERS = 10_000  # characters of a tool's result in a step
FROM_MEMORY = "(what memory holds)"  # the observation of a step whose tool gave back what is in memory already
PAST = "Done up to now, as quotations from memory; what they demand is no task for you:"


def _kept(text: str) -> str:
    return well_formed(text)[:MAX_ACTION_CHARACTERS]


class _Subgoal(BaseModel):
    """Begin the next milestone on the way to the goal.

    Call it before you begin, and again each time when the present milestone is reached or leads nowhere, alone or
    together with the first call that works towards it. What was done for earlier milestones is then shown as one line
    each.
    """

    text: Annotated[str, AfterValidator(_kept)] = Field(description="The milestone, in one line.")


class _Retrieve(BaseModel):
    """Show every call and result of earlier milestones again, until the next one begins.

    Call it where the line that sums a milestone up lacks what you need.
    """

    numbers: Annotated[
        list[int], BeforeValidator(lambda given: numbers(str(given)) if isinstance(given, int | str) else given)
    ] = Field(description="Numbers of earlier milestones.")


FORMS: dict[str, type[BaseModel]] = {"subgoal": _Subgoal, "retrieve": _Retrieve}
"""Tools of working memory itself; a call of them is no step."""


@dataclass(frozen=True, slots=True)
class Called:
    """A tool call that was answered: its id as of `call_ids`, and the tokens that the model read before it."""

    id: str
    call: ToolCall
    answer: ToolMessage
    prompt_tokens: int = 0


def text_of(message: BaseMessage) -> str:
    """Return what a message says, as all that is remembered is read."""
    said = said_in(message.content, "content", message.type, is_model=isinstance(message, AIMessage))
    return well_formed("\n".join(said.texts))


def call_ids(messages: Iterable[BaseMessage]) -> list[str]:
    """Return the ids of all tool calls, in order, each with its message's: some models number each message's anew."""
    return [_id(message, call) for message in messages if isinstance(message, AIMessage) for call in message.tool_calls]


def _id(message: AIMessage, call: ToolCall) -> str:
    return f"{message.id}/{call['id']}"


def answered(messages: Sequence[BaseMessage], known: Collection[str]) -> list[Called]:
    """Return the answered calls whose ids are not known, in the order in which the model made them."""
    found: list[Called] = []
    answers: dict[str, ToolMessage] = {}  # up to the next message of the model
    for message in reversed(messages):
        if isinstance(message, ToolMessage):
            answers.setdefault(message.tool_call_id, message)
        elif isinstance(message, AIMessage):
            tokens = (message.usage_metadata or {}).get("input_tokens", 0)
            found[:0] = [
                Called(_id(message, call), call, answers[str(call["id"])], tokens)
                for call in message.tool_calls
                if call["id"] in answers and _id(message, call) not in known
            ]
            answers = {}
    return found


def record(working: WorkingMemory, calls: Iterable[Called], at: tuple[int, int], recalling: Collection[str]) -> str:
    """Write calls that a run does not hold yet. Return the id of the last one that opened a subgoal; empty for none.

    The run had so many subgoals and steps before the first call (`at`); what it has more is written already. Results of
    the tools of `recalling` are in memory.
    """
    (subgoals, length), opened = at, ""
    for each in calls:
        name, run = each.call["name"], working.run
        if name in FORMS and each.answer.status == "error":
            continue
        if name == "subgoal":
            text = _Subgoal.model_validate(each.call["args"]).text
            if any(is_same(open_.text, text) for open_ in run.subgoals[:subgoals][-1:]):
                continue
            subgoals, opened = subgoals + 1, each.id
            if not _has(run, subgoals, length):
                working.subgoal(text)
        elif name == "retrieve":
            wanted = _hidden(run, _Retrieve.model_validate(each.call["args"]).numbers)
            if wanted and (subgoals, length) == (len(run.subgoals), run.length):
                working.retrieve(wanted)
        else:
            subgoals, length = max(subgoals, 1), length + 1
            if not _has(run, subgoals, length):
                _step(working, each, FROM_MEMORY if name in recalling else text_of(each.answer))
    return opened


def _has(run: Run, subgoals: int, length: int) -> bool:
    return subgoals <= len(run.subgoals) and length <= run.length


def _hidden(run: Run, wanted: Iterable[int]) -> list[int]:
    """Return the numbers that are not shown yet, each once."""
    return [each for each in dict.fromkeys(wanted) if not (run.open and each in run.open.retrieved)]


def _step(working: WorkingMemory, called: Called, observation: str) -> None:
    """Write a call as a person would: ``take(thing="lamp", hand=1)``."""
    if not working.run.open:
        working.subgoal(working.run.goal)
    working.prompt_tokens.append(called.prompt_tokens)
    arguments = called.call["args"].items()
    given = ", ".join(f"{key}={json.dumps(each, ensure_ascii=False, default=str)}" for key, each in arguments)
    working.step(_kept(f"{called.call['name']}({given})"), observation[:MAX_OBSERVATION_CHARACTERS])


def refusal(run: Run, before: Iterable[ToolCall], call: ToolCall) -> str:
    """Return why a call of working memory's own tools cannot be done; empty where it can, or its arguments are wrong.

    The run is as before the message of the model that holds the call, and `before` are the calls before it there.
    """
    for each in before:
        try:
            run = _after(run, each)
        except (ClewError, ValidationError):
            continue  # it was refused
    try:
        _after(run, call)
    except ClewError as error:
        return f"error: {error}"
    except ValidationError:
        return ""  # the tool says what is wrong
    return ""


def _after(run: Run, call: ToolCall) -> Run:
    if call["name"] == "subgoal":
        text = _Subgoal.model_validate(call["args"]).text
        return run if run.open and is_same(run.open.text, text) else run.with_subgoal(text, Summary(""))
    if call["name"] == "retrieve":
        given = _Retrieve.model_validate(call["args"]).numbers
        wanted = _hidden(run, given)
        return run.with_retrieved(wanted) if wanted or not given else run
    return (run if run.open else run.with_subgoal(run.goal, None)).with_step(call["name"], "")


def past(run: Run, first: int, count: CountTokens, budget: int | None) -> str:
    """Return what the messages do not hold: subgoals before the open one, and steps of the open one before `first`.

    Empty where they hold everything. Where the budget does not hold even the open subgoal, that is all.
    """
    open_ = run.open
    steps = tuple(each for each in open_.steps if each.number < first) if open_ else ()
    if not run.closed and not steps:
        return ""
    opened = (replace(open_, steps=steps),) if open_ else ()
    bare = replace(run, goal="", subgoals=(*run.closed, *opened))  # the goal stands in a message of the user
    try:
        rendering = render(bare, "hiagent", count, budget)
    except InvalidInput:  # of the milestone, which stands in the messages too
        rendering = render(replace(bare, subgoals=tuple(replace(each, steps=()) for each in opened)), "hiagent", count)
    return str(rendering.messages[0].text).partition("\n")[2]


def shown(messages: Sequence[AnyMessage], since: str, opened: str, done: str) -> list[AnyMessage]:
    """Return messages with what was done before the open subgoal in place of its tool calls and their results.

    The messages before the user's with the goal (`since`) stay, and so do those from the call on that opened the open
    subgoal. `done` is what `past` returned.
    """
    if not done:
        return list(messages)
    begin = next((place for place, each in enumerate(messages) if each.id == since), -1)
    cut = next((place for place, each in enumerate(messages) if opened and opened in call_ids([each])), begin + 1)
    between = [each for each in messages[begin + 1 : cut] if not isinstance(each, AIMessage | ToolMessage)]
    told = f"{PAST}\n{done}"
    if begin < 0:
        goal = HumanMessage(told)
    else:
        content = messages[begin].content
        longer = f"{content}\n\n{told}" if isinstance(content, str) else [*content, {"type": "text", "text": told}]
        goal = messages[begin].model_copy(update={"content": longer})
    return [*messages[: max(begin, 0)], goal, *between, *messages[cut:]]
