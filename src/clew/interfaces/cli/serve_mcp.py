"""`clew mcp` and `clew mcp-token`: memory for clients of the Model Context Protocol."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.interfaces.cli.console import emit, grid, line, note, out, raw, say
from clew.interfaces.cli.options import options

HOST, PORT = "127.0.0.1", 8765

TokenFile = Annotated[
    Path | None, typer.Option("--tokens", help="The file of tokens; default: one in the user's data folder.")
]


def serve_mcp(
    context: typer.Context,
    http: Annotated[bool, typer.Option("--http", help="Serve HTTP instead of stdin and stdout.")] = False,
    host: Annotated[
        str, typer.Option(help="Address to listen on; an address other than loopback needs TLS in front.")
    ] = HOST,
    port: Annotated[int, typer.Option(help="Port to listen on; 0 means any free port.", min=0, max=65535)] = PORT,
    tokens: TokenFile = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Name by which clients call this machine, beside localhost; may be repeated."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Page whose scripts may connect, such as https://page.example; may be repeated."),
    ] = None,
) -> None:
    """Serve memory to clients of the Model Context Protocol.

    Over stdio, clients reach the one space of --space. Over HTTP, a client sends a token of `clew mcp-token`, and each
    token has its spaces. The command runs until the client or you end it.
    """
    require_mcp()
    from clew.interfaces.mcp.serving import Listening, is_loopback, serve_http, serve_stdio
    from clew.interfaces.mcp.tokens import default_file

    settings = options(context).settings()
    if not http:
        given = {"--host": host != HOST, "--port": port != PORT, "--tokens": tokens}
        given |= {"--allow-host": allow_host, "--origin": origin}
        if named := [name for name, value in given.items() if value]:
            raise InvalidInput(f"{named[0]} is for serving HTTP; add --http, or leave it out")
        serve_stdio(settings)
        return
    if "space" in options(context).given:
        raise InvalidInput(
            "--space is for serving stdio; over HTTP each token has its spaces: leave --space or --http out"
        )
    if not is_loopback(host):
        note(f"tokens and memory travel readable to {host}: put TLS in front of it; --allow-host names this machine")
    where = Listening(host, port, tokens or default_file(), allow_host or (), origin or ())
    serve_http(settings, where, lambda address: note(f"listening on {address}"))


def mcp_token(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The name of the token; without it, the tokens are listed.")] = (
        None
    ),
    spaces: Annotated[
        list[str] | None, typer.Argument(help="The spaces that the token reaches, the default first.")
    ] = None,
    right: Annotated[
        list[str] | None,
        typer.Option(help="A right of the token: read, write or forget; may be repeated; default: all three."),
    ] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="Remove the token; the server refuses it at once.")] = False,
    tokens: TokenFile = None,
) -> None:
    """Make a token for `clew mcp --http` and print it once; list the tokens, or revoke one.

    The file keeps hashes, and only its owner can read it.
    """
    require_mcp()
    from clew.interfaces.mcp import tokens as kept

    chosen, file = options(context), tokens or kept.default_file()
    if revoke and (name is None or spaces or right):
        raise InvalidInput("--revoke takes the name of one token; `clew mcp-token` lists them")
    if name is None:
        entries = kept.read(file)
        columns = ("token", "spaces", "rights", "made")
        rows = grid(*columns, left=columns)
        for each in entries:
            rows.add_row(*map(line, (each.name, ", ".join(each.spaces), ", ".join(each.rights), each.created)))
        if chosen.json:
            emit([each.model_dump(exclude={"sha256"}) for each in entries])
        elif entries:
            out().print(rows)
        else:
            say("There are no tokens; `clew mcp-token NAME SPACE` makes one.")
    elif revoke:
        kept.revoke(file, name)
        chosen.show({"revoked": name}, "The token is revoked.")
    else:
        token = kept.add(file, name, spaces or [chosen.settings().space], right or kept.RIGHTS)
        chosen.show({"name": name, "token": token}, token, raw)
        note(f"it is shown this once; its hash is in {file}")


def require_mcp(doing: str = "serving MCP") -> None:
    """Check that the package is there that serves, whatever it serves."""
    if find_spec("mcp") is None:
        raise MissingDependency(f"{doing} needs the package mcp, not installed; {install_hint('mcp')}")
