"""Notes of a reader on a source: on parts that it left out, or did not understand."""

from datetime import UTC, tzinfo

from clew.errors import InvalidInput
from clew.model import Note
from clew.text.arguments import quoted

LEFT_OUT = "conversations are left out"


class Notes:
    """Counts what is said of one source, with the first example of each; readers are told by it how to read.

    Attributes:
        is_strict: whether what would be lost, or is not understood, is an error instead.
        keeps_tools: whether calls of tools, and what they return, are kept.
        keeps_branches: whether all branches of a conversation are kept, each as a session.
        day_first: whether the day comes first in 1/2/2024 where the source does not show it; None: nothing is known.
        zone: the one of times that name none.
        is_whole: whether there is nothing that would be lost, or is not understood.
    """

    def __init__(
        self,
        *,
        is_strict: bool = False,
        keeps_tools: bool = False,
        keeps_branches: bool = False,
        day_first: bool | None = None,
        zone: tzinfo = UTC,
    ) -> None:
        self.is_strict, self.keeps_tools, self.keeps_branches = is_strict, keeps_tools, keeps_branches
        self.day_first, self.zone = day_first, zone
        self.is_whole = True
        self._notes: dict[tuple[str, bool], Note] = {}
        self._conversations: set[str] = set()

    def anew(self) -> "Notes":
        """Return notes of another source that is read in the same way."""
        how = {"keeps_tools": self.keeps_tools, "keeps_branches": self.keeps_branches}
        return Notes(is_strict=self.is_strict, day_first=self.day_first, zone=self.zone, **how)

    def say(self, what: str, example: str, count: int = 1) -> None:
        """Note what is left out on purpose, or is in memory all the same."""
        self._add(what, example, count, is_lost=False)

    def fault(self, what: str, error: InvalidInput, *, is_lost: bool = True) -> None:
        """Note what cannot be used.

        Raises:
            InvalidInput: the same error, where the reader is strict.
        """
        if self.is_strict:
            raise error
        self.is_whole = False
        self._add(what, str(error), 1, is_lost=is_lost)

    def is_first(self, conversation: str, place: str) -> bool:
        """Return whether no conversation before has this id; another one is left out."""
        if conversation in self._conversations:
            told = f"{place}: session {quoted(conversation)} is there twice; rename or remove one"
            self.fault(LEFT_OUT, InvalidInput(told))
            return False
        self._conversations.add(conversation)
        return True

    def _add(self, what: str, example: str, count: int, *, is_lost: bool) -> None:
        before = self._notes.get((what, is_lost))
        known, example = (before.count, before.example) if before else (0, example)
        self._notes[what, is_lost] = Note(what, known + count, example, is_lost)

    def all(self) -> tuple[Note, ...]:
        """Return the notes, in the order of their first examples."""
        return tuple(self._notes.values())
