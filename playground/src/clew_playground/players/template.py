"""A generator of learnings without a model: it reads a trace by rules, and merges it with what was learned before.

It stands in for a language model, so that the whole loop can be tested. A set is written anew as a whole: what a new
trace contradicts is left out, what it says nothing about is kept.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from clew.agents.clin.loops import learned
from clew.agents.clin.matching import means
from clew.agents.clin.trial import DONE
from clew.model.learnings import Digest, Learning, Lesson, Line
from clew_playground.players.abstraction import for_another_place, for_another_task
from clew_playground.players.causal import COMPLETION, ENDS, PROGRESS, certainty, consistent, key, statement, verb
from clew_playground.players.evidence import Evidence

MAX_LINES = 20
"""Of one set. The order in which they are kept was chosen on development seeds of chores; see `_rank`."""

MAX_ENABLING = 12
"""Actions that are taken for the possible reason why another one began to work."""

MIN_OF_KIND = 2
"""Actions of one kind that surely do not contribute, for the kind to be told."""


class TemplateGenerator:
    """Writes causal statements by rules.

    - An action that raises the score is necessary for progress, one that ends the trial well for completion.
    - An action that did nothing and later worked needs what was done between: surely, if that is one action, or was
      sure before.
    - An action needs the one that showed what it acts on, and perhaps the first that touched it.
    - An action that worked and explains nothing may contribute; where a trial ended well without it, it may not.
    - An action that never worked may not contribute. One that cost points does not.
    - Where several actions of one kind surely do not, and none of that kind is of use, the kind may not.

    A line has evidence: an action that brought or cost points, or one that was done on the way to points. Whatever came
    after the last gain of a trial, or in a trial without any, teaches nothing more.
    """

    def __call__(self, lesson: Lesson) -> tuple[Line, ...]:
        """Return the learnings after a trial; those that it shows name its steps.

        Args:
            lesson: of a trial that ended as `clew.agents.Clin` writes it: its outcome says why.
        """
        before = learned(lesson.latest)
        trace, is_over = [step for _, step in lesson.trial.steps], lesson.trial.outcome == DONE
        evidence = Evidence(trace, is_over=is_over, task=lesson.task)
        new = {key(each): each for each in _shown(evidence, before)}
        kept = [each for each in before if key(each) not in new and _holds(each, evidence)]
        kept = [_weakened(each, evidence) for each in kept]
        said = consistent([*new.values(), *kept])
        written = _ordered([*said, *_kinds(said)], before, evidence)
        places = [place for place, _ in lesson.trial.steps]
        return tuple(_line(each, evidence if key(each) in new else None, places) for each in written)

    def summarise(self, digest: Digest) -> tuple[Line, ...]:
        """Return the learnings to begin an episode with that is new in its place or in its task."""
        sets = [learned(each) for each in reversed(digest.archived) if each.learnings]
        found = for_another_place(sets) if digest.change == "place" else for_another_task(sets)
        return tuple(Line(each.text) for each in consistent(found)[:MAX_LINES])


def _line(learning: Learning, evidence: Evidence | None, places: Sequence[int]) -> Line:
    """Return a learning as a line, with the steps that show its cause and its effect where the trace does."""
    if not evidence:
        return Line(learning.text)
    shown = {evidence.showing(each) for each in (learning.cause, learning.effect) if each not in ENDS}
    return Line(learning.text, tuple(sorted(places[each] for each in shown if each is not None)))


def _shown(evidence: Evidence, before: Sequence[Learning]) -> Iterator[Learning]:
    """Yield what a trace shows by itself."""
    causes = list(_causes(evidence, before))
    yield from _ends(evidence)
    yield from causes
    raising = {each.action for each in evidence.events if each.gain > 0}
    explained = {each.cause for each in causes} | raising
    old = {each.cause: each for each in before if each.effect == PROGRESS}
    for action in evidence.on_the_way:
        if action not in explained and not evidence.is_repeatable(action) and not _costs(evidence, action):
            yield old.get(action) or statement(action, PROGRESS, "contributes", "may")
    wanted = {each.cause for each in before if each.effect in ENDS and each.relation != "does not contribute"}
    for action in evidence.refused if evidence.on_the_way else ():
        if action not in wanted:
            yield statement(action, PROGRESS, "does not contribute", "may")


def _ends(evidence: Evidence) -> Iterator[Learning]:
    for place, each in enumerate(evidence.events):
        if each.gain > 0:
            is_end = evidence.ended_well and place == len(evidence.events) - 1
            yield statement(each.action, COMPLETION if is_end else PROGRESS, "necessary", "should")
        elif each.gain < 0:
            yield statement(each.action, PROGRESS, "does not contribute", "should")


def _causes(evidence: Evidence, before: Sequence[Learning]) -> Iterator[Learning]:
    for action in evidence.on_the_way:
        if evidence.is_repeatable(action) or _costs(evidence, action):
            continue
        told = [each for each in before if each.effect == action]
        guessed = {each.cause for each in told if not _is_sure(each)}
        sure = {each.cause for each in told if _is_sure(each) and each.relation == "necessary"}
        enabling = evidence.enabling(action)[-MAX_ENABLING:]
        enabling = [each for each in enabling if each in guessed] or enabling
        for each in enabling:
            yield statement(each, action, "necessary", "should" if len(enabling) == 1 or each in sure else "may")
        revealing = evidence.revealing(action)
        for each in revealing:
            yield statement(each, action, "necessary", "should")
        for fixed in (False, True):
            for each in evidence.touching(action, fixed=fixed):
                if each not in {*enabling, *revealing}:
                    yield statement(each, action, "necessary", "may" if fixed else "should")


def _kinds(learnings: Sequence[Learning]) -> Iterator[Learning]:
    """Yield what several actions of one kind say of the kind; nothing where one of them is of use."""
    against = {each.cause for each in learnings if each.relation == "does not contribute" and _is_sure(each)}
    said = (
        action
        for each in learnings
        if each.relation != "does not contribute"
        for action in (each.cause, each.effect)
        if action and action not in ENDS
    )
    useful = set(map(verb, said))
    known = {each.cause for each in learnings}
    kinds = Counter(verb(each) for each in against)
    for kind, number in kinds.items():
        if number >= MIN_OF_KIND and kind not in useful | known:
            yield statement(kind, PROGRESS, "does not contribute", "may")


def _is_sure(learning: Learning) -> bool:
    return certainty(learning) == "should"


def _costs(evidence: Evidence, action: str) -> bool:
    return any(each.action == action and each.gain < 0 for each in evidence.events)


def _holds(learning: Learning, evidence: Evidence) -> bool:
    """True if a trace does not contradict a learning that it did not show itself."""
    speaks_for = learning.relation != "does not contribute"
    if learning.effect == COMPLETION:
        return evidence.first(learning.cause) is None
    if learning.effect == PROGRESS and speaks_for and evidence.ended_well:
        return not means(learning.cause, evidence.events[-1].action)
    if speaks_for and certainty(learning) == "may" and evidence.is_repeatable(learning.cause):
        return False
    if learning.effect not in ENDS and learning.relation == "necessary":
        place, cause = evidence.first(learning.effect), evidence.first(learning.cause)
        return place is None or (cause is not None and cause < place)
    if learning.relation == "does not contribute":
        return not any(each.gain > 0 and means(learning.cause, each.action) for each in evidence.events)
    return True


def _weakened(learning: Learning, evidence: Evidence) -> Learning:
    """Return what remains of a learning on progress where a trial ended well without its cause."""
    if learning.effect != PROGRESS or not evidence.ended_well or evidence.first(learning.cause) is not None:
        return learning
    if learning.relation == "necessary":
        return statement(learning.cause, PROGRESS, "contributes", "should")
    if learning.relation == "contributes" and certainty(learning) == "may":
        return statement(learning.cause, PROGRESS, "does not contribute", "may")
    return learning


def _ordered(learnings: list[Learning], before: Sequence[Learning], evidence: Evidence) -> tuple[Learning, ...]:
    """Return the learnings by weight, those on the task in the order of the trial that came further.

    Of causes those that were held before come first, so that a set which has won stays what it was.
    """
    new = dict(evidence.worked)
    old = {each.cause: place for place, each in enumerate(before) if each.effect in ENDS}
    held = {key(each) for each in before}
    steps = sum(each.gain > 0 for each in evidence.events)
    came_further = steps >= sum(each.effect in ENDS and each.relation == "necessary" for each in before)
    main, other = (new, old) if came_further else (old, new)
    far = len(new) + len(before) + len(evidence.events)

    def weight(each: Learning) -> tuple[int, int]:
        of_an_end = main.get(each.cause, far + other.get(each.cause, 0))
        place = of_an_end if each.effect in ENDS else int(key(each) not in held)
        return _rank(each), place

    chosen = {key(each): each for each in reversed(learnings)}
    unique = list(chosen.values())[::-1]
    return tuple(sorted(unique, key=weight)[:MAX_LINES])


def _rank(learning: Learning) -> int:
    """Return the place of a line: sure ends, what cost points, sure causes, guesses of use, guesses of no use.

    Causes are many, and pushed a warning that had cost a trial out of the set after a few trials. Sure causes that
    were held before come first, then new ones in the order of the trial. Nearness to an end is no better order on the
    development seeds, and neither is distance. Without causes that lead to no end, or follow from two others, trials
    ended with fewer points there.
    """
    if learning.relation == "does not contribute":
        return 1 if _is_sure(learning) or verb(learning.cause) == learning.cause else 4
    if not _is_sure(learning):
        return 3
    return 0 if learning.effect in ENDS else 2
