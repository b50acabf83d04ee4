"""What the rules read of a world's texts, against what the simulator says that holds: precision and recall by family.

    python playground/benchmarks/readers.py [--family NAME ...] [--observations 500] [--json FILE] [--gate]

A random player plays seeds that no rule was written on; after each step every triplet that was read is looked up in the
simulator's truth, and where a place was described, what can be seen there is looked up in the triplets. See README.md.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import readers_truth as truths
from circumstances import without_server, write
from readers_truth import Said, Truth

from clew.loaders.world.reading import Extraction
from clew.loaders.world.rules import TextFamily
from clew.model.triplet import HAS_EXIT, HERE, IS, IS_CLOSED_TO, IS_OPEN_TO, LEADS_TO, PLACEMENTS, Triplet, direction_of
from clew.text.names import normalise
from clew_playground.environments import cleaning, cooking, hunt
from clew_playground.readers import GAMES

LOOKS = frozenset({"look", "look around"})
KINDS = ("place", "exit", "content", "state")
FIRST_SEED = 1001
STEPS = 25
GATE = {"precision": 0.98, "recall": 0.95}
_JUDGED = frozenset(
    ["open", "closed", "locked", "on", "off", "chopped", "sliced", "diced", "raw", "fried", "roasted", "grilled"]
)


class Seen(NamedTuple):
    """An observation: what was done, what was said, and what holds then."""

    action: str
    text: str
    truth: Truth

    def describes(self, before: str) -> bool:
        """True if the player looked or came from another place, and the text names the place and what is seen there.

        Args:
            before: the place at the observation before; empty at the first one.
        """
        place, text = self.truth.place, self.text.lower()
        parts = {part for kind, *parts in self.truth.shown if kind in {"exit", "content"} for part in parts} - {place}
        is_new = self.action in LOOKS or place != before
        return is_new and place in text and any(part in text and part not in self.action for part in parts)


def own(seed: int) -> Iterator[Seen]:
    """Play one of our games; the kind goes by the seed."""
    game = (hunt, cooking, cleaning)[seed % 3].generate(seed)
    moment, action = game.reset(), ""
    for _ in range(STEPS):
        yield Seen(action, moment.text, truths.of_game(game))
        if moment.done:
            return
        action = _chosen(random.Random(f"{seed}/{_}"), moment.actions)
        moment = game.step(action)


def textworld(seed: int) -> Iterator[Seen]:
    """Play one of TextWorld's games: a cooking game or a hunt by the seed."""
    package = import_module("textworld")  # an optional package
    from clew_playground.environments.adapters import inform_maker
    from clew_playground.environments.adapters.inform_games import cleaned

    with tempfile.TemporaryDirectory() as folder:
        path = _made(inform_maker, seed, Path(folder))
        wanted = package.EnvInfos(feedback=True, admissible_commands=True, facts=True)
        environment = package.start(str(path), wanted)
        state, action, over = environment.reset(), "", False
        for step in range(STEPS):
            yield Seen(action, cleaned(state["feedback"]), truths.of_textworld(state["facts"]))
            if over:
                break
            action = _chosen(random.Random(f"{seed}/{step}"), state["admissible_commands"])
            state, _, over = environment.step(action)
        environment.close()


def _made(maker: Any, seed: int, folder: Path) -> Path:  # noqa: ANN401  textworld has no types
    if seed % 2:
        rooms = (1, 6, 9, 12)[seed // 2 % 4]
        return maker.cooking_game(seed, folder, ingredients=1 + seed // 2 % 3, rooms=rooms, doors=rooms > 1, cook=True)
    return maker.hunt_game(seed, 8, 2, folder)


EXPRESS = ("cookingworld", "twc", "coin", "mapreader", "sorting", "arithmetic")


def express(name: str) -> Callable[[int], Iterator[Seen]]:
    """Return what plays a game of TextWorldExpress, of the fold that no rule was written on."""

    def played(seed: int) -> Iterator[Seen]:
        environment = _shared("express")
        environment.load(name, "")
        text, infos = environment.reset(seed=seed, gameFold="test")
        action, over = "", False
        for step in range(STEPS):
            yield Seen(action, text, truths.of_express(environment))
            if over:
                return
            action = _chosen(random.Random(f"{seed}/{step}"), infos["validActions"])
            text, _, over, infos = environment.step(action)

    return played


_SCIENCE_VERBS = (
    "go to",
    "open",
    "close",
    "pick up",
    "put down",
    "activate",
    "deactivate",
    "look",
    "inventory",
    "move",
)


def scienceworld(seed: int) -> Iterator[Seen]:
    """Play a task of ScienceWorld; task and variation, of its test part, go by the seed."""
    environment = _shared("science")
    tasks = environment.get_task_names()
    task = tasks[seed % len(tasks)]
    environment.load(task, 0, "")
    parts = environment.get_variations_test()
    environment.load(task, parts[seed % len(parts)], "")
    text, infos = environment.reset()
    action = ""
    for step in range(STEPS):
        valid = sorted(map(str, infos["valid"]))
        yield Seen(action, text, truths.of_science(environment))
        draw = random.Random(f"{seed}/{step}")
        some = [each for each in valid if each.startswith(_SCIENCE_VERBS)] or valid
        verb = draw.choice(sorted({each.split()[0] for each in some}))
        last = "look around" if action.startswith("go ") else ""
        action = last or draw.choice([each for each in some if each.split()[0] == verb])
        text, _, over, infos = environment.step(action)
        if over:
            return


_ENVIRONMENTS: dict[str, Any] = {}


def _shared(name: str) -> Any:  # noqa: ANN401  these packages have no types
    """Return the one environment of a package: each keeps a Java process."""
    if name not in _ENVIRONMENTS:
        if name == "express":
            _ENVIRONMENTS[name] = import_module("textworld_express").TextWorldExpressEnv(envStepLimit=STEPS + 1)
        else:
            _ENVIRONMENTS[name] = import_module("scienceworld").ScienceWorldEnv("", envStepLimit=STEPS + 1)
    return _ENVIRONMENTS[name]


FAMILIES: dict[str, Callable[[int], Iterator[Seen]]] = {
    "own": own,
    "textworld": textworld,
    **{f"textworld-express {name}": express(name) for name in EXPRESS},
    "scienceworld": scienceworld,
}
FALLBACK = {f"{each} as {GAMES.other.name}": each for each in FAMILIES}
"""The same texts, read as if no family had marked them: what plain English makes of a grammar that it does not know."""


def _chosen(draw: random.Random, actions: Iterable[str]) -> str:
    """Choose an action: its verb first, so that rare ones are done too; every third time a look around."""
    valid = sorted(actions)
    looks = [each for each in valid if each in LOOKS]
    if looks and draw.random() < 1 / 3:
        return looks[0]
    verb = draw.choice(sorted({each.split()[0] for each in valid}))
    return draw.choice([each for each in valid if each.split()[0] == verb])


def said(triplet: Triplet, here: str) -> Said | None:
    """Return a triplet as a fact that a truth may hold; None where no truth tells such."""
    subject, other = (here if each == HERE else normalise(each) for each in (triplet.subject, triplet.object))
    if triplet.predicate in PLACEMENTS:
        return ("content", subject, other)
    if triplet.predicate.endswith(" through"):
        return ("exit", subject, direction_of(triplet.predicate, other) or "")
    if triplet.predicate in {HAS_EXIT, LEADS_TO}:
        return ("exit", subject, other)
    if triplet.predicate in {IS_OPEN_TO, IS_CLOSED_TO}:
        return ("state", subject, f"{triplet.predicate.split()[1]} to {other}")
    return ("state", subject, other) if triplet.predicate == IS and other in _JUDGED else None


def agrees(one: Said, other: Said) -> bool:
    """Return whether two facts are one, where a text may name a thing by more words than its simulator does."""
    return one[0] == other[0] and all(
        a == b or {*re.split(r"\W+", b)} < {*re.split(r"\W+", a)} for a, b in zip(one[1:], other[1:], strict=True)
    )


def holds(fact: Said, truth: Truth) -> bool:
    """Return whether a fact is true; of a door by its name, some simulators only say which way of a place it bars."""
    if fact in truth.holds or any(agrees(fact, other) for other in truth.holds):
        return True
    is_door = fact[0] == "state" and "door" in fact[1].split()
    ways = (other[2] for other in truth.holds if other[:2] == ("state", truth.place))
    return is_door and any(way.startswith(f"{fact[2]} to ") for way in ways)


class Counts:
    """What was right, wrong and missed, by kind, with some examples of the last two."""

    def __init__(self) -> None:
        self.observations = self.unread = 0
        self.right, self.wrong, self.found, self.missed = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
        self.examples: Counter[str] = Counter()

    def add(self, seen: Seen, extraction: Extraction, *, is_described: bool) -> None:
        """Count one observation; what a place shows counts as missed where it is described and no place was read."""
        truth = seen.truth
        self.observations += 1
        self.unread += not extraction.family
        read_here = {each for triplet in extraction.triplets if (each := said(triplet, truth.place))}
        for each in read_here:
            self._count(self.right if holds(each, truth) else self.wrong, each, "wrong", seen)
        if not extraction.place and not is_described:
            return
        arrived = normalise(extraction.place) == truth.place
        if extraction.place:
            self._count(self.right if arrived else self.wrong, ("place", extraction.place), "wrong", seen)
        self._count(self.found if arrived else self.missed, ("place", truth.place), "missed", seen)
        for each in truth.shown if extraction.triplets or is_described else ():
            ok = each in read_here or any(agrees(other, each) for other in read_here)
            self._count(self.found if ok else self.missed, each, "missed", seen)

    def _count(self, where: Counter[str], fact: Said, kind: str, seen: Seen) -> None:
        where[fact[0]] += 1
        if where is self.wrong or where is self.missed:
            self.examples[f"{kind} {fact} > {seen.action}"] += 1

    def result(self) -> dict[str, object]:
        """Return precision and recall by kind, and over all; None where nothing was said of it."""
        kinds = {kind: self._shares((kind,)) for kind in KINDS}
        return {"observations": self.observations, "unread": self.unread, "all": self._shares(KINDS), **kinds}

    def _shares(self, kinds: tuple[str, ...]) -> dict[str, object]:
        right, wrong = (sum(part[kind] for kind in kinds) for part in (self.right, self.wrong))
        found, missed = (sum(part[kind] for kind in kinds) for part in (self.found, self.missed))
        return {
            "read": right + wrong,
            "precision": round(right / (right + wrong), 4) if right + wrong else None,
            "shown": found + missed,
            "recall": round(found / (found + missed), 4) if found + missed else None,
        }


def measured(
    play: Callable[[int], Iterator[Seen]], observations: int, first: int, family: TextFamily | None = None
) -> Counts:
    """Play seeds from the first one on until there are enough observations; None: the text shows its family.

    A family that is given reads no headers, so places that it does not read are not missed.
    """
    counts, seed = Counts(), first
    while counts.observations < observations:
        before = ""
        for seen in play(seed):
            is_described = family is None and seen.describes(before)
            counts.add(seen, GAMES.read(seen.text, seen.action, family=family), is_described=is_described)
            before = seen.truth.place
        seed += 1
    return counts


def _missed(result: dict[str, Any]) -> bool:
    """Return whether too much was wrong, or too much missed of what every text tells: all but states.

    What names no place, as plain English does not, is judged by its precision alone.
    """
    shares = [result[kind]["recall"] for kind in ("place", "exit", "content")]
    recalls = [each for each in shares if each is not None]
    precision = result["all"]["precision"]
    return (precision is None or precision < GATE["precision"]) or min(recalls, default=1) < GATE["recall"]


def main() -> int:
    """Measure. Return 1 where a gate is asked for and missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", action="append", choices=[*FAMILIES, *FALLBACK], help="which; all by default")
    parser.add_argument("--observations", type=int, default=500)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--examples", type=int, default=0, help="what was wrong or missed most often is printed")
    parser.add_argument("--json", type=Path, help="results of families measured before stay in the file")
    parser.add_argument("--gate", action="store_true", help=f"fail below {GATE}")
    given = parser.parse_args()
    around = without_server(())
    kept: dict[str, Any] = json.loads(given.json.read_text())["families"] if given.json and given.json.exists() else {}
    failed = False
    for name in given.family or [*FAMILIES, *FALLBACK]:
        play, family = FAMILIES[FALLBACK.get(name, name)], GAMES.other if name in FALLBACK else None
        counts = measured(play, given.observations, given.first_seed, family)
        kept[name] = counts.result() | {"first_seed": given.first_seed, "commit": around["commit"]}
        print(name, json.dumps(counts.result()))
        for example, times in counts.examples.most_common(given.examples):
            print(f"  {times} {example}")
        failed |= _missed(kept[name])
    for each in _ENVIRONMENTS.values():
        each.close()
        each.close = lambda: None  # it would close itself again at the end, and fail
    if given.json:
        write(given.json, {**around, "families": kept})
    return int(failed and given.gate)


if __name__ == "__main__":
    sys.exit(main())
