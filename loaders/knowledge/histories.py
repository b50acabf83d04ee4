"""Histories of facts: each of two that replace each other holds until the next one does, whichever was heard first."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

from clew.text.instants import BEGINNING


@dataclass(frozen=True, slots=True)
class Support:
    """One claim of a fact: what names it, its first text, and when it was said; None where only passages say it."""

    claim: str
    source: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Known:
    """A known fact, and the cosine of its vector to that of the claim that it was found for."""

    id: str  # of the fact
    key: str  # equal for facts that say the same
    text: str  # what it says
    since: datetime  # when it begins to hold
    until: datetime  # when it ceases to by itself, whatever replaces it
    at: datetime | None  # when it was said first; None where only passages say it
    similarity: float  # the cosine
    stated: bool = False  # whether the texts of the claim have stated it before
    following: tuple[str, ...] = ()  # ids of the facts that replace it
    said: tuple[Support, ...] = ()  # its claims
    vector: tuple[float, ...] = ()  # of its text, of length 1
    retracted: bool = False  # whether it, or all that says it, was corrected

    @property
    def place(self) -> tuple[datetime, datetime, str]:
        """Order it among the facts of its history."""
        return self.since, self.at or BEGINNING, self.id

    @property
    def moments(self) -> tuple[datetime, ...]:
        """Return when it is known to hold: since when, and, where it names no date, whenever it was said again."""
        return (self.since, *(each.at for each in self.said if each.at)) if self.since == self.at else (self.since,)

    def corrects(self, other: "Known") -> bool:
        """Return whether it moves to an earlier date what lay ahead when it was said: "moved forward to 5 July".

        It names the date since which it holds, and is not over when the other begins. Else it tells what was before.
        """
        return (
            self.at is not None
            and other.at is not None
            and other.at < self.at < other.since
            and self.since not in {self.at, BEGINNING}
            and self.since < other.since < self.until
        )


@dataclass(slots=True)
class Histories:
    """Facts, and which of them follow which.

    Attributes:
        facts: by id.
        following: per fact those that replace it.
        added: replacements that are new: the fact that ends and the one in its place.
        cut: replacements that another fact came between.
    """

    facts: dict[str, Known] = field(default_factory=dict[str, Known])
    following: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    added: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    cut: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def see(self, known: Iterable[Known], leaving: Collection[str] = ()) -> None:
        """Take in facts of the graph; what follows one that is leaving follows what stands before it."""
        found = {each.id: each for each in known if each.id not in self.facts}
        self.facts |= {id: each for id, each in found.items() if id not in leaving}

        def after(ids: Iterable[str]) -> set[str]:
            staying: set[str] = set()
            for id in ids:
                staying |= after(found[id].following) if id in leaving and id in found else {id}
            return staying - set(leaving)

        for id in found.keys() - set(leaving):
            self.following[id] = after(found[id].following)

    def end(self, id: str) -> datetime:
        """Return when a fact ceases to hold."""
        after = (self.facts[each].since for each in self.following.get(id, ()) if each in self.facts)
        return min((self.facts[id].until, *after))

    def history(self, id: str) -> list[Known]:
        """Return the facts that replace each other before and after one, in the order of time, with it."""
        before: dict[str, list[str]] = {}
        for old, after in self.following.items():
            for new in after:
                before.setdefault(new, []).append(old)
        found = {id: self.facts[id]}
        for near, choose in ((before, max), (self.following, min)):
            last = id
            while others := [
                self.facts[each] for each in near.get(last, ()) if each in self.facts and each not in found
            ]:
                chosen = choose(others, key=lambda each: each.place)
                found[chosen.id], last = chosen, chosen.id
        return sorted(found.values(), key=lambda each: each.place)

    def takes(self, id: str, since: datetime, until: datetime) -> bool:
        """Return whether something that holds at a time, said in the words of a fact, is that fact.

        It is where the fact holds then, or begins later and nothing of its history lies between.
        """
        fact = self.facts[id]
        if since >= fact.since:
            return since < self.end(id) or since == fact.since or (not self.following.get(id) and since <= fact.until)
        others = [each for each in self.history(id) if each.id != id]
        return until >= fact.since and not any(since <= at < fact.since for each in others for at in each.moments)

    def place(self, new: Known, beside: str, apart: Collection[str] = ()) -> None:
        """Put a fact into the history of another; it holds beside the facts that are apart, by their ids."""
        if new.corrects(self.facts[beside]):
            return self.join(beside, new.id)
        if self.facts[beside].corrects(new):
            return self.join(new.id, beside)
        others = [each for each in self.history(beside) if each.id not in {new.id, *apart}]
        before = [each for each in others if each.place < new.place]
        after = [each for each in others if each.place > new.place]
        if before and after and after[0].id in self.following.get(before[-1].id, ()):
            self.following[before[-1].id].discard(after[0].id)
            self.cut.append((before[-1].id, after[0].id))
        for old in before[-1:]:
            self.join(old.id, new.id)
        for later in after[:1]:
            self.join(new.id, later.id)
        return None

    def join(self, old: str, new: str) -> None:
        """Let one fact end where another begins."""
        if new not in self.following.setdefault(old, set()):
            self.following[old].add(new)
            self.added.append((old, new))

    def chain(self, ids: Iterable[str]) -> None:
        """Let facts hold one after the other, in the order of time, and none of them after any other."""
        line = sorted((self.facts[id] for id in ids), key=lambda each: each.place)
        wanted = {(old.id, new.id) for old, new in pairwise(line)}
        for old in line:
            for new in [each.id for each in line if each.id in self.following.get(old.id, ())]:
                if (old.id, new) not in wanted:
                    self.following[old.id].discard(new)
                    self.cut.append((old.id, new))
        for old, new in pairwise(line):
            self.join(old.id, new.id)

    def split(self, id: str, later: Known) -> None:
        """Let a fact end before what of its claims was said later, which is a fact of its own.

        Whatever followed the fact follows the later one, as `write/split` has it of what is stored.
        """
        self.facts[later.id] = later
        for links in (self.added, self.cut):
            links[:] = [(later.id if old == id else old, new) for old, new in links]
        self.following[later.id] = self.following.pop(id, set())
        self.following[id] = {later.id}  # until the fact that comes between is placed
        self.facts[id] = replace(
            self.facts[id], said=tuple(each for each in self.facts[id].said if each not in later.said)
        )
