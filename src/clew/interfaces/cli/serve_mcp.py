"""`clew mcp`, `mcp-token`, `view` and `browser`: memory for other programs, and for people in a browser."""

import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import Annotated

import typer

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.interfaces.cli.console import emit, grid, line, note, out, raw, say
from clew.interfaces.cli.options import options
from clew.interfaces.cli.progress import starting

HOST, PORT, VIEW_PORT = "127.0.0.1", 8765, 8766

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


def view(
    context: typer.Context,
    port: Annotated[int, typer.Option(help="Port to listen on; 0 means any free port.", min=0, max=65535)] = VIEW_PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address and open no window.")] = False,
) -> None:
    """Open memory in a browser: sessions, people, search, the graph, corrections and forgetting, until Ctrl+C.

    This machine alone can reach it. The address that is printed lets one browser in, once.
    """
    require_mcp("viewing memory")
    from clew.interfaces.view.serving import prepared, serve_view

    chosen = options(context)
    settings = chosen.settings()

    def told(address: str) -> None:
        if chosen.json:
            emit({"url": address})
        else:
            say(f"memory is at {address}")
            note("the address lets one browser in, once; Ctrl+C ends it")
        sys.stdout.flush()
        if not no_open:
            import webbrowser

            webbrowser.open(address)

    space = settings.space if "space" in chosen.given else ""
    with starting(quiet=chosen.json) as on_progress:
        served = prepared(settings, space, on_progress, is_reader=settings.read_only)
    serve_view(served, port, told)


def browser(
    context: typer.Context,
    style: Annotated[
        bool, typer.Option("--style", help="Print the style sheet for a Browser of your own, and end.")
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address and open no window.")] = False,
) -> None:
    """Open Neo4j Browser on the managed server, in Clew's colours, until Ctrl+C ends it.

    This command serves the Browser to this machine only. It does not restart the server, and the server opens no port.
    """
    from clew.interfaces.browser.grass import sheet

    chosen = options(context)
    if style:
        chosen.show({"style": sheet()}, sheet(), raw)
        return
    from clew import server
    from clew.interfaces.browser.site import serving

    settings = chosen.settings()
    managed = server.ServerSettings.of(settings)
    with starting(quiet=chosen.json) as on_progress:
        if settings.uri:
            address = server.Address(settings.uri, settings.user, "", settings.database)
            where = "the one of CLEW_PASSWORD"
        else:
            address = server.start(managed, on_progress)
            where = f"in the file {server.home(managed) / 'password'}"
        jar = server.browser_jar(managed, on_progress)
    with serving(jar, address) as site, suppress(KeyboardInterrupt):
        if chosen.json:
            emit({"url": site.url, "user": address.user, "password": where})
        else:
            say(f"Neo4j Browser is at {site.url}")
            note(f"user {address.user}, password: {where}; Ctrl+C ends it")
        sys.stdout.flush()
        if not no_open:
            import webbrowser

            webbrowser.open(site.url)
        Event().wait()
