"""A map of rooms in letters, for a terminal."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from clew.interfaces.pages.world_map import Cell

NAME = 13
"""Cells of a room, of which a letter takes one, or two where it is wide; a longer name is cut."""

_WAY, _CLOSED = 3, 2
_BESIDE = {(False, False): "   ", (True, False): "\u2500? ", (False, True): " ?\u2500", (True, True): "\u2500?\u2500"}


def sketch(
    cells: Mapping[str, Cell],
    ways: Iterable[tuple[str, str]],
    unexplored: Mapping[str, Collection[str]],
    here: str,
    *,
    width: int = 80,
    around: int = 1,
) -> list[str]:
    """Draw the rooms around the player, who is in the [one in brackets]; north is above, `?` is not yet visited.

    Ways between rooms that do not stand beside each other are left out.

    Args:
        cells: of the rooms.
        ways: pairs of rooms, of which one leads to the other.
        unexplored: directions by room.
        here: a room of the cells; of any other there is nothing to draw.
        width: cells of a line; at least one room and its sides are drawn, 19 cells.
        around: rows above the player, and below.
    """
    if here not in cells:
        return []
    column, row = cells[here]
    reach = max(0, ((width - _WAY) // (NAME + _WAY) - 1) // 2)
    near = [cell for cell in cells.values() if abs(cell[0] - column) <= reach and abs(cell[1] - row) <= around]
    columns = range(min(x for x, _ in near), max(x for x, _ in near) + 1)
    rows = range(min(y for _, y in near), max(y for _, y in near) + 1)
    drawn = _Drawn({cell: room for room, cell in cells.items()}, {frozenset(way) for way in ways}, unexplored, here)
    lines: list[str] = []
    for y in rows:
        lines += [drawn.above(columns, y), drawn.rooms(columns, y)]
    lines.append(drawn.above(columns, rows.stop))
    return [line.rstrip() for line in lines if line.strip()]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The rooms by cell, and what is between two cells."""

    at: Mapping[Cell, str]
    ways: Collection[frozenset[str]]
    unexplored: Mapping[str, Collection[str]]
    here: str

    def rooms(self, columns: range, row: int) -> str:
        """Return a line of names, and of what lies between them."""
        parts = [self._beside((columns.start - 1, row))]
        for column in columns:
            parts += [self._name(self.at.get((column, row), "")), self._beside((column, row))]
        return "".join(parts)

    def above(self, columns: range, row: int) -> str:
        """Return a line of what lies between the rooms of a row and those above it."""
        return " " * _WAY + "".join(f"{self._upright((column, row)):^{NAME}}" + " " * _WAY for column in columns)

    def _name(self, room: str) -> str:
        most = NAME - _CLOSED
        name = room if cell_len(room) <= most else f"{set_cell_size(room, most - 1)}\N{HORIZONTAL ELLIPSIS}"
        name = f"[{name}]" if room == self.here else name
        return set_cell_size(" " * ((NAME - cell_len(name)) // 2) + name, NAME)

    def _beside(self, cell: Cell) -> str:
        west, east = self.at.get(cell, ""), self.at.get((cell[0] + 1, cell[1]), "")
        if frozenset((west, east)) in self.ways:
            return "\u2500" * _WAY
        return _BESIDE[self._is_open(west, "east"), self._is_open(east, "west")]

    def _upright(self, cell: Cell) -> str:
        north, south = self.at.get((cell[0], cell[1] - 1), ""), self.at.get(cell, "")
        if frozenset((north, south)) in self.ways:
            return "\u2502"
        return "?" if self._is_open(north, "south") or self._is_open(south, "north") else ""

    def _is_open(self, room: str, way: str) -> bool:
        return way in self.unexplored.get(room, ())
