"""Takes in what was said and read: sessions, single turns, files, documents, facts, and other names of speakers."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from clew.api.operations import operations, writes
from clew.api.upkeep import Upkeep
from clew.loaders.conversation import files, sessions
from clew.loaders.conversation.episodes import TurnLinks
from clew.loaders.conversation.given_aliases import give_aliases
from clew.loaders.conversation.sessions import OnChange
from clew.loaders.documents import reading
from clew.loaders.knowledge import import_facts
from clew.loaders.upkeep.correct import correct
from clew.loaders.upkeep.retract import reinstate, retract
from clew.model import Corrected, Fact, Progress, Reading, Reconciled, Remembered, Retraction
from clew.text.arguments import texts


@operations("Memory")
class Remembering(Upkeep):
    """An open space that takes in what was said and read."""

    @property
    def _links(self) -> TurnLinks:
        return TurnLinks(self.settings.concepts, self.settings.entities)

    @writes
    def remember(self, turns: Iterable[object], *, session: str, tools: bool = False) -> Remembered:
        """Remember a session so far, from its first turn; the same call again changes nothing.

        Stored turns stay, new ones are appended, and forgotten ones stay forgotten.

        Args:
            turns: the session so far: `Turn`, mappings such as ``{"role": …, "content": …}`` under any of the names in
                docs/sources.md, or messages of OpenAI, Anthropic or LangChain.
            session: its name, 1 to 200 characters.
            tools: whether calls of tools, and what they return, are turns too; else they are left out and noted.

        Returns:
            The counts of new turns and of turns stored before, and notes of what was left out.

        Raises:
            InvalidInput: the name or a turn cannot be used.
            Conflict: a turn differs from what is stored at its position, or the session is that of a run or a trial.

        Example:
            memory.remember([Turn("I moved to Lisbon.", "Ann")], session="monday")
        """
        return sessions.remember(self.space, session, turns, tools=tools, links=self._links)

    @writes
    def remember_file(
        self,
        path: Path | str | Sequence[Path],
        *,
        format: str | None = None,
        bulk: bool = False,
        strict: bool = False,
        tools: bool = False,
        branches: bool = False,
        on_change: OnChange = "report",
        on_progress: Callable[[Progress], None] | None = None,
    ) -> tuple[Remembered, ...]:
        """Remember every session of files or folders; after an interruption, the same call resumes.

        Args:
            path: of a file or folder of any supported format; several are one load, which is validated before it is
                written.
            format: its name, such as ``locomo``, where the file does not show it.
            bulk: whether the search indexes are built afterwards: faster for large files, but no space can be searched
                meanwhile.
            strict: whether it is an error if anything cannot be used; else it is left out and noted.
            tools: whether calls of tools, and what they return, are turns too; else they are left out and noted.
            branches: whether all branches of ChatGPT's conversations are kept; else the one last looked at.
            on_change: what becomes of sessions that differ from what is stored. ``report``: they stay as they are, and
                the result says so. ``replace``: what is stored is forgotten from the first difference on. ``stop``: one
                is an error.
            on_progress: told after each transaction.

        Returns:
            The counts of new and known turns of each session, and notes of what was left out or not understood.

        Raises:
            InvalidInput: a file cannot be used; in a strict load, anything in it. Nothing was written.
            Conflict: a session differs from what is stored, and `on_change` is ``stop``. Nothing was written.

        Example:
            memory.remember_file("chat.jsonl")
        """
        return files.remember_file(
            self.space,
            path,
            format=format,
            bulk=bulk,
            strict=strict,
            tools=tools,
            branches=branches,
            on_change=on_change,
            links=self._links,
            on_progress=on_progress,
        )

    @writes
    def add(
        self,
        turn: object,
        *,
        session: str,
        id: str | None = None,
        speaker: str = "",
        at: datetime | str | None = None,
        expires_at: datetime | str | None = None,
        tools: bool = False,
    ) -> str:
        """Append one live turn.

        Args:
            turn: what was said: text, or a turn in any of the shapes that `remember` takes.
            session: its name, 1 to 200 characters.
            id: of your choice; the same id again is a retry and changes nothing. None: a new one.
            speaker: who said a turn that is given as text.
            at: when a turn that is given as text was said, with a zone, or such a time as text; None: as in `Turn`.
            expires_at: when a turn that is given as text goes, likewise; None: it stays.
            tools: whether the turn may be a call of a tool, or what one returned.

        Returns:
            The id of the turn.

        Raises:
            InvalidInput: the name, the id or the turn cannot be used.
            Conflict: another turn has that id, or the session is that of a run or a trial.

        Example:
            memory.add("Her name is Miso.", session="monday", speaker="Ann")
        """
        told = {"text": turn, "speaker": speaker, "at": at, "expires_at": expires_at}
        whole = told if isinstance(turn, str) else turn
        return sessions.add(self.space, session, whole, id=id, tools=tools, links=self._links)

    @writes
    def append(self, turns: Iterable[object], *, session: str, tools: bool = False) -> tuple[str, ...]:
        """Append new turns to a session, all or none; what is stored of it need not be given again.

        The same call again appends them again: use `remember` with the whole session, or `add` with an id, to retry.

        Args:
            turns: new ones alone, at most 2,000, in any of the shapes that `remember` takes.
            session: its name, 1 to 200 characters; it begins with them where there is none.
            tools: whether calls of tools, and what they return, are turns too; else they are left out.

        Returns:
            The ids of the turns.

        Raises:
            InvalidInput: the name or a turn cannot be used, or there are too many.
            Conflict: the session is that of a run or a trial.

        Example:
            memory.append([{"role": "user", "content": "How old is she?"}], session="monday")
        """
        return sessions.append(self.space, session, turns, tools=tools, links=self._links)

    @writes
    def read(
        self,
        given: Path | str,
        *,
        title: str | None = None,
        forget_missing: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Reading:
        """Read a file, a folder or a text into memory; reading it again writes only changes.

        Args:
            given: a file or folder as a `Path`; or a text as a `str`, which is never taken for a path.
            title: of the one document; a text needs one. None: the file's own.
            forget_missing: whether documents of this folder, or records of this corpus, that are no longer there are
                forgotten.
            on_progress: told after each group of documents.

        Returns:
            The documents that were read, and the reason for each file that could not be.

        Raises:
            InvalidInput: the file or folder cannot be read, or the title does not fit.
            MissingDependency: the file needs a package that is not installed.

        Example:
            memory.read(Path("notes"), forget_missing=True)
        """
        return reading.read(
            self.space,
            given,
            title=title,
            forget_missing=forget_missing,
            link_entities=self.settings.entities,
            on_progress=on_progress,
        )

    @writes
    def remember_facts(
        self, given: Path | str | Iterable[Fact], *, on_progress: Callable[[Progress], None] | None = None
    ) -> Reconciled:
        """Remember facts that were made elsewhere, or that you tell; the same call again changes nothing.

        A fact without a source is told by you. It is believed as far as you say, and holds since you tell it where you
        name no date. `ListedMemory.told` and `Hit.told` mark it.

        Args:
            given: facts, or the path of a file of facts.
            on_progress: told after each transaction.

        Returns:
            The counts of new, repeated and rejected facts; a fact is rejected if one of its sources is not there.

        Raises:
            InvalidInput: a fact cannot be used; nothing was written.
            NotFound: a fact replaces one that is not there, or was corrected; facts before it, in groups of 200, may
                be written.

        Example:
            memory.remember_facts([Fact("Ann has a cat.", ("episode:monday/0",)), Fact("Ann is vegetarian.")])
        """
        return import_facts.remember(self.space, given, link_entities=self.settings.entities, on_progress=on_progress)

    @writes
    def correct(self, id: str, text: str) -> Corrected:
        """Put right what a turn, a fact or a reflection says; the same call again changes nothing.

        The old version is kept until it is forgotten, and `history` has both. A recall as of an instant before the
        correction finds the old one. A new turn has the session, position, speaker and time of the old one. A new fact
        has its sources, and holds for the same time. Facts and reflections that rested on the old version alone end
        with it. Of a corrected turn, the next `consolidate` makes facts anew.

        `remember` with the session as it was said first still changes nothing.

        Args:
            id: of a turn, a fact or a reflection that holds.
            text: what it says in truth.

        Returns:
            The id of the new version, and what ended with the old one.

        Raises:
            InvalidInput: the text says nothing, or memories of that kind are not corrected.
            NotFound: no memory has this id.
            Conflict: another text was put in its place before, or the turn that says it was corrected.

        Example:
            memory.correct("episode:monday/0", "I adopted a dog, Miso.").id
        """
        return correct(self.space, id, text, self._links)

    @writes
    def retract(self, id: str, why: str = "") -> Retraction:
        """Believe a memory no more, and keep it with the reason; the same call again changes nothing.

        Recall, answers, profiles and lists leave it out. The rules of forgetting say how others follow. A fact that
        others say too is believed less. Other facts and reflections on it end, and what it had replaced holds again.
        `history` and `get` still show it, and a recall as of an instant before finds it. `reinstate` undoes it.

        Args:
            id: of a turn, a fact, a reflection, a triplet or a learning.
            why: the reason.

        Returns:
            The memories that hold no more, hold again, or are believed less.

        Raises:
            InvalidInput: memories of that kind are not retracted, or the reason cannot be kept.
            NotFound: no memory has this id.
            Conflict: it was corrected; its new version can be retracted.

        Example:
            memory.retract("episode:monday/0", "said in jest").ended
        """
        return retract(self.space, id, why)

    @writes
    def reinstate(self, id: str) -> Retraction:
        """Take back a retraction, with all that it changed; the same call again changes nothing.

        The order in which memories are retracted and reinstated does not matter. A fact does not hold before one of
        the turns that say it is reinstated too; `Retraction.waits_for` names these. Statements that came in its
        place meanwhile stay, and hold after it.

        Args:
            id: of a memory that was retracted.

        Returns:
            The memories that hold again, hold no more, or are believed more.

        Raises:
            InvalidInput: memories of that kind are not retracted.
            NotFound: no memory has this id.
            Conflict: it was corrected.

        Example:
            memory.reinstate("episode:monday/0").revived
        """
        return reinstate(self.space, id)

    @writes
    def alias(self, speaker: str, names: Iterable[str] | str) -> None:
        """Set the other names by which questions may mean a speaker, in place of those given before.

        Args:
            speaker: the label of turns.
            names: other names; empty: none.

        Raises:
            InvalidInput: a name is blank, too long, or holds an equals sign; or there are too many.
            NotFound: nobody speaks under that label.

        Example:
            memory.alias("Kathryn", ["Kit", "Aunt Kate"])
        """
        give_aliases(self.space, speaker, texts("names", names))
