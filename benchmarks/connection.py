"""Where a benchmark runs: on a Neo4j that the command line names, or on a managed server of its own.

The server of its own has a store of its own, so it holds nothing else and meets no encoder but the benchmark's. Its
folder is temporary; `--home` names one that stays.
"""

import argparse
import atexit
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from clew import server
from clew.embedding.choice import DEFAULT
from clew.graph.space import Space
from clew.loaders.upkeep.forget import forget_space
from clew.retrieval.browse import stats
from clew.server import ServerSettings
from clew.settings import Settings


@dataclass(frozen=True, slots=True)
class Place:
    """A database and how to enter it."""

    uri: str
    auth: tuple[str, str] | None
    database: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that name a place."""
    parser.add_argument("--uri", default="", help="a Neo4j of your own; default: a server for this run alone")
    parser.add_argument("--user", default="neo4j")
    parser.add_argument("--password", default="", help="empty where the server has no authentication")
    parser.add_argument("--database", default="neo4j")
    parser.add_argument("--home", type=Path, help="folder of that server, which stays; default: a temporary one")
    parser.add_argument("--keep", action="store_true", help="leave the spaces in the store that --uri or --home names")


def add_encoder_argument(parser: argparse.ArgumentParser) -> None:
    """The option that names an encoder; without it the one that a new store has, which gates and tables are of."""
    parser.add_argument("--encoder", default=DEFAULT, help="encodes, for the baselines too; default: %(default)s")


def add_model_arguments(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """The options that name a language model."""
    parser.add_argument("--model", default="", required=required, help="openai:NAME; at temperature 0")
    parser.add_argument("--model-url", default="", help="base URL of an OpenAI-compatible server")
    parser.add_argument("--model-key", default="")
    parser.add_argument("--model-calls", type=int, default=1, help="at once")
    parser.add_argument("--model-tokens", type=int, default=2000, help="written per answer, at most")


def model_settings(options: argparse.Namespace) -> Settings:
    """Return the settings that those options name."""
    fields = ("model", "model_url", "model_key", "model_calls", "model_tokens")
    return Settings.model_validate({field: getattr(options, field) for field in fields})


def place(options: argparse.Namespace) -> Place:
    """Return the place that the options name; without a Neo4j, a server that stops when this process ends."""
    if options.uri:
        auth = (options.user, options.password) if options.password else None
        return Place(options.uri, auth, options.database)
    return own_server(options.home)


def own_server(home: Path | None = None) -> Place:
    """Start a managed server that stops when this process ends; without a folder, its store goes then."""
    if home is None:
        home = Path(tempfile.mkdtemp(prefix="clew-bench-"))
        atexit.register(shutil.rmtree, home)  # runs after `stop`, which is registered later
    settings = ServerSettings(home=home)
    address = server.start(settings)
    atexit.register(server.stop, settings)
    return Place(address.uri, (address.user, address.password), address.database)


def forget(space: Space) -> None:
    """Remove a space where there is one."""
    if stats(space).nodes:
        forget_space(space)
