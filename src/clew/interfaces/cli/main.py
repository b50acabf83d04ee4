"""The command line put together, and what it does with errors."""

import errno
import logging
import os
import traceback
import warnings
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from clew.errors import ClewError
from clew.interfaces.cli import (
    completing,
    console,
    consolidate,
    correct,
    demo,
    doctor,
    forget,
    further,
    listing,
    recall,
    remember,
    scene,
    serve_mcp,
    server,
    store,
)
from clew.interfaces.cli.options import Options, hoist
from clew.text.masking import masked

EPILOG = (
    "Options of every command: --space, --json, --read-only, --uri, --user, --database, --zone, --encoder, --model, "
    "--model-url; the password of a server of your own comes from CLEW_PASSWORD, the language model's key from "
    "CLEW_MODEL_KEY."
)


class _Commands(TyperGroup):
    def make_context(self, info_name: str | None, args: list[str], *given: Any, **more: Any) -> Any:  # noqa: ANN401
        """Take the options of every command from wherever they stand, to run a command or to complete one."""
        return super().make_context(info_name, hoist(args), *given, **more)

    def invoke(self, ctx: Any) -> object:  # noqa: ANN401 - Click's context, or Typer's copy of it
        """Run a command; a refused value is told without Python's name of the error before it."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise


app = typer.Typer(
    name="clew",
    cls=_Commands,
    help="Long-term memory for language-model agents, kept as one graph in Neo4j.",
    epilog="Every option here may also follow the command. CLEW_SPACE, CLEW_URI, CLEW_PASSWORD and so on set the "
    "options that are not given; CLEW_DEBUG=1 shows the trace of an error.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        console.raw(f"clew {version('clew')}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    space: Annotated[
        str | None, typer.Option(help="The space: the memory of one user or agent.", autocompletion=completing.spaces)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")] = False,
    uri: Annotated[
        str | None, typer.Option(help="Address of a Neo4j of your own; default: the managed local server.")
    ] = None,
    user: Annotated[str | None, typer.Option(help="The user of that Neo4j.")] = None,
    database: Annotated[str | None, typer.Option(help="The database in that Neo4j.")] = None,
    zone: Annotated[
        str | None, typer.Option(help="The time zone of times without an offset, such as Europe/Berlin; default: UTC.")
    ] = None,
    encoder: Annotated[
        str | None,
        typer.Option(
            help="The encoder: minilm, e5-small, multilingual, sentence-transformers:MODEL, or PROVIDER:MODEL."
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="The language model, PROVIDER:NAME, such as openai:gpt-4o-mini.")
    ] = None,
    model_url: Annotated[str | None, typer.Option(help="The OpenAI-compatible server of the language model.")] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Refuse whatever would write memory.")] = False,
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Keep the options of every command for the one that runs."""
    given: dict[str, object] = {
        "space": space,
        "uri": uri,
        "user": user,
        "database": database,
        "zone": zone,
        "encoder": encoder,
    }
    given |= {"model": model, "model_url": model_url, "read_only": read_only or None}
    context.obj = Options(json, {name: value for name, value in given.items() if value is not None})


_COMMANDS = {
    "demo": demo.demo, "remember": remember.remember, "add": remember.add, "alias": remember.alias,
    "read": remember.read, "remember-facts": remember.remember_facts,
    "consolidate": consolidate.consolidate, "recall": recall.recall,
    "ask": recall.ask, "list": listing.list_, "show": listing.show, "spaces": listing.spaces,
    "profile": recall.profile, "correct": correct.correct, "retract": correct.retract,
    "reinstate": correct.reinstate, "forget": forget.forget,
    "stats": store.stats, "audit": store.audit, "export": store.export, "restore": store.restore,
    "schema": store.schema, "view": serve_mcp.view,
    "bloom": store.bloom, "browser": serve_mcp.browser, "reembed": store.reembed, "doctor": doctor.doctor,
    "mcp": serve_mcp.serve_mcp, "mcp-token": serve_mcp.mcp_token,
}  # fmt: skip
"""The commands, in the order of the help."""

for _name, _command in _COMMANDS.items():
    app.command(_name, epilog=None if _name == "bloom" else EPILOG)(_command)
app.add_typer(server.app, name="server")
app.add_typer(scene.app, name="scene")
scene.app.command(epilog=EPILOG)(scene.show)
further.add(app, "clew.commands", EPILOG, ("play", "work", "learn"))
further.add(scene.app, "clew.commands.scene", EPILOG, ("run", "room"))


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code; an error is one line on stderr."""
    console.prepare_streams()
    if not os.environ.get("CLEW_DEBUG"):
        logging.getLogger().addHandler(logging.NullHandler())  # else Python prints what the driver logs
    seen: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        # Each warning of ours once; what other packages warn of says nothing to a user.
        if category.__module__.startswith("clew.") and str(message) not in seen:
            seen.add(str(message))
            console.note(f"note: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = show
        try:
            app(args=arguments, prog_name="clew")
        except SystemExit as leaving:
            return leaving.code if isinstance(leaving.code, int) else 0
        except KeyboardInterrupt:
            return 130
        except Exception as error:  # noqa: BLE001 - nothing else catches it before the user sees it
            return _failed(error)
    return 0


def _failed(error: Exception) -> int:
    if os.environ.get("CLEW_DEBUG"):
        traceback.print_exception(error)
    if isinstance(error, ClewError):
        console.fail(str(error))
        return error.exit_code
    if isinstance(error, OSError) and error.filename is not None:
        console.fail(f"{str(error.filename)!r} cannot be used: {error.strerror}; check the path and its rights")
        return 74
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        console.fail("no space is left on the disk; make room and run the command again")
        return 74
    console.fail(f"{type(error).__name__}: {masked(str(error))}; this is a fault of Clew: CLEW_DEBUG=1 shows where")
    return 70
