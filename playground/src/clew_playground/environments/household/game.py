"""A task in a house as an environment: actions in words in, observations in words out.

Things are called by type and number, `countertop 1`, as in ALFWorld's games, in the order of the house.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from clew.agents.environment import Observation
from clew.agents.karma.body import Skill, SkillName
from clew.errors import InvalidInput
from clew.model.scene import Point
from clew_playground.environments.household.goals import TREATMENTS, Goal
from clew_playground.environments.household.household import Household
from clew_playground.environments.household.preconditions import refusal
from clew_playground.environments.household.skills import described
from clew_playground.environments.household.tasks import Task, household_of
from clew_playground.environments.wording import out_of_turn

STEPS: Final = 50
"""Steps of a game unless it is said otherwise, as in ALFWorld."""

_UNKNOWN = "That is not understood. Say, for example, {!r}."
_ENDINGS = {True: "The task is done.", False: "Your steps are used up."}
_VERBS: dict[str, SkillName] = {
    "pick": "pick", "take": "pick", "get": "pick", "pick up": "pick",
    "open": "open", "close": "close", "slice": "slice",
    "switch on": "switch on", "turn on": "switch on", "use": "switch on",
    "switch off": "switch off", "turn off": "switch off",
}  # fmt: skip
_TREATMENTS: tuple[SkillName, ...] = ("clean", "heat", "cool")
_CHANGES: tuple[SkillName, ...] = ("open", "close", "switch on", "switch off", "slice")
_GO = re.compile(r"(?:go|walk) ?to (.+)")
_PUT = re.compile(r"(?:put|place|move) (.+?) (?:in/on|in or on|into|onto|in|on|to) (.+)")
_TREAT = re.compile(r"(clean|heat|cool) (.+?) (?:with|in|on) (.+)")
_SPOT = re.compile(r"\(?(-?\d+(?:\.\d+)?),? (-?\d+(?:\.\d+)?)\)?")


class HouseholdGame:
    """An environment of one task.

    Attributes:
        task: the goal in words.
        max_score: 1, the progress of a goal that is reached.
        house: as it is now; an agent sees moments alone.

    Args:
        make: returns the house with its task, the same each time.
        task: the goal in words; made of the goal by default.
        steps: the game is over after so many.

    Raises:
        InvalidInput: the house has no task, or there are no steps.
    """

    max_score = 1.0

    def __init__(self, make: Callable[[], Household], task: str = "", *, steps: int = STEPS) -> None:
        self._make, self.steps = make, steps
        self.house = make()
        if self.house.goal is None or steps < 1:
            raise InvalidInput("A game needs a house with a task, and 1 step or more.")
        self.task = task or told(self.house.goal)
        self._names = _names(self.house)
        self._ids = {name: id for id, name in self._names.items()}
        longest_first = sorted(self._names, key=len, reverse=True)
        self._any_id = re.compile(rf"(?<![\w|])(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?![\w|])")
        self._left, self._over = 0, False

    def reset(self) -> Observation:
        """Begin, or begin again: what does not move, and what is in sight."""
        self.house, self._left, self._over = self._make(), self.steps, False
        fixed = ", ".join(self._names[each.id] for each in self.house.things.values() if not each.movable)
        return self._moment(f"You are in a room with {fixed}. You see {described(self.house.visible())}.")

    def step(self, action: str) -> Observation:
        """Act.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        if self._over or not self._left:
            raise out_of_turn(action, is_over=bool(self._over))
        self._left -= 1
        skill = self._meant(" ".join(re.sub(r"\b(?:the|an?)\b|[.!]\s*$", " ", action.lower()).split()))
        return self._moment(skill if isinstance(skill, str) else self.house.do(skill).observation)

    def action_of(self, skill: Skill) -> str:
        """Return a skill as an action in words.

        Raises:
            InvalidInput: it has no action: `explore`.
        """
        held = self._names.get(self.house.held, "")
        if isinstance(skill.target, Point):
            return f"go to {skill.target.x:.2f} {skill.target.z:.2f}"
        name = self._names.get(skill.target, "")
        match skill.name:
            case "explore":
                raise InvalidInput("A game has no action to explore; go to one place after the other.")
            case "look":
                return "look"
            case "put":
                return f"put {held} in {name}"
            case "clean" | "heat" | "cool":
                return f"{skill.name} {held} with {name}"
            case "pick":
                return f"take {name}"
            case other:
                return f"{other} {name}"

    def _meant(self, said: str) -> Skill | str:
        """Return the skill that a text means, or why it means none."""
        if said in ("look", "look around"):
            return Skill("look")
        if found := _GO.fullmatch(said):
            spot = _SPOT.fullmatch(found[1])
            y = self.house.position.y
            return Skill("go to", Point(float(spot[1]), y, float(spot[2]))) if spot else self._of("go to", found[1])
        if found := _TREAT.fullmatch(said):
            verb: SkillName = "clean" if found[1] == "clean" else "heat" if found[1] == "heat" else "cool"
            return self._with_held(verb, found[2], found[3])
        for words in sorted(_VERBS, key=len, reverse=True):
            if said.startswith(f"{words} "):
                rest = re.sub(r" (?:from|with) .*", "", said.removeprefix(f"{words} "))
                return self._of(_VERBS[words], rest)
        if found := _PUT.fullmatch(said):
            return self._with_held("put", found[1], found[2])
        return _UNKNOWN.format(next(self._valid()))

    def _of(self, verb: SkillName, name: str) -> Skill | str:
        id = self._ids.get(name, "")
        return Skill(verb, id) if id else f"There is no {name!r} here."

    def _with_held(self, verb: SkillName, held: str, name: str) -> Skill | str:
        return (
            self._of(verb, name) if self._ids.get(held) == (self.house.held or None) else f"You do not hold {held!r}."
        )

    def _valid(self) -> Iterator[str]:
        """Yield the actions that are possible now: ways to what does not move, then what can be done here."""
        yield "look"
        for thing in self.house.things.values():
            if not thing.movable and self.house.stand(thing.id) != self.house.place:
                yield self.action_of(Skill("go to", thing.id))
        for thing in self.house.visible():
            for name in ("pick", "put", *_CHANGES, *_TREATMENTS):
                if not refusal(self.house, name, thing.id):
                    yield self.action_of(Skill(name, thing.id))

    def _moment(self, text: str) -> Observation:
        text = self._any_id.sub(lambda found: self._names[found[0]], text)
        won = self.house.won
        self._over = won or not self._left
        if self._over:
            return Observation(f"{text}\n{_ENDINGS[won]}", (), self.house.progress, True, won)
        return Observation(text, tuple(self._valid()), self.house.progress, False, False)


def load(task: Task, *, sentence: int | None = None, steps: int = STEPS) -> HouseholdGame:
    """Return the environment of a task.

    Args:
        task: of ALFRED's.
        sentence: number of the human sentence that tells it, from 0; by default it is told by a rule, in types.
        steps: the game is over after so many.

    Raises:
        InvalidInput: there is no such sentence, or no steps.
    """
    if sentence is not None and not 0 <= sentence < len(task.sentences):
        raise InvalidInput(f"task {task.id} has {len(task.sentences)} sentences, counted from 0; {sentence} is none")
    return HouseholdGame(
        lambda: household_of((task,)), "" if sentence is None else task.sentences[sentence], steps=steps
    )


def told(goal: Goal) -> str:
    """Return a goal in words, by a rule, such as `Put a heated, sliced apple in or on a countertop`."""
    state = TREATMENTS[goal.kind][1] if goal.kind in TREATMENTS else ""
    words = ", ".join(word for word in (state, "sliced" if goal.is_sliced else "") if word)
    thing = f"{words} {goal.object.lower()}".strip()
    if goal.kind == "look_at_obj_in_light":
        return f"Hold {_one(thing)} and be at {_one(goal.lamp.lower())} that is on."
    if goal.kind == "pick_two_obj_and_place":
        return f"Put two {thing} in or on one {goal.parent.lower()}."
    onto = f" in or on {_one(goal.carrier.lower())}, and that" if goal.carrier else ""
    return f"Put {_one(thing)}{onto} in or on {_one(goal.parent.lower())}."


def _one(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def _names(house: Household) -> dict[str, str]:
    numbers, names = dict[str, int](), dict[str, str]()
    for thing in house.things.values():
        kind = thing.type.lower()
        numbers[kind] = numbers.get(kind, 0) + 1
        names[thing.id] = f"{kind} {numbers[kind]}"
    return names
