"""The order of reading on a page of a PDF: columns whose lines are drawn row by row are read one after the other."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from pypdf import PageObject

ROWS: Final = 4  # least lines of a column
EDGES: Final = 3  # places where most pieces start, of which one may be the edge of a column
NARROWEST: Final = 0.4  # mean width of the letters of a narrow font, in sizes of the font
SHORTEST: Final = 15  # mean letters of prose's lines; shorter ones are cells of a table, or numbers of a list
FULL, MOSTLY = 0.7, 0.6  # a full line's share of the longest one, and the share of full lines in prose
CAPITALS: Final = 0.5  # share of prose's lines that begin with a capital or a digit, at most: most go on a sentence
_MOVES: Final = frozenset({b"Td", b"TD", b"Tm"})


class _Piece(NamedTuple):
    """Text that is drawn at a place, in points from the left and from below."""

    text: str
    x: float
    y: float
    size: float

    @property
    def end(self) -> float:
        return self.x + NARROWEST * self.size * len(self.text.strip())


def page_text(page: "PageObject", on_operation: Callable[..., None]) -> str:
    """Return the text of a page in the order of drawing, but for columns that are drawn row by row.

    `on_operation` is called before each drawing operation.
    """
    from pypdf.generic import ContentStream, NameObject

    pieces = list[_Piece]()

    def see(text: str, around: Sequence[float], placed: Sequence[float], _: object, size: float) -> None:
        if text.strip():
            x = placed[4] * around[0] + placed[5] * around[2] + around[4]
            y = placed[4] * around[1] + placed[5] * around[3] + around[5]
            pieces.append(_Piece(text, x, y, abs(size * placed[3] * around[3]) or size))

    drawn = page.get_contents()
    if drawn is not None:
        content = ContentStream(drawn, page.pdf, "bytes")
        # Before each move pypdf shall tell what it has: a change of coordinates that changes nothing makes it do so.
        told = [[([1, 0, 0, 1, 0, 0], b"cm")] * (each[1] in _MOVES) + [each] for each in content.operations]
        content.operations = [each for pair in told for each in pair]
        page[NameObject("/Contents")] = content
    text = page.extract_text(visitor_operand_before=on_operation, visitor_text=see)
    ordered = _ordered(pieces)
    return text if ordered == pieces else "\n".join(_lines(ordered))


def _ordered(pieces: list[_Piece]) -> list[_Piece]:
    """Return pieces in the order of reading: what stands left of the edge that most rows share comes first."""
    starts = Counter(round(piece.x) for before, piece in pairwise(pieces) if before.end < piece.x)
    edges = [start - 1 for start, count in starts.most_common(EDGES) if count >= ROWS]
    found = (_by_columns(pieces, edge) for edge in edges)
    return next((ordered for ordered in found if ordered != pieces), pieces)


def _by_columns(pieces: Sequence[_Piece], edge: float) -> list[_Piece]:
    """Return pieces with those left of an edge before those right of it, between any that reach across it."""
    found = list[_Piece]()
    for is_across, group in groupby(pieces, lambda piece: piece.x < edge < piece.end):
        region = list(group)
        left, right = ([each for each in region if (each.x < edge) is is_left] for is_left in (True, False))
        sides = [is_left for is_left, _ in groupby(region, lambda each: each.x < edge)]
        is_row_by_row = sum(sides[1:]) >= ROWS - 1  # the drawing goes back to the left as often
        if not is_across and is_row_by_row and _is_prose(left) and _is_prose(right):
            region = _ordered(left) + _ordered(right)
        found += region
    return found


def _is_prose(pieces: Sequence[_Piece]) -> bool:
    """Return whether lines are those of sentences that go on from one to the next, and no cells of a table."""
    lines = _lines(pieces)
    lengths = [sum(map(str.isalnum, line)) for line in lines]  # signs may lead from one column to the other
    count, longest = len(lines), max(lengths, default=0)
    full = sum(length >= FULL * longest for length in lengths)
    begun = sum(line[:1].isupper() or line[:1].isdigit() for line in lines)
    is_long = sum(lengths) >= SHORTEST * count
    return count >= ROWS and is_long and full >= MOSTLY * count and begun <= CAPITALS * count


def _lines(pieces: Sequence[_Piece]) -> list[str]:
    lines, last = list[str](), None
    for piece in pieces:
        if last and abs(last.y - piece.y) < piece.size / 2:
            lines[-1] += piece.text
        else:
            lines.append(piece.text)
        last = piece
    return [" ".join(line.split()) for line in lines]
