"""Trials into the graph: a task, an environment, and an attempt step by step, until it ends with a score.

A step is an episode like any other. Steps that were written before a crash are there, and their writer may say them
again. A step at its place, or an end, is written once.
"""

from typing import NamedTuple
from uuid import uuid4

from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction, check_name, session_to_write
from clew.loaders.conversation.episodes import load_parts
from clew.loaders.language import mentions
from clew.loaders.language.concepts import concepts
from clew.loaders.language.entities import named
from clew.loaders.working.runs import episode_of
from clew.model.learnings import LearningSet, TraceStep, TrialState, checked_score
from clew.model.working import Step, one_line
from clew.text.instants import FOREVER, now
from clew.text.names import topic


class StepText(NamedTuple):
    """The id and the text of a step's episode."""

    id: str
    text: str


class _Subject(NamedTuple):
    text: str
    is_new: bool


class _Begun(NamedTuple):
    has_task: bool
    has_environment: bool
    is_free: bool
    number: int


class _Stepped(NamedTuple):
    length: int
    ended: bool
    stored: str | None


class _Ended(NamedTuple):
    score: float | None
    revision: str


def describe(space: Space, kind: str, name: str, text: str) -> str:
    """Make a task or an environment, and join it to what its description is about. Return its name.

    Raises:
        InvalidInput: the name cannot be used.
        Conflict: one of that name has another description.
    """
    label = kind.lower()
    id, shown = f"{label}:{check_name(label, name)}", " ".join(text.split()) or name

    def write(transaction: SpaceTransaction) -> str:
        (stored,) = transaction.run(load("learnings/subject", _Subject), id=id, kind=kind, text=shown, now=now())
        if stored.is_new:
            join_concepts(transaction, {id: shown})
        return stored.text

    stored = space.locked(write)
    if text.strip() and stored != shown:
        raise Conflict(f"{label} {name!r} is {stored!r:.80}; give that text or none, or another name")
    return name


def begin(space: Space, task: str, environment: str, name: str | None = None) -> TrialState:
    """Begin a trial.

    Raises:
        InvalidInput: the name cannot be used.
        NotFound: the space has no such task, or no such environment; nothing was written.
        Conflict: the space has a session of that name.
    """
    named = None if name is None else session_to_write(space.read, check_name("trial", name))
    chosen = named or f"trial-{uuid4().hex[:12]}"
    token = uuid4().hex

    def write(transaction: SpaceTransaction) -> _Begun:
        query = load("learnings/begin", _Begun)
        return transaction.run(
            query,
            trial=chosen,
            task=task,
            environment=environment,
            revision=token,
            space_key=space.key,
            now=now(),
            forever=FOREVER,
        )[0]

    check_subjects(space, task, environment)
    begun = space.locked(write)
    if not (begun.has_task and begun.has_environment):
        raise _unknown(space, task if not begun.has_task else environment, is_task=not begun.has_task)
    if not begun.is_free:
        raise Conflict(
            f"space {space.name!r} has a session {chosen!r} already; "
            "resume that trial, forget that session, or name another"
        )
    return TrialState(chosen, begun.number, task, environment)


def check_subjects(space: Space, task: str, environment: str) -> None:
    """Raise `NotFound` unless a task and an environment are there."""
    ids = {f"task:{task}": True, f"environment:{environment}": False}
    there = set(space.read(load("learnings/there", str), ids=list(ids)))
    for id, is_task in ids.items():
        if id not in there:
            raise _unknown(space, id.partition(":")[2], is_task=is_task)


def append_step(space: Space, trial: TrialState, place: int, step: TraceStep, in_use: LearningSet | None) -> str:
    """Append a step at its place, from 0, and return the id of its episode; the same step there is a retry.

    A step names the learnings that it used by their places in the set in use.

    Raises:
        InvalidInput: the action is blank, the score is out of its range, or a number is of no learning of the set.
        NotFound: the trial is forgotten.
        Conflict: it has ended, or another process has gone on with it.
    """
    one_line("action", step.action)
    known = {each.number: each.id for each in in_use.learnings} if in_use else {}
    if unknown := [number for number in step.used if number not in known]:
        numbers = ", ".join(map(str, known))
        remedy = f"name some of {numbers}, or none" if known else "name none, for none is in use"
        raise InvalidInput(f"learning {unknown[0]} is of no learning in use; {remedy}")
    used = [known[number] for number in dict.fromkeys(step.used)]
    node, own = episode_of(space, Step(place, step.action, step.observation))
    if step.score is not None:
        node["score"] = float(checked_score(step.score))
    if step.rationale.strip():
        node["rationale"] = step.rationale.strip()

    def write(transaction: SpaceTransaction) -> _Stepped:
        query = load("learnings/step", _Stepped)
        fixed = {"space_key": space.key, "now": now(), "forever": FOREVER}
        found = transaction.run(query, trial=trial.name, place=place, episode=node, used=used, **fixed)
        if not found:
            raise NotFound(f"space {space.name!r} has no trial {trial.name!r} any more; begin another")
        if found[0].length == place and not found[0].ended:
            load_parts(transaction, [(_step_id(trial, place), own)])
        return found[0]

    before = space.locked(write)
    if before.stored is not None and before.stored == node["text"]:
        return _step_id(trial, place)
    if before.ended:
        raise Conflict(f"trial {trial.name!r} has ended; begin another")
    if before.length != place:
        raise Conflict(f"another process has gone on with trial {trial.name!r}; resume it, and nothing is lost")
    return _step_id(trial, place)


def end(space: Space, trial: TrialState, score: float, outcome: str, *, link_entities: bool) -> None:
    """End a trial with its score, and join its steps to what they name.

    Raises:
        InvalidInput: the score is no number from -100 to 100.
        NotFound: the trial is forgotten.
        Conflict: it has ended already.
    """
    final, token = float(checked_score(score)), uuid4().hex

    def write(transaction: SpaceTransaction) -> _Ended:
        query = load("learnings/end", _Ended)
        words = " ".join(outcome.split())
        found = transaction.run(query, trial=trial.name, score=final, outcome=words, revision=token, now=now())
        if not found:
            raise NotFound(f"space {space.name!r} has no trial {trial.name!r} any more; begin another")
        if found[0].score is None and link_entities:
            texts = transaction.run(load("learnings/steps", StepText), trial=trial.name)
            steps = [mentions.Text(each.id, each.text, named(each.text)) for each in texts]
            mentions.link(transaction, steps, now())
        return found[0]

    before = space.locked(write)
    if before.score is not None and before.revision != token:
        raise Conflict(f"trial {trial.name!r} has ended with the score {before.score:g}; it cannot end twice")


def join_concepts(transaction: SpaceTransaction, texts: dict[str, str]) -> None:
    """Join nodes, by id, to the concepts of their texts; call it where a node is new."""
    rows = [
        {"episode": id, "concepts": [[name, word] for name, word in found.items()]}
        for id, text in texts.items()
        if (found := {topic(word): word for part in text.split("\n") for word in concepts(part) if topic(word)})
    ]
    transaction.run(load("write/concepts"), rows=rows, now=now(), forever=FOREVER)


def _unknown(space: Space, name: str, *, is_task: bool) -> NotFound:
    kind = "task" if is_task else "environment"
    return NotFound(f"space {space.name!r} has no {kind} {name!r}; call {kind}() first")


def _step_id(trial: TrialState, place: int) -> str:
    return f"episode:{trial.name}/{place}"
