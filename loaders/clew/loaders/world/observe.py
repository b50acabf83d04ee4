"""One observation into the graph: its episode and its triplets, in one transaction of two statements.

Source: AriGraph, section 2.1. The memory graph learns new triplets and drops outdated ones; here these end, and stay.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from clew.clock import FOREVER, now
from clew.errors import Conflict, InvalidInput
from clew.graph import Row
from clew.llm import LanguageModel
from clew.loaders.world.extraction import by_model
from clew.loaders.world.meaning import Meant, Seen, meant, names, seen
from clew.loaders.world.names import SAME, traits
from clew.loaders.world.outdated import outdated
from clew.loaders.world.reading import Reading, read
from clew.queries import load
from clew.space import Space, SpaceTransaction, check_name
from clew.triplet import HERE, PLAYER, Triplet, direction_of, slot
from clew.world_model import Observed

EXAMPLES = 40
"""Believed triplets of the place that a model is shown for their wording."""

TOUCHED = 200
"""Believed triplets of what an observation speaks of, among which a model may find outdated ones."""


def observe(
    space: Space,
    run: str,
    text: str,
    *,
    action: str = "",
    step: int | None = None,
    model: LanguageModel | None = None,
    replaces: bool = True,
) -> Observed:
    """Remember what was observed, and change what is believed accordingly.

    Args:
        space: where.
        run: one walk through the world, from its first step; a session of the space.
        text: what was observed, verbatim.
        action: what the player had done.
        step: its place in the run. None: the next. The last once more, with the same text, is a retry and changes
            nothing.
        model: reads the observation and finds what is outdated beside what rules know; None: rules do both.
        replaces: whether what is outdated ends; without, whatever was seen is believed for ever, for comparison.

    Raises:
        InvalidInput: the text is blank, or the name of the run cannot be used.
        Conflict: the step is another than the next, or was something else.
        ModelFailed: the model could not be asked, or said nothing that can be used; nothing was written.
    """
    check_name("run", run)
    if not text.strip():
        raise InvalidInput("the observation is blank; give what was seen")
    reading, ended = _read(space, text, action, model)
    observed = seen(text, action, reading)

    def work(transaction: SpaceTransaction) -> Observed:
        state = _state(transaction, run, observed)
        if step is not None and step != state["length"]:
            return _retry(state, run, observed, step)
        return _write(transaction, run, observed, state, ended if replaces else {}, replaces=replaces)

    return space.transaction(work)


def _read(space: Space, text: str, action: str, model: LanguageModel | None) -> tuple[Reading, Mapping[str, Triplet]]:
    """What an observation says, and per id of a believed triplet that a model calls outdated the one in its place."""
    if model is None:
        return read(text, action), {}
    reading = by_model(model, text, action, list(_touching(space, (), EXAMPLES).values()))
    believed = _touching(space, names(reading.triplets), TOUCHED)
    known = set(believed.values())
    return reading, outdated(model, believed, [each for each in reading.triplets if each not in known])


def _touching(space: Space, wanted: Iterable[str], most: int) -> dict[str, Triplet]:
    """The believed triplets of things and of the place where the player is, by id."""
    rows = space.read(load("world/touching"), names=sorted(wanted), player=PLAYER, most=most, forever=FOREVER)
    return {row["id"]: Triplet(row["subject"], row["predicate"], row["object"]) for row in rows}


def _state(transaction: SpaceTransaction, run: str, observed: Seen) -> Row:
    return transaction.locking(
        load("world/state"),
        run=run,
        names=sorted(names(observed.triplets)),
        triplets=[[each.subject, each.predicate, each.object] for each in observed.triplets],
        digest=observed.digest,
        here=HERE,
        player=PLAYER,
        now=now(),
        forever=FOREVER,
    )


def _retry(state: Row, run: str, observed: Seen, step: int) -> Observed:
    """What a step did that is written already.

    Raises:
        Conflict: it is not the last, or was something else.
    """
    last = state["length"] - 1
    if step != last or (state["last_text"], state["last_action"]) != (observed.text, observed.action):
        raise Conflict(f"step {step} of run {run!r} cannot be written: its next is {last + 1}; leave the step out")
    return Observed(_episode_id(run, step), step, state["place"] or "")


def _write(
    transaction: SpaceTransaction,
    run: str,
    observed: Seen,
    state: Row,
    ended: Mapping[str, Triplet],
    *,
    replaces: bool,
) -> Observed:
    called: dict[str, str] = {name: known for name, known in state["names"] if known}
    said = meant(observed, called, state["place"] or "")
    known: dict[str, Sequence[float] | None] = dict(state["known"])
    strange = sorted(names(each.triplet for each in said) - {*called.values(), state["place"]})
    vectors = _vectors(transaction.space, observed, state, strange, [each.triplet for each in said], known)
    numbers = {each.given: number for number, each in enumerate(said)}
    step: int = state["length"]
    row = transaction.run(
        load("world/observe"),
        space_key=transaction.space.key,
        run=run,
        step=step,
        episode=_episode(run, step, observed, vectors[observed.text]),
        names=[{"name": name, "vector": vectors[name], **traits(name)} for name in strange],
        player=PLAYER,
        seen=sorted(names(each.triplet for each in said)),
        same=SAME,
        triplets=[_triplet(each, vectors.get(each.triplet.text)) for each in said],
        replaces=replaces,
        ended=[[id, numbers[new]] for id, new in ended.items() if new in numbers],
        now=max(now(), state["last"] + timedelta.resolution) if state["last"] else now(),
        forever=FOREVER,
    )[0]
    made = {int(id.rpartition("/")[2]) for id in row["new"]}
    return Observed(
        _episode_id(run, step),
        step,
        row["place"] or state["place"] or "",
        tuple(each.triplet for number, each in enumerate(said) if number in made),
        len(said) - len(made),
        tuple(Triplet(*each) for each in row["replaced"]),
    )


def _vectors(
    space: Space,
    observed: Seen,
    state: Row,
    strange: Sequence[str],
    triplets: Sequence[Triplet],
    known: Mapping[str, Sequence[float] | None],
) -> dict[str, Sequence[float]]:
    """The vectors of what is new, by text: embedded where the text never was before, else the one that it had."""
    before: dict[str, Sequence[float]] = {observed.text: state["vector"]} if state["vector"] else {}
    before |= {each.text: vector for each in triplets if (vector := known.get(each.key)) is not None}
    wanted = dict.fromkeys([observed.text, *strange, *(each.text for each in triplets if each.key not in known)])
    texts = [text for text in wanted if text not in before]
    return before | dict(zip(texts, space.embed(texts), strict=True))


def _episode(run: str, step: int, observed: Seen, vector: Sequence[float]) -> Row:
    return {
        "id": _episode_id(run, step),
        "text": observed.text,
        "action": observed.action,
        "place": observed.place,
        "speaker": "",
        "caption": "",
        "search_text": f"{observed.action}\n{observed.text}".strip(),
        "statement_key": observed.digest,
        "embedding": list(vector),
    }


def _episode_id(run: str, step: int) -> str:
    return f"episode:{run}/{step}"


def _triplet(said: Meant, vector: Sequence[float] | None) -> Row:
    triplet = said.triplet
    return {
        "subject": triplet.subject,
        "predicate": triplet.predicate,
        "object": triplet.object,
        "slot": slot(triplet.predicate, triplet.object),
        "direction": direction_of(triplet.predicate, triplet.object),
        "text": triplet.text,
        "vector": list(vector) if vector is not None else None,
        "move": said.move,
    }
