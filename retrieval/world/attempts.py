"""Finds the actions of a run, and those that would be done again in the present state of the world.

The state is local: the place, what is in it at any depth, its doors, what is carried, and what the action names. As
long as nothing that is believed of these has begun or ended since, an attempt there was made in the present state.

A player who goes round in circles changes something at every step, be it where they are. So beside it stands how often
each decision was made while the world was just as it is now. That means all that is believed, and every text that was
ever observed.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.triplet import INVENTORY, PLAYER, Triplet
from clew.model.world import GO_TO, Past, RunStep, Tried
from clew.text.instants import FOREVER
from clew.text.names import normalise

MOST_STEPS = 1000  # steps of a run that are looked back on
MOST_WORDS = 12  # words of an action among which names are looked for


class _Attempt(NamedTuple):
    action: str
    times: int
    step: int
    text: str
    known: bool
    moved: bool
    new: tuple[Triplet, ...]
    ended: tuple[Triplet, ...]


def past(space: Space, run: str, actions: Iterable[str], at: datetime) -> Past:
    """Return what actions did when they were last tried in the present state, in one round trip.

    Only the last `MOST_STEPS` steps of the run count.

    Returns:
        By action; those that were not tried in this state are left out, and so are all where the place is unknown. And
        how often each, or a walk, was decided on when all that is believed of the world was just as it is.
    """
    asked = sorted(set(actions))
    if not asked:
        return Past({}, {})
    names: list[list[str]] = []  # all that each action may name: its words, but for the verb, in runs of every length
    for action in asked:
        words = action.split()[1 : MOST_WORDS + 1]
        ends = range(1, len(words) + 1)
        names.append(sorted({normalise(" ".join(words[first:end])) for end in ends for first in range(end)} - {""}))
    rows = space.read(
        load("world/tried", _Attempt),
        run=run,
        actions=asked,
        names=names,
        walk=GO_TO,
        player=PLAYER,
        inventory=INVENTORY,
        most=MOST_STEPS,
        at=at,
        forever=FOREVER,
    )
    tried = {each.action: Tried(run, each.step, each.action, *each[3:]) for each in rows if not each.times}
    return Past(tried, {each.action: each.times for each in rows if each.times})


def done(space: Space, run: str, verbs: Sequence[str], at: datetime) -> tuple[RunStep, ...]:
    """Return the last time that each action with one of some verbs was done in a run, the newest first."""
    columns = tuple[str, str, int, str, str]
    rows = space.read(load("world/done", columns), run=run, verbs=list(verbs), most=MOST_STEPS, at=at)
    return tuple(RunStep(*each) for each in rows)


def visits(space: Space, places: Iterable[str], at: datetime) -> Mapping[str, datetime]:
    """Return when the player left each place last, `FOREVER` where they are; places never visited are left out."""
    names = sorted({normalise(each) for each in places})
    return (
        dict(space.read(load("world/visits", tuple[str, datetime]), names=names, player=PLAYER, at=at)) if names else {}
    )
