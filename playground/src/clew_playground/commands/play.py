"""`clew play`: watch an agent play a text game by its memory."""

from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from clew.interfaces.cli.console import emit, line, note, say
from clew.interfaces.cli.options import options
from clew_playground.commands.own_space import own_space

if TYPE_CHECKING:
    from collections.abc import Generator

    from clew.agents.ariadne.play import GamePlayer, PlayedGame
    from clew.api.memory import Memory
    from clew.api.world import World
    from clew_playground.pages.replay.recording import Recording

GameName = Literal[
    "hunt",
    "cooking",
    "cleaning",
    "coin",
    "mapreader",
    "cookingworld",
    "twc",
    "find-animal",
    "find-living-thing",
    "find-non-living-thing",
    "find-plant",
]
"""The kinds of `clew_playground.environments.kinds`, spelt out, as help should not import them."""


Game = Annotated[
    GameName,
    typer.Argument(
        help="Ours: hunt, cooking, cleaning. TextWorldExpress's: coin, mapreader, cookingworld, twc. ScienceWorld's: "
        "find-…. Those of others need an extra and Java."
    ),
]
OwnWorld = Annotated[
    str | None,
    typer.Option(
        metavar="MODULE:FACTORY", help="Instead: a world of your own, which the factory makes; needs a model."
    ),
]
Seed = Annotated[int, typer.Option(help="The game of its kind, by number; of find-…, the variation.")]
Size = Annotated[
    str,
    typer.Option(
        help="hunt: easy, hard or hardest; cooking: tiny, small, basic, hard or hardest; cleaning: small or basic; "
        "mapreader and cookingworld: usual or large. Default: easy, basic, or usual."
    ),
]
Steps = Annotated[
    int | None,
    typer.Option(
        min=1, help="Steps at most; default: 150 for hunt and cleaning, 60 for cooking, 100 for games of others."
    ),
]
Player = Annotated[
    Literal["ariadne", "history", "summary", "rag"] | None,
    typer.Option(help="The memory that a language model plays with; default: ariadne's."),
]
HistoryTokens = Annotated[
    int | None,
    typer.Option(min=1, help="Tokens of the past that --player history is shown, at most; default: 16,000."),
]
Reader = Annotated[
    Literal["rules", "model", "both"] | None,
    typer.Option(
        help="The reader of observations: rules, which know these games' sentences; a language model; or both, the "
        "model what rules leave unread. Default: rules; of a world of your own the model."
    ),
]
Html = Annotated[Path | None, typer.Option(help="Also write a page that replays the game into this HTML file.")]


def play(
    context: typer.Context,
    game: Game = "hunt",
    environment: OwnWorld = None,
    seed: Seed = 1,
    size: Size = "",
    steps: Steps = None,
    player: Player = None,
    history_tokens: HistoryTokens = None,
    reader: Reader = None,
    html: Html = None,
) -> None:
    """Watch an agent play a text game by its memory: its map, what it carries, recalls, learns and unlearns.

    With a language model, Ariadne plays; without, a script that reads nothing but the memory. Each game has a space of
    its own, which is forgotten at the end, unless --space names an empty space to keep it in.
    """
    from rich.markup import escape

    from clew.agents.ariadne.ariadne import Ariadne
    from clew.api.world import World
    from clew_playground.commands.watching import watching
    from clew_playground.environments.kinds import kind
    from clew_playground.environments.own import own_kind
    from clew_playground.pages.replay.recording import Recording
    from clew_playground.pages.replay.recording_proxy import Overheard
    from clew_playground.readers import GAMES

    chosen, its = options(context), own_kind(environment) if environment else kind(game)
    most = steps or its.most_steps
    opened = its.open(seed, size, steps=most)
    with opened as played_world, own_space(chosen, name=f"play-{its.name}-{seed}", purpose="game") as memory:
        overheard = Overheard(_player(its.name, memory, played_world.task, player, history_tokens))
        world = World(memory, reader=reader or ("model" if environment else "rules"), rules=GAMES)
        if not chosen.json:
            say(f"[bold]{escape(line(played_world.task))}[/bold]")
        recording = Recording(played_world.task, played_world.max_score, overheard.decisions)
        told = watching(recording, world) if not chosen.json else partial(recording.keep, world) if html else None
        with _kept(recording, html, f"{its.name} {size}".strip() + f", seed {seed}"):
            played = Ariadne(world, player=overheard, most_steps=most, on_step=told).run(played_world)
            recording.stopped = played.stopped
    if chosen.json:
        emit(_result(played, world))
    else:
        _report(recording, played, world)


def _report(recording: "Recording", played: "PlayedGame", world: "World") -> None:
    say(f"{recording.outcome}.")
    if world.memory.model:
        used, reading = world.memory.usage.total, world.usage.total
        tokens = f"{used.prompt_tokens:,} tokens read, {used.completion_tokens:,} written"
        say(f"[dim]model: {used.calls} calls, {tokens}; {reading.calls} calls to read observations[/dim]")
    if played.unread:
        say(f"[yellow]{played.unread} observations could not be read by the model; rules read them[/yellow]")


def _result(played: "PlayedGame", world: "World") -> dict[str, object]:
    """Return how a game went, in which space, who read, and what the model was used for: altogether, and in reading."""
    from dataclasses import asdict

    memory = world.memory
    used = {"usage": memory.usage.as_dict(), "reading": world.usage.as_dict()} if memory.model else {}
    return {**asdict(played), "space": memory.space.name, "reader": world.reader, **used}


def _player(game: str, memory: "Memory", task: str, name: str | None, history_tokens: int | None) -> "GamePlayer":
    """Return the player.

    Raises:
        NoModel: a player was named, or a world of one's own, and there is no model to play with.
        InvalidInput: the tokens are given, and another player than the one they are for.
    """
    from clew.errors import InvalidInput, NoModel
    from clew_playground.players.by_model import FullHistory, player
    from clew_playground.players.scripted import scripted

    model = memory.standing_model
    if name and not model:
        raise NoModel(f"player {name} needs a language model, and none is set; name one with --model or CLEW_MODEL")
    if history_tokens and name != "history":
        raise InvalidInput(f"--history-tokens {history_tokens} is for --player history alone; give both, or neither")
    if not model and game == "own":
        raise NoModel(
            "a world of your own needs a language model, and none is set; name one with --model or CLEW_MODEL"
        )
    if not model:
        return scripted(game, task)
    chosen = player(name or "ariadne", model, task)
    if history_tokens:
        chosen.memory = FullHistory(history_tokens)
    return chosen


@contextmanager
def _kept(recording: "Recording", path: Path | None, title: str) -> "Generator[None]":
    """Write the replay of a game even if it breaks off, once it has a step; see first that it can be written."""
    from clew.interfaces.pages.files import check_writable
    from clew_playground.pages.replay.pages import write

    if path:
        check_writable(path)
    try:
        yield
    finally:
        if path and recording.frames:
            note(f"replay: {write(path, recording, title=title)}")
