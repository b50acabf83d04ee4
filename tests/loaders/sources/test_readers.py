"""Documents from files of every kind."""

import codecs
import json
import logging
import os
import re
import sys
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from clew.errors import InvalidInput, MissingDependency
from clew.loaders.language.splitting import visible
from clew.loaders.sources.quoting import source
from clew.loaders.sources.readers import ENDINGS, Written, documents, files, pdf_pages
from clew.loaders.sources.readers.raw import LARGEST
from clew.loaders.sources.readers.written import clean, line

Write = Callable[[str, object], Path]


def only(path: Path, title: str | None = None) -> Written:
    """The one document of a file."""
    (document,) = documents(path, title)
    return document


def lines(*records: object) -> str:
    return "".join(f"{record if isinstance(record, str) else json.dumps(record)}\n" for record in records)


def pdf(*pages: str, title: str = "", password: str | None = None, compressed: bool = False) -> bytes:
    """A PDF with a line of text for each line of a page."""
    writer = PdfWriter()
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding"}
    named = DictionaryObject({NameObject(key): NameObject(value) for key, value in font.items()})
    fonts = DictionaryObject({NameObject("/F1"): writer._add_object(named)})
    for text in pages:
        page = writer.add_blank_page(300, 300)
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        shown = "".join(f"({line}) Tj T* " for line in text.split("\n")) if text else ""
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 14 TL 20 250 Td {shown}ET".encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(stream.flate_encode() if compressed else stream)
    if title:
        writer.add_metadata({"/Title": title})
    if password is not None:
        writer.encrypt(password, "owner", algorithm="RC4-128")
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def test_plain_text_is_one_document_called_like_its_file(write: Write) -> None:
    path = write("sea_and-boats.txt", "One.\r\n\r\n \r\n\r\nTwo\r\nlines.\n")
    assert list(documents(path)) == [Written(str(path.resolve()), "sea and boats", "One.\n\nTwo\nlines.", source(path))]
    assert only(path, " A  given\ntitle ").title == "A given title"
    assert only(write("__.TXT", "x")).title == "__.TXT"


@pytest.mark.parametrize(
    "data",
    [
        "Grüße 東京".encode(),
        codecs.BOM_UTF8 + "Grüße 東京".encode(),
        codecs.BOM_UTF16_LE + "Grüße 東京".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "Grüße 東京".encode("utf-16-be"),
    ],
)
@pytest.mark.parametrize("ending", ["txt", "md", "html"])
def test_a_byte_order_mark_names_the_encoding(write: Write, data: bytes, ending: str) -> None:
    assert only(write(f"a.{ending}", data)).text == "Grüße 東京"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"", "is empty; write it again"),
        ("a.txt", b"GIF89a\0\0", "holds NUL bytes, so it is no text"),
        ("a.txt", b"\xff\xfe\0\0a\0\0\0", "holds NUL bytes, so it is no text"),
        ("a.md", b"caf\xe9", "is not UTF-8 text; unpack it or save it as UTF-8"),
        ("a.txt", codecs.BOM_UTF16_LE + b"a", "is not text in 'utf-16-le'; save it as UTF-8"),
        ("a.txt", " \n\u200b\t", "has no text; leave it out"),
        ("a.md", "---\ntitle: x\n---\n", "has no text; leave it out"),
        ("a.rtf", "x", "ends in '.rtf', which is unknown; give .docx, .epub, .htm"),
        ("a", "x", "ends in '', which is unknown"),
        ("a.html", "<script>x</script><!-- x -->", "has no text that shows"),
        ("a.html", b"<meta charset=klingon>x", "names the charset 'klingon', which is unknown; save it as UTF-8"),
        ("a.html", b"<meta charset=unicode_escape>x", "names the charset 'unicode_escape', which is unknown"),
        ("a.html", b"<meta charset=hex>x", "is not text in 'hex'; save it as UTF-8"),
        ("a.html", b"<meta charset=euc-jp>\xff", "is not text in 'euc_jp'; save it as UTF-8"),
        ("a.html", b"<p>caf\xe9", "is not UTF-8 text"),
        ("a.html", "<b>" * 1_000_001, "has 1,000,001 tags, more than 1,000,000; split it"),
        ("a.pdf", b"x", "is a broken PDF: "),
        ("a.pdf", b"%PDF-1.7\n", "is a broken PDF: "),
        ("a.pdf", pdf("Hello")[:300], "is a broken PDF: "),
        ("a.pdf", pdf("", ""), "has no text, only pictures of it; run text recognition (OCR)"),
        ("a.pdf", pdf("Hello", password="secret"), "is encrypted; save a copy without password"),
        ("a.jsonl", "\n \n", "holds no record; write one object"),
        ("a.jsonl", lines({"text": "a"}, "{"), "line 2: broken JSON: "),
        ("a.jsonl", lines("[" * 100_000), "line 1: JSON is nested too deeply"),
        ("a.jsonl", lines("", [1]), "line 2 is a list; write one object with text per line"),
        ("a.jsonl", lines({"title": "a"}), "line 1: text is missing; give the document's text"),
        ("a.jsonl", lines({"text": None}), "line 1: text is null; give the document's text"),
        ("a.jsonl", lines({"text": " \u200b"}), r"line 1: text ' \u200b' is blank; give words"),
        ("a.jsonl", lines({"text": "a", "title": 7}), "line 1: title is a number; give text"),
        ("a.jsonl", lines({"text": "a", "id": 1.5}), "line 1: id is a number; give short text or an integer"),
        ("a.jsonl", lines({"text": "a", "id": True}), "line 1: id is true or false; give"),
        ("a.jsonl", lines({"text": "a", "id": " "}), "line 1: id is ' ', blank or longer than 200 characters; give"),
        ("a.jsonl", lines({"text": "a", "id": "x" * 201}), "blank or longer than 200 characters"),
        ("a.jsonl", lines({"text": "a", "id": 1}, {"text": "b", "id": "1"}), "line 2: id '1' is taken by another"),
        ("a.jsonl", b'{"text": "caf\xe9"}', "line 1 is not UTF-8 text"),
        ("a.jsonl", lines("x" * (16 * 2**20 + 1)), "line 1 is longer than 16 MiB; write one document per line"),
    ],
)
def test_what_cannot_be_used_is_named_with_the_remedy(write: Write, name: str, content: object, message: str) -> None:
    path = write(name, content)
    with pytest.raises(InvalidInput, match=re.escape(f"{path}") + "[, ]") as caught:
        list(documents(path))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    pipe, loop, folder = tmp_path / "pipe.txt", tmp_path / "loop.txt", tmp_path / "folder.txt"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    folder.mkdir()
    for path, message in [
        (tmp_path / "gone.txt", "gone.txt does not exist; check the path"),
        (tmp_path / "a\0b.txt", "does not exist"),
        (tmp_path / f"{'x' * 5000}.txt", "cannot be read: File name too long"),
        (pipe, "is not a regular file"),
        (loop, "loop.txt does not exist"),
        (folder, "is not a regular file"),
    ]:
        with pytest.raises(InvalidInput, match=message):
            list(documents(path))


@pytest.mark.parametrize("ending", sorted(ENDINGS - {".jsonl", ".ndjson"}))
def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"large{ending}"
    with path.open("wb") as file:
        file.truncate(200 * 2**20)
    tracemalloc.start()
    with pytest.raises(InvalidInput, match="is larger than 64 MiB; split it"):
        list(documents(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 2**20  # a reader's package may be imported meanwhile


def test_a_blank_title_is_an_error(write: Write) -> None:
    with pytest.raises(InvalidInput, match="title ' ' is blank; give words, or leave it out"):
        only(write("a.txt", "x"), " ")


@pytest.mark.parametrize(
    ("markdown", "title"),
    [
        ("text\n\n## Second\n\n# The *first* `one` #\n\n# Another", "The first one"),
        ("```\n# code\n```\n# [Linked](http://a.example) snake_case {#id}", "Linked snake_case"),
        ("~~~\n```\n# code\n~~~\n# Real", "Real"),
        ("Underlined\n===\n\n# Later", "Underlined"),
        ("---\ntitle: 'It''s front'\ntags: [a]\n---\n# Heading", "It's front"),
        ('---\nlayout: x\nTitle: "A: b"  # why\n...\nText', "A: b"),
        ("---\ntitle: >\n  Folded\n---\n# Heading", "Heading"),
        ("---\n---\n# Heading", "Heading"),
        ("#hashtag\n\n    # code", "a file"),
        ("# \n\ntext", "a file"),
        ("# " + "long " * 100, "long " * 58 + "long…"),
    ],
)
def test_markdown_is_called_by_its_front_matter_or_first_heading(write: Write, markdown: str, title: str) -> None:
    assert only(write("a-file.md", markdown)).title == title


def test_markdown_stays_as_it_is_written_but_for_its_front_matter(write: Write) -> None:
    body = "# Boats\n\n* one\n    * two\n\n```\n  code\n```"
    assert only(write("a.md", f"---\ntitle: x\nsecret: y\n---\n\n{body}\n")).text == body
    rich = "# how\n\ndate created: 3 May\nparts:\n- a\n-\n  - b\n\n'of': >\n  Two lines: here\n  there.\nempty:"
    assert only(write("a.md", f"---\n{rich}\n---\n{body}")).text == body


@pytest.mark.parametrize(
    "ruled",
    [
        "---\n\nBetween lines.\n\n---\n\nMore.",
        "---\n# Slide one\n\nThe budget is 4,000 euros.\n\n---\n# Slide two",
        "---\n# Slide one\n---\n# Slide two",
        "---\nNote: this page is a draft.\n\nThe launch is on 3 June. Ann leads it.\n\n---\n\nSee also the archive.",
        "---\nWhat we agreed on with Ann: she leads it.\n\n---\n\nMore.",
        "---\nhttps://a.example\n---\nMore.",
        "---\nkey: never ended",
    ],
)
def test_markdown_between_lines_across_the_page_is_text(write: Write, ruled: str) -> None:
    assert only(write("a.md", ruled)).text == ruled


PAGE = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>
<html><head><title>Boats &amp;
 ships</title><style>.x{}</style><script>var a = "<p>no</p>"</script>stray</head>
<body><nav><a>Menu</a></nav><h1>All <em>boats</em></h1><!-- comment --><p>One&nbsp;line
 that goes on<br>and breaks.<p>Two.<div>Three<div>Four</div>five</div>
<ul><li>a<li>b</ul><img src=x alt="A red boat"><img src=y alt=""><template>T</template><noscript>N</noscript>
<span hidden>H1</span><div aria-hidden="true">H2<p>H3</div><b style="color: red; DISPLAY : none">H4</b>
<img hidden alt=H5><span aria-hidden=false>seen</span>
<table><caption>Sizes</caption><tr><th>Name</th><th>Length</th></tr>
<tr><td><p>Ann</p></td><td> 12 <b>m</b></td></tr><tr><td></td><td>7</td></tr></table>After
<pre>x = 1
  y = 2</pre></body></html>"""


def test_html_becomes_what_a_reader_of_the_page_sees(write: Write) -> None:
    page = only(write("a.html", PAGE))
    assert page.title == "Boats & ships"
    assert page.text.split("\n\n") == [
        "All boats",
        "One line that goes on\nand breaks.",
        "Two.",
        "Three",
        "Four",
        "five",
        "a",
        "b",
        "A red boat",
        "seen",
        "Sizes",
        "Name | Length\nAnn | 12 m\n7",
        "After",
        "x = 1\ny = 2",
    ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p hidden>no<p>yes", "yes"),
        ("<ul><li hidden>no<li>yes</ul>", "yes"),
        ("<head><title>t</title><p>yes", "yes"),
        ("<div hidden><p>no</div>yes", "yes"),
        ("<style>no</style>yes<![CDATA[no]]>", "yes"),
        ("yes &lt;b&gt; &#x1F6A2; &#0;&#1;", "yes <b> \U0001f6a2 \ufffd"),
        ("<table><tr><td>a<table><tr><td>b<td>c</table></table><table><tr><td>d</table>", "a\n\nb | c\n\nd"),
        ("<p>a</p>\n\n<table><tr><td>\n<div>b</div>\n</td></tr></table>\n<p>c", "a\n\nb\n\nc"),
        ("<script>'<!--'</script>yes<!-- a > b --!>!<a title='<!-- > -->'>?</a>", "yes!?"),
        ("yes<?php no ?><!DOCTYPE no><style>no</style >, 3 < 4 <b no", "yes, 3 < 4"),
        ("un<b>brok</b>en", "unbroken"),
        ("<p>a</p><style-guide><p>b</p></style-guide><script-loader></script-loader><p>c</p>", "a\n\nb\n\nc"),
        ("yes<script>no</script-loader>no</script\n>!<script/>?", "yes!?"),
        ("x \x01\x02\x03\x04 y", "x y"),
    ],
)
def test_html_as_it_is_found_in_the_wild(write: Write, html: str, text: str) -> None:
    assert only(write("a.htm", html)).text == text


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.xhtml", ""), ("a.html", '<?xml version="1.0"?>\n<!DOCTYPE html>'), ("a.htm", "\ufeff<?xml?>")],
)
@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><![CDATA[hi <b>]]> there</p>", "hi <b> there"),
        ('<p>a <![CDATA[&amp; "]] > ]]>b<![CDATA[]]></p>', 'a &amp; "]] > b'),
        ("<script>//<![CDATA[\nif (a < b && '</script>') no\n//]]></script>yes", "yes"),
        ("<style><!--/*--><![CDATA[/*><!--*/ no /*]]>*/--></style>yes", "yes"),
        ("<!-- <![CDATA[no]]> -->yes<![CDATA[, to its end", "yes, to its end"),
    ],
)
def test_character_data_of_xml_is_text(write: Write, name: str, start: str, html: str, text: str) -> None:
    assert only(write(name, f"{start}{html}")).text == text


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> </title><h1 hidden></h1><h1><i>Big</i> one</h1>", "Big one"),
        ("<svg><title>icon</title></svg>text", "a file"),
        ("<title>\u200b</title>text", "a file"),
    ],
)
def test_html_without_a_title_is_called_by_its_heading_or_file(write: Write, html: str, title: str) -> None:
    assert only(write("a_file.html", html)).title == title


@pytest.mark.parametrize(
    ("meta", "encoding"),
    [
        ('<meta charset="iso-8859-1">', "cp1252"),
        ("<META http-equiv=Content-Type content='text/html; charset=windows-1251'>", "cp1251"),
        ("<meta charset=utf-16>", "utf-8"),
        ('<?xml version="1.0" encoding="Shift_JIS"?>', "cp932"),
        ("<meta charset=x-sjis>", "cp932"),
        ("<meta charset=Windows-31J>", "cp932"),
        ("<meta charset=x-cp1251>", "cp1251"),
        ("<meta charset=ISO-8859-8-I>", "iso8859-8"),
        ("<meta charset=windows-949>", "cp949"),
        ("<meta charset=windows-874>", "cp874"),
    ],
)
def test_html_is_read_in_the_charset_that_it_names(write: Write, meta: str, encoding: str) -> None:
    words = {
        "cp1252": "“café”",
        "cp1251": "море",
        "utf-8": "море",
        "cp932": "東京①",
        "iso8859-8": "שלום",
        "cp949": "똠방각하",
        "cp874": "สวัสดี",
    }[encoding]
    assert only(write("a.xhtml", f"{meta}<p>{words}".encode(encoding))).text == words


@given(st.text("<>/!-\"'= abptdrhien&;#\x00\x1c\n\ud800é", max_size=300))
def test_no_html_raises_anything_of_its_own(tmp_path_factory: pytest.TempPathFactory, html: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.html"
    path.write_bytes(html.encode("utf-8", "surrogatepass"))
    with suppress(InvalidInput):
        assert visible(only(path).text)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 50_000,
        "<p hidden>" * 50_000 + "</p>",
        "<!--" * 50_000 + "-->",
        "<!-- >" * 50_000 + "-->",
        "<a b='" * 50_001 + "'>",
        "<meta " * 50_000 + ">",
        "<![CDATA[>" * 50_000,
        "<script>" * 50_000 + "</script>",
        "<script>" + "</script" * 50_000 + ">",
        "<tr><td> <p> </p>" * 20_000 + "</td>",
    ],
    ids=lambda html: html[:10],
)
def test_a_hostile_page_is_read_in_time(write: Write, html: str) -> None:
    began = time.monotonic()
    assert only(write("a.html", f"{html}<p>words")).text == "words" or "hidden" in html
    assert time.monotonic() - began < 20


def test_a_pdf_is_the_text_of_its_pages(write: Write) -> None:
    path = write("the-file.pdf", pdf("Boats float. The inter-\nnational one,\nX-\nray.", "", "Second page."))
    assert only(path).text == "Boats float. The international one,\nX-\nray.\n\nSecond page."
    assert only(path).title == "the file"


def test_words_that_a_pdf_divides_are_whole_in_any_language(write: Write) -> None:
    lines = "Die Verfü-\ngung und die Stra-\nßen, hé-\nélas, Köln-\nÜberlingen, 1990-\n1995."
    assert only(write("a.pdf", pdf(lines))).text == (
        "Die Verfügung und die Straßen, héélas, Köln-\nÜberlingen, 1990-\n1995."
    )


def test_what_only_says_where_a_word_may_be_divided_is_no_text(write: Write) -> None:
    assert only(write("a.html", "<p>Ver&shy;trags&shy;verl&auml;nge&shy;rung")).text == "Vertragsverlängerung"
    assert only(write("a.txt", "\ufeffone\n\ufefftwo\n")).text == "one\ntwo"
    assert line("Do\xadnau\xaddampf\xadschiff") == "Donaudampfschiff"


@pytest.mark.parametrize(
    ("found", "title"),
    [
        ("On the Floating of Boats", "On the Floating of Boats"),
        ("Microsoft Word - thesis.doc", "a file"),
        ("untitled", "a file"),
        ("paper_final.tex", "a file"),
        ("Slide 1", "a file"),
        ("2024-01-01", "a file"),
        ("Untitled document 2", "a file"),
        ("Untitled Works of Anon", "Untitled Works of Anon"),
        ("Documentary film", "Documentary film"),
    ],
)
def test_a_pdf_is_called_by_its_metadata_where_it_means_something(write: Write, found: str, title: str) -> None:
    path = write("a_file.pdf", pdf("x", title=found))
    assert only(path).title == title
    assert only(path, "Given").title == "Given"


def test_a_pdf_with_an_empty_password_opens_as_in_any_viewer(write: Write) -> None:
    assert only(write("a.pdf", pdf("Hello", password=""))).text == "Hello"


def test_a_pdf_that_inflates_without_bounds_is_an_error(write: Write) -> None:
    bomb = pdf("(x) Tj " * 12_000_000, compressed=True)
    assert len(bomb) < 2**20
    with pytest.raises(InvalidInput, match=r"a\.pdf is out of bounds: .*; print it to a new PDF"):
        only(write("a.pdf", bomb))


def test_a_pdf_that_draws_without_end_is_an_error(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "MAX_OPERATIONS", 20)
    assert only(write("a.pdf", pdf("Hello"))).text == "Hello"
    with pytest.raises(InvalidInput, match=r"a\.pdf takes more than 20 drawing operations; split it"):
        only(write("a.pdf", pdf("Hello", "Hello", "Hello")))


@pytest.mark.parametrize("cut", range(0, 1000, 90))
def test_a_damaged_pdf_is_read_or_refused_without_a_word(
    write: Write, cut: int, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = pdf("Hello", "World", title="Damaged")
    path = write("a.pdf", whole[:cut] + b"<</Length 99999 0 R>>" + whole[cut + 25 :])
    before = logging.getLogger("pypdf").level
    with suppress(InvalidInput):
        assert only(path).text
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")
    assert logging.getLogger("pypdf").level == before


@pytest.mark.parametrize(("name", "package"), [("a.pdf", "pypdf"), ("a.html", "beautifulsoup4"), ("a.docx", "mammoth")])
def test_an_absent_extra_is_named(write: Write, monkeypatch: pytest.MonkeyPatch, name: str, package: str) -> None:
    for module in ("pypdf", "pypdf.errors", "bs4", "mammoth", "clew.loaders.sources.readers.page_text"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDependency, match=rf"{package}, not installed; run: pip install -e .*\[documents\]"):
        only(write(name, b"x"))


def test_a_corpus_is_a_document_a_line(write: Write) -> None:
    path = write(
        "corpus.jsonl",
        codecs.BOM_UTF8
        + lines(
            {"id": "b-1", "title": "Boats", "text": "They float.\u0000\r\n\r\n\r\nThey sail.", "more": [1]},
            "",
            {"id": 7, "title": None, "text": "Seven seas " * 20},
            {"text": "No key."},
            {"text": "No key.", "id": None},
            {"text": "\ud800 half", "title": "\n"},
        ).encode(),
    )
    assert list(documents(path)) == [
        Written(f"{path.resolve()}#b-1", "Boats", "They float.\n\nThey sail.", source(path)),
        Written(f"{path.resolve()}#7", "Seven seas " * 6 + "Seven seas…", ("Seven seas " * 20).strip(), source(path)),
        Written(f"{path.resolve()}#b103531f80d7", "No key.", "No key.", source(path)),
        Written(f"{path.resolve()}#0a2261086074", "\ufffd half", "\ufffd half", source(path)),
    ]


def test_a_corpus_takes_no_title(write: Write) -> None:
    with pytest.raises(InvalidInput, match="holds many documents, and title 'T' fits one; write it into its record"):
        list(documents(write("a.ndjson", lines({"text": "a"})), "T"))


def test_a_corpus_streams(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("w") as file:
        for number in range(700):
            file.write(lines({"id": number, "text": f"{number} " + "word " * 20_000}))
        file.write("broken")
    assert path.stat().st_size > LARGEST
    tracemalloc.start()
    found = documents(path)
    assert sum(1 for _ in islice(found, 700)) == 700
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * 2**20
    with pytest.raises(InvalidInput, match=r"large\.jsonl, line 701: broken JSON"):
        next(found)


def test_a_folder_is_its_supported_files_in_order(write: Write, tmp_path: Path) -> None:
    kept = [write(name, "x") for name in ("a.txt", "b/c.MD", "b/d/e.html", "b.jsonl", "z.pdf")]
    for name in (".hidden.txt", ".git/a.txt", "b/.cache/a.md", "b/picture.png", "talk.log"):
        write(name, "x")
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "b" / "loop").symlink_to(tmp_path)
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "self.txt").symlink_to(tmp_path / "self.txt")
    (tmp_path / "link.txt").symlink_to(tmp_path / "a.txt")
    assert files(tmp_path) == sorted(kept)
    assert files(kept[0]) == [kept[0]]
    (tmp_path / "b" / "d" / "inner").symlink_to(tmp_path)
    assert files(tmp_path / "b" / "d" / "inner") == [
        tmp_path / "b" / "d" / "inner" / path.relative_to(tmp_path) for path in sorted(kept)
    ]


def test_a_file_that_cannot_be_looked_at_is_named(tmp_path: Path) -> None:
    (tmp_path / "far.txt").symlink_to("x" * 300)  # refused like what lies in a folder without rights, but root too
    with pytest.raises(InvalidInput, match=r"far\.txt cannot be read: File name too long"):
        files(tmp_path)


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"has no file that ends in .docx, .epub, .htm, .html, .jsonl"):
        files(tmp_path)
    with pytest.raises(InvalidInput, match="gone does not exist; check the path"):
        files(tmp_path / "gone")
    with pytest.raises(InvalidInput, match="cannot be read: File name too long"):
        files(tmp_path / ("x" * 5000))


def test_names_of_any_bytes_are_kept_apart(tmp_path: Path) -> None:
    for byte in (b"\xfe", b"\xff"):
        (tmp_path / os.fsdecode(b"a" + byte + b".txt")).write_text("x")
    read = [only(path) for path in files(tmp_path)]
    assert [document.source.rpartition("/")[2] for document in read] == [r"a\udcfe.txt", r"a\udcff.txt"]
    assert len({document.title.encode() for document in read}) == 1


def test_a_file_has_one_identity_however_it_is_reached(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("b/a.txt", "x")
    monkeypatch.chdir(path.parent)
    assert only(Path("../b/a.txt")) == only(Path("a.txt")) == only(path)
    assert only(path).source == source(path) == str(path.resolve())


@given(st.text(max_size=200))
def test_text_is_cleaned_once_and_for_all(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    once.encode()
    assert "\n\n\n" not in once
    assert "\r" not in once


@pytest.mark.parametrize(
    ("front", "opening"),
    [
        ("aliases: [the oven, stove]\ntags: clay", "Also called: the oven, stove\n\nTags: clay\n\n"),
        ('title: Kiln\naliases:\n  - "the oven"\n  - stove\n', "Also called: the oven, stove\n\n"),
        ("tags:\n- '#clay'\n- heat", "Tags: clay, heat\n\n"),
        ("alias:\nauthor: Ann", ""),
    ],
)
def test_a_document_is_found_by_the_names_in_its_front_matter(write: Write, front: str, opening: str) -> None:
    (kiln,) = documents(write("Kiln.md", f"---\n{front}\n---\nIt fires at 1240 degrees.\n"))
    assert kiln.text == f"{opening}It fires at 1240 degrees."
    assert kiln.title == "Kiln"


def test_an_address_is_not_fetched() -> None:
    with pytest.raises(InvalidInput, match=r"'https://example\.com/kiln\.html' is an address; none is fetched"):
        next(documents(Path("https://example.com/kiln.html")))
