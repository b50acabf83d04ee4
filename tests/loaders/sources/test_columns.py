"""PDFs: pages are read in the order of their columns, in whichever order these are drawn."""

from io import BytesIO
from itertools import chain, zip_longest
from textwrap import wrap
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from clew.loaders.sources.readers.columns import page_text

TEXTS = (
    "The kiln in the garden shed fires at one thousand two hundred degrees and must cool for a whole night before its "
    "door is opened. Nora keeps the key under the blue bowl. Tom oils the hinges in spring and in autumn, and writes "
    "both days into the book. The glaze is made of ash and clay in equal parts, sieved twice through a fine cloth.",
    "Boats of the harbour are counted every evening before the lights go on. The ferry to the island leaves at ten "
    "past eight and comes back at five. In winter there is no ferry on holidays. Tickets are sold at the kiosk, and "
    "the harbour master sells them when the kiosk is closed. The lighthouse was painted white and red last year.",
    "Bees are kept behind the school by the children of the oldest class. They wear hats of straw and of net, and "
    "nobody runs. In a good summer there are forty jars, which the baker sells for them. One jar goes to the library, "
    "where it stands on the desk until somebody asks for it. The hives are moved before the lime trees are cut.",
)
LEFT, WIDTH, TOP, LEADING = 50, 480, 740, 14  # points


class Drawn(NamedTuple):
    """A line of text at a place."""

    x: float
    y: float
    text: str


def read(drawn: list[Drawn], font: str = "Helvetica") -> list[str]:
    """Draw a page of lines, and return the lines that are read from it."""
    writer = PdfWriter()
    named = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": f"/{font}", "/Encoding": "/WinAnsiEncoding"}
    made = DictionaryObject({NameObject(key): NameObject(value) for key, value in named.items()})
    page = writer.add_blank_page(595, 842)
    fonts = DictionaryObject({NameObject("/F1"): made})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    stream = DecodedStreamObject()
    shown = "".join(f"1 0 0 1 {each.x:.1f} {each.y:.1f} Tm ({each.text}) Tj " for each in drawn)
    stream.set_data(f"BT /F1 10 Tf {shown}ET".encode("latin-1"))
    page[NameObject("/Contents")] = writer._add_object(stream)
    file = BytesIO()
    writer.write(file)
    return page_text(PdfReader(file).pages[0], lambda *_: None).splitlines()


@given(
    count=st.integers(2, 3),
    tightness=st.floats(0.75, 1),
    apart=st.sampled_from([0, 3, 7]),
    is_by_rows=st.booleans(),
    has_headings=st.booleans(),
    font=st.sampled_from(["Helvetica", "Times-Roman", "Courier"]),
)
def test_columns_are_read_one_after_the_other(
    count: int, tightness: float, apart: int, is_by_rows: bool, has_headings: bool, font: str
) -> None:
    room = WIDTH / count - 20
    letter = {"Helvetica": 4.6, "Times-Roman": 4.1, "Courier": 6.0}[font]
    width = int(tightness * room / letter)
    assume(width >= 26)  # lines of fewer may be those of a table
    columns = [wrap(text, width) for text in TEXTS[:count]]
    drawn = [
        [
            Drawn(LEFT + place * WIDTH / count, TOP - row * LEADING - apart * place, line)
            for row, line in enumerate(column)
        ]
        for place, column in enumerate(columns)
    ]
    by_rows = [each for row in zip_longest(*drawn) for each in row if each]
    body = by_rows if is_by_rows else list(chain(*drawn))
    above = [Drawn(LEFT, TOP + 40, "A report of what the town keeps, and of the people who look after it now")]
    below = [Drawn(LEFT, TOP - 600, "It was printed in the town hall, and may be copied by everybody who likes to")]
    page = [*above, *body, *below] if has_headings else body
    expected = [*(each.text for each in above), *chain(*columns), *(each.text for each in below)]
    assert read(page, font) == (expected if has_headings else list(chain(*columns)))


@pytest.mark.parametrize(
    "rows",
    [
        [
            ["Tier", "Fee", "Term"],
            ["Basic member", "11 euros", "monthly"],
            ["Family", "22 euros", "monthly"],
            ["Company", "33 euros", "yearly"],
            ["Guest", "5 euros", "daily"],
        ],
        [
            ["What it is called in the club", "What one is allowed to do with it"],
            ["The membership of one person", "Opens the kiln room on weekdays"],
            ["The membership of a family", "Opens the kiln room for up to five"],
            ["The membership of a company", "Opens the kiln room and the shed"],
            ["A day with one of the members", "Opens all rooms with the member"],
        ],
        [[name, f"{'. ' * 30}{page}"] for page, name in enumerate(TEXTS[0].split()[:8], 11)],
        [[f"{number}.", line] for number, line in enumerate(wrap(TEXTS[0], 50), 1)],
    ],
    ids=["table", "table of sentences", "index", "list"],
)
def test_rows_of_a_table_stay_together(rows: list[list[str]]) -> None:
    drawn = [
        Drawn(LEFT + 200 * place, TOP - LEADING * number, cell)
        for number, row in enumerate(rows)
        for place, cell in enumerate(row)
    ]
    assert read(drawn) == [" ".join(row) for row in rows]


def test_words_that_are_drawn_one_by_one_stay_in_their_column() -> None:
    columns = [wrap(text, 40) for text in TEXTS[:2]]
    drawn: list[Drawn] = []
    for number, row in enumerate(zip_longest(*columns, fillvalue="")):
        for place, line in enumerate(row):
            x = LEFT + 260 * place
            for word in line.split():
                drawn.append(Drawn(x, TOP - LEADING * number, word))
                x += 6 * len(word) + 6  # Courier's letters are 6 points wide
    assert read(drawn, "Courier") == [*columns[0], *columns[1]]
