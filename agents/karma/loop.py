"""The loop of KARMA's agent: a plan is checked, done skill by skill, and made anew where the world is otherwise.

    house = household_of([task])
    played = run(house, ScriptedPlanner(task.goal), task.sentences[0], scene=scene, short_term=seen)

Source: KARMA, section 3. The things in sight after each skill go into short-term memory. An object that is not where
memory has it is forgotten there, and the agent plans again; KARMA's own agent does neither.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from clew.agents.karma.body import Body, Skill, SkillName, SkillResult
from clew.agents.karma.knowledge import Knowledge, of_type
from clew.agents.karma.planner import Done, KarmaSituation, Planner
from clew.agents.karma.search import Closeness, Search
from clew.agents.karma.ways import KnownFloor
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Point, Thing
from clew.model.short_term import TaskMemory
from clew.text.instants import now

MAX_SKILLS: Final = 200  # skills of a task, each way to a place and each look into it among them
MAX_FAILURES: Final = 5  # plans of a task that may be refused or fail
IDLE: Final = "all that the plan looks for is in sight, and it does nothing with it; plan what comes then"
"""Why a plan fails that ends well without the body, which would come again for ever."""

UNITS: Final = 2
"""Units of short-term memory that are recalled for each thing that a task names: ALFRED's need two at most."""


@dataclass(frozen=True, slots=True)
class PlayedTask:
    """How a task went. The house says whether its goal is reached."""

    is_done: bool  # whether the planner said that the task is done; False where it had no plan, or a budget ran out
    done: tuple[Done, ...]  # the skills that were planned and tried
    skills: int  # of the body
    refused: int  # plans that the check refused
    failures: int  # plans that were refused, failed, or had the body do nothing
    attempts: int  # places that were gone to in looking for something
    missed: tuple[str, ...]  # ids of what was not where memory had it
    distance_m: float  # walked, in metres
    seconds: float  # that it took, by the body
    memory: TaskMemory | None  # what was recalled for the task; None without short-term memory


def run(
    body: Body,
    planner: Planner,
    task: str,
    *,
    scene: Scene | None = None,
    short_term: ShortTermMemory | None = None,
    closeness: Closeness | None = None,
    units: int = UNITS,
    skills: int = MAX_SKILLS,
    seconds: float = float("inf"),
    failures: int = MAX_FAILURES,
    clock: Callable[[], datetime] = now,
) -> PlayedTask:
    """Do a task.

    Args:
        body: acts.
        planner: decides.
        task: the instruction, which short-term memory is asked with.
        scene: long-term memory; None: the agent knows nothing but what it sees.
        short_term: takes in what is seen, and is asked once, at the beginning; None: none.
        closeness: of types in meaning, to look in likely places; None: by the encoder of `scene`, if any.
        units: recalled for each thing that the task names, at most.
        skills: of the body, at most.
        seconds: after so many, by the body's pace, nothing more is begun.
        failures: plans that may be refused or fail.
        clock: tells the time of what is seen.
    """
    close = closeness or Closeness(scene.memory.space.embed if scene else None)
    memory = short_term.recall(task, k=units, at=clock()) if short_term else None
    known = Knowledge(scene.sightings() if scene else (), [unit.object for unit in memory.units] if memory else ())
    senses = _Senses(body, known, scene, short_term, clock)
    agent = _Agent(senses, Search(known, senses.ground, close), skills, seconds)
    is_done, refused, failed = False, 0, 0
    failure = ""
    while failed <= failures and agent.can_go_on:
        situation = agent.situation(task, memory, scene, failure)
        plan = planner.plan(situation)
        if not plan:
            is_done = plan is not None
            break
        bad, before = refusals(plan, known.remembered, body.held), senses.skills
        failure = "; ".join(bad) or agent.follow(plan)
        if not failure and senses.skills == before:
            failure = IDLE
        refused, failed = refused + bool(bad), failed + bool(failure)
    counted = senses.skills, refused, failed, agent.attempts, tuple(senses.missed)
    return PlayedTask(is_done, tuple(agent.done), *counted, senses.distance_m, senses.seconds, memory)


class _Senses:
    def __init__(
        self,
        body: Body,
        known: Knowledge,
        scene: Scene | None,
        short_term: ShortTermMemory | None,
        clock: Callable[[], datetime],
    ) -> None:
        self.body, self.known, self.ground = body, known, KnownFloor(body.ways, body.place)
        self._scene = Scene(short_term.memory) if short_term and not scene else scene
        self._short_term, self._clock, self._stand = short_term, clock, ""
        self._waiting = set[str]()
        self.skills, self.distance_m, self.seconds = 0, 0.0, 0.0
        self.missed: list[str] = []
        self._notice(body.visible(), is_arrival=True)

    def act(self, name: SkillName, target: str | Point = "") -> SkillResult:
        result = self.body.do(Skill(name, target))
        self.skills += 1
        self.distance_m += result.distance_m
        self.seconds += result.seconds
        if name == "go to" and result.ok:
            self._stand = target if isinstance(target, str) else ""
            self.ground.stood.add(self.body.place)
        self._notice(result.seen, is_arrival=name in ("go to", "look"))
        return result

    def miss(self, *things: Thing) -> None:
        """Note that things are not where they are remembered; where memory has them elsewhere by now, they stay."""
        places = {thing.id: thing.location for thing in things}
        for id in places:
            self.known.forget(id)
        self.missed += places
        if self._short_term and places:
            self._short_term.miss(places, places=places, at=self._clock())

    def _notice(self, seen: Sequence[Thing], *, is_arrival: bool) -> None:
        """Take in what is in sight.

        Short-term memory is given what differs from what was known, and on arrival all that is not carried. A thing
        that does not move and is new goes to long-term memory, that of short-term memory where the agent has no other.
        A thing in one that nobody has seen yet waits until that is seen.
        """
        before, held = dict(self.known.remembered), self.body.held
        room = self.body.ways.rooms[self.body.place]
        missing = self.known.notice(seen, self.body.position, room, self._stand)
        news = [
            each
            for each in seen
            if each.id in self._waiting
            or (known := before.get(each.id)) is None
            or (each.movable and (each.inside, each.states) != (known.inside, known.states))
            or (each.movable and is_arrival and held not in (each.id, *self.known.holders(each.id)))
        ]
        told = [each for each in news if self.known.is_placed(each.id)]
        self._waiting = self._waiting.union(each.id for each in news).difference(each.id for each in told)
        fixed, moving = ([each for each in told if each.movable == movable] for movable in (False, True))
        if self._scene and fixed:
            self._scene.update(fixed, at=self._clock())
        if self._short_term and moving:
            self._short_term.see(moving, at=self._clock())
        self.miss(*missing)


class _Agent:
    def __init__(self, senses: _Senses, search: Search, skills: int, seconds: float) -> None:
        self._senses, self._search, self._known, self._body = senses, search, senses.known, senses.body
        self._most = skills, seconds
        self.done: list[Done] = []
        self.attempts = 0

    @property
    def can_go_on(self) -> bool:
        return self._senses.skills < self._most[0] and self._senses.seconds < self._most[1]

    def situation(self, task: str, memory: TaskMemory | None, scene: Scene | None, failure: str) -> KarmaSituation:
        known, body = self._known, self._body
        return KarmaSituation(
            task, dict(known.things), frozenset(known.seen), known.visible, body.held, body.position, memory, scene,
            tuple(self.done), failure,
        )  # fmt: skip

    def follow(self, plan: Sequence[Skill]) -> str:
        """Do a plan; return why it stopped, empty where it was done to its end.

        A thing that the plan has picked before is not what it looks for again, unless by its id.
        """
        found, picked = dict[str, str](), list[str]()
        for skill in plan:
            if not self.can_go_on:
                return "the budget is used up"
            target = skill.target
            if skill.name == "explore":
                others = [each for each in picked if each != target]
                meant = replace(skill, besides=tuple(dict.fromkeys((*skill.besides, *others))))
                result = self._explore(meant)
            else:
                target = found.get(target, target) if isinstance(target, str) else target
                meant = replace(skill, target=target)
                result = self._do(meant)
            self.done.append(Done(meant, result.ok, result.observation))
            if not result.ok:
                return f"{skill.name} {target}: {result.observation}"
            if skill.name == "explore" and isinstance(target, str):
                found[target] = self._found(target, meant.besides)
            elif skill.name == "pick":
                picked.append(str(target))
        return ""

    def _do(self, skill: Skill) -> SkillResult:
        """Do a skill; what is not in sight is gone to first."""
        if isinstance(skill.target, Point) or skill.name == "look":
            return self._senses.act(skill.name, skill.target)
        if skill.name == "go to" or skill.target not in self._known.visible:
            result = self._reach(skill.target)
            if not result.ok or skill.name == "go to":
                return result
        return self._senses.act(skill.name, skill.target)

    def _reach(self, id: str) -> SkillResult:
        """Go where a thing is remembered, and open what holds it."""
        if id not in self._known.remembered:
            return SkillResult(False, f"neither memory nor sight holds {id} any more; look for its type elsewhere")
        holders = self._known.holders(id)
        outermost = self._known.remembered[(id, *holders)[-1]]
        result = self._senses.act("go to", outermost.location if outermost.movable else outermost.id)
        for holder in reversed(holders):
            there = self._known.remembered.get(holder)  # what moves may be gone on arrival
            if result.ok and id not in self._known.visible and there and "closed" in there.states:
                result = self._senses.act("open", holder)
        if not result.ok or id in self._known.visible:
            return result
        if id in self._known.remembered:
            self._senses.miss(self._known.remembered[id])
        return SkillResult(False, f"{id} is not where it was seen last; look for its type elsewhere")

    def _explore(self, skill: Skill) -> SkillResult:
        """Go to places until a thing is in sight; what is opened in vain is closed."""
        wanted, tried = str(skill.target), 0
        for place in self._places(skill):
            if self._found(wanted, skill.besides) or not self.can_go_on:
                break
            tried += 1
            self._look_into(place, wanted, skill)
        self.attempts += tried
        if id := self._found(wanted, skill.besides):
            return SkillResult(True, f"You find {id}.")
        return SkillResult(False, f"You looked at {tried} places and found no {wanted}.")

    def _places(self, skill: Skill) -> Iterator[str | Point]:
        """Yield where to look: as the plan says, else where memory has the thing, else by likelihood."""
        if skill.places:
            yield from skill.places
            return
        wanted, others = str(skill.target), {*skill.besides, self._body.held}
        things, here = self._known.things, self._body.position
        candidates = [things[wanted]] if wanted in things else of_type(things, wanted)
        for thing in sorted(candidates, key=lambda each: (here.distance(each.location), each.id)):
            if thing.id not in others and thing.id in things:
                yield thing.id
        kind = self._known.remembered[wanted].type if wanted in self._known.remembered else wanted
        while (place := self._search.next_place(kind, self._body.place)) is not None:
            yield place

    def _look_into(self, place: str | Point, wanted: str, skill: Skill) -> None:
        if isinstance(place, Point):
            self._senses.act("go to", place)
            return
        if not self._reach(place).ok or self._found(wanted, skill.besides):
            self._known.looked.add(place)
            return
        if "closed" in self._known.remembered[place].states and self._senses.act("open", place).ok:
            self._known.looked.add(place)
            if not self._found(wanted, skill.besides):
                self._senses.act("close", place)
        self._known.looked.add(place)

    def _found(self, wanted: str, besides: Sequence[str]) -> str:
        """Return the id of a wanted thing that is in sight; empty for none."""
        others = {*besides, self._body.held}
        things = (self._known.things[id] for id in sorted(self._known.visible))
        return next((each.id for each in things if wanted in (each.id, each.type) and each.id not in others), "")


def refusals(plan: Sequence[Skill], things: Mapping[str, Thing], held: str = "") -> tuple[str, ...]:
    """Return why steps of a plan cannot be done: the number of each such step, from 1, with one reason.

    A type may stand for the thing that an earlier `explore` of it finds. `things` are all that memory holds or that was
    seen, by id; `held` is the id of what is in the hand.
    """
    found, hand = dict[str, str](), things[held].type if held in things else held
    refused = list[str]()
    for number, skill in enumerate(plan, 1):
        name = str(skill.target)
        kind = found.get(name) or (things[name].type if name in things else "")
        if reason := _unknown(skill, things, found) or _impossible(skill, kind, hand):
            refused.append(f"Step {number}: {reason}")
        elif skill.name == "explore":
            found[name] = kind or name
        elif skill.name == "pick":
            hand = kind
        elif skill.name == "put":
            hand = ""
    return tuple(refused)


def _unknown(skill: Skill, things: Mapping[str, Thing], found: Collection[str]) -> str:
    """Return which target or place is held by neither memory nor sight; empty if none."""
    if skill.name == "look" or isinstance(skill.target, Point):
        return "" if skill.name in ("look", "go to") else f"{skill.name} needs a thing, and not a point"
    if not skill.target:
        return f"{skill.name} needs a thing; name one"
    if skill.name != "explore" and skill.target not in things and skill.target not in found:
        return f"neither memory nor sight holds {skill.target!r}; explore for its type first"
    unknown = [place for place in skill.places if isinstance(place, str) and place not in things]
    return f"neither memory nor sight holds the place {unknown[0]!r}" if unknown else ""


def _impossible(skill: Skill, kind: str, hand: str) -> str:
    """Return why a thing of a type cannot be used so with that type in the hand; empty if it can."""
    facts, name = type_facts(), skill.name
    if name == "pick":
        return f"the hand holds a {hand}; put it somewhere first" if hand else ""
    if name in ("put", "clean", "heat", "cool", "slice") and not hand:
        return f"the hand is empty, and {name} needs something in it"
    if name == "put":
        return "" if facts.admits(kind, hand) else f"a {hand} does not belong in or on a {kind}"
    if name == "slice" and hand not in facts.slices:
        return f"a {hand} does not slice"
    able = {
        "open": facts.opens, "close": facts.opens, "slice": facts.sliceable, "clean": facts.cleans,
        "switch on": facts.switches, "switch off": facts.switches, "heat": facts.heats, "cool": facts.cools,
    }  # fmt: skip
    if name in able and kind not in able[name]:
        return f"one cannot {name} {'with ' if name in ('clean', 'heat', 'cool') else ''}a {kind}"
    treated = {"clean": facts.cleanable, "heat": facts.heatable, "cool": facts.coolable}
    return f"one cannot {name} a {hand}" if name in treated and hand not in treated[name] else ""
