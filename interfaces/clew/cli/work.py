"""`clew work`: watch an agent work in subgoals, and how long its prompts get."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.cli.console import emit, note
from clew.cli.options import options
from clew.cli.own_space import cleared

if TYPE_CHECKING:
    from clew.agents.hiagent.players import Player
    from clew.environments import Moment
    from clew.environments.strips import Strips
    from clew.working import WorkingMemory

STEPS = 200
"""Of a run at most, where nothing else is said."""


def work(
    context: typer.Context,
    domain: Annotated[
        Literal["blocksworld", "gripper", "tyres", "bartending"], typer.Option(help="What the problem is about.")
    ] = "blocksworld",
    seed: Annotated[int, typer.Option(help="Which problem of its kind.")] = 1,
    size: Annotated[int, typer.Option(min=1, max=6, help="How large: 1 to 6.")] = 3,
    pddl: Annotated[
        Path | None, typer.Option(help="Another problem: the PDDL file of its domain; --problem goes with it.")
    ] = None,
    problem: Annotated[Path | None, typer.Option(help="The PDDL file of that problem.")] = None,
    mode: Annotated[
        Literal["standard", "decomposed", "hiagent"],
        typer.Option(help="What the agent is shown: all steps, all under subgoals, or closed subgoals in a line."),
    ] = "hiagent",
    steps: Annotated[int, typer.Option(min=1, help="Steps at most.")] = STEPS,
    budget: Annotated[int | None, typer.Option(min=1, help="Tokens that show the run, at most.")] = None,
    resume: Annotated[str | None, typer.Option(help="Take up this run of --space, with the same problem.")] = None,
    show: Annotated[str | None, typer.Option(help="Show this run of --space, and do nothing.")] = None,
    html: Annotated[Path | None, typer.Option(help="Also write a page to watch the run in this HTML file.")] = None,
) -> None:
    """Watch an agent work in subgoals: their tree, and the tokens of each prompt beside those of all steps.

    With a language model, the model acts; without, a plan that a small search found. The run is forgotten at the end,
    unless --space names where to keep it.
    """
    from clew.agents.hiagent.loop import run
    from clew.cli.watched_run import WatchedRun
    from clew.working import WorkingMemory

    chosen = options(context)
    kept = chosen.given.get("space")
    game = None if show else _game(domain, seed, size, pddl, problem, steps)
    _check_space(kept, show or resume)
    with (
        chosen.memory(space=kept or f"work-{domain}-{seed}") as memory,
        nullcontext() if kept else cleared(memory),
    ):
        working = WorkingMemory(memory)
        watched = WatchedRun(working, quiet=chosen.json)
        played = None
        if game is None:
            working.resume(str(show))
            watched.show_all()
        else:
            player, at = _player(game, working, resume)
            watched.begin(game.task)
            name = f"{game.model.name} {mode}"
            played = run(
                game, working, player, mode=mode, steps=steps, budget=budget, name=name, at=at, on_step=watched.step
            )
        if html:
            from clew.work_page.page import write

            note(f"page: {write(html, working.run, watched.sizes, title=working.run.name)}")
        if chosen.json:
            emit({"played": played, "run": working.run, "tokens": watched.sizes})
        else:
            watched.end()


def _check_space(kept: str | None, name: str | None) -> None:
    """Hold that a run is named together with the space that keeps it.

    Raises:
        InvalidInput: it is not.
    """
    from clew.errors import InvalidInput

    if name and not kept:
        raise InvalidInput(f"run {name!r} is in no space that was named; name the one that keeps it with --space")


def _game(domain: str, seed: int, size: int, pddl: Path | None, problem: Path | None, steps: int) -> "Strips":
    """Return the problem that was asked for.

    Raises:
        InvalidInput: a file cannot be used, or one of the two is missing.
    """
    from clew.environments import strips
    from clew.errors import InvalidInput

    if pddl is None and problem is None:
        return strips.generate(domain, seed, size, steps=steps)
    if pddl is None or problem is None:
        raise InvalidInput("--pddl names the file of a domain and --problem that of a problem; give both")
    return strips.load(pddl, problem, steps=steps)


def _player(game: "Strips", working: "WorkingMemory", resume: str | None) -> "tuple[Player, Moment | None]":
    """Return who acts, and where the world of a resumed run stands.

    Raises:
        NotFound: there is no such run.
        Conflict: it has ended, or was of another problem.
        InvalidInput: there is no plan.
    """
    from clew.agents.hiagent.planned import planned
    from clew.agents.hiagent.players import ModelPlayer, ScriptedPlayer
    from clew.agents.hiagent.replay import replay

    at = None
    if resume:
        working.resume(resume).check_goes_on()
        at = replay(game, working.run)
    else:
        game.reset()
    model = working.memory.model
    return ModelPlayer(model) if model else ScriptedPlayer(planned(game)), at
