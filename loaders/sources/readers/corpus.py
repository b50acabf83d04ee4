"""Corpora: JSON Lines with one document a line, an object with `text`, and `title` and `id` where it has them."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import cast

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.json_stream import decode
from clew.loaders.sources.quoting import called, kind, source
from clew.loaders.sources.readers.written import Written, clean, line, opening
from clew.loaders.sources.rows import lines, open_file
from clew.text.arguments import quoted

MAX_KEY_CHARACTERS = 200  # characters of a record's `id`
LEAD = 80  # characters of a text that stand for its title where it has none


def read(path: Path, title: str | None) -> Iterator[Written]:
    """Yield the documents of a corpus, one at a time; two equal records are one, and no title fits all of them."""
    name = called(path)
    if title is not None:
        raise InvalidInput(f"{name} holds many documents, and title {quoted(title)} fits one; write it into its record")
    identity = source(path)
    seen: dict[int, int] = {}
    with open_file(path) as file:
        for _, number, text in lines(file, name, 1, "write one document per line, or split it"):
            if not text.strip():
                continue
            place = f"{name}, line {number}"
            record = decode(text, place)
            if not isinstance(record, dict):
                raise InvalidInput(f"{place} is {kind(record)}; write one object with text per line")
            record = cast("dict[str, object]", record)
            document = _document(record, identity, place)
            key, content = hash(document.source), hash(document)
            if seen.get(key, content) != content:
                raise InvalidInput(f"{place}: id {quoted(record.get('id'))} is taken by another record; rename one")
            if key not in seen:
                seen[key] = content
                yield document
    if not seen:
        raise InvalidInput(f"{name} holds no record; write one object with text per line")


def _document(record: Mapping[str, object], file: str, place: str) -> Written:
    text = record.get("text")
    if not isinstance(text, str):
        found = kind(text) if "text" in record else "missing"
        raise InvalidInput(f"{place}: text is {found}; give the document's text")
    words = clean(text)
    if not visible(words):
        raise InvalidInput(f"{place}: text {quoted(text)} is blank; give words, or leave the line out")
    title = record.get("title")
    if not isinstance(title, str | None):
        raise InvalidInput(f"{place}: title is {kind(title)}; give text, or leave it out")
    key = record.get("id")
    if key is None:
        key = sha256(well_formed(f"{title or ''}\n{text}").encode()).hexdigest()[:12]
    elif isinstance(key, bool) or not isinstance(key, int | str):
        raise InvalidInput(f"{place}: id is {kind(key)}; give short text or an integer, or leave it out")
    elif isinstance(key, str) and not (visible(key) and len(key) <= MAX_KEY_CHARACTERS):
        fault = f"{quoted(key)}, blank or longer than {MAX_KEY_CHARACTERS} characters"
        raise InvalidInput(f"{place}: id is {fault}; give short text or an integer, or leave it out")
    key = well_formed(str(key))
    lead = opening(" ".join(words[: 4 * LEAD].split()), LEAD)
    return Written(f"{file}#{key}", line(title or "") or line(lead) or key, words, file)
