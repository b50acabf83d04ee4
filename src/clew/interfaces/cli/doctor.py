"""`clew doctor`: what Clew needs, and the remedy where it is missing."""

import os
import re
import shutil
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

import typer

from clew.errors import ClewError, Conflict, InvalidInput
from clew.interfaces.cli.console import emit, line, say
from clew.interfaces.cli.options import options

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from clew.graph.driver import Graph
    from clew.settings import Settings

State = Literal["good", "note", "bad"]
MIN_FREE_GB = 2
FULL = 0.8  # share of the page cache that the store may take before it is said to outgrow it
UNITS = {"KiB": 1 / 1024, "MiB": 1, "GiB": 1024, "TiB": 1024 * 1024}  # the units in MB of 1024 * 1024 bytes
OPEN_SCHEMES = frozenset({"bolt", "neo4j", "http"})  # schemes of addresses without encryption

NEEDED = frozenset({"server", "encoder", "schema"})
"""Findings without which no space can be looked through."""

MARKS = {
    "good": "[green]\N{CHECK MARK}[/green]",
    "note": "[yellow]\N{BULLET}[/yellow]",
    "bad": "[red]\N{BALLOT X}[/red]",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one thing: good, bad with a remedy, or a note if nothing is wrong."""

    name: str
    state: State
    detail: str
    remedy: str = ""


def doctor(
    context: typer.Context,
    clean: Annotated[
        bool, typer.Option("--clean", help="Forget the spaces of games and tasks that were killed.")
    ] = False,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair", help="Look through the spaces for damage, and mend what is understood; with --space one."
        ),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --repair: mend nothing.")] = False,
) -> None:
    """Check what Clew needs, and tell how to get what is missing.

    Without --repair it starts nothing, and without that and --clean it changes nothing. If something is bad, the exit
    code is 1.
    """
    from rich.markup import escape

    chosen = options(context)
    if dry_run and not repair:
        raise InvalidInput("--dry-run says what --repair would mend; give both")
    findings = list(examine(chosen.settings(), clean=clean))
    if repair and not any(finding.state == "bad" for finding in findings if finding.name in NEEDED):
        from clew.interfaces.cli.repair import repaired

        found = list(repaired(chosen.settings(), only="space" in chosen.given, mend=not dry_run))
        findings = [each for each in findings if each.name not in {other.name for other in found}] + found
    is_bad = any(finding.state == "bad" for finding in findings)
    if chosen.json:
        emit({"ok": not is_bad, "findings": findings})
    else:
        for finding in findings:
            remedy = f"; {line(finding.remedy)}" if finding.remedy else ""
            text = escape(f"{finding.name}: {line(finding.detail)}{remedy}")
            say(f"{MARKS[finding.state]} {text}")
    if is_bad:
        raise typer.Exit(1)


def examine(settings: "Settings", *, clean: bool = False) -> Iterator[Finding]:
    """Check everything, first what other things rest on; with `clean`, forget the spaces that were left behind."""
    from clew.graph import store

    if not settings.uri:
        yield from _machine(settings)
    made = yield from _encoder(settings)
    yield _model(settings)
    yield from _open_lines(settings)
    try:
        with _connected(settings) as graph:
            if graph is None:
                yield Finding("server", "note", "the managed server does not run; it is started when it is needed")
            else:
                answers = store.inspect(graph)
                yield Finding("server", "good", f"Neo4j {answers.version} {answers.edition} at {graph.uri}")
                if answers.gds:
                    yield Finding("Graph Data Science", "good", "installed")
                else:
                    oldest = ".".join(map(str, store.MIN_GDS_VERSION))
                    detail = f"none of {oldest} or newer; PageRank is computed in process"
                    yield Finding("Graph Data Science", "note", detail)
                yield from _schema(graph, made)
                if not settings.uri:
                    yield from _page_cache(graph, settings)
                if made is not None:
                    yield from _left_behind(graph, made, clean=clean)
    except ClewError as error:
        yield _bad("server", error)


def _machine(settings: "Settings") -> Iterator[Finding]:
    """Check what the managed server needs of this machine."""
    try:
        from clew import server
        from clew.server import java

        status = server.status()
    except ClewError as error:
        yield _bad("managed server", error)
        return
    try:
        found = java.find()
        yield Finding("Java", "good", f"{found.version} at {found.path}")
    except ClewError as error:
        yield _bad("Java", error)
    existing = next(each for each in (status.home, *status.home.parents) if each.exists())
    free = shutil.disk_usage(existing).free / 1e9
    detail = f"{free:,.0f} GB free for {status.home}"
    if not os.access(existing, os.W_OK | os.X_OK):
        detail = f"{existing} takes no files, and {status.home} is to be there"
        yield Finding("disk", "bad", detail, "correct its rights, or set XDG_DATA_HOME to another folder")
    elif free < MIN_FREE_GB:
        yield Finding("disk", "bad", detail, f"free at least {MIN_FREE_GB} GB")
    else:
        yield Finding("disk", "good", detail)
    if status.running:
        return
    try:
        planned = server.planned(server.ServerSettings.of(settings))
        taken = f"{planned.heap_mb} MB heap and {planned.page_cache_mb} MB cache"
        yield Finding("memory", "good", f"the server would take {taken}")
    except ClewError as error:
        yield _bad("memory", error)


def _encoder(settings: "Settings") -> "Generator[Finding, None, Embeddings | None]":
    """Check the encoder: the one of the settings, else the one that made the store's vectors."""
    from clew.embedding import encoder_of, identity
    from clew.graph import store

    with suppress(ClewError):  # the check of the server tells what is wrong with it
        if not settings.encoder:
            with _connected(settings) as graph:
                if graph is not None and (kept := store.stored(graph)):
                    settings = settings.changed(encoder=kept.encoder)
    try:
        start = time.perf_counter()
        made = encoder_of(settings)
        vector = made.embed_query("Does it work?")
    except ClewError as error:
        yield _bad("encoder", error)
        return None
    seconds = time.perf_counter() - start
    yield Finding("encoder", "good", f"{identity(made)}, {len(vector)} dimensions, first query in {seconds:.1f} s")
    return made


def _model(settings: "Settings") -> Finding:
    """Check whether the language model answers; no more than a word is asked of it."""
    from clew.llm import Chain, LanguageModel, Prompt, chat_model

    try:
        chat = chat_model(settings)
        if chat is None:
            return Finding("model", "note", "none is set; rules consolidate, and `clew ask` shows evidence only")
        start = time.perf_counter()
        model = LanguageModel(chat)
        asked = Prompt.parse("doctor", "# System\nAnswer with one word.\n# Human\nAre you there?")
        Chain.text(asked).on(model).invoke({})
    except ClewError as error:
        return _bad("model", error)
    return Finding("model", "good", f"{model.name}, first answer in {time.perf_counter() - start:.1f} s")


def _open_lines(settings: "Settings") -> Iterator[Finding]:
    """Note each address beyond this machine to which texts and keys travel unencrypted."""
    from clew.text.masking import masked

    addresses = {"uri": settings.uri, "model_url": settings.model_url, "encoder_url": settings.encoder_url}
    for name, address in addresses.items():
        parts = urlsplit(address)
        host = parts.hostname or ""
        stays_here = host in {"localhost", "::1"} or host.startswith("127.")
        if parts.scheme in OPEN_SCHEMES and not stays_here:
            remedy = "use neo4j+s:// or bolt+s://" if name == "uri" else "use https://"
            yield Finding(name, "note", f"what goes to {masked(address)} can be read on the way", remedy)


@contextmanager
def _connected(settings: "Settings") -> "Generator[Graph | None]":
    """Return the graph that the settings name; None where the managed server does not run."""
    from clew import server
    from clew.api.opening import connect

    if not settings.uri and not server.status().running:
        yield None
        return
    with connect(settings) as graph:
        yield graph


def _page_cache(graph: "Graph", settings: "Settings") -> Iterator[Finding]:
    """Check whether the managed server's page cache still holds the store; a note says so before it does not."""
    from clew import server
    from clew.graph.queries import load

    size = next(iter(graph.read(load("maintain/page_cache", str))), "")
    if not (running := megabytes(size)):
        return
    planned = server.planned(server.ServerSettings.of(settings))
    stored = planned.records_bytes // (1 << 20)
    if stored <= FULL * running:
        yield Finding("page cache", "good", f"{running:,} MB hold the store's {stored:,} MB")
        return
    remedy = "free memory or add some, then run `clew server stop` and `clew server start`; see docs/scaling.md"
    if settings.page_cache_mb:
        remedy = "raise CLEW_PAGE_CACHE_MB or `--page-cache`, then run `clew server stop` and `clew server start`"
    elif planned.page_cache_mb > running:
        remedy = f"run `clew server stop`, then `clew server start`: it will take {planned.page_cache_mb:,} MB"
    detail = f"the store has {stored:,} MB, and the page cache {running:,}: recall will have to read from disk"
    yield Finding("page cache", "note", detail, remedy)


def megabytes(size: str) -> int:
    """Read a size as Neo4j writes it, such as ``1.50GiB``; 0 where it is none."""
    found = re.fullmatch(r"([\d.]+)(KiB|MiB|GiB|TiB)", size)
    return int(float(found[1]) * UNITS[found[2]]) if found else 0


def _schema(graph: "Graph", made: "Embeddings | None") -> Iterator[Finding]:
    from clew.embedding import dimensions, identity
    from clew.graph import schema, store

    if (stored := store.stored(graph)) is None:
        yield Finding("schema", "note", "not made yet; the first opening makes it, and so does `clew schema`")
        return
    if stored.version > schema.VERSION:
        detail = f"version {stored.version}, and this Clew knows {schema.VERSION}"
        yield Finding("schema", "bad", detail, "upgrade clew")
    else:
        yield Finding("schema", "good", f"version {stored.version}")
    if stored.pending:
        detail = f"the change to {stored.encoder} is under way, or was interrupted"
        yield Finding("store's encoder", "bad", detail, "wait, or run `clew reembed` with that encoder again")
        return
    if missing := store.missing_indexes(graph):
        yield Finding("indexes", "bad", f"{', '.join(missing)} not online", "run `clew schema`, and wait")
    else:
        yield Finding("indexes", "good", f"{len(schema.INDEXES)} online")
    recorded = f"{stored.encoder}, {stored.dimensions} dimensions"
    if made is None:
        return
    if (identity(made), dimensions(made)) == (stored.encoder, stored.dimensions):
        yield Finding("store's encoder", "good", recorded)
    else:
        remedy = f"use --encoder {stored.encoder}"
        yield Finding("store's encoder", "bad", f"{recorded}, not {identity(made)}", remedy)


def _left_behind(graph: "Graph", made: "Embeddings", *, clean: bool) -> Iterator[Finding]:
    """Look for spaces of games and tasks whose processes are gone; of these, forget all that this store holds."""
    from clew.graph import store
    from clew.graph.space import Space
    from clew.interfaces.cli.own_space import forgotten, left_behind
    from clew.loaders.upkeep.forget import forget_space

    if store.stored(graph) is None:
        return
    spaces = list[Space]()
    with left_behind() as names:
        for space in (Space(graph, made, name) for name in names):
            try:
                is_there = space.contents() is not None
            except Conflict:  # it is half forgotten
                is_there = True
            if is_there:
                spaces.append(space)
        for space in spaces if clean else ():
            forget_space(space)
            forgotten(space.name)
    named = ", ".join(space.name for space in spaces)
    if spaces and clean:
        yield Finding("left behind", "good", f"forgotten: {named}")
    elif spaces:
        detail = f"by games or tasks that were killed: {named}"
        yield Finding("left behind", "note", detail, "run `clew doctor --clean`")


def _bad(name: str, error: ClewError) -> Finding:
    """Split a message of ours into fault and remedy, at its semicolon."""
    detail, _, remedy = str(error).rpartition("; ")
    return Finding(name, "bad", detail or remedy, remedy if detail else "")
