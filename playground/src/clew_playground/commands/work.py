"""`clew work`: watch an agent solve a planning problem in subgoals, with a context that stays short."""

from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.interfaces.cli.console import emit, note
from clew.interfaces.cli.options import Options, options
from clew_playground.commands.own_space import command, own_space
from clew_playground.commands.work_problem import Wanted

if TYPE_CHECKING:
    from collections.abc import Generator

    from clew.agents.hiagent.loop import PlayedRun
    from clew.agents.hiagent.players import Player
    from clew.api.memory import Memory
    from clew.api.working import WorkingMemory
    from clew.model.working import Run
    from clew_playground.environments.strips import Strips
    from clew_playground.pages.work.sizes import Sizes

STEPS = 150
"""Steps at most, unless it is said otherwise."""


def work(
    context: typer.Context,
    domain: Annotated[
        Literal["blocksworld", "gripper", "tyres", "bartending"] | None,
        typer.Option(help="Of a problem that is made from a seed; default: blocksworld."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The problem of the domain, by number; default: 1.")] = None,
    size: Annotated[int | None, typer.Option(help="From 1, about 5 actions, to 6, about 50; default: 3.")] = None,
    pddl: Annotated[Path | None, typer.Option(help="Instead: the domain file of a problem in PDDL.")] = None,
    problem: Annotated[Path | None, typer.Option(help="The problem file that goes with --pddl.")] = None,
    mode: Annotated[
        Literal["standard", "decomposed", "hiagent"],
        typer.Option(help="The contents of a prompt: all steps, these under subgoals, or closed subgoals in a line."),
    ] = "hiagent",
    steps: Annotated[int, typer.Option(min=1, help="Steps at most, those before a --resume included.")] = STEPS,
    budget: Annotated[int | None, typer.Option(min=1, help="Tokens that show the run in a prompt, at most.")] = None,
    html: Annotated[Path | None, typer.Option(help="Also write a page that steps through the run.")] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="NAME", help="Take up a run of --space that was interrupted, in its problem.")
    ] = None,
    show: Annotated[str | None, typer.Option(metavar="NAME", help="Show a run of --space; nobody acts.")] = None,
) -> None:
    """Watch an agent solve a planning problem in subgoals: their tree, and the size of its prompt at each step.

    With a language model, that acts; without, the plan of a small search does. Its memories are forgotten at the end,
    unless --space names an empty space to keep them in.
    """
    from langchain_core.messages.utils import count_tokens_approximately

    from clew_playground.pages.work.sizes import Sizes

    chosen = options(context)
    wanted = Wanted(domain, seed, size, pddl, problem)
    sizes = Sizes(count_tokens_approximately, mode, budget)
    if show is not None:
        wanted.check_alone(show, resume)
        _show(chosen, show, sizes, html)
    else:
        _act(context, wanted, sizes, steps, html, resume)


def _show(chosen: Options, name: str, sizes: "Sizes", html: Path | None) -> None:
    """Show a stored run.

    Raises:
        InvalidInput: no space is named, or the budget is too small for the run.
        NotFound: the space has no such run.
    """
    from clew.retrieval.working.read import read
    from clew_playground.commands.work_tree import show_run
    from clew_playground.pages.work.pages import write

    with chosen.memory(space=_named(chosen, f"--show {name}")) as memory:
        run = read(memory.space, name)
    prompts = list(sizes.prompts(run))
    if html:
        note(f"page: {write(html, run, sizes, title=f'run {name}')}")
    if chosen.json:
        _emit(run, sizes, None)
        return
    show_run(run, prompts, sizes.mode)


def _act(
    context: typer.Context, wanted: Wanted, sizes: "Sizes", steps: int, html: Path | None, resume: str | None
) -> None:
    from clew.agents.hiagent.loop import HiAgent
    from clew.api.working import WorkingMemory
    from clew_playground.commands.work_tree import Tree

    chosen, game = options(context), wanted.game(steps)
    with _room(chosen, wanted, resume) as memory:
        working = WorkingMemory(memory)
        if resume is not None:
            _resume(working, game, resume, sizes, steps)
        player = _player(memory, game)
        tree = None if chosen.json else Tree(working, sizes)
        with _kept(working, sizes, html, wanted.title), _hinted(working, context):
            played = HiAgent(
                working,
                player=player,
                mode=sizes.mode,
                shows_actions=False,
                budget=sizes.budget,
                name=game.model.name,
                on_step=tree.step if tree else None,
                most_steps=steps,
            ).run(game)
    if tree:
        tree.end(played)
    else:
        _emit(working.run, sizes, played)


def _named(chosen: Options, asked: str) -> str:
    """Return the space that an option needs.

    Raises:
        InvalidInput: none is named.
    """
    from clew.errors import InvalidInput

    if (space := chosen.given.get("space")) is None:
        raise InvalidInput(f"{asked} needs the space that holds the run; name it with --space")
    return space


def _room(chosen: Options, wanted: Wanted, resume: str | None) -> "AbstractContextManager[Memory]":
    """Return the memory of the run to resume, else of an empty space."""
    if resume is not None:
        return chosen.memory(space=_named(chosen, f"--resume {resume}"))
    return own_space(chosen, name=wanted.space, purpose="task")


def _resume(working: "WorkingMemory", game: "Strips", name: str, sizes: "Sizes", steps: int) -> None:
    """Take up a run and bring the world to where it stands.

    Raises:
        NotFound: there is no such run.
        Conflict: it has ended, or the world is another one.
        InvalidInput: it has had its steps already, or the budget is too small for it.
    """
    from clew.agents.hiagent.loop import replay
    from clew.errors import InvalidInput

    run = working.resume(name)
    run.check_goes_on()
    if run.length >= steps:
        raise InvalidInput(f"run {name!r} has had {run.length} steps; give --steps {run.length + 1} or more")
    list(sizes.prompts(run))
    replay(game, run)


def _player(memory: "Memory", game: "Strips") -> "Player":
    """Return who acts: the memory's language model, or a plan from where the world stands.

    Raises:
        InvalidInput: there is no model, and no plan was found.
    """
    from clew.agents.hiagent.players import ModelPlayer
    from clew.errors import InvalidInput
    from clew_playground.players.planned import ScriptedPlayer, planned

    if memory.standing_model:
        return ModelPlayer(memory.standing_model)
    try:
        return ScriptedPlayer(planned(game))
    except InvalidInput as error:
        raise InvalidInput(f"{error}; choose another problem, or let a --model try") from error


@contextmanager
def _kept(working: "WorkingMemory", sizes: "Sizes", path: Path | None, title: str) -> "Generator[None]":
    """Write the page of a run even if it breaks off; try to write before it begins."""
    from clew.agents.hiagent.loop import begun
    from clew.interfaces.pages.files import check_writable
    from clew_playground.pages.work.pages import write

    if path:
        check_writable(path)
    try:
        yield
    finally:
        if path and (run := begun(working)):
            note(f"page: {write(path, run, sizes, title=title)}")


@contextmanager
def _hinted(working: "WorkingMemory", context: typer.Context) -> "Generator[None]":
    """Say how a run that is kept in a named space is shown, or taken up where it was interrupted."""
    from clew.agents.hiagent.loop import begun

    try:
        yield
    finally:
        run = begun(working)
        if options(context).given.get("space") is not None and run:
            goes_on = f"can go on: {command(context, resume=run.name)}"
            note(f"run {run.name} {goes_on if run.outcome is None else f'is kept: --show {run.name} shows it again'}")


def _emit(run: "Run", sizes: "Sizes", played: "PlayedRun | None") -> None:
    prompts = [{"step": each.step.number, **each.tokens} for each in sizes.prompts(run)]
    emit({"run": run, "prompts": prompts, "played": played})
