"""A learning set into the graph, whole and in one transaction: after a trial, or as a summary of the best of others.

The version before holds until then, and holds again where its successor is forgotten. An earlier learning of which a
new one speaks is found by its cause and effect, else by its meaning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast
from uuid import uuid4

from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.llm.thoughts import without_thoughts
from clew.loaders.language import mentions
from clew.loaders.language.entities import named
from clew.loaders.learnings import grammar
from clew.loaders.learnings.evidence import ClaimSource, Prior, resting, shown_by
from clew.loaders.learnings.trials import StepText, check_subjects, join_concepts
from clew.model.learnings import Learning, Line, TrialState, learning_key
from clew.text.arguments import check_fields, quoted
from clew.text.instants import FOREVER, now

MAX_LINES = 200  # of one learning set


class _State(NamedTuple):
    current: str
    number: int
    stored: str | None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A set that is ready to be written: after a trial, or with the ids of the sets that it summarises."""

    id: str
    task: str
    environment: str
    trial: str
    state: _State
    rows: Sequence[dict[str, object]]
    summarised: Sequence[str] = ()


def learn(
    space: Space,
    trial: TrialState,
    given: str | Iterable[str | Line],
    *,
    number: int | None = None,
    link_entities: bool,
) -> str:
    """Write the learning set of a trial that has ended, in place of the version before. Return its id.

    The lines are given in order, or as a model's whole reply, for the version `number`; None: whichever comes next.

    Raises:
        InvalidInput: a line is blank or too long, there are too many, one names a step that the trial has not, or a
            reply holds none.
        NotFound: the trial is forgotten.
        Conflict: the trial goes on, or has its learning set already.
        Changed: another version comes next than `number`.
    """
    _check_ended(trial)
    lines, id, token = _checked(given), _id(trial), uuid4().hex

    def prepare() -> _Plan:
        state = _state(space, trial.task, trial.environment, id)
        if state.stored is None and number not in {None, state.number}:
            raise Changed
        steps = space.read(load("learnings/steps", StepText), trial=trial.name)
        texts = {int(each.id.rpartition("/")[2]): each.text for each in steps}
        rests = list[list[ClaimSource]]()  # its trial, and the steps that the line names or that share its words
        for line, learning in lines:
            if unknown := [place for place in line.steps if place not in texts]:
                raise InvalidInput(
                    f"trial {trial.name!r} has no step {unknown[0]}; name steps that it has, from 0, or none"
                )
            shown = [f"episode:{trial.name}/{place}" for place in line.steps or shown_by(learning, texts)]
            rests.append([ClaimSource(trial.id, source) for source in (trial.id, *shown)])
        rows = _rows(space, trial.name, lines, _priors(space, [state.current]), rests)
        return _Plan(id, trial.task, trial.environment, trial.name, state, rows)

    space.settle(prepare, lambda transaction, plan: _write(transaction, plan, token, link_entities=link_entities))
    return id


def check_unlearned(space: Space, trial: TrialState) -> None:
    """Raise `Conflict` where a trial goes on, or has its learning set already, before anybody is asked for it."""
    _check_ended(trial)
    if space.read(load("learnings/there", str), ids=[_id(trial)]):
        raise _has_learnings(trial.name)


def summarise(
    space: Space,
    task: str,
    environment: str,
    given: str | Iterable[str | Line],
    sets: Sequence[str],
    *,
    link_entities: bool,
) -> str:
    """Write a set that others taught, for a task in an environment that may be new. Return its id.

    The lines are given in order, or as a model's whole reply.

    Raises:
        InvalidInput: a line cannot be used or names a step, a reply holds none, no set is given, or no set
            holds a learning.
        NotFound: the space has no such task, environment or set.
    """
    lines, name, token = _checked(given), f"summary-{uuid4().hex[:12]}", uuid4().hex
    if wrong := next((line for line, _ in lines if line.steps), None):
        raise InvalidInput(f"the line {wrong.text!r:.60} names steps, and a summary has none; leave them out")
    check_subjects(space, task, environment)
    id = f"learning set:{name}"

    def prepare() -> _Plan:
        own = [ClaimSource(f"all of {name}", trial) for trial in _check_sets(space, sets)]
        state = _state(space, task, environment, id)
        rows = _rows(space, name, lines, _priors(space, sets), [own] * len(lines), is_summary=True)
        return _Plan(id, task, environment, "", state, rows, list(sets))

    space.settle(prepare, lambda transaction, plan: _write(transaction, plan, token, link_entities=link_entities))
    return id


def _checked(given: str | Iterable[str | Line]) -> list[tuple[Line, Learning]]:
    """Read the lines of a set, in order; one that is there twice is taken once, where it is first."""
    said = grammar.lines(without_thoughts(given)) if isinstance(given, str) else list[object](given)
    if isinstance(given, str) and not said:  # rather a failure of the model than an empty set
        raise InvalidInput(f"the reply {given!r:.60} holds no learning; ask again, or give no lines as a list")
    lines = list[Line]()
    for each in said:
        line = Line(each) if isinstance(each, str) else each
        if not isinstance(line, Line):
            raise InvalidInput(f"the lines hold {quoted(line)}; give texts, or lines with their steps")
        check_fields(line)
        lines.append(line)
    if len(lines) > MAX_LINES:
        raise InvalidInput(f"a learning set of {len(lines)} lines was given; give at most {MAX_LINES}")
    read: dict[str, tuple[Line, Learning]] = {}
    for line in lines:
        learning = grammar.parse(line.text)
        read.setdefault(learning.text, (line, learning))
    return list(read.values())


def _check_ended(trial: TrialState) -> None:
    if trial.score is None:
        raise Conflict(f"trial {trial.name!r} goes on; end it before its learnings are written")


def _has_learnings(trial: str) -> Conflict:
    return Conflict(f"trial {trial!r} has its learnings already; they are written once, as a whole")


def _id(trial: TrialState) -> str:
    return f"learning set:{trial.name}"


def _rows(
    space: Space,
    name: str,
    lines: Sequence[tuple[Line, Learning]],
    priors: Sequence[Prior],
    own: Sequence[Sequence[ClaimSource]],
    *,
    is_summary: bool = False,
) -> list[dict[str, object]]:
    nodes: list[dict[str, object]] = [
        {
            "kind": "Learning",
            "text": learning.text,
            "search_text": learning.text,
            "statement_key": learning_key(learning),
            "number": number,
            "cause": learning.cause,
            "effect": learning.effect,
            "relation": learning.relation,
            "modality": learning.modality,
        }
        for number, (_, learning) in enumerate(lines, 1)
    ]
    rows: list[dict[str, object]] = []
    for (line, learning), node, vector, grounds in zip(lines, nodes, space.embed_nodes(nodes), own, strict=True):
        rests = resting(learning, vector, priors, grounds, is_shown=bool(line.steps), is_summary=is_summary)
        rows.append(
            {
                "id": f"learning:{name}/{node['number']}",
                "properties": node | {"embedding": vector},
                "grounds": [each._asdict() for each in rests.grounds],
                "continues": list(rests.continues),
            }
        )
    return rows


def _state(where: Space | SpaceTransaction, task: str, environment: str, id: str) -> _State:
    query = load("learnings/prior", _State)
    run = where.read if isinstance(where, Space) else where.run
    for found in run(query, task=task, environment=environment, set=id, forever=FOREVER):
        return found
    raise NotFound(f"there is no task {task!r} or no environment {environment!r} any more; describe both first")


def _priors(space: Space, sets: Sequence[str]) -> list[Prior]:
    return space.read(load("learnings/priors", Prior), ids=[each for each in sets if each])


def _check_sets(space: Space, sets: Sequence[str]) -> list[str]:
    """Return the ids of the trials that taught some sets."""
    if not sets:
        raise InvalidInput("no learning set was given; name those that were summarised")
    there = set(space.read(load("learnings/there", str), ids=list(sets)))
    if missing := [id for id in sets if id not in there or not id.startswith("learning set:")]:
        raise NotFound(f"space {space.name!r} has no learning set {missing[0]!r}; name one of its own")
    if not (taught := sorted({ground.source for prior in _priors(space, sets) for ground in prior.grounds})):
        raise InvalidInput(f"learning set {sets[0]!r} and the others given hold no learning; name others")
    return taught


def _write(transaction: SpaceTransaction, plan: _Plan, token: str, *, link_entities: bool) -> None:
    """Write a planned set; raise `Changed` where another version was written meanwhile, or what it rests on is gone."""
    transaction.lock()
    state = _state(transaction, plan.task, plan.environment, plan.id)
    if state.stored == token:
        return
    if state.stored is not None:
        raise _has_learnings(plan.trial)
    if plan.trial and not transaction.run(load("learnings/there", str), ids=[f"trial:{plan.trial}"]):
        raise NotFound(f"space {transaction.space.name!r} has no trial {plan.trial!r} any more; begin another")
    grounds = sum(len(cast(list[object], row["grounds"])) for row in plan.rows)
    if state != plan.state or _insert(transaction, plan, token) != grounds:
        raise Changed
    texts = {str(row["id"]): cast(dict[str, str], row["properties"]) for row in plan.rows}
    join_concepts(transaction, {id: f"{node['cause']}\n{node['effect'] or node['text']}" for id, node in texts.items()})
    if link_entities:
        linked = list[mentions.Text]()
        for id, node in texts.items():  # the words of the form name nothing, though they are in capitals
            spoken = f"{node['cause']}, {node['effect']}" if node["relation"] else node["text"]
            linked.append(mentions.Text(id, node["text"], named(spoken)))
        mentions.link(transaction, linked, now())


def _insert(transaction: SpaceTransaction, plan: _Plan, token: str) -> int:
    """Write the set. Return how many grounds its learnings have."""
    where = f"{plan.task} in {plan.environment}"
    return transaction.run(
        load("learnings/write_set", int),
        space_key=transaction.space.key,
        set=plan.id,
        number=plan.state.number,
        text=f"Learnings about {where}, version {plan.state.number}",
        task=plan.task,
        environment=plan.environment,
        trial=plan.trial,
        previous=plan.state.current,
        summarised=list(plan.summarised),
        revision=token,
        rows=list(plan.rows),
        now=now(),
        forever=FOREVER,
    )[0]
