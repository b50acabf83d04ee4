"""A language model that plans: it is shown what both memories hold, and its answer is read as skills.

Source: KARMA, sections 3.4 and 3.5: the skills, the scene, what was seen of late and the instruction. The prompt is our
own, and shows also what was done and what went wrong.
"""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Annotated, cast, get_args

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, model_validator

from clew.agents.karma.body import Skill, SkillName
from clew.agents.karma.planner import KarmaSituation
from clew.errors import InvalidInput, UnusableAnswer
from clew.llm import AnyModel, Chain, Prompt, language_model
from clew.loaders.scene.states import joined, names, spelt
from clew.loaders.sources.layouts.ithor import TypeFacts
from clew.model.scene import Point, Thing

SCENE_TOKENS = 400  # of the scene in words, by LangChain's estimate
MAX_CALLS = 20  # plans that one planner asks for, so that a plan that leads nowhere ends
MAX_THINGS = 60  # that are shown: those in sight first, then the nearest
MAX_DONE = 8  # of the last skills that are shown
MAX_UNITS = 8  # of short-term memory that are shown
MAX_CHARACTERS = 200  # of a unit, of a skill with what was seen, and of what went wrong
MAX_TASK_CHARACTERS = 500  # of the instruction
MAX_SKILLS = 50  # of a plan; the rest is dropped
MAX_PLACES = 20  # of an `explore`
MAX_TARGET_CHARACTERS = 100  # of the name of a thing
_NOTE = re.compile(r"\s*\([^()]*\)$")
_ARTICLE = re.compile(r"^(?:the|an?|some)\s+", re.IGNORECASE)


def _skill(given: object) -> object:
    """Return the skill that a word begins with: `PickUp`, `go_to` and `SwitchOnObject` too."""
    letters = re.sub("[^a-z]", "", str(given).casefold())
    return next((name for name in get_args(SkillName) if letters.startswith(name.replace(" ", ""))), given)


def _places(given: object) -> object:
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    return [each for each in several if isinstance(each, str) and each][:MAX_PLACES]


class SaidStep(BaseModel):
    """A skill."""

    skill: Annotated[SkillName, BeforeValidator(_skill)]
    target: Annotated[str, BeforeValidator(lambda given: given or "")] = Field(
        default="", description="a name; empty for look"
    )
    places: Annotated[list[str], BeforeValidator(_places)] = Field(
        default_factory=list, description="of explore: where to look first"
    )


def _steps(given: object) -> object:
    """Return the steps that can be read, at most `MAX_SKILLS`; a single one is a list."""
    steps = list[SaidStep]()
    for each in cast("list[object]", given) if isinstance(given, list) else [given]:
        with suppress(ValidationError):
            step = SaidStep.model_validate(each)
            steps += [step] if step.target or step.skill == "look" else []
    return steps[:MAX_SKILLS]


class SaidPlan(BaseModel):
    """What is done next."""

    steps: Annotated[list[SaidStep], BeforeValidator(_steps)]
    done: bool = Field(default=False, description="whether nothing is left to do")

    @model_validator(mode="after")
    def _says_what_is_next(self) -> "SaidPlan":
        if not self.steps and not self.done:
            raise ValueError("it has no step with a skill and its target, and does not say that the task is done")
        return self


KARMA_PLAN = Chain("karma", Prompt.load("clew.agents", "karma"), SaidPlan)


class ModelPlanner:
    """Plans by a language model. For one task: it counts its questions.

    A name in an answer means the thing that is listed by it, else the one that has it as id. A type means the thing
    that an earlier `explore` of the same plan looks for, else the nearest of the type. A name that means nothing stays
    as it was said, so that the check of plans refuses it with a reason.

    Attributes:
        plans: the answers of the model that could be read, in their order.

    Args:
        model: plans.
        calls: plans that are asked for, at most; then nothing more is planned. An answer that cannot be used is asked
            for again within one of them.
        tokens: of the scene in words.
    """

    def __init__(self, model: AnyModel, *, calls: int = MAX_CALLS, tokens: int = SCENE_TOKENS) -> None:
        if calls < 1:
            raise InvalidInput(f"calls {calls} is below 1; give how often the model may be asked")
        self._model, self._calls, self._tokens = language_model(model), calls, tokens
        self.plans: list[SaidPlan] = []

    def plan(self, situation: KarmaSituation) -> tuple[Skill, ...] | None:
        """Return the skills that the model says, none of them where it says that the task is done.

        None where it says neither, where no answer could be used, or once it was asked `calls` times.

        Raises:
            ModelFailed: the model could not be asked.
            BudgetSpent: its budget of tokens is used up.
        """
        if self._calls < 1:
            return None
        self._calls -= 1
        by_distance = sorted(
            situation.things.values(),
            key=lambda each: (each.id not in situation.visible, situation.position.distance(each.location), each.id),
        )
        named = names(by_distance[:MAX_THINGS])
        try:
            answer = self._model.ask(KARMA_PLAN, **self._inputs(situation, named))
        except UnusableAnswer:
            return None
        self.plans.append(answer)
        return skills(answer, situation, named)

    def _inputs(self, situation: KarmaSituation, named: Mapping[str, Thing]) -> dict[str, str]:
        called = {thing.id: name for name, thing in named.items()}
        memory = situation.memory
        true = [unit for unit in memory.units if unit.object.until is None] if memory else []
        units = [_line(unit.text(memory.at)) for unit in true[:MAX_UNITS]] if memory else []
        shown = list[str]()
        for name, thing in named.items():
            notes = [*thing.states, *([f"in or on {called[thing.inside]}"] if thing.inside in called else [])]
            shown.append(f"{name} ({', '.join(notes)})" if notes else name)
        done = [
            _line(f"{each.skill.name}({_said(each.skill.target, called)}): {each.observation}")
            for each in situation.done[-MAX_DONE:]
        ]
        return {
            "scene": self._scene(situation),
            "units": "\n".join(units) or "nothing",
            "things": "\n".join(shown) or "none",
            "done": "\n".join(done) or "nothing",
            "held": _line(_said(situation.held, called)),
            "failure": _line(situation.failure),
            "task": situation.task[:MAX_TASK_CHARACTERS],
        }

    def _scene(self, situation: KarmaSituation) -> str:
        if situation.scene is None:
            return "none"
        try:
            return situation.scene.describe(situation.position, budget=self._tokens) or "none"
        except InvalidInput:  # not one area fits
            return "none"


def skills(plan: SaidPlan, situation: KarmaSituation, named: Mapping[str, Thing]) -> tuple[Skill, ...]:
    """Return the skills of a plan, with the ids of the things that their words mean; see `ModelPlanner`.

    The model was shown things by the names of `named`.
    """
    known = {*named, *(id.casefold() for id in situation.things)}
    found, meant = set[str](), list[Skill]()
    for step in plan.steps:
        if step.skill == "look":
            meant.append(Skill("look"))
        elif step.skill == "go to" and (point := _point(step.target)):
            meant.append(Skill("go to", point))
        elif said := _name(step.target, known):
            # a type that is looked for or was found, else the id of a thing, else what was said
            kind = _kind(said, {each.type for each in named.values()}, situation.types)
            is_id = _id(said, situation) and said.casefold() not in named
            if not (kind and not is_id and (step.skill == "explore" or kind in found)):
                kind = _thing(said, situation, named) or kind or said
            places = tuple[str, ...]()
            if step.skill == "explore":
                found.add(kind)
                ids = (_thing(_name(each, known), situation, named) for each in step.places)
                places = tuple(each for each in dict.fromkeys(ids) if each and each != kind)
            meant.append(Skill(step.skill, kind, places))
    return tuple(meant)


def _name(said: str, known: Collection[str]) -> str:
    """Return a name without the notes and the article that a model copies with it; a known one stays whole."""
    name = " ".join(said.split())
    while name.casefold() not in known and (note := _NOTE.search(name)):
        name = name[: note.start()]
    return name if name.casefold() in known else _ARTICLE.sub("", name)[:MAX_TARGET_CHARACTERS].strip()


def _point(said: str) -> Point | None:
    """Return two numbers as a point of the floor, three as a point of space; None for what is neither."""
    with suppress(ValueError, InvalidInput):
        match [float(each) for each in said.split(",")]:
            case [x, z]:
                return Point(x, 0.0, z)
            case [x, y, z]:
                return Point(x, y, z)
            case _:
                pass
    return None


def _thing(said: str, situation: KarmaSituation, named: Mapping[str, Thing]) -> str:
    """Return the id of the thing that words mean; empty for none. A name that was shown comes before an id."""
    if thing := named.get(said.casefold()):
        return thing.id
    if id := _id(said, situation):
        return id
    if thing := named.get(spelt(said)) or {joined(name): thing for name, thing in named.items()}.get(joined(said)):
        return thing.id
    kind = _kind(said, {each.type for each in named.values()}, situation.types)
    return next((each.id for each in named.values() if each.type == kind), "")


def _id(said: str, situation: KarmaSituation) -> str:
    """Return the id that is said, in whatever case; empty for none."""
    ids = situation.things
    return said if said in ids else next((id for id in ids if id.casefold() == said.casefold()), "")


def _kind(said: str, shown: Collection[str], facts: TypeFacts) -> str:
    """Return the type that words mean, one that is shown first: by all its words, or by some that no other has.

    Else it is the longest at their end: the clean butter knife is a butter knife.
    """
    wanted, last = spelt(said), dict[str, str]()
    for types in (shown, facts.known):
        by_words = {spelt(each): each for each in sorted(types)}
        if whole := {joined(words): each for words, each in by_words.items()}.get(joined(said)):
            return whole
        some = [each for words, each in by_words.items() if wanted and set(wanted.split()) <= set(words.split())]
        if len(some) == 1:
            return some[0]
        last = {words: each for words, each in by_words.items() if words and wanted.endswith(f" {words}")} | last
    return last[max(last, key=len)] if last else ""


def _line(text: str) -> str:
    """Return a text in one line, cut, so that none of it stands where the instruction does."""
    return " ".join(text.split())[:MAX_CHARACTERS] or "nothing"


def _said(target: str | Point, called: Mapping[str, str]) -> str:
    return f"{target.x:g}, {target.z:g}" if isinstance(target, Point) else called.get(target, target)
