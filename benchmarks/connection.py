"""Where a benchmark runs: the managed local server, or a Neo4j that the command line names."""

import argparse
from dataclasses import dataclass

from clew import server
from clew.embedding.choice import DEFAULT
from clew.graph.space import Space
from clew.loaders.upkeep.forget import forget_space
from clew.retrieval.stats import stats
from clew.settings import Settings


@dataclass(frozen=True, slots=True)
class Place:
    """A database and how to enter it."""

    uri: str
    auth: tuple[str, str] | None
    database: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that name a place."""
    parser.add_argument("--uri", default="", help="a Neo4j of your own; default: the managed local server")
    parser.add_argument("--user", default="neo4j")
    parser.add_argument("--password", default="", help="empty where the server has no authentication")
    parser.add_argument("--database", default="neo4j")
    parser.add_argument(
        "--keep", action="store_true", help="leave the benchmark's spaces in the store, until it runs again"
    )


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
    """What those options say."""
    fields = ("model", "model_url", "model_key", "model_calls", "model_tokens")
    return Settings.model_validate({field: getattr(options, field) for field in fields})


def place(options: argparse.Namespace) -> Place:
    """What the options name; starts the managed server where they name nothing."""
    if options.uri:
        auth = (options.user, options.password) if options.password else None
        return Place(options.uri, auth, options.database)
    address = server.start()
    return Place(address.uri, (address.user, address.password), address.database)


def forget(space: Space) -> None:
    """Remove a space where there is one."""
    if stats(space).nodes:
        forget_space(space)
