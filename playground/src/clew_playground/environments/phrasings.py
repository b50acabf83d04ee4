"""Ten ways to say what our notes, tasks and recipes say, none of them ours: does a reader know the matter or the form?

They were written before the rules that read notes and recipes were looked at. Rules may be tried on those in `SHOWN`;
figures come from those in `KEPT`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from clew_playground.environments.wording import listed

STATES = MappingProxyType(
    {"slice": "sliced", "dice": "diced", "chop": "chopped", "fry": "fried", "roast": "roasted", "grill": "grilled"}
)
"""The state of a food after each verb of a recipe."""


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One way to say it all.

    Attributes:
        name: of the way.
        note: what a note says: a form with `{key}`, `{locker}`, `{Locker}` (its first letter large) and `{room}`.
        hunt: the task of a hunt.
        cooking: the task of a cooking game.
        recipe: a form with `{ingredients}` and `{directions}`.
        ingredient: a form with `{name}`, `{number}` and `{states}` (what is done to it, in brackets).
        direction: a form with `{verb}`, `{Verb}`, `{name}`, `{state}` and `{number}`; empty: `{states}` say it.
        between: what stands between ingredients, and between directions; None as the first: one list in a sentence.
    """

    name: str
    note: str
    hunt: str
    cooking: str
    recipe: str
    ingredient: str
    direction: str
    between: tuple[str | None, str] = ("\n", "\n")

    def note_on(self, key: str, locker: str, room: str) -> str:
        """Say which locker a key unlocks, and where that is."""
        return self.note.format(key=key, locker=locker, Locker=locker.capitalize(), room=room)

    def recipe_of(self, ingredients: Sequence[str], steps: Sequence[tuple[str, str]]) -> str:
        """Say what a meal is made of and how; each step is a verb of `STATES` and an ingredient."""
        ingredient = partial(_ingredient, self.ingredient, steps)
        one, other = self.between
        names = listed([*ingredients]) if one is None else one.join(map(ingredient, range(1, 99), ingredients))
        numbered = enumerate(steps, 1) if self.direction else ()
        done = (_direction(self.direction, number, verb, name) for number, (verb, name) in numbered)
        return self.recipe.format(ingredients=names, directions=other.join(done))


def _ingredient(form: str, steps: Iterable[tuple[str, str]], number: int, name: str) -> str:
    states = ", ".join(STATES[verb] for verb, food in steps if food == name)
    return form.format(name=name, number=number, states=f" ({states})" if states else "")


def _direction(form: str, number: int, verb: str, name: str) -> str:
    return form.format(verb=verb, Verb=verb.capitalize(), name=name, state=STATES[verb], number=number)


SHOWN = (
    Phrasing(
        "fact",
        note="The {key} unlocks {Locker}. {Locker} stands in the {room}.",
        hunt="You are looking for a treasure. Somebody has locked it away in the golden locker. Near every key lies a "
        "paper; read it, and you will know what the key is for.",
        cooking="Your stomach is empty. There is a book of recipes in the kitchen: make what it describes, and eat it.",
        recipe="Shopping list:\n{ingredients}\nWhat to do:\n{directions}\n- prepare meal",
        ingredient="- {name}",
        direction="- {verb} the {name}",
    ),
    Phrasing(
        "passive",
        note="The {locker} in the {room} can be unlocked with the {key}.",
        hunt="A treasure is hidden in this house, and you shall have it. Lockers can be unlocked with keys.",
        cooking="A meal has to be made and eaten. How it is made can be read in the cookbook.",
        recipe="You will need {ingredients}.\nFirst {directions}. Finally prepare the meal.",
        ingredient="{name}",
        direction="{verb} the {name}",
        between=(None, ", then "),
    ),
    Phrasing(
        "orders",
        note="Take the {key} to the {room} and open the {locker} with it.",
        hunt="Get the treasure. Read all notes and do what they tell you to do.",
        cooking="Cook the dish in the cookbook. Eat it.",
        recipe="For this dish you need the following:\n{ingredients}\nMethod:\n{directions}\nAt last, prepare meal.",
        ingredient="{number}. {name}",
        direction="{number}. {Verb} the {name}.",
    ),
    Phrasing(
        "riddle",
        note="What belongs to the {key}? The {locker}, of course. You will find that one in the {room}.",
        hunt="Gold calls for gold: what you seek is where its colour says. How will you get there? Ask the papers.",
        cooking="What is for dinner tonight? The book in the kitchen knows. Dinner is over when your plate is empty.",
        recipe="This meal is made of:\n{ingredients}\nReady? Then prepare the meal.",
        ingredient="* {name}{states}",
        direction="",
    ),
    Phrasing(
        "letter",
        note="Dear finder, I keep the {locker} locked. Its key is the {key}. It is in the {room}, where I left it.",
        hunt="Dear guest, my treasure is yours if you can get it out of the golden locker. I left letters for you.",
        cooking="Dear guest, I am away; please make yourself the meal that I marked in the cookbook, and enjoy it.",
        recipe="Dear guest, please take {ingredients}. {directions} After that, prepare the meal.",
        ingredient="{name}",
        direction="The {name} must be {state}.",
        between=(None, " "),
    ),
)
"""Those that may be looked at when rules are written."""

KEPT = (
    Phrasing(
        "telegram",
        note="{key} fits {locker}, {room}.",
        hunt="Treasure in golden locker. Keys about. Find, take.",
        cooking="Hungry. Recipe in kitchen. Cook, eat.",
        recipe="What goes in: {ingredients}.\nHow it is made: {directions}; prepare meal.",
        ingredient="{name}",
        direction="{verb} the {name}",
        between=("; ", "; "),
    ),
    Phrasing(
        "law",
        note="Whoever holds the {key} may open the {locker} (see the {room}).",
        hunt="The treasure goes to the first who opens the golden locker. Who may open a locker is laid down in notes.",
        cooking="A guest of this house shall cook by its book, and shall eat what was cooked.",
        recipe="Get together\n{ingredients}\nand then\n{directions}\n    prepare meal",
        ingredient="    {name}",
        direction="    {verb} the {name}",
    ),
    Phrasing(
        "advice",
        note="Use {key} on the {locker}, which waits for you in the {room}.",
        hunt="It would be wise to look for keys first: without them you will not get at the treasure.",
        cooking="You had better eat something. The cookbook will help you.",
        recipe="Grandmother's meal wants {ingredients}. {directions} When this is done, prepare the meal.",
        ingredient="{name}",
        direction="You have to {verb} the {name}.",
        between=(None, " "),
    ),
    Phrasing(
        "survey",
        note="A {locker} stands somewhere in the {room}; the {key} is made for its lock.",
        hunt="This house has lockers in its rooms. One of them, the golden one, has a treasure in it. Fetch that.",
        cooking="The kitchen has a book, the book has a recipe, the recipe makes a meal. Have it.",
        recipe="Parts\n{ingredients}\nPreparation\n{directions}\nLast step: prepare meal",
        ingredient="{number} x {name}",
        direction="Step {number}: {verb} the {name}",
    ),
    Phrasing(
        "memoir",
        note="Only one of the keys turns in the lock of the {locker}: {key}. I last saw that locker in the {room}.",
        hunt="I once put a treasure into a golden locker, and then lost all my keys. See whether you can find them.",
        cooking="As a child I loved the meal in this cookbook. Make it again, and taste it.",
        recipe="Ingredients (all of them): {ingredients}\nDirections (in any order): {directions}. Then prepare meal.",
        ingredient="{name}",
        direction="the {name} is to be {state}",
        between=(", ", "; "),
    ),
)
"""Those from which figures come: no rule is made by looking at what a reader makes of them."""

PHRASINGS = MappingProxyType({each.name: each for each in (*SHOWN, *KEPT)})
"""All, by name."""
