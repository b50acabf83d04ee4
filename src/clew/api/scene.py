"""The memory of places: what is where, was where, and how one walks there."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime

from langchain_core.messages.utils import count_tokens_approximately

from clew.api.memory import Memory
from clew.api.operations import operations, writes
from clew.errors import InvalidInput, NotFound
from clew.graph.place_rows import SLACK_M, areas_at, areas_near
from clew.graph.space import SpaceTransaction
from clew.loaders.scene.areas import SPACING_M
from clew.loaders.scene.write import LoadedBuilding, load_building, update
from clew.model.building import Building, building_of
from clew.model.places import Area, Placed, Way
from clew.model.scene import Layout, Point, Thing
from clew.retrieval.scene import objects
from clew.retrieval.scene.describe import describe
from clew.retrieval.scene.objects import Wanted
from clew.retrieval.scene.ways import way
from clew.retrieval.working.render import CountTokens
from clew.text.arguments import check_arguments, check_list
from clew.text.instants import as_utc_if_any

EVERYWHERE_M = 1e9


@operations("Scene")
class Scene:
    """The memory of one building in one space. Thread-safe. Lengths are in metres, and y points up.

    Example:
        scene = Scene(memory)
    """

    @check_arguments
    def __init__(self, memory: Memory) -> None:
        """Open the scene of a memory's space.

        Args:
            memory: of the space that holds, or shall hold, the building.
        """
        self.memory = memory

    @writes
    def load(
        self, building: Building | Layout, *, spacing: float = SPACING_M, at: datetime | None = None
    ) -> LoadedBuilding:
        """Make memory hold a building as it is; what the building has no more is gone, and keeps its history.

        Args:
            building: all of it; a layout is a building of one room.
            spacing: between centres of areas, in metres, 0.001 or more.
            at: when it was seen so, with a zone; None: now.

        Returns:
            The ids and names of what was written and removed.

        Raises:
            InvalidInput: the spacing is out of its range.
            Conflict: memory saw something of it later than `at`.

        Example:
            scene.load(Layout("kitchen", ((0.0, 0.0), (0.25, 0.0))))
        """
        whole = building if isinstance(building, Building) else building_of(building)
        return load_building(self.memory.space, whole, spacing, as_utc_if_any(at))

    @writes
    def update(self, things: Iterable[Thing], *, at: datetime | None = None) -> tuple[str, ...]:
        """Write what was seen elsewhere or otherwise than memory has it; what lies in a thing moves along.

        Args:
            things: those that were seen, in metres of the building.
            at: when they were seen, with a zone; None: now.

        Returns:
            The ids of the things that were written.

        Raises:
            InvalidInput: an id is there twice, or a thing lies in one that is unknown or in itself.
            NotFound: memory has no area near a thing.
            Conflict: memory saw one of them later than `at`.

        Example:
            scene.update([Thing("mug|1", "Mug", Point(0.2, 0.9, 0.1), movable=True)])
        """
        return update(self.memory.space, check_list("things", things, Thing), as_utc_if_any(at))

    def areas(self) -> tuple[Area, ...]:
        """Return all areas.

        Returns:
            The areas, by name.

        Example:
            [area.name for area in scene.areas()]
        """
        found = areas_near(self.memory.space.read, Point(0.0, 0.0, 0.0), EVERYWHERE_M)
        return tuple(sorted(found, key=lambda each: each.name))

    def area(self, place: Point) -> Area:
        """Return the area in which one is at a place: that of the point of its floor where one can stand nearest to it.

        Args:
            place: in metres.

        Returns:
            The area.

        Raises:
            NotFound: memory has no area.

        Example:
            scene.area(Point(1.0, 0.0, 2.0)).room
        """

        def read(transaction: SpaceTransaction) -> Area:
            for name, point in areas_at(transaction.run, place):
                return next(each for each in areas_near(transaction.run, point, SLACK_M) if each.name == name)
            raise self._empty()

        return self.memory.space.reading(read)

    def nearest(
        self,
        place: Point,
        sort: str | None = None,
        *,
        limit: int = 1,
        within: float | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[Placed, ...]:
        """Return the objects nearest to a place, nearest first.

        Args:
            place: in metres.
            sort: of this type, such as `Fridge`; None: of any.
            limit: objects at most, 1 or more.
            within: metres at most, 0 or more; None: however far.
            as_of: an instant with a zone; None: now.
            known_at: as memory believed at this instant, whatever was seen since; None: now.

        Returns:
            The objects, with their metres from the place.

        Raises:
            InvalidInput: the limit is below 1, or `within` is negative or no finite number.

        Example:
            scene.nearest(Point(1.0, 0.0, 2.0), "Fridge", within=5.0)
        """
        if limit < 1 or (within is not None and not 0 <= within < math.inf):
            raise InvalidInput(
                f"{limit} objects within {within} m were asked for; give 1 or more, and 0 m or more, or None for any"
            )
        types = None if sort is None else [sort]
        times = {"as_of": as_utc_if_any(as_of), "known_at": as_utc_if_any(known_at)}
        return objects.near(self.memory.space, place, limit=limit, types=types, metres=within, **times)

    def between(
        self,
        start: Point | str,
        end: Point | str,
        *,
        within: float = 1.0,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[Placed, ...]:
        """Return the objects that are between two places: near the straight line, through walls too; nearest first.

        Things along the way that one walks are in the areas of that way: `objects(areas=route(start, end).areas)`. An
        object at one of the places is between them too.

        Args:
            start: a place in metres, or the name of an area, whose centre it is; that of an object is its `location`.
            end: likewise.
            within: metres from the line at most, in any direction; 0 or more.
            as_of: an instant with a zone; None: now.
            known_at: as memory believed at this instant, whatever was seen since; None: now.

        Returns:
            The objects with their metres from the start, nearest to that first.

        Raises:
            InvalidInput: `within` is negative, or no finite number.
            NotFound: memory has no such area.

        Example:
            scene.between("kitchen/1", "hall/1", within=0.5)
        """
        if not 0 <= within < math.inf:
            raise InvalidInput(f"objects within {within} m of a line were asked for; give 0 m or more")
        ends = objects.places(self.memory.space, start, end)
        times = {"as_of": as_utc_if_any(as_of), "known_at": as_utc_if_any(known_at)}
        return objects.between(self.memory.space, *ends, within=within, **times)

    def objects(
        self,
        *,
        ids: Sequence[str] | None = None,
        types: Sequence[str] | None = None,
        areas: Sequence[str] | None = None,
        rooms: Sequence[str] | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[Placed, ...]:
        """Return the objects of some ids, types, areas or rooms, by type and id.

        Args:
            ids: as their source calls them.
            types: such as `Fridge`.
            areas: names.
            rooms: names.
            as_of: an instant with a zone; None: now.
            known_at: as memory believed at this instant, whatever was seen since; None: now.

        Returns:
            The objects.

        Example:
            scene.objects(types=["Fridge"])[0].area
        """
        return objects.matching(
            self.memory.space, Wanted(ids, types, areas, rooms), as_utc_if_any(as_of), as_utc_if_any(known_at)
        )

    def history(self, id: str, *, known_at: datetime | None = None) -> tuple[Placed, ...]:
        """Return all that was seen of an object, the oldest first.

        Args:
            id: of the object, as its source calls it.
            known_at: as memory believed at this instant, whatever was seen since; None: now.

        Returns:
            The places and states of the object, each with its interval.

        Example:
            [(seen.area, seen.since) for seen in scene.history("mug|1")]
        """
        return objects.history(self.memory.space, Wanted([id]), as_utc_if_any(known_at))

    def sightings(self, *, types: Sequence[str] | None = None, known_at: datetime | None = None) -> tuple[Placed, ...]:
        """Return all that was seen of the objects of some types, by type and id, the oldest first.

        Args:
            types: such as `Fridge`; None: of any.
            known_at: as memory believed at this instant, whatever was seen since; None: now.

        Returns:
            The sightings, each with its interval.

        Example:
            scene.sightings(types=["Mug"])
        """
        return objects.history(self.memory.space, Wanted(types=types), as_utc_if_any(known_at))

    def describe(
        self, place: Point | None = None, *, budget: int | None = None, count_tokens: CountTokens | None = None
    ) -> str:
        """Return the scene in words for a planner, a line for each area.

        Args:
            place: areas near it come first, and stay where not all can, in metres; None: by name.
            budget: tokens at most, 1 or more; None: no bound.
            count_tokens: counts the tokens of messages; LangChain's estimate where none is given.

        Returns:
            The text.

        Raises:
            InvalidInput: the budget does not hold one area.

        Example:
            scene.describe(budget=500)
        """
        count = count_tokens or count_tokens_approximately
        return describe(self.areas(), self.objects(), place, count, budget)

    def route(self, start: Point | str, end: Point | str) -> Way | None:
        """Return the shortest way over areas; None where there is none.

        Args:
            start: a place, or the name of an area.
            end: likewise.

        Returns:
            The metres from centre to centre, and the areas on the way; None: there is none.

        Raises:
            NotFound: memory has no such area.

        Example:
            scene.route("kitchen/1", Point(1.0, 0.0, 2.0))
        """
        places = list(dict.fromkeys(each for each in (start, end) if isinstance(each, Point)))
        found = areas_at(self.memory.space.read, *places) if places else ()
        if len(found) < len(places):
            raise self._empty()
        names = {place: name for place, (name, _) in zip(places, found, strict=True)}
        ends = (each if isinstance(each, str) else names[each] for each in (start, end))
        return way(self.memory.space, *ends)

    def _empty(self) -> NotFound:
        return NotFound(f"space {self.memory.space.name!r} has no building; load one first")
