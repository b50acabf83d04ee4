"""`clew scene`: a building from above, and a task that an agent does in it."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.interfaces.cli.console import emit, line, note, say
from clew.interfaces.cli.options import Options, options
from clew.interfaces.cli.own_space import own_space

if TYPE_CHECKING:
    from clew.interfaces.pages.scene.drawing import Scenery

CAPACITY = 10
"""Units of short-term memory, unless it is said otherwise."""

app = typer.Typer(help="A building from above, and an agent at work in it.", no_args_is_help=True)


def show(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(help="A room that comes with Clew, such as FloorPlan1; default: what --space holds.")
    ] = None,
    picture: Annotated[Path, typer.Option(help="Where the map goes: a .svg or a .png.")] = Path("clew-scene.svg"),
) -> None:
    """Draw a scene from above: areas, the ways between them, what is where, and what short-term memory holds.

    A room that is named needs no server.
    """
    from rich.markup import escape

    from clew.interfaces.pages.scene.picture_file import check_picture, save_picture

    chosen = options(context)
    check_picture(picture)
    scenery = _held(chosen) if name is None else _room(name)
    path = save_picture(picture, scenery)
    if chosen.json:
        emit({"name": scenery.name, "areas": scenery.areas, "objects": scenery.things, "picture": path})
        return
    rooms = len({each.room for each in scenery.areas})
    counts = f"rooms: {rooms}, areas: {len(scenery.areas)}, objects: {len(scenery.things)}"
    held = f", in short-term memory: {len(scenery.units)}" if name is None else ""
    say(f"{escape(line(scenery.name))}: {counts}{held}")
    note(f"picture: {path}")


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

    A script acts. It knows the furniture, and of other things what it has seen. What is remembered is forgotten at the
    end, unless --space names an empty space to keep it in.
    """
    from clew.agents.environments.household import household_of
    from clew.interfaces.cli.scene_tasks import act, report, task_of
    from clew.interfaces.pages.scene.drawing import LONG_SIDE_PX
    from clew.interfaces.pages.scene.pages import scenery_of, write
    from clew.interfaces.pages.scene.picture_file import check_picture, save_picture
    from clew.interfaces.pages.template import check_writable

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


def _room(name: str) -> "Scenery":
    """Return the map of a room that comes with Clew.

    Raises:
        NotFound: there is none of that name.
    """
    from difflib import get_close_matches

    from clew.agents.environments.household import floor_plans, room_layout
    from clew.errors import NotFound
    from clew.interfaces.pages.scene.drawing import Scenery
    from clew.loaders.scene.areas import areas
    from clew.model.building import building_of

    if name not in (known := floor_plans()):
        near = ", ".join(get_close_matches(name, known, n=4, cutoff=0))
        raise NotFound(f"there is no room {name!r}; choose one of the {len(known)}, such as {near}")
    layout = room_layout(name)
    return Scenery(name, areas(building_of(layout)), layout.things)


def _held(chosen: Options) -> "Scenery":
    """Return the map of what a space holds.

    Raises:
        NotFound: it has no building.
    """
    from clew.api.scene import Scene
    from clew.errors import NotFound
    from clew.interfaces.pages.scene.drawing import Scenery
    from clew.model.scene import Thing
    from clew.retrieval.scene.units import units
    from clew.text.instants import now

    with chosen.memory() as memory:
        scene, name = Scene(memory), memory.space.name
        areas, objects, held = scene.areas(), scene.objects(), units(memory.space.read, "")
    if not areas:
        raise NotFound(f"space {name!r} has no building; load one, name another --space, or a room such as FloorPlan1")
    things = [Thing(each.id, each.type, each.location, each.movable, each.states, each.inside) for each in objects]
    return Scenery(name, areas, things, units=held, at=now())
