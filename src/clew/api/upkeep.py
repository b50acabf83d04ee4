"""The upkeep of a space: its size, its copies, and forgetting."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import gettempdir

from clew.api.audit import oldest
from clew.api.listing import Listing
from clew.api.operations import operations, writes
from clew.errors import InvalidInput
from clew.graph.queries import load
from clew.loaders.items.items import sweep
from clew.loaders.upkeep import forget, proof, restore
from clew.model import AuditEntry, Certificate, Filter, Page, Progress, Receipt, Stats, Trace
from clew.retrieval import browse, export
from clew.retrieval.bulk.export import BulkExport, export_bulk
from clew.retrieval.recall import EVERYTHING
from clew.server.layout import ServerLayout
from clew.server.settings import ServerSettings
from clew.text.arguments import file_path, texts


@operations("Memory")
class Upkeep(Listing):
    """An open space that can be measured, copied and forgotten."""

    @writes
    def forget(
        self,
        *,
        ids: Iterable[str] | str = (),
        session: str | None = None,
        document: str | None = None,
        file: Path | str | None = None,
        where: Filter | None = None,
        expired: bool = False,
        space: bool = False,
        dry_run: bool = False,
        verify: bool = False,
    ) -> Receipt:
        """Remove memories by id, one session, what was read from a source, what passes a filter, or the whole space.

        All goes or nothing. Of a filter, more than 2,000 go page by page: interrupted, the same call forgets the rest.

        Args:
            ids: of turns, passages, facts, reflections and triplets; of runs, tasks, environments, trials, learning
                sets and learnings; of items of a store. Of a scene: of objects, sightings and places, such as
                ``room:den``, and of short-term memories. Trials go with their task, and things with their place.
            session: its name.
            document: a file, a folder or a title that was read, or a document's id.
            file: a file or folder of conversations: the sessions that it holds now go, each whole.
            where: all that passes, of what was replaced every version; at least one side must narrow it.
            expired: turns whose `Turn.expires_at` is over, and what `Settings.retention` keeps no longer. Whoever reads
                a space forgets these first: this is for spaces that nobody reads.
            space: everything.
            dry_run: whether nothing is removed, and the receipt says what would be.
            verify: whether all that the space holds is looked through afterwards for the forgotten ids and texts.
                Projections and drafts of exports are, too. The receipt has a `proof` then.

        Returns:
            The removed nodes, and the facts that are believed less or hold again because of it.

        Raises:
            InvalidInput: not exactly one of these was asked for, the file cannot be read, or the filter narrows
                nothing.
            NotFound: what was asked for is not there; nothing was removed.

        Example:
            memory.forget(where=Filter(speaker="Ann", metadata={"channel": "mail"}), dry_run=True).removed
        """
        own = replace(self.space, forget_expired=None)  # what has expired goes only where that is asked for
        wanted = texts("ids", ids)

        def forget_passing(*, dry_run: bool) -> Receipt:
            return forget.forget_each(own, repr(where), browse.versions(own, where or Filter()), dry_run=dry_run)

        ways: list[Callable[..., Receipt] | None] = [
            partial(forget.forget_ids, own, wanted) if wanted else None,
            partial(forget.forget_session, own, session) if session is not None else None,
            partial(forget.forget_documents, own, document) if document is not None else None,
            partial(forget.forget_file, own, Path(file)) if file is not None else None,
            forget_passing if where is not None else None,
            partial(forget.forget_expired, own) if expired else None,
            partial(forget.forget_space, own) if space else None,
        ]
        asked = [way for way in ways if way]
        if len(asked) != 1:
            raise InvalidInput(
                "forget takes ids, a session, a document, a file, where, expired=True, or space=True; give exactly one"
            )
        (forgotten,) = asked
        if dry_run or not verify:
            return forgotten(dry_run=dry_run)
        before = proof.sought(own, forgotten(dry_run=True).ids)
        receipt = forgotten(dry_run=False)
        home = ServerLayout.of(ServerSettings()).home
        folders = (Path.cwd(), Path(gettempdir()), home, *home.rglob("kept"))
        return replace(receipt, proof=proof.prove(own, receipt, before, folders))

    def check_forgotten(self, certificate: Certificate) -> tuple[Trace, ...]:
        """Look through the space once more for what a certificate says is gone: each id, and each longer text whole.

        Args:
            certificate: of a forgetting with `verify`; it holds digests, and no words.

        Returns:
            The places that hold any; none where all is gone still.

        Raises:
            InvalidInput: the certificate is of another space.

        Example:
            memory.check_forgotten(Certificate.from_json(Path("proof.json").read_text()))
        """
        if certificate.space != self.space.name:
            raise InvalidInput(f"the certificate is of space {certificate.space!r:.60}; open that one")
        return proof.check(self.space, certificate)

    def stats(self) -> Stats:
        """Return the size of the space.

        Returns:
            Nodes by kind, relationships by type, and the speakers; all zero for a space that was never used.

        Example:
            memory.stats().nodes["Episode"]
        """
        return browse.stats(self.space)

    def audit(self, *, limit: int = 100, after: str = "") -> Page[AuditEntry]:
        """Return who did what in the space, the latest first; nothing is noted unless `Settings.audit` says so.

        Args:
            limit: entries of a page, 1 to 1,000.
            after: as the page before told it; empty: the first page.

        Returns:
            A page of entries: who, which operation, when, how long and how much; never a text.

        Raises:
            InvalidInput: a value is out of its range, or no page told `after`.

        Example:
            [(entry.who, entry.operation) for entry in memory.audit()]
        """
        return browse.audit(self.space, oldest(self.settings.audit_days), limit=limit, after=after)

    def export_audit(self, path: Path | str) -> int:
        """Write the audit log to a file of JSON lines, the latest entry first. A file that is there is replaced.

        Args:
            path: of the file, which is its owner's alone.

        Returns:
            The number of entries.

        Raises:
            InvalidInput: the file cannot be written.

        Example:
            memory.export_audit("audit.jsonl")
        """
        entries, page = list[AuditEntry](), self.audit(limit=browse.MAX_ROWS)
        entries += page
        while page.after:
            page = self.audit(limit=browse.MAX_ROWS, after=page.after)
            entries += page
        return export.write_lines(file_path(path), (json.dumps(each.as_dict()) for each in entries))

    def export(self, path: Path | str, where: Filter = EVERYTHING) -> int:
        """Write the space to a JSONL file, exactly, or the turns that pass a filter. A file that is there is replaced.

        Args:
            path: of the file.
            where: a filter writes turns alone, as JSON lines that `remember_file` reads. A part of a space would lack
                the sources of its statements; facts are found anew where the turns are remembered. With `known_at`,
                the turns that memory believed then.

        Returns:
            The number of nodes, or of turns.

        Raises:
            NotFound: nothing was ever remembered in the space, or no turn passes.
            InvalidInput: the file cannot be written, or the filter asks for other kinds than turns.

        Example:
            memory.export("ann.jsonl", Filter(speaker="Ann"))
        """
        if where != EVERYTHING:
            return export.export_turns(self.space, file_path(path), where)
        if not self.space.graph.only_reads:
            sweep(self.space)
        return export.export(self.space, file_path(path))

    def export_bulk(
        self, folder: Path | str, *, all_spaces: bool = False, on_progress: Callable[[Progress], None] | None = None
    ) -> BulkExport:
        """Write the space, or all of the store's, to a folder of files that `neo4j-admin database import` reads.

        Args:
            folder: one that is not there yet, or is empty.
            all_spaces: whether every space of the store is written.
            on_progress: told after each page.

        Returns:
            The counts of nodes and relationships, and the spaces that they are of.

        Raises:
            NotFound: the space, or the store, holds nothing.
            Conflict: a space was written meanwhile, or is being forgotten.
            InvalidInput: the folder cannot be written.

        Example:
            memory.export_bulk("dump", all_spaces=True)
        """
        stored = self.space.graph.read(load("maintain/spaces", str)) if all_spaces else [self.space.name]
        for name in stored:
            forget.forget_expired(replace(self.space, name=name))  # what is due goes before any read
        names = () if all_spaces else (self.space.name,)
        for name in names or self.space.graph.read(load("maintain/spaces", str)):
            sweep(replace(self.space, name=name))
        return export_bulk(self.space.graph, file_path(folder), names, on_progress)

    @writes
    def restore(self, path: Path | str) -> int:
        """Read an exported space into this empty one. After an interruption, the same call resumes.

        Args:
            path: of a file that `export` wrote.

        Returns:
            The number of nodes.

        Raises:
            InvalidInput: the file cannot be used; nothing was written.
            Conflict: the space holds something else.

        Example:
            memory.restore("ann.jsonl")
        """
        return restore.restore(self.space, file_path(path))
