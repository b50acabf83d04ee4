"""Draws the parts of scores as bars, and statements as bars of the time for which they hold."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from tests.pictures.sheet import INK, LINE, MARGIN, QUIET, Sheet, lines_of

from clew.interfaces.pages.declaration import PARTS, ink_on
from clew.model import Hit

LEFT, BAR = 220, 20
"""Pixels: where bars begin, and their height."""


def parts_of_scores(title: str, hits: Sequence[Hit], wide: float = 380) -> str:
    """Return a bar for each hit, in the colours of the parts of its score, and the legend of these.

    Scores count to two digits: those behind differ between processors.
    """
    sheet, scale = Sheet(title), wide / max(round(hit.score, 2) for hit in hits)
    used = dict[str, None]()
    for number, hit in enumerate(hits):
        y = MARGIN + number * 46
        for line, text in enumerate(lines_of(f"{hit.speaker}: {hit.text}", LEFT - 40, 2)):
            sheet.text(MARGIN, y + 14 + line * 15, text)
        x = float(LEFT)
        for part, value in asdict(hit.parts).items():
            if (width := round(value, 2) * scale) > 0:
                used[part] = None
                colour = PARTS[part][0]
                sheet.box(x, y + 2, width, BAR, colour)
                if width > 30:
                    sheet.text(x + 5, y + 16, f"{value:.2f}", size=11, ink=ink_on(colour))
                x += width
        sheet.text(x + 8, y + 17, f"{hit.score:.2f}", more=' font-weight="600"')
    x, y = float(MARGIN), MARGIN + len(hits) * 46 + 14
    for part in used:
        sheet.box(x, y - 10, 12, 12, PARTS[part][0])
        sheet.text(x + 18, y, f"{part}: {PARTS[part][1]}", size=11, ink=QUIET)
        x += 46 + (len(part) + len(PARTS[part][1])) * 6.2
    return sheet.svg()


def spans(title: str, marks: Sequence[str], rows: Mapping[str, Sequence[str]]) -> str:
    """Return a row for each heading, with a bar as long as one text stands under the marks; an empty text is a gap.

    Args:
        title: of the picture.
        marks: the names of the instants, such as months, from left to right.
        rows: under each heading, the text at each mark.
    """
    colours = ("#6d56b3", "#2b8478", "#96690f", "#2f6fb0")
    sheet, step = Sheet(title), 92
    known = dict[str, str]()
    for number, mark in enumerate(marks):
        x = LEFT + number * step
        sheet.text(x, MARGIN + 10, mark, size=11, ink=QUIET)
        sheet.box(x, MARGIN + 18, 1, len(rows) * 46 - 8, LINE)
    for number, (heading, texts) in enumerate(rows.items()):
        y = MARGIN + 26 + number * 46
        sheet.text(MARGIN, y + 18, heading, ink=INK)
        start = 0
        while start < len(texts):
            end = next((place for place in range(start, len(texts)) if texts[place] != texts[start]), len(texts))
            if text := texts[start]:
                colour = known.setdefault(text, colours[len(known) % len(colours)])
                sheet.box(LEFT + start * step + 1, y, (end - start) * step - 3, 28, colour)
                sheet.text(LEFT + start * step + 10, y + 18, text, ink=ink_on(colour))
            start = end
    return sheet.svg()
