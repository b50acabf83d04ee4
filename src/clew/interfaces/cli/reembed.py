"""`clew reembed`: another encoder for a whole store."""

from typing import Annotated

import typer

from clew.interfaces.cli.console import confirm, emit, note
from clew.interfaces.cli.options import options


def reembed(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Make every vector of the store anew, in all spaces, with the encoder that --encoder names.

    Close every other memory on the store first; after an interruption, run it again.
    """
    from clew.api.connection import connect
    from clew.embedding import encoder_of, identity
    from clew.interfaces.cli.progress import remembering, starting
    from clew.loaders.upkeep.reembed import reembed as run

    chosen = options(context)
    settings = chosen.settings()
    encoder = encoder_of(settings)
    if not yes:
        confirm("replacing all vectors", f"Replace all vectors of the store by those of {identity(encoder)}?")
    with starting(quiet=chosen.json or bool(settings.uri)) as on_start:
        graph = connect(settings, on_start)
    with graph, remembering(quiet=chosen.json) as on_progress:
        number = run(graph, encoder, on_progress)
    if chosen.json:
        emit({"reembedded": number, "encoder": identity(encoder)})
    else:
        note(f"{number} memories have vectors of {identity(encoder)} now")
