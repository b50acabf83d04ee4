"""The states of a task's objects, read by a language model out of a description, or out of an image.

Source: KARMA, section 3.4 and figure 10: say what is seen, pick the things of the task, match states to them. The
prompt is our own. There a state is joined by type; here by the thing, so that of two mugs one can be dirty.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType

from pydantic import BaseModel, Field

from clew.errors import InvalidInput
from clew.llm import Chain, Inputs, LanguageModel, Prompt, required
from clew.loaders.knowledge.triplets import Text
from clew.model.places import type_words
from clew.model.scene import STATES, Thing
from clew.text.arguments import check_arguments, check_list
from clew.text.names import composed, normalise
from clew.text.names.phrases import UNSPACED

MAX_DESCRIPTION_CHARACTERS = 4000  # of a description that the model is shown
MAX_TASK_CHARACTERS = 500  # of a task that it is shown
MAX_THINGS = 80  # that it is shown: the first ones
IN_THE_IMAGE = "the image below"

_SAID_AS = MappingProxyType(
    {
        "clean": "cleaned",
        "washed": "cleaned",
        "open": "opened",
        "shut": "closed",
        "hot": "heated",
        "cold": "cooled",
        "cut": "sliced",
        "full": "filled",
        "empty": "used up",
    }
)
"""Other words for a state."""

_NO_STATE = frozenset({"", "none", "unknown"})
_BETWEEN = re.compile(r"[,;/|]|\band\b")
_VERB = re.compile(r"^(?:(?:it|is|are|now|currently|turned|switched|toggled|powered) )+(?=\S)")
_REST = re.compile(r" (?:\(|with |of ).*", re.DOTALL)
"""Words that are said of a state beyond it, as in `filled with water`."""
_MARKS = " .!'\"`*()"
_PLACE = re.compile("[,(]")  # where its name in the list ends, if an answer has the place with it
_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(f"[{UNSPACED}]")


class SeenState(BaseModel):
    """A state of a thing."""

    words: Text = Field(description="that say it")
    thing: Text
    state: Text


class SeenStates(BaseModel):
    """What is seen of the task's things."""

    states: list[SeenState]


@dataclass(frozen=True, slots=True)
class InSight:
    """Things in sight, and what is seen of them; see `read_states`."""

    task: str
    things: Sequence[Thing]
    description: str = ""
    image: str = ""

    @property
    def named(self) -> dict[str, Thing]:
        """The things that a model is shown, by their names."""
        return names(self.things[:MAX_THINGS])

    @property
    def seen(self) -> str:
        """The description as it is shown."""
        return self.description[:MAX_DESCRIPTION_CHARACTERS].strip() or IN_THE_IMAGE


@dataclass(frozen=True, slots=True)
class ReadStates:
    """The states that were read."""

    # of which a state was read, with the states that they have now, in the order in which they were given
    things: tuple[Thing, ...]
    unknown_things: int = 0  # answers that were dropped: no such thing was given, or several that it could mean
    unknown_states: int = 0  # answers that were dropped: their state is none of `clew.model.scene.STATES`
    unsaid: int = 0  # answers that were dropped: the words that they rest on are not in the description


@check_arguments
def read_states(
    model: LanguageModel | None, task: str, things: Iterable[Thing], *, description: str = "", image: str = ""
) -> ReadStates:
    """Read which states the things that a task needs are in.

    A state that is read is added, and ends its opposite; all others of a thing stay. Of two opposites in one answer the
    last holds. A thing is meant by its id, or by its type where it alone is of that type. Type and number, `mug 2`,
    mean it as well, as the model is shown the things. Of several of a type none is meant by the type. A state that is
    missing is seen at the next look; a wrong one is believed.

    Args:
        model: reads; for an image, one that sees.
        task: the instruction.
        things: in sight, as they were last known; `MAX_THINGS` of them are shown.
        description: of what is seen; `MAX_DESCRIPTION_CHARACTERS` of it are shown.
        image: of what is seen: a URL, or a data URL in base64.

    Raises:
        NoModel: the model is None.
        InvalidInput: there is neither a description nor an image, or the image is none.
        ModelFailed: the model could not be asked, or said nothing that can be used.
        BudgetSpent: the model's budget is used up.
    """
    given = check_list("things", things, Thing)
    if not (description.strip() or image):
        raise InvalidInput("neither a description nor an image is given; states are read out of one of them")
    if not given:
        return ReadStates(())
    asked = required(model, "reading states")
    return STATES_SEEN.on(asked).invoke(InSight(task, given, description, image))


def _show(sight: InSight) -> Inputs:
    called = {thing.id: name for name, thing in sight.named.items()}
    listed = [
        f"{name}, in or on {called[thing.inside]}" if thing.inside in called else name
        for name, thing in sight.named.items()
    ]
    return {
        "states": ", ".join(sorted(STATES)),
        "task": sight.task[:MAX_TASK_CHARACTERS],
        "things": "\n".join(listed),
        "seen": sight.seen,
    }


def _read(sight: InSight, answer: SeenStates) -> ReadStates:
    given, named = sight.things, sight.named
    said = [each for each in answer.states if sight.image or _is_said(each.words, sight.seen)]
    meant = {joined(name): thing.id for name, thing in named.items()}
    meant |= {thing.id.casefold(): thing.id for thing in given} | {name: thing.id for name, thing in named.items()}
    now, read = {thing.id: thing for thing in given}, set[str]()
    unknown_things = unknown_states = 0
    for each in said:
        called = (each.thing, _PLACE.split(each.thing)[0])
        spellings = [name for call in called for name in (call.strip().casefold(), spelt(call), joined(call))]
        id = next((meant[name] for name in spellings if name in meant), "")
        parts = (
            _VERB.sub("", " ".join(_REST.sub("", part).strip(_MARKS).split()))
            for part in _BETWEEN.split(type_words(each.state))
        )
        states = [_SAID_AS.get(part, part) for part in parts if part not in _NO_STATE]
        known = [state for state in states if state in STATES]
        unknown_things += not id
        unknown_states += len(known) < len(states)
        for state in known if id else ():
            now[id] = now[id].having(state)
            read.add(id)
    things = tuple(thing for id, thing in now.items() if id in read)
    return ReadStates(things, unknown_things, unknown_states, unsaid=len(answer.states) - len(said))


def names(things: Sequence[Thing]) -> dict[str, Thing]:
    """Return things by the names that a model is shown: types in words, numbered where there are several, `mug 2`.

    Numbers that would make the name of another thing are passed over, as where one is of the type `Mug_2`.
    """
    times, named = Counter(spelt(thing.type) for thing in things), dict[str, Thing]()
    alone = {name for name, number in times.items() if number == 1}
    numbers: dict[str, Iterator[int]] = defaultdict(lambda: count(1))
    for thing in things:
        name = called = spelt(thing.type)
        while name not in alone and (called == name or called in alone or called in named):
            called = f"{name} {next(numbers[name])}"
        named[called] = thing
    return named


def spelt(name: str) -> str:
    """Return the words that stand for a name of a thing or a type: of `the Coffee_Machines`, `coffee machines`."""
    return normalise(type_words(name))


def joined(name: str) -> str:
    """Return what is the same of a name in one word or several: of `counter top` and `countertop`."""
    return spelt(name).replace(" ", "")


def _is_said(words: str, description: str) -> bool:
    """Return whether each of these words is in a description, in whatever order.

    Where a script writes no spaces, what stands there together must.
    """
    words, description = composed(words).casefold(), composed(description).casefold()
    if _UNSPACED.search(words):
        return "".join(words.split()) in "".join(description.split())
    said = set(_WORD.findall(words))
    return bool(said) and said <= set(_WORD.findall(description))


STATES_SEEN = Chain("object states", Prompt.load("clew.loaders", "object_states"), SeenStates).between(
    InSight, ReadStates, _show, _read, lambda sight: None if sight.things else ReadStates(()), lambda sight: sight.image
)
