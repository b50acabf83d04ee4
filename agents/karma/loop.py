"""The loop of KARMA's agent: a plan is checked, done skill by skill, and made anew where the world is otherwise.

    with Memory.local(space="house", model=model) as memory:
        played = Karma(memory).run(body, "Put an apple in the fridge.")

Source: KARMA, section 3. The things in sight after each skill go into short-term memory. An object that is not where
memory has it is forgotten there, and the agent plans again; KARMA's own agent does neither.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final, cast

from clew.agents.agent import Agent, AgentStep, Steps
from clew.agents.karma.body import Body, Skill, SkillName, SkillResult, checked_body
from clew.agents.karma.knowledge import Knowledge, of_type
from clew.agents.karma.model import ModelPlanner
from clew.agents.karma.planner import Done, KarmaSituation, Planner
from clew.agents.karma.refusals import refusals
from clew.agents.karma.search import Closeness, Search
from clew.agents.karma.ways import KnownFloor
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.errors import InvalidInput
from clew.llm import LanguageModel, language_model, required
from clew.loaders.scene.states import joined
from clew.loaders.sources.layouts.ithor import NO_FACTS, TypeFacts
from clew.model.scene import Point, Thing
from clew.model.short_term import TaskMemory
from clew.text.instants import now

if TYPE_CHECKING:
    from clew.llm import AnyModel

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


class Karma(Agent[Body, PlayedTask]):
    """Does tasks in a house with a body.

    Attributes:
        scene: long-term memory; None: the agent knows nothing but what it sees.
        short_term: short-term memory; None: there is none.

    Example:
        played = Karma(memory, "openai:gpt-4o-mini").run(body, "Put an apple in the fridge.")
    """

    def __init__(
        self,
        memory: Memory | Scene | None,
        model: "AnyModel | None" = None,
        *,
        short_term: ShortTermMemory | None = None,
        player: Planner | None = None,
        closeness: Closeness | None = None,
        types: TypeFacts | None = None,
        units: int = UNITS,
        most_steps: int = MAX_SKILLS,
        seconds: float = float("inf"),
        failures: int = MAX_FAILURES,
        clock: Callable[[], datetime] = now,
    ) -> None:
        """Make an agent.

        Args:
            memory: of both kinds, which holds the building (`Scene.load`). A `Scene` is long-term memory alone. None:
                the agent knows nothing but what it sees.
            model: plans; None: the memory's.
            short_term: takes in what is seen, and is asked once, at the beginning; None: that of the memory, if any.
            player: plans in place of a model.
            closeness: of types in meaning, to look in likely places; None: by the encoder of the scene, if any.
            types: what things of a type can hold, and what can be done with them; plans are checked by it. None: the
                `types` of the body, if it has any. Of a type that is not known the body says itself what can be done.
            units: recalled for each thing that a task names, at most.
            most_steps: skills of the body for a task, each way to a place and each look into it among them.
            seconds: after so many, by the body's pace, nothing more is begun.
            failures: plans that may be refused or fail.
            clock: tells the time of what is seen.

        Raises:
            InvalidInput: what was given as a model is none.
            NoModel: there is neither a model nor a player.
        """
        self.scene = Scene(memory) if isinstance(memory, Memory) else memory
        self.short_term = short_term or (ShortTermMemory(memory) if isinstance(memory, Memory) else None)
        door = self.scene or self.short_term
        self._player, self._model = player, None
        if player is None:
            own = door.memory.language_model(model=model) if door else model and language_model(model)
            self._model = required(own or None, "Karma")
        self._closeness = closeness or Closeness(self.scene.memory.space.embed if self.scene else None)
        self._units, self._clock, self._types = units, clock, types
        self._most_steps, self._seconds, self._failures = most_steps, seconds, failures

    def steps(self, environment: Body, task: str = "") -> Steps[PlayedTask]:
        """Do a task skill by skill; see `Agent.steps`. The house says whether its goal is reached.

        Args:
            environment: the body that acts.
            task: the instruction, which short-term memory is asked with; empty: the body's own, where it has a `task`.

        Returns:
            An iterator of the planned skills that were tried; its value at the end is the result.

        Raises:
            InvalidInput: the body is none, or there is no task; nothing was stored.
            ModelFailed: the model failed.

        Example:
            for step in Karma(memory).steps(body, "Put an apple in the fridge."):
                print(step.action)
        """
        body = checked_body(environment)
        wanted = task or getattr(environment, "task", "")
        if not wanted.strip():
            raise InvalidInput("there is no task; say in words what is to be done")
        planner = self._player or ModelPlanner(cast("LanguageModel", self._model))
        memory = self.short_term.recall(wanted, k=self._units, at=self._clock()) if self.short_term else None
        recalled = [unit.object for unit in memory.units] if memory else []
        types = self._types or getattr(environment, "types", NO_FACTS)
        known = Knowledge(self.scene.sightings() if self.scene else (), recalled, types)
        senses = _Senses(body, known, self.scene, self.short_term, self._clock)
        agent = _Agent(senses, Search(known, senses.ground, self._closeness), self._most_steps, self._seconds)
        is_done, refused, failed = False, 0, 0
        failure = ""
        while failed <= self._failures and agent.can_go_on:
            plan = planner.plan(agent.situation(wanted, memory, self.scene, failure))
            if not plan:
                is_done = plan is not None
                break
            bad, before = refusals(plan, known.remembered, types, body.held), senses.skills
            failure = "; ".join(bad) or (yield from agent.follow(plan))
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
            tuple(self.done), failure, known.types,
        )  # fmt: skip

    def follow(self, plan: Sequence[Skill]) -> Steps[str]:
        """Do a plan; yield each skill that was tried, and return why it stopped, empty where it was done to its end.

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
            yield AgentStep(f"{meant.name} {_said(meant.target)}".strip(), result.observation)
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
        kind = joined(wanted)  # of a type that is not known yet a model says the words
        found = (each for each in things if wanted == each.id or kind == joined(each.type))
        return next((each.id for each in found if each.id not in others), "")


def _said(target: str | Point) -> str:
    return f"{target.x:g}, {target.z:g}" if isinstance(target, Point) else target
