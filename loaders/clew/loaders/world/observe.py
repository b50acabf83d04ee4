"""One observation into the graph: its episode and its triplets, in one statement.

Source: AriGraph, section 2.1. The memory graph learns new triplets and drops outdated ones; here these end, and stay.
"""

from collections.abc import Iterable, Mapping

from clew.clock import FOREVER, now
from clew.errors import Conflict, InvalidInput
from clew.llm import LanguageModel
from clew.loaders.world.extraction import by_model
from clew.loaders.world.meaning import Seen, names, seen
from clew.loaders.world.names import SAME, traits
from clew.loaders.world.outdated import outdated
from clew.loaders.world.reading import Reading, read
from clew.queries import load
from clew.rows import Row
from clew.space import Changed, Space, SpaceTransaction, check_name
from clew.triplet import HERE, PLAYER, SLOTS, Triplet, direction_of
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
    vectors: dict[str, list[float]] = {}
    missing: list[str] = []

    def prepare() -> Mapping[str, object]:
        vectors.update(zip(missing, space.embed(missing), strict=True))
        return _parameters(observed, ended if replaces else {}) | {"vectors": vectors}

    def write(transaction: SpaceTransaction, parameters: Mapping[str, object]) -> Observed:
        if vectors:
            transaction.lock()  # a statement searches vectors as they were when it began, and not when it got the lock
        row = transaction.locking(
            load("world/observe"),
            space_key=space.key,
            run=run,
            step=step,
            replaces=replaces,
            now=now(),
            forever=FOREVER,
            **parameters,
        )
        if step is not None and step != row["length"]:
            return _retry(row, run, observed, step)
        if row["missing"]:
            missing[:] = dict.fromkeys(row["missing"])
            raise Changed
        new, replaced = (tuple(Triplet(*each) for each in row[name]) for name in ("new", "replaced"))
        at = row["length"]
        return Observed(_episode_id(run, at), at, row["place"] or "", new, row["said"] - len(new), replaced)

    return space.settle(prepare, write)


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


def _parameters(observed: Seen, ended: Mapping[str, Triplet]) -> dict[str, object]:
    """What an observation says, as the statement takes it."""
    numbers = {triplet: number for number, triplet in enumerate(observed.triplets)}
    return {
        "episode": {
            "text": observed.text,
            "action": observed.action,
            "place": observed.place,
            "speaker": "",
            "caption": "",
            "search_text": f"{observed.action}\n{observed.text}".strip(),
            "statement_key": observed.digest,
        },
        "names": [{"name": name, **traits(name)} for name in sorted(names(observed.triplets))],
        "triplets": [_row(triplet, move) for triplet, move in observed.triplets.items()],
        "ended": [[id, numbers[new]] for id, new in ended.items() if new in numbers],
        "here": HERE,
        "player": PLAYER,
        "slots": dict(SLOTS),
        "same": SAME,
    }


def _row(triplet: Triplet, move: bool | None) -> Row:
    return {
        "subject": triplet.subject,
        "predicate": triplet.predicate,
        "object": triplet.object,
        "direction": direction_of(triplet.predicate, triplet.object),
        "move": move,
    }


def _retry(row: Row, run: str, observed: Seen, step: int) -> Observed:
    """What a step did that is written already.

    Raises:
        Conflict: it is not the last, or was something else.
    """
    last = row["length"] - 1
    if step != last or (row["last_text"], row["last_action"]) != (observed.text, observed.action):
        raise Conflict(f"step {step} of run {run!r} cannot be written: its next is {last + 1}; leave the step out")
    return Observed(_episode_id(run, step), step, row["place"] or "")


def _episode_id(run: str, step: int) -> str:
    return f"episode:{run}/{step}"
