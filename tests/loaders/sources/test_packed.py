"""Word and EPUB: what a reader sees of them is one document."""

import random
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from clew.errors import InvalidInput
from clew.loaders.sources.readers import Written, documents
from clew.loaders.sources.readers.raw import LARGEST

Write = Callable[[str, object], Path]

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'


def packed(parts: Mapping[str, str]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def _paragraph(text: str, style: str = "") -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'


def _row(*cells: str) -> str:
    return f"<w:tr>{''.join(f'<w:tc>{_paragraph(each)}</w:tc>' for each in cells)}</w:tr>"


def word(title: str = "") -> dict[str, str]:
    """The parts of a Word file with a heading, a table, a change that is tracked and a footnote."""
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    body = (
        _paragraph("The kiln", "Heading1")
        + _paragraph("It fires at 1240 degrees.")
        + f"<w:tbl>{_row('Tier', 'Fee')}{_row('Guest', '5 euros')}</w:tbl>"
        + '<w:p><w:r><w:t xml:space="preserve">Ask </w:t></w:r><w:del><w:r><w:delText>Tom</w:delText></w:r></w:del>'
        + '<w:ins><w:r><w:t>Nora</w:t></w:r></w:ins><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    )
    note = f'<w:footnote w:id="2">{_paragraph("On weekdays.")}</w:footnote>'
    return {
        "_rels/.rels": f'<Relationships xmlns="{package}"><Relationship Id="r1" Type="{office}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{package}"><Relationship Id="r2" '
        f'Type="{office}/footnotes" Target="footnotes.xml"/></Relationships>',
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f'<w:styles {W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
        "</w:style></w:styles>",
        "word/footnotes.xml": f"<w:footnotes {W}>{note}</w:footnotes>",
        "docProps/core.xml": f'<p xmlns:p="x" {DC}><dc:title>{title}</dc:title></p>',
    }


def book(lock: str = "") -> dict[str, str]:
    """The parts of a book of two chapters, whose files are in another order than they are read."""
    page = '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'
    items = "".join(
        f'<item id="{id}" href="{href}" media-type="application/xhtml+xml"/>'
        for id, href in {"a": "text/a%20b.xhtml", "n": "nav.xhtml", "z": "text/z.xhtml"}.items()
    )
    spine = "".join(f'<itemref idref="{id}"/>' for id in ("n", "z", "a"))
    lock = f'<e xmlns="x"><CipherReference URI="{lock}"/></e>' if lock else "<e/>"
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "META-INF/encryption.xml": lock,
        "OEBPS/book.opf": f'<package xmlns="http://www.idpf.org/2007/opf"><metadata {DC}><dc:title>On boats</dc:title>'
        f"</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>",
        "OEBPS/nav.xhtml": page.format("<nav><a href='text/z.xhtml'>One</a></nav>"),
        "OEBPS/text/z.xhtml": page.format("<h1>One</h1><p>Boats float.</p>"),
        "OEBPS/text/a b.xhtml": page.format("<h1>Two</h1><p>Some <![CDATA[do & sink]]>.</p>"),
    }


def only(path: Path, title: str | None = None) -> Written:
    (document,) = documents(path, title)
    return document


def test_a_word_file_is_what_a_reader_sees_of_it(write: Write) -> None:
    found = only(write("a-kiln.docx", packed(word())))
    assert found.title == "The kiln"
    assert found.text.split("\n\n")[:4] == [
        "The kiln",
        "It fires at 1240 degrees.",
        "Tier | Fee\nGuest | 5 euros",
        "Ask Nora[1]",
    ]
    assert "On weekdays." in found.text.split("\n\n")[4]
    assert only(write("b.docx", packed(word("On kilns")))).title == "On kilns"
    assert only(write("c.docx", packed(word("On kilns"))), "Given").title == "Given"


def test_a_book_is_its_chapters_in_the_order_of_reading(write: Write) -> None:
    found = only(write("boats.epub", packed(book())))
    assert (found.title, found.text) == ("On boats", "One\n\nBoats float.\n\nTwo\n\nSome do & sink.")


def _repeating() -> dict[str, str]:
    """A book whose 2 MiB chapter is named forty times."""
    parts = book() | {"OEBPS/text/z.xhtml": f"<p>{'x' * 2 * 2**20}</p>"}
    spine = '<itemref idref="z"/>' * 40
    return parts | {"OEBPS/book.opf": parts["OEBPS/book.opf"].replace('<itemref idref="z"/>', spine)}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.docx", b"hello", "is broken: 'File is not a zip file'; save it again from the program that wrote it"),
        ("a.epub", packed({"mimetype": "x"}), "is broken: "),
        ("a.docx", packed(book()), "is broken: "),
        ("a.epub", packed(book("OEBPS/text/z.xhtml")), "is protected; save a copy without protection"),
        ("a.epub", packed(book() | {"OEBPS/text/z.xhtml": "", "OEBPS/text/a b.xhtml": ""}), "has no text"),
        ("a.docx", packed({"word/document.xml": " " * (LARGEST + 1)}), "has more than 64 MiB of text; split it"),
        ("a.docx", packed(word() | {"word/body.bin": " " * (2 * LARGEST)}), "has more than 64 MiB of text; split it"),
        ("a.epub", packed(_repeating()), "has more than 64 MiB of text; split it"),
    ],
)
def test_what_cannot_be_read_is_named(write: Write, name: str, content: bytes, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        only(write(name, content))


@pytest.mark.parametrize(("name", "parts"), [("a.docx", word("On kilns")), ("a.epub", book())])
def test_what_is_damaged_is_read_or_refused(write: Write, name: str, parts: dict[str, str]) -> None:
    for seed in range(60):
        chance = random.Random(f"{name} {seed}")
        changed = dict(parts)
        part = chance.choice(list(parts))
        start = chance.randrange(len(parts[part]))
        changed[part] = parts[part][:start] + parts[part][start + chance.randrange(1, 40) :]
        data = packed(changed)
        data = data[: chance.randrange(len(data))] if chance.random() < 0.2 else data
        try:
            found = only(write(f"{seed}/{name}", data))
        except InvalidInput:
            continue
        assert found.text
