"""Where the labels of a map stand: beside their marks, over nothing else, and with a line where they are moved away."""

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clew.scene_model import Spot

FONT_PX = 12
EM = 0.6
"""Width of a usual letter in font sizes; of one of East Asia it is 1."""

REACHES = (9, 14, 22, 34, 48, 64, 84, 108, 136)
"""How far a label may stand from its mark, in pixels, the best first."""

ANGLES = 24
LINE_FROM_PX = 16
"""A label that is farther away has a line to its mark."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text to be placed beside a spot of the map.

    Attributes:
        text: in one line.
        spot: of the mark.
        size: of the font, in pixels.
    """

    text: str
    spot: Spot
    size: float = FONT_PX


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label at its place.

    Attributes:
        label: which.
        box: that it takes up.
        line: end of the line from its mark; None where it stands beside it.
    """

    label: Label
    box: Box
    line: Spot | None


def width(text: str, size: float = FONT_PX) -> float:
    """Return about how wide a text is, in pixels."""
    return size * sum(1.0 if unicodedata.east_asian_width(each) in "WF" else EM for each in text)


def square(spot: Spot, half: float) -> Box:
    """Return the box around a spot."""
    return spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half


def place(labels: Sequence[Label], taken: Iterable[Box], bounds: Box) -> list[PlacedLabel]:
    """Place labels in their order, each where it covers least; what is placed is taken for the others."""
    boxes, lines, found = list(taken), list[tuple[Spot, Spot]](), list[PlacedLabel]()
    for label in labels:
        best, least = square(label.spot, 0), math.inf
        for reach, box in _boxes(label):
            if reach < least and (cost := reach + _cost(label, box, boxes, lines, bounds)) < least:
                best, least = box, cost
        end = _nearest(best, label.spot)
        line = end if math.dist(end, label.spot) > LINE_FROM_PX else None
        if line:
            lines.append((label.spot, line))
        boxes.append(best)
        found.append(PlacedLabel(label, best, line))
    return found


def _boxes(label: Label) -> Iterator[tuple[float, Box]]:
    """Yield where a label may stand, with what its distance costs: beside its mark, then on wider circles."""
    half, high = width(label.text, label.size) / 2, 0.62 * label.size
    x, y = label.spot
    for reach in REACHES:
        for number in range(ANGLES):
            angle = 2 * math.pi * number / ANGLES
            across, down = math.cos(angle), math.sin(angle)
            centre = x + across * reach + half * _grown(across), y + down * reach + high * _grown(down)
            turned = abs(down) * 3  # right and left read best
            yield reach + turned, (centre[0] - half, centre[1] - high, centre[0] + half, centre[1] + high)


def _grown(share: float) -> float:
    """Move a box off its mark: wholly where the angle is steep enough, in proportion elsewhere."""
    return max(-1.0, min(1.0, 1.6 * share))


def _cost(label: Label, box: Box, boxes: Iterable[Box], lines: Iterable[tuple[Spot, Spot]], bounds: Box) -> float:
    """Return what a place costs: most by what the label covers, then by lines that would cross."""
    covered = sum(shared(box, other) for other in boxes)
    outside = max(0.0, bounds[0] - box[0], bounds[1] - box[1], box[2] - bounds[2], box[3] - bounds[3])
    end = _nearest(box, label.spot)
    crossed = sum(_cross((label.spot, end), other) or _passes(other, box) for other in lines)
    if math.dist(end, label.spot) > LINE_FROM_PX:
        crossed += sum(_passes((label.spot, end), other) for other in boxes if not _holds(other, label.spot))
    return 6 * covered + 1000 * outside + 60 * crossed


def shared(one: Box, other: Box) -> float:
    """Return what two boxes share with a little space between them, in square pixels."""
    across = min(one[2], other[2]) - max(one[0], other[0]) + 2
    down = min(one[3], other[3]) - max(one[1], other[1]) + 1
    return across * down if across > 0 and down > 0 else 0.0


def _nearest(box: Box, spot: Spot) -> Spot:
    return max(box[0], min(box[2], spot[0])), max(box[1], min(box[3], spot[1]))


def _holds(box: Box, spot: Spot) -> bool:
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def _passes(line: tuple[Spot, Spot], box: Box) -> bool:
    """Return whether a line passes through a box, tried at points of it."""
    (x1, y1), (x2, y2) = line
    return any(_holds(box, (x1 + (x2 - x1) * share / 8, y1 + (y2 - y1) * share / 8)) for share in range(1, 8))


def _cross(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    return _sides(one, other) and _sides(other, one)


def _sides(line: tuple[Spot, Spot], ends: tuple[Spot, Spot]) -> bool:
    """Return whether two points lie on different sides of a line."""
    (x1, y1), (x2, y2) = line
    first, second = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in ends)
    return first * second < 0
