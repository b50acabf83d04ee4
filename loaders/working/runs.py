"""A run into the graph, change by change: each is one transaction, and what the caller holds is what the graph holds.

Each change names the revision that it was made for. Where another process has gone on with the run, or a step of it was
forgotten, nothing is written. The caller is told to take the run up again. A change whose commit was lost on the way is
found written.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import uuid4

from clew.errors import Conflict, NotFound
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction, check_name, session_to_write
from clew.loaders.conversation.episodes import load_parts, parts
from clew.loaders.language import mentions
from clew.loaders.language.entities import named
from clew.model.working import Run, Step, Summary, one_line, step_text
from clew.text.instants import FOREVER, now

AfterWrite = Callable[[SpaceTransaction], object]


class _Changed(NamedTuple):
    closed: bool | None
    encoder: str | None
    revision: str | None
    written: bool


def begin(space: Space, goal: str, *, observation: str = "", name: str | None = None) -> Run:
    """Begin a run, in a session of its name; None: a new one.

    Raises:
        InvalidInput: the goal is blank, or the name cannot be used.
        Conflict: a session has that name, or had it and is forgotten but for its name.
    """
    chosen = f"run-{uuid4().hex[:12]}" if name is None else session_to_write(space.read, check_name("run", name))
    run = Run(chosen, one_line("goal", goal), observation.strip(), revision=_token())

    def write(transaction: SpaceTransaction) -> _Changed:
        return _run(transaction, "working/begin", run, goal=run.goal, observation=run.observation)

    if space.transaction(write).revision != run.revision:
        raise Conflict(
            f"space {space.name!r} has a session {chosen!r} already; "
            "resume that run, forget that session, or name another"
        )
    return run


def open_subgoal(space: Space, run: Run, text: str, summary: Callable[[Run], Summary]) -> Run:
    """Open a subgoal, and close the one before with the summary that `summary` makes of it.

    Raises:
        InvalidInput, Conflict: as `Run.with_subgoal`; or another process has gone on with the run.
        NotFound: the run is forgotten.
    """
    run.with_subgoal(text, None)  # refused before a summary is paid for
    last = run.open
    told = summary(run) if last else None
    grown = run.with_subgoal(text, told)
    new = grown.subgoals[-1]
    line = {"text": told.text, "met": told.met, "author": told.author} if told else None
    return _changed(
        space,
        grown,
        "working/subgoal",
        number=new.number,
        text=new.text,
        before=last.number if last else 0,
        summary=line,
    )


def append_step(space: Space, run: Run, action: str, observation: str, prompt_tokens: int) -> tuple[Run, str]:
    """Append a step, and return the run with it and the id of its episode.

    Raises:
        InvalidInput, Conflict: as `Run.with_step`; or another process has gone on with the run.
        NotFound: the run is forgotten.
    """
    grown = run.with_step(action, observation, prompt_tokens)
    open_ = grown.subgoals[-1]
    step = open_.steps[-1]
    id = step_id(run, step)
    node, own = episode_of(space, step)
    node["prompt_tokens"] = step.prompt_tokens
    changed = _changed(
        space,
        grown,
        "working/step",
        lambda transaction: load_parts(transaction, [(id, own)]),
        subgoal=open_.number,
        step=step.number,
        episode=node,
    )
    return changed, id


def episode_of(space: Space, step: Step) -> tuple[dict[str, object], list[dict[str, object]]]:
    """Return the properties of a step's episode and of its parts, embedded."""
    text = step_text(step)
    node: dict[str, object] = {"kind": "Episode", "text": text, "search_text": text, "speaker": "", "caption": ""}
    node["action"] = step.action
    own = parts(text, text)
    for each, vector in zip((node, *own), space.embed_nodes([node, *own]), strict=True):
        each["embedding"] = vector
    return node, own


def step_id(run: Run, step: Step) -> str:
    """Return the id of the episode of a step."""
    return f"episode:{run.name}/{step.number}"


def retrieve(space: Space, run: Run, numbers: Sequence[int]) -> Run:
    """Note the subgoals whose steps are shown until the next one opens.

    Raises:
        InvalidInput, NotFound, Conflict: as `Run.with_retrieved`; or another process has gone on with the run.
    """
    grown = run.with_retrieved(numbers)
    open_ = grown.subgoals[-1]
    return _changed(space, grown, "working/retrieve", subgoal=open_.number, retrieved=list(open_.retrieved))


def end(space: Space, run: Run, outcome: str, met: bool | None, *, link_entities: bool = True) -> tuple[Run, str]:
    """End a run, which recall finds from now on, and join it and its steps to what they name.

    Raises:
        Conflict: it has ended, or another process has gone on with it.
        NotFound: it is forgotten.
    """
    ended = run.with_outcome(" ".join(outcome.split()), met)
    text = ended.text
    node: dict[str, object] = {"kind": "Run", "text": text, "search_text": text, "outcome": ended.outcome, "met": met}
    node["embedding"] = space.embed_nodes([node])[0]

    def link(transaction: SpaceTransaction) -> None:
        texts = {run.id: text} | {step_id(run, each): step_text(each) for each in run.steps}
        mentions.link(transaction, [mentions.Text(id, each, named(each)) for id, each in texts.items()], now())

    return _changed(space, ended, "working/end", link if link_entities else None, ended=node), run.id


def _changed(space: Space, run: Run, statement: str, after: AfterWrite | None = None, **parameters: object) -> Run:
    """Write one change of a run, for which `after` may write more, and return the run with the token of that change.

    Raises:
        Conflict: another process has gone on with the run, or a step of it is forgotten; nothing was written.
        NotFound: the run is forgotten.
    """
    changed = replace(run, revision=_token())

    def write(transaction: SpaceTransaction) -> _Changed:
        row = _run(transaction, statement, run, next=changed.revision, **parameters)
        if row.written and after:
            after(transaction)
        return row

    found = space.transaction(write).revision
    if found is None:
        raise NotFound(f"space {space.name!r} has no run {run.name!r} any more; begin another")
    if found != changed.revision:
        raise Conflict(
            f"another process has gone on with run {run.name!r}, or a step of it was forgotten; resume it, and go on"
        )
    return changed


def _run(transaction: SpaceTransaction, statement: str, run: Run, **parameters: object) -> _Changed:
    fixed = {"now": now(), "forever": FOREVER, "space_key": transaction.space.key}
    query = load(statement, _Changed)
    wanted = {name: value for name, value in fixed.items() if name in query.parameters}
    return transaction.locking(query, run=run.name, revision=run.revision, **wanted, **parameters)


def _token() -> str:
    return uuid4().hex
