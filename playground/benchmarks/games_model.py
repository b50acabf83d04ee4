"""Games that a language model plays, with one kind of memory and with another: what each reaches, and what it costs.

A finished game is kept in the JSON file at once, and is not played again: the same command, repeated, goes on.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, get_args

import connection
import numpy as np
from circumstances import write
from games_played import MODULES, RUN
from langchain_core.language_models import BaseChatModel
from rich.console import Console
from rich.table import Table

from clew.agents.ariadne import chains
from clew.agents.ariadne.ariadne import Ariadne, PlanningPlayer
from clew.agents.ariadne.play import PlayedGame
from clew.api.memory import Memory
from clew.api.world import Reader, World
from clew.errors import ModelFailed
from clew.llm import Chain, LanguageModel, chat_model, required
from clew.loaders.world.extraction import TRIPLETS
from clew.loaders.world.outdated import OUTDATED
from clew_playground.players.by_model import PLAYERS, FullHistory, player
from clew_playground.readers import GAMES

NO_REPLACEMENT = "no-replacement"
NAMES = (*PLAYERS, NO_REPLACEMENT)

Fresh = Callable[[], AbstractContextManager[Memory]]


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is asked for; one that was finished under the same circumstances is not played again.

    Attributes:
        history_tokens: of full history; 0 for the others.
        prompts: a digest of all that is asked with.
        reader: who reads the observations.
    """

    model: str
    player: str
    kind: str
    size: str
    seed: int
    most_steps: int
    history_tokens: int
    prompts: str
    reader: Reader = "rules"


@dataclass(frozen=True, slots=True)
class Result:
    """A game as it went.

    Attributes:
        calls: of the model, to play and to read; tokens likewise.
        unusable: answers of the model that could not be used.
        seconds: in which the model was asked.
        reading_calls: of these calls, those that read observations.
        reading_tokens: read and written in these.
    """

    game: Game
    played: PlayedGame
    calls: int
    prompt_tokens: int
    completion_tokens: int
    unusable: int
    seconds: float
    reading_calls: int = 0
    reading_tokens: int = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of games with a language model."""
    sizes = sorted({size for each in MODULES.values() for size in each.SIZES})
    connection.add_model_arguments(parser)
    parser.add_argument("--players", nargs="*", choices=NAMES, default=list(NAMES), help="with --model")
    parser.add_argument("--sizes", nargs="*", choices=sizes, default=sizes, help="with --model")
    parser.add_argument("--most-steps", type=int, default=0, help="of a game; default: as its kind declares")
    parser.add_argument("--reader", choices=get_args(Reader), default="rules", help="of observations, with --model")
    parser.add_argument("--history-tokens", type=int, default=FullHistory().tokens, help="full history's, with --model")
    parser.add_argument("--games", type=Path, default=Path("out/games_model.json"), help="kept games, with --model")


def run(options: argparse.Namespace, fresh: Fresh, around: Mapping[str, object], console: Console) -> int:
    """Play what is not played yet, print, write; 1 where the model failed."""
    model, done = chat_model(connection.model_settings(options)), _kept(options.games)
    assert model is not None
    wanted, failed = list(_wanted(options)), 0
    try:
        for game in wanted:
            if game not in done:
                done[game] = _played(game, model, fresh)
                write(options.games, {**around, "games": [asdict(each) for each in done.values()]})
                console.print(_line(done[game]), highlight=False)
    except (KeyboardInterrupt, ModelFailed) as stopped:
        console.print(f"stopped: {str(stopped) or 'interrupted'}; the same command goes on", highlight=False)
        failed = 1
    console.print(_table(options.model, [done[game] for game in wanted if game in done]))
    return failed


def _wanted(options: argparse.Namespace) -> Iterator[Game]:
    """Seed by seed, so that what is interrupted can be compared as far as it went."""
    asked = sorted(each.prompt.digest for each in vars(chains).values() if isinstance(each, Chain))
    if options.reader != "rules":
        asked += [TRIPLETS.prompt.digest, OUTDATED.prompt.digest]
    prompts = sha256("".join(asked).encode()).hexdigest()[:12]
    for kind in options.kinds:
        sizes = [size for size in MODULES[kind].SIZES if size in options.sizes]
        seeds = range(options.first, options.first + options.seeds)
        for size, seed, name in product(sizes, seeds, options.players):
            tokens = options.history_tokens if name == "history" else 0
            most = options.most_steps or MODULES[kind].MAX_STEPS
            yield Game(options.model, name, kind, size, seed, most, tokens, prompts, options.reader)


def _played(game: Game, chat: BaseChatModel, fresh: Fresh) -> Result:
    """One game; the model that plays reads the observations as well, if rules do not."""
    kind = MODULES[game.kind]
    environment = kind.generate(game.seed, kind.SIZES[game.size])
    with fresh() as empty:
        memory = Memory(empty.space.graph, empty.space.encoder, empty.space.name, empty.settings, chat)
        agent = _agent(game, required(memory.standing_model, "playing"), environment.task)
        world = World(memory, RUN, reader=game.reader, replaces=game.player != NO_REPLACEMENT, rules=GAMES)
        played = Ariadne(world, player=agent, most_steps=game.most_steps).run(environment)
    used, reading = memory.usage.total, world.usage.total
    tokens, unusable = (used.prompt_tokens, used.completion_tokens), used.re_asks + used.failures
    return Result(game, played, used.calls, *tokens, unusable, used.seconds, reading.calls, reading.tokens)


def _agent(game: Game, model: LanguageModel, task: str) -> PlanningPlayer:
    agent = player("ariadne" if game.player == NO_REPLACEMENT else game.player, model, task)
    if game.player == "history":
        agent.memory = FullHistory(game.history_tokens)
    return agent


def _kept(path: Path) -> dict[Game, Result]:
    """Return the results that were finished before."""
    games: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["games"] if path.exists() else []
    kept = [Result(**{**each, "game": Game(**each["game"]), "played": PlayedGame(**each["played"])}) for each in games]
    return {each.game: each for each in kept}


def _line(result: Result) -> str:
    game, played = result.game, result.played
    return f"{game.kind} {game.size} {game.seed}, {game.player}: {played.share:.2f} in {played.steps} steps"


def _table(model: str, results: Sequence[Result]) -> Table:
    """Means over the seeds."""
    heads = ("games", "player", "seeds", "won", "score", "steps", "decisions", "calls", "of them reading")
    table = Table(*heads, "tokens in, out", "unusable", title=f"Games by {model}")
    for kind, size, name in dict.fromkeys((each.game.kind, each.game.size, each.game.player) for each in results):
        chosen = [each for each in results if (each.game.kind, each.game.size, each.game.player) == (kind, size, name)]
        table.add_row(f"{kind} {size}", name, *_figures(chosen))
    return table


def _figures(results: Sequence[Result]) -> tuple[str, ...]:
    seeds, played = [each.game.seed for each in results], [each.played for each in results]
    tokens = [np.mean([getattr(each, name) for each in results]) for name in ("prompt_tokens", "completion_tokens")]
    return (
        f"{min(seeds)}-{max(seeds)}" if len(seeds) > 1 else str(*seeds),
        f"{sum(each.won for each in played)} of {len(played)}",
        f"{np.mean([each.share for each in played]):.2f}",
        f"{np.mean([each.steps for each in played]):.0f}",
        f"{np.mean([each.decisions for each in played]):.0f}",
        f"{np.mean([each.calls for each in results]):.0f}",
        f"{np.mean([each.reading_calls for each in results]):.0f}",
        "{:,.0f}, {:,.0f}".format(*tokens),
        f"{np.mean([each.unusable for each in results]):.1f}",
    )
