"""One observation into the graph: its episode and its triplets, in one transaction.

Source: AriGraph, section 2.1. The memory graph learns new triplets and drops outdated ones; here these end, and stay.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Any, NamedTuple, NoReturn

from clew.errors import Conflict, InvalidInput
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction, check_name
from clew.llm import LanguageModel
from clew.loaders.world.extraction import by_model
from clew.loaders.world.observed_triplets import ReadObservation, names, understand
from clew.loaders.world.outdated import outdated
from clew.loaders.world.reading import GENERAL, Extraction, Rules, joined, unread
from clew.model.triplet import HERE, INVENTORY, PLAYER, Triplet, direction_of, slot
from clew.model.world import Observed
from clew.text.instants import FOREVER, now

SAME = 0.95
"""Similarity (0 to 1, of a vector index) of "fridge" and "refrigerator" is 0.98, of "husband" and "wife" 0.93."""

_GAP = re.compile(r"(?<!\d)[\s\-_']+|[\s\-_']+(?!\d)")

EXAMPLES = 40  # believed triplets of the place that a model is shown for their wording
TOUCHED = 200  # believed triplets of what an observation speaks of, among which a model may find outdated ones


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
    actions: Iterable[str] = (),
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
        replaces: whether what is outdated ends. Without, for comparison, only the player's place and what is carried
            end. Whatever else was seen is believed for ever.
        actions: what is valid now, whose names for things count.

    Raises:
        InvalidInput: the text is blank, or the name of the run cannot be used.
        Conflict: the step is another than the next, or was something else.
        ModelFailed: the model could not be asked, or said nothing that can be used; nothing was written.
    """
    check_name("run", run)
    if not text.strip():
        raise InvalidInput("the observation is blank; give what was seen")
    extraction, ended = _read(space, text, action, rules, model, rules_first=rules_first)
    observation = understand(text, action, extraction, actions)
    writer = _Writer(space, run, step, observation, ended if replaces else {}, replaces, decision)
    return space.settle(writer.prepare, writer.write)


def _read(
    space: Space, text: str, action: str, rules: Rules, model: LanguageModel | None, *, rules_first: bool
) -> tuple[Extraction, Mapping[str, Triplet]]:
    """Read an observation. Return what it says and, for each outdated triplet id, the triplet in its place.

    Triplets that rules have read replace by rules: a model is asked what its own triplets make outdated.
    """
    if model is None:
        return rules.read(text, action), {}
    by_rules, rest = Extraction("", ()), text
    if rules_first:
        by_rules, rest = rules.read(text, action), unread(text, action, rules)
    if not rest:
        return by_rules, {}

    def ask() -> tuple[Extraction, Mapping[str, Triplet]]:
        examples = [*by_rules.triplets, *_touching(space, (), EXAMPLES).values()]
        place = by_rules.place or rules.read(rest, action).place
        extraction = joined(by_rules, by_model(model, rest, action, examples[:EXAMPLES], place=place))
        believed = _touching(space, names(extraction.triplets), TOUCHED)
        settled = {*believed.values(), *by_rules.triplets}
        return extraction, outdated(model, believed, [each for each in extraction.triplets if each not in settled])

    return model.one_run("observe", ask, step=action)


class _Believed(NamedTuple):
    id: str
    triplet: Triplet


def _touching(space: Space, wanted: Iterable[str], most: int) -> dict[str, Triplet]:
    """Return the believed triplets of things and of the place where the player is, by id."""
    query = load("world/touching", _Believed)
    return dict(space.read(query, names=sorted(wanted), player=PLAYER, most=most, forever=FOREVER))


class _KnownThing(NamedTuple):
    given: str
    meant: str


class _Moment(NamedTuple):
    closed: bool | None
    encoder: str | None
    at: datetime
    length: int
    last_text: str | None
    last_action: str | None
    place: str | None
    stood: bool
    heard: bool
    things: tuple[_KnownThing, ...]


class _Written(NamedTuple):
    """A triplet of the episode; only new ones have a mark."""

    number: int
    id: str
    object: str
    mark: int | None
    has_vector: bool


_Row = dict[str, Any]  # a triplet in memory's names for things, as statements take it


@dataclass(slots=True)
class _Writer:
    """Writes one observation; each round embeds the texts that the round before missed."""

    space: Space
    run: str
    step: int | None  # its place in the run; None: the next
    observation: ReadObservation
    ended: Mapping[str, Triplet]  # for each outdated triplet id, the triplet in its place
    replaces: bool
    decision: str | None
    vectors: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    missing: list[str] = field(default_factory=list[str])  # texts whose vectors neither memory nor `vectors` holds

    def prepare(self) -> Mapping[str, list[float]]:
        """Embed what is missing. Return all vectors by their texts."""
        self.vectors.update(zip(self.missing, self.space.embed(self.missing), strict=True))
        return self.vectors

    def write(self, transaction: SpaceTransaction, vectors: Mapping[str, list[float]]) -> Observed:
        """Write the observation, or find what is missing.

        Raises:
            Changed: the vector of a text is missing; nothing is written.
            Conflict: the step is another than the next, or was something else.
        """
        observation = self.observation
        spoken = sorted(names(observation.triplets))
        moment = transaction.locking(
            load("world/moment", _Moment),
            run=self.run,
            player=PLAYER,
            key=observation.digest,
            names=spoken,
            now=now(),
            forever=FOREVER,
        )
        meant = dict(moment.things)
        if self.step is not None and self.step != moment.length:
            if self.step != moment.length - 1 or (moment.last_text, moment.last_action) != (
                observation.text,
                observation.action,
            ):
                raise Conflict(
                    f"step {self.step} of run {self.run!r} cannot be written: its next is {moment.length}; "
                    "leave the step out"
                )
            return Observed(self._id(self.step), self.step, moment.place or "", family=observation.family)
        rows = self._rows(moment, meant)
        seen = {name for row in rows for name in (row["subject"], row["object"])}
        new_things = [name for name in spoken if name not in meant and name != moment.place and name in seen]
        missing = [name for name in new_things if name not in vectors]
        if not moment.heard and observation.text not in vectors:
            missing.append(observation.text)
        if missing:  # then what else is missing is found out as well, so that all is embedded at once
            held = set(transaction.run(load("world/held_triplets", str), rows=rows, forever=FOREVER))
            missing += [row["text"] for row in rows if row["key"] not in held and row["text"] not in vectors]
            self._lack(missing)
        return self._add(transaction, moment, rows, new_things, sorted(seen))

    def _lack(self, texts: Iterable[str]) -> NoReturn:
        self.missing = list(dict.fromkeys(texts))
        raise Changed

    def _rows(self, moment: _Moment, meant: Mapping[str, str]) -> list[_Row]:
        """Return the triplets in memory's names; of several values for what a thing has one of the last."""
        called = {HERE: moment.place, **meant}
        rows: dict[tuple[str | None, ...], _Row] = {}
        for number, (triplet, move) in enumerate(self.observation.triplets.items()):
            subject, other = (called.get(name, name) for name in (triplet.subject, triplet.object))
            if not subject or not other or subject == other:
                continue
            if move is not None and not moment.stood:  # who was nowhere in this run has come from nowhere
                continue
            way = direction_of(triplet.predicate, triplet.object, triplet.subject)
            one_of = slot(triplet.predicate, triplet.object)
            taken = (subject, one_of) if one_of else (subject, triplet.predicate, other)
            text = Triplet(subject, triplet.predicate, other).text
            rows[taken] = {
                "number": number,
                "subject": subject,
                "predicate": triplet.predicate,
                "object": other,
                "text": text,
                "key": f"{subject}\n{triplet.predicate}\n{other}",
                "slot": one_of,
                "direction": {triplet.subject: subject, triplet.object: other}.get(way, way) if way else None,
                "move": move,
                "mark": _mark(f"{self.observation.digest} {triplet}"),
                "vector": self.vectors.get(text),
            }
        return list(rows.values())

    def _add(
        self,
        transaction: SpaceTransaction,
        moment: _Moment,
        rows: Sequence[_Row],
        new_things: Sequence[str],
        seen: Sequence[str],
    ) -> Observed:
        """Write the episode, and the things and triplets that are new."""
        observation, step = self.observation, moment.length
        instants = {"now": moment.at, "forever": FOREVER}
        place = {"run": self.run, "step": step, **instants}
        episode = {
            "text": observation.text,
            "action": observation.action,
            "place": observation.place,
            "speaker": "",
            "caption": "",
            "search_text": f"{observation.action}\n{observation.text}".strip(),
            "statement_key": observation.digest,
            "decision": self.decision,
            "embedding": self.vectors.get(observation.text),
        }
        key = {"space_key": self.space.key}
        transaction.run(load("world/add_episode"), episode=episode, **key, **place)
        if new_things:
            things = [{"name": name, **_traits(name), "vector": self.vectors[name]} for name in new_things]
            transaction.run(load("world/add_things"), things=things, seen=seen, same=SAME, **instants)
        sent = transaction.run(load("world/add_triplets", _Written), rows=rows, **key, **place)
        by_number = {each.number: each for each in sent}
        written = [(by_number[row["number"]], row) for row in rows if row["number"] in by_number]
        if lacking := [row["text"] for each, row in written if not each.has_vector]:
            self._lack(lacking)
        return self._replace(transaction, moment, written, place)

    def _replace(
        self,
        transaction: SpaceTransaction,
        moment: _Moment,
        written: Sequence[tuple[_Written, _Row]],
        place: Mapping[str, object],
    ) -> Observed:
        """End what the written triplets replace. Return what the observation did."""
        observation, step = self.observation, moment.length
        judged: dict[int, list[str]] = defaultdict(list)
        numbers = {triplet: number for number, triplet in enumerate(observation.triplets)}
        for id, new in self.ended.items():
            if new in numbers:
                judged[numbers[new]].append(id)
        contesting = [
            {"id": each.id, "judged": judged[each.number]}
            for each, row in written
            if each.mark is not None or row["move"] or not self.replaces
        ]
        marks = [each.mark for each, _ in written if each.mark is not None]
        replaced = transaction.run(
            load("world/replace_triplets", Triplet),
            triplets=contesting,
            replaces=self.replaces,
            player=PLAYER,
            inventory=INVENTORY,
            marks=sum(marks) + (0 if moment.heard else _mark(observation.digest)),
            **place,
        )
        new = [row for each, row in written if each.mark is not None]
        arrived = next((each.object for each, row in written if row["subject"] == PLAYER), moment.place)
        return Observed(
            self._id(step),
            step,
            arrived or "",
            tuple(Triplet(row["subject"], row["predicate"], row["object"]) for row in new),
            len(written) - len(new),
            tuple(replaced),
            observation.family,
        )

    def _id(self, step: int) -> str:
        return f"episode:{self.run}/{step}"


def _mark(text: str) -> int:
    """Return a number from 0 to 2^31 that looks like chance, and is the same for the same text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=4).digest()) >> 1


def _traits(name: str) -> dict[str, object]:
    """Return what of a normalised name is compared: spelling without gaps, words, whether that tells it from others.

    "the key 1" and "key 1" are one thing, "key 1" and "key 2" are not. Articles, case and plurals are folded away
    before (`clew.text.names`). Two names are then one thing where they are spelt the same but for spaces and hyphens,
    or mean the same. They mean the same where the vectors are close, and the names share no word. Names that share one,
    such as white locker and black locker, are told apart by the other, however close they are. So are all that hold a
    digit, or letters other than Latin ones: encoders have one vector for signs that they do not know.
    """
    return {
        "spelling": _GAP.sub("", name),
        "words": re.split(r"[\s\-_]+", name),
        "numbered": any(
            sign.isdigit()
            or (sign.isalpha() and not (sign.isascii() or unicodedata.name(sign, "").startswith("LATIN ")))
            for sign in name
        ),
    }
