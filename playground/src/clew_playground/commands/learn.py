"""`clew learn`: watch an agent do a chore again and again, and what it learns of it."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.interfaces.cli.console import emit, note
from clew.interfaces.cli.options import Options, options
from clew_playground.commands.learn_course import Course, Mode, place_of
from clew_playground.commands.own_space import command, own_space

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager

    from clew.agents.clin.loops import PlayedTrial
    from clew.agents.clin.trial import TrialPolicy
    from clew.api.learnings import Learnings
    from clew.api.memory import Memory
    from clew.model.learnings import Difference
    from clew_playground.commands.learn_course import Learner


def learn(
    context: typer.Context,
    chore: Annotated[
        Literal["tea", "laundry", "toast", "garden", "printing", "shoes"], typer.Argument(help="The chore to do.")
    ] = "tea",
    seed: Annotated[int, typer.Option(help="Of the house, and of a scripted policy's choices.")] = 1,
    trials: Annotated[int, typer.Option(min=1, help="How often it is done; those before a --resume included.")] = 5,
    mode: Annotated[
        Mode,
        typer.Option(
            help="The learnings that a trial begins with. off: none. adapt: those of the trial before. gen-env: those "
            "of the chore in other houses. gen-task: those of other chores in the house. +adapt: later its own, too."
        ),
    ] = "adapt",
    others: Annotated[
        int | None, typer.Option(min=1, max=10, help="Episodes that teach first, in the gen modes; default: 3.")
    ] = None,
    steps: Annotated[int, typer.Option(min=1, help="Steps of a trial at most.")] = 50,
    policy: Annotated[Literal["scripted", "model"], typer.Option(help="The actor.")] = "scripted",
    generator: Annotated[
        Literal["template", "model"], typer.Option(help="The writer of learnings: rules, or the language model.")
    ] = "template",
    html: Annotated[
        Path | None, typer.Option(help="Also write a page of all learnings and where they come from.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on in --space with what it has learned.")] = False,
) -> None:
    """Watch an agent do a chore again and again: its score by trial, and what it learned, kept and dropped.

    The house hides what the chore needs, so that a first trial mostly fails. The learnings are forgotten at the end,
    unless --space names an empty space to keep them in.
    """
    chosen = options(context)
    course = Course(chore, seed, mode, trials, steps, others)
    course.teachers()
    with _room(chosen, course, resume=resume) as memory:
        learner = _learner(memory, policy, generator)
        with _page(learner.learnings, course, html), _hint(learner.learnings, context):
            _run(learner, course, quiet=chosen.json)
        if chosen.json:
            emit(_result(learner.learnings, course))


def _run(learner: "Learner", course: Course, *, quiet: bool) -> None:
    from clew_playground.commands import learn_lines

    game, learnings = course.game(), learner.learnings
    if not quiet:
        learn_lines.show_task(game.task)
    learner.teach(course, None if quiet else learn_lines.show_episode)
    begins = learner.begin(course)
    if quiet:
        learner.run(course)
        return
    if course.change:
        learn_lines.show_beginning(begins)
    learn_lines.show_before(learnings.trials(game.name, place_of(game)))
    learner.run(course, lambda played: learn_lines.show_trial(played, _difference(learnings, played)))
    learn_lines.show_end(learnings.trials(game.name, place_of(game)))


def _difference(learnings: "Learnings", played: "PlayedTrial") -> "Difference":
    from clew.model.learnings import Difference

    if played.written is None or played.given is None:
        return Difference(added=played.written.learnings if played.written else ())
    return learnings.diff(played.given.id, played.written.id)


def _room(chosen: Options, course: Course, *, resume: bool) -> "AbstractContextManager[Memory]":
    """Return the memory of the space to go on in, else of an empty one.

    Raises:
        InvalidInput: no space is named to go on in.
    """
    from clew.errors import InvalidInput

    if not resume:
        return own_space(chosen, name=f"learn-{course.chore}-{course.seed}", purpose="trials, or go on with --resume")
    if (space := chosen.given.get("space")) is None:
        raise InvalidInput("--resume needs the space that holds the trials; name it with --space")
    return chosen.memory(space=space)


def _learner(memory: "Memory", policy: str, generator: str) -> "Learner":
    """Return who acts and learns.

    Raises:
        NoModel: a model shall, and there is none.
    """
    from clew.agents.clin.loops import TRIALS
    from clew.agents.clin.matching import ActionMatcher
    from clew.agents.clin.model_generator import ModelGenerator
    from clew.agents.clin.players import ModelPolicy
    from clew.api.learnings import Learnings
    from clew.errors import NoModel
    from clew_playground.commands.learn_course import Learner
    from clew_playground.players.chores import ScriptedPolicy
    from clew_playground.players.template import TemplateGenerator

    model = memory.standing_model
    if "model" in (policy, generator) and not model:
        raise NoModel("a model shall act or learn, and none is set; name one with --model or CLEW_MODEL")

    def acting(seed: int, number: int) -> "TrialPolicy":
        return ModelPolicy(model) if policy == "model" and model else ScriptedPolicy(seed * TRIALS + number)

    writer = ModelGenerator(model) if generator == "model" and model else TemplateGenerator()
    return Learner(Learnings(memory), acting, writer, ActionMatcher(memory.space.encoder))


@contextmanager
def _page(learnings: "Learnings", course: Course, path: Path | None) -> "Generator[None]":
    """Write the page even if the trials break off; try to write before they begin."""
    from clew.interfaces.pages.files import check_writable
    from clew_playground.pages.learn.pages import write

    if path:
        check_writable(path)
    try:
        yield
    finally:
        if path:
            game = course.game()
            note(f"page: {write(path, learnings, game.name, place_of(game), title=course.title, words=game.task)}")


@contextmanager
def _hint(learnings: "Learnings", context: typer.Context) -> "Generator[None]":
    """Say how trials that are kept in a named space and were broken off go on."""
    try:
        yield
    except BaseException:
        if options(context).given.get("space") is not None and learnings.memory.stats().nodes:
            note(f"it can go on: {command(context, resume=True)}")
        raise


def _result(learnings: "Learnings", course: Course) -> dict[str, object]:
    """Return the trials and all learning sets of the course's own episode."""
    game = course.game()
    task, environment = game.name, place_of(game)
    return {
        "space": learnings.memory.space.name,
        "task": game.task,
        "environment": environment,
        "mode": course.mode,
        "trials": learnings.trials(task, environment),
        "versions": learnings.versions(task, environment),
    }
