"""One observation into the graph: its episode and its triplets, in one statement.

Source: AriGraph, section 2.1. The memory graph learns new triplets and drops outdated ones; here these end, and stay.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from clew.errors import Conflict, InvalidInput
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction, check_name
from clew.llm import LanguageModel
from clew.loaders.world.both import joined, unread
from clew.loaders.world.extraction import by_model
from clew.loaders.world.meaning import Observation, names, understand
from clew.loaders.world.outdated import outdated
from clew.loaders.world.reading import GENERAL, Extraction, Rules
from clew.model.triplet import HERE, INVENTORY, PLAYER, Triplet, direction_of, slot
from clew.model.world import Observed
from clew.text.instants import FOREVER, now

SAME = 0.95
"""Similarity (0 to 1, of a vector index) of "fridge" and "refrigerator" is 0.98, of "husband" and "wife" 0.93."""

_GAP = re.compile(r"(?<!\d)[\s\-_']+|[\s\-_']+(?!\d)")

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
    decision: str | None = None,
    step: int | None = None,
    model: LanguageModel | None = None,
    rules_first: bool = False,
    rules: Rules = GENERAL,
    replaces: bool = True,
) -> Observed:
    """Remember what was observed, and change what is believed accordingly.

    Args:
        space: where.
        run: one walk through the world, from its first step; a session of the space.
        text: what was observed, verbatim.
        action: what the player had done.
        decision: what the player had decided on, where that was a walk: as it was said at its first step, empty at the
            others. None: the action.
        step: its place in the run. None: the next. The last once more, with the same text, is a retry and changes
            nothing.
        model: reads the observation and finds what is outdated beside what rules know; None: rules do both.
        rules_first: let rules read what they can, and the model what is left; without, it reads the whole.
        rules: how rules read.
        replaces: whether what is outdated ends; without, for comparison, only where the player is and what is carried
            do, and whatever else was seen is believed for ever.

    Raises:
        InvalidInput: the text is blank, or the name of the run cannot be used.
        Conflict: the step is another than the next, or was something else.
        ModelFailed: the model could not be asked, or said nothing that can be used; nothing was written.
    """
    check_name("run", run)
    if not text.strip():
        raise InvalidInput("the observation is blank; give what was seen")
    extraction, ended = _read(space, text, action, rules, model, rules_first=rules_first)
    observation = understand(text, action, extraction)
    writer = _Writer(space, run, step, observation, ended if replaces else {}, replaces, decision)
    return space.settle(writer.prepare, writer.write)


def _read(
    space: Space, text: str, action: str, rules: Rules, model: LanguageModel | None, *, rules_first: bool
) -> tuple[Extraction, Mapping[str, Triplet]]:
    """Read an observation. Return what it says and, for each outdated triplet id, the triplet in its place.

    What rules have read replaces by rules: a model is asked what its own triplets make outdated.
    """
    if model is None:
        return rules.read(text, action), {}
    by_rules, rest = Extraction("", ()), text
    if rules_first:
        by_rules, rest = rules.read(text, action), unread(text, action, rules)
    if not rest:
        return by_rules, {}
    return model.one_run("observe", lambda: _by_model(space, rest, action, rules, model, by_rules), step=action)


def _by_model(
    space: Space, rest: str, action: str, rules: Rules, model: LanguageModel, by_rules: Extraction
) -> tuple[Extraction, Mapping[str, Triplet]]:
    examples = [*by_rules.triplets, *_touching(space, (), EXAMPLES).values()]
    place = by_rules.place or rules.read(rest, action).place
    found = by_model(model, rest, action, examples[:EXAMPLES], place=place)
    extraction = joined(by_rules, found)
    believed = _touching(space, names(extraction.triplets), TOUCHED)
    settled = {*believed.values(), *by_rules.triplets}
    return extraction, outdated(model, believed, [each for each in extraction.triplets if each not in settled])


class _Believed(NamedTuple):
    id: str
    triplet: Triplet


def _touching(space: Space, wanted: Iterable[str], most: int) -> dict[str, Triplet]:
    """Return the believed triplets of things and of the place where the player is, by id."""
    query = load("world/touching", _Believed)
    return dict(space.read(query, names=sorted(wanted), player=PLAYER, most=most, forever=FOREVER))


class _Row(NamedTuple):
    """What the statement found and wrote; `new` and `replaced` are None where it wrote nothing."""

    closed: bool | None
    encoder: str | None
    length: int
    last_text: str | None
    last_action: str | None
    missing: list[str]
    said: int
    new: tuple[Triplet, ...] | None
    replaced: tuple[Triplet, ...] | None
    place: str | None


@dataclass(slots=True)
class _Writer:
    """Writes one observation; each round embeds the texts that the round before missed.

    Attributes:
        step: its place in the run; None: the next.
        ended: for each outdated triplet id, the triplet in its place.
        missing: texts whose vectors neither memory nor `vectors` holds.
    """

    space: Space
    run: str
    step: int | None
    observation: Observation
    ended: Mapping[str, Triplet]
    replaces: bool
    decision: str | None
    vectors: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    missing: list[str] = field(default_factory=list[str])

    def prepare(self) -> Mapping[str, object]:
        """Embed what is missing. Return the statement's parameters."""
        self.vectors.update(zip(self.missing, self.space.embed(self.missing), strict=True))
        return _parameters(self.observation, self.ended, self.step, self.decision) | {"vectors": self.vectors}

    def write(self, transaction: SpaceTransaction, parameters: Mapping[str, object]) -> Observed:
        """Write the observation, or find what is missing."""
        if self.vectors:
            transaction.lock()  # a statement searches vectors as they were when it began, and not when it got the lock
        row = transaction.locking(
            load("world/observe", _Row),
            space_key=self.space.key,
            run=self.run,
            replaces=self.replaces,
            now=now(),
            forever=FOREVER,
            **parameters,
        )
        if self.step is not None and self.step != row.length:
            return self._repeated(row, self.step)
        if row.new is None or row.replaced is None:
            self.missing = list(dict.fromkeys(row.missing))
            raise Changed
        repeated = row.said - len(row.new)
        return Observed(
            self._id(row.length), row.length, row.place or "", row.new, repeated, row.replaced, self.observation.family
        )

    def _repeated(self, row: _Row, step: int) -> Observed:
        """Return what a step did that is written already.

        Raises:
            Conflict: it is not the last, or was something else.
        """
        last = row.length - 1
        if step != last or (row.last_text, row.last_action) != (self.observation.text, self.observation.action):
            raise Conflict(
                f"step {step} of run {self.run!r} cannot be written: its next is {last + 1}; leave the step out"
            )
        return Observed(self._id(step), step, row.place or "", family=self.observation.family)

    def _id(self, step: int) -> str:
        return f"episode:{self.run}/{step}"


def _parameters(
    observation: Observation, ended: Mapping[str, Triplet], step: int | None, decision: str | None
) -> dict[str, object]:
    """Return what an observation says, as the statement takes it.

    What may be null is within a map: the server plans a statement anew for each combination of its parameters' types,
    and this one takes it seconds.
    """
    numbers = {triplet: number for number, triplet in enumerate(observation.triplets)}
    return {
        "episode": {
            "text": observation.text,
            "action": observation.action,
            "place": observation.place,
            "speaker": "",
            "caption": "",
            "search_text": f"{observation.action}\n{observation.text}".strip(),
            "statement_key": observation.digest,
            "position": step,
            "decision": decision,
        },
        "names": [{"name": name, **_traits(name)} for name in sorted(names(observation.triplets))],
        "mark": _mark(observation.digest),
        "triplets": [_triplet(triplet, move, observation.digest) for triplet, move in observation.triplets.items()],
        "ended": [{"id": id, "number": numbers[new]} for id, new in ended.items() if new in numbers],
        "here": HERE,
        "player": PLAYER,
        "inventory": INVENTORY,
        "same": SAME,
    }


def _triplet(triplet: Triplet, move: bool | None, digest: str) -> dict[str, object]:
    return {
        **asdict(triplet),
        "slot": slot(triplet.predicate, triplet.object),
        "direction": direction_of(triplet.predicate, triplet.object, triplet.subject),
        "move": move,
        "mark": _mark(f"{digest} {triplet}"),
    }


def _mark(text: str) -> int:
    """Return a number from 0 to 2^31 that looks like chance, and is the same for the same text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=4).digest()) >> 1


def _traits(name: str) -> dict[str, object]:
    """Return what of a normalised name is compared: spelling without gaps, words, whether that tells it from others.

    "the key 1" and "key 1" are one thing, "key 1" and "key 2" are not. Articles, case and plurals are folded away
    before (`clew.text.names`). What is left is one thing where it is spelt the same but for spaces and hyphens, or
    where it means the same: the vectors are close, and the names share no word. Names that share one, such as white
    locker and black locker, are told apart by the other, however close they are; so are all that hold a digit, or
    letters other than Latin ones: encoders have one vector for signs that they do not know.
    """
    return {
        "spelling": _GAP.sub("", name),
        "words": re.split(r"[\s\-_]+", name),
        "numbered": any(sign.isdigit() or (sign.isalpha() and not _is_latin(sign)) for sign in name),
    }


def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN ")
