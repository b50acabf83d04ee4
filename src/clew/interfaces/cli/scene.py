"""`clew scene`: a building from above."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.errors import NotFound
from clew.interfaces.cli.console import emit, line, note, say
from clew.interfaces.cli.options import Options, options

if TYPE_CHECKING:
    from clew.interfaces.pages.scene.drawing import Scenery

PICTURE = Path("clew-scene.svg")  # the default file of the map

app = typer.Typer(help="A building from above.", no_args_is_help=True)


def show(
    context: typer.Context,
    picture: Annotated[Path, typer.Option(help="The file of the map: a .svg or a .png.")] = PICTURE,
) -> None:
    """Draw a building from above: areas, the ways between them, objects, and what short-term memory holds."""
    from clew.interfaces.pages.scene.picture_file import check_picture
    from clew.interfaces.pages.scene.stored import scenery_of

    chosen = options(context)
    check_picture(picture)
    with chosen.memory() as memory:
        name, scenery = memory.space.name, scenery_of(memory)
    if scenery is None:
        raise NotFound(f"space {name!r} has no building; load one, or name another --space")
    draw(chosen, scenery, picture, f", in short-term memory: {len(scenery.units)}")


def draw(chosen: Options, scenery: "Scenery", picture: Path, more: str = "") -> None:
    """Draw a map into a file, and print what it shows, with more text after the counts."""
    from rich.markup import escape

    from clew.interfaces.pages.scene.picture_file import save_picture

    path = save_picture(picture, scenery)
    if chosen.json:
        emit({"name": scenery.name, "areas": scenery.areas, "objects": scenery.things, "picture": path})
        return
    rooms = len({each.room for each in scenery.areas})
    counts = f"rooms: {rooms}, areas: {len(scenery.areas)}, objects: {len(scenery.things)}"
    say(f"{escape(line(scenery.name))}: {counts}{more}")
    note(f"picture: {path}")
