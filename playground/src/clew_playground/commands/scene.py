"""`clew scene run` and `clew scene room`: a task that an agent does in a house, and a room of ours from above."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, note
from clew.interfaces.cli.options import options
from clew.interfaces.cli.scene import PICTURE, draw
from clew_playground.commands.own_space import own_space

if TYPE_CHECKING:
    from clew.interfaces.pages.scene.drawing import Scenery

CAPACITY = 10
"""Units of short-term memory, unless it is said otherwise."""


def run(
    context: typer.Context,
    tasks: Annotated[
        list[str], typer.Argument(help="Numbers of ALFRED's tasks, from 0, or their ids; several of one room in turn.")
    ],
    capacity: Annotated[int, typer.Option(min=1, help="Units of short-term memory, at most.")] = CAPACITY,
    html: Annotated[Path | None, typer.Option(help="Also write a page that steps through the run.")] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Also draw the map with the whole way, into a .svg or a .png.")
    ] = None,
) -> None:
    """Watch an agent do tasks in a house by its memory: what it does, sees, and holds in short-term memory.

    A script acts. It knows the furniture, and of other things what it has seen. Its memories are forgotten at the end,
    unless --space names an empty space to keep them in.
    """
    from clew.interfaces.pages.files import check_writable
    from clew.interfaces.pages.scene.drawing import LONG_SIDE_PX
    from clew.interfaces.pages.scene.picture_file import check_picture, save_picture
    from clew_playground.commands.scene_tasks import act, report, task_of
    from clew_playground.environments.household import household_of
    from clew_playground.pages.scene.pages import scenery_of, write

    chosen, wanted = options(context), [task_of(each) for each in tasks]
    house = household_of(wanted)
    if picture:
        check_picture(picture)
    if html:
        check_writable(html)
    with own_space(chosen, name=f"scene-{wanted[0].floor_plan}", purpose="run") as memory:
        watched = act(house, memory, wanted, capacity)
    if chosen.json:
        emit(watched)
    else:
        report(watched)
    if html:
        note(f"page: {write(html, watched)}")
    if picture:
        note(f"picture: {save_picture(picture, replace(scenery_of(watched, is_ended=True), side=LONG_SIDE_PX))}")


def room(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A room that comes with the playground, such as FloorPlan1.")],
    picture: Annotated[Path, typer.Option(help="Where the map goes: a .svg or a .png.")] = PICTURE,
) -> None:
    """Draw a room that comes with the playground from above; it needs no server."""
    from clew.interfaces.pages.scene.picture_file import check_picture

    check_picture(picture)
    draw(options(context), _room(name), picture)


def _room(name: str) -> "Scenery":
    """Return the map of a room that comes with the playground.

    Raises:
        NotFound: there is none of that name.
    """
    from difflib import get_close_matches

    from clew.errors import NotFound
    from clew.interfaces.pages.scene.drawing import Scenery
    from clew.loaders.scene.areas import areas
    from clew.model.building import building_of
    from clew_playground.environments.household import floor_plans, room_layout

    if name not in (known := floor_plans()):
        near = ", ".join(get_close_matches(name, known, n=4, cutoff=0))
        raise NotFound(f"there is no room {name!r}; choose one of the {len(known)}, such as {near}")
    layout = room_layout(name)
    return Scenery(name, areas(building_of(layout)), layout.things)
