"""A language model that plans: it is shown what both memories hold, and its words are read as skills.

Source: KARMA, sections 3.4 and 3.5: the skills, the scene, what was seen of late and the instruction. The prompt is our
own, and shows also what was done and what went wrong.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache

from clew.agents.karma.body import Skill
from clew.agents.karma.parse import parse
from clew.agents.karma.planner import KarmaSituation
from clew.errors import InvalidInput
from clew.llm import Chain, LanguageModel, Prompt
from clew.loaders.scene.states import joined, names, spelt
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Point, Thing

KARMA_PLAN = Chain.text(Prompt.load("clew.agents", "karma"))

SCENE_TOKENS = 400
"""Of the scene in words, by LangChain's estimate."""

MAX_CALLS = 20
"""Of the model for one planner, so that a plan that leads nowhere ends."""

MAX_THINGS = 60
"""That are shown: those in sight first, then the nearest."""

MAX_DONE = 8
"""Of the last skills that are shown."""

MAX_UNITS = 8
"""Of short-term memory that are shown."""

MAX_CHARACTERS = 200
"""Of a unit, of a skill with what was seen, and of what went wrong."""

MAX_TASK_CHARACTERS = 500
"""Of the instruction."""

RE_ASKS = 1
"""After a reply without any skill that does not say that the task is done."""

UNREADABLE = "Your last reply could not be read. Reply with skills, one in a line, or with DONE."


class ModelPlanner:
    """Plans by a language model. For one task: it counts its calls.

    A name in a reply means the thing that is listed by it, else the one that has it as id; a type means the thing that
    an earlier `explore` of the same plan looks for, else the nearest of the type. What means nothing stays as it was
    said, so that the check of plans refuses it with a reason.

    Attributes:
        replies: what the model said, in their order.

    Args:
        model: plans.
        calls: of the model, at most; then nothing more is planned.
        tokens: of the scene in words.
    """

    def __init__(self, model: LanguageModel, *, calls: int = MAX_CALLS, tokens: int = SCENE_TOKENS) -> None:
        if calls < 1:
            raise InvalidInput(f"calls {calls} is below 1; give how often the model may be asked")
        self._model, self._calls, self._tokens = model, calls, tokens
        self.replies: list[str] = []

    def plan(self, situation: KarmaSituation) -> tuple[Skill, ...] | None:
        """Return the skills that the model says, none of them where it says DONE.

        None where it says neither, or was asked `calls` times.

        Raises:
            ModelFailed: the model could not be asked.
            BudgetSpent: its budget of tokens is used up.
        """
        named = names(_near(situation)[:MAX_THINGS])
        inputs, failure = self._inputs(situation, named), situation.failure
        for _ in range(1 + RE_ASKS):
            if len(self.replies) >= self._calls:
                return None
            self.replies.append(KARMA_PLAN.on(self._model).invoke({**inputs, "failure": _line(failure)}))
            reply = parse(self.replies[-1], (*situation.things, *named))
            if reply.skills or reply.is_done:
                return grounded(reply.skills, situation, named)
            failure = UNREADABLE
        return None

    def _inputs(self, situation: KarmaSituation, named: Mapping[str, Thing]) -> dict[str, str]:
        called = {thing.id: name for name, thing in named.items()}
        memory = situation.memory
        true = [unit for unit in memory.units if unit.object.until is None] if memory else []
        units = [_line(unit.text(memory.at)) for unit in true[:MAX_UNITS]] if memory else []
        done = [
            _line(f"{each.skill.name}({_said(each.skill.target, called)}): {each.observation}")
            for each in situation.done[-MAX_DONE:]
        ]
        return {
            "scene": self._scene(situation),
            "units": "\n".join(units) or "nothing",
            "things": "\n".join(_shown(named, called)) or "none",
            "done": "\n".join(done) or "nothing",
            "held": _line(_said(situation.held, called)),
            "task": situation.task[:MAX_TASK_CHARACTERS],
        }

    def _scene(self, situation: KarmaSituation) -> str:
        if situation.scene is None:
            return "none"
        try:
            return situation.scene.describe(situation.position, budget=self._tokens) or "none"
        except InvalidInput:  # not one area fits
            return "none"


def grounded(skills: Iterable[Skill], situation: KarmaSituation, named: Mapping[str, Thing]) -> tuple[Skill, ...]:
    """Return skills with the ids of the things that their words mean; see `ModelPlanner`.

    Args:
        skills: as they were said.
        situation: with the things.
        named: things by the names that the model was shown.
    """
    found, meant = set[str](), list[Skill]()
    for skill in skills:
        target = skill.target if isinstance(skill.target, Point) else _meant(skill, situation, named, found)
        if skill.name == "explore":
            found.add(str(target))
        places = (_thing(each, situation, named) for each in skill.places if isinstance(each, str))
        meant.append(replace(skill, target=target, places=tuple(each for each in places if each)))
    return tuple(meant)


def _meant(skill: Skill, situation: KarmaSituation, named: Mapping[str, Thing], found: set[str]) -> str:
    """Return a type that is looked for or was found, else the id of a thing, else what was said."""
    said = str(skill.target)
    kind = _kind(said, {each.type for each in named.values()})
    is_id = _id(said, situation) and said.casefold() not in named
    if kind and not is_id and (skill.name == "explore" or kind in found):
        return kind
    return _thing(said, situation, named) or kind or said


def _thing(said: str, situation: KarmaSituation, named: Mapping[str, Thing]) -> str:
    """Return the id of the thing that words mean; empty for none. A name that was shown comes before an id."""
    if thing := named.get(said.casefold()):
        return thing.id
    if id := _id(said, situation):
        return id
    if thing := named.get(spelt(said)) or {joined(name): thing for name, thing in named.items()}.get(joined(said)):
        return thing.id
    kind = _kind(said, {each.type for each in named.values()})
    return next((each.id for each in named.values() if each.type == kind), "")


def _id(said: str, situation: KarmaSituation) -> str:
    """Return the id that is said, in whatever case; empty for none."""
    ids = situation.things
    return said if said in ids else next((id for id in ids if id.casefold() == said.casefold()), "")


def _kind(said: str, shown: Collection[str]) -> str:
    """Return the type that words mean, one that is shown first: by all its words, or by some that no other has.

    Else it is the longest at their end: the clean butter knife is a butter knife.
    """
    wanted, last = spelt(said), dict[str, str]()
    for types in (shown, _types()):
        by_words = {spelt(each): each for each in sorted(types)}
        if whole := {joined(words): each for words, each in by_words.items()}.get(joined(said)):
            return whole
        some = [each for words, each in by_words.items() if wanted and set(wanted.split()) <= set(words.split())]
        if len(some) == 1:
            return some[0]
        last = {words: each for words, each in by_words.items() if words and wanted.endswith(f" {words}")} | last
    return last[max(last, key=len)] if last else ""


def _near(situation: KarmaSituation) -> list[Thing]:
    """Return the things, those in sight first and each part by distance."""
    return sorted(
        situation.things.values(),
        key=lambda each: (each.id not in situation.visible, situation.position.distance(each.location), each.id),
    )


def _shown(named: Mapping[str, Thing], called: Mapping[str, str]) -> Iterable[str]:
    for name, thing in named.items():
        notes = (*thing.states, *((f"in or on {called[thing.inside]}",) if thing.inside in called else ()))
        yield f"{name} ({', '.join(notes)})" if notes else name


def _line(text: str) -> str:
    """Return a text in one line, cut, so that none of it stands where the instruction does."""
    return " ".join(text.split())[:MAX_CHARACTERS] or "nothing"


def _said(target: str | Point, called: Mapping[str, str]) -> str:
    return f"{target.x:g}, {target.z:g}" if isinstance(target, Point) else called.get(target, target)


@cache
def _types() -> frozenset[str]:
    """Return the types of iTHOR."""
    facts = type_facts()
    return frozenset({*facts.holds}.union(facts.opens, facts.switches, *facts.holds.values(), *facts.takes.values()))
